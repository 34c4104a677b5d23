"""Servers that are killed, lose their database or have no disk space under load: no acknowledged write is lost."""

import itertools
import os
import signal
import socket
import threading
import time
from collections import Counter
from contextlib import ExitStack

import httpx
import pytest

import neo4j_server
from forked import Forked, run_command
from memgraph_core.memory import Memory

pytest.importorskip("fastapi", reason="needs the extra server")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here"),
]

WRITERS = 4
LONGEST = 150  # seconds to wait for something


class Server:
    """A server process on a port of its own. It can be started again on the same port."""

    def __init__(self, store):
        self._store = store
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"

    def start(self, largest_file=None):
        """Start it and wait until it answers. `largest_file` is in bytes: a write beyond it fails like on a full disk."""

        self.process = Forked(serve, self.port, self._store, largest_file)
        wait_until(lambda: answers(self.address))
        return self

    def kill(self):
        self.process.kill()

    def stop(self):
        self.process.signal(signal.SIGTERM)
        assert self.process.ended() == 0


def serve(channel, port, store, largest_file):
    """The server, in a process of its own."""
    import resource

    if largest_file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, largest_file))
    arguments = ["serve", "--port", str(port), "--store", store, "--namespace", "ada", "--embedder", "none"]
    run_command(channel, arguments, os.devnull)


def answers(address):
    try:
        return httpx.get(f"{address}/ready", timeout=15).status_code == 200
    except httpx.TransportError:
        return False


def wait_until(condition):
    end = time.monotonic() + LONGEST
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.1)


class Writers:
    """Threads that write turns with uids of their own. A turn without an answer is sent again, also to another server."""

    def __init__(self, *addresses):
        self._addresses = itertools.cycle(addresses)
        self._stopped = threading.Event()
        self.acknowledged = []
        self.failures = Counter()
        self.details = set()
        self._threads = [threading.Thread(target=self._write, args=(n,), daemon=True) for n in range(WRITERS)]
        for thread in self._threads:
            thread.start()

    def _write(self, writer):
        for number in itertools.count():
            turn = {
                "uid": f"{writer}-{number}",
                "text": f"У Ады {number} коробок.",
                "speaker": f"Ada{writer}",
            }
            while not self._stopped.is_set() and not self._is_accepted(turn):
                time.sleep(0.05)
            if self._stopped.is_set():
                return

    def _is_accepted(self, turn):
        try:
            answer = httpx.post(f"{next(self._addresses)}/v1/turns", json={"turns": [turn]}, timeout=60)
        except httpx.TransportError as e:
            self.failures[type(e).__name__] += 1
            return False
        if answer.status_code != 200:
            self.failures[answer.status_code] += 1
            self.details.add(answer.json()["detail"])
            return False
        self.acknowledged.append(turn["uid"])
        return True

    def wait_for(self, more):
        wanted = len(self.acknowledged) + more
        wait_until(lambda: len(self.acknowledged) >= wanted)

    def stop(self):
        self._stopped.set()
        for thread in self._threads:
            thread.join(LONGEST)


@pytest.fixture
def cleaning():
    with ExitStack() as stack:
        yield stack


def started(cleaning, store, **more):
    server = Server(store).start(**more)
    cleaning.callback(lambda: server.process.kill())
    return server


def writing(cleaning, *servers):
    writers = Writers(*(server.address for server in servers))
    cleaning.callback(writers.stop)
    writers.wait_for(10)
    return writers


def assert_all_stored(store, uids):
    """Each of these turns is stored once and was read, or is read now."""
    with Memory.open(store, namespace="ada", embedder="none") as memory:
        assert [turn.uid for turn in memory.turns(uids)] == uids
        memory.flush()
        assert memory.stats().pending == 0
        assert memory.stats().turns >= len(uids)


def test_a_server_over_a_file_that_is_killed_loses_no_acknowledged_write(tmp_path, cleaning):
    store = str(tmp_path / "memory.db")
    server = started(cleaning, store)
    writers = writing(cleaning, server)
    server.kill()
    server.start()
    writers.wait_for(10)
    writers.stop()
    server.stop()
    assert_all_stored(store, writers.acknowledged)


def test_a_server_that_is_stopped_ends_its_streams_of_events(tmp_path, cleaning):
    server = started(cleaning, str(tmp_path / "memory.db"))
    headers = {"Accept": "text/event-stream"}
    with httpx.stream("GET", f"{server.address}/v1/events", headers=headers, timeout=60) as stream:
        lines = stream.iter_lines()
        assert next(lines) == "retry: 3000"
        began = time.monotonic()
        server.process.signal(signal.SIGTERM)
        assert not any(line.startswith("event") for line in lines)  # until the server ends the stream
    assert server.process.ended() == 0
    assert time.monotonic() - began < 20


def test_a_full_disk_refuses_writes_with_the_reason_and_reads_continue(tmp_path, cleaning):
    store = str(tmp_path / "memory.db")
    server = started(cleaning, store)
    writers = writing(cleaning, server)
    server.stop()
    server.start(largest_file=os.path.getsize(store) + 200_000)
    wait_until(lambda: writers.failures[500] >= 3)
    assert all("earlier writes are safe. To continue, " in each for each in writers.details)
    question = {"question": "коробок"}
    assert httpx.post(f"{server.address}/v1/search", json=question, timeout=60).json()["hits"]
    assert httpx.get(f"{server.address}/health").status_code == 200
    server.stop()
    server.start()  # with space
    writers.wait_for(10)
    writers.stop()
    server.stop()
    assert_all_stored(store, writers.acknowledged)


@pytest.mark.neo4j
def test_a_killed_server_of_two_and_a_killed_database_lose_no_acknowledged_write(cleaning):
    try:
        database = neo4j_server.start()
    except neo4j_server.NoServer as e:
        pytest.skip(str(e))
    cleaning.callback(database.stop)
    if database.process is None:
        pytest.skip("the test kills the Neo4j server, so it needs one of its own")
    first, second = started(cleaning, database.uri), started(cleaning, database.uri)
    writers = writing(cleaning, first, second)
    first.kill()
    writers.wait_for(10)  # through the other server
    first.start()
    database.kill_and_restart()
    writers.wait_for(10)
    writers.stop()
    first.stop()
    second.stop()
    assert set(writers.failures) <= {
        "ConnectError",
        "ReadError",
        "RemoteProtocolError",
        "ReadTimeout",
        503,
    }, writers.details
    assert_all_stored(database.uri, writers.acknowledged)
