"""Half-open intervals of the calendar: days, weeks, months, seasons, years, and offsets from a moment.

Every result keeps the time zone of the moment that was passed in. Weeks begin on Monday. Seasons are those of the
northern hemisphere; a winter belongs to the year in which it begins. A result outside the years 1 to 9999 raises
ValueError or OverflowError; callers that interpret a text treat this as "no time".
"""

from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta

from memgraph_core.records.kinds import Grain

GRAINS: tuple[Grain, ...] = ("minute", "hour", "day", "week", "month", "year")  # finest first
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}  # first month
# Parts of the day, in hours after midnight. A night runs into the next day.
PARTS = {
    "dawn": (0, 6), "morning": (6, 12), "noon": (11, 14), "afternoon": (12, 18), "dusk": (17, 20),
    "evening": (18, 24), "night": (18, 30), "late": (22, 28),
}  # fmt: skip
GRAIN_OF_UNIT: dict[str, Grain] = {
    "minute": "minute", "hour": "hour", "day": "day", "week": "week", "weekend": "week", "month": "month", "quarter": "month",
    "year": "year", "decade": "year",
}  # fmt: skip
_MEAN_MONTH = 30.4  # days
_TWO_MONTHS = 62  # days, in which every number occurs


@dataclass(frozen=True, slots=True)
class Interval:
    """The time from `start` (included) to `end` (excluded). `grain` is the precision of the time expression."""

    start: datetime
    end: datetime
    grain: Grain


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of units: exact (`low` = `high`), or between `low` and `high`, as in "a few"."""

    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Whether the amount is one number."""
        return self.low == self.high


def midnight(moment: datetime) -> datetime:
    """The beginning of the day of `moment`."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def day(moment: datetime, days: int = 0) -> Interval:
    """The day of a moment, or the day that is `days` days later."""
    start = midnight(moment) + timedelta(days=days)
    return Interval(start, start + timedelta(days=1), "day")


def date_of(now: datetime, year: int, month: int, day_of_month: int) -> Interval:
    """A written date. Raises ValueError for 31 February."""
    return day(midnight(now).replace(year=year, month=month, day=day_of_month))


def next_numbered(number: int, since: datetime) -> datetime | None:
    """The next day with this number in its month, from the day of a moment on; None if no month has such a day."""
    days = (midnight(since) + timedelta(days=count) for count in range(_TWO_MONTHS))
    return next((each for each in days if each.day == number), None)


def part(moment: datetime, name: str) -> Interval:
    """A part of the day of a moment. Its grain is the day, because the hours of a part of the day are not exact."""
    first, last = PARTS[name]
    start = midnight(moment)
    return Interval(start + timedelta(hours=first), start + timedelta(hours=last), "day")


def minute(moment: datetime) -> Interval:
    """The minute of a moment."""
    start = moment.replace(second=0, microsecond=0)
    return Interval(start, start + timedelta(minutes=1), "minute")


def week(moment: datetime, weeks: int = 0) -> Interval:
    """The week of a moment, Monday to Sunday, or the week that is `weeks` weeks later."""
    start = midnight(moment) - timedelta(days=moment.weekday() - 7 * weeks)
    return Interval(start, start + timedelta(days=7), "week")


def weekend(moment: datetime, weeks: int = 0) -> Interval:
    """Saturday and Sunday of the week of a moment, or of the week that is `weeks` weeks later."""
    start = midnight(moment) + timedelta(days=5 - moment.weekday() + 7 * weeks)
    return Interval(start, start + timedelta(days=2), "day")


def month(now: datetime, year: int, month: int) -> Interval:
    """A month. A number below 1 or above 12 is a month of an earlier or later year."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    first = midnight(now).replace(year=year, month=month, day=1)
    return Interval(first, first + timedelta(days=monthrange(year, month)[1]), "month")


def months(now: datetime, year: int, first: int, count: int) -> Interval:
    """`count` consecutive months."""
    return Interval(month(now, year, first).start, month(now, year, first + count - 1).end, "month")


def year(now: datetime, year: int, count: int = 1) -> Interval:
    """A year, or `count` consecutive years."""
    first = midnight(now).replace(year=year, month=1, day=1)
    return Interval(first, first.replace(year=year + count), "year")


def season(now: datetime, year: int, name: str) -> Interval:
    """The three months of a season."""
    return months(now, year, SEASONS[name], 3)


def quarter(now: datetime, year: int, number: int) -> Interval:
    """A quarter of a year; `number` starts at 1."""
    return months(now, year, 3 * number - 2, 3)


def weekday(now: datetime, number: int, step: int) -> Interval:
    """A weekday (Monday is 0). Step −1: the last one before today; 0: the one of this week; n > 0: n weeks later."""
    if step < 0:
        return day(now, -((now.weekday() - number - 1) % 7 + 1) + 7 * (step + 1))
    return day(now, number - now.weekday() + 7 * step)


def upcoming_weekday(now: datetime, number: int) -> Interval:
    """The next such weekday, which may be today."""
    return day(now, (number - now.weekday()) % 7)


def nth_weekday(now: datetime, year_: int, month_: int, number: int, nth: int) -> Interval:
    """The n-th such weekday of a month; `nth` starts at 1, −1 is the last. A fifth one may be in the next month."""
    whole = month(now, year_, month_)
    if nth < 0:
        last = whole.end - timedelta(days=1)
        return day(last, -((last.weekday() - number) % 7))
    return day(whole.start, (number - whole.start.weekday()) % 7 + 7 * (nth - 1))


def nth_of(whole: Interval, unit: str, nth: int) -> Interval:
    """The n-th week or weekend of a longer interval; `nth` starts at 1, −1 is the last.

    Weeks are counted from the first day of the interval, because "the first week of April" means that.
    """
    if unit == "weekend":
        first = whole.start + timedelta(days=(5 - whole.start.weekday()) % 7)
        if nth < 0:
            last = whole.end - timedelta(days=2)
            return weekend(last, 0 if last.weekday() == 5 else -1 if last.weekday() < 5 else 0)
        return Interval(first + timedelta(days=7 * nth - 7), first + timedelta(days=7 * nth - 5), "day")
    start = whole.end - timedelta(days=7) if nth < 0 else whole.start + timedelta(days=7 * (nth - 1))
    return Interval(start, min(start + timedelta(days=7), whole.end), "week")


def third(whole: Interval, name: str) -> Interval:
    """The third of an interval that is named "early", "mid" or "late", in whole days."""
    days = (whole.end - whole.start).days
    first_cut, second_cut = (
        whole.start + timedelta(days=round(days / 3)),
        whole.start + timedelta(days=round(2 * days / 3)),
    )
    bounds = {
        "early": (whole.start, first_cut),
        "mid": (first_cut, second_cut),
        "late": (second_cut, whole.end),
    }[name]
    return Interval(*bounds, whole.grain)


def half(whole: Interval, nth: int) -> Interval:
    """The first (1) or second (2) half of an interval. A year is divided between June and July, others by days."""
    if whole.grain == "year":
        middle = month(whole.start, whole.start.year, 7).start
    else:
        middle = midnight(whole.start + (whole.end - whole.start) / 2)
    return Interval(whole.start, middle, "month") if nth == 1 else Interval(middle, whole.end, "month")


def shifted(now: datetime, unit: str, amount: Amount) -> Interval:
    """The interval that is an amount of units away from `now`. A negative amount is in the past.

    Days and weeks give a day, and months give a month. One year gives a month, several years give a year, because
    "ten years ago" does not mean one month. An inexact amount gives the whole interval between its two bounds.
    """
    if amount.is_exact:
        return _interval_away(now, unit, amount.low)
    ends = sorted(
        (_interval_away(now, unit, count) for count in (amount.low, amount.high)),
        key=lambda interval: interval.start,
    )
    return Interval(ends[0].start, ends[-1].end, ends[-1].grain)


def rolling_interval(now: datetime, unit: str, count: float) -> Interval:
    """The last (negative `count`) or next `count` units, up to today or from today."""
    if unit in ("minute", "hour"):
        target = _moved(now, unit, count)
        return Interval(min(target, now), max(target, now), "hour")
    target = midnight(_moved(now, unit, count))
    today = day(now)
    return (
        Interval(target, today.end, GRAIN_OF_UNIT[unit])
        if count < 0
        else Interval(today.start, target, GRAIN_OF_UNIT[unit])
    )


def _interval_away(now: datetime, unit: str, count: float) -> Interval:
    target = _moved(now, unit, count)
    if unit in ("minute", "hour"):
        return minute(target)
    if unit in ("day", "week") or (unit == "month" and count % 1):
        return day(target)
    if unit == "weekend":
        return weekend(now, round(count))
    if unit == "month" or (unit == "year" and (abs(count) <= 1 or count % 1)):
        return month(now, target.year, target.month)
    if unit == "quarter":
        return quarter(now, target.year, (target.month + 2) // 3)
    return year(now, target.year)


def _moved(now: datetime, unit: str, count: float) -> datetime:
    if unit in ("quarter", "year", "decade"):
        count *= {"quarter": 3, "year": 12, "decade": 120}[unit]
    elif unit in ("minute", "hour", "day"):
        return now + timedelta(**{f"{unit}s": count})
    elif unit in ("week", "weekend"):
        return now + timedelta(days=round(7 * count))
    if count % 1:
        return now + timedelta(days=round(_MEAN_MONTH * count))
    first = month(now, now.year, now.month + int(count))
    return now.replace(
        year=first.start.year, month=first.start.month, day=min(now.day, (first.end - first.start).days)
    )
