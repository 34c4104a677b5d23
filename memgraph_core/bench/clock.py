"""Measures how long calls take, and how much of that time each part of the engine takes."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """Milliseconds of many runs: wall time, and CPU time of this process, which depends less on other programs."""

    p50: float
    p95: float
    cpu: float  # the median
    runs: int

    def __str__(self) -> str:
        return f"p50 {self.p50:7.2f} ms   p95 {self.p95:7.2f} ms   CPU p50 {self.cpu:7.2f} ms   ({self.runs} runs)"


def timed(runs: Iterator[Callable[[], None]], count: int, warming: int) -> Timing:
    """The timing of `count` runs, after `warming` runs that fill caches and are not counted."""
    measured: list[tuple[float, float]] = []
    for number, run in zip(range(count + warming), runs, strict=False):
        started, used = time.perf_counter(), time.process_time()
        run()
        if number >= warming:
            measured.append((1000 * (time.perf_counter() - started), 1000 * (time.process_time() - used)))
    (p50, cpu), (p95, _) = np.percentile(measured, (50, 95), axis=0)
    return Timing(
        p50=round(float(p50), 2), p95=round(float(p95), 2), cpu=round(float(cpu), 2), runs=len(measured)
    )
