"""Measures what calls cost: their time, transactions and statements of the database, calls and texts of the embedder."""

import time
from collections.abc import Callable, Iterator
from dataclasses import astuple, dataclass

import numpy as np

from memgraph_core.engine.observed import ObservedCall, observed
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.models.protocol import Embedder


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


@dataclass(slots=True)
class Counts:
    """Running counts. Pass `statement` to the database as its callback, and wrap the embedder with `counted`."""

    transactions: int = 0
    statements: int = 0
    embeddings: int = 0  # calls of the embedder
    texts: int = 0  # in these calls
    tokens: int = 0  # of these texts, estimated

    def statement(self, text: str) -> None:
        """Count one statement: BEGIN counts as a transaction, COMMIT and ROLLBACK are not counted."""
        if text.startswith("BEGIN"):
            self.transactions += 1
        elif not text.startswith(("COMMIT", "ROLLBACK")):
            self.statements += 1

    def counted(self, embedder: Embedder) -> Embedder:
        """A proxy of the embedder that counts its calls here."""

        def count(call: ObservedCall) -> None:
            if call.method == "embed":
                texts: list[str] = call.arguments[0]
                self.embeddings += 1
                self.texts += len(texts)
                self.tokens += sum(map(estimated_tokens, texts))

        return observed(embedder, count)

    def of(self, work: Callable[[], object]) -> "Counts":
        """The counts of this work alone. Runs it."""
        before = astuple(self)
        work()
        return Counts(*(after - count for after, count in zip(astuple(self), before, strict=True)))
