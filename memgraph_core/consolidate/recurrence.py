"""Recurring topics: things that somebody names again and again on the same weekdays, or at the same time of day.

Free wording often names a habit without an action: "Off to choir", "my folder fell off the stand at choir". A topic
recurs if its mentions are on so few weekdays, or within so few hours, that chance does not explain it: what is compared
is the distribution of all mentions of the person. The level of significance is divided by the number of tests.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from itertools import combinations
from math import comb, exp, lgamma, log, log1p
from statistics import median

from memgraph_core.consolidate.mentions import Mention
from memgraph_core.consolidate.schedules import are_monthly
from memgraph_core.consolidate.weekdays import alike, expected_together, overlap, weekdays_of
from memgraph_core.language.activities import is_general_name

_MIN_DAYS = 6  # of a topic on its own
_LEVEL = 0.01  # of significance, for all topics of a person together
_MIN_ON_DAYS = 0.75  # share of the mentions that are on the weekdays of a topic
_MIN_WEEKDAY = 0.1  # share of the mentions on a usual weekday of a habit
_MIN_ONE_DAY = 0.15  # share of the mentions on a further weekday of a topic that has usual weekdays
_MIN_IN_HOURS = 0.7  # share of the mentions that are within the hours of a topic
_HOURS = 150  # minutes: the length of the hours of a topic
_MAX_DAYS = 3  # weekdays of a topic
_MIN_SHARED = 0.5  # of the mentions of a topic that name another one, so that it belongs to it
_NEAR = 60  # minutes between the usual times of two topics of one habit
_MARGIN = 45  # minutes around the hours of a topic
_MIN_ALIKE = 0.6  # the share of the weekdays of two topics of one habit that is common
_MIN_EXPECTED = 0.5  # days on which two topics of one habit would both be named if they were independent
_MIN_EXPECTED_ANY_DAY = 4.0  # the same for topics without usual weekdays
_MIN_SMALL = 2  # days of a topic that is added to another one
_NEGLIGIBLE = 1e-12  # share of a sum of probabilities
_MAX_TOGETHER = 0.05  # share of the days on which two notes name two topics of one habit


@dataclass(frozen=True, kw_only=True)
class Recurrence:
    """The mentions of a recurring topic, in the order of time."""

    topics: tuple[str, ...]  # the most frequent one first
    mentions: tuple[Mention, ...]
    weekdays: frozenset[int]  # 0 is Monday; empty if it has no usual ones
    hours: tuple[int, int] | None  # minutes of the day; None if it has no usual ones

    @cached_property
    def notes(self) -> frozenset[str]:
        """The uids of the notes."""
        return frozenset(each.note for each in self.mentions)

    @cached_property
    def minute(self) -> int | None:
        """The median minute of the day."""
        minutes = [each.minute for each in self.mentions if each.minute is not None]
        return round(median(minutes)) if minutes else None

    def expects(self, mention: Mention) -> bool:
        """Whether a mention is at a usual time of the topic."""
        if self.weekdays and mention.day.weekday() not in self.weekdays:
            return False
        if self.hours is None or mention.minute is None:
            return True
        return self.hours[0] - _MARGIN <= mention.minute <= self.hours[1] + _MARGIN

    def share_at(self, mentions: Collection[Mention]) -> float:
        """The share of the mentions beside this recurrence that are at its usual times."""
        others = [each for each in mentions if each.note not in self.notes]
        return sum(map(self.expects, others)) / max(1, len(others))

    def has(self, own: Sequence[Mention], share: float, tests: int) -> bool:
        """Whether chance does not explain how many mentions of a topic are at the usual times, if `share` of all are."""
        fitting, number = _days(each for each in own if self.expects(each)), len(_days(own))
        if not 0 < len(self.weekdays) <= _MAX_DAYS or len(fitting) < _MIN_ON_DAYS * number:
            return False
        return binomial_tail(number, len(fitting), share) * tests <= _LEVEL

    def with_mentions(self, mentions: Iterable[Mention]) -> "Recurrence":
        """The same recurrence with further mentions."""
        return replace(self, mentions=_ordered({*self.mentions, *mentions}))

    def with_topic(self, topic: str, mentions: Iterable[Mention]) -> "Recurrence":
        """The same recurrence with a further topic and its mentions."""
        return replace(self.with_mentions(mentions), topics=(*self.topics, topic))


def usual_times(mentions: Sequence[Mention]) -> Recurrence:
    """The mentions of a habit as a recurrence, with the weekdays and hours of nearly all of them."""
    days = weekdays_of(_days(mentions))
    minutes = sorted(each.minute for each in mentions if each.minute is not None)
    edge = len(minutes) // 10
    return Recurrence(
        topics=(),
        mentions=_ordered(mentions),
        weekdays=frozenset(day for day in days if days[day] >= _MIN_WEEKDAY * days.total()),
        hours=(minutes[edge], minutes[-1 - edge]) if len(minutes) >= _MIN_DAYS else None,
    )


def recurrences_in(mentions: Sequence[Mention]) -> Iterator[Recurrence]:
    """The recurring topics of the mentions of one person."""
    by_topic: dict[str, list[Mention]] = defaultdict(list)
    for each in mentions:
        for topic in each.topics:
            by_topic[topic].append(each)
    usual = _Usual(mentions)
    tested = {topic: own for topic, own in by_topic.items() if len(_days(own)) >= _MIN_DAYS}
    found: list[Recurrence] = []
    listed = sum(map(is_general_name, tested))
    for topic, own in sorted(tested.items(), key=lambda item: (-len(item[1]), item[0])):
        # The listed things, which are often habits, are tested on their own.
        tests = listed if is_general_name(topic) else len(tested)
        if (recurrence := usual.recurrence(topic, own, _LEVEL / tests)) is None:
            continue
        number = next((n for n, each in enumerate(found) if _are_one(each, recurrence)), None)
        if number is None:
            found.append(recurrence)
        else:
            fitting = [each for each in own if found[number].expects(each)]
            found[number] = found[number].with_topic(topic, fitting)
    yield from _with_small(found, by_topic, usual)


def _with_small(
    found: Sequence[Recurrence], by_topic: Mapping[str, Sequence[Mention]], usual: "_Usual"
) -> list[Recurrence]:
    """The recurrences with the mentions of rarer topics that are named with them, or at their usual times."""
    added: dict[int, set[Mention]] = defaultdict(set)
    shares = [each.share_at(usual.mentions) for each in found]
    known = {topic for each in found for topic in each.topics}
    taken = frozenset[str]().union(*(each.notes for each in found))
    for topic, own in sorted(by_topic.items()):
        if topic in known or len(_days(own)) < _MIN_SMALL:
            continue
        numbers = [n for n, each in enumerate(found) if _belongs(own, each, shares[n], len(by_topic))]
        if len(numbers) == 1:
            added[numbers[0]] |= {
                each for each in own if found[numbers[0]].expects(each) and each.note not in taken
            }
    return [each.with_mentions(added[number]) for number, each in enumerate(found)]


def _belongs(own: Sequence[Mention], recurrence: Recurrence, share: float, tests: int) -> bool:
    """Whether the mentions of a rare topic belong to a recurrence: most are its notes, or chance does not explain how
    many are at its usual times. `share` is that of the person's other mentions which are at these times.
    """
    if sum(each.note in recurrence.notes for each in own) > _MIN_SHARED * len(own):
        return True
    return recurrence.has(own, share, tests)


def _are_one(one: Recurrence, other: Recurrence) -> bool:
    """Whether the topic of another recurrence belongs to one that has more mentions."""
    shared = len(one.notes & other.notes)
    if shared >= _MIN_SHARED * len(other.notes):
        return True
    if one.minute is None or other.minute is None or abs(one.minute - other.minute) > _NEAR:
        return False
    if any(topic in other.topics[0] or other.topics[0] in topic for topic in one.topics):
        return True  # a compound: 瑜伽, 瑜伽课
    days, other_days = _days(one.mentions), _days(other.mentions)
    if alike(weekdays_of(days), weekdays_of(other_days)) < _MIN_ALIKE or not overlap(days, other_days):
        return False
    together = {each.day for each in one.mentions if each.note not in other.notes} & {
        each.day for each in other.mentions if each.note not in one.notes
    }
    least = _MIN_EXPECTED if one.weekdays or other.weekdays else _MIN_EXPECTED_ANY_DAY
    return len(together) <= _MAX_TOGETHER * len(other.notes) and expected_together(days, other_days) >= least


@dataclass(frozen=True)
class _Usual:
    """The weekdays and times of all mentions of a person, with which those of a topic are compared."""

    mentions: Sequence[Mention]

    @cached_property
    def weekdays(self) -> Counter[int]:
        """The number of mentions on each weekday."""
        return Counter(each.day.weekday() for each in self.mentions)

    @cached_property
    def minutes(self) -> Sequence[int]:
        """The minutes of the day of the mentions."""
        return sorted(each.minute for each in self.mentions if each.minute is not None)

    def recurrence(self, topic: str, own: Sequence[Mention], level: float) -> Recurrence | None:
        """The recurrence of a topic; None if chance may explain its weekdays and times."""
        weekdays, hours = self._usual_days(own, level), self._usual_hours(own, level)
        # A listed thing such as a haircut is not one of many that chance may make regular.
        is_monthly = is_general_name(topic) and are_monthly(sorted(_days(own)))
        if not weekdays and hours is None and not is_monthly:
            return None
        return Recurrence(topics=(topic,), mentions=_ordered(own), weekdays=weekdays, hours=hours)

    def _usual_days(self, own: Sequence[Mention], level: float) -> frozenset[int]:
        days = [day.weekday() for day in _days(own)]
        counts = Counter(days)
        best: tuple[float, tuple[int, ...]] = (level, ())
        for number in range(1, _MAX_DAYS + 1):
            for chosen in combinations(sorted(counts), number):
                on_days = sum(counts[day] for day in chosen)
                if on_days < _MIN_ON_DAYS * len(days):
                    continue
                share = max(
                    number / 7, sum(self.weekdays[day] for day in chosen) / max(1, len(self.mentions))
                )
                best = min(best, (binomial_tail(len(days), on_days, share) * comb(7, number), chosen))
        if not best[1]:
            return frozenset()
        rest = {day for day in counts if day not in best[1] and counts[day] >= _MIN_ONE_DAY * len(days)}
        return frozenset({*best[1], *rest} if len(rest) + len(best[1]) <= _MAX_DAYS else best[1])

    def _usual_hours(self, own: Sequence[Mention], level: float) -> tuple[int, int] | None:
        minutes = sorted(each.minute for each in own if each.minute is not None)
        best: tuple[float, tuple[int, int] | None] = (level, None)
        for start in sorted(set(minutes)):
            within = _within(minutes, start)
            if len(minutes) < _MIN_DAYS or within < _MIN_IN_HOURS * len(minutes):
                continue
            share = _within(self.minutes, start) / max(1, len(self.minutes))
            chance = binomial_tail(len(minutes), within, share) * len(minutes)
            if chance < best[0]:
                best = (chance, (start, start + _HOURS))
        return best[1]


def _within(minutes: Sequence[int], start: int) -> int:
    """The number of minutes, which are sorted, within the hours from a start on."""
    return bisect_right(minutes, start + _HOURS) - bisect_left(minutes, start)


def binomial_tail(number: int, least: int, share: float) -> float:
    """The probability of at least so many of a number of independent events that have this share; 1 if chance expects as many.

    The terms of the binomial distribution fall from `least` on, so the sum ends when they no longer change it.
    """
    if share >= 1 or least <= share * number:
        return 1.0
    if share <= 0:
        return 0.0
    ways = lgamma(number + 1) - lgamma(least + 1) - lgamma(number - least + 1)
    term = exp(ways + least * log(share) + (number - least) * log1p(-share))
    total, odds = term, share / (1 - share)
    for each in range(least, number):
        term *= odds * (number - each) / (each + 1)
        if term < _NEGLIGIBLE * total:
            break
        total += term
    return total


def _days(mentions: Iterable[Mention]) -> frozenset[date]:
    return frozenset(each.day for each in mentions)


def _ordered(mentions: Iterable[Mention]) -> tuple[Mention, ...]:
    return tuple(sorted(mentions, key=lambda each: (each.moment, each.note)))
