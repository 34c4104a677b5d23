"""The context window of an agent, within its token budget."""

import pytest

from factories import NOW, day
from memgraph_core.bench.windows import measure
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.retrieve.context import estimated_tokens

PERSONA = "You are Mia, warm and brief."


def turn(content, number, **more):
    return {"content": content, "speaker": "Ada", "session": "chat", "said_at": day(number)} | more


@pytest.fixture
def memory(database, namespace) -> Memory:
    memory = Memory(MemoryEngine(database, clock=lambda: NOW), namespace)
    turns = [
        turn("I live in Milan, near the Duomo.", 1, uid="home", session="s0"),
        turn("I work at Fiat.", 2),
        *(turn(f"Well, number {number} it is.", 3 + number) for number in range(12)),
    ]
    memory.add(turns)
    memory.add("Ada lives in Milan.", role="assistant", session="chat", said_at=day(20), used=["home"])
    memory.add("Thanks, that helps.", speaker="Ada", session="chat", said_at=day(21))
    return memory


def test_a_window_contains_persona_memory_entities_last_answer_and_conversation(memory):
    window = memory.context_window("Where does Ada live?", session="chat", persona=PERSONA, last=4)
    assert window.text.startswith(PERSONA)
    assert "[home] Ada: I live in Milan" in window.parts["memory"]
    assert window.parts["last_answer"].splitlines() == [
        "assistant: Ada lives in Milan.",
        "  [home] Ada: I live in Milan, near the Duomo.",
    ]
    assert "Ada (Person): " in window.parts["entities"]
    assert "Last mentioned: " in window.parts["entities"]
    assert window.parts["messages"].splitlines()[-1] == "Ada: Thanks, that helps."
    assert window.messages >= 4
    assert window.tokens == estimated_tokens(window.text)


def test_among_many_facts_those_that_answer_the_question_come_first(memory):
    for number, drink in enumerate(("tea", "coffee", "wine", "cider", "cocoa", "milk")):
        memory.add(f"I like {drink}.", speaker="Ada", said_at=day(22 + number))
    memory.add("I moved to Turin.", speaker="Ada", said_at=day(30))
    about = memory.context_window("Where does Ada live?", session="chat").parts["entities"].splitlines()[0]
    first, second, *others = about.split("; ")
    assert "I moved to Turin." in first
    assert "Milan, near the Duomo." in second
    assert second.startswith("[until ")
    assert len(others) == 3


def test_older_messages_are_left_out_summarised_or_kept_by_importance(memory):
    for number in range(12):
        memory.add(f"And then number {number}.", speaker="Ada", session="chat", said_at=day(22 + number))

    def history(strategy):
        window = memory.context_window("Where does Ada work?", session="chat", last=2, strategy=strategy)
        assert window.messages == 7  # 27 turns, of which the first 20 have a summary
        return window.parts["history"], window.left_out

    assert history("trim") == ("", 20)
    summary, left_out = history("summarise")
    assert "- Ada: I work at Fiat." in summary
    assert left_out < 20
    kept, left_out = history("importance")
    assert kept.splitlines()[0] == "Ada: I work at Fiat."
    assert left_out == 0


def test_a_window_begins_with_what_the_next_windows_repeat():
    """A conversation of 100 turns; after every user turn a window for a question about an earlier one.

    The windows are built above the stores, so one store is enough.
    """
    with Memory.open(":memory:", embedder="none") as memory:
        scores = measure(memory, turns=100)
    assert scores.windows == 50
    assert scores.repeated >= 0.7
    assert 0 < scores.stable <= 1
    assert scores.answered == 1


def test_a_window_says_how_the_user_wants_answers(memory):
    memory.add(
        "That's too long. Stop joking!", speaker="Ada", session="chat", said_at=day(22), uid="reaction"
    )
    memory.add("Here is a longer answer.", role="assistant", session="chat", said_at=day(23))
    memory.add("Please be brief.", speaker="Bob", session="other", said_at=day(24))
    memory.add("Okay.", role="assistant", session="other", said_at=day(24))
    assert memory.context_window("And?", session="chat").parts["style"] == ""  # the messages say it
    memory.add("Hello again.", speaker="Ada", session="new", said_at=day(30))
    window = memory.context_window("Where do I live?", session="new", now=day(31))
    assert "Make no jokes." in window.parts["style"]
    assert window.stable_tokens > estimated_tokens(window.parts["style"])
    memory.forget(turns=["reaction"])
    assert memory.context_window("Where do I live?", session="new", now=day(31)).parts["style"] == ""


def test_a_new_session_begins_with_the_summary_of_the_former_one(memory):
    memory.add(
        "The rent of the new flat is 1,150 euros.", speaker="Ada", session="new", said_at=day(30), uid="rent"
    )
    window = memory.context_window("What about the flat?", session="new", now=day(31))
    assert (
        window.parts["former"].splitlines()[0]
        == "2026-01-03 ["
        + memory.list_turns(filters={"session": "chat"}, order="oldest").items[0].uid
        + "] Ada: I work at Fiat."
    )
    again = memory.context_window("Where does Ada work?", session="new", now=day(31))
    assert again.parts["former"] == window.parts["former"]
    assert "euros" in memory.context_window("And?", session="newer", now=day(40)).parts["former"]
    memory.forget(turns=["rent"])
    assert "euros" not in memory.context_window("And?", session="newer", now=day(40)).text


@pytest.mark.parametrize("tokens", [5, 60, 120, 400])
def test_a_window_fits_its_budget(memory, tokens):
    window = memory.context_window("Where does Ada live?", session="chat", tokens=tokens)
    assert window.tokens <= tokens
    assert window.parts["messages"].endswith("Ada: Thanks, that helps.") == (tokens > 5)


def test_turns_left_out_of_the_window_stay_in_memory(memory):
    memory.context_window("Where does Ada live?", session="chat", tokens=30)
    assert memory.stats().turns == 16


def test_an_empty_memory_gives_an_empty_window(database, namespaces):
    empty = Memory(MemoryEngine(database, clock=lambda: NOW), namespaces("-empty"))
    window = empty.context_window("Where does Ada live?", persona=PERSONA)
    assert (window.text, window.messages, window.left_out) == (PERSONA, 0, 0)


def test_a_window_in_chinese(memory):
    memory.add("我住在北京，靠近天坛公园。", speaker="小雨", session="聊天", said_at=day(30))
    window = memory.context_window("小雨住在哪里？", session="聊天")
    assert "小雨: 我住在北京" in window.parts["messages"]
    memory.add("我喜欢喝茶。", speaker="小雨", session="其他", said_at=day(31))
    window = memory.context_window("小雨喜欢什么？", session="聊天")
    assert window.parts["profile"].startswith("小雨的档案")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"strategy": "guess"}, "strategy is 'guess'; give one of trim, summarise, importance"),
        ({"tokens": 0}, "tokens is 0; give 1 or more"),
        ({"last": -1}, "last is -1; give 0 or more"),
    ],
)
def test_invalid_options_are_refused(memory, options, message):
    with pytest.raises(InvalidInput, match=message):
        memory.context_window("Where?", **options)
