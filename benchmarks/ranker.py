"""Trains the weights of conversations on one set of questions and tests them on others.

usage: python benchmarks/ranker.py --train CASES [--first N] [--test CASES ...] [--cache FILE]

A linear ranker over the signals of `memgraph_core.retrieve.rank`. It maximises the likelihood of the evidence turns in the
pool of each question (softmax over the pool, Adam, a penalty on large weights in units of each signal's standard
deviation). Prints the weights in the form of `memgraph_core/retrieve/weights.py`, and R@10 and nDCG@10 of the hand-set, the
current and the trained weights, for the training questions, the rest of that file, and the test files.
"""

import argparse
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import log2
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from memgraph_core.cli.invocation import embedder_of, memory_of
from memgraph_core.config import Settings
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.models.caching import CachedEmbedder
from memgraph_core.records.validation import zone_of
from memgraph_core.retrieve.rank import Ranking
from memgraph_core.retrieve.weights import STATEMENTS, Weights, weights_for
from memgraph_core.turns.conversation_files import Case, read_cases

# Signals that did not help on the training questions are left out.
TRAINED = (
    *("words_note", "words_passage", "coverage", "coverage_passage", "cosine", "cosine_passage"),
    *("before", "after", "answers", "session", "asks", "first_person", "length", "salience", "dated"),
    *("time", "speaker", "fact"),
)
PENALTY, STEPS, RATE = 0.02, 250, 0.05
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One question with its candidates."""

    signals: Numbers  # shape (turns, signals)
    is_evidence: NDArray[np.bool_]
    current: Numbers  # scores under the current weights
    by_hand: Numbers  # scores under the hand-set weights
    evidence: int  # number of evidence turns, including those that are not candidates


def samples_of(case: Case, engine: MemoryEngine) -> Iterator[Sample]:
    """Adds the case to a memory and searches for every question."""
    memory = memory_of(engine, case.name)
    for start in range(0, len(case.turns), 64):
        memory.add(case.turns[start : start + 64])
    last = max((t.said_at for t in case.turns if t.said_at), default=None)
    for question in case.questions:
        found = memory.find(question.text, now=question.asked_at or last)
        ranking, gold = found.ranking, set(question.evidence)
        zeros = np.zeros(len(ranking.pool))
        yield Sample(
            signals=np.stack([ranking.signals.get(name, zeros) for name in TRAINED], axis=1),
            is_evidence=np.array([t.uid in gold for t in ranking.pool.turns]),
            current=_scores(ranking, weights_for(found.query, ranking.pool)),
            by_hand=_scores(ranking, STATEMENTS),
            evidence=len(gold),
        )


def _scores(ranking: Ranking, weights: Weights) -> Numbers:
    return sum(
        [getattr(weights, name) * s for name, s in ranking.signals.items()], np.zeros(len(ranking.pool))
    )


def fitted(samples: Sequence[Sample]) -> Numbers:
    """The trained weights, scaled to the spread of the hand-set scores, on which thresholds elsewhere depend."""
    answerable = [s for s in samples if s.is_evidence.any()]
    spread = np.concatenate([s.signals for s in answerable]).std(axis=0) + 1e-9
    rows = [s.signals / spread for s in answerable]
    shares = [s.is_evidence / s.is_evidence.sum() for s in answerable]
    weights, mean, square = (np.zeros(len(TRAINED)) for _ in range(3))
    for step in range(1, STEPS + 1):
        slope = PENALTY * weights
        for row, share in zip(rows, shares, strict=True):
            likely = np.exp(row @ weights - (row @ weights).max())
            slope += row.T @ (likely / likely.sum() - share) / len(rows)
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    weights /= spread
    scale = fmean(float(s.by_hand.std()) for s in answerable) / fmean(
        float((s.signals @ weights).std()) for s in answerable
    )
    return (weights * scale).round(2)


def measured(samples: Sequence[Sample], scores: Sequence[Numbers]) -> str:
    """R@10 and nDCG@10."""
    recall, gain = list[float](), list[float]()
    for sample, score in zip(samples, scores, strict=True):
        ranks = np.flatnonzero(sample.is_evidence[np.argsort(-score, kind="stable")][:10])
        recall.append(len(ranks) / sample.evidence)
        ideal = sum(1 / log2(rank + 2) for rank in range(min(10, sample.evidence)))
        gain.append(sum(1 / log2(rank + 2) for rank in ranks) / ideal)
    return f"R@10 {100 * fmean(recall):.1f}, nDCG@10 {100 * fmean(gain):.1f}"


def report(name: str, samples: Sequence[Sample], weights: Numbers) -> None:
    """Print one line for each set of weights."""
    for label, scores in (
        ("by hand", [s.by_hand for s in samples]),
        ("current", [s.current for s in samples]),
        ("trained", [s.signals @ weights for s in samples]),
    ):
        print(f"{name:32}{len(samples):>6} questions  {label:12}{measured(samples, scores)}")


def main() -> None:
    """Train, print the weights, and test them."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--train", type=Path, required=True, metavar="CASES")
    parser.add_argument(
        "--first", type=int, metavar="N", help="train on the first N cases; the rest are a test"
    )
    parser.add_argument("--test", type=Path, nargs="*", default=[], metavar="CASES")
    parser.add_argument("--cache", type=Path, metavar="FILE", help="keeps vectors for the next run")
    given = parser.parse_args()
    settings = Settings.from_env()
    model = embedder_of(settings, bulk=True)
    if model is None:
        raise SystemExit(
            "There is no embedding model, and without one only the weights of words can be trained. Set MEMGRAPH_CORE_EMBEDDER."
        )
    with (
        TemporaryDirectory() as folder,
        closing(CachedEmbedder(model, given.cache or Path(folder) / "v")) as cached,
    ):
        url = str(Path(folder) / "ranker.db")
        settings = replace(settings, store=replace(settings.store, url=url))
        with MemoryEngine.open(settings=settings, embedder=cached) as engine:
            cases = {
                path: read_cases(path.read_bytes(), str(path), zone_of("UTC"))
                for path in (given.train, *given.test)
            }
            by_case = {
                path: [list(samples_of(case, engine)) for case in of_path] for path, of_path in cases.items()
            }
    own = by_case[given.train]
    train = [sample for case in own[: given.first] for sample in case]
    weights = fitted(train)
    chosen = {name: float(value) for name, value in zip(TRAINED, weights, strict=True)}
    print(Weights(**chosen))
    report(f"{given.train.stem}, trained on", train, weights)
    if rest := [sample for case in own[given.first :] for sample in case] if given.first else []:
        report(f"{given.train.stem}, the rest", rest, weights)
    for path in given.test:
        report(path.stem, [sample for case in by_case[path] for sample in case], weights)


if __name__ == "__main__":
    main()
