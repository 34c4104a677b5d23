"""Times in a model's answer: 2026, 2026-03, 2026-03-20, 2026-03-20T18:00, or two of them separated by a slash."""

import re
from datetime import UTC, datetime

from memgraph_core.language.grounds import Grounds, unit_around
from memgraph_core.language.timing.intervals import Interval
from memgraph_core.records.kinds import Grain

_TIME = re.compile(
    r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2})(?:[T ](\d{1,2})(?::(\d{2}))?(?::\d{2}(?:\.\d+)?)?)?)?)?(?:Z|[+-]00:00)?"
)
_GRAINS: tuple[Grain, ...] = ("year", "month", "day", "hour", "minute")


def grounded_time(text: str, grounds: Grounds) -> Interval | None:
    """The time, as precise as the window gives it; None if there is none or the window does not support it."""
    ends = [interval_of(part) for part in re.split(r"\s*/\s*|\s+to\s+", text.strip())]
    grounded = [grounds.grounded(end) if end else None for end in ends]
    first, last = grounded[0], grounded[-1]
    if len(ends) > 2 or first is None or last is None or first.start >= last.end:
        return None
    return Interval(first.start, last.end, first.grain)


def interval_of(text: str) -> Interval | None:
    """The year, month, day, hour or minute in the text; None for any other text."""
    found = _TIME.fullmatch(text.strip())
    if found is None:
        return None
    parts = [int(number) for number in found.groups() if number is not None]
    year, month, day, hour, minute = [*parts, *(1, 1, 0, 0)[len(parts) - 1 :]]
    try:
        return unit_around(datetime(year, month, day, hour, minute, tzinfo=UTC), _GRAINS[len(parts) - 1])
    except (ValueError, OverflowError):
        return None
