"""What joins the notes, entities and facts of one space: ids of rows, in memory, so that a walk asks the file nothing.

Read whole when it is first walked, then kept in step by the change log, whichever process writes. Words it has of those
notes only that somebody looked at lately.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain, islice
from threading import Lock

from memgraph_core.store.sqlite import filters
from memgraph_core.store.sqlite.abouts import NEVER, Abouts
from memgraph_core.store.sqlite.company import Company, company_of
from memgraph_core.store.sqlite.connection import Link, Row
from memgraph_core.store.sqlite.place import SINCE, place_of
from memgraph_core.store.sqlite.records import ids
from memgraph_core.store.sqlite.stated import Stated, StatedFacts

_MOST = 50_000  # notes whose words are held
_MOST_COMPANY = 5_000  # entities whose company is held
_WORDS = "SELECT id, uid, ' ' || terms || ' ' FROM note WHERE id IN (SELECT value FROM json_each(?))"
_NOTES_OF = f"""
SELECT source, coalesce(at, {NEVER}) AS at FROM edge WHERE target = e.id AND edge.type = 'ABOUT' ORDER BY edge.at, source
"""
_FACT = f"""
SELECT 'fact', f.id, f.subject, f.object, f.type, coalesce(f.recorded_at, {NEVER}),
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
    (SELECT group_concat(source) FROM ({_NOTES_OF})), (SELECT group_concat(at) FROM ({_NOTES_OF})), NULL, NULL
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
        notes = self._abouts.of(entity)
        found = list(notes[: -count - 1 : -1])
        if passing is None and self._hidden.isdisjoint(found):
            return found
        return list(islice((note for note in reversed(notes) if self.shows(note, passing)), count))

    def shows(self, note: int, passing: Collection[int] | None) -> bool:
        """Whether a note passes."""
        return note not in self._hidden if passing is None else note in passing

    def entities(self, notes: Sequence[int]) -> list[tuple[int, ...]]:
        """Whom each of the notes is about."""
        return self._abouts.entities(notes)

    def company(
        self, entity: int, look_at: int, most: int, shown: int, passing: Collection[int] | None
    ) -> tuple[Company, ...]:
        """Whom most of so many of its newest notes are about, too (see `company_of`).

        Who is asked about is mostly somebody who was asked about before, so it is kept until a note about them changes.
        """
        if passing is not None:
            return self._company_in(entity, look_at, most, shown, passing)
        if len(self._company) > _MOST_COMPANY:
            self._company.clear()
        kept, asked = self._company.setdefault(entity, {}), (look_at, most, shown)
        if asked not in kept:
            kept[asked] = self._company_in(entity, look_at, most, shown, None)
        return kept[asked]

    def is_hub(self, entity: int, notes: int) -> bool:
        """Whether so many notes are about it."""
        return len(self._abouts.of(entity)) >= notes

    def facts(
        self, entity: int, relations: Collection[str], barred: Collection[int], count: int
    ) -> list[Stated]:
        """Its facts with others that are not barred: those of the relations first, then the newest."""
        found: dict[int, Stated] = {}
        for stated in self._stated.of(entity, relations):
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

    def _company_in(
        self, entity: int, look_at: int, most: int, shown: int, passing: Collection[int] | None
    ) -> tuple[Company, ...]:
        notes = self.newest(entity, look_at, passing)
        return company_of(entity, notes, self.entities(notes), most, shown, self.uid)

    def _clear(self) -> None:
        self._space, self._sequence = -1, -1
        self._uids: dict[int, str] = {}
        self._abouts = Abouts()
        self._stated = StatedFacts()
        self._hidden: set[int] = set()
        self._company: dict[int, dict[tuple[int, int, int], tuple[Company, ...]]] = {}
        self._words: dict[int, tuple[str, str]] = {}  # note → uid, and terms between blanks

    def _load(self, rows: list[Row]) -> None:
        self._clear()
        entities = [row[1:] for row in rows if row[0] == "entity"]
        self._uids = {entity: uid for entity, uid, *_ in entities}
        self._abouts = Abouts([(entity, notes, at) for entity, _, notes, at, *_ in entities])
        self._stated = StatedFacts(row[1:] for row in rows if row[0] == "fact")
        self._hidden = {row[1] for row in rows if row[0] == "hidden"}

    def _change(self, rows: list[Row]) -> None:
        for kind, node, *values in rows:
            if kind == "named":
                self._uids[node] = values[0]
            elif kind == "note":
                self._change_note(node, *values[:3])
            elif kind == "gone":
                self._stated.remove(node)
            elif kind == "fact":
                self._stated.put((node, *values))

    def _change_note(self, note: int, hidden: int | None, entities: str | None, at: int | None) -> None:
        self._words.pop(note, None)
        self._hidden.discard(note)
        if hidden:
            self._hidden.add(note)
        about = tuple(map(int, entities.split(","))) if entities else ()
        for entity in chain(self.entities((note,))[0], about):
            self._company.pop(entity, None)
        self._abouts.change(note, about, NEVER if at is None else at)
