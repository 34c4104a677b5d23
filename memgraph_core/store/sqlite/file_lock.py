"""A lock file next to the database. Writers of all processes queue on it; the kernel wakes them."""

import os
import sys
from contextlib import suppress

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
    """A lock that one process holds at a time. It is reentrant. Only one thread at a time may use it.

    The kernel releases it when the process ends.
    """

    def __init__(self, path: str) -> None:
        """Raises StoreUnavailable when the lock file cannot be written."""
        self._path = f"{path}.lock"
        self._is_new = not os.path.exists(self._path)
        try:
            self._descriptor = os.open(
                self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666
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
        """Close the lock file. It is not deleted, because another process may be waiting for it."""
        os.close(self._descriptor)

    def discard(self) -> None:
        """Close the lock file, and delete it if it is new: the file beside it is no memory."""
        self.close()
        if self._is_new:
            # Another process has deleted it, or Windows keeps it while another process uses it.
            with suppress(OSError):
                os.remove(self._path)
