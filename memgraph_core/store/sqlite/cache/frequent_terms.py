"""Document counts of frequent terms. Their exact number does not matter, and counting them takes most of the time."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

# A count is used until the number of later changes exceeds a 20th of the counted documents.
_CHANGES_SHARE = 20
_CACHED_TERMS = 10_000


@dataclass(slots=True)
class FrequentTerms:
    """The document counts of frequent terms of one space, each with the sequence number of the cache log at that time.

    Each document that is deleted or loses a term is a change in the cache log. So the number of documents with a term cannot
    have decreased by more than the number of changes.
    """

    _counted: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    def documents(self, terms: Iterable[str], sequence: int, cap: int) -> dict[str, int]:
        """The terms that are certainly still in more than `cap` documents, with their last count."""
        frequent: dict[str, int] = {}
        for term in terms:
            documents, counted_at = self._counted.get(term, (0, 0))
            changes = sequence - counted_at
            if 0 <= changes <= documents // _CHANGES_SHARE and documents - changes > cap:
                frequent[term] = documents
        return frequent

    def learn(self, counted: Mapping[str, int], sequence: int, cap: int) -> None:
        """Cache the counts above `cap`."""
        if len(self._counted) > _CACHED_TERMS:
            self._counted.clear()
        self._counted.update({term: (number, sequence) for term, number in counted.items() if number > cap})
