"""Work on another core while a statement runs: SQLite and numpy both release Python's lock."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


class Background:
    """Threads, started when there is the first work for them."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(thread_name_prefix="memgraph-core")

    def submit(self, work: Callable[[], Result]) -> Callable[[], Result]:
        """Start the work. The returned function waits for its result, or raises what the work raised."""
        return self._threads.submit(work).result

    def close(self) -> None:
        """End the threads when they have finished; a second call does nothing."""
        self._threads.shutdown()
