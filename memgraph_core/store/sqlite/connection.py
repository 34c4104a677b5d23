"""Connections to the database file, the lock between writers, and the translation of SQLite's errors.

Readers do not wait: each uses a connection of its own and sees one snapshot. Writers queue on a lock file. SQLite's busy
handler is not used for that, because it polls and is unfair (measured: some writes waited for seconds; with the lock the
longest wait was 39 ms). The lock is also held during checkpoints and closing, so that two processes of this package never do
these at the same time.
"""

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Condition, RLock
from typing import Any
from urllib.parse import quote

import apsw

from memgraph_core.errors import InvalidInput, StoreError, StoreUnavailable
from memgraph_core.records.progress import Progress
from memgraph_core.store.contract import OnStatement
from memgraph_core.store.sqlite.file_lock import FileLock
from memgraph_core.store.sqlite.tokens import tokens

MEMORY = ":memory:"

Parameters = Mapping[str, object]
Row = tuple[Any, ...]

_NO_PARAMETERS: Parameters = {}
_BUSY_TIMEOUT = 10_000  # milliseconds to wait for programs that do not use the lock file
_CACHED_STATEMENTS = 200  # for each connection; the store has about 150
# Prepared statements are cached for a long time. With this flag SQLite does not keep them in its small pool for short-lived
# memory (measured: otherwise the pool had no room for half of the memory of a write).
_PREPARE_FLAGS = apsw.SQLITE_PREPARE_PERSISTENT
# page_size (set for a new file): a vector of 384 numbers (1,536 bytes) wastes half the file on pages of 4,096 bytes.
# wal_autocheckpoint: 4,000 pages (32 MB), so that pages that change often are copied to the file once.
# mmap_size: off, because a stray write into mapped memory would reach the file.
# secure_delete: deleted content is overwritten with zeros.
_PRAGMAS = """
PRAGMA synchronous = FULL;
PRAGMA mmap_size = 0;
PRAGMA secure_delete = ON;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -65536;
PRAGMA wal_autocheckpoint = 4000;
"""


class ForeignFile(StoreUnavailable):
    """The file is not a memory: it is no database, or one of another program."""


@contextmanager
def translated_errors(path: str) -> Generator[None]:
    """Raise the errors of this package instead of SQLite's, with the original as the cause."""
    try:
        yield
    except (apsw.FullError, apsw.NoMemError, apsw.IOError) as e:
        raise StoreError(_resource_problem(path, e)) from e
    except apsw.NotADBError as e:
        raise ForeignFile(f"{path} is not an SQLite database. Give another path.") from e
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.PermissionsError) as e:
        raise StoreUnavailable(
            f"{path} cannot be opened for writing: {e}. Give a file in a folder that exists and is writable."
        ) from e
    except (apsw.BusyError, apsw.LockedError) as e:
        raise StoreUnavailable(f"{path} is locked by another program: {e}. Try again.") from e
    except (apsw.ConnectionClosedError, apsw.CursorClosedError) as e:
        raise StoreError(f"{path} is closed. Open it again.") from e
    except (apsw.CorruptError, UnicodeDecodeError) as e:  # the latter: a text in the file is not UTF-8
        raise StoreError(f"{path} is damaged: {e}. Restore a copy of it.") from e
    except UnicodeEncodeError as e:
        raise InvalidInput(f"not valid Unicode: {e.object[e.start : e.end]!r} in {e.object[:80]!r}.") from e
    except apsw.Error as e:
        raise StoreError(f"SQLite reported an error, {path}: {e}") from e


def _resource_problem(path: str, error: apsw.Error) -> str:
    """The message for a lack of memory or disk space. SQLite reports a limit on the size of files as a failed write."""
    limit = _max_file_size()
    if isinstance(error, apsw.NoMemError):
        problem, remedy = "there is too little memory", "free some, or raise the limit (ulimit -v)"
    elif limit is not None:
        problem = f"{error}; the size of files is limited to {limit:,} bytes"
        remedy = "raise the limit (ulimit -f)"
    elif isinstance(error, apsw.FullError):
        problem, remedy = "the disk is full", "free some disk space"
    else:
        problem, remedy = str(error), "check the disk"
    return f"{path}: {problem}. The current write was rolled back; earlier writes are safe. To continue, {remedy} and repeat."


def _max_file_size() -> int | None:
    """The limit of this process on the size of files, in bytes; None without one."""
    try:
        import resource  # not on Windows
    except ImportError:
        return None
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    return None if limit == resource.RLIM_INFINITY else limit


def _read_only_uri(path: str) -> str:
    """The address of a file on a read-only file system.

    If the write-ahead log is empty or missing, the file is opened as immutable. Otherwise SQLite needs the files next to it.
    """
    log = Path(f"{path}-wal")
    immutable = "" if log.exists() and log.stat().st_size else "&immutable=1"
    return f"file:{quote(path)}?mode=ro{immutable}"


class Connection:
    """One connection. `on_statement` is called with each statement before it runs, but not with those of triggers."""

    def __init__(self, path: str, on_statement: OnStatement | None, *, read_only: bool = False) -> None:
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
        if read_only:
            flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        self._raw: Any = apsw.Connection(  # Any: its stubs are not strict
            _read_only_uri(path) if read_only else path, flags=flags, statementcachesize=_CACHED_STATEMENTS
        )
        self._raw.set_busy_timeout(_BUSY_TIMEOUT)
        # Query plans must not depend on bound values. Otherwise the planner considers the number after LIMIT, and prepares the
        # statement again for each value (measured: 6 of the 30 ms of a search).
        self._raw.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
        # "Innocuous": triggers may call `tokens`, even where SQLite restricts other functions.
        self._raw.create_scalar_function("tokens", tokens, 3, deterministic=True, flags=apsw.SQLITE_INNOCUOUS)
        self._on_statement = on_statement

    def run(self, sql: str, parameters: Parameters = _NO_PARAMETERS) -> list[Row]:
        """Run one statement and return all its rows."""
        if self._on_statement:
            self._on_statement(sql)
        return self._raw.execute(sql, parameters, prepare_flags=_PREPARE_FLAGS).fetchall()

    def named_rows(self, sql: str, parameters: Parameters = _NO_PARAMETERS) -> list[dict[str, Any]]:
        """Run one statement and return all its rows as maps from column names to values."""
        if self._on_statement:
            self._on_statement(sql)
        cursor = self._raw.execute(sql, parameters, prepare_flags=_PREPARE_FLAGS)
        return [
            dict(zip((column[0] for column in cursor.get_description()), row, strict=True)) for row in cursor
        ]

    def iterate(self, sql: str, parameters: Parameters = _NO_PARAMETERS) -> Generator[Row]:
        """Run one statement and yield its rows one by one, for results that are too large for memory."""
        if self._on_statement:
            self._on_statement(sql)
        yield from self._raw.execute(sql, parameters, prepare_flags=_PREPARE_FLAGS)

    def run_many(self, sql: str, parameters: Sequence[Parameters]) -> list[Row]:
        """Run one statement for each set of parameters, in order, and return all rows; do nothing without any."""
        if not parameters:
            return []
        if self._on_statement:
            self._on_statement(sql)
        return self._raw.executemany(sql, parameters, prepare_flags=_PREPARE_FLAGS).fetchall()

    def script(self, sql: str) -> None:
        """Run several statements, for the schema and for settings."""
        # Without fetchall, execution stops at the first statement that returns a row.
        self._raw.execute(sql).fetchall()

    def pragma(self, name: str) -> Any:  # noqa: ANN401  a number or a text
        """The value of a pragma."""
        return self._raw.pragma(name)

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._raw.in_transaction

    def disable_checkpoint_on_close(self) -> None:
        """Leave checkpoints to the writer, which holds the lock. By default the last connection that closes makes one."""
        self._raw.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)

    def vacuum(self) -> None:
        """Rewrite the file and truncate the write-ahead log to no bytes."""
        self._raw.execute("VACUUM")
        self._raw.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def copy_to(self, path: str, pages: int, report: Progress | None) -> None:
        """Copy the database to a new file, `pages` pages at a time.

        After each step `report` is called with the number of copied pages and the number of all pages.
        """
        target = apsw.Connection(path)
        try:
            with target.backup("main", self._raw, "main") as backup:
                while not backup.done:
                    backup.step(pages)
                    if report:
                        report(backup.page_count - backup.remaining, backup.page_count)
        finally:
            target.close()

    def close(self) -> None:
        """Close the connection; a second call does nothing."""
        self._raw.close()


def _is_read_only(path: Path) -> bool:
    """Whether the file exists, and it or its folder is not writable (a writer adds files next to it)."""
    return path.is_file() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


class ConnectionPool:
    """One connection that writes, one for each thread that reads at the same time, and the lock between processes."""

    def __init__(self, path: str | Path, on_statement: OnStatement | None) -> None:
        """Raises StoreUnavailable when the folder does not exist or is not writable."""
        self.in_memory = str(path) == MEMORY
        self.path = MEMORY if self.in_memory else os.path.realpath(path)
        self._on_statement = on_statement
        self._process = os.getpid()
        self._closed = False
        self._writer_lock = RLock()  # one writer at a time in this process
        self._readers_changed = Condition()
        self._active_readers = 0
        self._blocking_readers = False
        self._idle_readers: list[Connection] = []
        self.read_only = not self.in_memory and _is_read_only(Path(self.path))
        self._file_lock = None if self.in_memory or self.read_only else FileLock(self.path)
        try:
            with self._locked(), translated_errors(self.path):
                self._writer = Connection(self.path, on_statement, read_only=self.read_only)
        except StoreUnavailable:  # for example, the path is that of a folder
            if self._file_lock:
                self._file_lock.discard()
            raise

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """A write transaction: durable when the block ends, rolled back if the block raises."""
        if self.read_only:
            raise StoreUnavailable(
                f"{self.path} cannot be written: the file, its folder or its file system is read-only. Copy it to a folder that "
                "is writable."
            )
        with self._locked(), translated_errors(self.path):
            self._refuse_closed()
            with _transaction(self._writer, "BEGIN IMMEDIATE"):
                yield self._writer

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """A read transaction. Its first statement takes the snapshot that all its statements see."""
        if self.in_memory:  # a database in memory has one connection only, so its readers queue
            with self.reading_on_writer() as connection:
                yield connection
            return
        with translated_errors(self.path):
            reader = self._borrow_reader()
            try:
                with _transaction(reader, "BEGIN"):
                    yield reader
            finally:
                self._return_reader(reader)

    @contextmanager
    def reading_on_writer(self) -> Generator[Connection]:
        """A read transaction on the writer's connection, for reads between the two writes of one verb.

        It waits for other writers of this process. When another connection has written, SQLite drops the cached pages of a
        reader. The writer keeps its pages (measured: this saves a third to a half of the time of a planning snapshot).
        """
        with self._writer_lock, translated_errors(self.path):
            self._refuse_closed()
            with _transaction(self._writer, "BEGIN"):
                yield self._writer

    @contextmanager
    def exclusive(self) -> Generator[Connection]:
        """The writer's connection outside of any transaction, under the lock: for opening and maintenance."""
        with self._locked(), translated_errors(self.path):
            self._refuse_closed()
            yield self._writer

    def configure(self) -> None:
        """Set the pragmas. Call it only after the check that the file is new or was written by this package."""
        if self.read_only:
            return
        with self.exclusive() as connection:
            connection.script("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL")
            connection.script(_PRAGMAS)

    def erase_deleted(self) -> None:
        """Remove every byte of deleted content from the file and its write-ahead log.

        The file is rewritten, because `secure_delete` is not sufficient: when a row moves to another page, its bytes remain on
        the old page, and a later delete does not overwrite them (found by searching a file). It takes half a second for 20,000
        notes. Raises StoreUnavailable while another program reads an old snapshot, StoreError if the disk is full.
        """
        if self.in_memory:
            return
        with self.exclusive() as connection, self._without_readers():
            try:
                connection.vacuum()
            except apsw.BusyError as e:
                raise StoreUnavailable(
                    f"the forgotten content is deleted, but its bytes remain in {self.path}-wal while another program reads "
                    "an older state. Forget it again when that program has finished."
                ) from e
            except apsw.FullError as e:
                raise StoreError(
                    f"the forgotten content is deleted, but some of its bytes may remain in {self.path}: the disk is too full "
                    "to rewrite the file. Free some disk space and forget it again."
                ) from e

    def close(self) -> None:
        """Close all connections; a second call does nothing."""
        self._close(FileLock.close)

    def discard(self) -> None:
        """Close all connections to a file that is not a memory, and leave no new file beside it."""
        self._close(FileLock.discard)

    def _close(self, leave_lock: Callable[[FileLock], None]) -> None:
        if self._closed or self._process != os.getpid():
            return
        with self._locked(), translated_errors(self.path):
            self._closed = True
            with self._readers_changed:
                for reader in self._idle_readers:
                    reader.close()
                self._idle_readers.clear()
            self._writer.close()
        if self._file_lock:
            leave_lock(self._file_lock)

    @contextmanager
    def _locked(self) -> Generator[None]:
        with self._writer_lock:
            if self._file_lock is None or self._closed:
                yield
            else:
                with self._file_lock:
                    yield

    @contextmanager
    def _without_readers(self) -> Generator[None]:
        """Wait until the readers of this process have finished, and let new ones wait until the block ends."""
        with self._readers_changed:
            self._blocking_readers = True
            self._readers_changed.wait_for(lambda: self._active_readers == 0)
        try:
            yield
        finally:
            with self._readers_changed:
                self._blocking_readers = False
                self._readers_changed.notify_all()

    def _borrow_reader(self) -> Connection:
        with self._readers_changed:
            self._readers_changed.wait_for(lambda: not self._blocking_readers)
            self._refuse_closed()
            self._active_readers += 1
            if self._idle_readers:
                return self._idle_readers.pop()
        try:
            return self._new_reader()
        except BaseException:
            self._return_reader(None)
            raise

    def _new_reader(self) -> Connection:
        reader = Connection(self.path, self._on_statement, read_only=self.read_only)
        reader.disable_checkpoint_on_close()
        reader.script(_PRAGMAS)
        reader.script("PRAGMA query_only = ON")
        return reader

    def _return_reader(self, reader: Connection | None) -> None:
        with self._readers_changed:
            self._active_readers -= 1
            self._readers_changed.notify_all()
            if reader is None:
                return
            if not self._closed:
                self._idle_readers.append(reader)
                return
        reader.close()

    def _refuse_closed(self) -> None:
        if self._closed:
            raise StoreError(f"{self.path} is closed. Open it again.")
        if self._process != os.getpid():
            raise StoreError(
                f"{self.path} was opened before this process was forked. Open it again in this process."
            )


@contextmanager
def _transaction(connection: Connection, begin: str) -> Generator[None]:
    connection.run(begin)
    try:
        yield
        connection.run("COMMIT")
    finally:
        if connection.in_transaction:  # the block raised an error, or was interrupted
            connection.run("ROLLBACK")
