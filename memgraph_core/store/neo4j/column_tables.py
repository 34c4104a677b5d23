"""Tables of records, as the statements of a search return them: lists of values in the order of the columns below.

If rows were maps, half of the data that the driver unpacks would be keys. The records are created column by column, which
takes half the time of creating them row by row.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.store.corrections import corrections_from
from memgraph_core.store.metadata import metadata_from
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.neo4j.conversion import (
    make_entity,
    make_fact,
    make_note,
    make_turn,
    time_from_text,
    vector_from,
)
from neo4j import Record

Table = Mapping[str, Sequence[Any]]  # column → values, the same number in each

# `$columns` of the statements: properties, and properties that are times. The fragments in cypher/fragments/*_row add
# the rest of a row.
COLUMNS: Mapping[str, list[str]] = {
    "turn": [
        "uid", "session", "position", "speaker", "role", "text", "caption", "agent", "used", "corrections",
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
    "turn": (*COLUMNS["turn"], *COLUMNS["turn_times"], "vector", "about"),
    "note": (*COLUMNS["note"], *COLUMNS["note_times"], "vector", "turns", "about"),
    "fact": (*COLUMNS["fact"], *COLUMNS["fact_times"], "subject", "object", "notes", "conflicts"),
    "entity": _ENTITY,
    "named": ("key", *_ENTITY),
    "neighbour": ("uid",),
    "link": ("a", "b", "reason", "weight"),
}

_EMPTY: Table = defaultdict(tuple)


def tables(records: Iterable[Record]) -> Mapping[str, Table]:
    """The tables of a result by kind. A kind that is missing has an empty table."""
    by_kind: defaultdict[str, Table] = defaultdict(lambda: _EMPTY)
    for record in records:
        if rows := record["rows"]:
            kind = record["kind"]
            by_kind[kind] = dict(zip(_OF_KIND[kind], zip(*rows, strict=True), strict=False))
    return by_kind


def by_row(table: Table, *columns: str) -> Iterable[tuple[Any, ...]]:
    """Some columns of a table, row by row."""
    return zip(*(table[column] for column in columns), strict=True)


def turns_from(table: Table) -> list[Turn]:
    """The turns of a table, by uid."""
    turns = map(
        make_turn, table["uid"], table["session"], table["text"], table["speaker"], table["role"],
        map(time_from_text, table["said_at"]), table["position"], table["caption"], table["agent"],
        (tuple(used or ()) for used in table["used"]), map(time_from_text, table["recorded_at"]), table["state"],
        map(corrections_from, table["corrections"]), map(metadata_from, table["metadata"]), map(fulltext.plain, table["terms"]),
        map(vector_from, table["vector"]),
    )  # fmt: skip
    return sorted(turns, key=lambda turn: turn.uid)


def notes_from(table: Table) -> list[Note]:
    """The notes of a table, by uid."""
    notes = map(
        make_note, table["uid"], table["text"], map(tuple, table["turns"]), table["context"],
        map(tuple, table["keywords"]), map(tuple, table["tags"]), table["kind"], map(time_from_text, table["said_at"]),
        map(time_from_text, table["recorded_at"]), map(time_from_text, table["holds_from"]),
        map(time_from_text, table["holds_until"]), table["grain"], table["recurs"], table["state"], table["trust"],
        table["confidence"], table["verified"], table["salience"], table["affect"], table["agent"], table["language"],
        table["extractor"], map(fulltext.plain, table["terms"]), map(vector_from, table["vector"]),
    )  # fmt: skip
    return sorted(notes, key=lambda note: note.uid)


def facts_from(table: Table) -> list[Fact]:
    """The facts of a table, by uid."""
    facts = map(
        make_fact, table["uid"], table["subject"], table["type"], table["object"], table["text"],
        map(tuple, table["notes"]), map(time_from_text, table["holds_from"]), map(time_from_text, table["holds_until"]),
        table["grain"], map(time_from_text, table["recorded_at"]), map(time_from_text, table["retired_at"]),
        table["trust"], table["confidence"], map(tuple, table["conflicts"]),
    )  # fmt: skip
    return sorted(facts, key=lambda fact: fact.uid)


def entities_from(table: Table) -> dict[str, Entity]:
    """The entities of a table by uid, in its order."""
    return dict(zip(table["uid"], _entities(table), strict=True))


def named_entities_from(table: Table) -> dict[str, tuple[Entity, ...]]:
    """The entities of each name key, in the order of the table."""
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
