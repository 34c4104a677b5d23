"""The start of facts, and comparisons of starts that a text gives only roughly ("last month")."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memgraph_core.language.timing.intervals import midnight
from memgraph_core.records.graph import Fact
from memgraph_core.records.validation import EARLIEST

_LENGTHS = {
    "week": timedelta(days=7),
    "day": timedelta(days=1),
    "hour": timedelta(hours=1),
    "minute": timedelta(minutes=1),
}
_MOMENT = timedelta(microseconds=1)  # resolution of stored times
_LAST_YEAR = 9998  # the last year that has a following year


def start_of(fact: Fact) -> datetime:
    """The start of the fact, for comparisons; without one, the time when it was recorded."""
    return fact.holds_from or fact.recorded_at or EARLIEST


def holds_at(fact: Fact, moment: datetime) -> bool:
    """Whether the moment is in the valid time of the fact, as far as it is known."""
    return start_of(fact) <= moment and (fact.holds_until is None or moment < fact.holds_until)


def same_start(one: Fact, other: Fact) -> bool:
    """Whether two facts may have the same start: one start is within the precision of the other."""
    earlier, later = sorted((one, other), key=start_of)
    return start_of(later) < latest_start(earlier) or start_of(later) == start_of(earlier)


def refine_start(fact: Fact, related: Sequence[Fact], said_at: datetime) -> Fact:
    """The fact with a more precise start, within the period that a rough expression ("last month") gives.

    If another fact is known to have held on a day of that period, the new fact starts on the following day, or directly
    after that moment if the following day is outside the period. If the fact was stated before with the same precision,
    its start is kept. `related` are the facts of the same subject and relation, sorted by start.
    """
    start, end = start_of(fact), min(latest_start(fact), said_at)
    same = [
        f for f in related if f.object == fact.object and f.grain == fact.grain and start < start_of(f) < end
    ]
    if same:
        return replace(fact, holds_from=start_of(same[-1]))
    others = [f for f in related if f.object != fact.object and f.grain is None and f.holds_until is None]
    starts = (start_of(f) for f in others if f.trust != "inferred")
    last = max((moment for moment in starts if start <= moment < end), default=None)
    if last is None:
        return fact
    next_day = midnight(last) + timedelta(days=1)
    return replace(fact, holds_from=next_day if next_day < end else last + _MOMENT)


def latest_start(fact: Fact) -> datetime:
    """The end (exclusive) of the period that the text gives as the start: for "in June" the first of July."""
    start = start_of(fact)
    if fact.grain == "year":
        return start.replace(year=min(start.year, _LAST_YEAR) + 1, month=1, day=1)
    if fact.grain == "month":
        return (start.replace(day=1) + timedelta(days=31)).replace(day=1)
    return start + _LENGTHS[fact.grain] if fact.grain else start
