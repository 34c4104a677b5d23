"""Connections to Neo4j: servers that are dead, do not answer, are too old, or require a password; opening and the schema."""

import re
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress

import pytest
from test_neo4j import wire

import neo4j
import neo4j_server as servers
from factories import (
    STAMP,
)
from memgraph_core.errors import InvalidInput, StoreError, StoreMismatch, StoreUnavailable
from memgraph_core.store.neo4j import connection, open_neo4j
from sample_namespace import VERB_CALLS, fill

pytestmark = pytest.mark.neo4j

AT_MOST = 10  # seconds until a dead server is reported


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def quickly():
    started = time.monotonic()
    yield
    assert time.monotonic() - started < AT_MOST


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_a_missing_server_is_reported_within_ten_seconds(scheme):
    address = f"{scheme}://127.0.0.1:{free_port()}"
    with quickly(), pytest.raises(StoreUnavailable, match="did not answer") as raised:
        open_neo4j(address)
    assert address in str(raised.value)
    assert raised.value.__cause__ is not None


def at_once(call, values):
    """Call a function with each value in a thread of its own: the waiting times do not add up."""
    with ThreadPoolExecutor(len(values)) as pool:
        list(pool.map(call, values))


def test_a_silent_server_is_reported_within_ten_seconds():
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:

        def fail(scheme):
            with quickly(), pytest.raises(StoreUnavailable):
                open_neo4j(f"{scheme}://127.0.0.1:{silent.getsockname()[1]}")

        at_once(fail, ["bolt", "neo4j"])


class Cable:
    """A connection to the server that can be cut."""

    def __init__(self, server):
        host, _, port = server.uri.rpartition("/")[2].partition(":")
        self._target = (host, int(port))
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends = []
        self.uri = f"bolt://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(self._target)
                self._ends += [near, far]
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(source, target), daemon=True).start()

    def _carry(self, source, target):
        with suppress(OSError):
            while received := source.recv(65536):
                target.sendall(received)

    def cut(self):
        for end in (self._listener, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


def test_a_server_that_dies_is_reported_within_ten_seconds_by_every_verb(neo4j_server):
    cable = Cable(neo4j_server)
    with closing(open_neo4j(cable.uri, stamp=STAMP)) as database:
        store = database.store("cable")
        assert store.stats().turns == 0
        cable.cut()

        def fail(verb):
            with quickly(), pytest.raises(StoreUnavailable, match=re.escape(cable.uri)):
                VERB_CALLS[verb].call(store)

        at_once(fail, ["stats", "candidates", "append"])


def test_an_unknown_host_is_reported_within_ten_seconds():
    with quickly(), pytest.raises(StoreUnavailable, match=r"nowhere\.invalid"):
        open_neo4j("bolt://nowhere.invalid:7687")


@pytest.mark.parametrize(
    "address", ["", "localhost", "http://localhost:7687", "memory.db", "bolt://localhost:port"]
)
def test_an_invalid_address_is_reported(address):
    with pytest.raises(InvalidInput, match="neo4j://localhost:7687"):
        open_neo4j(address)


def test_a_missing_database_is_reported(neo4j_server):
    with pytest.raises(StoreUnavailable, match="nowhere"):
        open_neo4j(neo4j_server.uri, database="nowhere")


@pytest.mark.parametrize(
    "address",
    ["bolt://neo4j:pass@word@127.0.0.1:1", "http://neo4j:pass@word@localhost", "bolt://neo4j:pass@word@[::1"],
)
def test_messages_do_not_contain_the_password_of_an_address(address):
    with quickly(), pytest.raises((InvalidInput, StoreUnavailable)) as raised:
        open_neo4j(address)
    assert "pass" not in str(raised.value).replace("password", "")


@pytest.mark.parametrize("agent", ["Neo4j/5.25.9", "Neo4j/4.4.40"])
def test_a_server_that_is_too_old_is_refused(agent):
    with pytest.raises(StoreError, match=agent):
        connection.refuse_old(agent, "bolt://old")


@pytest.mark.parametrize(
    "agent", ["Neo4j/5.26.0", "Neo4j/5.27-aura", "Neo4j/2026.08.1", "Neo4j/dev", "Other/1.0"]
)
def test_a_server_that_is_new_enough_or_of_unknown_version_is_accepted(agent):
    connection.refuse_old(agent, "bolt://new")


@pytest.fixture(scope="module")
def locked():
    """A separate server that requires a password, empty at first."""
    try:
        server = servers.start(auth=True)
    except servers.NoServer as e:
        pytest.skip(str(e))
    yield server
    server.stop()


class TestLocked:
    """A server with a password. The tests run in this order, beginning with an empty database."""

    @staticmethod
    def opened(server, stamp=STAMP):
        return open_neo4j(server.uri, username=server.username, password=server.password, stamp=stamp)

    @staticmethod
    def run(server, statement):
        auth = (server.username, server.password)
        with neo4j.GraphDatabase.driver(server.uri, auth=auth, notifications_min_severity="OFF") as driver:
            driver.execute_query(statement)

    @pytest.mark.parametrize(
        "who", [{}, {"username": "neo4j"}, {"username": "neo4j", "password": "wrong"}, {"username": "nobody"}]
    )
    def test_a_wrong_password_is_reported_at_once(self, locked, who):
        with quickly(), pytest.raises(StoreUnavailable, match="NEO4J_PASSWORD"):
            open_neo4j(locked.uri, **who)

    @pytest.mark.parametrize(
        ("who", "expected"),
        [
            ({}, "NEO4J_USERNAME and NEO4J_PASSWORD are not set"),
            ({"username": "neo4j"}, "; NEO4J_PASSWORD is not set"),
            ({"password": "secret"}, "; NEO4J_USERNAME is not set"),
            ({"username": "neo4j", "password": "wrong"}, "refused the user name or password"),
        ],
    )
    def test_missing_credentials_are_named_with_an_example(self, locked, who, expected):
        with pytest.raises(StoreUnavailable, match=expected) as raised:
            open_neo4j(locked.uri, **who)
        assert ("export NEO4J_USERNAME=neo4j" in str(raised.value)) == ("not set" in expected)

    def test_a_conflicting_index_is_reported(self, locked):
        # The same labels and property: CREATE … IF NOT EXISTS would report nothing, and another analyzer would be used.
        self.run(locked, "CREATE FULLTEXT INDEX theirs FOR (n:Note|Turn) ON EACH [n.terms]")
        with pytest.raises(StoreError, match="memgraph_terms"):
            self.opened(locked)
        self.run(locked, "DROP INDEX theirs")

    def test_an_index_with_another_definition_is_reported(self, locked):
        self.run(locked, "DROP INDEX memgraph_turn_at IF EXISTS")
        self.run(locked, "CREATE INDEX memgraph_turn_at FOR (t:Turn) ON (t.at)")
        with pytest.raises(StoreError, match=r"memgraph_turn_at.*properties"):
            self.opened(locked)
        self.run(locked, "DROP INDEX memgraph_turn_at")

    def test_eight_processes_may_open_an_empty_database_at_once(self, locked):
        with ThreadPoolExecutor(8) as pool:
            for database in pool.map(lambda _: self.opened(locked), range(8)):
                database.close()

    def test_the_right_password_opens(self, locked):
        with closing(self.opened(locked)) as database:
            fill(database.store("ada"), "quince")
            assert database.namespaces() == ("ada",)

    def test_opening_again_creates_no_index(self, locked, caplog):
        with wire(caplog) as counted, closing(self.opened(locked)):
            pass
        assert counted["statements"] <= 5

    def test_another_schema_version_is_refused_with_the_remedy(self, locked):
        self.run(locked, "MATCH (s:Stamp) SET s.schema = 99")
        with pytest.raises(StoreMismatch, match=r"99.*export.*import"):
            self.opened(locked)
