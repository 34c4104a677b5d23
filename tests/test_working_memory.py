"""Working memory of a session, and priming, on both stores."""

from dataclasses import replace
from datetime import timedelta
from math import log

import pytest

from factories import NOW
from memgraph_core.config import Settings, WorkingSettings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ConfigError, InvalidInput
from memgraph_core.memory import Memory

MINUTE = timedelta(minutes=1)


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    memory.add(
        "I moved to Turin.", speaker="Ada", uid="home", session="old", said_at=NOW - timedelta(days=90)
    )
    say(memory, "t1", "My sister Zoe is coming on Friday.", 60)
    say(memory, "t2", "I need a gift for Zoe.", 40)
    say(memory, "t3", "Where do I live?", 20)
    memory.add(
        "In Turin, near Porta Nuova.",
        role="assistant",
        session="chat",
        used=["home"],
        said_at=NOW - 19 * MINUTE,
    )
    return memory


def say(memory, uid, text, minutes, session="chat"):
    memory.add(text, speaker="Ada", uid=uid, session=session, said_at=NOW - minutes * MINUTE)


def texts(found):
    return [chunk.text for chunk in found.chunks]


def test_a_session_holds_in_mind_what_it_stated_mentioned_and_used(memory):
    found = memory.working(session="chat")
    assert texts(found) == [
        "Zoe",
        "I moved to Turin.",
        "I need a gift for Zoe.",
        "My sister Zoe is coming on Friday.",
    ]
    zoe, used, *_ = found.chunks
    assert (used.kind, used.turns, used.touched_at) == ("note", ("home",), (NOW - 19 * MINUTE,))
    assert used.activation == pytest.approx(log((19 * 60) ** -0.5), abs=1e-4)
    assert (zoe.kind, zoe.turns) == ("entity", ("t1", "t2"))
    assert zoe.activation == pytest.approx(log(3600**-0.5 + 2400**-0.5), abs=1e-4)
    assert found.text().splitlines()[:3] == ["In mind:", "- Zoe", "- [home] Ada: I moved to Turin."]
    assert memory.working(session="chat") == found
    assert not memory.working(session="other")


def test_a_chunk_that_is_not_touched_again_leaves(memory):
    assert texts(memory.working(session="chat", now=NOW - 50 * MINUTE)) == [
        "My sister Zoe is coming on Friday."
    ]
    assert texts(memory.working(session="chat", now=NOW + timedelta(days=2))) == ["Zoe"]
    assert texts(memory.working(session="chat", now=NOW + timedelta(days=9))) == []


def test_the_number_of_chunks_is_limited(memory):
    for number in range(9):
        say(memory, f"n{number}", f"The parcel number {number} arrived.", 10 - number)
    assert len(memory.working(session="chat").chunks) == 7
    assert len(memory.working(session="chat", chunks=5).chunks) == 5
    with pytest.raises(InvalidInput, match="chunks is 12; give 5 to 9"):
        memory.working(session="chat", chunks=12)


def test_secrets_forgotten_turns_and_answers_are_not_in_working_memory(memory):
    say(memory, "secret", "My password for Nova is Falcon-7719.", 5)
    memory.forget(turns=["t1"])
    shown = memory.working(session="chat").text()
    assert "7719" not in shown
    assert "Nova" not in shown
    assert "sister" not in shown
    assert "Porta" not in shown


def test_a_session_in_chinese(memory):
    say(memory, "z1", "我妹妹小红周五要来。", 6, session="聊天")
    say(memory, "z2", "我想给小红买一本书。", 4, session="聊天")
    found = memory.working(session="聊天")
    assert "小红" in texts(found)
    assert found.text().startswith("正在想的:\n- ")
    assert "Ada: 我想给小红买一本书。" in found.text()


def test_a_search_may_ask_what_the_session_holds_in_mind(memory):
    hits = memory.search("What was I talking about?", session="chat", kinds=["working"])
    assert [hit.text for hit in hits] == texts(memory.working(session="chat"))[1:]
    assert hits[0].signals["activation"] == hits[0].score
    with pytest.raises(InvalidInput, match="session"):
        memory.search("What was I talking about?", kinds=["working"])
    assert memory.search("Zoe's gift", kinds="all")
    window = memory.context_window("What else about Zoe?", session="chat", last=0, kinds={"working": 2})
    assert "I moved to Turin." in window.parts["memory"]


def test_priming_adds_a_small_share_that_decays(database, namespaces):
    def score(priming, now):
        settings = replace(Settings(), working=WorkingSettings(priming=priming))
        memory = Memory(MemoryEngine(database, settings=settings, clock=lambda: NOW), namespaces("-primed"))
        say(memory, "p1", "I need a gift for Zoe.", 1)
        (hit, *_) = memory.search("A gift for Zoe?", session="chat", now=now)
        return hit.score, hit.signals.get("priming", 0.0)

    plain, none = score(0.0, NOW)
    primed, share = score(0.1, NOW)
    assert none == 0
    assert 0.08 * plain < share <= 0.1 * abs(primed)
    assert score(0.1, NOW + timedelta(days=1))[1] < share
    assert score(0.1, NOW + timedelta(days=60))[1] < 0.01


@pytest.mark.parametrize("given", [{"chunks": 12}, {"priming": 0.5}])
def test_wrong_settings_are_refused(given):
    with pytest.raises(ConfigError, match=r"give (5 to 9|0 to 0\.1)"):
        WorkingSettings(**given)
