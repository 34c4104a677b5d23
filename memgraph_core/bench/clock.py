"""How long calls take: as they come, and by which part of the engine they spend their time in."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np

OnCall = Callable[[str, float, tuple[Any, ...]], None]  # name, seconds, arguments
Whatever = TypeVar("Whatever")


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Milliseconds of many runs: by the clock, and of this process's own time, which a busy machine disturbs less."""

    p50: float
    p95: float
    cpu: float  # the median
    runs: int

    def __str__(self) -> str:
        return f"p50 {self.p50:7.2f} ms   p95 {self.p95:7.2f} ms   CPU p50 {self.cpu:7.2f} ms   ({self.runs} runs)"


def timed(runs: Iterator[Callable[[], None]], count: int, warming: int) -> Timing:
    """So many runs, after some that warm caches and do not count."""
    taken: list[tuple[float, float]] = []
    for number, run in zip(range(count + warming), runs, strict=False):
        begun, used = time.perf_counter(), time.process_time()
        run()
        if number >= warming:
            taken.append((1000 * (time.perf_counter() - begun), 1000 * (time.process_time() - used)))
    (p50, cpu), (p95, _) = np.percentile(taken, (50, 95), axis=0)
    return Timing(
        p50=round(float(p50), 2), p95=round(float(p95), 2), cpu=round(float(cpu), 2), runs=len(taken)
    )


class _Watched:
    def __init__(self, other: object, on_call: OnCall) -> None:
        self._other = other
        self._on_call = on_call

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  it is whatever the other one has
        found = getattr(self._other, name)
        if not callable(found):
            return found

        def call(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401
            begun = time.perf_counter()
            try:
                return found(*arguments, **named)
            finally:
                self._on_call(name, time.perf_counter() - begun, arguments)

        return call


def watched(other: Whatever, on_call: OnCall) -> Whatever:
    """The same thing, but each call of a method is told, with its seconds, when it has ended."""
    return cast(Whatever, _Watched(other, on_call))
