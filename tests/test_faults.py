"""Bad input, faults, kills and several writers: a clear error or the right answer, never half of one."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from factories import NOW, day
from memgraph_core.engine import MemoryEngine
from memgraph_core.errors import InvalidInput, MemgraphError, StoreUnavailable, TurnConflict
from memgraph_core.memory import Memory
from memgraph_core.models.hashing import HashingEmbedder
from memgraph_core.reads import Filters
from memgraph_core.store.protocol import Stamp
from memgraph_core.store.sqlite import open_sqlite

TESTS = Path(__file__).parent
SURROGATE = "half a smile \ud83d"
NAIVE = datetime(2026, 1, 1)
BEYOND = datetime.max.replace(tzinfo=UTC)


def engine_on(path: Path | str) -> MemoryEngine:
    """An engine on a file, as another program would open it."""
    embedder = HashingEmbedder()
    database = open_sqlite(path, Stamp(embedder.name, embedder.dimension))
    return MemoryEngine(database, embedder=embedder, clock=lambda: NOW)


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def memory(path) -> Iterator[Memory]:
    with closing(engine_on(path)) as engine:
        yield Memory(engine, "ada")


# Bad input


REFUSED: dict[str, tuple[Callable[[Memory], object], str]] = {
    "empty text": (lambda m: m.add(""), "content is blank"),
    "blank text": (lambda m: m.add(" \n\t\u3000"), "content is blank"),
    "ten megabytes": (lambda m: m.add("x" * 10_000_000), r"10,000,000 characters.*several turns"),
    "a lone surrogate": (lambda m: m.add(SURROGATE), "lone surrogate"),
    "no text at all": (lambda m: m.add(None), "not NoneType"),  # pyright: ignore[reportArgumentType]
    "bytes": (lambda m: m.add(b"I live"), "mapping with role and content"),  # pyright: ignore[reportArgumentType]
    "a list of texts": (lambda m: m.add(["I live"]), "mapping with role and content"),  # pyright: ignore[reportArgumentType]
    "a message without content": (lambda m: m.add({"role": "user"}), "no content"),
    "a message with a picture only": (lambda m: m.add({"content": [{"type": "image"}]}), "blank"),
    "an unknown role": (lambda m: m.add("I live", role="wizard"), "role is 'wizard'; one of user"),
    "a naive time": (lambda m: m.add("I live", said_at=NAIVE), "said_at has no timezone"),
    "a naive time in a message": (
        lambda m: m.add({"content": "I live", "said_at": "2026-01-01T09:00:00"}),
        "said_at has no timezone",
    ),
    "no time at all": (lambda m: m.add({"content": "I live", "said_at": "soon"}), "no ISO date: 'soon'"),
    "a time beyond all calendars": (lambda m: m.add("I live", said_at=BEYOND), "out of range"),
    "a naive now": (lambda m: m.add("I live", now=NAIVE), "no timezone"),
    "a blank session": (lambda m: m.add("I live", session=" "), "session is blank"),
    "a session of two lines": (lambda m: m.add("I live", session="a\nb"), "control character"),
    "a long speaker": (lambda m: m.add("I live", speaker="x" * 201), "201 characters"),
    "a uid with a surrogate": (lambda m: m.add("I live", uid=SURROGATE), "lone surrogate"),
    "one uid for two turns": (lambda m: m.add([{"content": "a"}, {"content": "b"}], uid="t"), "for 2 turns"),
    "one uid for other words": (
        lambda m: m.add([{"content": "a", "uid": "t"}, {"content": "b", "uid": "t"}]),
        "two turns with different words",
    ),
    "a blank question": (lambda m: m.search(" \n"), "question is blank"),
    "a question of ten megabytes": (lambda m: m.search("x" * 10_000_000), "10,000,000 characters"),
    "a question with a surrogate": (lambda m: m.context(SURROGATE), "lone surrogate"),
    "a question at a naive now": (lambda m: m.search("Turin", now=NAIVE), "now has no timezone"),
    "a filter with a naive time": (
        lambda m: m.search("Turin", filters=Filters(since=NAIVE)),
        "since has no timezone",
    ),
    "a filter with a surrogate": (
        lambda m: m.search("Turin", filters=Filters(session=SURROGATE)),
        "no valid Unicode",
    ),
    "a stream since a naive time": (lambda m: m.stream(since=NAIVE), "since has no timezone"),
    "a timeline until a naive time": (lambda m: m.timeline(until=NAIVE), "until has no timezone"),
    "entities at a naive now": (lambda m: m.entities(order="relevance", now=NAIVE), "now has no timezone"),
    "forgetting a session with a surrogate": (lambda m: m.forget(session=SURROGATE), "no valid Unicode"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_bad_input_is_refused_with_its_name_and_changes_nothing(memory, name):
    memory.add("I moved to Turin.", speaker="Ada", uid="t0")
    before = memory.stats()
    call, message = REFUSED[name]
    with pytest.raises(InvalidInput, match=message) as refused:
        call(memory)
    assert len(str(refused.value)) < 400
    assert memory.stats() == before


def test_a_uid_with_other_words_is_refused_with_the_uid(memory):
    memory.add("I moved to Turin.", uid="t0")
    with pytest.raises(TurnConflict, match="t0"):
        memory.add("I moved to Milan.", uid="t0")
    assert memory.turns(["t0"])[0].text == "I moved to Turin."


def test_neither_speaker_nor_time_need_be_known(memory):
    memory.add({"role": "tool", "content": "Turin lies on the river Po."}, session="Turin")
    (hit,) = memory.search("river")
    assert hit.speaker is None


def test_the_longest_text_is_remembered_and_found(memory):
    text = "The violin was in Turin. " * 4000
    receipt = memory.add(text[:100_000], speaker="Ada")
    assert receipt.pending == 0
    assert memory.search("violin")


@pytest.mark.parametrize("when", [datetime(1, 1, 3, tzinfo=UTC), datetime(9999, 12, 29, tzinfo=UTC)])
@pytest.mark.parametrize(
    "words", ["last year", "in 5000 years", "next week", "300 years ago", "明年", "去年"]
)
def test_at_the_ends_of_the_calendar_relative_times_are_no_fault(memory, when, words):
    assert memory.add(f"I saw Ben in Turin {words}.", speaker="Ada", said_at=when).pending == 0
    assert memory.search(f"Who was in Turin {words}?", now=when)


HOSTILE = [
    'text:"Turin" AND (x OR y) NOT z~2^4 [a TO b] /.*/',
    "terms:* OR 1=1 --",
    "NEAR(Turin, 3) * ^ ' \" ( ) { } : ;",
    "'; DROP TABLE turn; --",
    "}) MATCH (n) DETACH DELETE n //",
    "$uid ${x} {{x}} %s {0}",
    "`Turin`.`x`",
    "a\x00b\x1b[31mc\x07 Turin",
    "\u202e\u200b\ufeff quince",
    "?!…",
    "🎻🎻🎻",
]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_the_languages_of_machines_are_words_in_questions_names_and_texts(memory, text):
    memory.add("I moved to Turin.", speaker="Ada", uid="t0")
    memory.search(text)
    memory.context(text)
    memory.search("Turin", filters=Filters(entity=text, speaker=text, session=text, agent=text))
    assert memory.entity(text) is None
    assert memory.forget(entity=text).turns == ()
    receipt = memory.add(text, speaker="".join(c for c in text if c >= " "), uid="t1")
    assert receipt.pending == 0
    assert [turn.text for turn in memory.turns(["t0", "t1"])] == ["I moved to Turin.", text]
    assert "t0" in {turn for hit in memory.search("Who moved to Turin?") for turn in hit.turns}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=80), speaker=st.text(max_size=20), question=st.text(max_size=80))
def test_any_text_by_anybody_and_any_question_is_taken_or_refused(memory, text, speaker, question):
    for call in (
        lambda: memory.add(text, speaker=speaker),
        lambda: memory.search(question),
        lambda: memory.context(question, tokens=50),
        lambda: memory.show(speaker),
    ):
        try:
            call()
        except InvalidInput:
            continue
    assert memory.stats().pending == 0


@pytest.mark.parametrize("content", [b"Dear diary, " * 1000, b"SQLite format 3\x00" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_refused_and_left_alone(path, content):
    path.write_bytes(content)
    with pytest.raises(MemgraphError, match=r"memory\.db"):
        Memory.open(str(path), embedder=HashingEmbedder())
    assert path.read_bytes() == content


def test_a_folder_that_is_not_there_is_told(tmp_path):
    with pytest.raises(StoreUnavailable, match="folder that exists and is writable"):
        Memory.open(str(tmp_path / "nowhere" / "memory.db"), embedder=HashingEmbedder())


# Several writers


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


def clean(folder: Path, *writers: str, namespace: str = "ada") -> dict[str, object]:
    """What a memory holds to which one writer has told all these stories."""
    with closing(engine_on(folder / "clean.db")) as engine:
        memory = Memory(engine, namespace)
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


def test_two_threads_of_one_memory_lose_nothing_and_double_nothing(memory, tmp_path):
    at_once(lambda: tell(memory, "a"), lambda: tell(memory, "b"))
    assert held(memory, "a", "b") == clean(tmp_path, "a", "b")


def test_two_threads_that_tell_the_same_are_like_one(memory, tmp_path):
    at_once(lambda: tell(memory, "a"), lambda: tell(memory, "a"), lambda: tell(memory, "a"))
    assert held(memory, "a") == clean(tmp_path, "a")
    assert [f.holds_until for f in memory.facts("Milan") if f.type == "LIVES_IN"] == [None]
    assert None not in [f.holds_until for f in memory.facts("Turin") if f.type == "LIVES_IN"]


def test_two_threads_in_two_namespaces_do_not_meet(memory, tmp_path):
    other = Memory(memory.engine, "ben")
    at_once(lambda: tell(memory, "a"), lambda: tell(other, "b"))
    assert held(memory, "a") == clean(tmp_path, "a")
    assert held(other, "b") == clean(tmp_path, "b", namespace="ben")


def test_retries_beside_a_writer_double_nothing(memory, tmp_path):
    def retry() -> None:
        for _ in range(10):
            memory.retry()

    at_once(lambda: tell(memory, "a"), retry, retry)
    memory.retry()
    assert held(memory, "a") == clean(tmp_path, "a")


# Other processes


TELL = """
import sys
from pathlib import Path
from test_faults import engine_on, story
from memgraph_core.memory import Memory
path, namespace, writer, rounds = sys.argv[1:]
with engine_on(path) as engine:
    memory = Memory(engine, namespace)
    for number in range(int(rounds)):
        for turn in story(writer if number == 0 else f"{writer}{number}"):
            memory.add(turn)
            print(turn["uid"], flush=True)
"""


def telling(path: Path, namespace: str, writer: str, rounds: int = 1) -> subprocess.Popen[str]:
    """Another process that tells a story and says after every turn that it is durable."""
    command = [sys.executable, "-c", TELL, str(path), namespace, writer, str(rounds)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])}
    return subprocess.Popen(command, env=environment, text=True, stdout=subprocess.PIPE)


def finish(*processes: subprocess.Popen[str]) -> None:
    for process in processes:
        process.communicate(timeout=120)
        assert process.returncode == 0


@pytest.mark.parametrize("writers", [("a", "b"), ("a", "a")], ids=["two stories", "the same story"])
def test_two_processes_in_one_namespace_are_like_one_writer(path, tmp_path, writers):
    finish(*(telling(path, "ada", writer) for writer in writers))
    with closing(engine_on(path)) as engine:
        stories = dict.fromkeys(writers)
        assert held(Memory(engine, "ada"), *stories) == clean(tmp_path, *stories)


def test_two_processes_in_two_namespaces_do_not_meet(path, tmp_path):
    finish(telling(path, "ada", "a"), telling(path, "ben", "b"))
    with closing(engine_on(path)) as engine:
        assert held(Memory(engine, "ada"), "a") == clean(tmp_path, "a")
        assert held(Memory(engine, "ben"), "b") == clean(tmp_path, "b", namespace="ben")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no kill -9 here")
@pytest.mark.parametrize("after", [1, 8])
def test_what_was_acknowledged_is_there_after_a_kill_and_goes_on_like_a_clean_one(path, tmp_path, after):
    process = telling(path, "ada", "a", rounds=1000)
    assert process.stdout
    acknowledged = [process.stdout.readline().strip() for _ in range(after)]
    process.kill()
    acknowledged += process.communicate(timeout=60)[0].split()
    with closing(engine_on(path)) as engine:
        memory = Memory(engine, "ada")
        there = memory.turns(acknowledged)
        assert [turn.uid for turn in there] == acknowledged
        assert "pending" not in {turn.state for turn in there}
        assert memory.stats().pending <= 1  # the turn that was being read
        memory.retry()
        writers = list(dict.fromkeys(uid.rpartition("-")[0] for uid in acknowledged))
        writers.append(f"a{len(writers)}")  # of which a turn may have been logged, unacknowledged
        for writer in writers:
            tell(memory, writer)
        assert held(memory, *writers) == clean(tmp_path, *writers)
