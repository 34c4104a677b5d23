"""The ABOUT edges of a space in both directions, as row ids.

The notes of an entity are parsed when the entity is first used. Most entities are never used, and parsing all of them took most
of the time of the first expansion in a process.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence

import numpy as np

from memgraph_core.store.sqlite.connection import Row

UNKNOWN_TIME = -(2**62)  # sorts before all times


class AboutIndex:
    """The notes of each entity, oldest first, and the entities of each note."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        """A row has an entity, the notes about it, oldest first, and the times of these notes; both are joined by commas."""
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
        """The notes about an entity, oldest first."""
        if (unparsed := self._unparsed.pop(entity, None)) is not None:
            notes, times = (array("q", map(int, text.split(","))) for text in unparsed)
            self._notes[entity] = notes
            self._times.update(zip(notes, times, strict=True))
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
            del notes[self._position(notes, note)]
        self._times[note], self._entities[note] = time, entities
        for entity in entities:
            self.notes(entity)
            notes = self._notes.setdefault(entity, array("q"))
            notes.insert(self._position(notes, note), note)

    def _position(self, notes: "array[int]", note: int) -> int:
        return bisect_left(notes, (self._times[note], note), key=lambda other: (self._times[other], other))
