"""Which notes of one space are about whom, both ways: ids of rows.

Of a whole space it is kept as the file tells it, until somebody is met by a walk: most entities and notes never are, and to
make lists of them all took longest of what a first search reads.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence

import numpy as np

from memgraph_core.store.sqlite.connection import Row

NEVER = -(2**62)  # when nothing tells when


class Abouts:
    """Notes by entity, in the order of time, and entities by note."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        """Each row is an entity, the notes about it, oldest first, and when each of them is, joined by commas."""
        self._told = {entity: (notes, at) for entity, notes, at in rows if notes}  # of those not met so far
        self._notes: dict[int, array[int]] = {}
        self._at: dict[int, int] = {}  # note → when
        self._entities: dict[int, tuple[int, ...]] = {}  # of notes that were met or changed
        joined = ",".join([notes for notes, _ in self._told.values()])
        of_all = np.fromstring(joined, np.int64, sep=",")
        counts = [notes.count(",") + 1 for notes, _ in self._told.values()]
        about = np.repeat(np.fromiter(self._told, np.int64), counts)
        order = np.argsort(of_all, kind="stable")
        self._pairs = of_all[order], about[order]  # of all others, by note

    def of(self, entity: int) -> Sequence[int]:
        """The notes about it, oldest first."""
        if (told := self._told.pop(entity, None)) is not None:
            notes, at = (array("q", map(int, text.split(","))) for text in told)
            self._notes[entity] = notes
            self._at.update(zip(notes, at, strict=True))
        return self._notes.get(entity, ())

    def entities(self, notes: Sequence[int]) -> list[tuple[int, ...]]:
        """Whom each of the notes is about."""
        missing = [note for note in notes if note not in self._entities]
        if missing:
            of, about = self._pairs
            first, after = np.searchsorted(of, missing), np.searchsorted(of, missing, side="right")
            for note, start, end in zip(missing, first.tolist(), after.tolist(), strict=True):
                self._entities[note] = tuple(about[start:end].tolist())
        return [self._entities[note] for note in notes]

    def change(self, note: int, entities: tuple[int, ...], at: int) -> None:
        """The note is of this time now, and about these."""
        for entity in self.entities((note,))[0]:
            self.of(entity)
            notes = self._notes[entity]
            del notes[self._place(notes, note)]
        self._at[note], self._entities[note] = at, entities
        for entity in entities:
            self.of(entity)
            notes = self._notes.setdefault(entity, array("q"))
            notes.insert(self._place(notes, note), note)

    def _place(self, notes: "array[int]", note: int) -> int:
        return bisect_left(notes, (self._at[note], note), key=lambda other: (self._at[other], other))
