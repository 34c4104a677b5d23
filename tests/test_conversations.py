"""Ten short conversations: told this, asked that, it must find it; and what must never be found.

Without an embedder, so that words, names, times and the graph show what they can do alone.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory

SILENCES = ("Nothing in memory speaks of this.", "记忆里没有相关内容。")


@dataclass(frozen=True)
class Asked:
    """A question, the words that its context must quote, and one that must stand before another."""

    question: str
    quotes: tuple[str, ...]
    best: str = ""  # words of the best hit, where it matters


@dataclass(frozen=True)
class Conversation:
    name: str
    told: tuple[tuple[int, str, str], ...]  # day, speaker, words
    asked: tuple[Asked, ...]


CONVERSATIONS = (
    Conversation(
        "somebody moves",
        (
            (0, "Ada", "I live in Turin, next to the old market."),
            (1, "Ben", "Nice, I have never been there."),
            (150, "Ada", "Actually I live in Milan now."),
        ),
        (
            Asked("Where does Ada live now?", ("Milan",), best="Milan"),
            Asked("Where did Ada live before?", ("Turin",)),
        ),
    ),
    Conversation(
        "a new job",
        (
            (0, "Ada", "I work at Fiat as an engineer."),
            (30, "Ben", "How is work going?"),
            (31, "Ada", "Big news: I quit last week. I work at Olivetti now."),
        ),
        (Asked("Which company does Ada work for?", ("Olivetti",), best="Olivetti"),),
    ),
    Conversation(
        "two hops",
        (
            (0, "Ada", "My sister Clara works at Lavazza."),
            (1, "Ben", "I take my coffee black."),
            (2, "Ben", "Lavazza has its headquarters in Aurora."),
            (3, "Ada", "It rained the whole day."),
        ),
        (Asked("Where are the headquarters of the firm that employs Clara?", ("Lavazza", "Aurora")),),
    ),
    Conversation(
        "an answer stands after its question",
        (
            (0, "Ben", "Which instrument did you play as a child?"),
            (0, "Ada", "The cello, for nine years."),
            (1, "Ben", "I never had lessons."),
        ),
        (Asked("Which instrument did Ada play as a child?", ("cello",)),),
    ),
    Conversation(
        "plans with a date",
        (
            (10, "Ada", "Next Friday I am flying to Lisbon."),
            (11, "Ben", "My flight to Oslo is in March."),
            (12, "Ada", "I still have to pack."),
        ),
        (
            Asked("When does Ada fly to Lisbon?", ("2026-01-11", "Lisbon"), best="Lisbon"),
            Asked("Who said something about Oslo?", ("Ben", "Oslo"), best="Oslo"),
        ),
    ),
    Conversation(
        "tastes",
        (
            (0, "Ada", "I love green tea, but I hate coffee."),
            (1, "Ben", "I am allergic to peanuts."),
            (2, "Ada", "The weather was lovely."),
        ),
        (
            Asked("What is Ben allergic to?", ("peanuts",), best="peanuts"),
            Asked("Which tea does Ada love?", ("green tea",), best="green tea"),
        ),
    ),
    Conversation(
        "搬家",
        (
            (0, "李蔓", "我住在都灵，离老市场很近。"),
            (1, "王强", "我还没去过那里。"),
            (150, "李蔓", "我现在住在米兰了。"),
        ),
        (Asked("李蔓现在住在哪里？", ("米兰",), best="米兰"),),
    ),
    Conversation(
        "工作",
        (
            (0, "李蔓", "我在华为上班，做工程师。"),
            (1, "王强", "我喜欢喝绿茶。"),
            (2, "李蔓", "今天下雨了。"),
        ),
        (
            Asked("李蔓在哪家公司上班？", ("华为",), best="华为"),
            Asked("王强喜欢喝什么？", ("绿茶",), best="绿茶"),
        ),
    ),
    Conversation(
        "约定",
        (
            (0, "王强", "你小时候学过什么乐器？"),
            (0, "李蔓", "大提琴，学了九年。"),
            (5, "王强", "我下周五飞往里斯本。"),
        ),
        (
            Asked("李蔓小时候学过什么乐器？", ("大提琴",)),
            Asked("谁要飞往里斯本？", ("王强", "里斯本"), best="里斯本"),
        ),
    ),
    Conversation(
        "两种语言",
        (
            (0, "Ada", "My colleague 李蔓 plays the violin."),
            (1, "李蔓", "我的猫叫小花。"),
            (2, "Ada", "The orchestra meets on Mondays."),
        ),
        (
            Asked("What does 李蔓 play?", ("violin",), best="violin"),
            Asked("李蔓的猫叫什么？", ("小花",), best="小花"),
        ),
    ),
)


@pytest.fixture
def memories(database, namespaces) -> Callable[[str], Memory]:
    engine = MemoryEngine(database, clock=lambda: NOW)
    return lambda ending="": Memory(engine, namespaces(ending))


@pytest.fixture
def memory(memories) -> Memory:
    return memories()


def tell(memory: Memory, conversation: Conversation) -> None:
    for n, (when, speaker, words) in enumerate(conversation.told):
        memory.add(words, speaker=speaker, said_at=day(when, hour=9 + n), session="chat", uid=f"turn-{n}")


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda c: c.name)
def test_what_was_told_is_found(memory, conversation):
    tell(memory, conversation)
    for asked in conversation.asked:
        context = memory.context(asked.question)
        for words in asked.quotes:
            assert words in context.text, asked.question
        assert asked.best in context.hits[0].text, asked.question


def test_there_are_ten_conversations_in_two_languages():
    assert len(CONVERSATIONS) == 10
    assert sum(not conversation.name.isascii() for conversation in CONVERSATIONS) == 4


# What must never be found


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda c: c.name)
def test_another_namespace_is_silent_about_it(memories, conversation):
    tell(memories(), conversation)
    other = memories("-other")
    other.add("The kettle is broken.", speaker="Zoe")
    for asked in conversation.asked:
        assert other.context(asked.question).text in SILENCES
        assert {hit.text for hit in other.search(asked.question)} <= {"The kettle is broken."}


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda c: c.name)
def test_a_forgotten_turn_is_found_no_more(memory, conversation):
    tell(memory, conversation)
    for asked in conversation.asked:
        gone = memory.context(asked.question).hits[0]
        memory.forget(turns=gone.turns)
        for graph in (True, False):
            after = memory.search(asked.question, limit=99, graph=graph)
            assert gone.turns[0] not in {turn for hit in after for turn in hit.turns}
            assert gone.text not in {hit.text for hit in after}


def test_a_question_about_what_was_never_told_is_answered_by_silence(memory):
    tell(memory, CONVERSATIONS[0])
    assert memory.context("Which violin teacher recommended the conservatory?").text == SILENCES[0]
    assert memory.context("谁推荐了那位小提琴老师？").text == SILENCES[1]
