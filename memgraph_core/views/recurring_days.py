"""The days of a period on which something recurs."""

import re
from calendar import isleap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from dateutil.rrule import rrulestr

from memgraph_core.language.relating.schedules import LeftOut
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.records.graph import Note
from memgraph_core.records.kinds import Grain
from memgraph_core.records.recurrence import on_weekdays, weekdays_of

_CLOCK_GRAINS = ("hour", "minute")
_LATE_DAY = re.compile(r"BYMONTHDAY=(29|30|31)(?![\d,])")
_MANY_WEEKDAYS = 4


@dataclass(frozen=True, slots=True)
class Period:
    """A half-open period, and the time zone of its days."""

    since: datetime
    until: datetime
    zone: tzinfo

    def includes(self, at: datetime, grain: Grain) -> bool:
        """Whether a moment is in the period. A whole day is in it until the day ends."""
        if at >= self.until:
            return False
        return (
            at >= self.since
            if grain in _CLOCK_GRAINS
            else at.date() >= self.since.astimezone(self.zone).date()
        )


def next_days(note: Note, rule: str, period: Period, without: Sequence[LeftOut]) -> Iterator[datetime]:
    """The next day of each weekday of a rule in the period, without the days that are left out."""
    for each in _each_weekday(rule):
        if (at := _next_occurrence(note, each, period, without)) is not None:
            yield at


def _each_weekday(rule: str) -> list[str]:
    """The rule for each of its weekdays: every Tuesday and Thursday has two next days. Workdays are one rule."""
    days = weekdays_of(rule)
    if not 1 < len(days) < _MANY_WEEKDAYS:
        return [rule]
    return [on_weekdays(rule, [day]) for day in days]


def _next_occurrence(note: Note, rule: str, period: Period, without: Sequence[LeftOut]) -> datetime | None:
    """The first day of a recurrence in the period. None for a rule that names no days, such as "daily".

    All is computed with local times without a zone, so a change to or from summer time does not shift a day.
    """
    zone = period.zone
    first, last = (moment.astimezone(zone).replace(tzinfo=None) for moment in (period.since, period.until))
    begins = _local(note.holds_from, note, zone) or _local(note.said_at, None, zone) or first
    ends = _local(note.holds_until, note, zone) or last
    if "BYHOUR=" not in rule:
        first = midnight(first)
    occurrences = rrulestr(_with_last_days(rule), dtstart=midnight(begins))
    last, found = min(last, ends), occurrences.after(first, inc=True)
    while found is not None and found < last:
        if not any(each.includes(found.replace(tzinfo=UTC)) for each in without):
            return found.replace(tzinfo=zone)
        found = occurrences.after(found)
    return None


def _local(time: datetime | None, stated_by: Note | None, zone: tzinfo) -> datetime | None:
    """A stored time as local time. A time that the text states is stored as local time; other times are converted."""
    if time is None:
        return None
    is_stated = stated_by is not None and stated_by.grain is not None
    return (time if is_stated else time.astimezone(zone)).replace(tzinfo=None)


def _with_last_days(rule: str) -> str:
    """A rule in which the 29th, 30th or 31st is the last day of a shorter month, as for birthdays."""
    day = _LATE_DAY.search(rule)
    if day is None:
        return rule
    days = ",".join(map(str, range(28, int(day[1]) + 1)))
    return f"{rule[: day.start()]}BYMONTHDAY={days};BYSETPOS=-1{rule[day.end() :]}"


def next_birthday(born: datetime, period: Period) -> datetime:
    """The next birthday from the beginning of a period on. Somebody born on 29 February has it on 28 February in other years."""
    today = period.since.astimezone(period.zone)
    for year in (today.year, today.year + 1):
        is_leap_day = (born.month, born.day) == (2, 29) and not isleap(year)
        found = datetime(year, born.month, 28 if is_leap_day else born.day, tzinfo=period.zone)
        if found.date() >= today.date():
            return found
    raise AssertionError(born)  # one of the two years has a later birthday
