"""Exports of other memory libraries → turns: Mem0, Graphiti and Zep, and the reference memory server of MCP.

A memory, a fact or an observation becomes a turn with its id and time. What the libraries declare (relations with their
validity, types of entities) becomes a declared fact. What has no counterpart is counted: see `ReadTurns.not_carried`.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, time
from functools import partial
from itertools import chain
from typing import NoReturn, cast, get_args

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import uid_of
from memgraph_core.records.kinds import EntityType, Grain
from memgraph_core.turns.fields import SourcePosition, TurnDraft, time_of
from memgraph_core.turns.formats.chats import collect_messages, session_named
from memgraph_core.turns.formats.found import ReadTurns, collect_records, read_records, with_turns
from memgraph_core.turns.formats.json_rows import (
    Json,
    JsonRow,
    first_object,
    object_or_empty,
    objects_in,
    objects_of_lines,
    objects_of_list,
)
from memgraph_core.turns.records import DeclaredFact, Period, Record

# Fields without a counterpart → what the report calls them.
_LEFT_OUT = {
    "embedding": "embedding", "name_embedding": "embedding", "fact_embedding": "embedding", "vector": "embedding",
    "score": "score", "hash": "hash", "history": "history", "expiration_date": "expiry date", "attributes": "attributes",
    "expired_at": "time of expiry in the system", "summary": "summary of an entity", "group_id": "group",
    "episodes": "links of a fact to its episodes", "entity_edges": "links of an episode to its facts",
    "source_description": "description of a source", "updated_at": "time of the last change",
}  # fmt: skip
_SCOPE = ("user_id", "agent_id", "run_id", "app_id")
_TYPES: Mapping[str, EntityType] = {name.lower(): name for name in get_args(EntityType)}


# Recognition


def is_mem0(value: object) -> bool:
    """Whether a JSON value is a list of memories of Mem0, as `get_all` and exports return it."""
    return {"id", "memory"} <= first_object(object_or_empty(value).get("results", value)).keys()


def is_graphiti(value: object) -> bool:
    """Whether a JSON value contains edges of Graphiti or Zep, with their nodes."""
    edge = first_object(object_or_empty(value).get("edges"))
    return {"fact", "source_node_uuid", "target_node_uuid"} <= edge.keys()


def is_mcp_memory(content: bytes) -> bool:
    """Whether a file is the memory of the reference server of MCP: entities and relations, one JSON object a line."""
    first = content.lstrip().split(b"\n", 1)[0]
    try:
        row = object_or_empty(json.loads(first))
    except (ValueError, RecursionError):
        return False
    return (row.get("type") == "entity" and "observations" in row) or (
        row.get("type") == "relation" and "relationType" in row
    )


def is_memary(value: object) -> bool:
    """Whether a JSON value is the stream or the knowledge store of Memary: names with a date, and no text."""
    row = first_object(value)
    return {"entity", "date"} <= row.keys() and "text" not in row


# Reading


def read_mem0(value: object, source: SourcePosition) -> ReadTurns:
    """The memories of an export of Mem0, each as a turn of its user. Relations of its graph are declared facts."""
    given = object_or_empty(value)
    rows = given.get("results", value)
    drafts = (
        (row if isinstance(row, str) else _mem0_draft(row, at), at)
        for row, at in objects_of_list(rows, "memory", source)
    )
    memories = collect_messages(drafts)
    relations = objects_of_list(given.get("relations"), "relation", source)
    declared = collect_records(relations, _mem0_relation, source)
    read = ReadTurns(
        turns=(*memories.turns, *declared.turns),
        refused=(*memories.refused, *declared.refused),
        not_carried=_not_carried(objects_in(rows)),
    )
    return with_turns(read, source)


def read_graphiti(value: object, source: SourcePosition) -> ReadTurns:
    """The edges of Graphiti or Zep as declared facts with their validity, and the episodes as documents."""
    given = object_or_empty(value)
    nodes = {str(node.get("uuid")): node for node in objects_in(given.get("nodes") or given.get("entities"))}
    edges, episodes = given.get("edges"), given.get("episodes")
    rows = chain(objects_of_list(edges, "edge", source), objects_of_list(episodes, "episode", source))
    read = read_records(rows, partial(_graphiti_record, nodes, source), source)
    return replace(
        read, not_carried=_not_carried([*nodes.values(), *objects_in(edges), *objects_in(episodes)])
    )


def read_mcp_memory(text: str, source: SourcePosition) -> ReadTurns:
    """The observations and relations of the reference memory server of MCP. The server keeps no times."""
    rows = list(objects_of_lines(text, source))
    entities = [row for row, _ in rows if not isinstance(row, str) and row.get("type") == "entity"]
    types = {str(entity.get("name")): entity.get("entityType") for entity in entities}
    read = read_records(_statements(rows), partial(_statement_record, types), source)
    counts = {
        "entity without an observation": sum(not entity.get("observations") for entity in entities),
        "type of an entity": sum(str(kind).lower() not in _TYPES for kind in types.values()),
    }
    return replace(read, not_carried={name: count for name, count in counts.items() if count})


def refuse_memary(source: SourcePosition) -> NoReturn:
    """Raises InvalidInput: these files of Memary contain no text."""
    source.at("").refuse(
        "the memory stream and the knowledge store of Memary contain names, dates and counts, and no text. Import its "
        "conversations (past_chat.json); the stream of entities is derived from them."
    )


# Mem0


def _mem0_draft(row: Json, at: SourcePosition) -> TurnDraft | str:
    """The turn of a memory, or why there is none."""
    try:
        text = _text(row, "memory")
        said_at = time_of(row.get("created_at"), "created_at", SourcePosition("", "", at.zone))
    except InvalidInput as e:
        return str(e)
    scope = {name: str(row[name]) for name in _SCOPE if row.get(name)}
    by_agent = row.get("attributed_to") == "assistant" or ("agent_id" in scope and "user_id" not in scope)
    categories = {"categories": row["categories"]} if row.get("categories") else {}
    return TurnDraft(
        source=at,
        session=session_named(scope.get("run_id") or scope.get("user_id") or at.session),
        speaker=scope.get("agent_id") if by_agent else scope.get("user_id"),
        role="assistant" if by_agent else "user",
        said_at=said_at,
        text=text,
        uid=f"mem0:{row['id']}" if row.get("id") else None,
        agent=scope.get("agent_id"),
        metadata={**object_or_empty(row.get("metadata")), **categories, **scope},
    )


def _mem0_relation(row: Json) -> Record:
    return relation_record(_text(row, "source"), _text(row, "relationship"), _text(row, "target"))


# Graphiti and Zep


def _graphiti_record(nodes: Mapping[str, Json], source: SourcePosition, row: Json) -> Record:
    at = SourcePosition("", "", source.zone)
    if "content" in row:
        when = time_of(row.get("valid_at") or row.get("created_at"), "valid_at", at)
        return Record(id=str(row.get("uuid")), text=_text(row, "content"), said_at=when)
    ends = [nodes.get(str(row.get(key)), {}) for key in ("source_node_uuid", "target_node_uuid")]
    names = [_text(end, "name", "a node of the edge is not in the file.") for end in ends]
    start, until = (time_of(row.get(key), key, at) for key in ("valid_at", "invalid_at"))
    period = Period(start=start, end=until, grain=_grain_of(start))
    fact = DeclaredFact(subject=names[0], type=_relation(_text(row, "name")), object=names[1], period=period)
    return Record(
        id=str(row.get("uuid")),
        text=_text(row, "fact"),
        facts=(fact,),
        entities={
            name: kind for name, end in zip(names, ends, strict=True) if (kind := _type_of_labels(end))
        },
        said_at=time_of(row.get("created_at"), "created_at", at),
    )


def _grain_of(start: datetime | None) -> Grain | None:
    """The precision of a time of Graphiti: its prompts ask for midnight if only a day is known, and for 1 January of a year."""
    if start is None:
        return None
    moment = start.astimezone(UTC)
    if moment.time() != time(0):
        return "minute"
    return "year" if (moment.month, moment.day) == (1, 1) else "day"


def _type_of_labels(node: Json) -> EntityType | None:
    labels = node.get("labels")
    names = cast(list[object], labels) if isinstance(labels, list) else []
    return next((_TYPES[str(each).lower()] for each in names if str(each).lower() in _TYPES), None)


# The reference memory server of MCP


def _statements(rows: Iterable[JsonRow]) -> Iterator[JsonRow]:
    """One row for each observation of an entity. Other rows are not changed."""
    for row, at in rows:
        if isinstance(row, str) or row.get("type") != "entity":
            yield row, at
            continue
        observations: object = row.get("observations") or []
        items = cast(list[object], observations) if isinstance(observations, list) else [observations]
        for number, each in enumerate(items, start=1):
            yield {**row, "observation": each}, at.at(f"{at.where}, observation {number}")


def _statement_record(types: Mapping[str, object], row: Json) -> Record:
    """The record of a relation, or of an observation, which declares nothing, so that its text is read."""
    if row.get("type") == "relation":
        ends = _text(row, "from"), _text(row, "to")
        known = {name: kind for name in ends if (kind := _TYPES.get(str(types.get(name)).lower()))}
        return replace(relation_record(ends[0], _text(row, "relationType"), ends[1]), entities=known)
    return observation_record(_text(row, "name"), _text(row, "observation"))


def observation_record(name: str, statement: str, types: Mapping[str, EntityType] | None = None) -> Record:
    """The record of an observation about the entity with this name. Without `types` it declares nothing."""
    text = statement if _begins_with_name(statement, name) else f"{name}: {statement}"
    return Record(id=uid_of(name, statement), text=text, entities=types or {})


def _begins_with_name(text: str, name: str) -> bool:
    """Whether the first word of a text is the name. `Carlos` does not begin with the name Carl."""
    return text.startswith(name) and not text[len(name) :][:1].islower()


# Common parts


def relation_record(subject: str, relation: str, object_: str) -> Record:
    """The record of a relation: `Ada works at Kestrel.` with the fact `Ada WORKS_AT Kestrel`."""
    type_ = _relation(relation)
    return Record(
        id=f"{subject}>{type_}>{object_}",
        text=f"{subject} {type_.replace('_', ' ').lower()} {object_}.",
        facts=(DeclaredFact(subject=subject, type=type_, object=object_),),
    )


def _relation(name: str) -> str:
    """The type of a relation as this package writes it: LIVES_IN for `lives in` and `livesIn`."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.strip())
    return re.sub(r"\W+", "_", words).strip("_").upper()


def _not_carried(rows: Iterable[Json]) -> dict[str, int]:
    """How often the rows have a field without a counterpart, by the name of the field."""
    return dict(
        Counter(_LEFT_OUT[key] for row in rows for key, value in row.items() if value and key in _LEFT_OUT)
    )


def _text(row: Json, key: str, problem: str = "") -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise InvalidInput(problem or f"{key} is {value!r:.60}; it must be text.")
    return value
