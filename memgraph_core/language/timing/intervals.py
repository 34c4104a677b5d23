"""Half-open intervals of the calendar: days, weeks, months, seasons, years, and steps from a moment.

Everything keeps the timezone of the moment it starts from. Weeks begin on Monday; seasons are northern, and
a winter belongs to the year in which it begins. A result outside years 1 to 9999 raises ValueError or
OverflowError; whoever reads a text takes that as "no time".
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


@dataclass(frozen=True, slots=True)
class Interval:
    """From `start` up to, not including, `end`; `grain` says how exact the words were."""

    start: datetime
    end: datetime
    grain: Grain


@dataclass(frozen=True, slots=True)
class Amount:
    """How many units: exactly (`low` = `high`), or somewhere between, as in "a few"."""

    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Whether it is one number."""
        return self.low == self.high


def midnight(moment: datetime) -> datetime:
    """The beginning of its day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def day(moment: datetime, days: int = 0) -> Interval:
    """The day of a moment, or one so many days away."""
    start = midnight(moment) + timedelta(days=days)
    return Interval(start, start + timedelta(days=1), "day")


def date_of(now: datetime, year: int, month: int, day_of_month: int) -> Interval:
    """A written date. Raises ValueError for 31 February."""
    return day(midnight(now).replace(year=year, month=month, day=day_of_month))


def part(moment: datetime, name: str) -> Interval:
    """A part of the day of a moment. Its grain is the day: nobody means the minute at which it begins."""
    first, last = PARTS[name]
    start = midnight(moment)
    return Interval(start + timedelta(hours=first), start + timedelta(hours=last), "day")


def minute(moment: datetime) -> Interval:
    """The minute of a moment."""
    start = moment.replace(second=0, microsecond=0)
    return Interval(start, start + timedelta(minutes=1), "minute")


def week(moment: datetime, weeks: int = 0) -> Interval:
    """Monday to Sunday."""
    start = midnight(moment) - timedelta(days=moment.weekday() - 7 * weeks)
    return Interval(start, start + timedelta(days=7), "week")


def weekend(moment: datetime, weeks: int = 0) -> Interval:
    """Saturday and Sunday of the week of a moment."""
    start = midnight(moment) + timedelta(days=5 - moment.weekday() + 7 * weeks)
    return Interval(start, start + timedelta(days=2), "day")


def month(now: datetime, year: int, month: int) -> Interval:
    """A month; those before the first and after the twelfth are months of the years around."""
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    first = midnight(now).replace(year=year, month=month, day=1)
    return Interval(first, first + timedelta(days=monthrange(year, month)[1]), "month")


def months(now: datetime, year: int, first: int, count: int) -> Interval:
    """Several months in a row."""
    return Interval(month(now, year, first).start, month(now, year, first + count - 1).end, "month")


def year(now: datetime, year: int, count: int = 1) -> Interval:
    """A year, or several in a row."""
    first = midnight(now).replace(year=year, month=1, day=1)
    return Interval(first, first.replace(year=year + count), "year")


def season(now: datetime, year: int, name: str) -> Interval:
    """Three months."""
    return months(now, year, SEASONS[name], 3)


def quarter(now: datetime, year: int, number: int) -> Interval:
    """The n-th three months of a year, the first being 1."""
    return months(now, year, 3 * number - 2, 3)


def weekday(now: datetime, number: int, step: int) -> Interval:
    """A weekday (Monday is 0). −1: the nearest before today. 0: of this week. 1 and more: of the weeks after."""
    if step < 0:
        return day(now, -((now.weekday() - number - 1) % 7 + 1) + 7 * (step + 1))
    return day(now, number - now.weekday() + 7 * step)


def coming(now: datetime, number: int) -> Interval:
    """The nearest such weekday from today on."""
    return day(now, (number - now.weekday()) % 7)


def nth_weekday(now: datetime, year_: int, month_: int, number: int, nth: int) -> Interval:
    """The n-th such weekday of a month, from 1; −1 is the last. A fifth may lie in the month after."""
    whole = month(now, year_, month_)
    if nth < 0:
        last = whole.end - timedelta(days=1)
        return day(last, -((last.weekday() - number) % 7))
    return day(whole.start, (number - whole.start.weekday()) % 7 + 7 * (nth - 1))


def nth_of(whole: Interval, unit: str, nth: int) -> Interval:
    """The n-th week or weekend of a longer interval, from 1; −1 is the last.

    Weeks are counted from its first day, as people count who say "the first week of April".
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
    """The early, mid or late third of an interval, in whole days."""
    days = (whole.end - whole.start).days
    one, two = (
        whole.start + timedelta(days=round(days / 3)),
        whole.start + timedelta(days=round(2 * days / 3)),
    )
    bounds = {"early": (whole.start, one), "mid": (one, two), "late": (two, whole.end)}[name]
    return Interval(*bounds, whole.grain)


def half(whole: Interval, nth: int) -> Interval:
    """The first or second half: of a year by months, of a shorter one by days."""
    if whole.grain == "year":
        middle = month(whole.start, whole.start.year, 7).start
    else:
        middle = midnight(whole.start + (whole.end - whole.start) / 2)
    return Interval(whole.start, middle, "month") if nth == 1 else Interval(middle, whole.end, "month")


def shifted(now: datetime, unit: str, amount: Amount) -> Interval:
    """What lies so many units away; negative amounts are the past.

    Days and weeks give a day, months a month; one year gives the month of that year, several the year, because
    who says "ten years ago" does not mean a month. Between "a few" lies the whole stretch.
    """
    if amount.is_exact:
        return _step(now, unit, amount.low)
    ends = sorted((_step(now, unit, n) for n in (amount.low, amount.high)), key=lambda i: i.start)
    return Interval(ends[0].start, ends[-1].end, ends[-1].grain)


def stretch(now: datetime, unit: str, count: float) -> Interval:
    """The last (negative) or next so many units, up to or from today."""
    if unit in ("minute", "hour"):
        there = _moved(now, unit, count)
        return Interval(min(there, now), max(there, now), "hour")
    there = midnight(_moved(now, unit, count))
    today = day(now)
    return (
        Interval(there, today.end, GRAIN_OF_UNIT[unit])
        if count < 0
        else Interval(today.start, there, GRAIN_OF_UNIT[unit])
    )


def _step(now: datetime, unit: str, count: float) -> Interval:
    there = _moved(now, unit, count)
    if unit in ("minute", "hour"):
        return minute(there)
    if unit in ("day", "week") or (unit == "month" and count % 1):
        return day(there)
    if unit == "weekend":
        return weekend(now, round(count))
    if unit == "month" or (unit == "year" and (abs(count) <= 1 or count % 1)):
        return month(now, there.year, there.month)
    if unit == "quarter":
        return quarter(now, there.year, (there.month + 2) // 3)
    return year(now, there.year)


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
