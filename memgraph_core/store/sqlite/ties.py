"""Notes, turns and facts together with what they are tied to, so that one that was read before is not asked about again.

Who wants notes wants their turns and whom they are about, too, and a search all that its turns mention and its notes
state. What of that is in memory is followed there, ids of rows only; for the rest one statement brings the records
with their ties, and the records at the ends of those ties.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic

from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.records.graph import Link as Tie
from memgraph_core.records.kinds import LinkReason
from memgraph_core.records.search import LINKS_PER_NOTE
from memgraph_core.store.sqlite.connection import Row
from memgraph_core.store.sqlite.records import (
    ENTITY,
    FACT,
    NOTE_ALONE,
    TURN,
    Kind,
    Record,
    Vectors,
    entity_of,
    fact_of,
    ids,
    note_of,
    row_of,
    turn_of,
)

# The records of :note, :turn, :fact and :entity; the turns of the notes and whom they are about; if :all, whom the turns
# mention and the facts that the notes state. Those that are `held` are only told of (see `Link.run`). Before the records come
# the ids of what notes and turns are tied to, as three arrays (of whom, how, to whom). And the strongest named ties of the
# notes that are :linked.
TIED = f"""
WITH of_note(id, how, other) AS MATERIALIZED (
  SELECT source, edge.type, target FROM json_each(:note) CROSS JOIN edge ON source = value AND edge.type IN ('ABOUT', 'FROM')
  UNION ALL
  SELECT target, edge.type, source FROM json_each(:note) CROSS JOIN edge ON target = value AND edge.type = 'FACT_FROM'
), said(id) AS MATERIALIZED (
  SELECT value FROM json_each(:turn) UNION SELECT other FROM of_note WHERE how = 'FROM'
), of_turn(id, how, other) AS MATERIALIZED (
  SELECT source, edge.type, target FROM said CROSS JOIN edge ON source = said.id AND edge.type = 'MENTIONS'
), stated(id) AS MATERIALIZED (
  SELECT value FROM json_each(:fact) UNION SELECT other FROM of_note WHERE how = 'FACT_FROM' AND :all
), spoken_of(id) AS (
  SELECT value FROM json_each(:entity)
  UNION
  SELECT other FROM of_note WHERE how = 'ABOUT'
  UNION
  SELECT other FROM of_turn WHERE :all
  UNION
  SELECT f.subject FROM stated CROSS JOIN fact f ON f.id = stated.id
  UNION
  SELECT f.object FROM stated CROSS JOIN fact f ON f.id = stated.id
)
{row_of("ties", "'note'", "NULL", "json_group_array(id)", "json_group_array(how)", "json_group_array(other)")} FROM of_note
UNION ALL
{row_of("ties", "'turn'", "NULL", "json_group_array(id)", "json_group_array(how)", "json_group_array(other)")} FROM of_turn
UNION ALL
{TURN} FROM said CROSS JOIN turn t ON t.id = said.id AND NOT held('turn', t.id)
UNION ALL
{NOTE_ALONE} FROM json_each(:note) wanted CROSS JOIN note n ON n.id = wanted.value
UNION ALL
{FACT} FROM stated CROSS JOIN fact f ON f.id = stated.id AND NOT held('fact', f.id)
UNION ALL
{ENTITY} FROM spoken_of CROSS JOIN entity e ON e.id = spoken_of.id AND NOT held('entity', e.id) AND e.space = :space
UNION ALL
{row_of("link", "a.uid", "NULL", "b.uid", "linked.reason", "linked.weight")}
  FROM json_each(:linked) row CROSS JOIN linked ON linked.id IN (
    SELECT * FROM (SELECT id FROM linked WHERE a = row.value ORDER BY weight DESC, reason, id LIMIT {LINKS_PER_NOTE})
    UNION ALL
    SELECT * FROM (SELECT id FROM linked WHERE b = row.value ORDER BY weight DESC, reason, id LIMIT {LINKS_PER_NOTE}))
  CROSS JOIN note a ON a.id = linked.a CROSS JOIN note b ON b.id = linked.b
"""
# The vectors of notes and turns, where memory has moved on and has other ones.
VECTORS = """
SELECT 'note', note, vector FROM json_each(:note) CROSS JOIN note_vector ON note = value
UNION ALL
SELECT 'turn', turn, vector FROM json_each(:turn) CROSS JOIN turn_vector ON turn = value
"""


@dataclass(slots=True)
class Tied(Generic[Record]):
    """A record and the ids of the rows that it is tied to: of a fact, entities are its subject and object."""

    record: Record
    entities: tuple[int, ...]
    turns: tuple[int, ...] = ()
    facts: tuple[int, ...] = ()
    about: tuple[str, ...] | None = None  # the uids of its entities, sorted, once somebody has asked


@dataclass(slots=True)
class Gathered:
    """Records by the ids of their rows."""

    notes: dict[int, Tied[Note]] = field(default_factory=dict[int, Tied[Note]])
    turns: dict[int, Tied[Turn]] = field(default_factory=dict[int, Tied[Turn]])
    facts: dict[int, Tied[Fact]] = field(default_factory=dict[int, Tied[Fact]])
    entities: dict[int, Entity] = field(default_factory=dict[int, Entity])
    links: tuple[Tie, ...] = ()

    def of(self, kind: Kind) -> dict[int, Any]:
        """The records of this kind."""
        if kind == "note":
            return self.notes
        if kind == "turn":
            return self.turns
        return self.facts if kind == "fact" else self.entities

    def about(self, tied: Tied[Note] | Tied[Turn]) -> tuple[str, ...]:
        """The uids of its entities, sorted; those that did not come are of another space."""
        if tied.about is None:
            came = self.entities
            tied.about = tuple(sorted([came[node].uid for node in tied.entities if node in came]))
        return tied.about


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Ids of rows by kind. `all` that the turns mention and the notes state is wanted, too, or only their ends.

    Of the notes that are `linked` the strongest named ties are wanted.
    """

    notes: Collection[int]
    turns: Collection[int] = ()
    facts: Collection[int] = ()
    entities: Collection[int] = ()
    all: bool = False
    linked: Collection[int] = ()


def follow(held: Gathered, wanted: Wanted) -> tuple[Gathered, Wanted]:
    """What is wanted and held, with the ends of its ties, and what is not held."""
    found = Gathered()
    turns, facts, entities = set(wanted.turns), set(wanted.facts), set(wanted.entities)
    notes = _split(wanted.notes, held.notes, found.notes)
    for note in found.notes.values():
        turns.update(note.turns)
        entities.update(note.entities)
        if wanted.all:
            facts.update(note.facts)
    missing_turns = _split(turns, held.turns, found.turns)
    missing_facts = _split(facts, held.facts, found.facts)
    if wanted.all:
        entities.update(*[turn.entities for turn in found.turns.values()])
    entities.update(*[fact.entities for fact in found.facts.values()])
    missing_entities = _split(entities, held.entities, found.entities)
    missing = Wanted(
        notes=notes,
        turns=missing_turns,
        facts=missing_facts,
        entities=missing_entities,
        all=wanted.all,
        linked=wanted.linked,
    )
    return found, missing


def values_of(missing: Wanted, space: int) -> dict[str, object]:
    """What TIED binds."""
    return {
        "note": ids(missing.notes),
        "turn": ids(missing.turns),
        "fact": ids(missing.facts),
        "entity": ids(missing.entities),
        "all": missing.all,
        "linked": ids(missing.linked),
        "space": space,
    }


def read_tied(rows: list[Row], vectors: Vectors, found: Gathered) -> Gathered:
    """The rows of TIED with the vectors of those that have one; turns of notes that did not come are `found`."""
    came, of = Gathered(links=_links(rows)), _ties_of(rows)
    for row in rows:
        kind, node = row[:2]
        if kind == "turn":
            record = turn_of(row, vectors.get(("turn", node)))
            came.turns[node] = Tied(record, tuple(of["MENTIONS"][node]))
        elif kind == "note":
            turns = tuple(of["FROM"][node])
            tellers = (came.turns.get(turn) or found.turns[turn] for turn in turns)
            record = note_of(row, vectors.get(("note", node)), tuple([turn.record.uid for turn in tellers]))
            facts = tuple(of["FACT_FROM"][node])
            came.notes[node] = Tied(record, tuple(of["ABOUT"][node]), turns, facts)
        elif kind == "fact":
            came.facts[node] = Tied(fact_of(row), row[17:19])
        elif kind == "entity":
            came.entities[node] = entity_of(row)
    return came


def _ties_of(rows: list[Row]) -> dict[str, dict[int, list[int]]]:
    """By how notes and turns are tied, and by each of them, to whom."""
    of: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in rows[:2]:
        for node, how, other in zip(*map(json.loads, row[4:7]), strict=True):
            of[how][node].append(other)
    return of


def _split(wanted: Iterable[int], held: dict[int, Any], found: dict[int, Any]) -> list[int]:
    missing: list[int] = []
    for node in wanted:
        record = held.get(node)
        if record is None:
            missing.append(node)
        else:
            found[node] = record
    return missing


def _links(rows: list[Row]) -> tuple[Tie, ...]:
    found: dict[tuple[str, str, LinkReason], Tie] = {}
    for kind, _, a, _, b, reason, weight, *_ in rows:
        if kind == "link":
            found[a, b, reason] = Tie(a, b, reason, weight)
    return tuple(found[key] for key in sorted(found))
