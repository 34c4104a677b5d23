"""The search pipeline through `Memory`: hits, explanations and filters."""

import re
from dataclasses import asdict
from typing import Any, cast

import pytest

from factories import DIMENSION, NOW, day
from hashing_embedder import HashingEmbedder
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.memory import Memory
from memgraph_core.records.search import Filters
from memgraph_core.statements import cypher

TURNS: list[dict[str, Any]] = [
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


def filled(memory: Memory) -> Memory:
    memory.add(TURNS, session="s1", agent="diary")
    return memory


@pytest.fixture
def memory(database, namespace) -> Memory:
    engine = MemoryEngine(database, embedder=HashingEmbedder(DIMENSION), clock=lambda: NOW)
    return filled(Memory(engine, namespace))


@pytest.fixture
def without_embedder(database, namespace) -> Memory:
    """The same turns without an embedder: only words, names and the graph."""
    return filled(Memory(MemoryEngine(database, clock=lambda: NOW), namespace))


def found(memory: Memory, question: str, **options: Any) -> list[str]:
    """The turns of the hits, best first."""
    return [turn for hit in memory.search(question, **options) for turn in hit.turns]


# Hits


def test_current_facts_rank_before_ended_ones(without_embedder):
    assert found(without_embedder, "Where does Ada live now?")[:2] == ["moved", "home"]


def test_for_a_question_about_the_past_ended_facts_count_as_much(without_embedder):
    home, moved = (
        next(hit for hit in without_embedder.search("Where did Ada live before?") if hit.turns == (turn,))
        for turn in ("home", "moved")
    )
    assert home.signals["fact"] == moved.signals["fact"]
    assert set(found(without_embedder, "Where did Ada live before?")[:2]) == {"home", "moved"}


def test_two_hops_lead_to_a_turn_that_the_question_does_not_name(without_embedder):
    hits = {
        hit.turns[0]: hit for hit in without_embedder.search("Where is the firm that employs Ada located?")
    }
    assert "seat" in hits
    assert "Fiat" in [step.text for step in hits["seat"].path if step.label == "Entity"]
    line = next(
        line
        for line in without_embedder.context("Where is the firm that employs Ada located?").text.splitlines()
        if "[seat" in line
    )
    assert "Fiat" in line


@pytest.mark.parametrize("greeting", ["Hello!", "Thanks", "good morning", "你好！", "谢谢"])
def test_a_greeting_finds_nothing(memory, greeting):
    assert memory.search(greeting) == ()
    assert memory.context(greeting).hits == ()


def test_a_context_without_support_says_that_there_is_nothing(without_embedder):
    context = without_embedder.context("Which instrument does Zoe play in the orchestra?")
    assert (context.text, context.turns) == ("Memory contains nothing about this.", ())


def test_the_limit_bounds_the_number_of_hits(memory):
    assert [len(memory.search("market", limit=limit)) for limit in (1, 2)] == [1, 2]


def test_a_broad_question_gets_more_hits(memory):
    for n in range(30):
        memory.add(f"The market opened on day {n}.", speaker="Ada", uid=f"m{n}", session="s9")
    assert len(memory.search("market")) == 10
    assert len(memory.search("Which markets opened, and how many?")) == 20


def test_a_search_writes_nothing(memory):
    before = memory.stats()
    memory.search("Where does Ada live?")
    memory.context("Where does Ada live?")
    assert memory.stats() == before


def test_the_same_question_has_the_same_hits(memory):
    assert memory.search("Where does Ada live?") == memory.search("Where does Ada live?")


def test_without_an_embedder_words_names_and_graph_suffice(without_embedder):
    assert found(without_embedder, "Where does Ada live?")[0] == "moved"
    assert not [
        hit
        for hit in without_embedder.search("market")
        if {"meaning_note", "meaning_passage"} & set(hit.signals)
    ]


def test_a_time_in_the_question_prefers_turns_of_that_time(memory):
    assert found(memory, "What was said about Fiat in February 2026?")[0] == "seat"


# Explanations


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


def test_every_hit_has_its_source_and_its_support(memory):
    by_uid = {turn["uid"]: turn for turn in TURNS}
    for hit in memory.search("Where does Ada live, near which market?"):
        (turn,) = hit.turns
        assert (hit.speaker or "assistant", hit.said_at) == (
            by_uid[turn].get("speaker", "assistant"),
            by_uid[turn]["said_at"],
        )
        assert 0.0 <= hit.support <= 1.0
        assert (hit.note is not None) == (hit.kind == "note")
        assert hit.uid == (hit.note.uid if hit.note else turn)


def test_a_path_leads_from_the_entity_in_the_question_to_the_hit(memory):
    hits = memory.search("Where does Ada live?")
    assert all(hit.path[-1].uid in hit.turns for hit in hits)
    assert (hits[0].path[0].label, hits[0].path[0].text) == ("Entity", "Ada")


def test_a_hit_with_a_superseded_fact_shows_its_end(memory):
    home = next(hit for hit in memory.search("Where does Ada live?") if hit.turns == ("home",))
    (fact,) = [fact for fact in home.facts if fact.type == "LIVES_IN"]
    assert fact.holds_until == day(150)
    current, line = [
        line for line in memory.context("Where does Ada live?").text.splitlines() if "Turin" in line
    ]
    assert current.endswith("before that Turin")
    assert "lives in" in line
    assert "2026-05-31" in line


def test_without_the_graph_hits_have_no_path_and_no_graph_signals(memory):
    hits = memory.search("Where does Ada live?", graph=False)
    assert hits
    assert not [hit for hit in hits if hit.path or {"fact", "near", "bridge"} & set(hit.signals)]


def test_the_cypher_of_a_hit_has_only_parameters(memory):
    hit = memory.search("Where does Ada live?")[0]
    statement, parameters = hit.cypher()
    assert statement == cypher("explore/hit")
    assert (parameters["namespace"], parameters["space"]) == (memory.namespace, hit.space)
    uids = {uid for kind in ("uids", "turns") for uid in cast("list[str]", parameters[kind])}
    assert uids == {hit.uid, *hit.turns, *(step.uid for step in hit.path)}
    assert set(parameters) == set(re.findall(r"\$(\w+)", statement))


# Filters


def case_name(given: Filters | set[str]) -> str:
    """The name of a test case, the same in every process."""
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
        (Filters(agent="diary"), {turn["uid"] for turn in TURNS}),
        (Filters(agent="somebody else"), set()),
        (Filters(trust="inferred"), {"guess"}),
        (Filters(trust="observed"), set()),
        (Filters(verified=True), set()),
        (Filters(speaker="Ben", since=day(41)), {"asks"}),
    ],
    ids=case_name,
)
def test_a_filter_excludes_everything_else(memory, filters, turns):
    everything = "Ada lives near the market, works at Fiat in Mirafiori, likes tea, is located and moved"
    for graph in (True, False):
        assert set(found(memory, everything, filters=filters, limit=99, graph=graph)) == turns


def test_verified_false_does_not_filter(memory):
    assert "home" in found(memory, "Where does Ada live?", filters=Filters(verified=False))


def test_a_context_is_filtered_like_a_search(memory):
    context = memory.context("Where does Ada live?", filters=Filters(until=day(1)))
    assert context.turns == ("home",)
    assert "Milan" not in context.text


# The budget


@pytest.mark.parametrize("tokens", [5, 20, 45, 60, 800])
def test_a_context_fits_its_tokens(memory, tokens):
    context = memory.context("Where does Ada live, near which market?", tokens=tokens)
    assert context.tokens <= tokens
    assert bool(context.hits) == (tokens >= 45)
    assert set(context.turns) == {turn for hit in context.hits for turn in hit.turns}
