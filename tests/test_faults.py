"""Invalid input and faults: a clear error or a correct result, and never a partial write."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from factories import NOW
from hashing_embedder import HashingEmbedder
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.records.search import Filters
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.sqlite import open_sqlite

SURROGATE = "half a smile \ud83d"
NAIVE = datetime(2026, 1, 1)
BEYOND = datetime.max.replace(tzinfo=UTC)


def engine_on(path: Path | str) -> MemoryEngine:
    """An engine on a file, opened as another program would open it."""
    embedder = HashingEmbedder()
    database = open_sqlite(path, EmbeddingStamp(embedder.name, embedder.dimension))
    return MemoryEngine(database, embedder=embedder, clock=lambda: NOW)


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "memory.db"


@pytest.fixture
def memory(path) -> Iterator[Memory]:
    with closing(engine_on(path)) as engine:
        yield Memory(engine, "ada")


# Invalid input


REFUSED: dict[str, tuple[Callable[[Memory], object], str]] = {
    "empty text": (lambda m: m.add(""), "content is blank"),
    "blank text": (lambda m: m.add(" \n\t\u3000"), "content is blank"),
    "ten megabytes": (lambda m: m.add("x" * 10_000_000), r"10,000,000 characters.*several messages"),
    "a lone surrogate": (lambda m: m.add(SURROGATE), "lone surrogate"),
    "no text at all": (lambda m: m.add(None), "not None"),  # pyright: ignore[reportArgumentType]
    "bytes": (lambda m: m.add(b"I live"), "mapping with role and content"),  # pyright: ignore[reportArgumentType]
    "a list of texts": (lambda m: m.add(["I live"]), "mapping with role and content"),  # pyright: ignore[reportArgumentType]
    "a message without content": (lambda m: m.add({"role": "user"}), "no content"),
    "a message with a picture only": (lambda m: m.add({"content": [{"type": "image"}]}), "blank"),
    "an unknown role": (lambda m: m.add("I live", role="wizard"), "role is 'wizard'; give one of user"),
    "a naive time": (lambda m: m.add("I live", said_at=NAIVE), "said_at has no timezone"),
    "no time at all": (lambda m: m.add({"content": "I live", "said_at": "soon"}), "said_at is not a date: 'soon'"),
    "a time beyond all calendars": (lambda m: m.add("I live", said_at=BEYOND), "out of range"),
    "a naive now": (lambda m: m.add("I live", now=NAIVE), "no timezone"),
    "a blank session": (lambda m: m.add("I live", session=" "), "session is blank"),
    "a session of two lines": (lambda m: m.add("I live", session="a\nb"), "control character"),
    "a long speaker": (lambda m: m.add("I live", speaker="x" * 201), "201 characters"),
    "a uid with a surrogate": (lambda m: m.add("I live", uid=SURROGATE), "lone surrogate"),
    "one uid for two turns": (lambda m: m.add([{"content": "a"}, {"content": "b"}], uid="t"), "for 2 turns"),
    "one uid for other words": (
        lambda m: m.add([{"content": "a", "uid": "t"}, {"content": "b", "uid": "t"}]),
        "two turns with different texts",
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
        "not valid Unicode",
    ),
    "a stream since a naive time": (lambda m: m.stream(since=NAIVE), "since has no timezone"),
    "a timeline until a naive time": (lambda m: m.timeline(until=NAIVE), "until has no timezone"),
    "entities at a naive now": (lambda m: m.entities(order="relevance", now=NAIVE), "now has no timezone"),
    "forgetting a session with a surrogate": (lambda m: m.forget(session=SURROGATE), "not valid Unicode"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_invalid_input_is_refused_with_its_name_and_changes_nothing(memory, name):
    memory.add("I moved to Turin.", speaker="Ada", uid="t0")
    before = memory.stats()
    call, message = REFUSED[name]
    with pytest.raises(InvalidInput, match=message) as refused:
        call(memory)
    assert len(str(refused.value)) < 400
    assert memory.stats() == before


def test_a_text_of_maximum_length_is_stored_and_found(memory):
    text = "The violin was in Turin. " * 4000
    receipt = memory.add(text[:100_000], speaker="Ada")
    assert receipt.pending == 0
    assert memory.search("violin")


@pytest.mark.parametrize("when", [datetime(1, 1, 3, tzinfo=UTC), datetime(9999, 12, 29, tzinfo=UTC)])
@pytest.mark.parametrize(
    "words", ["last year", "in 5000 years", "next week", "300 years ago", "明年", "去年"]
)
def test_relative_times_at_the_ends_of_the_calendar_are_accepted(memory, when, words):
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
def test_query_languages_in_questions_names_and_texts_are_plain_text(memory, text):
    memory.add("I moved to Turin.", speaker="Ada", uid="t0")
    memory.search(text)
    memory.context(text)
    memory.search("Turin", filters=Filters(entity=text, speaker=text, session=text, agent=text))
    for look_up in (memory.entity, lambda name: memory.forget(entity=name).turns or None):
        with suppress(InvalidInput):  # no name
            assert look_up(text) is None
    receipt = memory.add(text, speaker="".join(c for c in text if c >= " "), uid="t1")
    assert receipt.pending == 0
    assert [turn.text for turn in memory.turns(["t0", "t1"])] == ["I moved to Turin.", text]
    assert "t0" in {turn for hit in memory.search("Who moved to Turin?") for turn in hit.turns}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=80), speaker=st.text(max_size=20), question=st.text(max_size=80))
def test_any_text_speaker_and_question_is_accepted_or_refused(memory, text, speaker, question):
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
