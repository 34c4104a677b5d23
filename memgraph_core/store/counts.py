"""Numbers about the work of a database, for metrics."""

from dataclasses import dataclass
from threading import Lock


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreCounts:
    """What the stores of a database have done since it was opened in this process."""

    round_trips: int = 0  # statements and commits that were sent to a database server; 0 for a file
    cache_hits: int = 0  # records that were found in the cache of this process; 0 for a server
    cache_misses: int = 0  # records that were read from the file instead


class StoreCounter:
    """Adds up the numbers. Threads may share it."""

    def __init__(self) -> None:
        self._counts = StoreCounts()
        self._lock = Lock()

    def add(self, *, round_trips: int = 0, cache_hits: int = 0, cache_misses: int = 0) -> None:
        """Add these numbers."""
        with self._lock:
            known = self._counts
            self._counts = StoreCounts(
                round_trips=known.round_trips + round_trips,
                cache_hits=known.cache_hits + cache_hits,
                cache_misses=known.cache_misses + cache_misses,
            )

    def counts(self) -> StoreCounts:
        """The sums."""
        return self._counts
