"""Numbers about the work of a database, for metrics."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreCounts:
    """What the stores of a database have done since it was opened in this process."""

    round_trips: int = 0  # statements and commits that were sent to a database server; 0 for a file
    cache_hits: int = 0  # records that were found in the cache of this process; 0 for a server
    cache_misses: int = 0  # records that were read from the file instead
