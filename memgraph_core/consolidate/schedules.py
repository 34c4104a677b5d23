"""When a habit usually happens: on which days, and at which time of day."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from statistics import mean, median, pstdev

from memgraph_core.consolidate.abstractions import MIN_INSTANCES
from memgraph_core.consolidate.occurrences import Occurrence
from memgraph_core.consolidate.weekdays import weekdays_of
from memgraph_core.language.derived_text import PartOfDay, Schedule
from memgraph_core.records.recurrence import weekly

_MIN_WORKING_SHARE = 0.93  # of the events on working days, for a habit of working days
_MIN_ONE_SHARE = 0.75  # of the events in one part of the day, so that it is named
_MIN_WEEKDAY_SHARE = 0.65  # of the events on one weekday, so that it is named alone
_MAX_OTHER = 0.3  # events on each other weekday, for each one on that weekday
_MIN_SOME_SHARE = 0.8  # of the events on the weekdays that are named together
_MIN_DAILY_SHARE = 0.7  # of all days between the first and the last, for a daily habit
_LEAST_OF_SOME = 0.15  # of the events on each weekday that is named
_LEAST_SHARE = 0.2  # of the working days, for a habit without a time of day
_WORKING_DAYS = 5 / 7  # of all days
_LEAST_RATE = 1 / 7  # of the days, for a habit without usual weekdays
_MAX_VARIATION = (
    0.5  # standard deviation of the days between events, divided by their mean; about 1 for chance
)
_LEAST_DAILY_RATE = 0.15  # of the days, for a daily habit at a fixed time that is often not reported
_LEAST_DAILY_SHARE = 0.05  # of the events on each weekday of such a habit
_DAYS_OF_MONTHLY = (24, 38)  # median number of days between the events of a monthly habit
_MAX_MEAN_OF_MONTHLY = 50  # days between the events of a monthly habit
_MIN_TIMED = 3  # events with a time of day, for a typical one
_MAX_SPREAD = 75  # minutes between the first and the last of the times that are close to each other
_MIN_CLOSE = 0.5  # share of them
_ROUNDED = 15  # minutes


def usual_time(events: Sequence[Occurrence]) -> Schedule:
    """The usual time of day of events."""
    minutes = sorted(each.minute for each in events if each.minute is not None)
    minute = _typical(minutes)
    parts: Counter[PartOfDay] = Counter(each.part for each in events if each.part is not None)
    timed = sum(parts.values())
    part: PartOfDay | None = next(
        (part for part, n in parts.most_common(1) if n >= _MIN_ONE_SHARE * timed), None
    )
    return Schedule(part=part if timed >= _MIN_TIMED else None, minute=minute)


def schedule_of(events: Sequence[Occurrence]) -> Schedule:
    """The days and the time of day on which events usually are; empty if they are on no usual days."""
    days = sorted({each.day for each in events})
    span = (days[-1] - days[0]).days + 1
    at, counts = usual_time(events), weekdays_of(days)
    is_on_working_days = sum(counts[weekday] for weekday in range(5)) >= _MIN_WORKING_SHARE * len(days)
    if len(days) >= _MIN_DAILY_SHARE * span and not is_on_working_days:
        return replace(at, days="daily")
    named = _usual_weekdays(counts)
    if len(named) != 1 and are_monthly(days):
        return replace(at, days="monthly")
    if named == (5, 6):
        return replace(at, days="weekend")
    if named:
        return replace(at, weekdays=named)
    is_often = any(each.part for each in events) or len(days) >= _LEAST_SHARE * _WORKING_DAYS * span
    if is_on_working_days and len(days) >= 2 * MIN_INSTANCES["habit"] and is_often:
        return replace(at, days="weekdays")
    is_any_day = all(counts[weekday] >= _LEAST_DAILY_SHARE * len(days) for weekday in range(7))
    if is_any_day and at.minute is not None and len(days) >= _LEAST_DAILY_RATE * span:
        return replace(at, days="daily")
    return at if _is_regular(days) else Schedule()


def are_monthly(days: Sequence[date]) -> bool:
    """Whether events are about a month apart; some may be missing."""
    distances = [(later - earlier).days for earlier, later in pairwise(days)] or [0]
    least, most = _DAYS_OF_MONTHLY
    is_about_a_month = least <= median(distances) <= most and mean(distances) <= _MAX_MEAN_OF_MONTHLY
    return is_about_a_month and pstdev(distances) <= _MAX_VARIATION * mean(distances)


def _usual_weekdays(counts: Counter[int]) -> tuple[int, ...]:
    """The one, two or three weekdays of nearly all days; empty if there are more."""
    ordered = sorted(counts, key=lambda weekday: (-counts[weekday], weekday))
    if counts[ordered[0]] >= _MIN_WEEKDAY_SHARE * counts.total() and all(
        counts[other] <= _MAX_OTHER * counts[ordered[0]] for other in ordered[1:]
    ):
        return (ordered[0],)
    for named in (ordered[:2], ordered[:3]):
        is_regular = counts[named[-1]] >= _LEAST_OF_SOME * counts.total()
        if is_regular and sum(counts[day] for day in named) >= _MIN_SOME_SHARE * counts.total():
            return tuple(sorted(named))
    return ()


def _is_regular(days: Sequence[date]) -> bool:
    """Whether events without usual weekdays are a habit: once a week, or at similar distances, such as monthly.

    Without this, events of some twenty days of a year that happen to have the same time of day would be one.
    """
    if len(days) >= _LEAST_RATE * ((days[-1] - days[0]).days + 1):
        return True
    distances = [(later - earlier).days for earlier, later in pairwise(days)]
    return pstdev(distances) <= _MAX_VARIATION * mean(distances)


def _typical(minutes: Sequence[int]) -> int | None:
    """The median of the minutes of the day that are close to each other, rounded; None if most are not, or for few."""
    if len(minutes) < _MIN_TIMED:
        return None
    close = max(
        (
            minutes[start : bisect_right(minutes, minutes[start] + _MAX_SPREAD)]
            for start in range(len(minutes))
        ),
        key=len,
    )
    if len(close) < _MIN_CLOSE * len(minutes):
        return None
    return round(median(close) / _ROUNDED) * _ROUNDED % 1_440


def expected_weekdays(schedule: Schedule) -> Sequence[int]:
    """The weekdays on which the habit is expected."""
    expected = {"daily": range(7), "monthly": range(7), "weekdays": range(5), "weekend": (5, 6)}
    return expected.get(schedule.days) or schedule.weekdays or range(7)


def rrule_of(schedule: Schedule) -> str | None:
    """The recurrence rule (RFC 5545) of a schedule; None without usual days."""
    if schedule.days in ("daily", "monthly"):
        return f"FREQ={schedule.days.upper()}"
    if not schedule.days and not schedule.weekdays:
        return None
    return weekly(expected_weekdays(schedule))
