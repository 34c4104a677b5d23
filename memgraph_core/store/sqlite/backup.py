"""A consistent copy of a database file while other processes write to it."""

import os
import shutil
from pathlib import Path

from memgraph_core.errors import InvalidInput, StoreError, StoreUnavailable
from memgraph_core.records.progress import Progress
from memgraph_core.store.sqlite.connection import Connection, translated_errors
from memgraph_core.store.sqlite.schema import check_file

_PAGES = 1_000  # copied by one step; 8 MB


def back_up(source: str | Path, target: str | Path, report: Progress | None = None) -> int:
    """Copy the memory file `source` to the file `target`, and return the size of the copy in bytes.

    The copy is the state of one moment. Writers do not wait for it. The target, if it exists, is replaced only when the copy
    is complete, durable and passes SQLite's integrity check. Until then the copy has another name, which ends with `.part`, and
    only its owner can read it; at the end it gets the mode of the source.

    Raises InvalidInput for a missing source and for a target that is in use. Raises StoreUnavailable when one of them cannot be
    opened, StoreMismatch for another schema version, and StoreError when the disk is full or the copy is damaged.
    """
    origin, copy = os.path.realpath(source), os.path.realpath(target)
    if not os.path.isfile(origin):
        raise InvalidInput(f"the file {origin!r} does not exist.")
    if origin == copy:
        raise InvalidInput(f"{origin!r} is the memory itself. Give another file for the backup.")
    if os.path.exists(f"{copy}-wal"):
        raise InvalidInput(f"{copy!r} is a memory that is in use. Give another file for the backup.")
    unfinished = f"{copy}.{os.getpid()}.part"
    try:
        _create_private(unfinished)
        _copy(origin, unfinished, report)
        _check(unfinished)
        shutil.copymode(origin, unfinished)
        _replace(unfinished, copy)
    finally:
        for suffix in ("", "-journal", "-wal", "-shm"):
            Path(f"{unfinished}{suffix}").unlink(missing_ok=True)
    return os.path.getsize(copy)


def _create_private(path: str) -> None:
    """Create an empty file that only this user can read. The copy gets the mode of the memory file when it is complete."""
    Path(path).unlink(missing_ok=True)  # of a process with the same id that was killed
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as e:
        raise StoreUnavailable(
            f"{path} cannot be opened for writing: {e.strerror}. Give a file in a folder that exists and is writable."
        ) from e


def _copy(origin: str, unfinished: str, report: Progress | None) -> None:
    with translated_errors(origin):
        source = Connection(origin, None, read_only=not os.access(origin, os.W_OK))
    try:
        with translated_errors(origin):
            check_file(source, origin)
            source.disable_checkpoint_on_close()
            # The open read transaction fixes the state that is copied. Without it, SQLite begins the copy again after each
            # write of another process.
            source.run("BEGIN")
            source.pragma("schema_version")
        with translated_errors(unfinished):
            source.copy_to(unfinished, _PAGES, report)
    finally:
        source.close()


def _check(path: str) -> None:
    """Raise StoreError unless SQLite finds the whole file intact."""
    with translated_errors(path):
        copy = Connection(path, None)
        try:
            problems = [str(row[0]) for row in copy.run("PRAGMA integrity_check(3)")]
        finally:
            copy.close()
    if problems != ["ok"]:
        raise StoreError(
            f"the copy is damaged, so no backup was made: {'; '.join(problems)}. Check the disk and the memory file."
        )


def _replace(unfinished: str, copy: str) -> None:
    """Give the finished copy its name in one step that survives a loss of power."""
    with open(unfinished, "rb") as file:
        os.fsync(file.fileno())
    os.replace(unfinished, copy)
    if hasattr(os, "O_DIRECTORY"):  # not on Windows
        folder = os.open(os.path.dirname(copy), os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
