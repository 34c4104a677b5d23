"""Whom notes about somebody are about, too: what a walk goes by from one entity to the next."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from heapq import nlargest
from itertools import chain

Company = tuple[int, tuple[int, ...]]  # an entity, and some of the notes that it shares


def company_of(
    entity: int,
    notes: Sequence[int],
    about: Sequence[Sequence[int]],
    most: int,
    shown: int,
    uid: Callable[[int], str],
) -> tuple[Company, ...]:
    """So many of those whom the notes are about beside this entity, most often met first, equals by uid.

    Each comes with the first so many of the notes that show it; `about` says for each note whom it is about.
    """
    often = Counter(chain.from_iterable(about))
    del often[entity]
    least = min(nlargest(most, often.values()), default=0) if len(often) > most else 0
    met = [other for other, times in often.items() if times >= least]
    met.sort(key=lambda other: (-often[other], uid(other)))
    shared = _shared(notes, about, met[:most], shown)
    return tuple([(other, tuple(of_both)) for other, of_both in shared.items()])


def _shared(
    notes: Sequence[int], about: Sequence[Sequence[int]], entities: Collection[int], count: int
) -> dict[int, list[int]]:
    """For each of the entities the first so many of the notes that are about it, too."""
    found: dict[int, list[int]] = {entity: [] for entity in entities}
    missing = len(found) if count else 0
    for note, whom in zip(notes, about, strict=True) if missing else ():
        for entity in whom:
            if entity in found and len(found[entity]) < count:
                found[entity].append(note)
                missing -= len(found[entity]) == count
        if not missing:
            break
    return found
