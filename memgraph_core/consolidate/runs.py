"""Runs: events that follow each other closely in time."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Literal

PresetName = Literal["balanced", "topic", "log"]

# The longest time between one event of a run and the next; None: no limit. balanced: for conversations. topic: one matter
# over a long time. log: frequent records, where a gap means a new matter.
PRESETS: Mapping[PresetName, timedelta | None] = MappingProxyType(
    {"balanced": timedelta(days=27.5), "topic": None, "log": timedelta(days=6.6)}
)


def runs(moments: Sequence[datetime], gap: timedelta | None) -> list[range]:
    """The indices of each run of moments that are in the order of time, in the same order."""
    starts = [
        index
        for index, moment in enumerate(moments)
        if index == 0 or (gap is not None and moment - moments[index - 1] > gap)
    ]
    return [range(start, end) for start, end in zip(starts, [*starts, len(moments)][1:], strict=True)]
