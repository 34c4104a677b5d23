"""The times that a model writes: 2026, 2026-03, 2026-03-20, 2026-03-20T18:00, or two of them with a slash between."""

import re
from datetime import UTC, datetime

from memgraph_core.extract.llm.grounding import Grounds, unit
from memgraph_core.language.timing.intervals import Interval
from memgraph_core.records.kinds import Grain

_TIME = re.compile(
    r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2})(?::(\d{2}))?(?::\d{2}(?:\.\d+)?)?)?)?)?(?:Z|[+-]00:00)?"
)
_GRAINS: tuple[Grain, ...] = ("year", "month", "day", "hour", "minute")


def time_told(text: str, grounds: Grounds) -> Interval | None:
    """The time that a model's words mean, as far as the window tells it; None for none, and for an invented one."""
    ends = [interval_of(part) for part in re.split(r"\s*/\s*|\s+to\s+", text.strip())]
    settled = [grounds.settled(end) if end else None for end in ends]
    first, last = settled[0], settled[-1]
    if len(ends) > 2 or first is None or last is None or first.start >= last.end:
        return None
    return Interval(first.start, last.end, first.grain)


def interval_of(text: str) -> Interval | None:
    """The year, month, day, hour or minute that is written there; None for what is none of them."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        return None
    told = [int(number) for number in found.groups() if number is not None]
    year, month, day, hour, minute = [*told, *(1, 1, 0, 0)[len(told) - 1 :]]
    try:
        return unit(datetime(year, month, day, hour, minute, tzinfo=UTC), _GRAINS[len(told) - 1])
    except (ValueError, OverflowError):
        return None
