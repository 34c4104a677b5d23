"""The calibrated estimates: whether memory answers a request, and which hits belong to the answer."""

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.retrieve.estimate import Logistic, shipped_model

STATEMENTS = [
    ("Ada", "I live in Turin, near the river."),
    ("Ada", "My dentist is Dr Rossi in Via Roma."),
    ("Ben", "I play the cello in an orchestra."),
    ("Ben", "The rehearsal was moved to Thursday."),
    ("Ada", "I am allergic to hazelnuts."),
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    for number, (speaker, text) in enumerate(STATEMENTS):
        memory.add(text, speaker=speaker, said_at=day(number), session=f"s{number}", uid=f"t{number}")
    return memory


def test_a_probability_is_between_0_and_1_and_grows_with_its_features():
    found = Logistic(-1.0, {"words": 2.0})
    assert found.probability({"words": 1.0}) > 0.5 > found.probability({"other": 9.0}) > 0
    assert found.probability({"words": 1e9}) <= 1


@pytest.mark.parametrize("name", ["known", "relevance"])
def test_both_models_are_shipped(name):
    assert shipped_model(name).weights


@pytest.mark.parametrize(
    "question", ["Where does Ada live?", "What is Ada allergic to?", "Who plays the cello?"]
)
def test_confidence_is_higher_for_what_memory_contains(memory, question):
    unknown = "Which port does the database listen on?"
    assert memory.knows(question).confidence > 0.5 > memory.knows(unknown).confidence


def test_a_context_of_an_unrelated_request_is_empty(memory):
    assert memory.context("Which port does the database listen on?").hits == ()


def test_a_context_leaves_out_what_is_unrelated_to_the_question(memory):
    context = memory.context("What is Ada allergic to?")
    assert "hazelnuts" in context.text
    assert "orchestra" not in context.text


def test_a_context_states_the_current_fact_first(memory):
    memory.add("I moved to Milan.", speaker="Ada", said_at=day(40), session="s9", uid="moved")
    lines = memory.context("Where does Ada live?").text.splitlines()
    assert lines[0] == "Current facts"
    assert lines[1].startswith("- [moved] fact: Ada lives in Milan")


def test_a_current_fact_says_since_when_a_state_holds_and_when_an_event_was(memory):
    memory.add("I moved to Milan in January.", speaker="Ada", said_at="2026-02-10T10:00:00Z", uid="moved")
    memory.add("I visited Naples in February.", speaker="Ada", said_at="2026-03-10T10:00:00Z", uid="trip")
    home = memory.context("Where does Ada live?").text.splitlines()[1]
    trip = memory.context("Which towns has Ada visited?").text.splitlines()[1]
    assert home.startswith("- [moved] fact: Ada lives in Milan since 2026-01")
    assert trip == "- [trip] fact: Ada visited Naples (2026-02)"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("I live in Oslo and my sister came in January.", "Ada lives in Oslo (said 2026-02-10)"),
        ("I moved to Oslo in January.", "Ada lives in Oslo since 2026-01"),
        ("I moved to Oslo last week.", "Ada lives in Oslo since the week of 2026-02-02"),
    ],
)
def test_a_current_fact_has_only_the_start_that_its_clause_states(memory, text, line):
    memory.add(text, speaker="Ada", said_at="2026-02-10T10:00:00Z", uid="home")
    assert f"- [home] fact: {line}" in memory.context("Where does Ada live?").text
