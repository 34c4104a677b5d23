"""Tables of records, as `read/records` returns them: lists of values in the order of the columns below.

If rows were maps, half of the data that the driver unpacks would be keys. The records are created column by column, which
takes half the time of creating them row by row.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.search import Filters
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j.conversion import ENTITIES, FACTS, NOTES, TURNS, Table
from memgraph_core.store.neo4j.filters import filter_parameters, omitted
from memgraph_core.store.neo4j.namespace_state import NamespaceState
from neo4j import ManagedTransaction

_NO_FILTERS = Filters()

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
    tables: dict[str, Table] = {
        kind: dict(zip(columns, zip(*record[kind], strict=True), strict=True)) if record[kind] else _EMPTY
        for kind, columns in _OF_KIND.items()
    }
    edges: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for uid, kind, target, _ in sorted(record["edges"], key=lambda edge: (edge[3] or 0, edge[2])):
        edges[uid, kind].append(target)
    return FoundRecords(tables, edges)


def turns_from(found: FoundRecords) -> list[Turn]:
    """The turns, by uid."""
    return sorted(TURNS.from_columns(found.tables["turn"]), key=lambda turn: turn.uid)


def notes_from(found: FoundRecords) -> list[Note]:
    """The notes, by uid."""
    table = found.tables["note"] | {"turns": found.targets("note", "FROM")}
    return sorted(NOTES.from_columns(table), key=lambda note: note.uid)


def facts_from(found: FoundRecords) -> list[Fact]:
    """The facts, by uid, without those that lost an end because another program deleted the entity."""
    subjects, objects = (
        [uids[0] if uids else "" for uids in found.targets("fact", end)] for end in ("SUBJECT", "OBJECT")
    )
    table = found.tables["fact"] | {
        "subject": subjects,
        "object": objects,
        "notes": list(map(sorted, found.targets("fact", "FROM"))),
        "conflicts": found.targets("fact", "CONFLICTS"),
    }
    facts = (fact for fact in FACTS.from_columns(table) if fact.subject and fact.object)
    return sorted(facts, key=lambda fact: fact.uid)


def entities_from(found: FoundRecords) -> dict[str, Entity]:
    """The entities by uid."""
    entities = {entity.uid: entity for entity in _entities(found.tables["entity"])}
    return dict(sorted(entities.items()))


def named_entities_from(found: FoundRecords) -> dict[str, tuple[Entity, ...]]:
    """The entities of each name key, most mentioned first."""
    table = found.tables["named"]
    named = grouped(zip(table["key"], _entities(table), strict=True))
    return {key: tuple(entities) for key, entities in named.items()}


def _entities(table: Table) -> Iterable[Entity]:
    unknown = [None] * len(table["uid"])
    return ENTITIES.from_columns(table | {"relevance": unknown, "canonical": unknown})
