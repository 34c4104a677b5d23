"""Terms in so many documents that they say nothing: counting them takes longest, and to know that they are many is enough."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_CHANGED = 20  # counted anew when a 20th of as many changes have come as there were documents
_MOST = 10_000  # terms


@dataclass(slots=True)
class Common:
    """Of one space, in how many documents terms stood, and after which change of the file they were counted.

    A document that goes, or comes to say something else, is a change: since then a term cannot have lost more
    documents than there were changes.
    """

    _counted: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    def documents(self, terms: Iterable[str], sequence: int, cap: int) -> dict[str, int]:
        """Those of the terms that still are in more than `cap` documents for certain, and in about how many."""
        still: dict[str, int] = {}
        for term in terms:
            documents, then = self._counted.get(term, (0, 0))
            changes = sequence - then
            if 0 <= changes <= documents // _CHANGED and documents - changes > cap:
                still[term] = documents
        return still

    def learn(self, counted: Mapping[str, int], sequence: int, cap: int) -> None:
        """Remember those of the counted terms that are in more than `cap` documents."""
        if len(self._counted) > _MOST:
            self._counted.clear()
        self._counted.update({term: (number, sequence) for term, number in counted.items() if number > cap})
