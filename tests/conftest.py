"""Which stores take part, and a clean namespace in each of them for every test.

SQLite always: a new file per test. Neo4j: one server for the whole run, started by the first test that needs it,
one namespace per test. With `--full` also the newest Neo4j, and whatever is marked `heavy`.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

import neo4j_server as servers
from factories import STAMP
from memgraph_core.records.forget import Selection
from memgraph_core.store.contract import Database, EmbeddingStamp, Store
from scripted_endpoint import ScriptedEndpoint

GIVEN = "MEMGRAPH_TEST_NEO4J_URI"  # a server that somebody lends us

Open = Callable[[EmbeddingStamp | None], Database]

SQLITE = pytest.param("sqlite")
NEO4J = pytest.param("neo4j", marks=pytest.mark.neo4j)
NEWEST = pytest.param("neo4j-newest", marks=[pytest.mark.neo4j, pytest.mark.heavy])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--full", action="store_true", help="also what is heavy: torch, the newest Neo4j server")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "place" in metafunc.fixturenames:
        full = metafunc.config.getoption("--full")
        metafunc.parametrize("place", [SQLITE, NEO4J, NEWEST] if full else [SQLITE, NEO4J], indirect=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # Emptying a server makes it forget how it runs statements, so the tests that do so come last.
    items.sort(key=lambda item: "fresh_database" in getattr(item, "fixturenames", ()))
    if config.getoption("--full"):
        return
    for item in items:
        if item.get_closest_marker("heavy"):
            item.add_marker(pytest.mark.skip(reason="heavy: run with --full (make test FULL=1)"))


@pytest.hookimpl(optionalhook=True)  # there is no such hook without xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `--dist loadgroup` each Neo4j server is used by one of the processes that share the tests, so that it is
    started and its statements are planned once; the other tests go wherever there is time. (xdist's own groups are
    told by a suffix that newer versions of pytest do not let it add.)
    """
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class ByServer(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return "newest" if "newest" in nodeid else "lts" if "neo4j" in nodeid else nodeid

    return ByServer(config, log)


def pytest_report_header(config: pytest.Config) -> str:
    newest = f" and {servers.NEWEST}" if config.getoption("--full") else ""
    if lacking := _lacking():
        fate = "its tests FAIL because CI is set" if os.environ.get("CI") else "its tests are skipped"
        return f"stores: SQLite. Neo4j takes no part, {fate}: it would need {lacking}."
    return f"stores: SQLite, Neo4j {servers.LTS}{newest} (started by the first test that needs it)"


def _lacking() -> str | None:
    """What a Neo4j server would need that is not there, as far as a glance can tell; None: nothing."""
    if os.environ.get(GIVEN) or shutil.which("docker"):
        return None
    missing = [program for program in ("java", "mvn") if not shutil.which(program)]
    return f"{' and '.join(missing)} on the path, or docker, or {GIVEN}" if missing else None


@dataclass(frozen=True)
class Place:
    """Where a store keeps its data, so that a test can open it as often as it likes."""

    open: Open
    tell: Callable[
        [Callable[[str], None]], Database
    ]  # opened with STAMP, it tells each statement before it is run
    wipe: Callable[[], None]  # every namespace, the stamp and the schema
    shared: Database | None = None  # opened with STAMP, where opening it for every test would be dear


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Each store in turn."""
    if request.param == "sqlite":
        from memgraph_core.store.sqlite import open_sqlite

        path = tmp_path / "memory.db"
        return Place(
            open=lambda stamp: open_sqlite(path, stamp),
            tell=lambda on_statement: open_sqlite(path, STAMP, on_statement=on_statement),
            wipe=lambda: None,  # the file is new
        )
    return request.getfixturevalue("neo4j_place" if request.param == "neo4j" else "newest_neo4j_place")


@pytest.fixture(scope="session")
def neo4j_server() -> Iterator[servers.Server]:
    """The long-term-support server, without a password."""
    yield from _running(servers.LTS)


@pytest.fixture(scope="session")
def newest_neo4j_server() -> Iterator[servers.Server]:
    yield from _running(servers.NEWEST)


@pytest.fixture(scope="session")
def neo4j_place(neo4j_server: servers.Server) -> Iterator[Place]:
    yield from _place_on(neo4j_server)


@pytest.fixture(scope="session")
def newest_neo4j_place(newest_neo4j_server: servers.Server) -> Iterator[Place]:
    yield from _place_on(newest_neo4j_server)


def _running(version: str) -> Iterator[servers.Server]:
    try:
        server = servers.start(version=version)
    except servers.NoServer as e:
        if os.environ.get("CI"):
            pytest.fail(f"CI is set, so Neo4j must take part: {e}")
        pytest.skip(str(e))
    yield server
    server.stop()


def _place_on(server: servers.Server) -> Iterator[Place]:
    database = _open_on(server, STAMP)
    yield Place(
        open=lambda stamp: _open_on(server, stamp),
        tell=lambda on_statement: _open_on(server, STAMP, on_statement),
        wipe=lambda: _wipe(server),
        shared=database,
    )
    database.close()


def _open_on(
    server: servers.Server, stamp: EmbeddingStamp | None, on_statement: Callable[[str], None] | None = None
) -> Database:
    from memgraph_core.store.neo4j import open_neo4j  # the driver is slow to import, SQLite tests do without

    return open_neo4j(
        server.uri,
        username=server.username,
        password=server.password,
        stamp=stamp,
        on_statement=on_statement,
    )


def _wipe(server: servers.Server) -> None:
    """Empty the whole database, which only a server that this run has started bears."""
    if server.uri == os.environ.get(GIVEN):
        pytest.skip(f"empties the database, and {server.uri} is not ours")
    from neo4j import GraphDatabase

    with GraphDatabase.driver(server.uri, auth=None) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        for kind, listing in (
            ("CONSTRAINT", "SHOW CONSTRAINTS YIELD name"),
            ("INDEX", "SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP'"),
        ):
            for row in driver.execute_query(listing).records:
                driver.execute_query(f"DROP {kind} `{row['name']}` IF EXISTS")


@pytest.fixture
def database(place: Place) -> Iterator[Database]:
    """Each store in turn, with vectors of eight numbers."""
    if place.shared:
        yield place.shared
        return
    database = place.open(STAMP)
    yield database
    database.close()


@pytest.fixture
def fresh_database(place: Place) -> Iterator[Open]:
    """Opens, with any stamp and any number of times, a database that was empty and unstamped at first."""
    place.wipe()
    with ExitStack() as opened:

        def open_it(stamp: EmbeddingStamp | None) -> Database:
            database = place.open(stamp)
            opened.callback(database.close)
            return database

        yield open_it
    if place.shared:
        place.wipe()
        place.open(STAMP).close()


@pytest.fixture
def namespaces(place: Place, database: Database) -> Iterator[Callable[[str], str]]:
    """Makes names that no other test has used, each with another ending but for that alike.

    A shared database is rid of them afterwards.
    """
    test, made = f"test-{uuid4().hex[:12]}", []

    def make(ending: str = "") -> str:
        made.append(f"{test}{ending}")
        return made[-1]

    yield make
    for name in made if place.shared else ():
        database.store(name).forget(Selection(everything=True))


@pytest.fixture
def namespace(namespaces: Callable[[str], str]) -> str:
    return namespaces("")


@pytest.fixture
def store(database: Database, namespace: str) -> Store:
    return database.store(namespace)


@pytest.fixture
def other_store(database: Database, namespaces: Callable[[str], str]) -> Store:
    """Another namespace of the same database."""
    return database.store(namespaces("-other"))


@pytest.fixture
def endpoint() -> Iterator[ScriptedEndpoint]:
    """A language model that answers from a script, for the real client."""
    with ScriptedEndpoint() as endpoint:
        yield endpoint
