"""Conversion of records to parameters of statements, and of results to records.

Times are stored as zoned datetimes in UTC with microseconds. Vectors are stored as lists of 32-bit floats (`embedding`),
which the server searches, and as bytes (`vector`): to unpack the vectors of a search (800 vectors of 384 numbers), the driver
needs a third of a second for lists, and a few milliseconds for bytes. Two stored values are not part of the records:
`at`, the time by which turns and notes are ordered, and the token of the owner in `terms`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Generic, TypeVar, cast

from neo4j.time import DateTime

from memgraph_core.records.changes import Change, ChangeState
from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.kinds import Vector
from memgraph_core.records.log import Tombstone
from memgraph_core.records.validation import utc
from memgraph_core.store.forgetting import rows_of
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.values import (
    corrections_from,
    corrections_row,
    maker,
    metadata_from,
    metadata_pairs,
    metadata_row,
    vector_from,
)
from neo4j import Record

Row = dict[str, Any]
Table = dict[str, Sequence[Any]]  # column → values, the same number in each
_Record = TypeVar("_Record")

# Sorts before every real time. A missing time would sort as the newest in Cypher.
UNKNOWN_TIME = datetime(1, 1, 1, tzinfo=UTC)


def by_kind(records: Iterable[Record]) -> Mapping[str, Sequence[Row]]:
    """The rows of a result by kind. A kind that is missing has no rows."""
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for record in records:
        rows[record["kind"]].append(record["row"])
    return rows


def floats(vector: Vector) -> list[float]:
    """The vector as a list, for computations in Cypher."""
    return cast(list[float], vector.tolist())


def numbers(vector: Vector) -> str:
    """The vector as text, which the driver packs as one value; the statement parses it."""
    return " ".join(map(repr, floats(vector)))


def properties(record: object, *without: str) -> Row:
    """The fields of a record as properties: times in UTC, tuples as lists. Vectors are left out."""
    left_out = {"vector", *without}
    names = (field.name for field in fields(cast(Any, record)) if field.name not in left_out)
    return {name: _stored(getattr(record, name)) for name in names}


def _stored(value: object) -> object:
    if isinstance(value, datetime):
        return utc(value)
    if isinstance(value, ChangeState):
        return value.json
    return list(cast(tuple[object, ...], value)) if isinstance(value, tuple) else value


def with_key(record: object) -> Row:
    """The uid of a record, and its other properties."""
    row = properties(record)
    return {"uid": row.pop("uid"), "properties": row}


def turn_row(turn: Turn, namespace: str) -> Row:
    """The properties of a new turn. Its vector is written with its extraction."""
    return properties(turn) | {
        "namespace": namespace,
        "used": list(turn.used) or None,
        "used_at": list(turn.used_at) or None,
        "corrections": corrections_row(turn.corrections),
        "metadata": metadata_row(turn.metadata),
        "metadata_pairs": metadata_pairs(turn.metadata) or None,
        "at": turn.at,
        "terms": fulltext.stored(turn.terms, fulltext.of_turns(namespace)),
    }


def note_row(note: Note, space: str) -> Row:
    """The properties of a note without its vector and its source turns."""
    return properties(note, "turns") | {
        "space": space,
        "at": utc_or_none(note.at) or UNKNOWN_TIME,
        "terms": fulltext.stored(note.terms, fulltext.of_notes(space)),
    }


def fact_row(fact: Fact) -> Row:
    """The properties of a fact without its key, its entities and its notes."""
    return properties(fact, "uid", "subject", "object", "notes", "conflicts")


def tombstone_rows(tombstones: Iterable[Tombstone]) -> Row:
    """Tombstones and their salts as parameters of `write/tombstones`."""
    rows, salts = rows_of(tombstones)
    marks = [{"mark": row.digest, "salt": row.salt, "at": utc_or_none(row.at)} for row in rows]
    return {"tombstones": marks, "salts": salts}


def record_from(kind: type[_Record], row: Mapping[str, Any], **more: object) -> _Record:
    """A record with the values of a row that have the names of its fields, and with those in `more`.

    The records of a search are created by `maker`, which is faster.
    """
    names = {field.name for field in fields(cast(Any, kind))}
    values = {name: _value_from(value) for name, value in row.items() if name in names}
    return kind(**values | more)


def _value_from(value: Any) -> object:  # noqa: ANN401  any value of the driver
    if isinstance(value, DateTime):
        return time_from(value)
    return tuple(cast(list[object], value)) if isinstance(value, list) else value


def change_from(row: Row) -> Change:
    """A decision."""
    before, after = ChangeState.from_json(row["before"]), ChangeState.from_json(row["after"])
    return record_from(Change, row, before=before, after=after)


def named_from(rows: Iterable[Row]) -> Mapping[str, tuple[Entity, ...]]:
    """The entities of each name key, from maps of key and entity, in their order."""
    named = grouped((row["key"], entity_from(row["entity"])) for row in rows)
    return {key: tuple(entities) for key, entities in named.items()}


def utc_or_none(time: datetime | None) -> datetime | None:
    """The time in UTC, as it is stored and compared. Raises InvalidInput for a time without a zone.

    In Cypher, equal times of two zones are not equal, and a zone offset with seconds does not exist.
    """
    return None if time is None else utc(time)


def time_or_none(value: DateTime | str | None) -> datetime | None:
    """As `time_from`; None for a missing time."""
    return None if value is None else time_from(value)


def time_from(value: DateTime | str) -> datetime:
    """A time of a result as Python's datetime in UTC.

    Statements that return many times return text, because the driver needs 0.1 ms for each DateTime.
    """
    return _parsed(value) if isinstance(value, str) else value.to_native().astimezone(UTC)


def times_from(values: Sequence[DateTime] | None) -> tuple[datetime, ...]:
    """A list of times as Python's datetimes in UTC; none for a missing list."""
    return tuple(map(time_from, values)) if values else ()


def _texts(values: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(values or ())


# Cached, because a turn, its notes, its facts and its entities have the same times.
_parsed = lru_cache(maxsize=16_384)(datetime.fromisoformat)

# How the values of these fields are converted, in a row or in a column. Other values are stored as they are.
_CONVERSIONS: Mapping[str, Callable[[Any], object]] = {
    **dict.fromkeys(
        ("said_at", "recorded_at", "holds_from", "holds_until", "retired_at", "first_at", "last_at"),
        time_or_none,
    ),
    **dict.fromkeys(("turns", "keywords", "tags", "notes", "conflicts", "used"), _texts),
    "used_at": times_from,
    "corrections": corrections_from,
    "metadata": metadata_from,
    "terms": fulltext.plain,
    "vector": vector_from,
}


class Conversion(Generic[_Record]):
    """Creates the records of a class from stored values: see `maker`."""

    def __init__(self, kind: type[_Record]) -> None:
        self._make = maker(kind)
        self._fields = [(each.name, _CONVERSIONS.get(each.name)) for each in fields(cast(Any, kind))]

    def from_row(self, row: Mapping[str, Any]) -> _Record:
        """The record of a row. A property that is not stored is None."""
        get = row.get
        return self._make(*(convert(get(name)) if convert else get(name) for name, convert in self._fields))

    def from_columns(self, table: Table) -> Iterator[_Record]:
        """The records of the rows of a table."""
        return map(
            self._make,
            *(map(convert, table[name]) if convert else table[name] for name, convert in self._fields),
        )


TURNS, NOTES, ENTITIES, FACTS = Conversion(Turn), Conversion(Note), Conversion(Entity), Conversion(Fact)
turn_from, note_from = TURNS.from_row, NOTES.from_row
entity_from, fact_from = ENTITIES.from_row, FACTS.from_row
