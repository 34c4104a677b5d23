"""The file: its connections, the writers' lock, and SQLite's errors in our words.

Readers never wait: every one has a connection and a snapshot of its own. Writers queue on a lock file, not
on SQLite's busy handler, which polls and is unfair (measured: single writes waited seconds, 39 ms with
the lock). The same lock is held around checkpoint and close, so that no two of our processes ever do
one of these at the same moment.
"""

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Condition, RLock
from types import MappingProxyType
from typing import Any

import apsw

from memgraph_core.errors import InvalidInput, StoreError, StoreUnavailable
from memgraph_core.store.sqlite.lock import FileLock
from memgraph_core.store.sqlite.tokens import tokens

MEMORY = ":memory:"

OnStatement = Callable[[str], None]
Answers = Mapping[str, Callable[..., Any]]  # what statements ask of memory, by name
Row = tuple[Any, ...]

_BUSY = 10_000  # milliseconds to wait for programs that do not know our lock
_STATEMENTS = 200  # prepared ones kept by each connection; the store has some forty
# They stay, so they are kept apart from the little memory at hand for what lives shortly (measured: half as much of a
# write had to be fetched from elsewhere).
_KEPT = apsw.SQLITE_PREPARE_PERSISTENT
# page_size: a vector of 384 numbers (1,536 bytes) wastes half the file on pages of 4,096.
# wal_autocheckpoint: of 32 MB, for pages that are written again and again go to the file once.
# mmap_size: off, because a stray write into mapped memory would reach the file.
_PRAGMAS = """
PRAGMA synchronous = FULL;
PRAGMA mmap_size = 0;
PRAGMA secure_delete = ON;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -65536;
PRAGMA wal_autocheckpoint = 4000;
"""


@contextmanager
def our_errors(what: str) -> Generator[None]:
    """Turn SQLite's errors into ours, keeping the original as the cause. `what` names the file."""
    try:
        yield
    except apsw.FullError as e:
        raise StoreError(
            f"the disk is full: {what}. What was being written is not in it, what was written before is; make room "
            "and repeat."
        ) from e
    except apsw.NotADBError as e:
        raise StoreUnavailable(f"{what} is no SQLite database. Give another path.") from e
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.PermissionsError) as e:
        raise StoreUnavailable(
            f"{what} cannot be opened for writing: {e}. Give a file in a folder that exists and is writable."
        ) from e
    except (apsw.BusyError, apsw.LockedError) as e:
        raise StoreUnavailable(f"{what} is locked by another program: {e}. Try again.") from e
    except (apsw.ConnectionClosedError, apsw.CursorClosedError) as e:
        raise StoreError(f"{what} is closed. Open it again.") from e
    except apsw.CorruptError as e:
        raise StoreError(f"{what} is damaged: {e}. Restore a copy of it.") from e
    except UnicodeEncodeError as e:
        raise InvalidInput(f"not valid Unicode: {e.object[e.start : e.end]!r} in {e.object[:80]!r}.") from e
    except apsw.Error as e:
        raise StoreError(f"SQLite refused, {what}: {e}") from e


_NO_ANSWERS: Answers = MappingProxyType({})
_ASKED = {"held": 2, "nearest": 1}  # what a statement may ask, and of how many values


class Link:
    """One connection. Every statement is told to `on_statement` before it runs, those of triggers are not."""

    def __init__(self, path: str, on_statement: OnStatement | None) -> None:
        self._raw: Any = apsw.Connection(
            path, statementcachesize=_STATEMENTS
        )  # Any: its stubs are not strict
        self._raw.set_busy_timeout(_BUSY)
        # Plans that do not depend on values: otherwise the planner looks at the numbers behind LIMIT, and every
        # statement is prepared anew each time they are bound (measured: 6 of a search's 30 ms).
        self._raw.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)
        # Innocuous: it may run in triggers, whatever the program's defaults for functions are.
        self._raw.create_scalar_function("tokens", tokens, 3, deterministic=True, flags=apsw.SQLITE_INNOCUOUS)
        self._answers = _NO_ANSWERS
        for name, count in _ASKED.items():
            self._raw.create_scalar_function(name, partial(self._answer, name), count)
        self._on_statement = on_statement

    def run(
        self,
        sql: str,
        values: Sequence[object] | Mapping[str, object] = (),
        answers: Answers = _NO_ANSWERS,
    ) -> list[Row]:
        """All rows of one statement. `answers` are functions that it calls: held(kind, id), whether memory has that
        record; nearest(kind), the ids of the nearest notes or turns.
        """
        if self._on_statement:
            self._on_statement(sql)
        self._answers = answers
        try:
            return self._raw.execute(sql, values, prepare_flags=_KEPT).fetchall()
        finally:
            self._answers = _NO_ANSWERS

    def each(self, sql: str, values: Mapping[str, object]) -> Generator[Row]:
        """The rows of one statement, one after another: where there may be many, and none is kept as it is."""
        if self._on_statement:
            self._on_statement(sql)
        yield from self._raw.execute(sql, values, prepare_flags=_KEPT)

    def _answer(self, name: str, *values: object) -> Any:  # noqa: ANN401  it is whatever is asked for
        return self._answers[name](*values)

    def many(self, sql: str, rows: Sequence[Sequence[object]]) -> list[Row]:
        """All rows of one statement, prepared once and run for each row of values; not at all without any."""
        if not rows:
            return []
        if self._on_statement:
            self._on_statement(sql)
        return self._raw.executemany(sql, rows, prepare_flags=_KEPT).fetchall()

    def script(self, sql: str) -> None:
        """Several statements, for making tables and for settings."""
        self._raw.execute(sql).fetchall()  # without it execution stops at the first statement that answers

    def pragma(self, name: str) -> Any:  # noqa: ANN401  it is whatever the pragma tells
        """What a pragma tells."""
        return self._raw.pragma(name)

    def changed(self) -> int:
        """How many rows the last statement inserted, updated or deleted."""
        return self._raw.changes()

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction has begun and not ended."""
        return self._raw.in_transaction

    def never_checkpoint(self) -> None:
        """The last connection to close would checkpoint; only the writer may, under the lock."""
        self._raw.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)

    def scrub(self) -> None:
        """Write the file anew, and cut the write-ahead log to nothing."""
        self._raw.execute("VACUUM")
        self._raw.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    def close(self) -> None:
        """Close the connection; a second time does nothing."""
        self._raw.close()


class Connections:
    """One writer, as many readers as there are threads reading at once, and the lock between processes."""

    def __init__(self, path: str | Path, on_statement: OnStatement | None) -> None:
        """Raises StoreUnavailable when there is no such folder or it cannot be written."""
        self.in_memory = str(path) == MEMORY
        self.path = MEMORY if self.in_memory else os.path.realpath(path)
        self._on_statement = on_statement
        self._process = os.getpid()
        self._closed = False
        self._threads = RLock()  # one writer at a time in this process
        self._pool = Condition()
        self._reading = 0
        self._emptying = False
        self._idle: list[Link] = []
        self._lock = None if self.in_memory else FileLock(self.path)
        with self._exclusively(), our_errors(self.path):
            self._writer = Link(self.path, on_statement)

    @contextmanager
    def writing(self) -> Generator[Link]:
        """A write transaction: all of it, durable, or nothing."""
        with self._exclusively(), our_errors(self.path):
            self._refuse_closed()
            with _transaction(self._writer, "BEGIN IMMEDIATE"):
                yield self._writer

    @contextmanager
    def reading(self) -> Generator[Link]:
        """A read transaction: one snapshot, taken by its first statement."""
        if self.in_memory:  # there is one connection to what lives in memory, so readers queue
            with self.reading_between_writes() as link:
                yield link
            return
        with our_errors(self.path):
            reader = self._borrow()
            try:
                with _transaction(reader, "BEGIN"):
                    yield reader
            finally:
                self._give_back(reader)

    @contextmanager
    def reading_between_writes(self) -> Generator[Link]:
        """A read transaction on the writer's connection, for those who write before and after it; waits for other writers.

        SQLite forgets the pages that a connection holds when another one has written. The writer's are there, and
        will be when it writes next (measured: a third to a half of what such a question takes).
        """
        with self._threads, our_errors(self.path):
            self._refuse_closed()
            with _transaction(self._writer, "BEGIN"):
                yield self._writer

    @contextmanager
    def alone(self) -> Generator[Link]:
        """The writer's connection outside of any transaction, under the lock: for opening and upkeep."""
        with self._exclusively(), our_errors(self.path):
            self._refuse_closed()
            yield self._writer

    def prepare(self) -> None:
        """The settings of a database that is known to be ours."""
        with self.alone() as link:
            link.script("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL")
            link.script(_PRAGMAS)

    def scrub(self) -> None:
        """Leave no byte of what was deleted in the file or its write-ahead log.

        Written anew, for `secure_delete` is not enough: a row that moves to another page leaves its bytes on the
        page it came from, and nobody knows of them when it is deleted (found by searching the file). Takes half
        a second for 20,000 notes. Raises StoreUnavailable while somebody reads an old snapshot, StoreError when
        the disk is full.
        """
        if self.in_memory:
            return
        with self.alone() as link, self._no_readers():
            try:
                link.scrub()
            except apsw.BusyError as e:
                raise StoreUnavailable(
                    f"what was forgotten is deleted, but remains in {self.path}-wal while another program reads an "
                    "older state. Forget it again when that has ended."
                ) from e
            except apsw.FullError as e:
                raise StoreError(
                    f"what was forgotten is deleted, but bytes of it may remain in {self.path}: the disk is too full to "
                    "write the file anew. Make room and forget it again."
                ) from e

    def close(self) -> None:
        """Close every connection; a second time does nothing."""
        if self._closed or self._process != os.getpid():
            return
        with self._exclusively(), our_errors(self.path):
            self._closed = True
            with self._pool:
                for reader in self._idle:
                    reader.close()
                self._idle.clear()
            self._writer.close()
        if self._lock:
            self._lock.close()

    @contextmanager
    def _exclusively(self) -> Generator[None]:
        with self._threads:
            if self._lock is None or self._closed:
                yield
            else:
                with self._lock:
                    yield

    @contextmanager
    def _no_readers(self) -> Generator[None]:
        """Let the readers of this process finish and new ones wait: they read too often to leave a gap."""
        with self._pool:
            self._emptying = True
            self._pool.wait_for(lambda: self._reading == 0)
        try:
            yield
        finally:
            with self._pool:
                self._emptying = False
                self._pool.notify_all()

    def _borrow(self) -> Link:
        with self._pool:
            self._pool.wait_for(lambda: not self._emptying)
            self._refuse_closed()
            self._reading += 1
            if self._idle:
                return self._idle.pop()
        try:
            return self._new_reader()
        except BaseException:
            self._give_back(None)
            raise

    def _new_reader(self) -> Link:
        reader = Link(self.path, self._on_statement)
        reader.never_checkpoint()
        reader.script(_PRAGMAS)
        reader.script("PRAGMA query_only = ON")
        return reader

    def _give_back(self, reader: Link | None) -> None:
        with self._pool:
            self._reading -= 1
            self._pool.notify_all()
            if reader is None:
                return
            if not self._closed:
                self._idle.append(reader)
                return
        reader.close()

    def _refuse_closed(self) -> None:
        if self._closed:
            raise StoreError(f"{self.path} is closed. Open it again.")
        if self._process != os.getpid():
            raise StoreError(f"{self.path} was opened before this process was forked. Open it anew here.")


@contextmanager
def _transaction(link: Link, begin: str) -> Generator[None]:
    link.run(begin)
    try:
        yield
        link.run("COMMIT")
    finally:
        if link.in_transaction:  # something went wrong, be it an error of ours or Ctrl-C
            link.run("ROLLBACK")
