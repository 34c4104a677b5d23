"""Write-back: the run of an agent becomes turns, and quotations from memory are not stored again."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from factories import NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput
from memgraph_core.memory import Memory
from memgraph_core.turns.agent_runs import Run, ToolResult

ANSWERS = {
    "en": [
        "She lives in Milan.",
        "Ada lives in Milan, as you told me.",
        "Milan!",
        "It is Milan, near the Duomo.",
    ],
    "zh": ["她住在米兰。", "小雨住在米兰，您告诉过我。", "米兰！", "是米兰，靠近大教堂。"],
}
HOME = {"en": "I live in Milan, near the Duomo.", "zh": "我住在米兰，靠近大教堂。"}
ASKED = {"en": "Where does Ada live?", "zh": "小雨住在哪里？"}


@pytest.fixture
def memory(database, namespace) -> Memory:
    return Memory(MemoryEngine(database, clock=lambda: NOW), namespace)


@dataclass
class Output:
    """The result of an agent of LlamaIndex: an answer and tool calls."""

    response: Any
    tool_calls: list[Any] = field(default_factory=list)


@dataclass
class Message:
    content: str


@dataclass
class Called:
    tool_name: str
    tool_output: Any
    tool_kwargs: dict[str, Any] = field(default_factory=dict)


@dataclass
class Returned:
    raw_output: Any
    content: str = ""
    is_error: bool = False


@pytest.mark.parametrize("language", ["en", "zh"])
def test_repeated_runs_do_not_change_the_notes_of_people(memory, language):
    memory.add(HOME[language], speaker={"en": "Ada", "zh": "小雨"}[language], said_at=day(1), uid="home")
    context = memory.context(ASKED[language])

    def stored():
        hits = [h for h in memory.search(ASKED[language]) if h.trust == "said"]
        # Scores depend on how rare words are, and so on all that was said; their order must not change.
        return memory.facts(), [(h.uid, pytest.approx(h.score, rel=0.05)) for h in hits]

    before = stored()
    counted = None
    for number, answer in enumerate(ANSWERS[language] * 3):
        run = Output(Message(f"{answer} ({number})"), [Called("search_memories", Returned(context))])
        memory.remember_run(run, question=ASKED[language], session="chat", now=NOW.replace(minute=number))
        counted = counted or memory.entities()
    assert stored() == before
    assert memory.entities() == counted  # the question counts once, answers never


def test_an_answer_is_linked_to_the_results_of_memory_tools(memory):
    memory.add("I live in Milan, near the Duomo.", speaker="Ada", uid="home")
    context = memory.context("Where does Ada live?")
    for hour, output in enumerate(
        (context, context.text)
    ):  # a Context, or its text as a protocol transfers it
        run = Output(Message("Ada lives in Milan."), [Called("search_memories", Returned(output))])
        answer = memory.remember_run(run, session="chat", now=NOW.replace(hour=hour)).turns[-1]
        assert memory.turns([answer.uid])[0].used == ("home",)
        assert {support.by for support in memory.supports(answer.notes)} == {context.hits[0].uid}


def test_results_of_other_tools_are_external_with_their_source(memory):
    page = {"url": "https://example.org/po", "text": "The Po is 652 kilometres long."}
    run = Run(
        answer="The Po is 652 kilometres long.",
        results=(
            ToolResult(tool="web_search", output=page, arguments={"query": "Po"}),
            ToolResult(tool="calculator", output="4", arguments={"expression": "2+2"}),
            ToolResult(tool="broken", output="Traceback of an error", arguments={}, failed=True),
        ),
    )
    memory.remember_run(run, question="How long is the Po?", speaker="Ada", session="chat")
    hits = {hit.session: hit.trust for hit in memory.search("kilometres of the Po", limit=9)}
    assert hits["https://example.org/po"] == "external"
    assert memory.stats().turns == 3  # a number and an error are not stored as pages


def test_only_results_of_named_tools_are_stored(memory):
    results = tuple(
        ToolResult(tool=t, output=f"From {t}: rain in Turin.", arguments={}) for t in ("web", "weather")
    )
    memory.remember_run(Run(answer="Rain.", results=results), kept=["weather"])
    found = memory.search("rain in Turin")
    assert {hit.session for hit in found if hit.trust == "external"} == {"weather"}


def test_a_long_page_is_stored_in_chunks_once(memory):
    page = "\n\n".join(f"Paragraph {number} speaks of the river. {'It flows. ' * 20}" for number in range(20))
    run = Run(
        answer="", results=(ToolResult(tool="web", output=page, arguments={"url": "https://a.example"}),)
    )
    assert len(memory.remember_run(run).turns) > 2
    before = memory.stats().turns
    memory.remember_run(run)
    assert memory.stats().turns == before


def test_a_text_is_an_answer_and_anything_else_is_refused(memory):
    (turn,) = memory.remember_run("Rain, I believe.", agent="weatherman").turns
    assert memory.turns([turn.uid])[0].agent == "weatherman"
    assert memory.remember_run("  ").turns == ()
    with pytest.raises(InvalidInput, match="a run is int; give a Run"):
        memory.remember_run(3)
