from dataclasses import replace
from typing import Any

import pytest

from factories import NOW, day, make_entity, make_fact, make_note, make_question, make_turn, vector
from memgraph_core.records.graph import Turn
from memgraph_core.records.search import Filters, Hit
from memgraph_core.retrieve.expand import SearchGraph
from memgraph_core.retrieve.pool import pool_of
from memgraph_core.retrieve.rank import Ranking, hits_of, rank
from memgraph_core.retrieve.weights import Weights, circumstances, weight_table, weights_for


def pool(turns, notes=(), question="tea", **asked):
    query = make_question(question, **asked)
    return query, pool_of(query, turns, notes, {t: 1 for t in query.terms}, documents=100)


def ranked(turns, notes=(), graph: SearchGraph | None = None, weights: Weights | None = None, **asked: Any):
    query, found = pool(turns, notes, **asked)
    return query, rank(query, found, graph, weights=weights)


def hits(turns, notes=(), graph: SearchGraph | None = None, count: int = 10, **asked: Any) -> tuple[Hit, ...]:
    query, ranking = ranked(turns, notes, graph, **asked)
    return hits_of(query, ranking, graph, "ada#1", count)


def order(turns, notes=(), graph: SearchGraph | None = None, **asked: Any) -> list[str]:
    """The turns of the hits, best first."""
    return [hit.turns[0] for hit in hits(turns, notes, graph, **asked)]


def single(uid: str, text: str = "tea", **changed: Any) -> Turn:
    """A turn in a session of its own, so that it has no neighbours."""
    return make_turn(uid, text, **{"session": f"of {uid}", "position": 0} | changed)


def test_a_turn_with_more_terms_of_the_question_ranks_first():
    assert order([single("a", "green"), single("b", "green tea")], question="green tea") == ["b", "a"]


def test_a_turn_that_matches_in_no_way_is_no_hit():
    query, ranking = ranked([single("a", "milk")], question="tea")
    assert ranking.order == []
    assert hits_of(query, ranking, None, "ada#1", 10) == ()


def test_the_order_of_equal_turns_does_not_depend_on_the_input():
    turns = [single(uid) for uid in "cab"]
    assert order(turns) == order(turns[::-1]) == ["a", "b", "c"]


def test_a_question_about_one_day_finds_a_turn_of_that_day_without_a_common_word():
    others = [single(f"t{n}", "I drank tea", said_at=day(n)) for n in range(12)]
    turns = [*others, single("swim", "I went to the pool", said_at=day(20))]
    asked = {"question": "I drank no tea"}
    assert "swim" not in order(turns, **asked)
    assert "swim" in order(turns, **asked, since=day(20), until=day(21))[:3]


def test_an_empty_pool_gives_no_hits():
    assert hits([]) == ()


def test_a_word_outweighs_being_recent():
    assert order([single("old", said_at=day(0)), single("new", "milk", said_at=NOW)])[0] == "old"


def test_of_two_equal_turns_the_recent_one_ranks_first():
    assert order([single("a", said_at=day(0)), single("b", said_at=NOW)]) == ["b", "a"]


def test_a_turn_of_an_assistant_ranks_slightly_lower():
    assert order([single("a", role="assistant"), single("b", role="user")]) == ["b", "a"]


def test_a_turn_of_the_time_asked_about_ranks_first():
    turns = [single("a", said_at=day(0)), single("b", said_at=day(100))]
    assert order(turns, since=day(99), until=day(101)) == ["b", "a"]


def test_meaning_finds_a_turn_without_common_words():
    notes = [
        make_note("n1", "x", turns=("a",), vector=vector(0, 1)),
        make_note("n2", "y", turns=("b",), vector=vector(1)),
    ]
    assert order([single("a", "milk"), single("b", "cocoa")], notes, vector=vector(1))[0] == "b"


def test_without_a_query_vector_there_are_no_meaning_signals():
    _, ranking = ranked([single("a")], [make_note("n1", turns=("a",), vector=vector(1))])
    assert not {"meaning_note", "meaning_passage"} & set(ranking.contributions)


def test_without_a_graph_there_are_no_graph_signals():
    _, ranking = ranked([single("a")])
    assert not {"fact", "near", "bridge"} & set(ranking.contributions)


def test_every_weight_has_a_signal():
    query, ranking = ranked([single("a")], graph=LIVES, vector=vector(1))
    assert set(ranking.weights) == set(ranking.signals)
    named = {name for row in weight_table().values() for name in row}
    assert named <= {"base", *circumstances(query, ranking.pool)}


def test_the_weights_depend_on_the_request_and_on_what_is_remembered():
    query, diary = pool([single("a"), single("b", "milk")], vector=vector(1))
    dialogue = pool(
        [make_turn("a", position=0), make_turn("b", speaker="Ben", position=1)], vector=vector(1)
    )[1]
    assert circumstances(query, diary)["dialogue"] == 0
    assert circumstances(query, dialogue)["dialogue"] == 0.5
    assert weights_for(query, diary) != weights_for(query, dialogue)
    assert weights_for(replace(query, kind="message"), diary) != weights_for(query, diary)


def test_circumstances_are_between_0_and_1_and_an_empty_pool_has_them():
    query, diary = pool([single("a"), single("b", "milk")])
    for found in (diary, pool([])[1]):
        assert all(0 <= value <= 1 for value in circumstances(query, found).values())


# Signals of the graph


LIVES = SearchGraph(
    entities={uid: make_entity(uid) for uid in ("ada", "milan")},
    about={"n2": ("ada", "milan")},
    key_entities=("ada",),
    documents=100,
    facts={"f1": make_fact("f1", "ada", "LIVES_IN", "milan", notes=("n2",))},
)
HOMES = [single("a", "to live is to drink tea"), single("b", "it rains in Milan")]
HOME_NOTES = [make_note(note, "so it is", turns=(turn,)) for note, turn in (("n1", "a"), ("n2", "b"))]


def test_a_turn_that_states_the_fact_asked_about_ranks_first_with_full_support():
    asked = {"question": "rains tea", "relations": frozenset(["LIVES_IN"])}
    assert order(HOMES, HOME_NOTES, LIVES, **asked) == ["b", "a"]
    best = hits(HOMES, HOME_NOTES, LIVES, **asked)[0]
    assert best.support == 1.0
    assert best.signals["fact"] > 0
    assert [fact.uid for fact in best.facts] == ["f1"]


def test_the_path_of_a_hit_leads_from_the_key_entity_to_its_turn():
    best = hits(HOMES, HOME_NOTES, LIVES, question="rains", relations=frozenset(["LIVES_IN"]))[0]
    assert [step.label for step in best.path] == ["Entity", "Turn"]
    assert best.path[-1].uid == best.turns[0]


# Hits


def test_signals_sum_to_the_score():
    turns = [single("a"), single("b", "tea and milk", role="assistant"), make_turn("c", "milk", position=0)]
    for hit in hits(turns, [make_note("n1", "tea", turns=("a",), vector=vector(1))], LIVES, vector=vector(1)):
        assert sum(hit.signals.values()) == pytest.approx(hit.score, abs=1e-3)


def test_a_hit_is_the_best_note_of_its_turn_or_the_turn_itself():
    notes = [
        make_note("n1", "Ada drinks milk.", turns=("a",)),
        make_note("n2", "Ada drinks tea.", turns=("a",)),
    ]
    with_note, without = hits([single("a"), single("b", "tea, tea")], notes)[:2]
    found = {hit.turns[0]: (hit.kind, hit.uid) for hit in (with_note, without)}
    assert found == {"a": ("note", "n2"), "b": ("turn", "b")}


def test_a_short_turn_is_quoted_whole_with_its_caption():
    (hit,) = hits([single("a", "Look, tea!", caption="a cup")], [make_note("n1", "tea", turns=("a",))])
    assert hit.text == "Look, tea! [shows: a cup]"


def test_a_long_turn_is_quoted_with_the_sentence_of_the_best_note():
    sentences = [f"Sentence {n} is about something else entirely, as long as it is." for n in range(12)]
    sentences[7] = "I drink tea."
    long = single("a", " ".join(sentences))
    notes = [
        make_note(f"n{n:02}", f"Ada: {text}", turns=("a",), salience=n / 100)
        for n, text in enumerate(sentences)
    ]
    (hit,) = hits([long], notes)
    assert hit.uid == "n07"
    quoted = hit.text.split(" … ")
    assert "I drink tea." in quoted
    assert [sentences.index(text) for text in quoted] == sorted(sentences.index(text) for text in quoted)
    assert len(hit.text) < 500


def test_a_very_long_sentence_is_cut_after_a_word_and_marked():
    (hit,) = hits([single("a", "tea " * 1000)])
    assert len(hit.text) <= 500
    assert hit.text.endswith("tea…")


def test_the_count_bounds_the_number_of_hits():
    assert len(hits([single(uid) for uid in "abcdef"], count=4)) == 4


def test_support_is_the_share_of_the_question_terms():
    best, second = hits([single("a", "green tea"), single("b", "green")], question="green tea")
    assert (best.support, second.support) == (1.0, 0.5)


def test_the_name_of_a_speaker_gives_no_support():
    (hit,) = hits([single("a", "Ada likes milk")], question="ada chess")
    assert hit.support == 0.0


def test_the_contributions_of_a_ranking_sum_to_its_scores():
    _, ranking = ranked([single("a"), single("b", "milk")])
    assert isinstance(ranking, Ranking)
    assert ranking.scores[0] == pytest.approx(sum(scores[0] for scores in ranking.contributions.values()))


def test_the_sentences_with_the_question_terms_are_quoted_in_their_order():
    filler = "Nothing of note happened on that long and quiet day by the sea. " * 8
    turn = single("t1", f"The violin came first. {filler}Then Clara tuned the violin. {filler}")
    (hit,) = hits([turn], question="violin")
    assert "The violin came first. … Then Clara tuned the violin." in hit.text.replace(
        " … Nothing of note happened on that long and quiet day by the sea.", ""
    )
    assert len(hit.text) < 500


def test_a_secret_is_quoted_only_with_the_filter_for_vault():
    turn = single("t1", "My card number is 4111 1111 1111 1111.")
    (hit,) = hits([turn], question="card number")
    assert "4111" not in hit.text
    (hit,) = hits([turn], question="card number", filters=Filters(kind="vault"))
    assert "4111" in hit.text


def test_the_preset_of_generative_agents_adds_recency_importance_and_relevance():
    turns = [
        single("old", said_at=day(-300)),
        single("new", said_at=day(0)),
        single("important", said_at=day(-300)),
        single("other", "rain", said_at=day(0)),
    ]
    notes = [
        make_note(f"n {t.uid}", t.text, turns=(t.uid,), salience=0.9 if t.uid == "important" else 0.3)
        for t in turns
    ]
    query, found = pool(turns, notes)
    ranking = rank(query, found, None, preset="generative_agents")
    scores = dict(zip([turn.uid for turn in ranking.pool.turns], ranking.scores.round(2), strict=True))
    assert scores["new"] == pytest.approx(scores["important"], abs=0.02)
    assert scores["important"] > scores["old"]
    assert scores["new"] > scores["other"]
    assert set(ranking.contributions) == {"recency", "importance", "relevance"}
