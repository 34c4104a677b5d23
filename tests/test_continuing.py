"""Questions that go on from what was said last: in a session, or told by who asks; on both stores, in both languages."""

from typing import Any

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory

TOLD: list[dict[str, Any]] = [
    {"uid": "turin", "speaker": "Ada", "said_at": day(0), "content": "I live in Turin, near the river."},
    {"uid": "milan", "speaker": "Ben", "said_at": day(1), "content": "I live in Milan."},
    {"uid": "chess", "speaker": "Ben", "said_at": day(2), "content": "I play chess on Sundays."},
    {"uid": "上海", "speaker": "李华", "said_at": day(3), "content": "我住在上海。"},
    {"uid": "北京", "speaker": "王小明", "said_at": day(4), "content": "我住在北京。"},
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(TOLD, session="before")
    memory.add("Where does Ada live?", speaker="user", session="chat", uid="asked", said_at=day(9))
    memory.add("李华住在哪里？", speaker="用户", session="聊天", uid="问", said_at=day(9))
    return memory


@pytest.mark.parametrize(
    ("question", "session", "turn"),
    [
        ("And Ben?", "chat", "milan"),
        ("What about Ben?", "chat", "milan"),
        ("Where is that?", "chat", "turin"),
        ("Does she like it?", "chat", "turin"),
        ("那王小明呢？", "聊天", "北京"),
        ("他呢？", "聊天", "上海"),
    ],
)
def test_a_question_takes_up_what_was_said_last_in_its_session(memory, question, session, turn):
    found = [hit.turns[0] for hit in memory.search(question, session=session)]
    answers = [uid for uid in found if uid not in ("asked", "问")]
    assert answers[0] == turn


def test_what_was_said_last_may_be_told_by_who_asks(memory):
    hits = memory.search("And Ben?", recent=["Where does Ada live?"])
    assert hits[0].turns == ("milan",)


TRIP = ["We went to Lisbon in May.", "We saw the castle on the first day.", "A train took us to Porto."]
行程 = ["五月我们去了里斯本。", "第一天我们参观了城堡。", "火车把我们送到了波尔图。"]


@pytest.mark.parametrize(
    ("told", "asked", "answered", "next_", "else_"),
    [
        (TRIP, "Where did Ada go in May?", "Ada went to Lisbon in May.", "And then?", "What else?"),
        (行程, "李华五月去了哪里？", "李华五月去了里斯本。", "然后呢？", "还有呢？"),
    ],
)
@pytest.mark.parametrize("is_answered", [False, True])
def test_what_comes_after_what_was_said_is_found_before_what_was_said(
    memory, told, asked, answered, next_, else_, is_answered
):
    speaker = "Ada" if told is TRIP else "李华"
    memory.add([{"content": text, "speaker": speaker, "said_at": day(5)} for text in told], session="trip")
    memory.add(asked, session="now", said_at=day(9))
    if is_answered:
        memory.add(answered, role="assistant", session="now", said_at=day(9))
    after = [hit.text for hit in memory.search(next_, session="now")]
    assert after[0] == told[1]
    assert after.index(told[2]) < after.index(told[0])
    assert answered not in after
    assert memory.search(asked, session="now")[0].text == told[0]
    beside = [hit.text for hit in memory.search(else_, session="now") if hit.text in told]
    assert beside[0] != told[0]


def test_a_question_of_its_own_takes_up_nothing(memory):
    asked = "Who plays chess on Sundays?"
    assert memory.search(asked, session="chat") == memory.search(asked)


def test_a_session_that_nobody_knows_changes_nothing(memory):
    assert memory.search("And Ben?", session="nowhere") == memory.search("And Ben?")


@pytest.mark.parametrize("said", ["Okay, thanks!", "Got it.", "好的", "知道了"])
def test_an_acknowledgement_asks_for_nothing(memory, said):
    assert memory.search(said, session="chat") == ()
    assert memory.knows(said).reason == "nothing_asked"


def test_a_context_and_knows_take_up_what_was_said_too(memory):
    assert "Milan" in memory.context("And Ben?", session="chat").text
    assert memory.knows("And Ben?", session="chat").evidence[0].turns == ("milan",)
