"""`bench recall`: how much of the evidence for questions is found, printed and written as a run file."""

import json
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
import typer

from memgraph_core.cli.batches import Tally, progress, remember
from memgraph_core.cli.bench_scores import MEASURES, any_session, estimate, measured
from memgraph_core.cli.invocation import (
    NO_EMBEDDER,
    Invocation,
    embedder_of,
    memory_of,
    read_bytes,
    with_given_store,
)
from memgraph_core.errors import InvalidInput
from memgraph_core.records.search import Hit
from memgraph_core.records.validation import zone_of
from memgraph_core.turns.conversation_files import Case, Question, read_cases

if TYPE_CHECKING:
    from memgraph_core.bench.plain import PlainMethod
    from memgraph_core.engine.engine import MemoryEngine

_IN_TURNS = "evidence, "  # begins the name of a group of questions
PREFIX = "bench-"  # prefix of the namespaces; each case has one


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The questions, the ranking method, and the files to write."""

    cases: Path
    invocation: Invocation
    out: Path = Path("run.jsonl")
    graph: bool = True
    limit: int = 50
    timezone: str = "UTC"
    batch: int = 32
    cache: Path | None = None
    plain: "PlainMethod | None" = None
    consolidate: bool = False  # each case, after its import

    @property
    def method(self) -> str:
        """The ranking method: the name of a plain method, or memory with or without the graph."""
        return self.plain or ("graph" if self.graph else "no graph")


def run_recall(trial: Trial) -> dict[str, object]:
    """Import every case into a namespace of its own, ask its questions, write one line for each, and print the scores.

    Uses a temporary file, or the given store, on which a second run adds nothing. A line is
    `{"id", "ranked", "context": {"turns", "text"}, "ms"}`: the source turns of the hits in their order, each
    once; the context that a user gets; and the time of the context. A plain method only ranks turns.
    """
    times, found = list[float](), dict[str, Sequence[str]]()
    answers = partial(_ranked_plainly, trial.plain) if trial.plain else _answers
    with (
        trial.out.open("w", encoding="utf-8") as out,
        filled(trial) as (engine, cases, tally),
    ):
        engine.embed(["warm"])  # the first text loads the weights
        with progress("asking", sum(len(case.questions) for case in cases)) as advance:
            for case in cases:
                for line in answers(engine, case, trial, times):
                    out.write(json.dumps(line, ensure_ascii=False) + "\n")
                    found[line["id"]] = line["ranked"]
                    advance(1)
    _conclude(trial, tally, times)
    estimates_by_group = print_estimates(cases, partial(_measured, found, _sessions_by_question(cases)))
    groups = {
        group: {"questions": count, **in_percent(estimates, 1)}
        for group, (count, estimates) in estimates_by_group.items()
    }
    return {"cases": len(cases), **groups}


def _measured(
    found: Mapping[str, Sequence[str]], sessions: Mapping[str, Mapping[str, str]], asked: Question
) -> dict[str, float]:
    ranked = found.get(asked.uid, ())
    return measured(ranked, asked.evidence) | any_session(ranked, asked.evidence, sessions[asked.uid])


def _sessions_by_question(cases: Sequence[Case]) -> dict[str, Mapping[str, str]]:
    """Uid of each question → the session of each turn of its case."""
    sessions = {case.name: {turn.uid: turn.session for turn in case.turns} for case in cases}
    return {question.uid: sessions[case.name] for case in cases for question in case.questions}


def ranked_in(run: Path) -> dict[str, Sequence[str]]:
    """The ranked turns of a run file by the id of the question."""
    lines = [json.loads(line) for line in run.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {line["id"]: line["ranked"] for line in lines}


def _by_category(
    cases: Sequence[Case], values: Callable[[Question], Mapping[str, float]]
) -> dict[str, dict[str, dict[str, list[float]]]]:
    """The values of questions with evidence, by category, then by measure and case.

    `all` comes last. Before it come groups for the evidence in turns of each role, if a case has several roles.
    """
    rows: dict[str, dict[str, dict[str, list[float]]]] = {}
    for case in cases:
        for question in (q for q in case.questions if q.evidence):
            groups = {question.category or "all": question, "all": question, **_by_role(case, question)}
            for group, part in groups.items():
                for name, value in values(part).items():
                    rows.setdefault(group, {}).setdefault(name, {}).setdefault(case.name, []).append(value)
    return dict(sorted(rows.items(), key=lambda row: (row[0] == "all", row[0].startswith(_IN_TURNS), row[0])))


def _by_role(case: Case, question: Question) -> dict[str, Question]:
    """The question with its evidence in the turns of each role; empty if all turns of the case have the same role."""
    roles = {turn.uid: turn.role for turn in case.turns}
    if len(set(roles.values())) < 2:
        return {}
    return {
        f"{_IN_TURNS}{role}": replace(
            question, evidence=tuple(uid for uid in question.evidence if roles.get(uid) == role)
        )
        for role in sorted({roles[uid] for uid in question.evidence if uid in roles})
    }


def print_estimates(
    cases: Sequence[Case], values: Callable[[Question], Mapping[str, float]], sign: str = ""
) -> dict[str, tuple[int, dict[str, tuple[float, float, float]]]]:
    """Print each measure in per cent with its interval, by category and for all questions.

    Returns for each group the number of questions and the measures.
    """
    results: dict[str, tuple[int, dict[str, tuple[float, float, float]]]] = {}
    for group, by_measure in _by_category(cases, values).items():
        count = sum(len(of_case) for of_case in by_measure[MEASURES[0]].values())
        estimates = {name: estimate(by_case) for name, by_case in by_measure.items()}
        shown = "  ".join(
            f"{n} {100 * m:{sign}.1f} [{100 * a:{sign}.1f}, {100 * b:{sign}.1f}]"
            for n, (m, a, b) in estimates.items()
        )
        typer.echo(f"{group[:22]:22}{count:>6}  {shown}")
        results[group] = count, estimates
    return results


def in_percent(estimates: Mapping[str, Sequence[float]], digits: int) -> dict[str, list[float]]:
    """The estimates in per cent, as in a results file."""
    return {name: [round(100 * value, digits) for value in three] for name, three in estimates.items()}


@contextmanager
def filled(trial: Trial) -> Generator[tuple["MemoryEngine", Sequence[Case], Tally]]:
    """Import every case into a namespace of its own, in a temporary file or on the given store; yields counts and times.

    Raises InvalidInput for cases without questions.
    """
    cases = read_cases(read_bytes(trial.cases), str(trial.cases), zone_of(trial.timezone))
    if not any(case.questions for case in cases):
        raise InvalidInput(f"{trial.cases} has no questions: its cases need a list of questions.")
    tally = Tally()
    with engine_for(trial.invocation, trial.cache) as engine:
        if engine.embedder is None and trial.invocation.settings.models.embedder != "none":
            typer.secho(NO_EMBEDDER, err=True, fg="yellow")
        kept = () if trial.plain else cases  # a plain method needs no memory
        with progress("importing", sum(len(case.turns) for case in kept)) as advance:
            for case in kept:
                memory = memory_of(engine, PREFIX + case.name)
                remember(memory, case.turns, tally, trial.batch, advance)
                if trial.consolidate:
                    memory.consolidate(now=last_said(case))
        yield engine, cases, tally


def _answers(
    engine: "MemoryEngine", case: Case, trial: Trial, times: list[float]
) -> Iterator[dict[str, Any]]:
    memory, last = memory_of(engine, PREFIX + case.name), last_said(case)
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


def _ranked_plainly(
    method: "PlainMethod", engine: "MemoryEngine", case: Case, trial: Trial, times: list[float]
) -> Iterator[dict[str, Any]]:
    from memgraph_core.bench.plain import PlainRanker

    ranker = PlainRanker(method, case.turns, engine.embed)
    for question in case.questions:
        began = perf_counter()
        found = ranker.ranked(question.text, trial.limit)
        times.append((perf_counter() - began) * 1000)
        yield {"id": question.uid, "ranked": found, "ms": round(times[-1], 3)}


def last_said(case: Case) -> datetime | None:
    """The time of the last turn of a case: the current time of its questions, unless they have their own."""
    return max((turn.said_at for turn in case.turns if turn.said_at), default=None)


def ranked(hits: Sequence[Hit]) -> list[str]:
    """The source turns of hits in their order, each once."""
    return list(dict.fromkeys(uid for hit in hits for uid in hit.turns))


@contextmanager
def engine_for(invocation: Invocation, cache: Path | None = None) -> Generator["MemoryEngine"]:
    """An engine on the given store or on a temporary file, whose embedder may keep its vectors in a file."""
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.models.caching import CachedEmbedder

    embedder = embedder_of(invocation.settings, bulk=True)
    cached = CachedEmbedder(embedder, cache) if embedder and cache else None
    with (
        with_given_store(invocation) as settings,
        closing(cached) if cached else nullcontext(),
        MemoryEngine.open(settings=settings, embedder=cached or embedder or "none") as engine,
    ):
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
    typer.echo(f"Wrote {trial.out}, ranked by: {trial.method}.")


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """The median and the 95th percentile."""
    half, most = np.percentile(times, (50, 95))
    return float(half), float(most)
