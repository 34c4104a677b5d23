"""The days of two groups of events compared: their weekdays, their common time, and the days on which both are expected."""

from collections import Counter
from collections.abc import Collection
from datetime import date

_MIN_COMMON = 0.5  # of the time between first and last day of the shorter group, which the other covers


def weekdays_of(days: Collection[date]) -> Counter[int]:
    """The number of days on each weekday; 0 is Monday."""
    return Counter(day.weekday() for day in days)


def alike(one: Counter[int], other: Counter[int]) -> float:
    """The share of the weekdays of two groups that is common."""
    totals = one.total(), other.total()
    return sum(min(one[day] / totals[0], other[day] / totals[1]) for day in range(7))


def common_time(one: Collection[date], other: Collection[date]) -> tuple[date, date]:
    """The first and the last day of the time that is common to two groups; the last precedes the first if none is."""
    return max(min(one), min(other)), min(max(one), max(other))


def overlap(one: Collection[date], other: Collection[date]) -> bool:
    """Whether the shorter group lies mostly within the time of the other one."""
    first, last = common_time(one, other)
    shorter = min((max(each) - min(each)).days + 1 for each in (one, other))
    return (last - first).days + 1 >= _MIN_COMMON * shorter


def expected_together(one: Collection[date], other: Collection[date]) -> float:
    """The number of days that two groups would share if they were independent of each other.

    It is computed for each weekday on its own, so that two groups of different weekdays give no evidence.
    """
    first, last = common_time(one, other)
    weeks = ((last - first).days + 1) / 7
    if weeks <= 0:
        return 0.0
    counts = [weekdays_of([day for day in each if first <= day <= last]) for each in (one, other)]
    return sum(counts[0][day] * counts[1][day] for day in range(7)) / max(weeks, 1)
