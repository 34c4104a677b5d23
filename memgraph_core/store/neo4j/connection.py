"""One driver, its transactions, and its errors in our words."""

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, LiteralString, TypeVar, cast
from urllib.parse import urlsplit

from neo4j.exceptions import AuthError, ClientError, ConfigurationError, DriverError, Neo4jError

# The driver's `**config` has no types: three calls below say so to the type checker.
import neo4j
from memgraph_core.errors import InvalidInput, StoreError, StoreUnavailable
from neo4j import Driver, GraphDatabase, ManagedTransaction, unit_of_work

Answer = TypeVar("Answer")
Work = Callable[[ManagedTransaction], Answer]
OnStatement = Callable[[str], None]

# A dead server is reported within 10 s: at worst an attempt, a pause of a second and another attempt.
# The driver's own defaults retry for half a minute and more.
_CONNECT_SECONDS = 4.0
_ACQUIRE_SECONDS = 8.0
_RETRY_SECONDS = 5.0

# What the server has to say of sound statements. Anything else (PERFORMANCE, HINT, GENERIC …) is logged.
#   UNRECOGNIZED  a label or property that no node has had yet
#   SCHEMA        an index that is there already
#   DEPRECATION   the index procedures, which are all that 5.26 has, under Cypher 25
_SILENCED = ["UNRECOGNIZED", "SCHEMA", "DEPRECATION"]

_OLDEST = (5, 26)
_SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")


class _Telling:
    """A transaction that tells each statement before it is sent."""

    def __init__(self, tx: ManagedTransaction, on_statement: OnStatement) -> None:
        self._tx = tx
        self._on_statement = on_statement

    def run(self, query: str, *parameters: Any, **named: Any) -> neo4j.Result:  # noqa: ANN401  as the driver has it
        self._on_statement(query)
        return self._tx.run(cast(LiteralString, query), *parameters, **named)


class Connection:
    """A driver bound to one database. Threads may share it: every transaction has a session of its own."""

    def __init__(
        self, driver: Driver, uri: str, database: str | None, on_statement: OnStatement | None = None
    ) -> None:
        self._driver: Driver | None = driver
        self._uri = uri
        self._database = database
        self._on_statement = on_statement

    def read(self, work: Work[Answer], seconds: float | None = None) -> Answer:
        """Run the work in one reading transaction; it may be run again, so it must change nothing outside.

        The server ends it when the seconds are over.
        """
        work = self._told(work)
        with self._errors(), self._session() as session:
            return session.execute_read(work if seconds is None else unit_of_work(timeout=seconds)(work))

    def write(self, work: Work[Answer]) -> Answer:
        """Run the work in one writing transaction. What it raises rolls everything back; a deadlock or a lost
        connection runs it again.
        """
        with self._errors(), self._session() as session:
            return session.execute_write(self._told(work))

    def close(self) -> None:
        """Give the connections back. Idempotent."""
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.close()

    def _told(self, work: Work[Answer]) -> Work[Answer]:
        if self._on_statement is None:
            return work
        on_statement = self._on_statement

        def tell(tx: ManagedTransaction) -> Answer:
            on_statement("BEGIN")
            answer = work(cast(ManagedTransaction, _Telling(tx, on_statement)))
            on_statement("COMMIT")
            return answer

        return tell

    def _session(self) -> neo4j.Session:
        if self._driver is None:
            raise StoreError(f"the database at {self._uri} is closed. Open it again.")
        # Sessions share their bookmarks, so that in a cluster a search sees what was just remembered.
        bookmarks = self._driver.execute_query_bookmark_manager
        return self._driver.session(database=self._database, bookmark_manager=bookmarks)  # pyright: ignore[reportUnknownMemberType]

    @contextmanager
    def _errors(self) -> Generator[None, None, None]:
        with our_errors(self._uri, self._database):
            yield


def connect(
    uri: str,
    username: str | None,
    password: str | None,
    database: str | None,
    on_statement: OnStatement | None = None,
) -> Connection:
    """A connection to a server that answers and is new enough.

    Raises InvalidInput for an address that is none, StoreUnavailable when nothing answers or the password
    is wrong, StoreError for a server older than 5.26.
    """
    driver = _driver(uri, None if username is None else (username, password or ""))
    try:
        with our_errors(uri, database):
            refuse_old(driver.get_server_info().agent, uri)  # pyright: ignore[reportUnknownMemberType]
    except BaseException:
        driver.close()
        raise
    return Connection(driver, uri, database, on_statement)


def _driver(uri: str, auth: tuple[str, str] | None) -> Driver:
    try:
        parts = urlsplit(uri)
        if parts.scheme not in _SCHEMES or not parts.hostname or parts.port == 0:
            raise ConfigurationError(f"the scheme is one of {', '.join(_SCHEMES)}")
        return GraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]
            uri,
            auth=auth,
            connection_timeout=_CONNECT_SECONDS,
            connection_acquisition_timeout=_ACQUIRE_SECONDS,
            max_transaction_retry_time=_RETRY_SECONDS,
            user_agent="memgraph-core",
            **_silenced(),
        )
    except (ConfigurationError, ValueError) as e:
        raise InvalidInput(
            f"{uri!r} is no address of a Neo4j server: {e}. Give one like neo4j://localhost:7687."
        ) from e


def _silenced() -> dict[str, Any]:
    # Driver 6 renamed the option; in driver 5 the new name is a preview that warns.
    old = int(neo4j.__version__.partition(".")[0]) < 6
    return {f"notifications_disabled_{'categories' if old else 'classifications'}": _SILENCED}


def refuse_old(agent: str, uri: str) -> None:
    """Agents look like `Neo4j/5.26.30`; one that does not say its version so is given the benefit of doubt."""
    found = re.match(r"Neo4j/(\d+)\.(\d+)", agent)
    if found and (int(found[1]), int(found[2])) < _OLDEST:
        raise StoreError(f"the server at {uri} is {agent}; Neo4j 5.26 or newer is needed. Upgrade it.")


@contextmanager
def our_errors(uri: str, database: str | None) -> Generator[None, None, None]:
    """Turn the driver's errors into ours, keeping the original as the cause."""
    try:
        yield
    except UnicodeEncodeError as e:
        raise InvalidInput(
            f"not valid Unicode: a lone surrogate {e.object[e.start]!r}. Decode the source as UTF-8 with errors='replace'."
        ) from e
    except (Neo4jError, DriverError) as e:
        raise _translated(e, uri, database) from e
    except ValueError as e:  # version 5 of the driver tells so of a host that nobody knows
        if not isinstance(e.__cause__ or e.__context__, OSError):
            raise
        raise StoreUnavailable(f"Neo4j at {uri} was not found: {e}. Check the host's name.") from e


def _message(error: Neo4jError | DriverError) -> str:
    """What the server says, without the codes that it says it with."""
    told = error.message if isinstance(error, Neo4jError) else None
    return (told or str(error)).rstrip(".")


def _translated(error: Neo4jError | DriverError, uri: str, database: str | None) -> StoreError:
    code = error.code or "" if isinstance(error, Neo4jError) else ""
    if isinstance(error, AuthError) or code.startswith("Neo.ClientError.Security."):
        return StoreUnavailable(
            f"Neo4j at {uri} refused the user name or password ({_message(error)}). Check NEO4J_USERNAME and NEO4J_PASSWORD."
        )
    if isinstance(error, ClientError) and code == "Neo.ClientError.Database.DatabaseNotFound":
        return StoreUnavailable(
            f"Neo4j at {uri} has no database {database!r}. Check NEO4J_DATABASE, or leave it out for the default one."
        )
    if "NoSpaceLeft" in code or "No space left" in str(error):
        return StoreError(
            f"the disk of the Neo4j server at {uri} is full; nothing was written. Make room, then try again."
        )
    if "TransactionTimedOut" in code:
        return StoreError(
            f"Neo4j at {uri} was stopped when its time was up. Ask for less, or give it more time."
        )
    if error.is_retryable() or isinstance(error, DriverError):
        return StoreUnavailable(
            f"Neo4j at {uri} did not answer: {error}. Check that the server runs and that the address is right."
        )
    return StoreError(f"Neo4j at {uri} refused: {error}")
