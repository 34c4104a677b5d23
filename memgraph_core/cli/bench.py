"""`bench recall`: whether the evidence for questions is found, written as a run file for a scorer."""

import json
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING

import typer

from memgraph_core.cli.bulk import Advance, Tally, progress, remember
from memgraph_core.cli.opening import NO_EMBEDDER, bytes_of, embedder_of, memory_of
from memgraph_core.config import Settings
from memgraph_core.errors import InvalidInput
from memgraph_core.ingest.formats import Case, read_cases, zone_of
from memgraph_core.reads import Hit

if TYPE_CHECKING:
    from memgraph_core.engine import MemoryEngine
    from memgraph_core.memory import Memory

PREFIX = "bench-"  # of the namespaces, one per case


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What is asked, how, and where the answers go."""

    cases: Path
    out: Path = Path("run.jsonl")
    graph: bool = True
    limit: int = 50
    timezone: str = "UTC"
    batch: int = 32
    cache: Path | None = None


def run_recall(trial: Trial, settings: Settings, store: str | None) -> None:
    """Import every case into a namespace of its own, ask its questions, write one line for each.

    In a temporary file, or on the store given, where a second run adds nothing. A line is
    `{"id", "ranked", "context": {"turns", "text"}, "ms"}`: the source turns of the hits in their order, each
    once; and the context with the time it took, as a user would get it.
    """
    times = list[float]()
    with (
        trial.out.open("w", encoding="utf-8") as out,
        filled(trial, settings, store) as (engine, cases, tally),
    ):
        engine.embed(["warm"])  # weights are loaded by the first text
        with progress("asking", sum(len(case.questions) for case in cases)) as advance:
            for case in cases:
                memory = memory_of(engine, PREFIX + case.name)
                for line in _answers(memory, case, trial, times, advance):
                    out.write(json.dumps(line, ensure_ascii=False) + "\n")
    _conclude(trial, tally, times)


@contextmanager
def filled(
    trial: Trial, settings: Settings, store: str | None
) -> Generator[tuple["MemoryEngine", Sequence[Case], Tally]]:
    """Every case in a namespace of its own, in a temporary file or on the store given; with what that took.

    Raises InvalidInput for cases that ask nothing.
    """
    cases = read_cases(bytes_of(trial.cases), str(trial.cases), zone_of(trial.timezone))
    if not any(case.questions for case in cases):
        raise InvalidInput(f"{trial.cases} asks no questions: its cases need a list of questions.")
    tally = Tally()
    with _engine(trial, settings, store) as engine:
        if engine.embedder is None and settings.models.embedder != "none":
            typer.secho(NO_EMBEDDER, err=True, fg="yellow")
        with progress("importing", sum(len(case.turns) for case in cases)) as advance:
            for case in cases:
                remember(memory_of(engine, PREFIX + case.name), case.turns, tally, trial.batch, advance)
        yield engine, cases, tally


def _answers(
    memory: "Memory", case: Case, trial: Trial, times: list[float], advance: Advance
) -> Iterator[dict[str, object]]:
    last = last_said(case)
    for question in case.questions:
        now = question.asked_at or last
        began = perf_counter()
        context = memory.context(question.text, graph=trial.graph, now=now)
        times.append((perf_counter() - began) * 1000)
        hits = memory.search(question.text, limit=trial.limit, graph=trial.graph, now=now)
        yield {
            "id": question.uid,
            "ranked": ranked(hits),
            "context": {"turns": list(context.turns), "text": context.text},
            "ms": round(times[-1], 3),
        }
        advance(1)


def last_said(case: Case) -> datetime | None:
    """When the last turn of a case was said: the present of its questions, unless they have their own."""
    return max((turn.said_at for turn in case.turns if turn.said_at), default=None)


def ranked(hits: Sequence[Hit]) -> list[str]:
    """The source turns of hits in their order, each once."""
    return list(dict.fromkeys(uid for hit in hits for uid in hit.turns))


@contextmanager
def _engine(trial: Trial, settings: Settings, store: str | None) -> Generator["MemoryEngine"]:
    from memgraph_core.engine import MemoryEngine
    from memgraph_core.models.caching import CachedEmbedder

    embedder = embedder_of(settings, bulk=True)
    cached = CachedEmbedder(embedder, trial.cache) if embedder and trial.cache else None
    with TemporaryDirectory(prefix="memgraph-core-") as folder, closing(cached) if cached else nullcontext():
        url = store or str(Path(folder) / "bench.db")
        settings = replace(settings, store=replace(settings.store, url=url))
        with MemoryEngine.open(settings=settings, embedder=cached or embedder or "none") as engine:
            yield engine


def _conclude(trial: Trial, tally: Tally, times: Sequence[float]) -> None:
    half, most = percentiles(times)
    cached = " (vectors partly from the cache)" if trial.cache else ""
    typer.echo(
        f"{tally.turns:,} turns at {tally.turns_per_second:,.0f} a second, {tally.known:,} known already; "
        f"{len(times):,} questions, {half:.1f} ms (p50), {most:.1f} ms (p95){cached}"
    )
    if tally.pending:
        typer.secho(f"{tally.pending:,} turns are pending: {'; '.join(tally.reasons)}", err=True, fg="yellow")
    typer.echo(f"Wrote {trial.out}. To score it: score.py {trial.cases} {trial.out}")


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """The median, and what 95 of a hundred do not exceed."""
    if len(times) < 2:
        return times[0], times[0]
    cuts = quantiles(times, n=20, method="inclusive")
    return cuts[9], cuts[18]
