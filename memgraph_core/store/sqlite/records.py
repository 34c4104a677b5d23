"""Records as they come out of the file: one shape of row for every kind, so that one statement brings them all.

A row is (kind, uid, vector, fields …), as many fields as the kind with most of them has, in the order that the
reader of that kind unpacks. Kinds are note, turn, fact, entity, and `key`, which says that the name key `uid`
means an entity. Statements are made by joining these constants, once, when a module is loaded; values are
always bound.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np

from memgraph_core.store.sqlite.connection import Row
from memgraph_core.store.sqlite.times import moment_or_none
from memgraph_core.types import Entity, Fact, Note, Turn, Vector

Record = TypeVar("Record")

FLOATS = np.dtype("<f4")

_FIELDS = 21


def row_of(kind: str, uid: str, vector: str, *fields: str) -> str:
    """A SELECT of one row of this kind; what it selects from is put behind."""
    columns = (f"'{kind}'", uid, vector, *fields, *["NULL"] * (_FIELDS - len(fields)))
    return f"SELECT {', '.join(columns)}"


# On a note n, a turn t, a fact f, an entity e.
NOTE = row_of(
    *("note", "n.uid", "n.vector", "n.text", "n.context", "n.keywords", "n.tags", "n.kind", "n.said_at"),
    *("n.recorded_at", "n.holds_from", "n.holds_until", "n.grain", "n.state", "n.trust", "n.confidence"),
    *("n.verified", "n.salience", "n.agent", "n.language", "n.extractor", "n.terms"),
    """(SELECT json_group_array(turn.uid) FROM edge CROSS JOIN turn ON turn.id = edge.target
        WHERE edge.source = n.id AND edge.type = 'FROM')""",
    "(SELECT json_group_array(target) FROM edge WHERE source = n.id AND type = 'ABOUT')",
)
TURN = row_of(
    *("turn", "t.uid", "t.vector", "t.session", "t.text", "t.speaker", "t.role", "t.said_at", "t.position"),
    *("t.caption", "t.agent", "t.recorded_at", "t.state", "t.terms"),
    "(SELECT json_group_array(target) FROM edge WHERE source = t.id AND type = 'MENTIONS')",
)
FACT = row_of(
    *("fact", "f.uid", "NULL", "(SELECT uid FROM entity WHERE id = f.subject)", "f.type"),
    *("(SELECT uid FROM entity WHERE id = f.object)", "f.text", "f.holds_from", "f.holds_until", "f.grain"),
    *("f.recorded_at", "f.retired_at", "f.trust", "f.confidence"),
    """(SELECT json_group_array(note.uid) FROM edge CROSS JOIN note ON note.id = edge.target
        WHERE edge.source = f.id AND edge.type = 'FACT_FROM')""",
)
ENTITY = row_of(
    "entity", "e.uid", "NULL", "e.name", "e.type", "e.mentions", "e.first_at", "e.last_at", "e.id"
)
# What the name keys in :keys mean, in :space.
KEYS = f"""
{row_of("key", "k.key", "NULL", "e.uid")}
  FROM json_each(:keys) wanted CROSS JOIN name k ON k.space = :space AND k.key = wanted.value
  CROSS JOIN entity e ON e.id = k.entity
UNION ALL
{ENTITY} FROM entity e WHERE e.id IN (
  SELECT entity FROM name WHERE space = :space AND key IN (SELECT value FROM json_each(:keys)))
"""

# Everything that hangs together with what was picked. In front of it stand the tables here (space),
# picked_note, picked_turn, picked_fact and picked_entity, each with one column `id`.
RECORDS = f"""
, all_turn(id) AS MATERIALIZED (
  SELECT id FROM picked_turn
  UNION SELECT edge.target FROM picked_note p CROSS JOIN edge ON edge.source = p.id AND edge.type = 'FROM'
), all_entity(id) AS MATERIALIZED (
  SELECT id FROM picked_entity
  UNION SELECT edge.target FROM picked_note p CROSS JOIN edge ON edge.source = p.id AND edge.type = 'ABOUT'
  UNION SELECT edge.target FROM all_turn p CROSS JOIN edge ON edge.source = p.id AND edge.type = 'MENTIONS'
  UNION SELECT subject FROM picked_fact p CROSS JOIN fact ON fact.id = p.id
  UNION SELECT object FROM picked_fact p CROSS JOIN fact ON fact.id = p.id
)
{NOTE} FROM picked_note p CROSS JOIN note n ON n.id = p.id
UNION ALL
{TURN} FROM all_turn p CROSS JOIN turn t ON t.id = p.id
UNION ALL
{FACT} FROM picked_fact p CROSS JOIN fact f ON f.id = p.id
UNION ALL
{ENTITY} FROM all_entity p CROSS JOIN entity e ON e.id = p.id AND e.space = (SELECT space FROM here)
"""


@dataclass(slots=True)
class Records:
    """What a statement brought, by uid."""

    notes: dict[str, Note] = field(default_factory=dict[str, Note])
    turns: dict[str, Turn] = field(default_factory=dict[str, Turn])
    facts: dict[str, Fact] = field(default_factory=dict[str, Fact])
    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])
    # Of a note, whom it is about, of a turn, whom it mentions: among the entities that came along.
    about: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    names: dict[str, list[str]] = field(default_factory=lambda: defaultdict[str, list[str]](list))

    def named(self) -> dict[str, tuple[Entity, ...]]:
        """Whom each name key means, most mentioned first, then by uid."""
        return {
            key: tuple(sorted((self.entities[uid] for uid in uids), key=lambda e: (-e.mentions, e.uid)))
            for key, uids in self.names.items()
        }


def read_records(rows: Iterable[Row], with_vectors: bool) -> Records:
    """The rows as records; without vectors where the database was opened without a model."""
    found = Records()
    entity_uids: dict[int, str] = {}
    spoken_of: dict[str, str] = {}  # of a note or turn: ids of entities, as JSON
    for kind, uid, blob, *fields in rows:
        vector = np.frombuffer(blob, FLOATS) if blob and with_vectors else None
        if kind == "note":
            found.notes[uid], spoken_of[uid] = _note(uid, vector, fields)
        elif kind == "turn":
            found.turns[uid], spoken_of[uid] = _turn(uid, vector, fields)
        elif kind == "fact":
            found.facts[uid] = _fact(uid, fields)
        elif kind == "entity":
            found.entities[uid], entity_uids[fields[5]] = _entity(uid, fields), uid
        else:
            found.names[uid].append(fields[0])
    for uid, array in spoken_of.items():
        found.about[uid] = tuple(
            sorted(entity_uids[node] for node in json.loads(array) if node in entity_uids)
        )
    return found


def ids(values: Iterable[int | str]) -> str:
    """Ids or uids as one value to bind, for json_each."""
    return json.dumps(list(values))


def by_uid(records: dict[str, Record]) -> tuple[Record, ...]:
    """The records in the order of their uids."""
    return tuple(records[uid] for uid in sorted(records))


def _note(uid: str, vector: Vector | None, fields: Sequence[Any]) -> tuple[Note, str]:
    (text, context, keywords, tags, kind, said_at, recorded_at, holds_from, holds_until, grain, state, trust,
     confidence, verified, salience, agent, language, extractor, terms, turns, about) = fields  # fmt: skip
    note = Note(
        uid=uid,
        text=text,
        turns=_texts(turns),
        context=context,
        keywords=_texts(keywords),
        tags=_texts(tags),
        kind=kind,
        said_at=moment_or_none(said_at),
        recorded_at=moment_or_none(recorded_at),
        holds_from=moment_or_none(holds_from),
        holds_until=moment_or_none(holds_until),
        grain=grain,
        state=state,
        trust=trust,
        confidence=confidence,
        verified=bool(verified),
        salience=salience,
        agent=agent,
        language=language,
        extractor=extractor,
        terms=terms,
        vector=vector,
    )
    return note, about


def _turn(uid: str, vector: Vector | None, fields: Sequence[Any]) -> tuple[Turn, str]:
    (session, text, speaker, role, said_at, position, caption, agent, recorded_at, state, terms,
     mentioned, *_) = fields  # fmt: skip
    turn = Turn(
        uid=uid,
        session=session,
        text=text,
        speaker=speaker,
        role=role,
        said_at=moment_or_none(said_at),
        position=position,
        caption=caption,
        agent=agent,
        recorded_at=moment_or_none(recorded_at),
        state=state,
        terms=terms,
        vector=vector,
    )
    return turn, mentioned


def _fact(uid: str, fields: Sequence[Any]) -> Fact:
    (subject, type_, object_, text, holds_from, holds_until, grain, recorded_at, retired_at, trust,
     confidence, notes, *_) = fields  # fmt: skip
    return Fact(
        uid=uid,
        subject=subject,
        type=type_,
        object=object_,
        text=text,
        notes=_texts(notes),
        holds_from=moment_or_none(holds_from),
        holds_until=moment_or_none(holds_until),
        grain=grain,
        recorded_at=moment_or_none(recorded_at),
        retired_at=moment_or_none(retired_at),
        trust=trust,
        confidence=confidence,
    )


def _entity(uid: str, fields: Sequence[Any]) -> Entity:
    name, type_, mentions, first_at, last_at, *_ = fields
    return Entity(
        uid=uid,
        name=name,
        type=type_,
        mentions=mentions,
        first_at=moment_or_none(first_at),
        last_at=moment_or_none(last_at),
    )


def _texts(array: str) -> tuple[str, ...]:
    return () if array == "[]" else tuple(json.loads(array))
