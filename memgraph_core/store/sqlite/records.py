"""Records as they come out of the file: one shape of row for every kind, so that one statement brings them all.

A row is (kind, id, uid, vector, fields …), as many fields as the kind with most of them has, in the order that
the reader of that kind unpacks. Kinds are note, turn, fact, entity, and `key`: the name key
`uid` means this entity. Statements are made by joining these constants, once, when a module is loaded; values
are always bound.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Literal, TypeVar, get_args

import numpy as np

from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.records.kinds import Vector
from memgraph_core.records.validation import checked_vector
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.corrections import corrections_from
from memgraph_core.store.records import maker
from memgraph_core.store.sqlite.connection import Row
from memgraph_core.store.sqlite.times import moment_or_none

Record = TypeVar("Record", Note, Turn, Fact, Entity)

Kind = Literal["note", "turn", "fact", "entity"]

Vectors = Mapping[tuple[Kind, int], Vector]  # by kind and id of the row

FLOATS = np.dtype("<f4")
KINDS: tuple[Kind, ...] = get_args(Kind)

_FIELDS = 22
_JSON = json.JSONDecoder()  # json.loads looks at every text twice more


def row_of(kind: str, uid: str, vector: str, *fields: str, node: str = "NULL") -> str:
    """A SELECT of one row of this kind; what it selects from is put behind."""
    columns = (f"'{kind}'", node, uid, vector, *fields, *["NULL"] * (_FIELDS - len(fields)))
    return f"SELECT {', '.join(columns)}"


_TURNS_OF_NOTE = """(SELECT json_group_array(turn.uid) FROM edge CROSS JOIN turn ON turn.id = edge.target
  WHERE edge.source = n.id AND edge.type = 'FROM')"""


def _note_row(vector: str, turns: str = _TURNS_OF_NOTE) -> str:
    return row_of(
        *("note", "n.uid", vector, "n.text", "n.context", "n.keywords", "n.tags", "n.kind", "n.said_at"),
        *("n.recorded_at", "n.holds_from", "n.holds_until", "n.grain", "n.recurs", "n.state", "n.trust"),
        *(
            "n.confidence",
            "n.verified",
            "n.salience",
            "n.agent",
            "n.language",
            "n.extractor",
            "n.affect",
            "n.terms",
        ),
        turns,
        node="n.id",
    )


def _turn_row(vector: str) -> str:
    return row_of(
        *("turn", "t.uid", vector, "t.session", "t.text", "t.speaker", "t.role", "t.said_at", "t.position"),
        *("t.caption", "t.agent", "t.recorded_at", "t.state", "t.terms", "t.used", "t.corrections"),
        node="t.id",
    )


# On a note n, a turn t, a fact f, an entity e. A vector lies apart from its row, and is longer: not all want it.
NOTE, TURN = _note_row("NULL"), _turn_row("NULL")
NOTE_ALONE = _note_row("NULL", turns="NULL")
NOTE_WITH_VECTOR = _note_row("(SELECT vector FROM note_vector WHERE note = n.id)")
TURN_WITH_VECTOR = _turn_row("(SELECT vector FROM turn_vector WHERE turn = t.id)")
FACT = row_of(
    *("fact", "f.uid", "NULL", "(SELECT uid FROM entity WHERE id = f.subject)", "f.type"),
    *("(SELECT uid FROM entity WHERE id = f.object)", "f.text", "f.holds_from", "f.holds_until", "f.grain"),
    *("f.recorded_at", "f.retired_at", "f.trust", "f.confidence"),
    """(SELECT json_group_array(note.uid) FROM edge CROSS JOIN note ON note.id = edge.target
        WHERE edge.source = f.id AND edge.type = 'FACT_FROM')""",
    """iif(EXISTS (SELECT 1 FROM edge WHERE source = f.id AND edge.type = 'CONFLICTS')
          OR EXISTS (SELECT 1 FROM edge WHERE target = f.id AND edge.type = 'CONFLICTS'),
        (SELECT json_group_array(uid) FROM (
          SELECT other.uid FROM edge CROSS JOIN fact other ON other.id = edge.target
          WHERE edge.source = f.id AND edge.type = 'CONFLICTS'
          UNION
          SELECT other.uid FROM edge CROSS JOIN fact other ON other.id = edge.source
          WHERE edge.target = f.id AND edge.type = 'CONFLICTS'
          ORDER BY uid)), '[]')""",
    *("f.subject", "f.object"),
    node="f.id",
)
_OF_ENTITY = ("e.name", "e.type", "e.mentions", "e.first_at", "e.last_at")
ENTITY = row_of("entity", "e.uid", "NULL", *_OF_ENTITY, node="e.id")
# What the name keys in :keys mean, in :space.
KEYS = f"""
{row_of("key", "k.key", "NULL", *_OF_ENTITY, "e.uid", node="e.id")}
  FROM json_each(:keys) wanted CROSS JOIN name k ON k.space = :space AND k.key = wanted.value
  CROSS JOIN entity e ON e.id = k.entity
"""


@dataclass(slots=True)
class Records:
    """Records by the id of their row, in the order of the rows, and what name keys mean."""

    notes: dict[int, Note] = field(default_factory=dict[int, Note])
    turns: dict[int, Turn] = field(default_factory=dict[int, Turn])
    facts: dict[int, Fact] = field(default_factory=dict[int, Fact])
    entities: dict[int, Entity] = field(default_factory=dict[int, Entity])
    names: dict[str, list[Entity]] = field(default_factory=lambda: defaultdict[str, list[Entity]](list))

    def of(self, kind: Kind) -> dict[int, Any]:
        """The records of this kind."""
        if kind == "note":
            return self.notes
        if kind == "turn":
            return self.turns
        return self.facts if kind == "fact" else self.entities


def named(names: Mapping[str, Iterable[Entity]]) -> dict[str, tuple[Entity, ...]]:
    """Whom each name key means, most mentioned first, then by uid."""
    return {
        key: tuple(sorted(entities, key=lambda e: (-e.mentions, e.uid))) for key, entities in names.items()
    }


def read_records(rows: Iterable[Row], with_vectors: bool = False) -> Records:
    """The rows as records; without vectors where the database was opened without a model."""
    found = Records()
    for row in rows:
        kind, node, uid, blob, *_ = row
        vector = np.frombuffer(blob, FLOATS) if blob and with_vectors else None
        if kind == "note":
            found.notes[node] = note_of(row, vector, _texts(row[-1]))
        elif kind == "turn":
            found.turns[node] = turn_of(row, vector)
        elif kind == "fact":
            found.facts[node] = fact_of(row)
        elif kind == "entity":
            found.entities[node] = entity_of(row)
        else:
            found.names[uid].append(entity_of(row, uid=row[9]))
    return found


def ids(values: Iterable[int | str]) -> str:
    """Ids or uids as one value to bind, for json_each."""
    return json.dumps(list(values))


def blob_of(vector: Vector, uid: str, stamp: EmbeddingStamp) -> bytes:
    """The vector as it lies in the file. Raises InvalidInput, naming whose it is, for one that is not usable."""
    return checked_vector(vector, stamp.dimension, f"vector of {uid!r}").astype(FLOATS).tobytes()


def by_uid(records: Iterable[Record]) -> tuple[Record, ...]:
    """The records in the order of their uids."""
    return tuple(sorted(records, key=attrgetter("uid")))


_note, _turn, _fact, _entity = maker(Note), maker(Turn), maker(Fact), maker(Entity)


def note_of(row: Row, vector: Vector | None, turns: tuple[str, ...]) -> Note:
    """A row as a note; what it tells of its turns is for the reader to read."""
    (_, _, uid, _, text, context, keywords, tags, kind, said_at, recorded_at, holds_from, holds_until, grain, recurs, state, trust,
     confidence, verified, salience, agent, language, extractor, affect, terms, _) = row  # fmt: skip
    times = map(moment_or_none, (said_at, recorded_at, holds_from, holds_until))
    return _note(uid, text, turns, context, _texts(keywords), _texts(tags), kind, *times, grain, recurs, state, trust,
                 confidence, bool(verified), salience, affect, agent, language, extractor, terms, vector)  # fmt: skip


def turn_of(row: Row, vector: Vector | None) -> Turn:
    """A row as a turn."""
    (_, _, uid, _, session, text, speaker, role, said_at, position, caption, agent, recorded_at, state, terms, used, corrections,
     *_) = row  # fmt: skip
    return _turn(uid, session, text, speaker, role, moment_or_none(said_at), position, caption, agent,
                 _texts(used) if used else (), moment_or_none(recorded_at), state, corrections_from(corrections),
                 terms, vector)  # fmt: skip


def fact_of(row: Row) -> Fact:
    """A row as a fact."""
    (_, _, uid, _, subject, type_, object_, text, holds_from, holds_until, grain, recorded_at, retired_at, trust,
     confidence, notes, conflicts, *_) = row  # fmt: skip
    return _fact(uid, subject, type_, object_, text, _texts(notes), moment_or_none(holds_from),
                 moment_or_none(holds_until), grain, moment_or_none(recorded_at), moment_or_none(retired_at), trust,
                 confidence, _texts(conflicts))  # fmt: skip


def entity_of(row: Row, uid: str | None = None) -> Entity:
    """A row as an entity; its uid is that of the row, or this."""
    name, type_, mentions, first_at, last_at = row[4:9]
    return _entity(
        uid or row[2], name, type_, mentions, moment_or_none(first_at), moment_or_none(last_at), None, None
    )


def _texts(array: str) -> tuple[str, ...]:
    return () if array == "[]" else tuple(_JSON.raw_decode(array)[0])
