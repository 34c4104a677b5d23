"""The nine tools of the reference memory server of MCP, on the graph of this package.

An observation becomes a statement about its entity. A relation becomes a declared fact. Their session is `knowledge-graph`.
Reading shows the whole memory: an entity has its statements from all sources as observations, and its current facts as relations.
Deleting deletes only what these tools have added: statements of people are deleted with `forget`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Any, get_args

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, ConfigDict, Field

from memgraph_core.memory import Memory
from memgraph_core.records.graph import Entity as GraphEntity
from memgraph_core.records.graph import Note
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.search import Hit
from memgraph_core.retrieve.entity_view import EntityView
from memgraph_core.server.mcp_callers import By
from memgraph_core.server.mcp_tools import DELETES, READS, WRITES
from memgraph_core.turns.formats.memories import observation_record, relation_record
from memgraph_core.turns.records import AGENT, Record, record_turn

SESSION = "knowledge-graph"

_TYPES: dict[str, EntityType] = {name.lower(): name for name in get_args(EntityType)}
_MAX_NOTES = 50  # observations of an entity in an answer
_ALL_NOTES = 1_000  # observations of an entity that are read to find those to delete
_OF_TYPE = " is of the type "

Text = Annotated[str, Field(min_length=1, max_length=10_000)]
Name = Annotated[str, Field(min_length=1, max_length=200)]


class EntityIn(BaseModel):
    """An entity to create."""

    model_config = ConfigDict(extra="forbid")

    name: Name
    entityType: Name
    observations: list[Text] = Field(max_length=100)


class Entity(BaseModel):
    """An entity with what is known about it."""

    name: str
    entityType: str
    observations: list[str]


class Relation(BaseModel):
    """A directed relation between two entities, in the active voice."""

    model_config = ConfigDict(populate_by_name=True, extra="forbid")

    from_: Name = Field(alias="from")
    to: Name
    relationType: Name


class Contents(BaseModel):
    """Observations to add to an entity."""

    model_config = ConfigDict(extra="forbid")

    entityName: Name
    contents: list[Text] = Field(max_length=100)


class Deletion(BaseModel):
    """Observations to delete from an entity."""

    model_config = ConfigDict(extra="forbid")

    entityName: Name
    observations: list[Text] = Field(max_length=100)


class EntitiesOut(BaseModel):
    """The entities that were created; those that existed before are left out."""

    entities: list[Entity]


class RelationsOut(BaseModel):
    """The relations that were created."""

    relations: list[Relation]


class Added(BaseModel):
    """The new observations of an entity."""

    entityName: str
    addedObservations: list[str]


class AddedOut(BaseModel):
    """The new observations of each entity; those that were known are left out."""

    results: list[Added]


class DeletedOut(BaseModel):
    """What was deleted."""

    success: bool
    message: str


class Graph(BaseModel):
    """A part of the graph. `cursor` is that of the next part; null at the end."""

    entities: list[Entity]
    relations: list[Relation]
    cursor: str | None = None


def create_entities(entities: Annotated[list[EntityIn], Field(max_length=100)], by: By) -> EntitiesOut:
    """Create entities with observations. Entities that exist are not changed; use add_observations for them."""

    def work(memory: Memory) -> EntitiesOut:
        new = [each for each in entities if memory.entity(each.name) is None]
        records = [record for each in new for record in _records_of(each)]
        _add(memory, records)
        return EntitiesOut(entities=[Entity(**each.model_dump()) for each in new])

    return by.run("write", "create_entities", work)


def create_relations(relations: Annotated[list[Relation], Field(max_length=100)], by: By) -> RelationsOut:
    """Create relations between entities. A relation that exists is not created again."""

    def work(memory: Memory) -> RelationsOut:
        records = [relation_record(each.from_, each.relationType, each.to) for each in relations]
        is_new = _add(memory, records)
        return RelationsOut(relations=[each for each, new in zip(relations, is_new, strict=True) if new])

    return by.run("write", "create_relations", work)


def add_observations(observations: Annotated[list[Contents], Field(max_length=100)], by: By) -> AddedOut:
    """Add observations to entities that exist."""

    def work(memory: Memory) -> AddedOut:
        views = [_existing(memory, each.entityName) for each in observations]
        results: list[Added] = []
        for each, view in zip(observations, views, strict=True):
            kind: dict[str, EntityType] = {each.entityName: view.entity.type}
            records = [observation_record(each.entityName, text, kind) for text in each.contents]
            is_new = _add(memory, records)
            added = [text for text, new in zip(each.contents, is_new, strict=True) if new]
            results.append(Added(entityName=each.entityName, addedObservations=added))
        return AddedOut(results=results)

    return by.run("write", "add_observations", work)


def delete_entities(entityNames: Annotated[list[Name], Field(max_length=100)], by: By) -> DeletedOut:
    """Delete entities with their observations and relations that these tools have added."""

    def work(memory: Memory) -> DeletedOut:
        notes = [note for name in entityNames for note in _added_notes(memory.show(name, limit=_ALL_NOTES))]
        return _delete(memory, notes)

    return by.run("forget", "delete_entities", work)


def delete_observations(deletions: Annotated[list[Deletion], Field(max_length=100)], by: By) -> DeletedOut:
    """Delete observations that these tools have added."""

    def work(memory: Memory) -> DeletedOut:
        notes: list[Note] = []
        for each in deletions:
            added = _added_notes(memory.show(each.entityName, limit=_ALL_NOTES))
            notes += [note for note in added if _observation(note, each.entityName) in each.observations]
        return _delete(memory, notes)

    return by.run("forget", "delete_observations", work)


def delete_relations(relations: Annotated[list[Relation], Field(max_length=100)], by: By) -> DeletedOut:
    """Delete relations that these tools have added."""

    def work(memory: Memory) -> DeletedOut:
        records = [relation_record(each.from_, each.relationType, each.to) for each in relations]
        uids = [record_turn(record, SESSION).uid for record in records]
        return _forget(memory, [turn.uid for turn in memory.turns(uids)])

    return by.run("forget", "delete_relations", work)


def read_graph(
    by: By,
    limit: Annotated[int, Field(ge=1, le=100, description="the largest number of entities")] = 20,
    cursor: Annotated[str | None, Field(max_length=1_000, description="`cursor` of the last answer")] = None,
) -> Graph:
    """Read the graph in parts, the entities that are mentioned most first."""

    def work(memory: Memory) -> Graph:
        page = memory.list_entities(limit=limit, cursor=cursor)
        found = _graph(memory, [entity.name for entity in page])
        return found.model_copy(update={"cursor": page.cursor})

    return by.run("read", "read_graph", work)


def search_nodes(
    query: Annotated[str, Field(min_length=1, max_length=20_000, description="words or a question")],
    by: By,
    limit: Annotated[
        int, Field(ge=1, le=50, description="the largest number of statements that are searched for")
    ] = 10,
) -> Graph:
    """Find entities by their names and by what is known about them."""

    def work(memory: Memory) -> Graph:
        named = memory.entity(query)
        hits = memory.search(query, limit=limit)
        return _graph(memory, [*([named.name] if named else []), *_names_in(memory, hits)])

    return by.run("read", "search_nodes", work)


def open_nodes(names: Annotated[list[Name], Field(max_length=100)], by: By) -> Graph:
    """Read entities by their names. Unknown names are left out."""
    return by.run("read", "open_nodes", lambda memory: _graph(memory, names))


def add_reference_tools(server: MCPServer[Any]) -> None:
    """Add the nine tools, in the order of the reference server."""
    tools: tuple[tuple[Callable[..., Any], str, Any], ...] = (
        (create_entities, "Create entities", WRITES),
        (create_relations, "Create relations", WRITES),
        (add_observations, "Add observations", WRITES),
        (delete_entities, "Delete entities", DELETES),
        (delete_observations, "Delete observations", DELETES),
        (delete_relations, "Delete relations", DELETES),
        (read_graph, "Read graph", READS),
        (search_nodes, "Search nodes", READS),
        (open_nodes, "Open nodes", READS),
    )
    for tool, title, annotations in tools:
        server.add_tool(tool, title=title, annotations=annotations)


# Writing


def _records_of(entity: EntityIn) -> list[Record]:
    kind: dict[str, EntityType] = {entity.name: _TYPES.get(entity.entityType.lower(), "Thing")}
    text = f"{entity.name}{_OF_TYPE}{entity.entityType}."
    exists = Record(id=f"entity:{entity.name}", text=text, entities=kind)
    return [exists, *(observation_record(entity.name, each, kind) for each in entity.observations)]


def _add(memory: Memory, records: Sequence[Record]) -> list[bool]:
    """Add the records. Returns for each whether it is new."""
    turns = [record_turn(record, SESSION) for record in records]
    if not turns:
        return []
    receipts = {receipt.uid: receipt for receipt in memory.add(turns, force=True).turns}
    return [receipts[turn.uid].new for turn in turns]


def _existing(memory: Memory, name: str) -> EntityView:
    view = memory.show(name, limit=1)
    if view is None:
        raise ToolError(f"there is no entity {name!r:.80}. Create it with create_entities.")
    return view


# Deleting


def _added_notes(view: EntityView | None) -> Iterable[Note]:
    """The notes that state a record of this session. Other records are imports."""
    return [note for note in view.notes if note.agent == AGENT] if view else []


def _delete(memory: Memory, notes: Iterable[Note]) -> DeletedOut:
    turns = memory.turns(sorted({uid for note in notes for uid in note.turns}))
    return _forget(memory, [turn.uid for turn in turns if turn.session == SESSION])


def _forget(memory: Memory, turns: Sequence[str]) -> DeletedOut:
    if turns:
        memory.forget(turns=turns, lasting=False)  # they may be added again
    kept = "Other statements are kept; `forget` of the memory deletes them."
    return DeletedOut(
        success=bool(turns), message=f"{len(turns)} observations or relations were deleted. {kept}"
    )


# Reading


def _graph(memory: Memory, names: Sequence[str]) -> Graph:
    """The entities with these names, and the current relations from or to them."""
    views = [view for name in dict.fromkeys(names) if (view := memory.show(name, limit=_MAX_NOTES))]
    distinct = list({view.entity.uid: view for view in views}.values())
    relations = {
        (fact.subject_name, fact.object_name, fact.type): None
        for view in distinct for fact in view.facts if fact.retired_at is None and fact.holds_until is None
    }  # fmt: skip
    return Graph(
        entities=[_entity(view) for view in distinct],
        relations=[
            Relation(**{"from": start, "to": end, "relationType": type_}) for start, end, type_ in relations
        ],
    )


def _entity(view: EntityView) -> Entity:
    declared = {fact.text for fact in view.facts}
    name = view.entity.name
    notes = [note for note in view.notes if not (note.agent == AGENT and note.text in declared)]
    observations = [
        _observation(note, name) for note in reversed(notes) if not note.text.startswith(f"{name}{_OF_TYPE}")
    ]
    return Entity(name=name, entityType=view.entity.type, observations=observations)


def _observation(note: Note, name: str) -> str:
    """The text of an observation as it was added: without the name that was put before it."""
    return note.text.removeprefix(f"{name}: ")


def _names_in(memory: Memory, hits: Sequence[Hit]) -> list[str]:
    """The names of the entities that the notes of these hits are about, in the order of the hits."""
    notes = [hit.uid for hit in hits if hit.kind == "note"]
    of_note = memory.store.incident_edges("note", notes).abouts if notes else ()
    entities = {
        about.entity: memory.get(about.entity) for note in notes for about in of_note if about.note == note
    }
    return [entity.name for entity in entities.values() if isinstance(entity, GraphEntity)]
