"""The facts of one space by whom they join: as the file tells them, until somebody is met whom they join.

Most entities are never met by a walk, and to sort what is said of all of them took longest of what a first search reads.
"""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from memgraph_core.store.sqlite.connection import Row

_ALL = ""  # no type of a fact


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


# As it is held: a plain tuple of what Stated names. Python's collector of garbage passes over those, but not over named ones.
_Held = tuple[int, int, int, int, str, tuple[int, ...]]


class StatedFacts:
    """What is stated of whom. A row is (fact, subject, object, type, at, the notes' ids joined by commas)."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._rows: dict[int, Row] = {}  # by fact
        self._of: defaultdict[int, set[int]] = defaultdict(set)  # entity → its facts
        self._met: dict[int, dict[str, list[_Held]]] = {}  # entity → type, or all → facts, oldest first
        for row in rows:
            self.put(row)

    def put(self, row: Row) -> None:
        """A fact that is not there."""
        fact, subject, object_, type_, *_ = row
        self._rows[fact] = row
        for end in {subject, object_}:
            self._of[end].add(fact)
            if end in self._met:
                for kind in (_ALL, type_):
                    insort(self._met[end].setdefault(kind, []), _held(row))

    def remove(self, fact: int) -> None:
        """A fact that may be there."""
        if (row := self._rows.pop(fact, None)) is None:
            return
        _, subject, object_, type_, *_ = row
        for end in {subject, object_}:
            self._of[end].discard(fact)
            for kind in (_ALL, type_) if end in self._met else ():
                held = self._met[end][kind]
                del held[bisect_left(held, _held(row))]

    def of(self, entity: int, relations: Collection[str]) -> Iterator[Stated]:
        """Its facts, newest first: those of the relations, then all."""
        if entity not in self._of:
            return iter(())
        by_type = self._by_type(entity)
        asked = sorted(chain.from_iterable([by_type.get(kind, ()) for kind in relations]), reverse=True)
        return map(Stated._make, chain(asked, reversed(by_type[_ALL])))

    def _by_type(self, entity: int) -> dict[str, list[_Held]]:
        found = self._met.get(entity)
        if found is None:
            every = sorted([_held(self._rows[fact]) for fact in self._of[entity]])
            found = self._met[entity] = {_ALL: every}
            for held in every:
                found.setdefault(held[4], []).append(held)
        return found


def _held(row: Row) -> _Held:
    fact, subject, object_, type_, at, notes = row
    return at, fact, subject, object_, type_, tuple(map(int, notes.split(","))) if notes else ()
