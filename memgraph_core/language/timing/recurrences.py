"""Shared by English and Chinese: recurrences, states that still go on, and vague times."""

from calendar import monthrange
from datetime import timedelta

from memgraph_core.language.timing.expressions import Meaning, RuleInput
from memgraph_core.language.timing.intervals import Amount, Interval, shifted
from memgraph_core.records.kinds import Grain
from memgraph_core.records.recurrence import BYDAY

# Unit → the RRULE without its "FREQ=", and the grain of the recurrence.
FREQUENCIES: dict[str, tuple[str, Grain]] = {
    "minute": ("MINUTELY", "minute"), "hour": ("HOURLY", "hour"), "day": ("DAILY", "day"), "week": ("WEEKLY", "week"),
    "month": ("MONTHLY", "month"), "quarter": ("MONTHLY;INTERVAL=3", "month"), "year": ("YEARLY", "year"),
}  # fmt: skip
_LEAP_YEAR = 2000


def recurring(rule_text: str, grain: Grain) -> Meaning:
    """A recurrence. `rule_text` is the RRULE without its "FREQ="."""
    return Meaning("recurring", grain, confidence=0.9, rule=f"FREQ={rule_text}")


def on_workdays() -> Meaning:
    """A recurrence from Monday to Friday."""
    return recurring(f"WEEKLY;BYDAY={','.join(BYDAY[:5])}", "day")


def yearly(month: int, day: int) -> Meaning | None:
    """A day of every year; None if no year has it."""
    if not 1 <= day <= monthrange(_LEAP_YEAR, month)[1]:
        return None
    return recurring(f"YEARLY;BYMONTH={month};BYMONTHDAY={day}", "day")


def vague(source: RuleInput, days: tuple[int, int, Grain]) -> Meaning:
    """A vague time: a wide interval with low confidence. `days` has its two bounds relative to now, and its grain."""
    first, last, grain = days
    start, end = source.now + timedelta(days=first), source.now + timedelta(days=last)
    return Meaning("vague", grain, Interval(start, end, grain), confidence=0.2)


def ongoing_since(source: RuleInput, unit: str, count: float, is_exact: bool) -> Meaning:
    """The meaning "since `count` units ago". For an inexact amount `count` is its lower bound, and one is added."""
    ago = -count if is_exact else -count - 1
    began = shifted(source.now, unit, Amount(ago, ago))
    return Meaning("since", began.grain, began, 0.8 if is_exact else 0.5)
