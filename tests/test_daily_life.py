"""The generator of daily life, and the scores of consolidation on it."""

import pytest

from memgraph_core import Memory
from memgraph_core.bench.daily_life import daily_life
from memgraph_core.bench.habits import measure
from memgraph_core.bench.life_questions import questions_about


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_same_seed_gives_the_same_life(language):
    assert daily_life(language, days=40, seed=3) == daily_life(language, days=40, seed=3)
    assert daily_life(language, days=40, seed=3) != daily_life(language, days=40, seed=4)


def test_every_habit_knows_its_messages_and_its_exceptions():
    life = daily_life("en", days=90, seed=3)
    by_uid = {message.uid: message for message in life.messages}
    assert len(by_uid) == len(life.messages)
    for habit in life.habits:
        assert all(by_uid[uid].routine == habit.name for uid in habit.messages)
        assert all(by_uid[uid].exception_to == habit.name for uid in habit.exceptions)
    assert any(message.routine is None for message in life.messages)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_questions_about_a_life_are_complete_and_of_all_kinds(language):
    life = daily_life(language, days=90, seed=3)
    questions = questions_about(life, language, seed=3, least=5)
    assert {question.kind for question in questions} == {"habit", "detail", "exception"}
    assert not any("{" in question.text for question in questions)
    assert all(question.messages for question in questions if question.kind != "habit")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_most_habits_of_a_month_are_found(language):
    with Memory.open(":memory:", namespace="x", embedder="none") as memory:
        scores = measure(memory.engine, language, days=30, seed=8, noise=1.0)
    assert scores.precision >= 0.8
    assert scores.messages_found >= 0.5
    assert scores.active_after < scores.active_before + scores.abstractions
