"""Several writers, threads and processes, and writers that are killed: on both stores like one that was not."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from factories import NOW, day, make_turn
from memgraph_core.config import IngestSettings, ModelSettings, Settings, StoreSettings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.store import open_database
from scripted_endpoint import Reply, plain_reader, turns_asked

TESTS = Path(__file__).parent


def engine_on(url: str) -> MemoryEngine:
    """An engine on a file or a server, as another program would open it; without a model, which decides nothing."""
    settings = StoreSettings(
        url=url, username=os.environ.get("TEST_USERNAME"), password=os.environ.get("TEST_PASSWORD")
    )
    return MemoryEngine(open_database(settings, None), embedder=None, clock=lambda: NOW)


@pytest.fixture
def url(backend, request, tmp_path, monkeypatch) -> str:
    """Each store in turn, as an address that other processes can open."""
    if request.node.callspec.params["backend"] == "sqlite":
        return str(tmp_path / "memory.db")
    newest = request.node.callspec.params["backend"] == "neo4j-newest"
    server = request.getfixturevalue("newest_neo4j_server" if newest else "neo4j_server")
    if server.username:
        monkeypatch.setenv("TEST_USERNAME", server.username)
        monkeypatch.setenv("TEST_PASSWORD", server.password)
    return server.uri


@pytest.fixture
def memory(url, namespace) -> Iterator[Memory]:
    with closing(engine_on(url)) as engine:
        yield Memory(engine, namespace)


STORY = [
    {"uid": "t0", "speaker": "Ada", "content": "I live in Turin. My boss is Clara."},
    {"uid": "t1", "speaker": "Ben", "content": "I work at Fiat with Clara and with Dora."},
    {"uid": "t2", "speaker": "Ada", "content": "Where is Dora?"},
    {"uid": "t3", "speaker": "Ben", "content": "I was in Rome with Dora, we met Clara."},
    {"uid": "t4", "speaker": "Ada", "content": "I live in Milan now, near Clara."},
    {"uid": "t5", "speaker": "Ben", "content": "I like green tea, says Dora."},
]


def story(writer: str) -> list[dict[str, Any]]:
    """A session of its own for each writer, of days in order, with the same people in it."""
    return [
        turn | {"uid": f"{writer}-{turn['uid']}", "session": writer, "said_at": day(n).isoformat()}
        for n, turn in enumerate(STORY)
    ]


def held(memory: Memory, *writers: str) -> dict[str, object]:
    """All that a memory holds to which these have told their stories, but for what depends on the order in which writers come.

    That is which of several like notes are tied, and who of two that begin alike supersedes the other.
    """
    entities = memory.entities(limit=99)
    names = {entity.uid: entity.name for entity in entities}
    stream = memory.stream(limit=9999)
    told = memory.turns([turn["uid"] for writer in writers for turn in story(writer)])
    stats = memory.stats()
    return {
        "entities": {(e.name, e.type, e.mentions, e.first_at, e.last_at) for e in entities},
        "stream": sorted((item.at, item.name, item.turn, item.session) for item in stream),
        "turns": [replace(turn, vector=None) for turn in told],
        "facts": {(names[f.subject], f.type, names[f.object]) for f in memory.facts(limit=999)},
        "counts": (stats.turns, stats.notes, stats.entities, stats.mentions, stats.pending, stats.skipped),
    }


def clean(*writers: str) -> dict[str, object]:
    """What a memory holds to which one writer has told all these stories."""
    with closing(engine_on(":memory:")) as engine:
        memory = Memory(engine, "clean")
        for writer in writers:
            for turn in story(writer):
                memory.add(turn)
        return held(memory, *writers)


def at_once(*calls: Callable[[], object]) -> None:
    """Run them in threads that begin together; what one raises fails the test."""
    together, failures = threading.Barrier(len(calls)), []

    def run(call: Callable[[], object]) -> None:
        together.wait()
        try:
            call()
        except BaseException as e:  # noqa: BLE001  whatever it is, it fails the test
            failures.append(e)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert not failures


def tell(memory: Memory, writer: str) -> None:
    for turn in story(writer):
        assert memory.add(turn).pending == 0


def test_two_threads_of_one_memory_lose_nothing_and_double_nothing(memory):
    at_once(lambda: tell(memory, "a"), lambda: tell(memory, "b"))
    assert held(memory, "a", "b") == clean("a", "b")


def test_two_threads_that_tell_the_same_are_like_one(memory):
    at_once(lambda: tell(memory, "a"), lambda: tell(memory, "a"), lambda: tell(memory, "a"))
    assert held(memory, "a") == clean("a")
    assert [f.holds_until for f in memory.facts("Milan") if f.type == "LIVES_IN"] == [None]
    assert None not in [f.holds_until for f in memory.facts("Turin") if f.type == "LIVES_IN"]


def test_two_threads_in_two_namespaces_do_not_meet(memory, namespaces):
    other = Memory(memory.engine, namespaces("-other"))
    at_once(lambda: tell(memory, "a"), lambda: tell(other, "b"))
    assert held(memory, "a") == clean("a")
    assert held(other, "b") == clean("b")


def test_retries_beside_a_writer_double_nothing(memory):
    def retry() -> None:
        for _ in range(10):
            memory.retry()

    at_once(lambda: tell(memory, "a"), retry, retry)
    memory.retry()
    assert held(memory, "a") == clean("a")


# Other processes


TELL = """
import sys
from test_writers import engine_on, story
from memgraph_core.memory import Memory
url, namespace, writer, rounds = sys.argv[1:]
with engine_on(url) as engine:
    memory = Memory(engine, namespace)
    for number in range(int(rounds)):
        for turn in story(writer if number == 0 else f"{writer}{number}"):
            memory.add(turn)
            print(turn["uid"], flush=True)
"""


def telling(url: str, namespace: str, writer: str, rounds: int = 1) -> subprocess.Popen[str]:
    """Another process that tells a story and says after every turn that it is durable."""
    command = [sys.executable, "-c", TELL, url, namespace, writer, str(rounds)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])}
    return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE)


def finish(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        process.communicate(timeout=120)
        assert process.returncode == 0


@pytest.mark.parametrize("writers", [("a", "b"), ("a", "a")], ids=["two stories", "the same story"])
def test_two_processes_in_one_namespace_are_like_one_writer(url, namespace, writers):
    finish(*(telling(url, namespace, writer) for writer in writers))
    with closing(engine_on(url)) as engine:
        stories = dict.fromkeys(writers)
        assert held(Memory(engine, namespace), *stories) == clean(*stories)


def test_two_processes_in_two_namespaces_do_not_meet(url, namespaces):
    ada, ben = namespaces("-ada"), namespaces("-ben")
    finish(telling(url, ada, "a"), telling(url, ben, "b"))
    with closing(engine_on(url)) as engine:
        assert held(Memory(engine, ada), "a") == clean("a")
        assert held(Memory(engine, ben), "b") == clean("b")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
@pytest.mark.parametrize("after", [1, 8])
def test_what_was_acknowledged_is_there_after_a_kill_and_goes_on_like_a_clean_one(url, namespace, after):
    process = telling(url, namespace, "a", rounds=1000)
    assert process.stdout
    acknowledged = [process.stdout.readline().strip() for _ in range(after)]
    process.kill()
    acknowledged += process.communicate(timeout=60)[0].split()
    with closing(engine_on(url)) as engine:
        memory = Memory(engine, namespace)
        there = memory.turns(acknowledged)
        assert [turn.uid for turn in there] == acknowledged
        assert "pending" not in {turn.state for turn in there}
        assert memory.stats().pending <= 1  # the turn that was being read
        memory.retry()
        writers = list(dict.fromkeys(uid.rpartition("-")[0] for uid in acknowledged))
        writers.append(f"a{len(writers)}")  # of which a turn may have been logged, unacknowledged
        for writer in writers:
            tell(memory, writer)
        assert held(memory, *writers) == clean(*writers)


# Other processes that have a model read


BIRDS = [f"{session}{n}" for session in "abc" for n in range(4)]
FLUSH = """
import sys
from factories import NOW
from memgraph_core.memory import Memory
from test_writers import reading_engine_on
url, namespace, endpoint = sys.argv[1:]
with reading_engine_on(url, endpoint) as engine:
    memory = Memory(engine, namespace)
    print("ready", flush=True)
    sys.stdin.readline()
    print(memory.flush().pending, flush=True)
"""


def reading_engine_on(url: str, endpoint: str) -> MemoryEngine:
    """The same, with a language model."""
    settings = Settings(
        models=ModelSettings(llm="small", base_url=endpoint, timeout=20),
        ingest=IngestSettings(extractor="llm", window=128, concurrency=2, batch=4),
    )
    plain = engine_on(url)
    return MemoryEngine(plain.database, embedder=None, settings=settings, clock=lambda: NOW)


def started(program: str, *arguments: str) -> subprocess.Popen[str]:
    """Another process, that is ready to do what it is for when it is told to."""
    command = [sys.executable, "-c", program, *arguments]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])}
    process = subprocess.Popen(
        command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    return process


def told_to_go(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        assert process.stdin
        process.stdin.write("now\n")
        process.stdin.flush()


@pytest.fixture
def waiting_memory(url, namespace, endpoint) -> Iterator[Memory]:
    """Three sessions, of which every turn waits for a model."""
    endpoint.always = Reply(say=plain_reader, wait=0.05)
    with closing(reading_engine_on(url, endpoint.url)) as engine:
        memory = Memory(engine, namespace)
        turns = [make_turn(uid, f"I have seen the bird {uid}.", session=uid[0]) for uid in BIRDS]
        memory.store.append(turns, (), 0)
        yield memory


def test_two_processes_that_read_the_same_turns_pay_for_each_window_once(
    url, namespace, waiting_memory, endpoint
):
    two = [started(FLUSH, url, namespace, endpoint.url) for _ in range(2)]
    told_to_go(*two)
    assert [process.communicate(timeout=120)[0] for process in two] == ["0\n", "0\n"]
    asked = [text for request in endpoint.requests for text in turns_asked(request)]
    assert sorted(asked) == sorted(f"I have seen the bird {uid}." for uid in BIRDS)
    assert len(waiting_memory.ledger()) == len(endpoint.requests)
    stats = waiting_memory.stats()
    assert (stats.pending, stats.notes) == (0, len(BIRDS))


def killed_while_reading(process, endpoint):
    """Let it go, and end it when it has asked the model for two windows."""
    told_to_go(process)
    while len(endpoint.requests) < 2:
        time.sleep(0.01)
    process.kill()
    process.communicate(timeout=60)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_what_a_process_was_reading_when_it_was_killed_is_read_by_the_next_at_once(
    url, namespace, waiting_memory, endpoint
):
    endpoint.script = [Reply(wait=60)] * 2
    process = started(FLUSH, url, namespace, endpoint.url)
    killed_while_reading(process, endpoint)
    assert waiting_memory.flush().pending == 0
    asked = [text for request in endpoint.requests[2:] for text in turns_asked(request)]
    assert len(asked) == len(set(asked)) == waiting_memory.stats().notes == len(BIRDS)


REBUILD = FLUSH.replace("memory.flush().pending", "memory.rebuild().turns")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_a_rebuild_by_a_model_that_is_killed_goes_on_where_it_was_and_keeps_what_was_put_right(
    url, namespace, waiting_memory, endpoint
):
    with closing(engine_on(url)) as engine:
        plain = Memory(engine, namespace)
        plain.retry()
        plain.update("b1", "I have seen an owl.")
        before = plain.store.notes_of(BIRDS)
    endpoint.script = [plain_reader, *[Reply(wait=60)] * 2]
    process = started(REBUILD, url, namespace, endpoint.url)
    killed_while_reading(process, endpoint)
    assert waiting_memory.store.notes_of(BIRDS) == before
    endpoint.script, first = [], len(endpoint.requests)
    waiting_memory.rebuild()
    asked = [text for request in endpoint.requests[first:] for text in turns_asked(request)]
    assert len(asked) == len(set(asked)) == len(BIRDS) - 4
    notes = waiting_memory.store.notes_of(BIRDS)
    assert {note.extractor for note in notes} == {"llm"}
    assert len(notes) == len(BIRDS)
    assert any("I have seen an owl." in note.text for note in notes)


PUT_RIGHT = """
import sys
from memgraph_core.memory import Memory
from test_writers import engine_on
url, namespace, home = sys.argv[1:]
with engine_on(url) as engine:
    memory = Memory(engine, namespace)
    print("ready", flush=True)
    sys.stdin.readline()
    print(memory.update("t1", f"I live in {home}.").change, flush=True)
"""


def test_of_two_processes_that_put_the_same_right_the_last_counts_and_both_are_on_record(url, namespace):
    homes = ("Genoa", "Rome")
    with closing(engine_on(url)) as engine:
        memory = Memory(engine, namespace)
        memory.add("I live in Turin.", speaker="Ada", uid="t1", said_at=day(0))
        two = [started(PUT_RIGHT, url, namespace, home) for home in homes]
        told_to_go(*two)
        told = [process.communicate(timeout=120)[0].strip() for process in two]
        last, first = memory.changes()
        assert {last.uid, first.uid} == set(told)
        home = homes[told.index(last.uid)]
        assert memory.turns(["t1"])[0].text == f"I live in {home}."
        assert [str(fact) for fact in memory.named(memory.facts())] == [f"Ada LIVES_IN {home}"]
        memory.undo(last.uid)
        memory.undo(first.uid)
        assert [str(fact) for fact in memory.named(memory.facts())] == ["Ada LIVES_IN Turin"]
