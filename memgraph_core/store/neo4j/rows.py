"""Our records as rows that the driver sends and brings back.

Times are stored as zoned datetimes in UTC, to the microsecond; vectors as lists of floats (`embedding`) and
as bytes (`vector`). Not in the records are `at`, by which turns and notes are ordered in time, and the token
in `terms`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, cast

import numpy as np
from neo4j.time import DateTime

from memgraph_core.store.corrections import corrections_from, corrections_row
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.tombstones import rows_of
from memgraph_core.types import Call, Change, Entity, Fact, Note, Revision, Turn, Vector, utc
from memgraph_core.writes import Tombstone
from neo4j import Record

Row = dict[str, Any]

# Sorts behind every real time; a missing one would sort as the newest in Cypher.
UNKNOWN = datetime(1, 1, 1, tzinfo=UTC)

_FLOATS = np.dtype("<f4")  # of every machine that reads the database


def by_kind(records: Iterable[Record]) -> Mapping[str, Sequence[Row]]:
    """Rows of many kinds, each under its kind; none under a kind that did not come."""
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for record in records:
        rows[record["kind"]].append(record["row"])
    return rows


def tables(records: Iterable[Record]) -> Mapping[str, Sequence[Row]]:
    """Tables of many kinds, whose first rows name their columns, as rows; none under a kind that did not come."""
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for record in records:
        columns, *values = record["rows"]
        rows[record["kind"]] += [dict(zip(columns, row, strict=True)) for row in values]
    return rows


def floats(vector: Vector) -> list[float]:
    """The vector as Cypher computes with it."""
    return cast(list[float], vector.tolist())


def vector_row(vector: Vector) -> Row:
    """The vector twice: as a list for the index, and as bytes to be read, because the driver takes a third of
    a second to unpack the lists of a search (800 vectors of 384 numbers) and a few milliseconds for the bytes.
    """
    return {"embedding": floats(vector), "vector": vector.astype(_FLOATS).tobytes()}


def turn_row(turn: Turn, namespace: str) -> Row:
    """All of a turn but its vector, which comes with its extraction."""
    return {
        "namespace": namespace,
        "uid": turn.uid,
        "session": turn.session,
        "position": turn.position,
        "speaker": turn.speaker,
        "role": turn.role,
        "text": turn.text,
        "caption": turn.caption,
        "agent": turn.agent,
        "used": list(turn.used) or None,
        "corrections": corrections_row(turn.corrections),
        "said_at": turn.said_at,
        "recorded_at": turn.recorded_at,
        "at": turn.at,
        "state": turn.state,
        "terms": fulltext.stored(turn.terms, fulltext.of_turns(namespace)),
    }


def note_row(note: Note, space: str) -> Row:
    """All of a note but its vector and its turns."""
    return {
        "space": space,
        "uid": note.uid,
        "text": note.text,
        "context": note.context,
        "keywords": list(note.keywords),
        "tags": list(note.tags),
        "kind": note.kind,
        "said_at": sent(note.said_at),
        "recorded_at": sent(note.recorded_at),
        "at": sent(note.said_at or note.recorded_at) or UNKNOWN,
        "holds_from": sent(note.holds_from),
        "holds_until": sent(note.holds_until),
        "grain": note.grain,
        "recurs": note.recurs,
        "state": note.state,
        "trust": note.trust,
        "confidence": note.confidence,
        "verified": note.verified,
        "salience": note.salience,
        "affect": note.affect,
        "agent": note.agent,
        "language": note.language,
        "extractor": note.extractor,
        "terms": fulltext.stored(note.terms, fulltext.of_notes(space)),
    }


def fact_row(fact: Fact) -> Row:
    """What a fact has beside its key, its ends and its notes."""
    return {
        "type": fact.type,
        "text": fact.text,
        "holds_from": sent(fact.holds_from),
        "holds_until": sent(fact.holds_until),
        "grain": fact.grain,
        "recorded_at": sent(fact.recorded_at),
        "retired_at": sent(fact.retired_at),
        "trust": fact.trust,
        "confidence": fact.confidence,
    }


def change_row(change: Change) -> Row:
    """What a change has beside its key."""
    return {
        "kind": change.kind,
        "by": change.by,
        "at": sent(change.at),
        "reason": change.reason,
        "before": change.before,
        "after": change.after,
    }


def tombstone_rows(tombstones: Iterable[Tombstone]) -> Row:
    """Tombstones with their salts, as `write/done` takes them."""
    rows, salts = rows_of(tombstones)
    told = [{"mark": row.mark, "salt": row.salt, "at": sent(row.at)} for row in rows]
    return {"tombstones": told, "salts": salts}


def call_row(call: Call) -> Row:
    """A call with its key apart."""
    properties = asdict(call) | {"at": sent(call.at)}
    return {"uid": properties.pop("uid"), "properties": properties}


def call_from(row: Row) -> Call:
    """The call that `call_row` was made from."""
    fields: Row = {name: value for name, value in row.items() if name != "namespace"} | {
        "at": certain(row["at"])
    }
    return Call(**fields)


def revision_from(row: Row, note: str) -> Revision:
    """A state of a note."""
    return Revision(
        note=note,
        number=row["number"],
        text=row["text"],
        context=row["context"],
        keywords=tuple(row["keywords"]),
        tags=tuple(row["tags"]),
        at=moment(row.get("at")),
        turn=row.get("turn"),
    )


def turn_from(row: Row) -> Turn:
    """The turn that `turn_row` was made from, with its vector where there is one."""
    return Turn(
        uid=row["uid"],
        session=row["session"],
        text=row["text"],
        speaker=row.get("speaker"),
        role=row["role"],
        said_at=moment(row.get("said_at")),
        position=row["position"],
        caption=row.get("caption"),
        agent=row.get("agent"),
        used=tuple(row.get("used") or ()),
        corrections=corrections_from(row.get("corrections")),
        recorded_at=moment(row["recorded_at"]),
        state=row["state"],
        terms=fulltext.plain(row["terms"]),
        vector=_vector(row.get("vector")),
    )


def note_from(row: Row) -> Note:
    """The note that `note_row` was made from, with its turns, and its vector where there is one."""
    return Note(
        uid=row["uid"],
        text=row["text"],
        turns=tuple(row["turns"]),
        context=row["context"],
        keywords=tuple(row["keywords"]),
        tags=tuple(row["tags"]),
        kind=row["kind"],
        said_at=moment(row.get("said_at")),
        recorded_at=moment(row.get("recorded_at")),
        holds_from=moment(row.get("holds_from")),
        holds_until=moment(row.get("holds_until")),
        grain=row.get("grain"),
        recurs=row.get("recurs"),
        state=row["state"],
        trust=row["trust"],
        confidence=row["confidence"],
        verified=row["verified"],
        salience=row["salience"],
        affect=row.get("affect"),
        agent=row.get("agent"),
        language=row["language"],
        extractor=row["extractor"],
        terms=fulltext.plain(row["terms"]),
        vector=_vector(row.get("vector")),
    )


def entity_from(row: Row, relevance: float | None = None) -> Entity:
    """An entity as it stands."""
    return Entity(
        uid=row["uid"],
        name=row["name"],
        type=row["type"],
        mentions=row["mentions"],
        first_at=moment(row.get("first_at")),
        last_at=moment(row.get("last_at")),
        relevance=relevance,
        canonical=row.get("canonical"),
    )


def fact_from(row: Row) -> Fact:
    """A fact with its ends and its notes."""
    return Fact(
        uid=row["uid"],
        subject=row["subject"],
        type=row["type"],
        object=row["object"],
        text=row["text"],
        notes=tuple(row["notes"]),
        holds_from=moment(row.get("holds_from")),
        holds_until=moment(row.get("holds_until")),
        grain=row.get("grain"),
        recorded_at=moment(row.get("recorded_at")),
        retired_at=moment(row.get("retired_at")),
        trust=row["trust"],
        confidence=row["confidence"],
        conflicts=tuple(row["conflicts"]),
    )


def change_from(row: Row) -> Change:
    """The record of a decision."""
    return Change(
        uid=row["uid"],
        kind=row["kind"],
        by=row["by"],
        at=certain(row["at"]),
        reason=row["reason"],
        before=row["before"],
        after=row["after"],
    )


def named_from(rows: Iterable[Row]) -> Mapping[str, tuple[Entity, ...]]:
    """Rows of name key and entity, grouped by key, in their order."""
    named: dict[str, tuple[Entity, ...]] = {}
    for row in rows:
        named[row["key"]] = (*named.get(row["key"], ()), entity_from(row["entity"]))
    return named


def sent(moment: datetime | None) -> datetime | None:
    """The moment as it is stored and compared. Cypher holds equal moments of two zones to be different, and
    knows no zone of odd seconds: so all are in UTC. Raises InvalidInput for one without a zone.
    """
    return None if moment is None else utc(moment)


def moment(value: DateTime | str | None) -> datetime | None:
    """A time as Python's, in UTC. What brings many of them asks for text: the driver takes 0.1 ms for a time."""
    return None if value is None else certain(value)


def certain(value: DateTime | str) -> datetime:
    """The same, of a time that is there."""
    return datetime.fromisoformat(value) if isinstance(value, str) else value.to_native().astimezone(UTC)


def _vector(packed: bytes | None) -> Vector | None:
    return None if packed is None else np.frombuffer(packed, dtype=_FLOATS).astype(np.float32)
