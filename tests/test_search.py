"""The pipeline of searching, through `Memory`: what is found, why, and what filters keep out."""

import re
from dataclasses import asdict
from typing import Any, cast

import pytest

from factories import DIMENSION, NOW, day
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.models.hashing import HashingEmbedder
from memgraph_core.records.search import Filters
from memgraph_core.statements import cypher

TOLD: list[dict[str, Any]] = [
    {"uid": "home", "speaker": "Ada", "said_at": day(0), "content": "I live in Turin, near the market."},
    {"uid": "work", "speaker": "Ada", "said_at": day(1), "content": "My new job: I work at Fiat."},
    {"uid": "tea", "speaker": "Ben", "said_at": day(2), "content": "I like green tea from the market."},
    {
        "uid": "seat",
        "speaker": "Ben",
        "said_at": day(40),
        "session": "s2",
        "content": "Fiat is located in Mirafiori.",
    },
    {"uid": "asks", "speaker": "Ben", "said_at": day(41), "session": "s2", "content": "Is the market open?"},
    {
        "uid": "guess",
        "role": "assistant",
        "said_at": day(42),
        "session": "s2",
        "content": "The market in Porta Palazzo is open on Saturday.",
    },
    {
        "uid": "moved",
        "speaker": "Ada",
        "said_at": day(150),
        "session": "s3",
        "content": "I live in Milan now.",
    },
]


def tell(memory: Memory) -> Memory:
    memory.add(TOLD, session="s1", agent="diary")
    return memory


@pytest.fixture
def memory(database, namespace) -> Memory:
    engine = MemoryEngine(database, embedder=HashingEmbedder(DIMENSION), clock=lambda: NOW)
    return tell(Memory(engine, namespace))


@pytest.fixture
def wordy(database, namespace) -> Memory:
    """The same without an embedder: only words, names and the graph."""
    return tell(Memory(MemoryEngine(database, clock=lambda: NOW), namespace))


def found(memory: Memory, question: str, **options: Any) -> list[str]:
    """The turns of the hits, best first."""
    return [turn for hit in memory.search(question, **options) for turn in hit.turns]


# What is found


def test_what_holds_now_comes_before_what_held(wordy):
    assert found(wordy, "Where does Ada live now?")[:2] == ["moved", "home"]


def test_a_question_about_the_past_values_what_held_as_much(wordy):
    home, moved = (
        next(hit for hit in wordy.search("Where did Ada live before?") if hit.turns == (turn,))
        for turn in ("home", "moved")
    )
    assert home.signals["fact"] == moved.signals["fact"]
    assert set(found(wordy, "Where did Ada live before?")[:2]) == {"home", "moved"}


def test_two_hops_lead_to_what_the_question_does_not_name(wordy):
    hits = {hit.turns[0]: hit for hit in wordy.search("Where is the firm that employs Ada located?")}
    assert "seat" in hits
    assert "Fiat" in [step.text for step in hits["seat"].path if step.label == "Entity"]
    assert "via Fiat]" in wordy.context("Where is the firm that employs Ada located?").text


@pytest.mark.parametrize("greeting", ["Hello!", "Thanks", "good morning", "你好！", "谢谢"])
def test_a_greeting_finds_nothing(memory, greeting):
    assert memory.search(greeting) == ()
    assert memory.context(greeting).hits == ()


def test_what_memory_does_not_hold_is_answered_by_silence(wordy):
    context = wordy.context("Which instrument does Zoe play in the orchestra?")
    assert (context.text, context.turns) == ("Nothing in memory speaks of this.", ())


def test_no_more_hits_come_than_are_asked_for(memory):
    assert [len(memory.search("market", limit=limit)) for limit in (1, 2)] == [1, 2]


def test_what_the_question_asks_for_widens_how_much_is_found(memory):
    for n in range(30):
        memory.add(f"The market opened on day {n}.", speaker="Ada", uid=f"m{n}", session="s9")
    assert len(memory.search("market")) == 10
    assert len(memory.search("Which markets opened, and how many?")) == 20


def test_a_search_writes_nothing(memory):
    before = memory.stats()
    memory.search("Where does Ada live?")
    memory.context("Where does Ada live?")
    assert memory.stats() == before


def test_the_same_question_has_the_same_answer(memory):
    assert memory.search("Where does Ada live?") == memory.search("Where does Ada live?")


def test_without_an_embedder_words_names_and_graph_do(wordy):
    assert found(wordy, "Where does Ada live?")[0] == "moved"
    assert not [
        hit for hit in wordy.search("market") if {"meaning_note", "meaning_passage"} & set(hit.signals)
    ]


def test_a_time_in_the_question_prefers_what_was_said_then(memory):
    assert found(memory, "What was said about the market in February 2026?")[0] in ("asks", "guess")


# Why it was found


@pytest.mark.parametrize(
    "question", ["Where does Ada live?", "market", "Fiat Mirafiori", "What does Ben like?"]
)
@pytest.mark.parametrize("graph", [True, False])
def test_the_signals_of_a_hit_sum_to_its_score_and_hits_come_best_first(memory, question, graph):
    hits = memory.search(question, graph=graph)
    assert hits
    for hit in hits:
        assert sum(hit.signals.values()) == pytest.approx(hit.score, abs=1e-3)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))


def test_every_hit_names_its_source_and_how_far_it_supports(memory):
    told = {turn["uid"]: turn for turn in TOLD}
    for hit in memory.search("Where does Ada live, near which market?"):
        (turn,) = hit.turns
        assert (hit.speaker or "assistant", hit.said_at) == (
            told[turn].get("speaker", "assistant"),
            told[turn]["said_at"],
        )
        assert 0.0 <= hit.support <= 1.0
        assert (hit.note is not None) == (hit.kind == "note")
        assert hit.uid == (hit.note.uid if hit.note else turn)


def test_a_path_ends_at_the_hit_and_begins_at_whom_the_question_names(memory):
    hits = memory.search("Where does Ada live?")
    assert all(hit.path[-1].uid in hit.turns for hit in hits)
    assert (hits[0].path[0].label, hits[0].path[0].text) == ("Entity", "Ada")


def test_a_superseded_fact_comes_with_its_hit_and_its_end_is_told(memory):
    home = next(hit for hit in memory.search("Where does Ada live?") if hit.turns == ("home",))
    (fact,) = [fact for fact in home.facts if fact.type == "LIVES_IN"]
    assert fact.holds_until == day(150)
    (line,) = [line for line in memory.context("Where does Ada live?").text.splitlines() if "Turin" in line]
    assert "lives in" in line
    assert "2026-05-31" in line


def test_without_the_graph_there_is_no_path_and_no_signal_of_it(memory):
    hits = memory.search("Where does Ada live?", graph=False)
    assert hits
    assert not [hit for hit in hits if hit.path or {"fact", "near", "bridge"} & set(hit.signals)]


def test_a_hit_draws_itself_with_parameters_only(memory):
    hit = memory.search("Where does Ada live?")[0]
    statement, parameters = hit.cypher()
    assert statement == cypher("explore/hit")
    assert (parameters["namespace"], parameters["space"]) == (memory.namespace, hit.space)
    drawn = {uid for kind in ("uids", "turns") for uid in cast("list[str]", parameters[kind])}
    assert drawn == {hit.uid, *hit.turns, *(step.uid for step in hit.path)}
    assert set(parameters) == set(re.findall(r"\$(\w+)", statement))


# Filters


def told(given: Filters | set[str]) -> str:
    """A case's name, the same in every process."""
    if isinstance(given, Filters):
        return " ".join(f"{name}={wanted}" for name, wanted in asdict(given).items() if wanted is not None)
    return " ".join(sorted(given)) or "nothing"


@pytest.mark.parametrize(
    ("filters", "turns"),
    [
        (Filters(since=day(2)), {"tea", "seat", "asks", "guess", "moved"}),
        (Filters(until=day(2)), {"home", "work"}),
        (Filters(since=day(40), until=day(41)), {"seat"}),
        (Filters(entity="the Fiat"), {"work", "seat"}),
        (Filters(entity="nobody"), set()),
        (Filters(entity=""), set()),
        (Filters(relation="LIVES_IN"), {"home", "moved"}),
        (Filters(kind="semantic"), {"home", "work", "tea", "seat", "moved"}),
        (Filters(kind="vault"), set()),
        (Filters(speaker="Ben"), {"tea", "seat", "asks"}),
        (Filters(role="assistant"), {"guess"}),
        (Filters(session="s2"), {"seat", "asks", "guess"}),
        (Filters(agent="diary"), {turn["uid"] for turn in TOLD}),
        (Filters(agent="somebody else"), set()),
        (Filters(trust="inferred"), {"guess"}),
        (Filters(trust="observed"), set()),
        (Filters(verified=True), set()),
        (Filters(speaker="Ben", since=day(41)), {"asks"}),
    ],
    ids=told,
)
def test_a_filter_keeps_everything_else_out(memory, filters, turns):
    everything = "Ada lives near the market, works at Fiat in Mirafiori, likes tea, is located and moved"
    for graph in (True, False):
        assert set(found(memory, everything, filters=filters, limit=99, graph=graph)) == turns


def test_a_filter_for_verified_notes_only_excludes_when_asked(memory):
    assert "home" in found(memory, "Where does Ada live?", filters=Filters(verified=False))


def test_a_context_is_filtered_as_a_search_is(memory):
    context = memory.context("Where does Ada live?", filters=Filters(until=day(1)))
    assert context.turns == ("home",)
    assert "Milan" not in context.text


# The budget


@pytest.mark.parametrize("tokens", [5, 20, 45, 60, 800])
def test_a_context_respects_its_token_limit(memory, tokens):
    context = memory.context("Where does Ada live, near which market?", tokens=tokens)
    assert context.tokens <= tokens
    assert bool(context.hits) == (tokens >= 45)
    assert set(context.turns) == {turn for hit in context.hits for turn in hit.turns}
