from dataclasses import replace

import numpy as np

from factories import day, make_note, make_question, make_turn, vector
from memgraph_core.retrieve.pool import pool_of
from memgraph_core.retrieve.signals import (
    meaning_signals,
    neighbour_signals,
    newest_match,
    on_the_day,
    recency,
    session_strength,
    speaker_match,
    standing_requests,
    time_closeness,
    unscaled_signals,
    word_signals,
)


def pool(turns, notes=(), question="", **fields):
    query = make_question(question, **fields)
    return query, pool_of(query, turns, notes, {t: 1 for t in query.terms}, documents=10)


def test_a_pool_has_each_turn_once_in_session_order():
    turns = [make_turn("b", position=1), make_turn("a", position=0), make_turn("b", position=1)]
    _, found = pool(turns)
    assert [t.uid for t in found.turns] == ["a", "b"]


def test_a_turn_with_more_terms_of_the_question_scores_higher():
    turns = [make_turn("a", "green tea", position=0), make_turn("b", "green grass", position=1)]
    query, found = pool(turns, question="green tea")
    words = word_signals(query, found)["words"]
    assert words[0] > words[1] > 0


def test_a_rare_word_counts_more_than_a_common_one():
    turns = [make_turn("a", "tea", position=0), make_turn("b", "zebra", position=1)]
    query = make_question("tea zebra")
    found = pool_of(query, turns, (), {"tea": 900, "zebra": 1}, documents=1000)
    words = word_signals(query, found)["words"]
    assert words[1] > words[0]


def test_a_repeated_word_counts_twice():
    turns = [make_turn("a", "tea tea milk", position=0), make_turn("b", "tea milk milk", position=1)]
    query, found = pool(turns, question="tea")
    words = word_signals(query, found)["words"]
    assert words[0] > words[1]


def test_a_turn_gets_the_score_of_its_best_note():
    turns = [make_turn("a", position=0), make_turn("b", position=1)]
    notes = [make_note("n1", "tea", turns=("a",)), make_note("n2", "milk", turns=("a",))]
    query, found = pool(turns, notes, "tea")
    assert word_signals(query, found)["words_note"].tolist() == [1.0, 0.0]


def test_the_passage_of_an_answer_includes_its_question():
    turns = [
        make_turn("a", "Do you drink tea?", position=0, speaker="Ben"),
        make_turn("b", "Yes, every day.", position=1, speaker="Ada"),
    ]
    query, found = pool(turns, question="tea")
    assert word_signals(query, found)["words_passage"][1] > 0


def test_a_turn_of_the_same_speaker_is_not_part_of_the_passage():
    turns = [make_turn("a", "tea", position=0), make_turn("b", "milk", position=1)]
    query, found = pool(turns, question="tea")
    assert word_signals(query, found)["words_passage"][1] == 0
    assert not any(scores.any() for scores in neighbour_signals(np.array([1.0, 0.0]), found).values())


def test_neighbour_signals_stay_within_the_session():
    turns = [
        make_turn("a", position=0, speaker="Ada"),
        make_turn("b", position=1, speaker="Ben"),
        make_turn("c", position=2, speaker="Ada", session="s2"),
    ]
    _, found = pool(turns)
    signals = neighbour_signals(np.array([1.0, 0.5, 0.0]), found)
    assert signals["before"].tolist() == [0.0, 1.0, 0.0]
    assert signals["after"].tolist() == [0.5, 0.0, 0.0]


def test_only_a_previous_turn_that_asks_counts_as_answered():
    turns = [
        make_turn("a", "Do you drink tea?", position=0, speaker="Ada"),
        make_turn("b", "Every day.", position=1, speaker="Ben"),
        make_turn("c", "Me too.", position=2, speaker="Ada"),
    ]
    _, found = pool(turns)
    assert neighbour_signals(np.array([1.0, 1.0, 0.0]), found)["answers"].tolist() == [0.0, 1.0, 0.0]


def test_meaning_is_scaled_over_the_pool_and_zero_without_a_vector():
    turns = [make_turn(u, position=i) for i, u in enumerate("abc")]
    notes = [
        make_note("n1", turns=("a",), vector=vector(1, 0)),
        make_note("n2", turns=("b",), vector=vector(0, 1)),
    ]
    query, found = pool(turns, notes, vector=vector(1, 0))
    assert meaning_signals(query, found)["meaning_note"].tolist() == [1.0, 0.0, 0.0]
    assert meaning_signals(query, found)["meaning_passage"].tolist() == [0.0, 0.0, 0.0]
    assert unscaled_signals(query, found)["cosine"].tolist() == [1.0, 0.0, 0.0]


def test_coverage_does_not_depend_on_the_other_candidates():
    asked = {"question": "green tea"}
    query, alone = pool([make_turn("a", "tea", position=0)], **asked)
    query, among = pool([make_turn("a", "tea", position=0), make_turn("b", "green tea", position=1)], **asked)
    assert (
        unscaled_signals(query, alone)["coverage"][0] == unscaled_signals(query, among)["coverage"][0] == 0.5
    )


def test_time_closeness_is_1_inside_the_interval_and_falls_outside():
    turns = [make_turn(str(n), said_at=day(n), position=n) for n in (0, 10, 30)]
    query, found = pool(turns, since=day(9), until=day(11))
    inside = time_closeness(query, found)
    assert inside[1] == 1.0
    assert 1.0 > inside[0] > inside[2] > 0.0


def test_only_a_question_about_one_day_prefers_the_turns_of_that_day():
    turns = [make_turn(str(n), said_at=day(n), position=n) for n in (0, 10, 11)]
    notes = [make_note("n1", turns=("0",), holds_from=day(10), holds_until=day(11))]
    query, found = pool(turns, notes, since=day(10), until=day(11))
    assert on_the_day(query, found).tolist() == [1.0, 1.0, 0.0]
    assert not on_the_day(replace(query, until=day(20)), found).any()
    assert not on_the_day(replace(query, kind="message"), found).any()


def test_a_note_of_the_day_before_is_not_on_the_day():
    """The end of a note's time is exclusive, so the day before ends where the day of the question starts."""
    turns = [make_turn("a", said_at=day(300), position=0)]
    notes = [make_note("n1", turns=("a",), holds_from=day(9), holds_until=day(10))]
    query, found = pool(turns, notes, since=day(10), until=day(11))
    assert not on_the_day(query, found).any()
    query, found = pool(turns, notes, since=day(9), until=day(10))
    assert on_the_day(query, found).all()


def test_the_time_that_a_note_mentions_counts():
    turns = [make_turn("a", said_at=day(300), position=0)]
    notes = [make_note("n1", turns=("a",), holds_from=day(10), holds_until=day(11))]
    query, found = pool(turns, notes, since=day(9), until=day(12))
    assert time_closeness(query, found)[0] == 1.0


def test_recency_falls_with_age_and_is_zero_without_a_time():
    turns = [
        make_turn("a", said_at=day(0), position=0),
        make_turn("b", said_at=day(100), position=1),
        make_turn("c", said_at=None, position=2),
    ]
    query, found = pool(turns, now=day(100))
    scores = recency(query, found, days=60)
    assert scores[1] == 1.0
    assert 0.0 < scores[0] < 0.2
    assert scores[2] == 0.0


def test_the_only_named_speaker_matches_and_two_do_not():
    turns = [make_turn("a", speaker="Ada", position=0), make_turn("b", speaker="Ben", position=1)]
    query, found = pool(turns, name_keys=("ada",))
    assert speaker_match(query, found).tolist() == [1.0, 0.0]
    query, found = pool(turns, name_keys=("ada", "ben"))
    assert speaker_match(query, found).tolist() == [0.0, 0.0]


def test_a_session_is_as_strong_as_its_three_best_turns():
    turns = [make_turn(str(i), position=i) for i in range(4)] + [make_turn("x", session="s2", position=0)]
    _, found = pool(turns)
    strength = session_strength(np.array([0.9, 0.6, 0.3, 0.0, 0.3]), found)
    assert strength.round(2).tolist() == [0.6, 0.6, 0.6, 0.6, 0.1]


def test_a_question_about_the_latest_state_prefers_the_newest_turn_on_its_subject():
    turns = [make_turn(f"t{n}", "demo", session=f"s{n}", said_at=day(n)) for n in range(3)]
    turns.append(make_turn("other", "tea", session="s9", said_at=day(9)))
    query, found = pool(turns, question="demo", intents=frozenset({"latest"}))
    match = np.array([float(turn.text == "demo") for turn in found.turns])
    of = dict(
        zip([turn.uid for turn in found.turns], newest_match(query, found, match).tolist(), strict=True)
    )
    assert of == {"t0": 0.0, "t1": 0.5, "t2": 1.0, "other": 0.0}
    plain = replace(query, intents=frozenset())
    assert not newest_match(plain, found, match).any()


def test_only_standing_requests_have_their_signal_and_the_nearest_has_the_most():
    turns = [
        make_turn("t0", "Always name the currency when I ask about money."),
        make_turn("t1", "Always add a map when I ask about trips."),
        make_turn("t2", "I always ask Ada about money."),
    ]
    query, of = pool(turns, question="money")
    scores = standing_requests(query, of, {"words": np.array([1.0, 0.2, 1.0])})
    assert scores.tolist() == [1.0, 0.2, 0.0]
