"""Searches by kind of memory, with a share for each kind."""

import pytest

from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.turns.documents import document_turns

TURNS = [
    "To bake bread, mix the flour with water and then let the dough rest for two hours.",
    "I forgot the bread in the oven on Sunday.",
    "I burnt the bread yesterday.",
    "I like bread with olives.",
    "我昨天烤了面包。",
]

WORRIES = [
    "I'm worried about the Falcon project.",
    "The Falcon project makes me anxious, I couldn't sleep.",
    "I'm afraid that the Falcon project will fail.",
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


def test_insights_documents_and_core_memory_are_kinds():
    with Memory.open(":memory:", namespace="ada", embedder="none") as memory:
        for day, text in enumerate(WORRIES, start=1):
            memory.add(text, speaker="Ada", said_at=f"2026-03-0{day}")
        memory.add(document_turns("falcon.md", "The budget of the Falcon project is two million."))
        memory.core_append("projects", "Falcon has priority.")
        memory.core_append("tone", "Be brief.", user_id="ben")
        memory.consolidate()
        (insight,) = memory.search("Falcon plans", kinds=["insight"])
        assert insight.text.startswith("Ada mostly expresses worry about Falcon, in 3 notes")
        assert len(insight.instances()) == 3
        (resource,) = memory.search("Falcon budget", kinds=["resource"])
        assert (resource.note.kind, resource.session) == ("resource", "falcon.md")
        (block,) = memory.search("Falcon", kinds=["core"])
        assert (block.kind, block.speaker, block.text) == ("core", "projects", "Falcon has priority.")
        found = memory.search("Falcon", kinds="all")
        assert {hit.note.kind if hit.note else hit.kind for hit in found} >= {"insight", "resource", "core"}
        context = memory.context("Falcon", kinds=["core", "insight"]).text
        assert "projects: Falcon has priority." in context
        assert "Ada mostly expresses worry about Falcon" in context
        window = memory.context_window("What about Falcon?", session="new", kinds="all")
        assert window.text.count("Falcon has priority.") == 1
        assert "two million" in window.parts["memory"]
        assert "Ada mostly expresses worry" in window.parts["memory"]
        assert (
            memory.context_window("What about Falcon?", session="new", tokens=200, kinds="all").tokens <= 200
        )


def test_all_kinds_do_not_include_secrets():
    with Memory.open(":memory:", namespace="ada", embedder="none") as memory:
        memory.add("My wifi password is Falcon-7719.", speaker="Ada", said_at="2026-03-01")
        assert not any("7719" in hit.text for hit in memory.search("What is my wifi password?", kinds="all"))
        (hit,) = memory.search("What is my wifi password?", kinds=["vault"])
        assert "Falcon-7719" in hit.text


@pytest.mark.parametrize(
    "arguments",
    [
        {"kinds": ["dream"]},
        {"kinds": "episodic"},
        {"kinds": []},
        {"kinds": {"episodic": 0}},
        {"kinds": ["episodic"], "filters": {"kind": "semantic"}},
    ],
)
def test_wrong_kinds_are_refused(memory, arguments):
    with pytest.raises(InvalidInput):
        memory.search("bread", **arguments)


def test_an_unknown_kind_is_refused_with_the_known_ones(memory):
    with pytest.raises(
        InvalidInput, match=r"dream.*episodic, semantic, procedural, resource, core, vault, insight"
    ):
        memory.search("bread", kinds=["dream"])
