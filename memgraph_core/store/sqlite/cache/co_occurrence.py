"""Entities that share notes with an entity: the edges by which an expansion goes from one entity to the next."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from heapq import nlargest
from itertools import chain

CoOccurrence = tuple[int, tuple[int, ...]]  # an entity, and some of the shared notes


def co_occurrences(
    entity: int,
    notes: Sequence[int],
    entities_of: Sequence[Sequence[int]],
    count: int,
    notes_each: int,
    uid: Callable[[int], str],
) -> tuple[CoOccurrence, ...]:
    """Up to `count` other entities of the notes, most shared notes first, equals by uid.

    `entities_of` has the entities of each note. Each result has the first `notes_each` of the shared notes.
    """
    shared = Counter(chain.from_iterable(entities_of))
    del shared[entity]
    least = min(nlargest(count, shared.values()), default=0) if len(shared) > count else 0
    others = [other for other, times in shared.items() if times >= least]
    others.sort(key=lambda other: (-shared[other], uid(other)))
    found = _first_shared_notes(notes, entities_of, others[:count], notes_each)
    return tuple([(other, tuple(notes_of_both)) for other, notes_of_both in found.items()])


def _first_shared_notes(
    notes: Sequence[int], entities_of: Sequence[Sequence[int]], entities: Collection[int], count: int
) -> dict[int, list[int]]:
    """For each entity the first `count` of the notes about it."""
    found: dict[int, list[int]] = {entity: [] for entity in entities}
    missing = len(found) if count else 0
    for note, those in zip(notes, entities_of, strict=True) if missing else ():
        for entity in those:
            if entity in found and len(found[entity]) < count:
                found[entity].append(note)
                missing -= len(found[entity]) == count
        if not missing:
            break
    return found
