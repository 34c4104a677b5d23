"""`log` and `apply`: what makes turns durable, and what carries a plan out."""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from memgraph_core.errors import InvalidInput, TurnConflict
from memgraph_core.reads import Limits
from memgraph_core.store.corrections import corrections_row
from memgraph_core.store.merging import named_in
from memgraph_core.store.protocol import Stamp
from memgraph_core.store.sqlite import claims, closings, ledger, merging, revisions, tombstones
from memgraph_core.store.sqlite import place as places
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.counting import RECOUNT
from memgraph_core.store.sqlite.place import Place, space_name
from memgraph_core.store.sqlite.records import (
    KEYS,
    NOTE,
    TURN,
    Records,
    blob_of,
    ids,
    named,
    read_records,
    row_of,
)
from memgraph_core.store.sqlite.search import ALIKE
from memgraph_core.store.sqlite.times import micros
from memgraph_core.store.stamps import refuse_other
from memgraph_core.types import Change, Note, Turn
from memgraph_core.writes import Applied, Claim, Logged, Spent, Stale, TurnUpdate, WritePlan

_LOG = """
INSERT INTO turn (namespace, uid, session, position, speaker, role, agent, said_at, recorded_at, state, terms,
  text, caption, used, corrections)
VALUES (?1, ?2, ?3, coalesce(?4, (SELECT max(position) + 1 FROM turn WHERE namespace = ?1 AND session = ?3), 0),
  ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
ON CONFLICT (namespace, uid) DO NOTHING RETURNING uid
"""
# The given turns as they stand, those before the first of them in each session, notes like those that are pending, what
# the ledger adds up to, what the gate remembers, who else reads them, and whom the keys mean.
_LOGGED = f"""
WITH given AS MATERIALIZED (
  SELECT t.id, t.session, t.position FROM json_each(:turns) CROSS JOIN turn t
  ON t.namespace = :namespace AND t.uid = value
), first AS MATERIALIZED (SELECT session, min(position) AS position FROM given GROUP BY session)
, shown(id) AS (
  SELECT id FROM given
  UNION
  SELECT t.id FROM first CROSS JOIN turn t ON t.id IN (
    SELECT id FROM turn
    WHERE namespace = :namespace AND session = first.session AND position < first.position
    ORDER BY position DESC, uid DESC LIMIT :before)
), spoken(token) AS MATERIALIZED (
  SELECT DISTINCT word.value FROM given CROSS JOIN turn t ON t.id = given.id
  CROSS JOIN json_each('["' || replace(tokens(:salt, :space, t.terms), ' ', '","') || '"]') word
  WHERE t.state = 'pending' AND :candidates > 0
), {ALIKE}
{TURN} FROM shown CROSS JOIN turn t ON t.id = shown.id
UNION ALL
{NOTE} FROM alike CROSS JOIN note n ON n.id = alike.id
UNION ALL
{row_of("spent", "NULL", "NULL", "calls", "tokens_in", "tokens_out", "cost")} FROM spent WHERE namespace = :namespace
UNION ALL
{row_of("gate", "NULL", "NULL", "state")} FROM gate WHERE space = :space
UNION ALL
{row_of("taken", "NULL", "NULL", "t.uid", "claim.by")} FROM shown CROSS JOIN claim
  ON claim.turn = shown.id AND claim.until > :now AND claim.by <> :by CROSS JOIN turn t ON t.id = shown.id
UNION ALL {KEYS}
"""

# How many turns are no longer in the log, and how many entities are merged into others.
_THERE = """
SELECT (
  SELECT count(*) FROM json_each(:turns) row WHERE NOT EXISTS (
    SELECT 1 FROM namespace CROSS JOIN turn ON turn.namespace = namespace.id AND turn.uid = row.value
    WHERE namespace.name = :name)
), (
  SELECT count(*) FROM namespace CROSS JOIN json_each(:entities) row
  CROSS JOIN entity ON entity.space = (namespace.id << 16) + :generation AND entity.uid = row.value
  CROSS JOIN same_as ON same_as.alias = entity.id WHERE namespace.name = :name
)
"""
# With its vector, or without one: see written.sql.
_TURN = "INSERT INTO written_turn (namespace, uid, state, terms, vector) VALUES (?, ?, ?, ?, ?)"
_REBUILT_VECTOR = """
INSERT INTO rebuilt_vector (namespace, turn, vector) SELECT namespace, id, ?3 FROM turn WHERE namespace = ?1 AND uid = ?2
ON CONFLICT DO UPDATE SET vector = excluded.vector
"""
STAMPED = "UPDATE namespace SET model = ?2, dimension = ?3 WHERE id = ?1"
_NOTE = """
INSERT INTO written_note (space, uid, kind, state, trust, verified, agent, language, extractor, confidence, salience,
  affect, said_at, recorded_at, holds_from, holds_until, grain, recurs, terms, text, context, keywords, tags, vector)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_ENTITY = """
INSERT INTO entity (space, uid, name, type) VALUES (?, ?, ?, ?)
ON CONFLICT (space, uid) DO UPDATE SET type = excluded.type WHERE type = 'Thing' AND excluded.type <> 'Thing'
"""
_NAME = """
INSERT INTO name (space, key, text, entity) SELECT space, ?2, ?3, id FROM entity WHERE space = ?1 AND uid = ?4
ON CONFLICT DO UPDATE SET text = iif(via IS NULL, text, excluded.text), via = NULL
"""
_NAMING = """
INSERT INTO said (space, key, turn)
SELECT ?1, ?3, t.id FROM turn t WHERE t.namespace = ?2 AND t.uid = ?4
  AND EXISTS (SELECT 1 FROM name WHERE space IN (?1, -?1) AND key = ?3)
ON CONFLICT DO NOTHING
"""
_SAW = """
INSERT INTO saw (turn, space, first, last) SELECT id, ?3, ?4, ?5 FROM turn WHERE namespace = ?1 AND uid = ?2
ON CONFLICT DO UPDATE SET first = min(first, excluded.first), last = max(last, excluded.last)
"""
_LINKED = """
INSERT INTO linked (a, b, reason, weight) SELECT a.id, b.id, ?4, ?5 FROM note a CROSS JOIN note b
WHERE a.space = ?1 AND a.uid = ?2 AND b.space = ?1 AND b.uid = ?3 AND a.id <> b.id
ON CONFLICT DO UPDATE SET weight = excluded.weight
"""
_FACT = """
INSERT INTO fact (space, uid, subject, type, object, text, holds_from, holds_until, grain, recorded_at,
  retired_at, trust, confidence, told_until, told_retired)
SELECT ?1, ?2, subject.id, ?4, object.id, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?8, ?11
  FROM entity subject, entity object
  WHERE subject.space = ?1 AND subject.uid = ?3 AND object.space = ?1 AND object.uid = ?5
ON CONFLICT (space, uid) DO NOTHING
"""

# Every edge of a plan. An end that does not exist makes no edge. What is written again: a mention that was
# named stays named, the first role of a note about somebody stays, the rest is as the newer plan says. What stood
# for an entity that is merged into this one is its own now.
_EDGES = """
INSERT INTO edge (source, type, target, at, weight, label)
SELECT t.id, 'SPOKEN_BY', e.id, NULL, NULL, NULL FROM json_each(:spoken) row
  CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value ->> 0
  CROSS JOIN entity e ON e.space = :space AND e.uid = row.value ->> 1
UNION ALL
SELECT t.id, 'MENTIONS', e.id, row.value ->> 2, NULL, row.value ->> 3 FROM json_each(:mentions) row
  CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value ->> 0
  CROSS JOIN entity e ON e.space = :space AND e.uid = row.value ->> 1
UNION ALL
SELECT n.id, 'FROM', t.id, NULL, NULL, NULL FROM json_each(:sources) row
  CROSS JOIN note n ON n.space = :space AND n.uid = row.value ->> 0
  CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value ->> 1
UNION ALL
SELECT n.id, 'ABOUT', e.id, n.at, NULL, row.value ->> 2 FROM json_each(:abouts) row
  CROSS JOIN note n ON n.space = :space AND n.uid = row.value ->> 0
  CROSS JOIN entity e ON e.space = :space AND e.uid = row.value ->> 1
UNION ALL
SELECT n.id, 'SUPPORTED_BY', b.id, NULL, NULL, NULL FROM json_each(:supports) row
  CROSS JOIN note n ON n.space = :space AND n.uid = row.value ->> 0
  CROSS JOIN note b ON b.space = :space AND b.uid = row.value ->> 1
UNION ALL
SELECT f.id, 'FACT_FROM', n.id, NULL, NULL, NULL FROM json_each(:evidence) row
  CROSS JOIN fact f ON f.space = :space AND f.uid = row.value ->> 0
  CROSS JOIN note n ON n.space = :space AND n.uid = row.value ->> 1
WHERE true
ON CONFLICT DO UPDATE SET at = excluded.at, weight = excluded.weight,
  label = iif(via IS NULL AND (type = 'ABOUT' OR (type = 'MENTIONS' AND label = 'named')), label, excluded.label),
  via = NULL
"""
# Each pair once, the newer note first: what is similar to a new note is written to one place.
_SIMILAR = """
INSERT INTO similar (a, b, weight, by)
SELECT max(a.id, b.id), min(a.id, b.id), row.value ->> 2, row.value ->> 3 FROM json_each(:similar) row
  CROSS JOIN note a ON a.space = :space AND a.uid = row.value ->> 0
  CROSS JOIN note b ON b.space = :space AND b.uid = row.value ->> 1
WHERE a.id <> b.id
ON CONFLICT DO UPDATE SET weight = excluded.weight, by = excluded.by
"""
_GATE = "INSERT INTO gate (space, state) VALUES (?, ?) ON CONFLICT DO UPDATE SET state = excluded.state"
CHANGE = """
INSERT INTO change (namespace, uid, kind, by, at, reason, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (namespace, uid) DO NOTHING
"""


def log(
    link: Link,
    namespace: str,
    turns: Sequence[Turn],
    keys: Sequence[str],
    before: int,
    candidates: int,
    *,
    again: bool,
    claim: Claim | None = None,
) -> Logged:
    """See `Store.log`. `turns` are each once and checked (`distinct`), at least one."""
    place = places.make(link, namespace)
    forgotten = tombstones.forgotten(link, place, turns)
    if again and forgotten:
        tombstones.take_away(link, place, [turn for turn in turns if turn.uid in forgotten])
    elif forgotten:
        turns = [turn for turn in turns if turn.uid not in forgotten]
    new = link.many(_LOG, [_turn_row(place, turn) for turn in turns])
    now = time.time()
    told = _told(link, place, [turn.uid for turn in turns], keys, before, candidates, claim, now)
    standing = {turn.uid: turn.wordings for turn in told.records.turns.values()}
    for turn in turns:
        if turn.text not in standing[turn.uid]:
            raise TurnConflict.of(turn.uid)
    answer = _answer(namespace, place, turns, frozenset(row[0] for row in new), told)
    if claim:
        claims.take(link, place, claim, answer, now)
    return answer if again or not forgotten else replace(answer, forgotten=forgotten)


def keys_only(link: Link, namespace: str, keys: Sequence[str]) -> Logged:
    """The answer of `log` when there is nothing to log."""
    place = places.find(link, namespace)
    if place is None:
        return Logged(
            space=space_name(namespace, 1), version=0, turns=(), new=frozenset(), before=(), entities={}
        )
    return _answer(namespace, place, (), frozenset(), _told(link, place, (), keys, 0, 0))


def distinct(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Each turn once. Raises TurnConflict for one uid with two texts, InvalidInput for an unknown time."""
    met: dict[str, Turn] = {}
    for turn in turns:
        if turn.recorded_at is None:
            raise InvalidInput(f"turn {turn.uid!r}: recorded_at is None; give the time of logging.")
        if met.setdefault(turn.uid, turn).text != turn.text:
            raise TurnConflict.of(turn.uid)
    return tuple(met.values())


def apply(link: Link, namespace: str, plan: WritePlan, stamp: Stamp | None) -> Applied | Stale:
    """See `Store.apply`."""
    generation = plan.space.rpartition("#")[2]
    fits = plan.space == space_name(namespace, int(generation) if generation.isdecimal() else 0)
    missing, merged = gone_and_merged(link, namespace, plan)
    if missing:  # asked before anything is written
        there = places.find(link, namespace)
        return Stale(there.version if there else 0)
    place = places.move(link, namespace, plan.version, int(generation), stamp) if fits else None
    if place is None:
        there = places.find(link, namespace)
        if there is not None or plan.version != 0 or plan.space != space_name(namespace, 1):
            return Stale(there.version if there else 0)
        places.make(link, namespace)
        return apply(link, namespace, plan, stamp)
    refuse_other(namespace, place.stamp, stamp)
    carry_out(link, place, plan, stamp, merged=merged > 0)
    return Applied(place.version)


def carry_out(
    link: Link,
    place: Place,
    plan: WritePlan,
    stamp: Stamp | None,
    *,
    merged: bool,
    seen: bool = True,
    anew: bool = False,
) -> None:
    """Write all that the plan says. `merged` says that it speaks of entities that are merged. Unseen, turns
    keep their states, and decisions stand under the negated space, where nobody looks; with a model `anew` turns
    keep their vectors too.
    """
    vectors = _vectors(plan.turns, stamp)
    link.many(
        _TURN,
        [
            (place.namespace, t.uid, t.state if seen else None, t.terms or None, None if anew else vector)
            for t, vector in zip(plan.turns, vectors, strict=True)
        ],
    )
    if anew:
        rebuilt = zip(plan.turns, vectors, strict=True)
        link.many(_REBUILT_VECTOR, [(place.namespace, t.uid, vector) for t, vector in rebuilt if vector])
    link.many(_SAW, [(place.namespace, t.uid, place.space, *t.saw) for t in plan.turns if t.saw])
    _write_nodes(link, place, plan, stamp)
    link.run(_EDGES, _edges(place, plan))
    if similar := [(s.a, s.b, s.weight, s.by) for s in plan.similar]:
        link.run(_SIMILAR, {"space": place.space, "similar": json.dumps(similar)})
    closings.reopen(link, place, plan.reopenings)
    closings.close(link, place, plan.closings)
    closings.contradict(link, place, plan.conflicts)
    touched = {mention.entity for mention in plan.mentions}
    if touched:
        link.run(RECOUNT, {"space": place.space, "uids": ids(sorted(touched))})
    if merged or plan.merges or plan.splits:
        merging.merge(link, place, plan)
    ledger.keep(link, place.namespace, plan.calls)
    tombstones.keep(link, place, plan.tombstones)
    link.many(_GATE, [(place.space, plan.gate)] if plan.gate is not None else [])
    owner = place.namespace if seen else -place.space
    link.many(CHANGE, [change_row(owner, change) for change in plan.changes])


def gone_and_merged(link: Link, namespace: str, plan: WritePlan) -> tuple[int, int]:
    """How many turns that the plan was made from are no longer in the log, and how many of the entities that it
    speaks of are merged into others.
    """
    turns = {each.uid for each in plan.turns} | {each.turn for each in plan.revised}
    turns = turns.union(*(note.turns for note in plan.notes))
    generation = plan.space.rpartition("#")[2]
    values = {
        "turns": ids(sorted(turns)),
        "entities": ids(named_in(plan)),
        "generation": int(generation) if generation.isdecimal() else 0,
        "name": namespace,
    }
    ((missing, merged),) = link.run(_THERE, values)
    return missing, merged


def change_row(owner: int, c: Change) -> tuple[object, ...]:
    """What CHANGE binds."""
    return (owner, c.uid, c.kind, c.by, micros(c.at), c.reason, c.before, c.after)


def _write_nodes(link: Link, place: Place, plan: WritePlan, stamp: Stamp | None) -> None:
    space = place.space
    vectors = _vectors(plan.notes, stamp)
    link.many(_NOTE, [(*_note_row(space, n), v) for n, v in zip(plan.notes, vectors, strict=True)])
    link.many(_ENTITY, [(space, e.uid, e.name, e.type) for e in plan.entities])
    link.many(_NAME, [(space, name.key, name.text, name.entity) for name in plan.names])
    link.many(_NAMING, [(space, place.namespace, naming.key, naming.turn) for naming in plan.namings])
    link.many(_LINKED, [(space, tie.a, tie.b, tie.reason, tie.weight) for tie in plan.links])
    revisions.revise(link, place, plan.revised, stamp)
    link.many(
        _FACT,
        [
            (space, f.uid, f.subject, f.type, f.object, f.text, micros(f.holds_from), micros(f.holds_until),
             f.grain, micros(f.recorded_at), micros(f.retired_at), f.trust, f.confidence)
            for f in plan.facts
        ],
    )  # fmt: skip


def _edges(place: Place, plan: WritePlan) -> dict[str, object]:
    rows: dict[str, Iterable[Sequence[object]]] = {
        "spoken": [(t.uid, t.speaker) for t in plan.turns if t.speaker],
        "mentions": [(m.turn, m.entity, micros(m.at), m.how) for m in plan.mentions],
        "sources": [(n.uid, turn) for n in plan.notes for turn in n.turns],
        "abouts": [(a.note, a.entity, a.role) for a in plan.abouts],
        "supports": [(s.note, s.by) for s in plan.supports],
        "evidence": [(f.uid, note) for f in plan.facts for note in f.notes],
    }
    values: dict[str, object] = {kind: json.dumps(list(of_kind)) for kind, of_kind in rows.items()}
    return values | {"namespace": place.namespace, "space": place.space}


def _turn_row(place: Place, t: Turn) -> tuple[object, ...]:
    return (place.namespace, t.uid, t.session, t.position, t.speaker, t.role, t.agent, micros(t.said_at),
            micros(t.recorded_at), t.state, t.terms, t.text, t.caption,
            json.dumps(t.used) if t.used else None, corrections_row(t.corrections))  # fmt: skip


def _note_row(space: int, n: Note) -> tuple[object, ...]:
    return (space, n.uid, n.kind, n.state, n.trust, n.verified, n.agent, n.language, n.extractor, n.confidence,
            n.salience, n.affect, micros(n.said_at), micros(n.recorded_at), micros(n.holds_from), micros(n.holds_until),
            n.grain, n.recurs, n.terms, n.text, n.context, json.dumps(n.keywords),
            json.dumps(n.tags))  # fmt: skip


def _vectors(records: Iterable[Note | TurnUpdate], stamp: Stamp | None) -> list[bytes | None]:
    """Of each its vector, as bytes; none has one without a model."""
    return [None if stamp is None or r.vector is None else blob_of(r.vector, r.uid, stamp) for r in records]


@dataclass(frozen=True, slots=True)
class _Told:
    """What _LOGGED tells."""

    records: Records
    spent: Spent
    gate: str | None
    taken: Mapping[str, str]  # turn uid → who else reads it


def _told(
    link: Link,
    place: Place,
    uids: Sequence[str],
    keys: Sequence[str],
    before: int,
    candidates: int,
    claim: Claim | None = None,
    now: float = 0.0,
) -> _Told:
    values = {
        "namespace": place.namespace,
        "space": place.space,
        "salt": place.salt,
        "turns": ids(uids),
        "keys": ids(keys),
        "before": before,
        "candidates": candidates,
        "frequency_cap": Limits().frequency_cap,
        "by": claim.by if claim else None,  # none: nobody is told of
        "now": now,
    }
    rows = link.run(_LOGGED, values)
    taken = {row[4]: row[5] for row in rows if row[0] == "taken"}
    return _Told(
        read_records(row for row in rows if row[0] not in ("gate", "spent", "taken")),
        next((ledger.spent_of(row[4:8]) for row in rows if row[0] == "spent"), Spent()),
        next((row[4] for row in rows if row[0] == "gate"), None),
        {uid: by for uid, by in taken.items() if claim and not claim.is_gone(by)},
    )


def _answer(namespace: str, place: Place, turns: Sequence[Turn], new: frozenset[str], told: _Told) -> Logged:
    standing = {turn.uid: turn for turn in told.records.turns.values()}
    given = tuple(standing.pop(turn.uid) for turn in turns)
    return Logged(
        space=space_name(namespace, place.generation),
        version=place.version,
        turns=given,
        new=new,
        before=_before(standing.values()),
        entities=named(told.records.names),
        gate=told.gate,
        candidates=tuple(told.records.notes.values()),
        spent=told.spent,
        taken=told.taken,
    )


def _before(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    return tuple(sorted(turns, key=lambda turn: (turn.session, turn.position or 0, turn.uid)))
