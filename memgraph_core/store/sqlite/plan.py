"""A write plan, carried out: its turns, its notes, and in two statements all else that it says (planned.sql)."""

import json
from collections.abc import Iterable, Mapping, Sequence

from memgraph_core.records.graph import Change, Note
from memgraph_core.records.plan import Applied, Stale, TurnUpdate, WritePlan
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.embedding_stamps import refuse_other
from memgraph_core.store.merging import named_in
from memgraph_core.store.sqlite import closings, ledger, merging, revisions, tombstones
from memgraph_core.store.sqlite import place as places
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.place import Place, space_name
from memgraph_core.store.sqlite.records import blob_of, ids
from memgraph_core.store.sqlite.times import micros

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
# With its vector, or without one.
_TURN = """
INSERT INTO written_turn (namespace, uid, state, terms, vector, space, first, last) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_REBUILT_VECTOR = """
INSERT INTO rebuilt_vector (namespace, turn, vector) SELECT namespace, id, ?3 FROM turn WHERE namespace = ?1 AND uid = ?2
ON CONFLICT DO UPDATE SET vector = excluded.vector
"""
_NOTES = "INSERT INTO written_notes (space, notes, vectors) VALUES (?, ?, ?)"
# OR ROLLBACK: else SQLite sets aside each page as it was, in case that the statement fails half-way and the transaction goes on.
_PLAN = "INSERT OR ROLLBACK INTO written_plan (namespace, space, gate, told) VALUES (?, ?, ?, jsonb(?))"
_REST = "INSERT INTO written_seldom (namespace, space, owner, told) VALUES (?, ?, ?, jsonb(?))"
# What most plans do not say (written_seldom).
_SELDOM = frozenset((
    "links", "revised", "undone", "kept", "ends", "conflicts", "cut", "members", "merges", "apart", "together",
    "calls", "salts", "tombstones", "changes",
))  # fmt: skip
CHANGE = """
INSERT INTO change (namespace, uid, kind, by, at, reason, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (namespace, uid) DO NOTHING
"""

Rows = Mapping[str, Sequence[object]]
# One for all: made anew for each value it takes longer than its work. Not ASCII: a lone surrogate would go unnoticed.
_JSON = json.JSONEncoder(ensure_ascii=False, check_circular=False)


def apply(link: Link, namespace: str, plan: WritePlan, stamp: EmbeddingStamp | None) -> Applied | Stale:
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


def gone_and_merged(link: Link, namespace: str, plan: WritePlan) -> tuple[int, int]:
    """How many turns that the plan was made from are no longer in the log, and how many of the entities that it
    speaks of are merged into others.
    """
    turns = {each.uid for each in plan.turns} | {each.turn for each in plan.revisions}
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


def carry_out(
    link: Link,
    place: Place,
    plan: WritePlan,
    stamp: EmbeddingStamp | None,
    *,
    merged: bool,
    seen: bool = True,
    anew: bool = False,
) -> None:
    """Write all that the plan says. `merged` says that it speaks of entities that are merged. Unseen, turns
    keep their states, and decisions stand under the negated space, where nobody looks; with a model `anew` turns
    keep their vectors too.
    """
    rows: dict[str, Sequence[object]] = {
        **_nodes(plan, stamp),
        **_edges(plan),
        **_tied(plan),
        **_decisions(place, plan),
    }
    # What is read for it is read before anything is written, which changes nothing of that.
    if plan.withdrawals or plan.invalidations:
        rows |= closings.rows_of(link, place, plan.withdrawals, plan.invalidations)
    if merged or plan.merges or plan.splits:
        rows |= merging.rows_of(link, place, plan)
    vectors = _vectors(plan.turns, stamp)
    link.many(
        _TURN,
        [
            (place.namespace, t.uid, t.state if seen else None, t.terms or None, None if anew else vector, place.space,
             *(t.context_span or (None, None)))
            for t, vector in zip(plan.turns, vectors, strict=True)
        ],
    )  # fmt: skip
    if anew:
        rebuilt = zip(plan.turns, vectors, strict=True)
        link.many(_REBUILT_VECTOR, [(place.namespace, t.uid, vector) for t, vector in rebuilt if vector])
    if plan.notes:
        link.run(_NOTES, (place.space, *_notes(plan.notes, stamp)))
    told = {kind: each for kind, each in rows.items() if each}
    rest = {kind: told.pop(kind) for kind in _SELDOM & told.keys()}
    link.run(_PLAN, (place.namespace, place.space, plan.novelty_state, _JSON.encode(told)))
    if rest:
        owner = place.namespace if seen else -place.space
        link.run(_REST, (place.namespace, place.space, owner, _JSON.encode(rest)))


def change_row(owner: int, c: Change) -> tuple[object, ...]:
    """What CHANGE binds."""
    return (owner, *_change(c))


def _nodes(plan: WritePlan, stamp: EmbeddingStamp | None) -> Rows:
    return {
        "entities": [(e.uid, e.name, e.type) for e in plan.entities],
        "names": [(name.key, name.text, name.entity) for name in plan.names],
        "namings": [(naming.key, naming.turn) for naming in plan.name_sources],
        "links": [(tie.a, tie.b, tie.reason, tie.weight) for tie in plan.links],
        "similar": [(s.a, s.b, s.weight, s.by) for s in plan.similar],
        "revised": revisions.rows_of(plan.revisions, stamp),
        "facts": [
            (f.uid, f.subject, f.type, f.object, f.text, micros(f.holds_from), micros(f.holds_until), f.grain,
             micros(f.recorded_at), micros(f.retired_at), f.trust, f.confidence)
            for f in plan.facts
        ],
    }  # fmt: skip


def _edges(plan: WritePlan) -> Rows:
    return {
        "spoken": [(t.uid, t.speaker) for t in plan.turns if t.speaker],
        "mentions": [(m.turn, m.entity, micros(m.at), m.how) for m in plan.mentions],
        "sources": [(n.uid, turn) for n in plan.notes for turn in n.turns],
        "abouts": [(a.note, a.entity, a.role) for a in plan.abouts],
        "supports": [(s.note, s.by) for s in plan.supports],
        "evidence": [(f.uid, note) for f in plan.facts for note in f.notes],
        "conflicts": [(*sorted((c.a, c.b)), micros(c.at), c.reason) for c in plan.conflicts],
        "counted": sorted({mention.entity for mention in plan.mentions}),
    }


def _tied(plan: WritePlan) -> Rows:
    notes = {n.uid for n in plan.notes if n.turns} | {a.note for a in plan.abouts}
    facts = {f.uid for f in plan.facts if f.notes} | {end for c in plan.conflicts for end in (c.a, c.b)}
    return {
        "tied_notes": sorted(notes.union(*(f.notes for f in plan.facts))),
        "tied_turns": sorted({m.turn for m in plan.mentions}),
        "tied_facts": sorted(facts),
    }


def _decisions(place: Place, plan: WritePlan) -> Rows:
    return {
        "calls": ledger.rows_of(plan.calls),
        **tombstones.rows_for(place, plan.tombstones),
        "changes": [_change(change) for change in plan.changes],
    }


def _change(c: Change) -> tuple[object, ...]:
    return (c.uid, c.kind, c.by, micros(c.at), c.reason, c.before, c.after)


def _notes(notes: Sequence[Note], stamp: EmbeddingStamp | None) -> tuple[str, bytes]:
    """What `written_notes` is told of notes (planned.sql): their rows, and all their vectors."""
    rows: list[tuple[object, ...]] = []
    there, begin = _vectors(notes, stamp), 1
    for note, vector in zip(notes, there, strict=True):
        size = len(vector) if vector else 0
        rows.append((*_note_row(note), begin if size else None, size))
        begin += size
    return _JSON.encode(rows), b"".join(filter(None, there))


def _note_row(n: Note) -> tuple[object, ...]:
    return (n.uid, n.kind, n.state, n.trust, n.verified, n.agent, n.language, n.extractor, n.confidence, n.salience,
            n.affect, micros(n.said_at), micros(n.recorded_at), micros(n.holds_from), micros(n.holds_until),
            n.grain, n.recurs, n.terms, n.text, n.context, json.dumps(n.keywords),
            json.dumps(n.tags))  # fmt: skip


def _vectors(records: Iterable[Note | TurnUpdate], stamp: EmbeddingStamp | None) -> list[bytes | None]:
    """Of each its vector, as bytes; none has one without a model."""
    return [None if stamp is None or r.vector is None else blob_of(r.vector, r.uid, stamp) for r in records]
