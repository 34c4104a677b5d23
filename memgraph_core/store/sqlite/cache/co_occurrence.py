"""Entities that share notes with an entity. An expansion follows these edges from one entity to the next."""

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
    """Up to `count` other entities of the notes, those with most shared notes first, then by uid.

    `entities_of` contains the entities of each note. Each result contains the first `notes_each` shared notes.
    """
    shared = Counter(chain.from_iterable(entities_of))
    del shared[entity]
    least = min(nlargest(count, shared.values()), default=0) if len(shared) > count else 0
    others = [other for other, times in shared.items() if times >= least]
    others.sort(key=lambda other: (-shared[other], uid(other)))
    first_notes = _first_shared_notes(notes, entities_of, others[:count], notes_each)
    return tuple([(other, tuple(notes_of_both)) for other, notes_of_both in first_notes.items()])


def _first_shared_notes(
    notes: Sequence[int], entities_of: Sequence[Sequence[int]], entities: Collection[int], count: int
) -> dict[int, list[int]]:
    """The first `count` notes about each entity."""
    first_notes: dict[int, list[int]] = {entity: [] for entity in entities}
    incomplete = len(first_notes) if count else 0
    for note, its_entities in zip(notes, entities_of, strict=True) if incomplete else ():
        for entity in its_entities:
            if entity in first_notes and len(first_notes[entity]) < count:
                first_notes[entity].append(note)
                incomplete -= len(first_notes[entity]) == count
        if not incomplete:
            break
    return first_notes
