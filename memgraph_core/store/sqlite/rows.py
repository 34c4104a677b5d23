"""Columns of the records in SQL, and the conversion of rows to records.

The constants are the select lists of a turn `t`, a note `n`, a fact `f` and an entity `e`; the first column is `id`. Modules
compose their statements from them when they are imported. Values are always bound as parameters.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Literal, TypeVar, get_args

from memgraph_core.records.changes import Change, ChangeState
from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.kinds import Vector
from memgraph_core.records.validation import checked_vector
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.sqlite.connection import Connection, Row
from memgraph_core.store.sqlite.times import moment, moment_or_none
from memgraph_core.store.values import bytes_of, corrections_from, maker, metadata_from

Record = TypeVar("Record", Note, Turn, Fact, Entity)
Kind = Literal["note", "turn", "fact", "entity"]

KINDS: tuple[Kind, ...] = get_args(Kind)

TURN = """
t.id, t.uid, t.session, t.text, t.speaker, t.role, t.said_at, t.position, t.caption, t.agent, t.used, t.used_at, t.recorded_at,
t.state, t.corrections, t.metadata, t.terms
"""
TURN_VECTOR = "(SELECT vector FROM turn_vector WHERE turn = t.id)"
NOTE = """
n.id, n.uid, n.text, n.context, n.keywords, n.tags, n.kind, n.said_at, n.recorded_at, n.holds_from, n.holds_until, n.grain,
n.recurs, n.state, n.trust, n.confidence, n.verified, n.salience, n.affect, n.agent, n.language, n.extractor, n.terms
"""
NOTE_TURNS = """
(SELECT json_group_array(turn.uid) FROM edge CROSS JOIN turn ON turn.id = edge.target
  WHERE edge.source = n.id AND edge.type = 'FROM')
"""
NOTE_VECTOR = "(SELECT vector FROM note_vector WHERE note = n.id)"
FACT = """
f.id, f.uid, (SELECT uid FROM entity WHERE id = f.subject), f.type, (SELECT uid FROM entity WHERE id = f.object), f.text,
(SELECT json_group_array(uid) FROM (
  SELECT note.uid FROM edge CROSS JOIN note ON note.id = edge.target
  WHERE edge.source = f.id AND edge.type = 'FACT_FROM' ORDER BY note.uid)),
f.holds_from, f.holds_until, f.grain, f.recorded_at, f.retired_at, f.trust, f.confidence,
iif(EXISTS (SELECT 1 FROM edge WHERE source = f.id AND edge.type = 'CONFLICTS')
    OR EXISTS (SELECT 1 FROM edge WHERE target = f.id AND edge.type = 'CONFLICTS'),
  (SELECT json_group_array(uid) FROM (
    SELECT other.uid FROM edge CROSS JOIN fact other ON other.id = edge.target
    WHERE edge.source = f.id AND edge.type = 'CONFLICTS'
    UNION
    SELECT other.uid FROM edge CROSS JOIN fact other ON other.id = edge.source
    WHERE edge.target = f.id AND edge.type = 'CONFLICTS'
    ORDER BY uid)), '[]')
"""
CHANGE = "c.uid, c.kind, c.by, c.at, c.reason, c.before, c.after"
ENTITY = "e.id, e.uid, e.name, e.type, e.mentions, e.first_at, e.last_at"

# The entities with the name keys :keys in :space.
_NAMED_ENTITIES = f"""
SELECT k.key, {ENTITY} FROM json_each(:keys) wanted CROSS JOIN name k ON k.space = :space AND k.key = wanted.value
CROSS JOIN entity e ON e.id = k.entity
"""

_make_note, _make_turn, _make_fact, _make_entity = maker(Note), maker(Turn), maker(Fact), maker(Entity)
_JSON = json.JSONDecoder()  # its raw_decode skips two checks of json.loads


def turn_from(row: Row, vector: Vector | None = None) -> Turn:
    """The turn of a row of TURN."""
    (_, uid, session, text, speaker, role, said_at, position, caption, agent, used, used_at, recorded_at, state, corrections,
     metadata, terms) = row  # fmt: skip
    return _make_turn(uid, session, text, speaker, role, moment_or_none(said_at), position, caption, agent,
                      _texts(used) if used else (), _times(used_at) if used_at else (),
                      moment_or_none(recorded_at), state, corrections_from(corrections), metadata_from(metadata), terms,
                      vector)  # fmt: skip


def note_from(row: Row, turns: tuple[str, ...], vector: Vector | None = None) -> Note:
    """The note of a row of NOTE and the uids of its turns."""
    (_, uid, text, context, keywords, tags, kind, said_at, recorded_at, holds_from, holds_until, grain, recurs, state, trust,
     confidence, verified, salience, affect, agent, language, extractor, terms) = row  # fmt: skip
    times = map(moment_or_none, (said_at, recorded_at, holds_from, holds_until))
    return _make_note(uid, text, turns, context, _texts(keywords), _texts(tags), kind, *times, grain, recurs, state, trust,
                      confidence, bool(verified), salience, affect, agent, language, extractor, terms, vector)  # fmt: skip


def note_with_turns(row: Row, vector: Vector | None = None) -> Note:
    """The note of a row of NOTE and NOTE_TURNS."""
    return note_from(row[:-1], _texts(row[-1]), vector)


def fact_from(row: Row) -> Fact:
    """The fact of a row of FACT."""
    (_, uid, subject, type_, object_, text, notes, holds_from, holds_until, grain, recorded_at, retired_at, trust, confidence,
     conflicts) = row  # fmt: skip
    return _make_fact(uid, subject, type_, object_, text, _texts(notes), moment_or_none(holds_from),
                      moment_or_none(holds_until), grain, moment_or_none(recorded_at), moment_or_none(retired_at), trust,
                      confidence, _texts(conflicts))  # fmt: skip


def entity_from(row: Row, relevance: float | None = None, canonical: str | None = None) -> Entity:
    """The entity of a row of ENTITY."""
    _, uid, name, type_, mentions, first_at, last_at = row
    return _make_entity(
        uid, name, type_, mentions, moment_or_none(first_at), moment_or_none(last_at), relevance, canonical
    )


def change_from(row: Row) -> Change:
    """The decision of a row of CHANGE."""
    uid, kind, by, at, reason, before, after = row
    return Change(
        uid=uid, kind=kind, by=by, at=moment(at), reason=reason, before=ChangeState.from_json(before),
        after=ChangeState.from_json(after),
    )  # fmt: skip


def optional_blob(vector: Vector | None, uid: str, stamp: EmbeddingStamp | None) -> bytes | None:
    """The vector as it is stored; None without a vector or a stamp.

    Raises InvalidInput, with the uid, for a vector of another dimension.
    """
    if vector is None or stamp is None:
        return None
    return bytes_of(checked_vector(vector, stamp.dimension, f"vector of {uid!r}"))


def named_entities(connection: Connection, space: int, keys: Sequence[str]) -> dict[str, tuple[Entity, ...]]:
    """The entities with each of these name keys, most mentioned first, then by uid; no entry for an unknown key."""
    rows = connection.run(_NAMED_ENTITIES, {"space": space, "keys": json_array(keys)})
    return ranked_names(grouped((key, entity_from(tuple(row))) for key, *row in rows))


def ranked_names(names: Mapping[str, Iterable[Entity]]) -> dict[str, tuple[Entity, ...]]:
    """The entities of each name key, most mentioned first, then by uid."""
    return {
        key: tuple(sorted(entities, key=lambda e: (-e.mentions, e.uid))) for key, entities in names.items()
    }


def json_array(values: Iterable[int | str]) -> str:
    """Ids or uids as one value to bind, for json_each."""
    return json.dumps(list(values))


def by_uid(records: Iterable[Record]) -> tuple[Record, ...]:
    """The records, sorted by uid."""
    return tuple(sorted(records, key=attrgetter("uid")))


def _times(array: str) -> tuple[datetime, ...]:
    return tuple(map(moment, _JSON.raw_decode(array)[0]))


def _texts(array: str) -> tuple[str, ...]:
    return () if array == "[]" else tuple(_JSON.raw_decode(array)[0])
