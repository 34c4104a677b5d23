"""Jobs end to end: turns that stayed pending, consolidation in the background, several workers, kills, and the commands."""

import json
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from typer.testing import CliRunner

from factories import DIMENSION, STAMP, make_turn
from hashing_embedder import HashingEmbedder
from memgraph_core import Memory, StoreError, StoreUnavailable
from memgraph_core.cli.app import app
from memgraph_core.config import IngestSettings, ModelSettings, Settings
from memgraph_core.engine import worker
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.jobs import Permissions, run_due
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.worker import Worker
from memgraph_core.errors import InvalidInput
from memgraph_core.records.jobs import JobUpdate, QuietHours
from memgraph_core.store.sqlite import open_sqlite
from memgraph_core.store.sqlite.database import SqliteStore
from memgraph_core.turns.content import prepared_turn
from scripted_endpoint import BUSY, Reply, plain_reader

LONG_AGO = datetime(2026, 1, 5, 8, tzinfo=UTC)
LATER = LONG_AGO + timedelta(hours=1)
SESSIONS = 4


def pending_turns(path, sessions=SESSIONS):
    """A memory in which one program ended after it had logged turns, two in each session."""
    memory = Memory.open(path, namespace="ada", embedder="none")
    turns = [
        make_turn(f"t{n}", f"I had a latte with guest {n}.", session=f"s{n // 2}", recorded_at=LONG_AGO)
        for n in range(2 * sessions)
    ]
    memory.store.append([prepared_turn(turn, LONG_AGO) for turn in turns])
    return memory


@pytest.fixture
def memory(tmp_path):
    with closing(pending_turns(tmp_path / "memory.db")) as opened:
        yield opened


def texts(memory):
    return sorted(note.text for note in memory.list_notes(limit=100).items)


def test_a_worker_extracts_what_stayed_pending_and_a_second_run_does_nothing(memory):
    assert memory.run_jobs(now=LONG_AGO) == ()
    runs = memory.run_jobs(now=LATER)
    assert [(run.job.kind, run.outcome) for run in runs] == [("derive", "done")] * SESSIONS
    assert len(texts(memory)) == 8
    assert [job.kind for job in memory.jobs()] == ["consolidate"]  # requested by the new notes
    assert memory.run_jobs(now=LATER) == ()


def test_a_consolidation_runs_after_a_session_and_then_not_again(memory):
    for day in range(12):
        moment = LONG_AGO + timedelta(days=day)
        memory.add(
            "I had tea at 8 this morning.", speaker="Ada", said_at=moment, session=f"{day}", now=moment
        )
    [run] = memory.run_jobs(now=LONG_AGO + timedelta(days=13))[SESSIONS:]
    assert (run.job.kind, run.job.count >= 12) == ("consolidate", True)
    assert len(memory.abstractions()) == 1
    assert memory.jobs() == ()


def test_a_consolidation_that_is_asked_for_leaves_no_job_for_it(memory):
    memory.run_jobs(now=LATER)
    memory.consolidate(dry_run=True, now=LATER)
    assert [job.kind for job in memory.jobs()] == ["consolidate"]
    memory.consolidate(now=LATER)
    assert memory.jobs() == ()


def test_only_a_second_session_ends_a_session(tmp_path):
    with Memory.open(tmp_path / "memory.db", namespace="ada", embedder="none") as memory:
        for session, ended in (("s1", False), ("s1", False), ("s2", True)):
            memory.add("I had tea at 8 this morning.", speaker="Ada", session=session, now=LONG_AGO)
            assert [job.session_ended for job in memory.jobs()] == [ended]


def test_four_workers_do_each_job_once(memory, tmp_path):
    def work(_):
        with Memory.open(tmp_path / "memory.db", namespace="ada", embedder="none") as other:
            return other.run_jobs(now=LATER)

    with ThreadPoolExecutor(4) as pool:
        runs = [run for found in pool.map(work, range(4)) for run in found]
    assert sorted(run.job.session for run in runs) == ["s0", "s1", "s2", "s3"]
    assert len(texts(memory)) == 8


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_kill_9_at_each_step_loses_nothing_and_repeats_nothing(tmp_path):
    expected = None
    for step in count():
        path = tmp_path / f"{step}.db"
        pending_turns(path, sessions=1).close()
        child = os.fork()
        if child == 0:
            _work_until(step, path)
        _, status = os.waitpid(child, 0)
        with Memory.open(path, namespace="ada", embedder="none") as memory:
            memory.run_jobs(now=LATER)  # no lease has expired; the reader has ended
            assert memory.stats().pending == 0
            expected = expected or texts(memory)
            assert texts(memory) == expected
            assert [(job.kind, job.count) for job in memory.jobs()] == [("consolidate", 2)]
        if not os.WIFSIGNALED(status):
            break
    assert step >= 8


def _work_until(step, path):
    """In a child process: do the jobs, and kill the process before or after the given call of the store that writes."""
    calls = count()

    def killing(verb):
        def call(*arguments, **options):
            if next(calls) == step:
                os.kill(os.getpid(), signal.SIGKILL)
            result = verb(*arguments, **options)
            if next(calls) == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return result

        return call

    try:
        for name in ("update_jobs", "lease", "apply"):
            setattr(SqliteStore, name, killing(getattr(SqliteStore, name)))
        Memory.open(path, namespace="ada", embedder="none").run_jobs(now=LATER)
    finally:
        os._exit(0)


def test_a_model_that_does_not_answer_is_asked_again_after_a_pause(tmp_path, endpoint):
    settings = Settings(
        models=ModelSettings(llm="small", base_url=endpoint.url, timeout=2, patience=0),
        ingest=IngestSettings(extractor="llm"),
    )
    with closing(open_sqlite(tmp_path / "memory.db", STAMP)) as database:
        engine = MemoryEngine(
            database, embedder=HashingEmbedder(DIMENSION), settings=settings, clock=lambda: LATER
        )
        memory = Memory(engine, "ada")
        memory.add("I moved to Turin.", now=LONG_AGO, session="s1")
        endpoint.always = BUSY
        [run] = memory.run_jobs()
        assert (run.outcome, bool(run.error)) == ("failed", True)
        [job] = memory.jobs()
        assert (job.attempts, job.due_at, job.error) == (1, LATER + timedelta(minutes=1), run.error)
        endpoint.always = Reply(say=plain_reader)
        assert memory.run_jobs() == ()  # it is not due yet
        assert [each.due_at for each in memory.retry_jobs([job.uid], now=LATER)] == [LATER]
        assert [run.outcome for run in memory.run_jobs()] == ["done"]
        with pytest.raises(InvalidInput, match="no job"):
            memory.retry_jobs([job.uid])


def test_a_worker_consolidates_in_quiet_hours_only_and_serves_all_namespaces(memory):
    other = Memory(memory.engine, "ben")
    other.add("I had tea at 8 this morning.", speaker="Ben", now=LONG_AGO)
    served = Worker(memory.engine, quiet_hours=QuietHours.of("02:00-05:00"))
    assert [run.job.kind for run in served.run_once(lambda: LATER)] == ["derive"] * SESSIONS
    night = LONG_AGO + timedelta(hours=20)
    runs = list(served.run_once(lambda: night))
    assert [(run.namespace, run.job.kind) for run in runs] == [("ada", "consolidate"), ("ben", "consolidate")]
    assert memory.jobs() == other.jobs() == ()


def test_a_stopped_worker_gives_its_job_back(memory):
    memory.run_jobs(now=LATER)
    stops = iter((False, True, True))
    permissions = Permissions(quiet=True, is_stopped=lambda: next(stops))
    before = memory.jobs()
    assert list(run_due(memory._open, lambda: LATER, permissions)) == []
    assert memory.jobs() == before


def test_a_thread_does_the_jobs_and_ends_with_the_memory(memory, tmp_path, monkeypatch):
    monkeypatch.setattr(worker, "PAUSE", 0.05)
    with Memory.open(tmp_path / "memory.db", namespace="ada", embedder="none", background=True) as other:
        deadline = time.monotonic() + 20
        while other.stats().pending and time.monotonic() < deadline:
            assert other.search("Who had a latte?", now=LATER)  # it finds turns that are pending
            time.sleep(0.05)
        assert len(texts(other)) == 8
        thread = other._worker._thread
    assert not thread.is_alive()


def test_a_worker_waits_while_the_database_does_not_answer(memory, monkeypatch):
    failures, found, original = [StoreUnavailable("no answer")], [], SqliteStore.jobs

    def jobs(store):
        if failures:
            raise failures.pop()
        return original(store)

    monkeypatch.setattr(SqliteStore, "jobs", jobs)
    monkeypatch.setattr(worker, "PAUSE", 0.0)
    memory.engine.clock = lambda: LATER
    process = Worker(memory.engine, ["ada"])

    def report(run):
        found.append(run)
        if len(found) == SESSIONS:
            process.stopped.set()

    process.run(report)
    assert len(found) == SESSIONS


def test_a_worker_logs_an_error_of_a_namespace_and_serves_the_others(memory, monkeypatch, caplog):
    other = Memory(memory.engine, "ben")
    other.add("I had tea at 8 this morning.", speaker="Ben", now=LONG_AGO)
    original, process, found = SqliteStore.jobs, None, []

    def jobs(store):
        if store.namespace == "ada":
            raise StoreError("the disk is full")
        return original(store)

    monkeypatch.setattr(SqliteStore, "jobs", jobs)
    monkeypatch.setattr(worker, "PAUSE", 0.0)
    process = Worker(memory.engine, quiet_hours=QuietHours.of("00:00-23:59"))

    def report(run):
        found.append(run.namespace)
        process.stopped.set()

    process.run(report)
    assert found == ["ben"]
    assert "StoreError" in caplog.text


def test_the_thread_continues_after_an_error_of_the_database(memory, tmp_path, monkeypatch):
    failures, original = [StoreError("the disk is full")], SqliteStore.jobs

    def jobs(store):
        if failures:
            raise failures.pop()
        return original(store)

    monkeypatch.setattr(SqliteStore, "jobs", jobs)
    monkeypatch.setattr(worker, "PAUSE", 0.05)
    with Memory.open(tmp_path / "memory.db", namespace="ada", embedder="none", background=True) as other:
        deadline = time.monotonic() + 20
        while other.stats().pending and time.monotonic() < deadline:
            time.sleep(0.05)
        assert other.stats().pending == 0


def test_a_program_error_is_a_failed_attempt_with_a_pause(memory, monkeypatch):
    def flush(*_arguments):
        raise ValueError("a private sentence")

    monkeypatch.setattr(OpenNamespace, "flush", flush)
    runs = memory.run_jobs(now=LATER)
    assert [(run.outcome, run.error) for run in runs] == [("failed", "unexpected ValueError")] * SESSIONS
    due = {(job.attempts, job.due_at, job.reader) for job in memory.jobs()}
    assert due == {(1, LATER + timedelta(minutes=1), None)}
    assert memory.run_jobs(now=LATER) == ()


def test_a_namespace_whose_cost_is_spent_is_still_consolidated(memory, monkeypatch):
    served = Worker(memory.engine, ["ada"], QuietHours.of("00:00-23:59"))
    costs = iter((False, True))  # the first job spends the cost
    monkeypatch.setattr(Worker, "_cost_is_spent", lambda worker: next(costs, True))
    memory.add("I had tea at 8 this morning.", speaker="Ada", session="s9", now=LONG_AGO)
    assert [run.job.kind for run in served.run_once(lambda: LATER)] == ["derive", "consolidate"]


def test_nothing_is_locked_while_no_job_is_due(memory, monkeypatch):
    memory.run_jobs(now=LATER)
    [job] = memory.jobs()
    assert (job.kind, job.state) == ("consolidate", "queued")  # too few new notes

    def fail(*_arguments):
        raise AssertionError("a job was updated, or all records were counted")

    monkeypatch.setattr(SqliteStore, "update_jobs", fail)
    monkeypatch.setattr(SqliteStore, "stats", fail)
    assert memory.run_jobs(now=LATER) == ()


def test_the_commands_list_run_and_repeat_jobs(memory, tmp_path):
    def run(*arguments, code=0):
        result = CliRunner().invoke(
            app, [*arguments, "--store", str(tmp_path / "memory.db"), "--namespace", "ada"]
        )
        assert result.exit_code == code, result.output
        return result.output

    assert "derive s0: 2 pending turns" in run("jobs")
    assert {job["session"] for job in json.loads(run("jobs", "--json"))} == {"s0", "s1", "s2", "s3"}
    dead = replace(memory.jobs()[0], state="dead", error="it failed", attempts=10)
    memory.store.update_jobs(lambda jobs: JobUpdate(put=(dead,)))
    assert "2 pending turns, 10 attempts, dead\n    it failed" in run("jobs")
    lines = run("worker", "--once", "--json", "--embedder", "none").splitlines()
    assert [json.loads(line)["outcome"] for line in lines] == ["done"] * (SESSIONS - 1)
    assert "due" in run("jobs", "--retry")
    assert f"ada: derive {dead.session} done in" in run("worker", "--once", "--embedder", "none")
    assert "consolidate: 8 new notes" in run("jobs")
    assert "consolidate" in run("worker", "--once", "--quiet-hours", "00:00-23:59", "--embedder", "none")
    assert "No jobs." in run("jobs")
    everywhere = CliRunner().invoke(
        app, ["worker", "--once", "--embedder", "none", "-s", str(tmp_path / "memory.db")]
    )
    assert everywhere.exit_code == 0, everywhere.output  # although there is no namespace `default`
