"""The facts of a space by entity, as row ids.

The facts of an entity are sorted when the entity is first used. Most entities are never used, and sorting all facts took most of
the time of the first expansion in a process.
"""

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from memgraph_core.store.sqlite.connection import Row

_ALL = ""  # the key of all relations; no fact has an empty type


class IndexedFact(NamedTuple):
    """A fact with its two entities and the notes that support it. Tuples of this type sort by time, then by uid."""

    at: int
    uid: str
    fact: int
    subject: int
    object: int
    type: str
    notes: tuple[int, ...]

    def other_end(self, entity: int) -> int:
        """The other one of its two entities."""
        return self.object if self.subject == entity else self.subject


# The fields of IndexedFact as a plain tuple, because Python's garbage collector skips plain tuples but not named tuples.
_Fields = tuple[int, str, int, int, int, str, tuple[int, ...]]


class FactIndex:
    """Facts by entity. A row is (fact, uid, subject, object, type, time, ids of its notes joined by commas)."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._rows: dict[int, Row] = {}  # by fact
        self._facts: defaultdict[int, set[int]] = defaultdict(set)  # by entity
        # Entity → relation or _ALL → facts, oldest first.
        self._sorted: dict[int, dict[str, list[_Fields]]] = {}
        for row in rows:
            self.add(row)

    def add(self, row: Row) -> None:
        """Add a fact that is not in the index."""
        fact, _, subject, object_, type_, *_ = row
        self._rows[fact] = row
        for end in {subject, object_}:
            self._facts[end].add(fact)
            if end in self._sorted:
                for relation in (_ALL, type_):
                    insort(self._sorted[end].setdefault(relation, []), _fields_of(row))

    def remove(self, fact: int) -> None:
        """Remove a fact, if it is in the index."""
        if (row := self._rows.pop(fact, None)) is None:
            return
        _, _, subject, object_, type_, *_ = row
        for end in {subject, object_}:
            self._facts[end].discard(fact)
            for relation in (_ALL, type_) if end in self._sorted else ():
                facts = self._sorted[end][relation]
                del facts[bisect_left(facts, _fields_of(row))]

    def of(self, entity: int, relations: Collection[str]) -> Iterator[IndexedFact]:
        """The facts of an entity: first those of these relations, then all; each part newest first."""
        if entity not in self._facts:
            return iter(())
        by_relation = self._by_relation(entity)
        first = sorted(chain.from_iterable([by_relation.get(each, ()) for each in relations]), reverse=True)
        return map(IndexedFact._make, chain(first, reversed(by_relation[_ALL])))

    def _by_relation(self, entity: int) -> dict[str, list[_Fields]]:
        by_relation = self._sorted.get(entity)
        if by_relation is None:
            facts = sorted([_fields_of(self._rows[fact]) for fact in self._facts[entity]])
            by_relation = self._sorted[entity] = {_ALL: facts}
            for fact in facts:
                by_relation.setdefault(fact[5], []).append(fact)
        return by_relation


def _fields_of(row: Row) -> _Fields:
    fact, uid, subject, object_, type_, at, notes = row
    return at, uid, fact, subject, object_, type_, tuple(map(int, notes.split(","))) if notes else ()
