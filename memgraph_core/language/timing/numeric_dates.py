"""Dates in digits, and which one is meant of what comes once a year: what both languages share."""

import re
from collections.abc import Callable
from datetime import datetime

from memgraph_core.language.timing.intervals import Interval, date_of, minute, month
from memgraph_core.language.timing.pieces import Reading, Rule, Scene, dated, rule
from memgraph_core.language.timing.tenses import Tense

_DIGIT = ("0",)


def numeric_rules() -> list[Rule]:
    """Dates in digits, as English and Chinese share them."""
    return [
        rule(
            r"(?<![\w./-])(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})"
            r"(?:[t ](?P<h>[01]\d|2[0-3]):(?P<min>[0-5]\d)(?::[0-5]\d(?:\.\d{1,6})?)?(?P<z>z|[+-]\d\d:\d\d)?)?(?![\w-]|[./]\w)",
            _iso,
            _DIGIT,
        ),
        rule(r"(?<![\w./-])(?P<y>(?:19|20)\d{2})-(?P<m>0[1-9]|1[0-2])(?![\w-]|[./]\w)", _iso_month, _DIGIT),
        rule(
            r"(?<![\w./-])(?<!version )(?P<y>(?:19|20)\d{2})([/.])(?P<m>\d{1,2})\2(?P<d>\d{1,2})(?![\w/-]|\.\d)",
            _year_month_day,
            _DIGIT,
        ),
        rule(
            r"(?<![\w./-])(?P<m>\d{1,2})([/.])(?P<d>\d{1,2})\2(?P<y>(?:19|20)\d{2})(?![\w/-]|\.\d)",
            _slashed,
            _DIGIT,
        ),
        rule(r"(?<![\w./-])(?P<m>\d{1,2})/(?P<d>\d{1,2})/(?P<y>\d{2})(?![\w/-]|\.\d)", _slashed, _DIGIT),
    ]


def _iso(match: re.Match[str], scene: Scene) -> Reading | None:
    day = date_of(scene.now, int(match["y"]), int(match["m"]), int(match["d"]))
    if match["h"] is None:
        return dated(day, 1.0)
    moment = day.start.replace(hour=int(match["h"]), minute=int(match["min"]))
    if match["z"]:
        moment = datetime.fromisoformat(match[0].upper().replace(" ", "T")).astimezone(scene.now.tzinfo)
    return dated(minute(moment), 1.0)


def _iso_month(match: re.Match[str], scene: Scene) -> Reading | None:
    return dated(month(scene.now, int(match["y"]), int(match["m"])), 1.0)


def _year_month_day(match: re.Match[str], scene: Scene) -> Reading | None:
    return dated(date_of(scene.now, int(match["y"]), int(match["m"]), int(match["d"])))


def _slashed(match: re.Match[str], scene: Scene) -> Reading | None:
    """5/15/2024 or 15/5/2024; where both could be, the American order, which is a guess. 15.5.2024 is not American."""
    first, second, written = int(match["m"]), int(match["d"]), int(match["y"])
    full = written + 2000 if written < 70 else written + 1900 if written < 100 else written
    if "." in match[0] or first > 12:
        return dated(date_of(scene.now, full, second, first))
    return dated(date_of(scene.now, full, first, second), 0.6 if second <= 12 else 0.9)


def nearest(now: datetime, tense: Tense | None, of_year: Callable[[int], Interval | None]) -> Interval | None:
    """What comes once a year and is named without one: the last before now in the past, the next one to come."""
    found = [one for years in (-1, 0, 1) if (one := _quiet(of_year, now.year + years))]
    if tense == "past":
        return next((one for one in reversed(found) if one.start <= now), None)
    if tense == "future":
        return next((one for one in found if one.end > now), None)
    return min(found, key=lambda one: _far(now, one), default=None)


def _far(now: datetime, one: Interval) -> float:
    """How far away an interval is; the past counts twice, because who speaks of it uses a verb that says so."""
    seconds = (one.start + (one.end - one.start) / 2 - now).total_seconds()
    return seconds if seconds > 0 else -2 * seconds


def _quiet(of_year: Callable[[int], Interval | None], number: int) -> Interval | None:
    try:
        return of_year(number)
    except (ValueError, OverflowError):  # 29 February
        return None


def days_of(now: datetime, number: int, first: int, last: int) -> Callable[[int], Interval]:
    """The days from the first to the last of a month, of whichever year."""

    def of_year(year_: int) -> Interval:
        return Interval(
            date_of(now, year_, number, first).start, date_of(now, year_, number, last).end, "day"
        )

    return of_year
