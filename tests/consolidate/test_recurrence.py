"""Topics recur if chance does not explain the weekdays or times of their mentions."""

import random
from datetime import UTC, date, datetime, timedelta

from memgraph_core.consolidate.mentions import Mention
from memgraph_core.consolidate.recurrence import recurrences_in

FIRST = date(2026, 1, 5)  # a Monday


def mention(day, minute, *topics, number=0):
    return Mention(
        note=f"{day} {minute} {number}",
        subject="ada",
        topics=frozenset(topics),
        day=day,
        moment=datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(minutes=minute or 0),
        minute=minute,
        part=None,
    )


def noise(seed=1, number=200):
    """Mentions of 20 topics on random days at random times."""
    numbers = random.Random(seed)
    return [
        mention(
            FIRST + timedelta(days=numbers.randrange(180)),
            numbers.randrange(420, 1380),
            f"noise{numbers.randrange(20)}",
            number=index,
        )
        for index in range(number)
    ]


def weekly(topic, weekday, minute, weeks, *more):
    return [mention(FIRST + timedelta(days=7 * week + weekday), minute, topic, *more) for week in weeks]


def topics(mentions):
    return [each.topics for each in recurrences_in(mentions)]


def test_random_mentions_do_not_recur():
    assert [topics(noise(seed)) for seed in range(10)] == [[]] * 10


def test_a_topic_of_one_weekday_recurs():
    (found,) = recurrences_in([*noise(), *weekly("fencing", 2, 1200, range(0, 24, 2))])
    assert (found.topics, found.weekdays, len(found.mentions)) == (("fencing",), {2}, 12)


def test_years_of_daily_mentions_are_compared():
    days = [FIRST + timedelta(days=day) for day in range(3_000)]
    often = [mention(day, 600 + 7 * (day.toordinal() % 90), "work", number=1) for day in days]
    recurring = [*noise(), *often, *(mention(day, 440, "parrot") for day in days)]
    assert ("parrot",) in [each.topics for each in recurrences_in(recurring)]


def test_a_topic_of_a_time_of_day_recurs_on_any_weekday():
    days = [FIRST + timedelta(days=day) for day in range(0, 170, 9)]
    (found,) = recurrences_in([*noise(), *(mention(day, 440, "parrot") for day in days)])
    assert (found.topics, found.weekdays) == (("parrot",), frozenset())
    first, last = found.hours
    assert first <= 440 <= last


def test_words_that_are_used_in_turn_at_one_time_are_one_topic():
    words = [*weekly("fencing", 2, 1200, range(0, 24, 2)), *weekly("foil", 2, 1210, range(1, 24, 2))]
    (found,) = recurrences_in([*noise(), *words])
    assert (set(found.topics), len(found.mentions)) == ({"fencing", "foil"}, 24)


def test_a_topic_that_follows_another_is_not_the_same():
    words = [*weekly("fencing", 2, 1200, range(12)), *weekly("laundry", 2, 1200, range(12, 24))]
    assert sorted(topics([*noise(), *words])) == [("fencing",), ("laundry",)]


def test_topics_of_the_same_days_are_different():
    both = [*weekly("fencing", 2, 1200, range(20)), *weekly("laundry", 2, 1230, range(20))]
    assert sorted(topics([*noise(), *both])) == [("fencing",), ("laundry",)]


def test_rare_words_belong_to_the_topic_that_they_are_named_with():
    own = weekly("fencing", 2, 1200, range(0, 20, 2))
    named = weekly("sabre", 2, 1200, [1, 3], "fencing")
    alone = weekly("sabre", 2, 1200, [5])
    (found,) = recurrences_in([*noise(), *own, *named, *alone])
    assert len(found.mentions) == len(own) + len(named) + len(alone)
