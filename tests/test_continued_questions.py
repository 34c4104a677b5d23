"""Questions that continue recent turns, of a session or given by the caller; on both stores, in both languages."""

from typing import Any

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory

STATEMENTS: list[dict[str, Any]] = [
    {"uid": "turin", "speaker": "Ada", "said_at": day(0), "content": "I live in Turin, near the river."},
    {"uid": "milan", "speaker": "Ben", "said_at": day(1), "content": "I live in Milan."},
    {"uid": "chess", "speaker": "Ben", "said_at": day(2), "content": "I play chess on Sundays."},
    {"uid": "上海", "speaker": "李华", "said_at": day(3), "content": "我住在上海。"},
    {"uid": "北京", "speaker": "王小明", "said_at": day(4), "content": "我住在北京。"},
]


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(STATEMENTS, session="before")
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
def test_a_question_continues_the_last_turns_of_its_session(memory, question, session, turn):
    found = [hit.turns[0] for hit in memory.search(question, session=session)]
    answers = [uid for uid in found if uid not in ("asked", "问")]
    assert answers[0] == turn


def test_the_recent_turns_may_be_given_by_the_caller(memory):
    hits = memory.search("And Ben?", recent=["Where does Ada live?"])
    assert hits[0].turns == ("milan",)


TRIP = ["We went to Lisbon in May.", "We saw the castle on the first day.", "A train took us to Porto."]
行程 = ["五月我们去了里斯本。", "第一天我们参观了城堡。", "火车把我们送到了波尔图。"]


@pytest.mark.parametrize(
    ("trip", "question", "answer", "next_", "else_"),
    [
        (TRIP, "Where did Ada go in May?", "Ada went to Lisbon in May.", "And then?", "What else?"),
        (行程, "李华五月去了哪里？", "李华五月去了里斯本。", "然后呢？", "还有呢？"),
    ],
)
@pytest.mark.parametrize("is_answered", [False, True])
def test_the_turns_after_the_recent_ones_rank_before_the_recent_ones(
    memory, trip, question, answer, next_, else_, is_answered
):
    speaker = "Ada" if trip is TRIP else "李华"
    memory.add([{"content": text, "speaker": speaker, "said_at": day(5)} for text in trip], session="trip")
    memory.add(question, session="now", said_at=day(9))
    if is_answered:
        memory.add(answer, role="assistant", session="now", said_at=day(9))
    after = [hit.text for hit in memory.search(next_, session="now")]
    assert after[0] == trip[1]
    assert after.index(trip[2]) < after.index(trip[0])
    assert answer not in after
    assert memory.search(question, session="now")[0].text == trip[0]
    others = [hit.text for hit in memory.search(else_, session="now") if hit.text in trip]
    assert others[0] != trip[0]


def test_an_independent_question_ignores_the_session(memory):
    question = "Who plays chess on Sundays?"
    assert memory.search(question, session="chat") == memory.search(question)


def test_an_unknown_session_changes_nothing(memory):
    assert memory.search("And Ben?", session="nowhere") == memory.search("And Ben?")


@pytest.mark.parametrize("text", ["Okay, thanks!", "Got it.", "好的", "知道了"])
def test_an_acknowledgement_is_no_question(memory, text):
    assert memory.search(text, session="chat") == ()
    assert memory.knows(text).reason == "nothing_asked"


def test_context_and_knows_continue_the_session_too(memory):
    assert "Milan" in memory.context("And Ben?", session="chat").text
    assert memory.knows("And Ben?", session="chat").evidence[0].turns == ("milan",)
