"""`knows`: whether memory can answer, and what is wanting when it cannot; on both stores, English and Chinese."""

from typing import Any

import pytest

from factories import NOW, day
from memgraph_core.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory

TOLD: list[dict[str, Any]] = [
    {"uid": "moved", "speaker": "Ada", "said_at": day(0), "content": "I live in Turin, near the river."},
    {"uid": "cello", "speaker": "Ben", "said_at": day(1), "content": "I play the cello in an orchestra."},
    {"uid": "cat", "speaker": "王小明", "said_at": day(2), "content": "我养了一只橘猫，名字叫年糕。"},
    {"uid": "work", "speaker": "李华", "said_at": day(3), "content": "我在上海的一家银行工作。"},
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(TOLD, session="s1")
    return memory


@pytest.mark.parametrize(
    ("question", "turn"),
    [("Where does Ada live?", "moved"), ("王小明养了什么猫？", "cat"), ("Who plays the cello?", "cello")],
)
def test_what_was_told_is_known_and_the_best_evidence_comes_along(memory, question, turn):
    known = memory.knows(question)
    assert known
    assert known.reason == "known"
    assert known.evidence[0].turns == (turn,)


@pytest.mark.parametrize(
    ("question", "name"), [("Where does Zoe live?", "Zoe"), ("张伟在哪家银行工作？", "张伟")]
)
def test_nobody_is_known_by_a_name_that_never_came_up(memory, question, name):
    known = memory.knows(question)
    assert not known
    assert (known.reason, known.names) == ("nobody", (name,))
    assert name in known.told


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Which instrument does Ada play in the orchestra?", "Ada"),
        ("Which airport did Ben fly from?", "Ben"),
        ("李华养的猫叫什么名字？", "李华"),
    ],
)
def test_what_another_person_said_of_themselves_is_not_known_of_this_one(memory, question, name):
    known = memory.knows(question)
    assert (known.reason, known.names) == ("nothing_about", (name,))


def test_what_another_tells_of_themselves_better_is_not_known_of_who_only_touches_on_it(memory):
    memory.add("I love the orchestra.", speaker="Ada", said_at=day(5), session="s2")
    assert memory.knows("Does Ben play the cello in an orchestra?")
    assert memory.knows("Does Ada play the cello in an orchestra?").reason == "nothing_about"


@pytest.mark.parametrize("question", ["Which volcano erupted yesterday?", "哪座火山喷发了？"])
def test_what_nobody_spoke_of_is_not_known(memory, question):
    assert memory.knows(question).reason == "nothing"


def test_what_was_only_told_before_the_time_asked_about_is_said_so(memory):
    known = memory.knows("Where did Ada live after May 2031?", now=day(3000))
    assert known.reason == "only_before"
    assert known.last == day(0)
    assert day(0).date().isoformat() in known.told


def test_a_greeting_asks_nothing(memory):
    assert memory.knows("Hello!").reason == "nothing_asked"


def test_a_blank_question_is_refused(memory):
    with pytest.raises(InvalidInput, match="question is blank"):
        memory.knows(" ")
