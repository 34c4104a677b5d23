"""Counts the work of a database."""

from threading import Lock

from memgraph_core.records.counts import StoreCounts


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
