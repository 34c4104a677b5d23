"""The measurements of `bench compare`, `knows`, `latency` and `answer`."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np
import typer

from memgraph_core.cli.bench_recall import (
    PREFIX,
    Trial,
    filled,
    in_percent,
    last_said,
    percentiles,
    print_estimates,
    ranked_in,
)
from memgraph_core.cli.bench_scores import MEASURES, measured, token_f1
from memgraph_core.cli.invocation import memory_of, read_bytes
from memgraph_core.errors import InvalidInput
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.terms import terms_of
from memgraph_core.models.protocol import ChatModel
from memgraph_core.records.validation import zone_of
from memgraph_core.turns.conversation_files import Case, Question, read_cases

if TYPE_CHECKING:
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.memory import Memory

Reader = Callable[[str, str], str]  # question, context → answer
_ASKED_OF_MODEL = (
    "Answer the question from these notes of a memory, in as few words as possible. "
    "Say 'unknown' if they do not contain the answer."
)


def run_compare(cases: Path, run: Path, other: Path) -> dict[str, object]:
    """The differences of two runs, paired by question, for all questions and each category, with intervals."""
    ours, theirs = ranked_in(run), ranked_in(other)

    def gained(question: Question) -> dict[str, float]:
        one = measured(ours.get(question.uid, ()), question.evidence)
        two = measured(theirs.get(question.uid, ()), question.evidence)
        return {name: one[name] - two[name] for name in MEASURES}

    groups = print_estimates(read_cases(read_bytes(cases), str(cases), zone_of("UTC")), gained, "+")
    return {group: in_percent(estimates, 2) for group, (_, estimates) in groups.items()}


def run_knows(trial: Trial) -> dict[str, object]:
    """How often `knows` is right for answerable and unanswerable questions, compared with a threshold on the best support.

    Questions without evidence, of the category `adversarial` (about the wrong person), and about the next case are
    unanswerable. The threshold is fitted to the same questions, so its result is an upper bound.
    """
    answers: dict[str, list[tuple[bool, float]]] = {
        "answerable": [],
        "adversarial": [],
        "of another case": [],
    }
    with filled(trial) as (engine, cases, _):
        for case, other in pairwise([*cases, cases[0]]):
            memory = memory_of(engine, PREFIX + case.name)
            for question in case.questions:
                cannot = "adversarial" in question.category or not question.evidence
                answers["adversarial" if cannot else "answerable"].append(
                    _known(memory, case, question, trial)
                )
            if other is not case:
                answers["of another case"] += [_known(memory, case, q, trial) for q in other.questions]
    numbers: dict[str, object] = {}
    for name, verdicts in ((n, t) for n, t in answers.items() if t):
        numbers[name] = round(100 * fmean(known for known, _ in verdicts), 1)
        typer.echo(f"{name:18}{len(verdicts):>6} questions, {numbers[name]:.1f} % answered with yes")
    able, unable = answers["answerable"], [*answers["adversarial"], *answers["of another case"]]
    if able and unable:
        ours = fmean(known for known, _ in able) + fmean(not known for known, _ in unable)
        plain, level = max(
            (fmean(s >= n / 50 for _, s in able) + fmean(s < n / 50 for _, s in unable), n / 50)
            for n in range(51)
        )
        numbers |= {"balanced": round(50 * ours, 1), "threshold": round(50 * plain, 1), "level": level}
        typer.echo(
            f"right on average over both: {50 * ours:.1f}; a threshold of {level:.2f} on the best support: {50 * plain:.1f}"
        )
    return numbers


def _known(memory: "Memory", case: Case, question: Question, trial: Trial) -> tuple[bool, float]:
    now = question.asked_at or last_said(case)
    known = memory.knows(question.text, graph=trial.graph, now=now)
    best = max((hit.support for hit in memory.search(question.text, graph=trial.graph, now=now)), default=0.0)
    return known.known, best


def run_latency(trial: Trial) -> dict[str, object]:
    """The time of a search, compared with a plain vector store over the same turns in the same run.

    The vector store is a matrix in memory: embed the question, multiply, and take the ten nearest turns.
    """
    times: dict[str, list[float]] = {"search": [], "embedding": [], "vector store": []}
    with filled(trial) as (engine, cases, _):
        engine.embed(["warm"])
        for case in cases:
            memory = memory_of(engine, PREFIX + case.name)
            matrix = _matrix(engine, case)
            for question in case.questions:
                now, text = question.asked_at or last_said(case), question.text
                times["search"].append(
                    _milliseconds_of(partial(memory.search, text, graph=trial.graph, now=now))
                )
                times["embedding"].append(_milliseconds_of(partial(engine.embed, [text])))
                times["vector store"].append(_milliseconds_of(partial(_nearest, engine, matrix, text)))
    numbers: dict[str, object] = {}
    for name, taken in times.items():
        half, most = percentiles(taken)
        numbers[name] = {"p50": round(half, 2), "p95": round(most, 2)}
        typer.echo(f"{name:14}{half:>8.1f} ms (p50) {most:>8.1f} ms (p95)")
    ratio = percentiles(times["search"])[0] / max(percentiles(times["vector store"])[0], 1e-9)
    typer.echo(f"a search takes {ratio:.1f} times as long as the plain vector store")
    return numbers | {"ratio": round(ratio, 2), "questions": len(times["search"])}


def _matrix(engine: "MemoryEngine", case: Case) -> "np.ndarray[tuple[int, ...], np.dtype[np.float32]]":
    rows = [v for v in engine.embed([turn.text for turn in case.turns]) if v is not None]
    return np.stack(rows) if rows else np.zeros((1, 1), dtype=np.float32)


def _nearest(
    engine: "MemoryEngine", matrix: "np.ndarray[tuple[int, ...], np.dtype[np.float32]]", question: str
) -> list[int]:
    (vector,) = engine.embed([question])
    if vector is None:
        return []
    scores = matrix @ vector
    return [int(row) for row in np.argsort(-scores)[:10]]


def _milliseconds_of(act: Callable[[], object]) -> float:
    began = perf_counter()
    act()
    return (perf_counter() - began) * 1000


def run_answer(trial: Trial, model: ChatModel | None = None) -> dict[str, object]:
    """Token F1 of answers against the gold answers; the answer is the best sentence, or written by a language model.

    Without a model the number is a lower bound, because whole sentences are compared with short answers.
    """
    reader: Reader = extracted if model is None else _read_by(model)
    scores: dict[str, list[float]] = {}
    with filled(trial) as (engine, cases, _):
        for question, f1 in _read(engine, cases, trial, reader):
            scores.setdefault(question.category or "all", []).append(f1)
            if question.category:
                scores.setdefault("all", []).append(f1)
    if not scores:
        raise InvalidInput(f"{trial.cases} has no gold answers: its questions need an `answer`.")
    for name, values in scores.items():
        typer.echo(f"{name[:22]:22}{len(values):>6}  F1 {100 * fmean(values):.1f}")
    return {name: round(100 * fmean(values), 1) for name, values in scores.items()}


def _read(
    engine: "MemoryEngine", cases: Sequence[Case], trial: Trial, reader: Reader
) -> Iterator[tuple[Question, float]]:
    for case in cases:
        memory = memory_of(engine, PREFIX + case.name)
        for question in (q for q in case.questions if q.answer):
            context = memory.context(
                question.text, graph=trial.graph, now=question.asked_at or last_said(case)
            )
            yield question, token_f1(reader(question.text, context.text), question.answer or "")


def extracted(question: str, context: str) -> str:
    """The sentence of a context that shares most terms with the question, without these terms."""
    asked = set(terms_of(question))
    lines = [
        line.partition("] ")[2].partition(": ")[2] or line
        for line in context.split("\n")
        if line.startswith("- ")
    ]
    sentences = [s for line in lines for s in sentences_of(line)]
    best = max(sentences, key=lambda s: len(asked & set(terms_of(s))), default="")
    return " ".join(word for word in best.split() if not set(terms_of(word)) & asked) or best


def _read_by(model: ChatModel) -> Reader:
    def read(question: str, context: str) -> str:
        messages = [
            {"role": "system", "content": _ASKED_OF_MODEL},
            {"role": "user", "content": f"{context}\n\nQuestion: {question}"},
        ]
        return model.answer(messages).text

    return read
