"""Our records as rows that the driver sends and brings back.

Times are stored as zoned datetimes in UTC, to the microsecond; vectors as lists of short floats (`embedding`) and
as bytes (`vector`). Not in the records are `at`, by which turns and notes are ordered in time, and the token
in `terms`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, cast

import numpy as np
from neo4j.time import DateTime

from memgraph_core.records.graph import Call, Change, Entity, Fact, Note, Revision, Turn
from memgraph_core.records.kinds import Vector
from memgraph_core.records.log import Tombstone
from memgraph_core.records.validation import utc
from memgraph_core.store.corrections import corrections_from, corrections_row
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.records import maker
from memgraph_core.store.tombstones import rows_of
from neo4j import Record

Row = dict[str, Any]

# Sorts behind every real time; a missing one would sort as the newest in Cypher.
UNKNOWN = datetime(1, 1, 1, tzinfo=UTC)

make_turn, make_note, make_entity, make_fact = maker(Turn), maker(Note), maker(Entity), maker(Fact)

_FLOATS = np.dtype("<f4")  # of every machine that reads the database


def by_kind(records: Iterable[Record]) -> Mapping[str, Sequence[Row]]:
    """Rows of many kinds, each under its kind; none under a kind that did not come."""
    rows: defaultdict[str, list[Row]] = defaultdict(list)
    for record in records:
        rows[record["kind"]].append(record["row"])
    return rows


def floats(vector: Vector) -> list[float]:
    """The vector as Cypher computes with it."""
    return cast(list[float], vector.tolist())


def numbers(vector: Vector) -> str:
    """The same as text, which the driver packs as one value; a statement makes floats of it again."""
    return " ".join(map(repr, floats(vector)))


def packed(vector: Vector) -> bytes:
    """The vector as it is read: the driver takes a third of a second to unpack the lists of a search (800 vectors of 384
    numbers), and a few milliseconds for bytes. The server searches lists.
    """
    return vector.astype(_FLOATS).tobytes()


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
    told = [{"mark": row.digest, "salt": row.salt, "at": sent(row.at)} for row in rows]
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
    get = row.get
    return make_turn(
        row["uid"], row["session"], row["text"], get("speaker"), row["role"], moment(get("said_at")), row["position"],
        get("caption"), get("agent"), tuple(get("used") or ()), moment(row["recorded_at"]), row["state"],
        corrections_from(get("corrections")), fulltext.plain(row["terms"]), vector_from(get("vector")),
    )  # fmt: skip


def note_from(row: Row) -> Note:
    """The note that `note_row` was made from, with its turns, and its vector where there is one."""
    get = row.get
    return make_note(
        row["uid"], row["text"], tuple(row["turns"]), row["context"], tuple(row["keywords"]), tuple(row["tags"]),
        row["kind"], moment(get("said_at")), moment(get("recorded_at")), moment(get("holds_from")),
        moment(get("holds_until")), get("grain"), get("recurs"), row["state"], row["trust"], row["confidence"],
        row["verified"], row["salience"], get("affect"), get("agent"), row["language"], row["extractor"],
        fulltext.plain(row["terms"]), vector_from(get("vector")),
    )  # fmt: skip


def entity_from(row: Row, relevance: float | None = None) -> Entity:
    """An entity as it stands."""
    get = row.get
    return make_entity(
        row["uid"], row["name"], row["type"], row["mentions"], moment(get("first_at")), moment(get("last_at")),
        relevance, get("canonical"),
    )  # fmt: skip


def fact_from(row: Row) -> Fact:
    """A fact with its ends and its notes."""
    get = row.get
    return make_fact(
        row["uid"], row["subject"], row["type"], row["object"], row["text"], tuple(row["notes"]),
        moment(get("holds_from")), moment(get("holds_until")), get("grain"), moment(get("recorded_at")),
        moment(get("retired_at")), row["trust"], row["confidence"], tuple(row["conflicts"]),
    )  # fmt: skip


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
    """A time as Python's, in UTC."""
    return None if value is None else certain(value)


def certain(value: DateTime | str) -> datetime:
    """The same, of a time that is there."""
    return _read(value) if isinstance(value, str) else value.to_native().astimezone(UTC)


def told(value: str | None) -> datetime | None:
    """The same, of one that is told as text, as what brings many of them asks for: the driver takes 0.1 ms for a time."""
    return None if value is None else _read(value)


# A turn, its notes, its facts and whom they are about have one and the same.
_read = lru_cache(maxsize=16_384)(datetime.fromisoformat)


def vector_from(packed: bytes | None) -> Vector | None:
    """The vector that `packed` has packed."""
    return None if packed is None else np.frombuffer(packed, dtype=_FLOATS).astype(np.float32, copy=False)
