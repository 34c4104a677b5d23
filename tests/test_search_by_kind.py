"""Searches by kind of memory, with a share for each kind."""

import pytest

from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory

TURNS = [
    "To bake bread, mix the flour with water and then let the dough rest for two hours.",
    "I forgot the bread in the oven on Sunday.",
    "I burnt the bread yesterday.",
    "I like bread with olives.",
    "我昨天烤了面包。",
]


@pytest.fixture(scope="module")
def memory():
    with Memory.open(":memory:", namespace="ada", embedder="none") as memory:
        for number, text in enumerate(TURNS):
            memory.add(text, speaker="Ada", said_at=f"2026-05-1{number}", session=f"s{number}")
        yield memory


def kinds_of(hits):
    return [hit.note.kind for hit in hits]


def test_each_kind_has_its_share(memory):
    assert kinds_of(memory.search("bread", kinds=["procedural", "episodic"])) == [
        "procedural",
        "episodic",
        "episodic",
    ]
    hits = memory.search("bread", kinds={"procedural": 2, "episodic": 1, "semantic": 1})
    assert kinds_of(hits) == ["procedural", "episodic", "semantic"]
    assert [hit.rank for hit in hits] == [1, 2, 3]
    assert len(memory.search("bread", kinds=["procedural", "episodic"], limit=2)) == 2
    (hit,) = memory.search("面包", kinds=["episodic", "semantic"])
    assert hit.text == "我昨天烤了面包。"


def test_a_context_and_a_window_contain_only_these_kinds(memory):
    text = memory.context("How do I bake bread?", kinds=["procedural"]).text
    assert "mix the flour" in text
    assert "burnt" not in text
    window = memory.context_window(
        "How do I bake bread?", session="new", kinds={"procedural": 1, "episodic": 1}
    )
    assert "mix the flour" in window.text


@pytest.mark.parametrize(
    "arguments",
    [
        {"kinds": ["dream"]},
        {"kinds": []},
        {"kinds": {"episodic": 0}},
        {"kinds": ["episodic"], "filters": {"kind": "semantic"}},
    ],
)
def test_wrong_kinds_are_refused(memory, arguments):
    with pytest.raises(InvalidInput):
        memory.search("bread", **arguments)
