"""The ABOUT edges of a space in both directions, as row ids.

The notes of an entity are parsed when the entity is first used. Most entities are never used, and parsing all of them took most
of the time of the first expansion in a process.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from memgraph_core.store.sqlite.connection import Row

UNKNOWN_TIME = -(2**62)  # sorts before all times


class AboutIndex:
    """The notes of each entity, oldest first, those of one time by uid, and the entities of each note."""

    def __init__(
        self, read_uids: Callable[[Iterable[int]], Mapping[int, str]], rows: Iterable[Row] = ()
    ) -> None:
        """A row has an entity, the notes about it, oldest first, and the times of these notes; both are joined by commas.

        `read_uids` returns the uids of notes. Only those of notes that have the same time are read.
        """
        self._read_uids = read_uids
        self._uids: dict[int, str] = {}  # of notes that had the time of another note of an entity
        self._unparsed = {entity: (notes, times) for entity, notes, times in rows if notes}
        self._notes: dict[int, array[int]] = {}
        self._times: dict[int, int] = {}  # by note
        self._entities: dict[int, tuple[int, ...]] = {}  # by note, for notes that were requested or changed
        joined = ",".join([notes for notes, _ in self._unparsed.values()])
        notes = np.fromstring(joined, np.int64, sep=",")
        counts = [notes.count(",") + 1 for notes, _ in self._unparsed.values()]
        entities = np.repeat(np.fromiter(self._unparsed, np.int64), counts)
        order = np.argsort(notes, kind="stable")
        self._pairs = notes[order], entities[order]  # as loaded, sorted by note

    def notes(self, entity: int) -> Sequence[int]:
        """The notes about an entity, oldest first, those of one time by uid."""
        if (unparsed := self._unparsed.pop(entity, None)) is not None:
            notes, times = (array("q", map(int, text.split(","))) for text in unparsed)
            self._times.update(zip(notes, times, strict=True))
            number = Counter(times)
            if tied := [note for note, time in zip(notes, times, strict=True) if number[time] > 1]:
                self._know_uids(tied)
                notes = array("q", sorted(notes, key=self._place))
            self._notes[entity] = notes
        return self._notes.get(entity, ())

    def entities(self, notes: Sequence[int]) -> list[tuple[int, ...]]:
        """The entities that each of these notes is about."""
        missing = [note for note in notes if note not in self._entities]
        if missing:
            loaded, entities = self._pairs
            first, after = np.searchsorted(loaded, missing), np.searchsorted(loaded, missing, side="right")
            for note, start, end in zip(missing, first.tolist(), after.tolist(), strict=True):
                self._entities[note] = tuple(entities[start:end].tolist())
        return [self._entities[note] for note in notes]

    def change(self, note: int, entities: tuple[int, ...], time: int) -> None:
        """Set the entities and the time of a note."""
        for entity in self.entities((note,))[0]:
            self.notes(entity)
            notes = self._notes[entity]
            del notes[notes.index(note, bisect_left(notes, self._times[note], key=self._times.__getitem__))]
        self._times[note], self._entities[note] = time, entities
        self._uids.pop(note, None)
        for entity in entities:
            self.notes(entity)
            notes = self._notes.setdefault(entity, array("q"))
            first = bisect_left(notes, time, key=self._times.__getitem__)
            after = bisect_right(notes, time, lo=first, key=self._times.__getitem__)
            if first < after:  # if there are several, their uids are known since there are two
                self._know_uids((note, notes[first]))
            notes.insert(bisect_left(notes, self._place(note), first, after, key=self._place), note)

    def _place(self, note: int) -> tuple[int, str]:
        return self._times[note], self._uids.get(note, "")

    def _know_uids(self, notes: Iterable[int]) -> None:
        if unknown := [note for note in notes if note not in self._uids]:
            self._uids.update(self._read_uids(unknown))
