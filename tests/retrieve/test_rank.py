from dataclasses import fields, replace
from typing import Any

import pytest

from factories import NOW, day, make_entity, make_fact, make_note, make_question, make_turn, vector
from memgraph_core.records.graph import Turn
from memgraph_core.records.search import Filters, Hit
from memgraph_core.retrieve.expand import SearchGraph
from memgraph_core.retrieve.pool import pool_of
from memgraph_core.retrieve.rank import Ranking, hits_of, rank
from memgraph_core.retrieve.weights import CONVERSATION, STATEMENTS, Weights, weights_for


def pool(turns, notes=(), question="tea", **asked):
    query = make_question(question, **asked)
    return query, pool_of(query, turns, notes, {t: 1 for t in query.terms}, documents=100)


def ranked(turns, notes=(), graph: SearchGraph | None = None, weights: Weights | None = None, **asked: Any):
    query, found = pool(turns, notes, **asked)
    return query, rank(query, found, graph, weights=weights or STATEMENTS)


def hits(turns, notes=(), graph: SearchGraph | None = None, count: int = 10, **asked: Any) -> tuple[Hit, ...]:
    query, ranking = ranked(turns, notes, graph, **asked)
    return hits_of(query, ranking, graph, "ada#1", count)


def order(turns, notes=(), graph: SearchGraph | None = None, **asked: Any) -> list[str]:
    """The turns that were found, best first."""
    return [hit.turns[0] for hit in hits(turns, notes, graph, **asked)]


def alone(uid: str, text: str = "tea", **changed: Any) -> Turn:
    """A turn in a session of its own, so that no neighbour adds to it."""
    return make_turn(uid, text, **{"session": f"of {uid}", "position": 0} | changed)


def test_a_turn_with_more_of_the_question_comes_first():
    assert order([alone("a", "milk"), alone("b", "green tea")], question="green tea") == ["b", "a"]


def test_a_turn_that_nothing_speaks_for_is_no_hit():
    asked = {"weights": Weights(words=1.0), "question": "tea"}
    query, ranking = ranked([alone("a", "milk")], **asked)
    assert ranking.order == []
    assert hits_of(query, ranking, None, "ada#1", 10) == ()


def test_equal_turns_keep_one_order_whatever_order_they_came_in():
    turns = [alone(uid) for uid in "cab"]
    assert order(turns) == order(turns[::-1]) == ["a", "b", "c"]


def test_an_empty_pool_gives_no_hits():
    assert hits([]) == ()


def test_a_word_outweighs_being_recent():
    assert order([alone("old", said_at=day(0)), alone("new", "milk", said_at=NOW)])[0] == "old"


def test_of_two_equal_turns_the_recent_one_comes_first():
    assert order([alone("a", said_at=day(0)), alone("b", said_at=NOW)]) == ["b", "a"]


def test_what_an_assistant_says_counts_a_little_less():
    assert order([alone("a", role="assistant"), alone("b", role="user")]) == ["b", "a"]


def test_a_turn_of_the_time_asked_about_comes_first():
    turns = [alone("a", said_at=day(0)), alone("b", said_at=day(100))]
    assert order(turns, since=day(99), until=day(101)) == ["b", "a"]


def test_meaning_finds_what_shares_no_word():
    notes = [
        make_note("n1", "x", turns=("a",), vector=vector(0, 1)),
        make_note("n2", "y", turns=("b",), vector=vector(1)),
    ]
    assert order([alone("a", "milk"), alone("b", "cocoa")], notes, vector=vector(1))[0] == "b"


def test_without_a_vector_for_the_question_meaning_says_nothing():
    _, ranking = ranked([alone("a")], [make_note("n1", turns=("a",), vector=vector(1))])
    assert not {"meaning_note", "meaning_passage"} & set(ranking.contributions)


def test_without_a_graph_its_signals_are_not_there():
    _, ranking = ranked([alone("a")])
    assert not {"fact", "near", "bridge"} & set(ranking.contributions)


def test_every_weight_is_used():
    _, ranking = ranked([alone("a")], graph=LIVES, vector=vector(1))
    assert {field.name for field in fields(Weights)} == set(ranking.signals)


def test_people_who_talk_to_each_other_are_read_as_a_conversation_and_notes_to_oneself_are_not():
    query, alone_said = pool([alone("a", speaker="Ada")], vector=vector(1))
    assert weights_for(query, alone_said) is STATEMENTS
    query, two = pool([alone("a", speaker="Ada"), alone("b", speaker="Ben")], vector=vector(1))
    assert weights_for(query, two) is CONVERSATION
    assert weights_for(replace(query, vector=None), two) is STATEMENTS


def test_in_a_conversation_who_speaks_counts_more_where_many_things_are_asked_for():
    query, two = pool([alone("a", speaker="Ada"), alone("b", speaker="Ben")], vector=vector(1))
    listing = weights_for(replace(query, intents=frozenset({"list"})), two)
    assert listing.speaker > CONVERSATION.speaker
    assert replace(listing, speaker=CONVERSATION.speaker) == CONVERSATION


# What a graph adds


LIVES = SearchGraph(
    entities={uid: make_entity(uid) for uid in ("ada", "milan")},
    about={"n2": ("ada", "milan")},
    key_entities=("ada",),
    documents=100,
    facts={"f1": make_fact("f1", "ada", "LIVES_IN", "milan", notes=("n2",))},
)
HOMES = [alone("a", "to live is to drink tea"), alone("b", "it rains in Milan")]
HOME_NOTES = [make_note(note, "so it is", turns=(turn,)) for note, turn in (("n1", "a"), ("n2", "b"))]


def test_a_turn_that_states_the_fact_asked_about_comes_first_and_is_supported():
    asked = {"question": "rains tea", "relations": frozenset(["LIVES_IN"])}
    assert order(HOMES, HOME_NOTES, LIVES, **asked) == ["b", "a"]
    best = hits(HOMES, HOME_NOTES, LIVES, **asked)[0]
    assert best.support == 1.0
    assert best.signals["fact"] > 0
    assert [fact.uid for fact in best.facts] == ["f1"]


def test_the_path_of_a_hit_begins_at_who_is_asked_about_and_ends_at_its_turn():
    best = hits(HOMES, HOME_NOTES, LIVES, question="rains", relations=frozenset(["LIVES_IN"]))[0]
    assert [step.label for step in best.path] == ["Entity", "Turn"]
    assert best.path[-1].uid == best.turns[0]


# Hits


def test_signals_sum_to_the_score():
    turns = [alone("a"), alone("b", "tea and milk", role="assistant"), make_turn("c", "milk", position=0)]
    for hit in hits(turns, [make_note("n1", "tea", turns=("a",), vector=vector(1))], LIVES, vector=vector(1)):
        assert sum(hit.signals.values()) == pytest.approx(hit.score, abs=1e-3)


def test_a_hit_is_the_best_note_of_its_turn_or_the_turn_itself():
    notes = [
        make_note("n1", "Ada drinks milk.", turns=("a",)),
        make_note("n2", "Ada drinks tea.", turns=("a",)),
    ]
    with_note, without = hits([alone("a"), alone("b", "tea, tea")], notes)[:2]
    found = {hit.turns[0]: (hit.kind, hit.uid) for hit in (with_note, without)}
    assert found == {"a": ("note", "n2"), "b": ("turn", "b")}


def test_a_short_turn_is_quoted_whole_with_what_its_picture_shows():
    (hit,) = hits([alone("a", "Look, tea!", caption="a cup")], [make_note("n1", "tea", turns=("a",))])
    assert hit.text == "Look, tea! [shows: a cup]"


def test_of_a_long_turn_the_best_note_is_quoted_with_others_in_their_order():
    sentences = [f"Sentence {n} is about something else entirely, as long as it is." for n in range(12)]
    sentences[7] = "I drink tea."
    long = alone("a", " ".join(sentences))
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


def test_a_sentence_without_an_end_is_cut_at_a_word_and_says_so():
    (hit,) = hits([alone("a", "tea " * 1000)])
    assert len(hit.text) <= 500
    assert hit.text.endswith("tea…")


def test_no_more_hits_come_than_are_asked_for():
    assert len(hits([alone(uid) for uid in "abcdef"], count=4)) == 4


def test_support_is_how_much_of_the_question_stands_there():
    best, second = hits([alone("a", "green tea"), alone("b", "green")], question="green tea")
    assert (best.support, second.support) == (1.0, 0.5)


def test_the_name_of_who_speaks_supports_nothing():
    (hit,) = hits([alone("a", "Ada likes milk")], question="ada chess")
    assert hit.support == 0.0


def test_a_ranking_tells_what_every_signal_added():
    _, ranking = ranked([alone("a"), alone("b", "milk")])
    assert isinstance(ranking, Ranking)
    assert ranking.scores[0] == pytest.approx(sum(scores[0] for scores in ranking.contributions.values()))


def test_of_a_long_turn_the_sentences_that_hold_the_question_are_quoted_in_their_order():
    filler = "Nothing of note happened on that long and quiet day by the sea. " * 8
    turn = alone("t1", f"The violin came first. {filler}Then Clara tuned the violin. {filler}")
    (hit,) = hits([turn], question="violin")
    assert "The violin came first. … Then Clara tuned the violin." in hit.text.replace(
        " … Nothing of note happened on that long and quiet day by the sea.", ""
    )
    assert len(hit.text) < 500


def test_a_secret_is_quoted_only_to_who_asks_for_the_vault():
    turn = alone("t1", "My card number is 4111 1111 1111 1111.")
    (hit,) = hits([turn], question="card number")
    assert "4111" not in hit.text
    (hit,) = hits([turn], question="card number", filters=Filters(kind="vault"))
    assert "4111" in hit.text
