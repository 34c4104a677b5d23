"""Tables of records, as the statements of a search bring them: read by columns, and made column by column. As maps, keys
would be half of what the driver unpacks; row by row, the records took twice as long.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.store.corrections import corrections_from
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.neo4j.rows import make_entity, make_fact, make_note, make_turn, told, vector_from
from neo4j import Record

# Column → values, as many in each. What few rows have is in a map in the column `rare`, for what the driver takes to
# unpack is by the number of values, nulls too.
Table = Mapping[str, Sequence[Any]]

_EMPTY: Table = defaultdict(tuple)


def tables(records: Iterable[Record]) -> Mapping[str, Table]:
    """Tables of many kinds, each under its kind; their first rows name their columns. One that did not come is empty."""
    found: defaultdict[str, Table] = defaultdict(lambda: _EMPTY)
    for record in records:
        columns, *rows = record["rows"]
        if rows:
            found[record["kind"]] = dict(zip(columns, zip(*rows, strict=True), strict=True))
    return found


def by_row(table: Table, *columns: str) -> Iterable[tuple[Any, ...]]:
    """Some columns of a table, row by row."""
    return zip(*(table[column] for column in columns), strict=True)


def turns_from(table: Table) -> list[Turn]:
    """The turns that a table tells, by uid."""
    rare = table["rare"]
    made = map(
        make_turn, table["uid"], table["session"], table["text"], table["speaker"], table["role"],
        map(told, table["said_at"]), table["position"], _of(rare, "caption"), _of(rare, "agent"),
        (tuple(used or ()) for used in _of(rare, "used")), map(told, table["recorded_at"]), table["state"],
        map(corrections_from, _of(rare, "corrections")), map(fulltext.plain, table["terms"]),
        map(vector_from, table["vector"]),
    )  # fmt: skip
    return sorted(made, key=lambda turn: turn.uid)


def notes_from(table: Table) -> list[Note]:
    """The notes that a table tells, by uid."""
    rare = table["rare"]
    made = map(
        make_note, table["uid"], table["text"], map(tuple, table["turns"]), table["context"],
        map(tuple, table["keywords"]), map(tuple, table["tags"]), table["kind"], map(told, table["said_at"]),
        map(told, table["recorded_at"]), map(told, _of(rare, "holds_from")), map(told, _of(rare, "holds_until")),
        _of(rare, "grain"), _of(rare, "recurs"), table["state"], table["trust"], table["confidence"],
        table["verified"], table["salience"], _of(rare, "affect"), _of(rare, "agent"), table["language"],
        table["extractor"], map(fulltext.plain, table["terms"]), map(vector_from, table["vector"]),
    )  # fmt: skip
    return sorted(made, key=lambda note: note.uid)


def facts_from(table: Table) -> list[Fact]:
    """The facts that a table tells, by uid."""
    made = map(
        make_fact, table["uid"], table["subject"], table["type"], table["object"], table["text"],
        map(tuple, table["notes"]), map(told, table["holds_from"]), map(told, table["holds_until"]),
        table["grain"], map(told, table["recorded_at"]), map(told, table["retired_at"]), table["trust"],
        table["confidence"], map(tuple, table["conflicts"]),
    )  # fmt: skip
    return sorted(made, key=lambda fact: fact.uid)


def entities_from(table: Table) -> dict[str, Entity]:
    """The entities that a table tells, each under its uid, in its order."""
    none = [None] * len(table["uid"])  # of relevance, and of whom they are merged into
    made = map(
        make_entity, table["uid"], table["name"], table["type"], table["mentions"], map(told, table["first_at"]),
        map(told, table["last_at"]), none, none,
    )  # fmt: skip
    return dict(zip(table["uid"], made, strict=True))


def _of(rare: Iterable[Mapping[str, Any] | None], name: str) -> list[Any]:
    return [row and row[name] for row in rare]
