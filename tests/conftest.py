"""The stores that tests run on, with an empty namespace for every test.

SQLite: a new file for each test. Neo4j: one server for the whole run, started by the first test that needs it, with one
namespace for each test. `--full` adds the newest Neo4j version and the tests marked `heavy`.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import hypothesis
import pytest

import neo4j_server as servers
from factories import STAMP
from memgraph_core.records.forget import Selection
from memgraph_core.store.contract import Database, EmbeddingStamp, Store
from scripted_endpoint import ScriptedEndpoint

# The time of one example depends on the other processes of the machine, and the first example loads word lists.
hypothesis.settings.register_profile("tests", deadline=None)
hypothesis.settings.load_profile("tests")

# Processes that a test starts do not import torch; see the module in that folder.
_WITHOUT_TORCH = str(Path(__file__).with_name("without_torch"))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [_WITHOUT_TORCH, os.environ.get("PYTHONPATH")]))

EXISTING_SERVER = "MEMGRAPH_TEST_NEO4J_URI"  # the address of a server to use instead of starting one

Open = Callable[[EmbeddingStamp | None], Database]

SQLITE = pytest.param("sqlite")
NEO4J = pytest.param("neo4j", marks=pytest.mark.neo4j)
NEWEST = pytest.param("neo4j-newest", marks=[pytest.mark.neo4j, pytest.mark.heavy])
# What the newest server runs: the contracts of writing and searching, and (in test_neo4j) the plan of each statement.
ON_NEWEST = {f"test_contract_{part}.py" for part in ("apply", "candidates")}
# In the id of a test on the newest server: the parameter of `backend`, and the fixtures of test_neo4j.
ON_NEWEST_SERVER = ("neo4j-newest", "newest_neo4j")
# Files whose tests share a server of their own: with Neo4j Browser, with APOC.
OWN_SERVERS = ("test_in_the_browser.py", "test_stock_store.py")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--full",
        action="store_true",
        help="also run the heavy tests: torch, Chromium, the newest Neo4j server",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "backend" in metafunc.fixturenames:
        newest = metafunc.config.getoption("--full") and metafunc.definition.path.name in ON_NEWEST
        metafunc.parametrize("backend", [SQLITE, NEO4J, NEWEST] if newest else [SQLITE, NEO4J], indirect=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    # The tests that empty a server run last, because fixtures of a wide scope may have namespaces on it.
    items.sort(key=lambda item: "fresh_database" in getattr(item, "fixturenames", ()))
    if config.getoption("--full"):
        return
    for item in items:
        if item.get_closest_marker("heavy"):
            item.add_marker(pytest.mark.skip(reason="heavy: run with --full (make test FULL=1)"))


@pytest.hookimpl(optionalhook=True)  # there is no such hook without xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """With `--dist loadgroup`, one test process uses each Neo4j server, so that it is started once and plans its
    statements once. The id of a test on the usual server contains "neo4j"; the files of `OWN_SERVERS` have a server of their
    own. The other tests are distributed freely. (The groups of xdist itself need a suffix of the test id that newer versions
    of pytest refuse.)
    """
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class ByServer(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            if file.endswith(OWN_SERVERS):
                return file
            if any(parameter in nodeid for parameter in ON_NEWEST_SERVER):
                return "newest"
            return "lts" if "neo4j" in nodeid else nodeid

    return ByServer(config, log)


def pytest_report_header(config: pytest.Config) -> str:
    newest = f" and {servers.NEWEST}" if config.getoption("--full") else ""
    if missing := _missing_for_neo4j():
        consequence = "its tests FAIL because CI is set" if os.environ.get("CI") else "its tests are skipped"
        return f"stores: SQLite. Neo4j is not available, so {consequence}. It needs {missing}."
    return f"stores: SQLite, Neo4j {servers.LTS}{newest} (started by the first test that needs it)"


def _missing_for_neo4j() -> str | None:
    """The missing programs that a Neo4j server needs, as a text; None if none is missing."""
    if os.environ.get(EXISTING_SERVER) or shutil.which("docker"):
        return None
    missing = [program for program in ("java", "mvn") if not shutil.which(program)]
    return f"{' and '.join(missing)} on the path, or docker, or {EXISTING_SERVER}" if missing else None


@dataclass(frozen=True)
class Backend:
    """A kind of store, with one place for its data. A test can open it any number of times."""

    open: Open
    open_observed: Callable[[Callable[[str], None]], Database]  # with STAMP; calls back before each statement
    clear: Callable[[], None]  # removes all namespaces and the embedding stamp
    shared: Database | None = None  # already open with STAMP, where opening for every test would be slow
    isolated: bool = False  # a read during the commit of a plan sees all of the plan or nothing of it


@pytest.fixture
def backend(request: pytest.FixtureRequest, tmp_path: Path) -> Backend:
    """Each store in turn."""
    if request.param == "sqlite":
        from memgraph_core.store.sqlite import open_sqlite

        path = tmp_path / "memory.db"
        return Backend(
            open=lambda stamp: open_sqlite(path, stamp),
            open_observed=lambda on_statement: open_sqlite(path, STAMP, on_statement=on_statement),
            clear=lambda: None,  # the file is new
            isolated=True,
        )
    return request.getfixturevalue("neo4j_backend" if request.param == "neo4j" else "newest_neo4j_backend")


@pytest.fixture(scope="session")
def neo4j_server() -> Iterator[servers.Server]:
    """The long-term-support server, without a password."""
    yield from _running(servers.LTS)


@pytest.fixture(scope="session")
def newest_neo4j_server() -> Iterator[servers.Server]:
    yield from _running(servers.NEWEST)


@pytest.fixture(scope="session")
def neo4j_backend(neo4j_server: servers.Server) -> Iterator[Backend]:
    yield from _backend_on(neo4j_server)


@pytest.fixture(scope="session")
def newest_neo4j_backend(newest_neo4j_server: servers.Server) -> Iterator[Backend]:
    yield from _backend_on(newest_neo4j_server)


def _running(version: str) -> Iterator[servers.Server]:
    try:
        server = servers.start(version=version)
    except servers.NoServer as e:
        if os.environ.get("CI"):
            pytest.fail(f"CI is set, so Neo4j must be available: {e}")
        pytest.skip(str(e))
    yield server
    server.stop()


def _backend_on(server: servers.Server) -> Iterator[Backend]:
    database = _open_on(server, STAMP)
    yield Backend(
        open=lambda stamp: _open_on(server, stamp),
        open_observed=lambda on_statement: _open_on(server, STAMP, on_statement),
        clear=lambda: _clear(server),
        shared=database,
    )
    database.close()


def _open_on(
    server: servers.Server, stamp: EmbeddingStamp | None, on_statement: Callable[[str], None] | None = None
) -> Database:
    from memgraph_core.store.neo4j import open_neo4j  # here, because the driver is slow to import

    return open_neo4j(
        server.uri,
        username=server.username,
        password=server.password,
        stamp=stamp,
        on_statement=on_statement,
    )


def _clear(server: servers.Server) -> None:
    """Remove all nodes from the database of a server that this run has started.

    The indexes stay: without them the server would plan every statement again, which takes half a minute. A database without
    indexes is opened by the tests of the connection.
    """
    if server.uri == os.environ.get(EXISTING_SERVER):
        pytest.skip(f"the test empties the database, and {server.uri} was not started by this run")
    from neo4j import GraphDatabase

    with GraphDatabase.driver(server.uri, auth=None) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")


@pytest.fixture
def database(backend: Backend) -> Iterator[Database]:
    """Each store in turn, with vectors of eight components."""
    if backend.shared:
        yield backend.shared
        return
    database = backend.open(STAMP)
    yield database
    database.close()


@pytest.fixture
def fresh_database(backend: Backend) -> Iterator[Open]:
    """Opens, any number of times and with any embedding stamp, a database that is empty at first."""
    backend.clear()
    with ExitStack() as opened:

        def open_it(stamp: EmbeddingStamp | None) -> Database:
            database = backend.open(stamp)
            opened.callback(database.close)
            return database

        yield open_it
    if backend.shared:
        backend.clear()
        backend.open(STAMP).close()


@pytest.fixture
def namespaces(backend: Backend, database: Database) -> Iterator[Callable[[str], str]]:
    """Creates namespace names that no other test has used. Those of one test differ in the given ending only.

    They are removed from a shared database afterwards.
    """
    test, made = f"test-{uuid4().hex[:12]}", []

    def make(ending: str = "") -> str:
        made.append(f"{test}{ending}")
        return made[-1]

    yield make
    for name in made if backend.shared else ():
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
    """A server that answers the real chat client from a script."""
    with ScriptedEndpoint() as endpoint:
        yield endpoint
