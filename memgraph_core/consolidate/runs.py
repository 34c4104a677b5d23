"""Runs: events that follow each other closely in time.

Two events of one matter belong to the same run if their affinity γ·1 + (1−γ)·e^(−Δt/τ) is at least 0.7 (the affinity of
SimpleMem, with the similarity 1). So the preset sets the longest time Δt between one event of a run and the next.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from math import log
from types import MappingProxyType
from typing import Literal

from memgraph_core.scenarios import SCENARIOS, ScenarioName

PresetName = Literal["balanced", "topic", "log"] | ScenarioName  # a scenario is a preset, too

_THRESHOLD = 0.7  # of the affinity


def longest_pause(gamma: float, tau: float) -> timedelta | None:
    """The longest time between one event of a run and the next, for τ in days; None: no limit."""
    if gamma >= _THRESHOLD:
        return None
    return timedelta(days=-tau * log((_THRESHOLD - gamma) / (1 - gamma)))


# balanced: for conversations. topic: one matter over a long time. log: frequent records, where a pause means a new matter.
PRESETS: Mapping[PresetName, timedelta | None] = MappingProxyType(
    {
        "balanced": longest_pause(0.5, 30),
        "topic": longest_pause(0.8, 30),
        "log": longest_pause(0.2, 14),
        **{name: longest_pause(each.gamma, each.tau) for name, each in SCENARIOS.items()},
    }
)


def runs(moments: Sequence[datetime], gap: timedelta | None) -> list[range]:
    """The indices of each run of moments that are in the order of time, in the same order."""
    starts = [
        index
        for index, moment in enumerate(moments)
        if index == 0 or (gap is not None and moment - moments[index - 1] > gap)
    ]
    return [range(start, end) for start, end in zip(starts, [*starts, len(moments)][1:], strict=True)]
