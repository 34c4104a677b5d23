"""A lock file beside the database: writers of all processes queue on it, asleep in the kernel."""

import os
import sys

from memgraph_core.errors import StoreUnavailable

if sys.platform == "win32":
    import msvcrt

    def _acquire(descriptor: int) -> None:
        while True:  # msvcrt gives up after ten seconds
            try:
                os.lseek(descriptor, 0, os.SEEK_SET)
                msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
                return
            except OSError:
                continue

    def _release(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    def _acquire(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def _release(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


class FileLock:
    """Held by one process at a time, released by the kernel when its holder dies. For one thread at a time;
    it may be taken again by who holds it.
    """

    def __init__(self, path: str) -> None:
        """Raises StoreUnavailable when the lock file cannot be written."""
        try:
            self._descriptor = os.open(
                f"{path}.lock", os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666
            )
        except OSError as e:
            raise StoreUnavailable(
                f"{path} cannot be opened for writing: {e.strerror}. "
                "Give a file in a folder that exists and is writable."
            ) from e
        self._depth = 0

    def __enter__(self) -> None:
        if self._depth == 0:
            _acquire(self._descriptor)
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth == 0:
            _release(self._descriptor)

    def close(self) -> None:
        """Give the file back; it stays, because another process may wait on it."""
        os.close(self._descriptor)
