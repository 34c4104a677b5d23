"""What joins the notes, entities and facts of one space: ids of rows, in memory, so that a walk asks the file nothing.

Read whole when it is first walked, then kept in step by the change log, whichever process writes. Words it has of those
notes only that somebody looked at lately.
"""

from array import array
from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import chain, islice
from threading import Lock
from typing import Any, NamedTuple

from memgraph_core.store.sqlite import filters
from memgraph_core.store.sqlite.connection import Link, Row
from memgraph_core.store.sqlite.place import SINCE, place_of
from memgraph_core.store.sqlite.records import ids

_NEVER = -(2**62)  # when nothing tells when

_MOST = 50_000  # notes whose words are held
_WORDS = "SELECT id, uid, ' ' || terms || ' ' FROM note WHERE id IN (SELECT value FROM json_each(?))"
_FACT = """
SELECT 'fact', f.id, f.subject, f.object, f.type, f.recorded_at,
  (SELECT group_concat(target) FROM edge WHERE source = f.id AND edge.type = 'FACT_FROM')
"""
# Where the namespace stands; the entities of :seeds; with filters, the notes that pass; and what the graph must learn: all
# entities with their notes, all facts and the notes that are hidden, or those that changed.
IN_STEP = f"""
WITH {SINCE}
SELECT 'here', id, json_array(space, version, generation, documents, last, known, model, dimension), NULL, salt, NULL, NULL
  FROM here
UNION ALL
SELECT 'seed', e.id, NULL, NULL, NULL, NULL, NULL FROM here CROSS JOIN json_each(:seeds)
  CROSS JOIN entity e ON e.space = here.space AND e.uid = value
UNION ALL
SELECT 'passes', n.id, NULL, NULL, NULL, NULL, NULL FROM here CROSS JOIN note n ON n.space = here.space AND {filters.NOTE}
  WHERE :filtered
UNION ALL
SELECT 'entity', e.id, e.uid,
    (SELECT group_concat(source ORDER BY at, source) FROM edge WHERE target = e.id AND edge.type = 'ABOUT'),
    (SELECT group_concat(coalesce(at, {_NEVER}) ORDER BY at, source) FROM edge
     WHERE target = e.id AND edge.type = 'ABOUT'), NULL, NULL
  FROM here CROSS JOIN entity e ON e.space = here.space WHERE NOT known
UNION ALL
{_FACT} FROM here CROSS JOIN fact f ON f.space = here.space WHERE NOT known
UNION ALL
SELECT 'hidden', n.id, NULL, NULL, NULL, NULL, NULL
  FROM here CROSS JOIN note n INDEXED BY note_hidden ON n.space = here.space AND (n.state <> 'active' OR n.kind = 'vault')
  WHERE NOT known
UNION ALL
SELECT 'named', id, uid, NULL, NULL, NULL, NULL FROM entity WHERE id IN (
  SELECT edge.target FROM changed c CROSS JOIN edge ON edge.source = c.node AND edge.type = 'ABOUT' WHERE c.kind = 'note'
  UNION
  SELECT f.subject FROM changed c CROSS JOIN fact f ON f.id = c.node WHERE c.kind = 'fact'
  UNION
  SELECT f.object FROM changed c CROSS JOIN fact f ON f.id = c.node WHERE c.kind = 'fact')
UNION ALL
SELECT 'note', c.node, n.state <> 'active' OR n.kind = 'vault',
    (SELECT group_concat(target) FROM edge WHERE source = n.id AND edge.type = 'ABOUT'),
    (SELECT max(at) FROM edge WHERE source = n.id AND edge.type = 'ABOUT'), NULL, NULL
  FROM changed c CROSS JOIN here LEFT JOIN note n ON n.id = c.node AND n.space = here.space WHERE c.kind = 'note'
UNION ALL
SELECT 'gone', c.node, NULL, NULL, NULL, NULL, NULL FROM changed c WHERE c.kind = 'fact'
UNION ALL
{_FACT} FROM changed c CROSS JOIN here CROSS JOIN fact f ON f.id = c.node AND f.space = here.space WHERE c.kind = 'fact'
"""


class Stated(NamedTuple):
    """A fact, in the order of time: whom it joins, and the notes that state it."""

    at: int
    fact: int
    subject: int
    object: int
    type: str
    notes: tuple[int, ...]

    def beyond(self, entity: int) -> int:
        """The other end."""
        return self.object if self.subject == entity else self.subject

    def found_under(self) -> set[Any]:
        """Where it is filed: its ends, and each with its type."""
        ends = (self.subject, self.object)
        return {*ends, *((end, self.type) for end in ends)}


class Graph:
    """The graph of one space. Whoever brings it in step and walks it holds `lock` all the while."""

    def __init__(self) -> None:
        self.lock = Lock()
        self._clear()

    def in_step(self, link: Link, values: dict[str, object]) -> list[Row]:
        """Learn what this read transaction knows; begins its snapshot, so that the graph is never ahead of it."""
        rows = link.run(IN_STEP, values | {"space": self._space, "seen": self._sequence})
        here = next((row[:5] for row in rows if row[0] == "here"), None)
        if here is None:
            self._clear()
            return rows
        place, last, known = place_of(here)
        if known:
            self._change(rows)
        else:
            self._load(rows)
        self._space, self._sequence = place.space, last
        return rows

    def newest(self, entity: int, count: int, passing: Collection[int] | None) -> list[int]:
        """The newest notes about it, newest first: those `passing`, or without that all that are not hidden."""
        notes = self._notes.get(entity, ())
        found = list(notes[: -count - 1 : -1])
        if passing is None and self._hidden.isdisjoint(found):
            return found
        return list(islice((note for note in reversed(notes) if self.shows(note, passing)), count))

    def shows(self, note: int, passing: Collection[int] | None) -> bool:
        """Whether a note passes."""
        return note not in self._hidden if passing is None else note in passing

    def company(self, notes: Sequence[int]) -> Counter[int]:
        """Whom the notes are about, and how many of them each."""
        return Counter(chain.from_iterable(map(self._about.__getitem__, notes)))

    def about(self, notes: Iterable[int], entities: Collection[int], count: int) -> dict[int, list[int]]:
        """For each of the entities the first so many of the notes that are about it, too."""
        found: dict[int, list[int]] = {entity: [] for entity in entities}
        missing = len(found)
        for note in notes if missing else ():
            for entity in self._about[note]:
                if entity in found and len(found[entity]) < count:
                    found[entity].append(note)
                    missing -= len(found[entity]) == count
            if not missing:
                break
        return found

    def is_hub(self, entity: int, notes: int) -> bool:
        """Whether so many notes are about it."""
        return len(self._notes.get(entity, ())) >= notes

    def facts(
        self, entity: int, relations: Collection[str], barred: Collection[int], count: int
    ) -> list[Stated]:
        """Its facts with others that are not barred: those of the relations first, then the newest."""
        of_relations = [self._stated.get((entity, kind), ()) for kind in relations]
        asked = sorted(chain(*of_relations), reverse=True)
        found: dict[int, Stated] = {}
        for stated in chain(asked, reversed(self._stated.get(entity, ()))):
            other = stated.beyond(entity)
            if other != entity and other not in barred:
                found[stated.fact] = stated
                if len(found) == count:
                    break
        return list(found.values())

    def uid(self, entity: int) -> str:
        """The uid of an entity."""
        return self._uids[entity]

    def read(self, link: Link, notes: Iterable[int]) -> None:
        """Read the uids and terms of these notes that are not held."""
        wanted = set(notes)
        if len(self._words) + len(wanted) > _MOST:
            self._words.clear()
        missing = wanted - self._words.keys()
        self._words.update({note: (uid, terms) for note, uid, terms in link.run(_WORDS, (ids(missing),))})

    def uid_of_note(self, note: int) -> str:
        """The uid of a note that was read."""
        return self._words[note][0]

    def worth(self, note: int, terms: Iterable[tuple[str, float]]) -> float:
        """What the terms, each between blanks, are worth together that a note holds; it was read."""
        held = self._words[note][1]
        return sum([worth for term, worth in terms if term in held])

    def _clear(self) -> None:
        self._space, self._sequence = -1, -1
        self._uids: dict[int, str] = {}
        self._notes: dict[int, array[int]] = {}  # entity → notes about it, oldest first
        self._about: dict[int, list[int]] = {}  # note → entities
        self._at: dict[int, int] = {}  # note → when
        self._hidden: set[int] = set()
        self._words: dict[int, tuple[str, str]] = {}  # note → uid, and terms between blanks
        self._facts: dict[int, Stated] = {}
        self._stated: dict[Any, list[Stated]] = {}  # entity, or entity and type → facts, oldest first

    def _load(self, rows: list[Row]) -> None:
        self._clear()
        for kind, node, *values in rows:
            if kind == "entity":
                self._load_entity(node, *values[:3])
            elif kind == "fact":
                self._add_fact(_stated(node, values))
            elif kind == "hidden":
                self._hidden.add(node)
        for stated in self._stated.values():
            stated.sort()

    def _load_entity(self, entity: int, uid: str, notes: str | None, at: str | None) -> None:
        self._uids[entity] = uid
        if notes and at:
            self._notes[entity] = array("q", map(int, notes.split(",")))
            for note, when in zip(self._notes[entity], map(int, at.split(",")), strict=True):
                self._at[note] = when
                self._about.setdefault(note, []).append(entity)

    def _change(self, rows: list[Row]) -> None:
        for kind, node, *values in rows:
            if kind == "named":
                self._uids[node] = values[0]
            elif kind == "note":
                self._change_note(node, *values[:3])
            elif kind == "gone":
                self._remove_fact(node)
            elif kind == "fact":
                stated = _stated(node, values)
                self._facts[node] = stated
                for key in stated.found_under():
                    insort(self._stated.setdefault(key, []), stated)

    def _change_note(self, note: int, hidden: int | None, entities: str | None, at: int | None) -> None:
        for entity in self._about.pop(note, ()):
            notes = self._notes[entity]
            del notes[self._place(notes, note)]
        self._words.pop(note, None)
        self._hidden.discard(note)
        if hidden:
            self._hidden.add(note)
        self._at[note] = _NEVER if at is None else at
        if entities:
            self._about[note] = [int(entity) for entity in entities.split(",")]
            for entity in self._about[note]:
                notes = self._notes.setdefault(entity, array("q"))
                notes.insert(self._place(notes, note), note)

    def _place(self, notes: "array[int]", note: int) -> int:
        return bisect_left(notes, (self._at[note], note), key=lambda other: (self._at[other], other))

    def _add_fact(self, stated: Stated) -> None:
        self._facts[stated.fact] = stated
        for key in stated.found_under():
            self._stated.setdefault(key, []).append(stated)

    def _remove_fact(self, fact: int) -> None:
        if (stated := self._facts.pop(fact, None)) is None:
            return
        for key in stated.found_under():
            held = self._stated[key]
            del held[bisect_left(held, stated)]


def _stated(fact: int, values: Sequence[Any]) -> Stated:
    subject, object_, type_, at, notes = values
    of = tuple(map(int, notes.split(","))) if notes else ()
    return Stated(_NEVER if at is None else at, fact, subject, object_, type_, of)
