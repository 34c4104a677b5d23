"""Periods: a habit that changed is one habit before the change and another one after it.

What changes is on which weekdays it is done, at which time, or in which usual variant. A change is accepted if chance
does not explain how much the events before and after it differ (likelihood ratio), and if what is usual differs.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Any

from memgraph_core.consolidate.occurrences import Occurrence, in_order
from memgraph_core.consolidate.routines import Routine
from memgraph_core.language.derived_text import clock
from memgraph_core.records.recurrence import BYDAY

_MIN_PERIOD = 5  # events of a period
_MIN_NAMED = 4  # events of a period with a time, or with a variant, so that these are compared
_MIN_RATIO = 6.5  # logarithm of the likelihood ratio for two values
_MIN_RATIO_OF_LARGE = 7.7  # the same if both periods have a weekday in common
_MIN_LARGE = 12  # events of such a period
_FOR_VALUE = 0.8  # more of it for each further value
_COMMON = 1 / 14  # share of the events that have a common value
_MIN_RATE = 1 / 14  # of the days, for a habit whose weekdays may change
_EQUAL = 1e-6  # difference between equal logarithms
_USUAL = 0.6  # share of the usual time or variant
_SAME_TIME = 60  # minutes
_DEPTH = 2  # changes of changed habits
_Values = Counter[int | str]  # weekdays, minutes or variants


def periods_of(routine: Routine, variants: Mapping[str, str]) -> Iterator[Routine]:
    """A habit as the habits of its periods, in the order of time; `variants` is note → variant."""
    yield from _split(routine, variants, _DEPTH)


def _split(routine: Routine, variants: Mapping[str, str], depth: int) -> Iterator[Routine]:
    events = sorted(routine.events, key=lambda each: (each.day, each.moment, each.note))
    change = _change(events, variants) if depth else None
    if change is None:
        yield routine
        return
    day = events[change.number].day
    for is_first, part in ((True, events[: change.number]), (False, events[change.number :])):
        denied = tuple(each for each in routine.denied if (each.day < day) is is_first)
        period = f"{routine.period} {change.before if is_first else change.after}".strip()
        yield from _split(
            replace(routine, events=in_order(part), denied=denied, period=period), variants, depth - 1
        )


@dataclass(frozen=True, slots=True, order=True)
class _Change:
    """What was usual before and after a number of events."""

    number: int
    ratio: float
    before: str
    after: str


def _change(events: Sequence[Occurrence], variants: Mapping[str, str]) -> _Change | None:
    """The most certain change of events in the order of their days."""
    is_often = len({each.day for each in events}) >= _MIN_RATE * ((events[-1].day - events[0].day).days + 1)
    found = [
        *(_changes(events, lambda each: each.day.weekday(), _weekdays) if is_often else ()),
        *_changes(events, _Times.of(events).nearest, lambda counts: _most(counts, clock)),
        *_changes(events, lambda each: variants.get(each.note), lambda counts: _most(counts, str)),
    ]
    best = max((each.ratio for each in found), default=0.0)
    # Events without a value leave open when it changed.
    equal = sorted(each for each in found if each.ratio > best - _EQUAL)
    return equal[len(equal) // 2] if equal else None


def _changes(
    events: Sequence[Occurrence],
    value: Callable[[Occurrence], int | str | None],
    usual: Callable[[Counter[Any]], str],
) -> Iterator[_Change]:
    """The possible changes of a value; `usual` names what is usual, empty if nothing is."""
    values = [value(each) for each in events]
    total: _Values = Counter(each for each in values if each is not None)
    common = sum(number >= _COMMON * total.total() for number in total.values())
    before: _Values = Counter()
    least = _MIN_RATIO + _FOR_VALUE * max(0, common - 2)
    for number in range(1, len(events) - _MIN_PERIOD + 1):
        if (last := values[number - 1]) is not None:
            before[last] += 1
        after = total - before
        if number < _MIN_PERIOD or min(before.total(), after.total()) < _MIN_NAMED:
            continue
        if events[number - 1].day == events[number].day:
            continue
        ratio = _likelihood(before) + _likelihood(after) - _likelihood(total)
        if ratio < least:
            continue
        one, other = usual(before), usual(after)
        is_other = set(one.split()).isdisjoint(other.split())
        is_large = min(number, len(events) - number) >= _MIN_LARGE and ratio >= _MIN_RATIO_OF_LARGE
        if one and other and one != other and (is_other or is_large):
            yield _Change(number, ratio, one, other)


def _likelihood(counts: _Values) -> float:
    """The logarithm of the largest likelihood of values with these counts."""
    return sum(number * log(number / counts.total()) for number in counts.values())


def _weekdays(counts: Counter[int]) -> str:
    """The weekdays of nearly all events; empty if there are too many."""
    usual = [day for day in sorted(counts) if counts[day] >= counts.total() / (2 * len(BYDAY))]
    return " ".join(BYDAY[day] for day in usual)


def _most(counts: Counter[Any], name: Callable[[Any], str]) -> str:
    value, number = min(counts.items(), key=lambda item: (-item[1], name(item[0])))
    return name(value) if number >= _USUAL * counts.total() else ""


@dataclass(frozen=True, slots=True)
class _Times:
    """The times of the day around which the stated times of events are."""

    centres: Sequence[int]

    @classmethod
    def of(cls, events: Sequence[Occurrence]) -> "_Times":
        """The centres: the most frequent times that are far enough from more frequent ones."""
        counts = Counter(each.minute for each in events if each.minute is not None)
        near = {
            minute: sum(counts[other] for other in counts if abs(other - minute) <= _SAME_TIME // 2)
            for minute in counts
        }
        centres: list[int] = []
        for minute in sorted(counts, key=lambda each: (-near[each], -counts[each], each)):
            if all(abs(minute - other) > _SAME_TIME for other in centres):
                centres.append(minute)
        return cls(centres)

    def nearest(self, event: Occurrence) -> int | None:
        """The centre nearest to the time of an event; None without a stated time."""
        if event.minute is None:
            return None
        minute = event.minute
        return min(self.centres, key=lambda centre: (abs(centre - minute), centre))
