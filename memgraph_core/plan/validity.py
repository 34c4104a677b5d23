"""When facts begin, and whether two beginnings may be one: words tell times as coarsely as people remember them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memgraph_core.records.graph import Fact
from memgraph_core.records.validation import EARLIEST

_LENGTHS = {
    "week": timedelta(days=7),
    "day": timedelta(days=1),
    "hour": timedelta(hours=1),
    "minute": timedelta(minutes=1),
}
_MOMENT = timedelta(microseconds=1)  # the least that one may be after another
_LAST_YEAR = 9998  # whose following year is one that dates have


def begins(fact: Fact) -> datetime:
    """Since when it holds, for comparison: one without a time since it was learnt."""
    return fact.holds_from or fact.recorded_at or EARLIEST


def spans(fact: Fact, moment: datetime) -> bool:
    """Whether the moment lies between the fact's beginning and its end, as far as known."""
    return begins(fact) <= moment and (fact.holds_until is None or moment < fact.holds_until)


def same_start(one: Fact, other: Fact) -> bool:
    """Whether the words of two facts may mean the same beginning: the one lies in what the other leaves open."""
    earlier, later = sorted((one, other), key=begins)
    return begins(later) < _open_until(earlier) or begins(later) == begins(earlier)


def placed_among(fact: Fact, told: Sequence[Fact], said_at: datetime) -> Fact:
    """The fact with its beginning where it can be, of those that a coarse word leaves open ("last month").

    What was said to hold on a day of that time held until then at least: what is told since began after it, on the next day
    if there is one. What is told again keeps the beginning that it has. `told` is of the same subject and relation, in the
    order of its beginnings.
    """
    start, end = begins(fact), min(_open_until(fact), said_at)
    again = [f for f in told if f.object == fact.object and f.grain == fact.grain and start < begins(f) < end]
    if again:
        return replace(fact, holds_from=begins(again[-1]))
    held = [f for f in told if f.object != fact.object and f.grain is None and f.holds_until is None]
    last = max((begins(f) for f in held if f.trust != "inferred" and start <= begins(f) < end), default=None)
    if last is None:
        return fact
    morrow = last.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return replace(fact, holds_from=morrow if morrow < end else last + _MOMENT)


def _open_until(fact: Fact) -> datetime:
    """The first moment that is not meant by the words of its beginning any more: of "in June" the first of July."""
    start = begins(fact)
    if fact.grain == "year":
        return start.replace(year=min(start.year, _LAST_YEAR) + 1, month=1, day=1)
    if fact.grain == "month":
        return (start.replace(day=1) + timedelta(days=31)).replace(day=1)
    return start + _LENGTHS[fact.grain] if fact.grain else start
