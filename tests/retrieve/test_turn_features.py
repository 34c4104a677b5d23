"""Signals from the style of a turn."""

from datetime import timedelta

from factories import day, make_note, make_question, make_turn
from memgraph_core.retrieve.pool import pool_of
from memgraph_core.retrieve.turn_features import turn_features


def features_of(*texts, notes=(), **asked):
    query = make_question("tea", **asked)
    turns = [make_turn(f"t{index}", text, position=index) for index, text in enumerate(texts)]
    return turn_features(query, pool_of(query, turns, notes, {}, documents=10))


def test_asks_is_the_share_of_sentences_that_ask():
    assert features_of("Tea?", "Tea. Or not?", "Tea.", "喝茶吗？")["asks"].tolist() == [1.0, 0.5, 0.0, 1.0]


def test_first_person_is_recognised():
    assert features_of("I drink tea.", "Tea is green.", "我喝茶。")["first_person"].tolist() == [
        1.0,
        0.0,
        1.0,
    ]


def test_dated_counts_only_if_the_question_asks_when():
    notes = [
        make_note("n1", turns=("t0",), said_at=day(9), holds_from=day(2), holds_until=day(3), grain="day"),
        make_note("n2", turns=("t1",), said_at=day(9), holds_from=day(9) - timedelta(hours=9), grain="day"),
    ]
    asked = {"intents": frozenset(["temporal"])}
    assert features_of("a", "b", notes=notes, **asked)["dated"].tolist() == [1.0, 0.0]
    assert features_of("a", "b", notes=notes)["dated"].tolist() == [0.0, 0.0]
