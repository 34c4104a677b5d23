"""The weekdays of recurrence rules (RFC 5545), such as `FREQ=WEEKLY;BYDAY=TU,TH`."""

import re
from collections.abc import Iterable
from datetime import time

BYDAY = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")  # by number of the weekday; 0 is Monday
_WEEKDAYS = re.compile(r"BYDAY=((?:[A-Z]{2},?)+)")
_TIME = re.compile(r";BY(?:HOUR|MINUTE)=\d+")
_ON_DAYS = ("BYDAY=", "BYMONTHDAY=", "BYYEARDAY=")


def names_days(rule: str) -> bool:
    """Whether a rule names days, as "every Tuesday" does and "daily" does not."""
    return any(part in rule for part in _ON_DAYS)


def weekdays_of(rule: str) -> tuple[int, ...]:
    """The weekdays of a rule in its order; empty if it names none, or only those of a week of the month."""
    days = _WEEKDAYS.search(rule)
    return tuple(BYDAY.index(day) for day in days[1].split(",") if day in BYDAY) if days else ()


def on_weekdays(rule: str, weekdays: Iterable[int]) -> str:
    """The rule with these weekdays in place of its own; unchanged if it has none."""
    return _WEEKDAYS.sub(_by(weekdays), rule)


def at_clock(rule: str, clock: time) -> str:
    """The rule with this time of day in place of its own."""
    return f"{_TIME.sub('', rule)};BYHOUR={clock.hour};BYMINUTE={clock.minute}"


def hour_of(rule: str) -> int | None:
    """The hour of a rule, if it has one."""
    found = re.search(r"BYHOUR=(\d+)", rule)
    return int(found[1]) if found else None


def weekly(weekdays: Iterable[int]) -> str:
    """The rule of what takes place on these weekdays of each week."""
    return f"FREQ=WEEKLY;{_by(weekdays)}"


def _by(weekdays: Iterable[int]) -> str:
    return f"BYDAY={','.join(BYDAY[day] for day in weekdays)}"
