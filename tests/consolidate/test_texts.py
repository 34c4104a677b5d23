"""The texts of abstractions in both languages."""

from datetime import date

import pytest

from memgraph_core.language.derived_text import (
    Habit,
    Preference,
    Schedule,
    Trajectory,
    asks_for_pattern,
    sentence_of,
)
from memgraph_core.language.pack import pack_of

DAYS = {"count": 5, "first": date(2026, 1, 5), "last": date(2026, 2, 2)}
HABITS = [
    (
        Habit(subject="Ada", phrase="carry wood", schedule=Schedule(days="daily", part="evening"), **DAYS),
        "Ada usually carries wood every day in the evening: 5 times from 5 January 2026 to 2 February 2026.",
        "Ada通常每天晚上carry wood：2026年1月5日至2026年2月2日共5次。",
    ),
    (
        Habit(subject="Ada", phrase="jog", schedule=Schedule(days="daily"), variants=(("5 km", 5),), **DAYS),
        "Ada usually jogs every day, always 5 km: 5 times from 5 January 2026 to 2 February 2026.",
        "Ada通常每天jog，每次都是5 km：2026年1月5日至2026年2月2日共5次。",
    ),
    (
        Habit(subject="Ada", phrase="go", schedule=Schedule(weekdays=(0, 2, 4), minute=425), **DAYS),
        "Ada usually goes on Mondays, Wednesdays and Fridays around 7:05: 5 times from 5 January 2026 to 2 February 2026.",
        "Ada通常每周一、周三和周五7:05左右go：2026年1月5日至2026年2月2日共5次。",
    ),
    (
        Habit(
            subject="Ada",
            phrase="drink tea",
            schedule=Schedule(days="weekend"),
            variants=(("chai", 3), ("rooibos", 1)),
            exceptions=tuple(("coffee", date(2026, 1, day)) for day in (10, 11, 17, 18, 24)),
            **DAYS,
        ),
        "Ada usually drinks tea at weekends, mostly chai (3 of 5), sometimes rooibos (1): 5 times from 5 January 2026 to"
        " 2 February 2026; except coffee on 10 January 2026, coffee on 11 January 2026, coffee on 17 January 2026, coffee"
        " on 18 January 2026, 1 more.",
        "Ada通常周末drink tea，多为chai（5次中3次）、有时rooibos（1次）：2026年1月5日至2026年2月2日共5次；例外："
        "2026年1月10日coffee、"
        "2026年1月11日coffee、2026年1月17日coffee、2026年1月18日coffee、另外1次。",
    ),
]


@pytest.mark.parametrize(("habit", "english", "chinese"), HABITS)
def test_a_habit_is_a_sentence_in_both_languages(habit, english, chinese):
    assert sentence_of(habit, pack_of("en").derived_text) == english
    assert sentence_of(habit, pack_of("zh").derived_text) == chinese


def test_a_preference_and_a_trajectory():
    likes = Preference(
        subject="Ada", relation="LIKES", objects=(("jazz", 2), ("soul", 1)), latest="soul", **DAYS
    )
    homes = Trajectory(
        subject="Ada", relation="LIVES_IN", steps=(("Turin", "", "2026"), ("Milan", "2026", ""))
    )
    assert sentence_of(likes, pack_of("en").derived_text) == (
        "Ada likes: jazz (2), soul; 5 times from 5 January 2026 to 2 February 2026, most recently soul."
    )
    assert (
        sentence_of(homes, pack_of("en").derived_text)
        == "Ada lives in: Turin until 2026; then Milan since 2026."
    )
    assert sentence_of(homes, pack_of("zh").derived_text).endswith(
        "：Turin，到2026为止；然后Milan，自2026起。"
    )


@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "What does Ada usually drink?", True),
        ("en", "How often does she run?", True),
        ("en", "What did Ada drink instead of coffee?", True),  # the exceptions of a habit
        ("en", "When did Ada not take the tram?", True),
        ("en", "On which weekdays does Ada run?", True),
        ("en", "On which days did Ada not run?", True),
        ("en", "When did Ada move to Turin?", False),
        ("zh", "王芳平时几点跑步？", True),
        ("zh", "王芳没坐地铁的时候怎么上班？", True),
        ("zh", "王芳一般哪几天跑步？", True),
        ("zh", "王芳哪天午饭没吃面？", True),
        ("zh", "王芳住在哪里？", False),
    ],
)
def test_questions_for_what_is_usual_and_for_its_exceptions(language, question, expected):
    assert asks_for_pattern(question, language) is expected
