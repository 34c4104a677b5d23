"""What is computed beside a statement, on another core: SQLite and numpy both let go of Python's lock while they work."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")


class Beside:
    """Threads for it; none before there is something to do."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(thread_name_prefix="memgraph-core")

    def begin(self, work: Callable[[], Result]) -> Callable[[], Result]:
        """Begin with it. What is returned waits for the result, or raises what the work raised."""
        return self._threads.submit(work).result

    def close(self) -> None:
        """End the threads when they are done; a second time does nothing."""
        self._threads.shutdown()
