"""Retention curves: the probability that a statement is still remembered, from the times at which it was said and used.

Both curves are pure functions of these times. The log contains the times, so retention can be computed for any moment.

- `fsrs`: the forgetting curve and the stability of FSRS-6 (Free Spaced Repetition Scheduler, version 6,
  https://github.com/open-spaced-repetition/awesome-fsrs/wiki/The-Algorithm) with its default parameters. Each time counts as a
  review with the grade "good". A late use strengthens more than an early one.
- `ebbinghaus`: R = e^(−t/S) as in MemoryBank (Zhong et al. 2023, arXiv:2305.10250). S is one day at first, and
  each use adds one day.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from math import exp
from types import MappingProxyType

from memgraph_core.records.retention import CurveName, Retention

_DAY = timedelta(days=1)
_MAX_STABILITY = 36_500.0  # days, as in FSRS

# The default parameters w0 to w20 of FSRS-6.
_W = (
    *(0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629),
    *(1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542),
)  # fmt: skip
_GOOD, _EASY = 3, 4  # grades
_DECAY = -_W[20]
_FACTOR = 0.9 ** (1 / _DECAY) - 1  # so that R(S) = 0.9


@dataclass(frozen=True, slots=True)
class Curve:
    """A forgetting curve: `retention(t, S)` after t days, and `stability` after uses with these pauses in days."""

    retention: Callable[[float, float], float]
    stability: Callable[[Iterable[float]], float]


def _fsrs_retention(days: float, stability: float) -> float:
    return (1 + _FACTOR * days / stability) ** _DECAY


def _fsrs_stability(pauses: Iterable[float]) -> float:
    stability, difficulty = _W[_GOOD - 1], _initial_difficulty(_GOOD)
    for days in pauses:
        if days < 1:  # less than a day after the previous time
            growth = max(1.0, exp(_W[17] * (_GOOD - 3 + _W[18])) * stability ** -_W[19])
        else:
            recall = exp(_W[10] * (1 - _fsrs_retention(days, stability))) - 1
            growth = 1 + exp(_W[8]) * (11 - difficulty) * stability ** -_W[9] * recall
        stability = min(_MAX_STABILITY, stability * growth)
        # The grade "good" does not change the difficulty, which only reverts to that of "easy".
        difficulty = min(10.0, max(1.0, _W[7] * _initial_difficulty(_EASY) + (1 - _W[7]) * difficulty))
    return stability


def _initial_difficulty(grade: int) -> float:
    return _W[4] - exp(_W[5] * (grade - 1)) + 1


def _ebbinghaus_retention(days: float, stability: float) -> float:
    return exp(-days / stability)


def _ebbinghaus_stability(pauses: Iterable[float]) -> float:
    return 1.0 + sum(1 for _ in pauses)


CURVES: Mapping[CurveName, Curve] = MappingProxyType(
    {
        "fsrs": Curve(_fsrs_retention, _fsrs_stability),
        "ebbinghaus": Curve(_ebbinghaus_retention, _ebbinghaus_stability),
    }
)


def retention_of(
    uid: str, first_at: datetime, used_at: Iterable[datetime], now: datetime, curve: CurveName = "fsrs"
) -> Retention:
    """The retention at `now` of what was said at `first_at`. Uses before it and after `now` do not count."""
    times = [first_at, *sorted({at for at in used_at if first_at < at <= now})]
    stability = CURVES[curve].stability([(later - earlier) / _DAY for earlier, later in pairwise(times)])
    elapsed = max(0.0, (now - times[-1]) / _DAY)
    return Retention(
        uid=uid,
        retention=CURVES[curve].retention(elapsed, stability),
        stability=stability,
        first_at=first_at,
        used_at=tuple(times[1:]),
        curve=curve,
    )


def unused_retention(age: timedelta, curve: CurveName = "fsrs") -> float:
    """The retention of a statement of this age that was never used."""
    return CURVES[curve].retention(max(0.0, age / _DAY), CURVES[curve].stability(()))
