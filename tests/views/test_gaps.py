"""What memory does not know, on both stores."""

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add("My sister lives in Rome. My brother Ben plays the cello.", speaker="Ada", said_at=day(0))
    memory.add("When is Zoe's birthday?", speaker="Ada", said_at=day(1), uid="zoe")
    memory.add("Who plays the cello?", speaker="Ada", said_at=day(2))
    return memory


def test_a_question_without_an_answer_is_a_gap_until_it_is_answered(memory):
    [question] = memory.gaps().questions
    assert (question.turn, question.speaker) == ("zoe", "Ada")
    assert "Zoe" in question.explanation
    memory.add("Zoe's birthday is on 3 May.", speaker="Ben", said_at=day(3))
    assert memory.gaps().questions == ()


def test_a_relative_without_a_name_is_a_gap(memory):
    assert memory.gaps().unnamed == ("Ada's sister",)
    assert "- Ada's sister" in memory.gaps().text().splitlines()


def test_a_memory_without_gaps_says_so(database, namespaces):
    empty = Memory(MemoryEngine(database, clock=lambda: NOW), namespaces("-empty"))
    assert empty.gaps().text().endswith("There are no gaps.")


def test_secrets_and_repeated_questions(memory):
    token = "a1B2" * 9
    memory.add(f"What is the API key sk-{token} for?", speaker="Ada", said_at=day(4))
    memory.add("When is Zoe's birthday?", speaker="Bob", said_at=day(5), uid="again")
    found = memory.gaps().questions
    assert token not in memory.gaps().text()
    assert [question.turn for question in found if "Zoe" in question.text] == ["again"]
    assert [question.turn for question in memory.gaps(now=day(2)).questions] == ["zoe"]
