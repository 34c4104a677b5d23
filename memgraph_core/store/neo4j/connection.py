"""A driver with its transactions; the driver's errors become errors of this package."""

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, LiteralString, TypeVar, cast
from urllib.parse import urlsplit

from neo4j.exceptions import AuthError, ClientError, ConfigurationError, DriverError, Neo4jError

# The driver's `**config` has no types, so three calls below silence the type checker.
import neo4j
from memgraph_core.config import NEO4J_SCHEMES, masked_url
from memgraph_core.errors import InvalidInput, StoreError, StoreUnavailable
from memgraph_core.store.contract import OnStatement
from memgraph_core.store.counts import StoreCounter
from neo4j import Driver, GraphDatabase, ManagedTransaction, unit_of_work

Result = TypeVar("Result")
Work = Callable[[ManagedTransaction], Result]

# A dead server is reported within 10 s: one attempt, a pause of one second, and a second attempt. With its defaults the
# driver would retry for half a minute and more.
_CONNECT_SECONDS = 4.0
_ACQUIRE_SECONDS = 8.0
_RETRY_SECONDS = 5.0

# Notifications of the server about correct statements. All others (PERFORMANCE, HINT, GENERIC …) are logged.
#   UNRECOGNIZED  a label or property that no node has had yet
#   SCHEMA        an index that exists already
#   DEPRECATION   the index procedures under Cypher 25; Neo4j 5.26 has no alternative
_DISABLED_NOTIFICATIONS = ["UNRECOGNIZED", "SCHEMA", "DEPRECATION"]

_MIN_VERSION = (5, 26)


class _Observed:
    """A transaction that counts each statement, and passes it to `on_statement` before it is sent."""

    def __init__(
        self, tx: ManagedTransaction, on_statement: OnStatement | None, counter: StoreCounter
    ) -> None:
        self._tx = tx
        self._on_statement = on_statement
        self._counter = counter

    def run(self, query: str, *parameters: Any, **named: Any) -> neo4j.Result:  # noqa: ANN401  as in the driver
        if self._on_statement:
            self._on_statement(query)
        self._counter.add(round_trips=1)
        return self._tx.run(cast(LiteralString, query), *parameters, **named)


class Connection:
    """A driver for one database. Threads may share it, because every transaction has its own session."""

    def __init__(
        self, driver: Driver, uri: str, database: str | None, on_statement: OnStatement | None = None
    ) -> None:
        self._driver: Driver | None = driver
        self._uri = uri
        self._database = database
        self._on_statement = on_statement
        self.counter = StoreCounter()

    def read(self, work: Work[Result], seconds: float | None = None) -> Result:
        """Run the work in one read transaction. It may run several times, so it must have no other effects.

        If `seconds` is given, the server stops it after that time.
        """
        work = self._observed(work)
        with self._errors(), self._session() as session:
            return session.execute_read(work if seconds is None else unit_of_work(timeout=seconds)(work))

    def write(self, work: Work[Result]) -> Result:
        """Run the work in one write transaction.

        An exception rolls it back. After a deadlock or a lost connection the work runs again.
        """
        with self._errors(), self._session() as session:
            return session.execute_write(self._observed(work))

    def close(self) -> None:
        """Close the connections. May be called several times."""
        driver, self._driver = self._driver, None
        if driver is not None:
            driver.close()

    def _observed(self, work: Work[Result]) -> Work[Result]:
        on_statement = self._on_statement

        def observed(tx: ManagedTransaction) -> Result:
            if on_statement:  # the driver sends BEGIN together with the first statement
                on_statement("BEGIN")
            result = work(cast(ManagedTransaction, _Observed(tx, on_statement, self.counter)))
            if on_statement:
                on_statement("COMMIT")
            self.counter.add(round_trips=1)
            return result

        return observed

    def _session(self) -> neo4j.Session:
        if self._driver is None:
            raise StoreError(f"the database at {masked_url(self._uri)} is closed. Open it again.")
        # Sessions share their bookmarks, so that in a cluster a search sees the writes before it.
        bookmarks = self._driver.execute_query_bookmark_manager
        return self._driver.session(database=self._database, bookmark_manager=bookmarks)  # pyright: ignore[reportUnknownMemberType]

    @contextmanager
    def _errors(self) -> Generator[None, None, None]:
        with translated_errors(self._uri, self._database):
            yield


def connect(
    uri: str,
    username: str | None,
    password: str | None,
    database: str | None,
    on_statement: OnStatement | None = None,
) -> Connection:
    """Connect to a server and check its version.

    Raises InvalidInput for an invalid address, StoreUnavailable when the server does not answer or refuses the password,
    StoreError for a server older than 5.26.
    """
    driver = _driver(uri, None if username is None else (username, password or ""))
    given = {"NEO4J_USERNAME": username, "NEO4J_PASSWORD": password}
    missing = [variable for variable, value in given.items() if not value]
    try:
        with translated_errors(uri, database, missing):
            refuse_old(driver.get_server_info().agent, uri)  # pyright: ignore[reportUnknownMemberType]
    except BaseException:
        driver.close()
        raise
    return Connection(driver, uri, database, on_statement)


def _driver(uri: str, auth: tuple[str, str] | None) -> Driver:
    try:
        parts = urlsplit(uri)
        if parts.scheme not in NEO4J_SCHEMES or not parts.hostname or parts.port == 0:
            raise ConfigurationError(f"the scheme must be one of {', '.join(NEO4J_SCHEMES)}")
        return GraphDatabase.driver(  # pyright: ignore[reportUnknownMemberType]
            uri,
            auth=auth,
            connection_timeout=_CONNECT_SECONDS,
            connection_acquisition_timeout=_ACQUIRE_SECONDS,
            max_transaction_retry_time=_RETRY_SECONDS,
            user_agent="memgraph-core",
            **_notifications(),
        )
    except (ConfigurationError, ValueError) as e:
        raise InvalidInput(
            f"{masked_url(uri)!r} is not the address of a Neo4j server: {_without_password(str(e), uri)}. Give an address such as "
            "neo4j://localhost:7687."
        ) from e


def _notifications() -> dict[str, Any]:
    # Driver 6 renamed the option; in driver 5 the new name is a preview that warns.
    old = int(neo4j.__version__.partition(".")[0]) < 6
    return {f"notifications_disabled_{'categories' if old else 'classifications'}": _DISABLED_NOTIFICATIONS}


def refuse_old(agent: str, uri: str) -> None:
    """Raise StoreError for a server older than 5.26. Agents have the form `Neo4j/5.26.30`; others are accepted."""
    version = re.match(r"Neo4j/(\d+)\.(\d+)", agent)
    if version and (int(version[1]), int(version[2])) < _MIN_VERSION:
        raise StoreError(
            f"the server at {masked_url(uri)} is {agent}; Neo4j 5.26 or newer is required. Upgrade it."
        )


def _without_password(message: str, uri: str) -> str:
    """A message of the driver or of `urlsplit`, unless it may quote a part of a password in the address."""
    return message if masked_url(uri) == uri else "details are hidden, because it has a password"


@contextmanager
def translated_errors(
    uri: str, database: str | None, missing: Sequence[str] = ()
) -> Generator[None, None, None]:
    """Translate the driver's errors into errors of this package, with the original as the cause.

    `missing` are the variables of credentials that were not given.
    """
    try:
        yield
    except UnicodeEncodeError as e:
        raise InvalidInput(
            f"not valid Unicode: a lone surrogate {e.object[e.start]!r}. "
            "Decode the source as UTF-8 with errors='replace'."
        ) from e
    except (Neo4jError, DriverError) as e:
        raise _translated(e, uri, database, missing) from e
    except ValueError as e:  # version 5 of the driver raises it for an unknown host
        if not isinstance(e.__cause__ or e.__context__, OSError):
            raise
        raise StoreUnavailable(
            f"Neo4j at {masked_url(uri)} was not found: {e}. Check the name of the host."
        ) from e


def _without_credentials(uri: str, missing: Sequence[str]) -> str:
    not_set = f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not set"
    return (
        f"Neo4j at {uri} requires a user name and a password; {not_set}. For example: "
        "export NEO4J_USERNAME=neo4j NEO4J_PASSWORD=secret; in Python: StoreSettings(url=…, username=…, password=…)."
    )


def _message(error: Neo4jError | DriverError) -> str:
    """The message of the server without its codes."""
    message = error.message if isinstance(error, Neo4jError) else None
    return (message or str(error)).rstrip(".")


def _translated(
    error: Neo4jError | DriverError, uri: str, database: str | None, missing: Sequence[str]
) -> StoreError:
    code = error.code or "" if isinstance(error, Neo4jError) else ""
    uri = masked_url(uri)
    if isinstance(error, AuthError) or code.startswith("Neo.ClientError.Security."):
        if missing:
            return StoreUnavailable(_without_credentials(uri, missing))
        return StoreUnavailable(
            f"Neo4j at {uri} refused the user name or password ({_message(error)}). Check NEO4J_USERNAME and NEO4J_PASSWORD."
        )
    if isinstance(error, ClientError) and code == "Neo.ClientError.Database.DatabaseNotFound":
        return StoreUnavailable(
            f"Neo4j at {uri} has no database {database!r}. Check NEO4J_DATABASE, or leave it out for the default one."
        )
    if "NoSpaceLeft" in code or "No space left" in str(error):
        return StoreError(
            f"the disk of the Neo4j server at {uri} is full; nothing was written. Free some space, then try again."
        )
    if "TransactionTimedOut" in code:
        return StoreError(
            f"Neo4j at {uri} stopped the query at its time limit. Request fewer rows, or allow more time."
        )
    if error.is_retryable() or isinstance(error, DriverError):
        return StoreUnavailable(
            f"Neo4j at {uri} did not answer: {error}. Check that the server runs and that the address is right."
        )
    return StoreError(f"Neo4j at {uri} refused: {error}")
