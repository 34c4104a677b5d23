"""Concurrent and killed writers, in threads and processes: the result is that of one uninterrupted writer."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from multiprocessing.connection import Connection
from typing import Any

import pytest

from factories import NOW, day, make_turn
from forked import Forked
from memgraph_core.config import IngestSettings, ModelSettings, Settings, StoreSettings
from memgraph_core.engine.commit import commit
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.records.plan import PlanningSnapshot, WritePlan
from memgraph_core.store import open_database
from scripted_endpoint import Reply, plain_reader, turns_asked


def engine_on(url: str) -> MemoryEngine:
    """An engine on a file or a server, opened as another program would open it, without an embedder."""
    settings = StoreSettings(
        url=url, username=os.environ.get("TEST_USERNAME"), password=os.environ.get("TEST_PASSWORD")
    )
    return MemoryEngine(open_database(settings, None), embedder=None, clock=lambda: NOW)


@pytest.fixture
def url(backend, request, tmp_path, monkeypatch) -> str:
    """Each store in turn, as an address that other processes can open."""
    if request.node.callspec.params["backend"] == "sqlite":
        return str(tmp_path / "memory.db")
    server = request.getfixturevalue("neo4j_server")
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
    """The turns of one writer: a session of its own, one turn a day, with the same people in every story."""
    return [
        turn | {"uid": f"{writer}-{turn['uid']}", "session": writer, "said_at": day(n).isoformat()}
        for n, turn in enumerate(STORY)
    ]


def contents_of(memory: Memory, *writers: str) -> dict[str, object]:
    """The contents of a memory after these writers, except what depends on the order of the writers.

    The order decides which of several similar notes are linked, and which of two facts with equal starts supersedes the other.
    """
    entities = memory.entities(limit=99)
    names = {entity.uid: entity.name for entity in entities}
    stream = memory.stream(limit=9999)
    turns = memory.turns([turn["uid"] for writer in writers for turn in story(writer)])
    stats = memory.stats()
    return {
        "entities": {(e.name, e.type, e.mentions, e.first_at, e.last_at) for e in entities},
        "stream": sorted((item.at, item.name, item.turn, item.session) for item in stream),
        "turns": [replace(turn, vector=None) for turn in turns],
        "facts": {(names[f.subject], f.type, names[f.object]) for f in memory.facts(limit=999)},
        "counts": (stats.turns, stats.notes, stats.entities, stats.mentions, stats.pending, stats.skipped),
    }


def contents_after_one_writer(*writers: str) -> dict[str, object]:
    """The contents of a memory after one writer has added all these stories."""
    with closing(engine_on(":memory:")) as engine:
        memory = Memory(engine, "clean")
        for writer in writers:
            for turn in story(writer):
                memory.add(turn)
        return contents_of(memory, *writers)


def run_concurrently(*calls: Callable[[], object]) -> None:
    """Run the calls in threads that start together. An exception in one fails the test."""
    together, failures = threading.Barrier(len(calls)), []

    def run(call: Callable[[], object]) -> None:
        together.wait()
        try:
            call()
        except BaseException as e:  # noqa: BLE001  any exception fails the test
            failures.append(e)

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert not failures


def add_story(memory: Memory, writer: str) -> None:
    for turn in story(writer):
        assert memory.add(turn).pending == 0


def test_two_threads_of_one_memory_lose_and_duplicate_nothing(memory):
    run_concurrently(lambda: add_story(memory, "a"), lambda: add_story(memory, "b"))
    assert contents_of(memory, "a", "b") == contents_after_one_writer("a", "b")


def test_threads_that_add_the_same_turns_equal_one_writer(memory):
    run_concurrently(
        lambda: add_story(memory, "a"), lambda: add_story(memory, "a"), lambda: add_story(memory, "a")
    )
    assert contents_of(memory, "a") == contents_after_one_writer("a")
    assert [f.holds_until for f in memory.facts("Milan") if f.type == "LIVES_IN"] == [None]
    assert None not in [f.holds_until for f in memory.facts("Turin") if f.type == "LIVES_IN"]


def test_two_threads_in_two_namespaces_do_not_affect_each_other(memory, namespaces):
    other = Memory(memory.engine, namespaces("-other"))
    run_concurrently(lambda: add_story(memory, "a"), lambda: add_story(other, "b"))
    assert contents_of(memory, "a") == contents_after_one_writer("a")
    assert contents_of(other, "b") == contents_after_one_writer("b")


def test_retries_during_a_write_duplicate_nothing(memory):
    def retry() -> None:
        for _ in range(10):
            memory.retry()

    run_concurrently(lambda: add_story(memory, "a"), retry, retry)
    memory.retry()
    assert contents_of(memory, "a") == contents_after_one_writer("a")


# Other processes


def tell(channel: Connection, url: str, namespace: str, writer: str, rounds: int = 1) -> None:
    """Add a story, or several. The uid of each turn is sent after the turn is stored."""
    with closing(engine_on(url)) as engine:
        memory = Memory(engine, namespace)
        for number in range(rounds):
            for turn in story(writer if number == 0 else f"{writer}{number}"):
                memory.add(turn)
                channel.send(turn["uid"])


def finish(*processes: Forked) -> None:
    for process in processes:
        process.rest()
        assert process.ended() == 0


@pytest.mark.parametrize("writers", [("a", "b"), ("a", "a")], ids=["two stories", "the same story"])
def test_two_processes_in_one_namespace_equal_one_writer(url, namespace, writers):
    finish(*(Forked(tell, url, namespace, writer) for writer in writers))
    with closing(engine_on(url)) as engine:
        stories = dict.fromkeys(writers)
        assert contents_of(Memory(engine, namespace), *stories) == contents_after_one_writer(*stories)


def test_two_processes_in_two_namespaces_do_not_affect_each_other(url, namespaces):
    ada, ben = namespaces("-ada"), namespaces("-ben")
    finish(Forked(tell, url, ada, "a"), Forked(tell, url, ben, "b"))
    with closing(engine_on(url)) as engine:
        assert contents_of(Memory(engine, ada), "a") == contents_after_one_writer("a")
        assert contents_of(Memory(engine, ben), "b") == contents_after_one_writer("b")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
@pytest.mark.parametrize("after", [1, 8])
def test_acknowledged_turns_survive_a_kill_and_the_story_can_be_continued(url, namespace, after):
    process = Forked(tell, url, namespace, "a", 1000)
    acknowledged = [process.receive() for _ in range(after)]
    process.kill()
    acknowledged += process.rest()
    with closing(engine_on(url)) as engine:
        memory = Memory(engine, namespace)
        stored = memory.turns(acknowledged)
        assert [turn.uid for turn in stored] == acknowledged
        assert "pending" not in {turn.state for turn in stored}
        assert memory.stats().pending <= 1  # the turn that was being extracted
        memory.retry()
        writers = list(dict.fromkeys(uid.rpartition("-")[0] for uid in acknowledged))
        writers.append(f"a{len(writers)}")  # a turn of this story may be logged without an acknowledgement
        for writer in writers:
            add_story(memory, writer)
        assert contents_of(memory, *writers) == contents_after_one_writer(*writers)


# Processes with a language model


BIRDS = [f"{session}{n}" for session in "abc" for n in range(4)]


def reading_engine_on(url: str, endpoint: str) -> MemoryEngine:
    """The engine of `engine_on`, with a language model."""
    settings = Settings(
        models=ModelSettings(llm="small", base_url=endpoint, timeout=20),
        ingest=IngestSettings(extractor="llm", window=128, concurrency=2, batch=4),
    )
    plain = engine_on(url)
    return MemoryEngine(plain.database, embedder=None, settings=settings, clock=lambda: NOW)


def flush(channel: Connection, url: str, namespace: str, endpoint: str) -> None:
    """Extract the pending turns when the test says so. The number of turns that are still pending is sent."""
    with closing(reading_engine_on(url, endpoint)) as engine:
        when_resumed(channel, lambda: Memory(engine, namespace).flush().pending)


def rebuild(channel: Connection, url: str, namespace: str, endpoint: str) -> None:
    with closing(reading_engine_on(url, endpoint)) as engine:
        when_resumed(channel, lambda: Memory(engine, namespace).rebuild().turns)


def when_resumed(channel: Connection, call: Callable[[], object]) -> None:
    channel.send("ready")
    channel.recv()
    channel.send(call())


def start_program(program: Callable[..., None], *arguments: str) -> Forked:
    """Start a process that is ready and then waits for `resume`."""
    process = Forked(program, *arguments)
    assert process.receive() == "ready"
    return process


def resume(*processes: Forked) -> None:
    for process in processes:
        process.send("now")


@pytest.fixture
def pending_memory(url, namespace, endpoint) -> Iterator[Memory]:
    """A memory of three sessions whose turns are all pending."""
    endpoint.always = Reply(say=plain_reader, wait=0.05)
    with closing(reading_engine_on(url, endpoint.url)) as engine:
        memory = Memory(engine, namespace)
        turns = [make_turn(uid, f"I have seen the bird {uid}.", session=uid[0]) for uid in BIRDS]
        memory.store.append(turns)
        yield memory


def test_two_processes_with_the_same_pending_turns_extract_each_window_once(
    url, namespace, pending_memory, endpoint
):
    two = [start_program(flush, url, namespace, endpoint.url) for _ in range(2)]
    resume(*two)
    assert [process.rest() for process in two] == [[0], [0]]
    sent = [text for request in endpoint.requests for text in turns_asked(request)]
    assert sorted(sent) == sorted(f"I have seen the bird {uid}." for uid in BIRDS)
    assert len(pending_memory.ledger()) == len(endpoint.requests)
    stats = pending_memory.stats()
    assert (stats.pending, stats.notes) == (0, len(BIRDS))


def kill_during_extraction(process, endpoint):
    """Resume a process and kill it after its second request to the model."""
    resume(process)
    while len(endpoint.requests) < 2:
        time.sleep(0.01)
    process.kill()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_windows_of_a_killed_process_are_extracted_by_the_next_one_at_once(
    url, namespace, pending_memory, endpoint
):
    endpoint.script = [Reply(wait=60)] * 2
    process = start_program(flush, url, namespace, endpoint.url)
    kill_during_extraction(process, endpoint)
    assert pending_memory.flush().pending == 0
    sent = [text for request in endpoint.requests[2:] for text in turns_asked(request)]
    assert len(sent) == len(set(sent)) == pending_memory.stats().notes == len(BIRDS)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
def test_a_killed_rebuild_with_a_model_continues_and_uses_corrected_texts(
    url, namespace, pending_memory, endpoint
):
    with closing(engine_on(url)) as engine:
        plain = Memory(engine, namespace)
        plain.retry()
        plain.update("b1", "I have seen an owl.")
        before = plain.store.notes_of(BIRDS)
    endpoint.script = [plain_reader, *[Reply(wait=60)] * 2]
    process = start_program(rebuild, url, namespace, endpoint.url)
    kill_during_extraction(process, endpoint)
    assert pending_memory.store.notes_of(BIRDS) == before
    endpoint.script, first = [], len(endpoint.requests)
    pending_memory.rebuild()
    sent = [text for request in endpoint.requests[first:] for text in turns_asked(request)]
    assert len(sent) == len(set(sent)) == len(BIRDS) - 4
    notes = pending_memory.store.notes_of(BIRDS)
    assert {note.extractor for note in notes} == {"llm"}
    assert len(notes) == len(BIRDS)
    assert any("I have seen an owl." in note.text for note in notes)


def correct(channel: Connection, url: str, namespace: str, home: str) -> None:
    with closing(engine_on(url)) as engine:
        memory = Memory(engine, namespace)
        when_resumed(channel, lambda: memory.update("t1", f"I live in {home}.").change)


def test_of_two_concurrent_corrections_the_last_counts_and_both_are_recorded(url, namespace):
    homes = ("Genoa", "Rome")
    with closing(engine_on(url)) as engine:
        memory = Memory(engine, namespace)
        memory.add("I live in Turin.", speaker="Ada", uid="t1", said_at=day(0))
        two = [start_program(correct, url, namespace, home) for home in homes]
        resume(*two)
        printed = [process.receive() for process in two]
        last, first = memory.changes()
        assert {last.uid, first.uid} == set(printed)
        home = homes[printed.index(last.uid)]
        assert memory.turns(["t1"])[0].text == f"I live in {home}."
        assert [fact.triple for fact in memory.facts()] == [f"Ada LIVES_IN {home}"]
        memory.undo(last.uid)
        memory.undo(first.uid)
        assert [fact.triple for fact in memory.facts()] == ["Ada LIVES_IN Turin"]


def test_threads_of_one_process_do_not_make_the_plans_of_each_other_stale(memory):
    attempts = []

    def write(number: int) -> None:
        def plan(snapshot: PlanningSnapshot) -> WritePlan:
            attempts.append(number)
            time.sleep(0.01)
            return WritePlan(space=snapshot.space, version=snapshot.version, at=NOW)

        commit(memory.store, plan)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(attempts) == list(range(8))
