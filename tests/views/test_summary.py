"""Extractive summaries, on both stores."""

import pytest

from factories import NOW, day, make_note
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.language.quoting import sources_in
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.memory import Memory
from memgraph_core.retrieve.coverage_order import coverage, ordered_by_coverage

TURNS = [
    (0, "Ben", "s1", "I started at Kestrel on 20 April as a data engineer."),
    (0, "Ada", "s1", "I moved to Milan last week, the rent is 1,150 euros."),
    (1, "Ada", "s1", "Yes, Milan is nice."),
    (1, "Ben", "s1", "Clara's wedding is on 12 September in Verona."),
    (1, "Ada", "s1", "I love Milan a lot."),
    (9, "Ada", "s2", "My PIN is 4711."),
    (9, "李雷", "s2", "我5月3号搬到了成都，房租2500元。"),
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, (at, speaker, session, text) in enumerate(TURNS):
        memory.add(text, speaker=speaker, session=session, said_at=day(at, 9 + number), uid=f"t{number}")
    return memory


def texts(summary) -> list[str]:
    return [note.text.partition(": ")[2] for note in summary.notes]


def test_a_summary_covers_names_numbers_and_dates_before_repetitions(memory):
    summary = memory.summarise(session="s1", tokens=100)
    assert texts(summary) == [TURNS[0][3], TURNS[1][3], TURNS[3][3]]
    assert summary.coverage > 0.7
    assert summary.total == 4


@pytest.mark.parametrize("tokens", [10, 30, 60, 1000])
def test_a_summary_fits_its_budget(memory, tokens):
    summary = memory.summarise(tokens=tokens)
    assert estimated_tokens(summary.text) <= tokens


def test_each_line_has_its_sources(memory):
    summary = memory.summarise(tokens=500)
    assert sources_in(summary.text) == tuple(uid for note in summary.notes for uid in note.turns)


def test_a_summary_of_a_period_and_of_an_entity(memory):
    assert texts(memory.summarise(since=day(9, 0), tokens=500)) == [TURNS[6][3]]
    assert set(texts(memory.summarise(about="Verona", tokens=500))) == {TURNS[3][3]}
    assert memory.summarise(about="Nobody").lines == ()


def test_no_secrets_nothing_forgotten_and_nothing_generated(memory):
    memory.add("Ada lives in Oslo since 2019 with 3 cats.", role="assistant", session="s1", said_at=day(2))
    memory.forget(turns=["t0"])
    text = memory.summarise(tokens=1000).text
    for word in ("4711", "Kestrel", "Oslo"):
        assert word not in text


def test_order_by_coverage_does_not_depend_on_the_order_of_the_notes():
    notes = [make_note(f"n{n}", f"Word {n % 3} and {n}.", keywords=(f"word{n % 3}",)) for n in range(9)]
    ordered = [note.uid for note in ordered_by_coverage(notes)]
    assert ordered == [note.uid for note in ordered_by_coverage(notes[::-1])]
    assert coverage(notes, notes) == pytest.approx(1.0)
    assert coverage([], notes) == 0.0
