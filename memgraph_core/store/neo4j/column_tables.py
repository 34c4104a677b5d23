"""Tables of records, as `read/records` returns them: lists of values in the order of the columns below.

If rows were maps, half of the data that the driver unpacks would be keys. The records are created column by column, which
takes half the time of creating them row by row.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.records.search import Filters
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.neo4j.conversion import (
    make_entity,
    make_fact,
    make_note,
    make_turn,
    time_from_text,
    times_from,
)
from memgraph_core.store.neo4j.filters import filter_parameters, omitted
from memgraph_core.store.neo4j.namespace_state import NamespaceState
from memgraph_core.store.values import corrections_from, metadata_from, vector_from
from neo4j import ManagedTransaction

_NO_FILTERS = Filters()
Table = Mapping[str, Sequence[Any]]  # column → values, the same number in each

# `$columns` of the statement: properties, and properties that are times. Rows of notes and turns end with the vector.
COLUMNS: Mapping[str, list[str]] = {
    "turn": [
        "uid", "session", "position", "speaker", "role", "text", "caption", "agent", "used", "used_at", "corrections",
        "metadata", "state", "terms",
    ],
    "turn_times": ["said_at", "recorded_at"],
    "note": [
        "uid", "text", "context", "keywords", "tags", "kind", "grain", "recurs", "state", "trust", "confidence", "verified",
        "salience", "affect", "agent", "language", "extractor", "terms",
    ],
    "note_times": ["said_at", "recorded_at", "holds_from", "holds_until"],
    "fact": ["uid", "type", "text", "grain", "trust", "confidence"],
    "fact_times": ["holds_from", "holds_until", "recorded_at", "retired_at"],
    "entity": ["uid", "name", "type", "mentions"],
    "entity_times": ["first_at", "last_at"],
}  # fmt: skip

_ENTITY = (*COLUMNS["entity"], *COLUMNS["entity_times"])
_OF_KIND: Mapping[str, tuple[str, ...]] = {
    "turn": (*COLUMNS["turn"], *COLUMNS["turn_times"], "vector"),
    "note": (*COLUMNS["note"], *COLUMNS["note_times"], "vector"),
    "fact": (*COLUMNS["fact"], *COLUMNS["fact_times"]),
    "entity": _ENTITY,
    "named": ("key", *_ENTITY),
    "neighbour": ("uid",),
}

_EMPTY: Table = defaultdict(tuple)


@dataclass(frozen=True, slots=True)
class FoundRecords:
    """The result of `read/records`."""

    tables: Mapping[str, Table]  # by kind; a kind without rows has an empty table
    edges: Mapping[tuple[str, str], Sequence[str]]  # (uid, type of edge) → uids of the targets

    def targets(self, kind: str, edge: str) -> list[Sequence[str]]:
        """The targets of the edges of a type from each record of a kind."""
        return [self.edges.get((uid, edge), ()) for uid in self.tables[kind]["uid"]]


def read_records(
    tx: ManagedTransaction, state: NamespaceState, ask: Mapping[str, Any], filters: Filters = _NO_FILTERS
) -> FoundRecords:
    """Run `read/records`. Lists that `ask` does not contain are empty."""
    nothing: dict[str, Any] = {name: () for name in ("turns", "best", "entities", "keys", "facts")}
    record = tx.run(
        cypher("read/records", *omitted(filters)),
        {"namespace": state.namespace, "space": state.space, "columns": COLUMNS},
        ask={**nothing, "facts_of_notes": False, "mentions": False, "distance": 0, **ask},
        filters=filter_parameters(filters),
    ).single(strict=True)
    tables = {
        kind: dict(zip(columns, zip(*record[kind], strict=True), strict=True)) if record[kind] else _EMPTY
        for kind, columns in _OF_KIND.items()
    }
    edges: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for uid, kind, target, _ in sorted(record["edges"], key=lambda edge: (edge[3] or 0, edge[2])):
        edges[uid, kind].append(target)
    return FoundRecords(tables, edges)


def turns_from(found: FoundRecords) -> list[Turn]:
    """The turns, by uid."""
    table = found.tables["turn"]
    turns = map(
        make_turn, table["uid"], table["session"], table["text"], table["speaker"], table["role"],
        map(time_from_text, table["said_at"]), table["position"], table["caption"], table["agent"],
        (tuple(used or ()) for used in table["used"]), map(times_from, table["used_at"]),
        map(time_from_text, table["recorded_at"]), table["state"],
        map(corrections_from, table["corrections"]), map(metadata_from, table["metadata"]), map(fulltext.plain, table["terms"]),
        map(vector_from, table["vector"]),
    )  # fmt: skip
    return sorted(turns, key=lambda turn: turn.uid)


def notes_from(found: FoundRecords) -> list[Note]:
    """The notes, by uid."""
    table = found.tables["note"]
    notes = map(
        make_note, table["uid"], table["text"], map(tuple, found.targets("note", "FROM")), table["context"],
        map(tuple, table["keywords"]), map(tuple, table["tags"]), table["kind"], map(time_from_text, table["said_at"]),
        map(time_from_text, table["recorded_at"]), map(time_from_text, table["holds_from"]),
        map(time_from_text, table["holds_until"]), table["grain"], table["recurs"], table["state"], table["trust"],
        table["confidence"], table["verified"], table["salience"], table["affect"], table["agent"], table["language"],
        table["extractor"], map(fulltext.plain, table["terms"]), map(vector_from, table["vector"]),
    )  # fmt: skip
    return sorted(notes, key=lambda note: note.uid)


def facts_from(found: FoundRecords) -> list[Fact]:
    """The facts, by uid, without those that lost an end because another program deleted the entity."""
    table = found.tables["fact"]
    subjects, objects = (
        [uids[0] if uids else "" for uids in found.targets("fact", end)] for end in ("SUBJECT", "OBJECT")
    )
    facts = map(
        make_fact, table["uid"], subjects, table["type"], objects, table["text"],
        map(tuple, found.targets("fact", "FROM")), map(time_from_text, table["holds_from"]),
        map(time_from_text, table["holds_until"]),
        table["grain"], map(time_from_text, table["recorded_at"]), map(time_from_text, table["retired_at"]),
        table["trust"], table["confidence"], map(tuple, found.targets("fact", "CONFLICTS")),
    )  # fmt: skip
    return sorted((fact for fact in facts if fact.subject and fact.object), key=lambda fact: fact.uid)


def entities_from(found: FoundRecords) -> dict[str, Entity]:
    """The entities by uid."""
    table = found.tables["entity"]
    return dict(zip(table["uid"], _entities(table), strict=True))


def named_entities_from(found: FoundRecords) -> dict[str, tuple[Entity, ...]]:
    """The entities of each name key, most mentioned first."""
    table = found.tables["named"]
    named: dict[str, tuple[Entity, ...]] = {}
    for key, entity in zip(table["key"], _entities(table), strict=True):
        named[key] = (*named.get(key, ()), entity)
    return named


def _entities(table: Table) -> Iterable[Entity]:
    unknown = [None] * len(table["uid"])  # relevance, and the entity that it is merged into
    return map(
        make_entity, table["uid"], table["name"], table["type"], table["mentions"],
        map(time_from_text, table["first_at"]), map(time_from_text, table["last_at"]), unknown, unknown,
    )  # fmt: skip
