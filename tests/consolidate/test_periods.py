"""A habit that changed is one habit before the change and one after it; chance is no change."""

import random
from datetime import UTC, date, datetime, timedelta

import pytest

from memgraph_core.consolidate.occurrences import Occurrence, part_of_day
from memgraph_core.consolidate.periods import periods_of
from memgraph_core.consolidate.routines import Routine

MONDAY = date(2026, 1, 5)


def event(day, minute=420):
    return Occurrence(
        note=str(day),
        subject="ada",
        action=None,
        day=day,
        moment=datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(minutes=minute),
        minute=minute,
        part=part_of_day(minute),
    )


def routine(events):
    return Routine(subject="ada", user="", matter="run", kind="run", events=tuple(events))


def on(weekdays, weeks, minute=420):
    return [event(MONDAY + timedelta(days=7 * week + day), minute) for week in weeks for day in weekdays]


def sizes(events, variants=None):
    return [len(each.events) for each in periods_of(routine(events), variants or {})]


@pytest.mark.parametrize(
    "after",
    [on((1, 4), range(10, 20)), on((0, 2), range(10, 20), 1200), on((0,), range(10, 34))],
    ids=["other days", "another time", "one of the days"],
)
def test_a_change_of_days_or_time_divides_a_habit(after):
    assert sizes([*on((0, 2), range(10)), *after]) == [20, len(after)]


def test_a_change_of_the_usual_variant_divides_a_habit():
    events = on((0, 2), range(20))
    variants = {each.note: "5k" if number < 20 else "10k" for number, each in enumerate(events) if number % 2}
    before, after = sizes(events, variants)  # the event without a variant between them belongs to either
    assert before in (20, 21)
    assert before + after == 40


def test_exceptions_do_not_divide_a_habit():
    events = [
        *on((0, 2), range(20)),
        event(MONDAY + timedelta(days=26)),
        event(MONDAY + timedelta(days=97), 900),
    ]
    assert sizes(sorted(events, key=lambda each: each.moment)) == [42]


def test_chance_does_not_divide_a_habit():
    for seed in range(20):
        numbers = random.Random(seed)
        days = sorted(numbers.sample(range(350), 80))
        events = [event(MONDAY + timedelta(days=day), 420 + numbers.randrange(-10, 11)) for day in days]
        variants = {each.note: numbers.choice(["latte", "latte", "mocha"]) for each in events}
        assert sizes(events, variants) == [80]
