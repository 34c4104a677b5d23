"""Events of one routine that are reported in different words are joined by their times."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memgraph_core.consolidate.occurrences import Occurrence, part_of_day
from memgraph_core.consolidate.routines import Routine, routines_in
from memgraph_core.language.activities import Action

SUNDAYS = [date(2026, 1, 4) + timedelta(weeks=week) for week in range(24)]


def group(words, days, minute=600, *, matter="", kind="", minutes=None):
    """Events with the same words, at a minute of these days."""
    action = Action(matter, kind, "", f"{matter} {kind}") if matter else None
    terms = frozenset(words.split())
    events = [
        Occurrence(
            note=f"{words} {day}",
            subject="ada",
            action=action,
            words=terms,
            day=day,
            moment=datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(minutes=minute),
            minute=minute,
            part=part_of_day(minute),
        )
        for day in days
    ]
    return Routine(
        subject="ada", user="", matter=matter, kind=kind, activity=matter or words, events=tuple(events)
    )


def sizes(*groups):
    return sorted(len(each.events) for each in routines_in(groups))


def test_groups_that_share_no_word_but_the_time_of_other_days_are_one_routine():
    assert sizes(group("mass pew", SUNDAYS[::2]), group("worship", SUNDAYS[1::2], 610)) == [24]


@pytest.mark.parametrize(
    "other",
    [
        group("laundry", SUNDAYS[:12]),  # on the same days
        group("laundry", [day + timedelta(days=1) for day in SUNDAYS[1::2]]),  # on other weekdays
        group("laundry", SUNDAYS[1::2], 700),  # at another time
        group("laundry", SUNDAYS[20:]),  # the one follows the other
    ],
)
def test_groups_at_other_times_are_not_joined(other):
    days = SUNDAYS[:20] if other.events[0].day == SUNDAYS[20] else SUNDAYS[::2]
    assert sizes(group("mass pew", days), other) == sorted([len(days), len(other.events)])


def test_alternatives_are_one_routine_if_both_are_frequent_and_a_rare_one_is_not():
    tea = group("tea", SUNDAYS[::2], matter="drink", kind="tea")
    assert sizes(tea, group("coffee", SUNDAYS[1::2], matter="drink", kind="coffee")) == [24]
    assert sizes(tea, group("coffee", SUNDAYS[1:7:2], matter="drink", kind="coffee")) == [3, 12]
    assert sizes(tea, group("coffee", SUNDAYS[1::2], 700, matter="drink", kind="coffee")) == [12, 12]


def test_the_same_verb_with_different_things_is_one_routine():
    often = group("bamboo", SUNDAYS[:-1], matter="paint", kind="bamboo")
    assert sizes(often, group("shrimp", SUNDAYS[-1:], 610, matter="paint", kind="shrimp")) == [24]
    assert sizes(often, group("shrimp", SUNDAYS[-1:], 610, matter="eat", kind="shrimp")) == [1, 23]


def test_a_single_event_that_names_the_thing_at_the_time_belongs_to_the_routine():
    often, once = group("dog park", SUNDAYS[:-1]), group("dog mud", SUNDAYS[-1:], 615)
    assert sizes(often, once) == [24]
    assert sizes(often, group("dog mud", SUNDAYS[-1:], 900)) == [1, 23]
    assert sizes(often, group("cat mud", SUNDAYS[-1:], 615)) == [1, 23]


def test_a_routine_is_named_by_its_action():
    (routine,) = routines_in(
        [group("mass pew", SUNDAYS[::2]), group("church", SUNDAYS[1:11:2], matter="church", kind="church")]
    )
    assert routine.key == ("church", "church", "church", "")


@given(st.permutations(range(6)))
def test_the_order_of_the_groups_changes_nothing(order):
    groups = [
        group("mass pew", SUNDAYS[::3]),
        group("worship", SUNDAYS[1::3], 610),
        group("church sermon", SUNDAYS[2::3], 595, matter="church", kind="church"),
        group("roast", SUNDAYS[::2], 780),
        group("roast lamb", SUNDAYS[1::2], 790),
        group("pew cold", SUNDAYS[:1], 605),
    ]
    assert routines_in(groups[number] for number in order) == routines_in(groups)
