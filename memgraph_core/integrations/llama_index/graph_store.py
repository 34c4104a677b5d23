"""The memory as LlamaIndex's `PropertyGraphStore`: entities, facts and turns as nodes, relations and chunks.

Reads are views of the memory. Writes are logged as documents and structured turns, so that a rebuild keeps them.
It deletes no turns of conversations. Works with `PropertyGraphIndex.from_existing(...)` and
its retrievers, on either store, without APOC.
"""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from typing import Any, NoReturn

from llama_index.core.graph_stores.types import (
    TRIPLET_SOURCE_KEY,
    ChunkNode,
    EntityNode,
    LabelledNode,
    PropertyGraphStore,
    Relation,
    Triplet,
)
from llama_index.core.schema import BaseNode, TextNode
from llama_index.core.vector_stores.types import VectorStoreQuery

from memgraph_core.errors import InvalidInput
from memgraph_core.integrations.llama_index.graph_nodes import (
    chunk_node,
    chunk_properties,
    chunk_turn,
    entity_node,
    entity_type,
    has_properties,
    json_properties,
    relation_of,
    relation_type,
)
from memgraph_core.integrations.llama_index.nearest import nearest_entities
from memgraph_core.language.names import name_key
from memgraph_core.memory import Memory
from memgraph_core.records.graph import Entity, Fact, Turn
from memgraph_core.records.search import UNLIMITED
from memgraph_core.turns.structured import (
    AGENT,
    SOURCE,
    WITH_PROPERTIES,
    entity_turn,
    fact_turn,
    is_structured,
    stated_entity,
    stated_fact,
    stated_properties,
)

MAX_RECORDS = 1_000  # entities and facts per call


class GraphMemoryStore(PropertyGraphStore):
    """One memory as a property graph."""

    supports_structured_queries = False
    supports_vector_queries = True

    def __init__(self, memory: Memory, *, session: str = "property graph") -> None:
        """`session` is the session of entities and relations that were not extracted from a document."""
        self._memory = memory
        self._session = session
        self.supports_vector_queries = memory.engine.embedder is not None

    @property
    def client(self) -> Memory:
        """The memory."""
        return self._memory

    # Reads

    def get(
        self, properties: dict[str, Any] | None = None, ids: list[str] | None = None
    ) -> list[LabelledNode]:
        """Entities by name (case-insensitive) and turns by uid; or all entities with these properties."""
        if ids is None:
            entities, chunks = list(self._memory.entities(limit=MAX_RECORDS)), ()
        else:
            named = {e.uid: e for name in ids if name.strip() and (e := self._memory.entity(name))}
            entities, chunks = list(named.values()), self._memory.turns(ids)
        given = self._given_properties() if entities else {}
        nodes: list[LabelledNode] = [entity_node(e, given.get(name_key(e.name))) for e in entities]
        nodes += map(chunk_node, chunks)
        return [node for node in nodes if has_properties(node, properties)]

    def get_triplets(
        self,
        entity_names: list[str] | None = None,
        relation_names: list[str] | None = None,
        properties: dict[str, Any] | None = None,
        ids: list[str] | None = None,
    ) -> list[Triplet]:
        """Current facts with these entities, these relations, and an entity with these properties."""
        names = [*(entity_names or ()), *(ids or ())]
        asked = entity_names is not None or ids is not None
        facts = self._facts_of(names) if asked else self._memory.facts(limit=MAX_RECORDS)
        wanted = {relation_type(name) for name in relation_names or ()}
        found = self._triplets([f for f in facts if not wanted or f.type in wanted])
        return [t for t in found if has_properties(t[0], properties) or has_properties(t[2], properties)]

    def get_rel_map(
        self,
        graph_nodes: list[LabelledNode],
        depth: int = 2,
        limit: int = 30,
        ignore_rels: list[str] | None = None,
    ) -> list[Triplet]:
        """Current facts within this depth of these nodes, nearest first."""
        ignored = set(ignore_rels or ())
        found: dict[str, Fact] = {}
        frontier = [node.name for node in graph_nodes if isinstance(node, EntityNode)]
        met = set(frontier)
        for _ in range(max(depth, 0)):
            facts = [f for f in self._facts_of(frontier) if f.type not in ignored]
            found |= {f.uid: f for f in facts if f.uid not in found}
            if len(found) >= limit or not facts:
                break
            names = dict.fromkeys(entity.name for entity in self._entities(facts).values())
            frontier = [name for name in names if name not in met]
            met.update(frontier)
        return self._triplets(list(found.values())[:limit])

    def get_llama_nodes(self, node_ids: list[str]) -> list[BaseNode]:
        """Turns as text nodes."""
        return [
            TextNode(id_=turn.uid, text=turn.text, metadata=chunk_properties(turn))
            for turn in self._memory.turns(node_ids)
        ]

    async def aget_llama_nodes(self, node_ids: list[str]) -> list[BaseNode]:
        """Asynchronous `get_llama_nodes`."""
        return self.get_llama_nodes(node_ids)

    def vector_query(self, query: VectorStoreQuery, **kwargs: Any) -> tuple[list[LabelledNode], list[float]]:  # noqa: ANN401
        """The entities of the nearest notes, nearest first, with the cosine similarity of the note.

        Raises InvalidInput for a vector of another dimension: embed with `MemoryEmbedding(memory.engine.embedder)`.
        """
        if query.query_embedding is None:
            return [], []
        found = nearest_entities(self._memory, query.query_embedding, query.similarity_top_k)
        return [entity_node(entity) for entity, _ in found], [score for _, score in found]

    def get_schema(self, refresh: bool = False) -> dict[str, Any]:
        """The entity types and relation types that occur."""
        types = sorted({entity.type for entity in self._memory.entities(limit=MAX_RECORDS)})
        return {
            "entities": types,
            "relations": sorted({f.type for f in self._memory.facts(limit=MAX_RECORDS)}),
        }

    def get_schema_str(self, refresh: bool = False) -> str:
        """The schema as text."""
        schema = self.get_schema()
        return f"Entities: {', '.join(schema['entities'])}. Relations: {', '.join(schema['relations'])}."

    # Writes

    def upsert_nodes(self, nodes: Sequence[LabelledNode]) -> None:
        """Write chunks as documents, and entities by their names and types."""
        chunks = [chunk_turn(node) for node in nodes if isinstance(node, ChunkNode)]
        if chunks:
            self._memory.add(chunks)
        others = [node for node in nodes if not isinstance(node, ChunkNode)]
        sources = self._sources(others)
        entities = [self._turn_of_entity(node, sources) for node in others]
        if entities:
            self._memory.add(_distinct(entities))

    def upsert_relations(self, relations: list[Relation]) -> None:
        """Write each relation between entities as a fact. Raises InvalidInput for a type that the graph reserves.

        Relations of chunks are not written: LlamaIndex links a chunk to its document, to the chunks before and after it,
        and to the entities that it mentions, and memory has these connections already.
        """
        ends = {uid for relation in relations for uid in (relation.source_id, relation.target_id)}
        chunks = {turn.uid for turn in self._memory.turns(sorted(ends))}
        sources = self._sources(relations)
        turns = [
            fact_turn(
                relation.source_id,
                relation_type(relation.label),
                relation.target_id,
                *self._origin(relation, sources),
            )
            for relation in relations
            if chunks.isdisjoint((relation.source_id, relation.target_id))
            and relation.source_id != relation.properties.get(TRIPLET_SOURCE_KEY)
        ]
        if turns:
            self._memory.add(_distinct(turns))

    def upsert_llama_nodes(self, llama_nodes: list[BaseNode]) -> None:
        """Write chunks; the session of a chunk is the title of its document, else the document id."""
        chunks: list[LabelledNode] = [
            ChunkNode(
                id_=node.node_id,
                text=node.get_content(),
                properties={**node.metadata, **({"ref_doc_id": node.ref_doc_id} if node.ref_doc_id else {})},
            )
            for node in llama_nodes
        ]
        self.upsert_nodes(chunks)

    def delete(
        self,
        entity_names: list[str] | None = None,
        relation_names: list[str] | None = None,
        properties: dict[str, Any] | None = None,
        ids: list[str] | None = None,
    ) -> None:
        """Forget chunks by id, and entities and relations that were written here, with everything derived from them.

        What was extracted from a chunk is forgotten with it. Raises InvalidInput, and forgets nothing, for an entity or a
        relation that conversations or documents mention: `Memory.forget` deletes these turns.
        """
        matching = self.get(properties=properties) if properties else []
        matching += [chunk_node(turn) for turn in self._turns_with(properties)] if properties else []
        names = [*(entity_names or ()), *(node.name for node in matching if isinstance(node, EntityNode))]
        uids = [*(ids or ()), *(node.id for node in matching if isinstance(node, ChunkNode))]
        chunks = {turn.uid for turn in self._memory.turns(uids)}
        names += [uid for uid in uids if uid not in chunks]
        written = [*self._memory.list_turns(filters={"agent": AGENT}, limit=UNLIMITED - 1)]
        relations = {relation_type(name) for name in relation_names or ()}
        doomed = {
            *chunks,
            *(turn.uid for turn in written if turn.metadata.get(SOURCE) in chunks),
            *(turn.uid for turn in written if _states(turn, {name.lower() for name in names}, relations)),
        }
        self._refuse_other_sources(names, relations, doomed)
        if doomed:
            self._memory.forget(turns=sorted(doomed), lasting=False)

    def delete_llama_nodes(
        self, node_ids: list[str] | None = None, ref_doc_ids: list[str] | None = None
    ) -> None:
        """Forget these chunks, and all chunks of these documents, with everything derived from them."""
        of_documents = [
            turn.uid for document in ref_doc_ids or () for turn in self._turns_with({"ref_doc_id": document})
        ]
        uids = [
            turn.uid for turn in self._memory.turns([*(node_ids or ()), *(ref_doc_ids or ()), *of_documents])
        ]
        if uids:
            self.delete(ids=uids)

    def structured_query(self, query: str, param_map: dict[str, Any] | None = None) -> NoReturn:
        """Not supported: a model must not run its own statements."""
        raise InvalidInput(
            f"free queries are not supported: {query!r:.60}. Use memory.search, memory.show or memory.facts; on Neo4j, people "
            "run the statements of cypher/explore/ in Neo4j Browser."
        )

    # Helpers

    def _turns_with(self, properties: dict[str, Any] | None) -> list[Turn]:
        """The chunks whose properties were written with these values."""
        found = self._memory.list_turns(filters={"metadata": properties or {}}, limit=UNLIMITED - 1)
        return [turn for turn in found if not is_structured(turn)]

    def _refuse_other_sources(
        self, names: Iterable[str], relations: Collection[str], doomed: Collection[str]
    ) -> None:
        """Raises InvalidInput if a turn that is not doomed mentions one of the entities or states a relation."""
        for name in names:
            mentions = self._memory.stream(entity=name, limit=UNLIMITED) if name.strip() else ()
            stating = self._turns_of_facts(self._facts_of([name]))
            if others := ({item.turn for item in mentions} | stating) - set(doomed):
                raise InvalidInput(
                    f"{name!r:.80} occurs in {len(others)} turns of conversations and documents. To forget these, with "
                    "everything derived from them: memory.forget(entity=...)."
                )
        facts = self._memory.facts(limit=UNLIMITED) if relations else ()
        if others := self._turns_of_facts([fact for fact in facts if fact.type in relations]) - set(doomed):
            raise InvalidInput(
                f"{len(others)} turns of conversations and documents state {', '.join(sorted(relations))}. To forget these, "
                "with everything derived from them: memory.forget(turns=[...])."
            )

    def _turns_of_facts(self, facts: Sequence[Fact]) -> set[str]:
        """The uids of the turns that state these facts."""
        notes = self._memory.notes([note for fact in facts for note in fact.notes])
        return {turn for note in notes for turn in note.turns}

    def _sources(self, written: Iterable[LabelledNode | Relation]) -> dict[str, Turn]:
        """The chunks that nodes or relations were extracted from, by uid."""
        uids = {
            str(each.properties[TRIPLET_SOURCE_KEY])
            for each in written
            if TRIPLET_SOURCE_KEY in each.properties
        }
        return {turn.uid: turn for turn in self._memory.turns(sorted(uids))}

    def _origin(
        self, written: LabelledNode | Relation, sources: Mapping[str, Turn]
    ) -> tuple[str, str | None]:
        """The session and the source turn of what a program writes."""
        source = sources.get(str(written.properties.get(TRIPLET_SOURCE_KEY)))
        return (source.session, source.uid) if source else (self._session, None)

    def _turn_of_entity(self, node: LabelledNode, sources: Mapping[str, Turn]) -> Turn:
        if not isinstance(node, EntityNode):
            raise InvalidInput(f"a node is {type(node).__name__}; EntityNode and ChunkNode are accepted.")
        properties = {key: value for key, value in json_properties(node).items() if key != TRIPLET_SOURCE_KEY}
        return entity_turn(node.name, entity_type(node.label), *self._origin(node, sources), properties)

    def _given_properties(self) -> dict[str, dict[str, object]]:
        """The properties that entities were written with, by name key; of several values the one written last."""
        turns = self._memory.list_turns(
            filters={"agent": AGENT, "metadata": WITH_PROPERTIES}, order="oldest", limit=UNLIMITED - 1
        )
        found: dict[str, dict[str, object]] = {}
        for turn in turns:
            if name := stated_entity(turn):
                found.setdefault(name_key(name), {}).update(stated_properties(turn))
        return found

    def _facts_of(self, names: Iterable[str]) -> list[Fact]:
        found: dict[str, Fact] = {}
        for name in names:
            if name.strip():
                found |= {fact.uid: fact for fact in self._memory.facts(name, limit=MAX_RECORDS)}
        return list(found.values())

    def _entities(self, facts: Sequence[Fact]) -> dict[str, Entity]:
        """The subjects and objects of facts by uid."""
        wanted = {uid for fact in facts for uid in (fact.subject, fact.object)}
        return (
            {e.uid: e for e in self._memory.entities(limit=100 * MAX_RECORDS) if e.uid in wanted}
            if wanted
            else {}
        )

    def _triplets(self, facts: Sequence[Fact]) -> list[Triplet]:
        now = self._memory.engine.clock()
        holding = [fact for fact in facts if fact.holds(now)]
        entities, given = self._entities(holding), self._given_properties() if holding else {}
        notes = {n.uid: n for n in self._memory.notes([f.notes[0] for f in holding if f.notes])}
        triplets: list[Triplet] = []
        for fact in holding:
            ends = entities.get(fact.subject), entities.get(fact.object)
            note = notes.get(fact.notes[0]) if fact.notes else None
            if ends[0] and ends[1]:
                source = note.turns[0] if note else None
                subject, object_ = (
                    entity_node(end, given.get(name_key(end.name)), source) for end in (ends[0], ends[1])
                )
                triplets.append((subject, relation_of(fact, subject, object_), object_))
        return triplets


def _distinct(turns: Iterable[Turn]) -> list[Turn]:
    return list({turn.uid: turn for turn in turns}.values())


def _states(turn: Turn, names: Set[str], relations: Set[str]) -> bool:
    """Whether a structured turn states one of these entities (in lower case) or relation types."""
    if fact := stated_fact(turn):
        return fact[1] in relations or not names.isdisjoint((fact[0].lower(), fact[2].lower()))
    return (stated_entity(turn) or "").lower() in names
