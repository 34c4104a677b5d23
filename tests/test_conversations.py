"""Short conversations in English and Chinese: stored statements are found, and never by another namespace or after forgetting.

The conversations are in data/conversations.jsonl. `quotes` are words that the context must contain, `best` are words of the
first hit. The tests use no embedder, so they test terms, names, times and the graph.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory

NO_EVIDENCE = ("Memory contains nothing about this.", "记忆里没有相关内容。")


@dataclass(frozen=True)
class Question:
    text: str
    quotes: list[str]
    best: str = ""


@dataclass(frozen=True)
class Conversation:
    name: str
    turns: list[dict[str, str | int]]
    questions: list[Question]


def read(line: str) -> Conversation:
    row = json.loads(line)
    return Conversation(row["name"], row["turns"], [Question(**question) for question in row["questions"]])


DATA = Path(__file__).parent / "data" / "conversations.jsonl"
CONVERSATIONS = [read(line) for line in DATA.read_text(encoding="utf-8").splitlines()]


@pytest.fixture
def memories(database, namespaces) -> Callable[[str], Memory]:
    engine = MemoryEngine(database, clock=lambda: NOW)
    return lambda ending="": Memory(engine, namespaces(ending))


@pytest.fixture
def memory(memories) -> Memory:
    return memories()


def add_conversation(memory: Memory, conversation: Conversation) -> None:
    for n, turn in enumerate(conversation.turns):
        said_at = day(turn["day"], hour=9 + n)
        memory.add(turn["text"], speaker=turn["speaker"], said_at=said_at, session="chat", uid=f"turn-{n}")


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda c: c.name)
def test_evidence_is_quoted_in_its_own_namespace_only_and_until_it_is_forgotten(memories, conversation):
    memory, other = memories(), memories("-other")
    add_conversation(memory, conversation)
    other.add("The kettle is broken.", speaker="Zoe")
    for question in conversation.questions:
        assert_quoted(memory, question)
        assert other.context(question.text).text in NO_EVIDENCE
        assert {hit.text for hit in other.search(question.text)} <= {"The kettle is broken."}
    for question in conversation.questions:
        assert_forgotten(memory, question)


def assert_quoted(memory: Memory, question: Question) -> None:
    context = memory.context(question.text)
    for words in question.quotes:
        assert words in context.text, question.text
    assert question.best in context.hits[0].text, question.text


def assert_forgotten(memory: Memory, question: Question) -> None:
    """Forget the turns of the best hit, and assert that they are not found any more."""
    forgotten = memory.context(question.text).hits[0]
    memory.forget(turns=forgotten.turns)
    for graph in (True, False):
        after = memory.search(question.text, limit=99, graph=graph)
        assert forgotten.turns[0] not in {turn for hit in after for turn in hit.turns}
        assert forgotten.text not in {hit.text for hit in after}


def test_a_question_without_evidence_has_an_empty_context(memory):
    add_conversation(memory, CONVERSATIONS[0])
    assert memory.context("Which violin teacher recommended the conservatory?").text == NO_EVIDENCE[0]
    assert memory.context("谁推荐了那位小提琴老师？").text == NO_EVIDENCE[1]
