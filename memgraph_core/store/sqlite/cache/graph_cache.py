"""The graph of a space in memory: the notes and facts that connect entities. With it an expansion reads little from the file.

It is loaded with the first expansion of a process, and then updated from the cache log. It contains terms only of recently
used notes.
"""

from collections.abc import Collection, Iterable
from itertools import chain, islice
from threading import Lock

from memgraph_core.store.sqlite import namespace_state
from memgraph_core.store.sqlite.cache import cache_log
from memgraph_core.store.sqlite.cache.about_index import UNKNOWN_TIME, AboutIndex
from memgraph_core.store.sqlite.cache.co_occurrence import CoOccurrence, co_occurrences
from memgraph_core.store.sqlite.cache.fact_index import FactIndex, IndexedFact
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.rows import json_array

_CACHED_TERMS = 50_000  # notes
_CACHED_CO_OCCURRENCES = 5_000  # entities

_NOTES_ABOUT = f"""
SELECT source, coalesce(at, {UNKNOWN_TIME}) AS at FROM edge WHERE target = e.id AND edge.type = 'ABOUT' ORDER BY edge.at, source
"""
_ALL_ENTITIES = f"""
SELECT e.id, e.uid, (SELECT group_concat(source) FROM ({_NOTES_ABOUT})), (SELECT group_concat(at) FROM ({_NOTES_ABOUT}))
FROM entity e WHERE e.space = :space
"""
_FACT = f"""
f.id, f.uid, f.subject, f.object, f.type, coalesce(f.recorded_at, {UNKNOWN_TIME}),
(SELECT group_concat(target) FROM edge WHERE source = f.id AND edge.type = 'FACT_FROM')
"""
_ALL_FACTS = f"SELECT {_FACT} FROM fact f WHERE f.space = :space"
_ALL_HIDDEN_NOTES = """
SELECT n.id FROM note n INDEXED BY note_hidden WHERE n.space = :space AND (n.state <> 'active' OR n.kind = 'vault')
"""
_CHANGED_FACTS = f"""
SELECT {_FACT} FROM json_each(:facts) row CROSS JOIN fact f ON f.id = row.value AND f.space = :space
"""
# Deleted notes are returned too, without entities.
_CHANGED_NOTES = """
SELECT row.value, n.state <> 'active' OR n.kind = 'vault',
  (SELECT group_concat(target) FROM edge WHERE source = n.id AND edge.type = 'ABOUT'),
  (SELECT max(at) FROM edge WHERE source = n.id AND edge.type = 'ABOUT')
FROM json_each(:notes) row LEFT JOIN note n ON n.id = row.value AND n.space = :space
"""
_ENTITIES_OF_CHANGES = """
SELECT id, uid FROM entity WHERE id IN (
  SELECT edge.target FROM json_each(:notes) row CROSS JOIN edge ON edge.source = row.value AND edge.type = 'ABOUT'
  UNION
  SELECT f.subject FROM json_each(:facts) row CROSS JOIN fact f ON f.id = row.value
  UNION
  SELECT f.object FROM json_each(:facts) row CROSS JOIN fact f ON f.id = row.value)
"""
_UIDS = "SELECT id, uid FROM note WHERE id IN (SELECT value FROM json_each(:notes))"
_TERMS = f"""
SELECT id, coalesce(at, {UNKNOWN_TIME}), uid, ' ' || terms || ' ' FROM note WHERE id IN (SELECT value FROM json_each(:notes))
"""


class GraphCache:
    """The graph of one space. A caller must hold `lock` from `synchronize` until its last use."""

    def __init__(self, namespace: str) -> None:
        self.lock = Lock()
        self._namespace = namespace
        self._connection: Connection | None = None  # of the present caller
        self._clear()

    def synchronize(self, connection: Connection) -> tuple[NamespaceState, int] | None:
        """Update the graph to the state that this transaction sees.

        Returns the namespace and the last sequence number of the cache log; None if the namespace does not exist. It must be
        the first read of its transaction, so that the graph is never newer than the transaction.
        """
        state = namespace_state.find(connection, self._namespace)
        if state is None:
            self._clear()
            return None
        self._connection = connection
        first, last = cache_log.bounds(connection)
        if state.space != self._space or self._sequence < first - 1:
            self._load(connection, state.space)
        elif last > self._sequence:
            self._update(connection, state)
        self._space, self._sequence = state.space, last
        return state, last

    def newest(self, entity: int, count: int, passing: Collection[int] | None) -> list[int]:
        """The newest notes about an entity, newest first: only `passing` ones, or all that are not hidden."""
        notes = self._abouts.notes(entity)
        newest = list(notes[: -count - 1 : -1])
        if passing is None and self._hidden.isdisjoint(newest):
            return newest
        return list(islice((note for note in reversed(notes) if self.shows(note, passing)), count))

    def shows(self, note: int, passing: Collection[int] | None) -> bool:
        """Whether a note may be shown: it is `passing`, or, if `passing` is None, it is not hidden."""
        return note not in self._hidden if passing is None else note in passing

    def co_occurrences(
        self, entity: int, counted_notes: int, count: int, notes_each: int, passing: Collection[int] | None
    ) -> tuple[CoOccurrence, ...]:
        """Up to `count` entities that share most of the newest `counted_notes` notes with this entity (see co_occurrence.py).

        Without `passing` the result is cached until a note about the entity changes, because questions are often repeated.
        """
        if passing is not None:
            return self._count_co_occurrences(entity, counted_notes, count, notes_each, passing)
        if len(self._co_occurrences) > _CACHED_CO_OCCURRENCES:
            self._co_occurrences.clear()
        cached, arguments = self._co_occurrences.setdefault(entity, {}), (counted_notes, count, notes_each)
        if arguments not in cached:
            cached[arguments] = self._count_co_occurrences(entity, counted_notes, count, notes_each, None)
        return cached[arguments]

    def is_hub(self, entity: int, notes: int) -> bool:
        """Whether at least `notes` notes are about the entity."""
        return len(self._abouts.notes(entity)) >= notes

    def facts(
        self, entity: int, relations: Collection[str], excluded: Collection[int], count: int
    ) -> list[IndexedFact]:
        """Facts with other entities that are not excluded: those of the relations first, then the newest."""
        facts: dict[int, IndexedFact] = {}
        for fact in self._facts.of(entity, relations):
            other = fact.other_end(entity)
            if other != entity and other not in excluded:
                facts[fact.fact] = fact
                if len(facts) == count:
                    break
        return list(facts.values())

    def read_terms(self, connection: Connection, notes: Iterable[int]) -> None:
        """Read the times, uids and terms of notes that are not cached."""
        requested = set(notes)
        if len(self._terms) + len(requested) > _CACHED_TERMS:
            self._terms.clear()
        if missing := requested - self._terms.keys():
            rows = connection.run(_TERMS, {"notes": json_array(missing)})
            self._terms.update({note: (at, uid, terms) for note, at, uid, terms in rows})

    def uid_of_entity(self, entity: int) -> str:
        """The uid of an entity."""
        return self._uids[entity]

    def uid_of_note(self, note: int) -> str:
        """The uid of a note whose terms were read."""
        return self._terms[note][1]

    def newest_first(self, notes: Iterable[int]) -> list[int]:
        """These notes, newest first, those of one time by uid, the last first. Their terms were read."""
        return sorted(notes, key=lambda note: self._terms[note][:2], reverse=True)

    def weight(self, note: int, terms: Iterable[tuple[str, float]]) -> float:
        """The sum of the weights of the terms in a note whose terms were read. Each term begins and ends with a space."""
        terms_of_note = self._terms[note][2]
        return sum([weight for term, weight in terms if term in terms_of_note])

    def _count_co_occurrences(
        self, entity: int, counted_notes: int, count: int, notes_each: int, passing: Collection[int] | None
    ) -> tuple[CoOccurrence, ...]:
        notes = self.newest(entity, counted_notes, passing)
        entities = self._abouts.entities(notes)
        return co_occurrences(entity, notes, entities, count, notes_each, self._uids.__getitem__)

    def _clear(self) -> None:
        self._space, self._sequence = -1, -1
        self._uids: dict[int, str] = {}  # of entities
        self._abouts = AboutIndex(self._read_uids)
        self._facts = FactIndex()
        self._hidden: set[int] = set()
        self._co_occurrences: dict[int, dict[tuple[int, int, int], tuple[CoOccurrence, ...]]] = {}
        self._terms: dict[int, tuple[int, str, str]] = {}  # note → time, uid, and terms between spaces

    def _read_uids(self, notes: Iterable[int]) -> dict[int, str]:
        assert self._connection is not None  # a caller synchronizes first
        return dict(self._connection.run(_UIDS, {"notes": json_array(notes)}))

    def _load(self, connection: Connection, space: int) -> None:
        self._clear()
        values = {"space": space}
        entities = connection.run(_ALL_ENTITIES, values)
        self._uids = {entity: uid for entity, uid, _, _ in entities}
        self._abouts = AboutIndex(
            self._read_uids, [(entity, notes, times) for entity, _, notes, times in entities]
        )
        self._facts = FactIndex(connection.run(_ALL_FACTS, values))
        self._hidden = {note for (note,) in connection.run(_ALL_HIDDEN_NOTES, values)}

    def _update(self, connection: Connection, state: NamespaceState) -> None:
        changed = cache_log.changes_since(connection, state.namespace, self._sequence)
        notes, facts = changed.get("note", []), changed.get("fact", [])
        values = {"space": state.space, "notes": json_array(notes), "facts": json_array(facts)}
        self._uids.update(dict(connection.run(_ENTITIES_OF_CHANGES, values)))
        for note, hidden, entities, time in connection.run(_CHANGED_NOTES, values):
            self._change_note(note, hidden, entities, time)
        for fact in facts:
            self._facts.remove(fact)
        for row in connection.run(_CHANGED_FACTS, values):
            self._facts.add(row)

    def _change_note(self, note: int, hidden: int | None, entities: str | None, time: int | None) -> None:
        self._terms.pop(note, None)
        self._hidden.discard(note)
        if hidden:
            self._hidden.add(note)
        about = tuple(map(int, entities.split(","))) if entities else ()
        for entity in chain(self._abouts.entities((note,))[0], about):
            self._co_occurrences.pop(entity, None)
        self._abouts.change(note, about, UNKNOWN_TIME if time is None else time)
