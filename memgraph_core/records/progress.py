"""Reports of the progress of long work."""

from collections.abc import Callable

# Called with the amount of work that is done, and of all work: turns, notes, batches or pages.
Progress = Callable[[int, int], None]


def no_progress(done: int, total: int) -> None:
    """Default progress callback; does nothing."""
