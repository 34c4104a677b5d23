"""Work on another core while a statement runs. This is possible because SQLite and numpy release Python's global lock."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


class Background:
    """A thread pool. Threads are started with the first work."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(thread_name_prefix="memgraph-core")

    def submit(self, work: Callable[[], Result]) -> Callable[[], Result]:
        """Start the work. The returned function waits for its result, or raises what the work raised."""
        return self._threads.submit(work).result

    def close(self) -> None:
        """Wait for running work and end the threads; a second call does nothing."""
        self._threads.shutdown()
