"""Shared by English and Chinese: dates written in digits, and the year of a date that is named without one."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from memgraph_core.language.timing.expressions import Meaning, Rule, RuleInput, date_meaning, rule
from memgraph_core.language.timing.intervals import Interval, date_of, minute, month
from memgraph_core.language.timing.tenses import Tense

DIGIT = ("0",)  # the trigger word of rules that need a digit


def numeric_rules() -> list[Rule]:
    """The rules for dates in digits, shared by English and Chinese."""
    return [
        rule(
            r"(?<![\w./-])(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})"
            r"(?:[t ](?P<h>[01]\d|2[0-3]):(?P<min>[0-5]\d)(?::[0-5]\d(?:\.\d{1,6})?)?(?P<z>z|[+-]\d\d:\d\d)?)?(?![\w-]|[./]\w)",
            _iso,
            DIGIT,
        ),
        rule(r"(?<![\w./-])(?P<y>(?:19|20)\d{2})-(?P<m>0[1-9]|1[0-2])(?![\w-]|[./]\w)", _iso_month, DIGIT),
        rule(
            r"(?<![\w./-])(?<!version )(?P<y>(?:19|20)\d{2})([/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2})(?![\w/-]|\.\d)",
            _year_month_day,
            DIGIT,
        ),
        rule(
            r"(?<![\w./-])(?P<m>\d{1,2})([/.])(?P<d>\d{1,2})\2(?P<y>(?:19|20)\d{2})(?![\w/-]|\.\d)",
            _slashed,
            DIGIT,
        ),
        rule(r"(?<![\w./-])(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{2})(?![\w/-]|\.\d)", _slashed, DIGIT),
    ]


def _iso(match: re.Match[str], source: RuleInput) -> Meaning | None:
    day = date_of(source.now, int(match["y"]), int(match["m"]), int(match["d"]))
    if match["h"] is None:
        return date_meaning(day, 1.0)
    moment = day.start.replace(hour=int(match["h"]), minute=int(match["min"]))
    if match["z"]:
        moment = datetime.fromisoformat(match[0].upper().replace(" ", "T")).astimezone(source.now.tzinfo)
    return date_meaning(minute(moment), 1.0)


def _iso_month(match: re.Match[str], source: RuleInput) -> Meaning | None:
    return date_meaning(month(source.now, int(match["y"]), int(match["m"])), 1.0)


def _year_month_day(match: re.Match[str], source: RuleInput) -> Meaning | None:
    return date_meaning(date_of(source.now, int(match["y"]), int(match["m"]), int(match["d"])))


def _slashed(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """5/15/2024 or 15/5/2024. If both orders are possible, the American order is taken, with low confidence.

    With dots (15.5.2024) the day is always first.
    """
    first, second, year_digits = int(match["m"]), int(match["d"]), int(match["y"])
    year = (
        year_digits + 2000 if year_digits < 70 else year_digits + 1900 if year_digits < 100 else year_digits
    )
    if "." in match[0] or first > 12:
        return date_meaning(date_of(source.now, year, second, first))
    return date_meaning(date_of(source.now, year, first, second), 0.6 if second <= 12 else 0.9)


def nearest(now: datetime, tense: Tense | None, of_year: Callable[[int], Interval | None]) -> Interval | None:
    """The occurrence that is meant by a yearly date without a year. `of_year` gives the interval of one year.

    In a past clause this is the last one that has begun. In a future clause it is the next one that has not ended.
    Without a tense it is the nearest one, see `_distance`. None if the date exists in no year.
    """
    candidates = [
        interval for years in (-1, 0, 1) if (interval := _interval_or_none(of_year, now.year + years))
    ]
    if tense in ("past", "future"):
        return last_or_next(candidates, now, tense)
    return min(candidates, key=lambda interval: _distance(now, interval), default=None)


def last_or_next(intervals: Sequence[Interval], now: datetime, tense: Tense | None) -> Interval | None:
    """Of intervals in the order of time: in a past clause the last one that has begun, else the next that has not ended."""
    if tense == "past":
        return next((interval for interval in reversed(intervals) if interval.start <= now), None)
    return next((interval for interval in intervals if interval.end > now), None)


def days_numbered(number: int, now: datetime, steps: Iterable[int]) -> list[Interval]:
    """The days with this number in the months that are `steps` months from now. Months that are too short are left out."""
    wholes = (month(now, now.year, now.month + step) for step in steps)
    return [
        date_of(now, whole.start.year, whole.start.month, number)
        for whole in wholes
        if number <= (whole.end - whole.start).days
    ]


def _distance(now: datetime, interval: Interval) -> float:
    """Seconds between `now` and the middle of an interval.

    A distance in the past counts double: a speaker who means the past usually uses a past tense, and here is none.
    """
    seconds = (interval.start + (interval.end - interval.start) / 2 - now).total_seconds()
    return seconds if seconds > 0 else -2 * seconds


def _interval_or_none(of_year: Callable[[int], Interval | None], year: int) -> Interval | None:
    try:
        return of_year(year)
    except (ValueError, OverflowError):  # 29 February
        return None


def days_of(now: datetime, number: int, first: int, last: int) -> Callable[[int], Interval]:
    """A function of the year: the days `first` to `last` of month `number` in that year."""

    def of_year(year_: int) -> Interval:
        return Interval(
            date_of(now, year_, number, first).start, date_of(now, year_, number, last).end, "day"
        )

    return of_year
