"""Order notes so that the first ones together cover most of what all of them contain.

Extractive summarisation by greedy coverage: each note has elements (names and other keywords, numbers, dates, topics), and the
next note is the one whose new elements weigh most per square root of its length. The greedy choice reaches at least 63 % of the
best coverage for notes of equal length (Nemhauser, Wolsey, Fisher 1978); dividing by the length prefers short notes (Lin and
Bilmes 2010).
"""

import heapq
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Protocol

from memgraph_core.records.graph import Note

_NUMBER = re.compile(r"\d[\d.,:/-]*\d|\d")
_KEYWORD, _FIGURE, _DATE, _TOPIC = 1.0, 1.0, 1.5, 0.3  # weights of elements
_DOUBLING_GAIN = 0.5  # how much more an element weighs for each doubling of the notes that have it

Element = tuple[str, str]


class Preference(Protocol):
    """What else decides the order than the elements of the notes."""

    def factor(self, note: Note) -> float:
        """What the elements of a note add is multiplied by this. It must not grow with the chosen notes."""
        ...

    def choose(self, note: Note) -> None:
        """Count a note as chosen."""
        ...


class _NoPreference:
    def factor(self, note: Note) -> float:
        return 1.0

    def choose(self, note: Note) -> None:
        pass


def ordered_by_coverage(notes: Sequence[Note], preference: Preference | None = None) -> list[Note]:
    """The notes in the order in which they add most; salient ones first where they add the same. Equal ones by time and uid."""
    preference = preference or _NoPreference()
    elements = {note.uid: _elements(note) for note in notes}
    weights = _weights(elements)
    heap = [
        (-_gain(note, elements[note.uid], weights) * preference.factor(note), _tie(note), note)
        for note in notes
    ]
    heapq.heapify(heap)
    covered, ordered = set[Element](), list[Note]()
    while heap:
        _, tie, note = heapq.heappop(heap)
        gain = _gain(note, elements[note.uid] - covered, weights) * preference.factor(note)
        if heap and -gain > heap[0][0]:  # another note may add more now
            heapq.heappush(heap, (-gain, tie, note))
            continue
        covered |= elements[note.uid]
        ordered.append(note)
        preference.choose(note)
    return ordered


def coverage(chosen: Sequence[Note], notes: Sequence[Note]) -> float:
    """The share of the weight of all elements that the chosen notes contain: 0 to 1."""
    elements = {note.uid: _elements(note) for note in notes}
    weights = _weights(elements)
    covered = {element for note in chosen for element in elements.get(note.uid, ())}
    return sum(weights[element] for element in covered) / (sum(weights.values()) or 1.0)


def _elements(note: Note) -> frozenset[Element]:
    found = {("keyword", word.lower()) for word in note.keywords}
    found |= {("figure", number) for number in _NUMBER.findall(note.text)}
    found |= {("topic", tag) for tag in note.tags}
    if note.holds_from is not None:
        found.add(("date", note.holds_from.isoformat()))
    return frozenset(found)


def _weights(elements: Mapping[str, frozenset[Element]]) -> dict[Element, float]:
    kinds = {"keyword": _KEYWORD, "figure": _FIGURE, "date": _DATE, "topic": _TOPIC}
    counts = Counter(element for found in elements.values() for element in found)
    return {
        element: kinds[element[0]] * (1 + _DOUBLING_GAIN * log(count, 2)) for element, count in counts.items()
    }


def _gain(note: Note, new: frozenset[Element], weights: Mapping[Element, float]) -> float:
    return sum(weights[element] for element in new) / sqrt(max(len(note.text), 20))


def _tie(note: Note) -> tuple[float, float, str]:
    return -note.salience, note.said_at.timestamp() if note.said_at else 0.0, note.uid
