"""Trains the weights of the ranking signals on several sets of questions, and tests them on sets that were left out.

usage: python benchmarks/ranker.py CASES ... [--keep FOLDER] [--write]

Weights depend on the circumstances of a search (`memgraph_core.retrieve.weights`): the weight of a signal is a base weight
plus a term for each circumstance. Training maximises the likelihood of the evidence turns in the pool of each question
(softmax over the pool, Adam). Penalties are in units of each signal's standard deviation within a pool. Base weights are
pulled towards weights that were set by hand, circumstances towards 0, so that they explain only what the base cannot. Sets
count by the square root of their size. A third of the questions is also trained without vectors.

Prints for each set R@10 of the best plain method, of the weights in the package (shipped), of weights that were trained
without the family of the set (left out), and of weights that were trained on all sets (fitted). Files whose names agree up to
the first underscore are one family, because translations of the same questions are no test. `--keep` keeps memories and
vectors for the next run. `--write` writes the fitted weights to `memgraph_core/retrieve/weights.toml`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import numpy as np
from numpy.typing import NDArray
from training import Workspace, arguments, cases_of, name_of, workspace

from memgraph_core.bench.plain import PLAIN, PlainRanker
from memgraph_core.cli.invocation import memory_of
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.retrieve import weights as shipped
from memgraph_core.retrieve.weights import FIXED, circumstances
from memgraph_core.turns.conversation_files import Case

BASE_PENALTY, CIRCUMSTANCE_PENALTY, STEPS, RATE = 0.15, 0.3, 200, 0.05
# The penalty pulls the base weights towards these, which were set by hand on conversations, daily messages and passages, in
# units of the likelihood. They keep a signal of the graph alive that most training questions do not need.
PRIOR_SCALE = 3.0
PRIOR = {
    "words": 1.0, "words_note": 0.3, "words_passage": 0.25, "meaning_note": 0.3, "meaning_passage": 0.3, "meaning_part": 0.6,
    "before": 0.1, "after": 0.1, "session": 0.15, "time": 0.5, "speaker": 0.15, "fact": 0.6, "near": 0.5, "bridge": 1.5,
}  # fmt: skip
# Signs of base weights that training may not reverse because a set happens to suggest it.
NEVER_NEGATIVE = frozenset(
    {"words", "coverage_passage", "meaning_part", "fact", "near", "bridge", "time", "speaker"}
)
NEVER_POSITIVE = frozenset({"asks"})
SPREAD = 0.45  # mean standard deviation of the scores of a pool, on which thresholds elsewhere depend
WITHOUT_VECTORS = 3  # every third question is also trained without vectors
Numbers = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One question with its candidates."""

    set: str
    signals: Mapping[str, Numbers]  # each of shape (turns,)
    circumstances: Mapping[str, float]
    is_evidence: NDArray[np.bool_]
    evidence: int  # number of evidence turns, including those that are not candidates

    @property
    def family(self) -> str:
        """The name of its set up to the first underscore."""
        return self.set.partition("_")[0]


Table = tuple[
    Sequence[str], Sequence[str], Numbers
]  # signals, circumstances, weights of shape (signals, 1 + circumstances)


def samples_of(name: str, case: Case, engine: MemoryEngine) -> Iterator[tuple[Sample, bool]]:
    """Adds the case to a memory and searches for every question with evidence. True with each sample without vectors."""
    memory = memory_of(engine, f"bench-{case.name}")
    for start in range(0, len(case.turns), 64):
        memory.add(case.turns[start : start + 64])
    last = max((t.said_at for t in case.turns if t.said_at), default=None)
    embedder = engine.embedder
    for number, question in enumerate(case.questions):
        for model in [embedder, None] if number % WITHOUT_VECTORS == 0 else [embedder]:
            engine.embedder = model
            found = memory.explain_search(question.text, now=question.asked_at or last)
            engine.embedder = embedder
            pool, gold = found.ranking.pool, set(question.evidence)
            if gold:
                yield (
                    Sample(
                        set=name,
                        signals={key: s.astype(np.float32) for key, s in found.ranking.signals.items()},
                        circumstances=circumstances(found.query, pool),
                        is_evidence=np.array([turn.uid in gold for turn in pool.turns], dtype=bool),
                        evidence=len(gold),
                    ),
                    model is None and embedder is not None,
                )


def fitted(samples: Sequence[Sample]) -> Table:
    """The trained weights, scaled so that the scores of a pool have the standard deviation `SPREAD` on average."""
    known = [s for s in samples if s.is_evidence.any()]
    signals = sorted({name for s in known for name in s.signals} - FIXED.keys())
    names = sorted({name for s in known for name in s.circumstances})
    pools = [_matrix(s, signals) for s in known]
    given = np.array([[1.0, *(s.circumstances[name] for name in names)] for s in known], dtype=np.float32)
    counts = {name: sum(s.set == name for s in known) for name in {s.set for s in known}}
    shares = np.array([counts[s.set] ** -0.5 for s in known], dtype=np.float32)
    shares /= shares.sum()
    deviations = np.concatenate([pool - pool.mean(axis=0) for pool in pools])
    spread = deviations.std(axis=0) + 1e-6
    pools = [pool / spread for pool in pools]
    wanted = [s.is_evidence / s.is_evidence.sum() for s in known]
    penalty = np.full((len(signals), given.shape[1]), CIRCUMSTANCE_PENALTY, dtype=np.float32)
    penalty[:, 0] = BASE_PENALTY
    prior, mean, square = (np.zeros_like(penalty) for _ in range(3))
    prior[:, 0] = [PRIOR_SCALE * PRIOR.get(name, 0.0) for name in signals] * spread
    weights = prior.copy()
    lowest = np.array([0.0 if name in NEVER_NEGATIVE else -np.inf for name in signals])
    highest = np.array([0.0 if name in NEVER_POSITIVE else np.inf for name in signals])
    for step in range(1, STEPS + 1):
        of_each = given @ weights.T
        slopes = np.stack(
            [
                share * (pool.T @ (_likely(pool @ own) - target))
                for pool, own, target, share in zip(pools, of_each, wanted, shares, strict=True)
            ]
        )
        slope = slopes.T @ given + penalty * (weights - prior)
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        weights -= RATE * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        weights[:, 0] = np.clip(weights[:, 0], lowest, highest)
    scores = [pool @ own for pool, own in zip(pools, given @ weights.T, strict=True)]
    scale = SPREAD / fmean(float(score.std()) for score in scores)
    return signals, names, (weights / spread[:, np.newaxis] * scale).astype(np.float32)


def _likely(scores: Numbers) -> Numbers:
    likely = np.exp(scores - scores.max())
    return likely / likely.sum()


def _matrix(sample: Sample, signals: Sequence[str]) -> Numbers:
    zeros = np.zeros(len(sample.is_evidence), dtype=np.float32)
    return np.stack([sample.signals.get(name, zeros) for name in signals], axis=1)


def scores(sample: Sample, table: Table) -> Numbers:
    """The score of each turn, with the signals whose weights are not trained."""
    signals, names, weights = table
    given = np.array([1.0, *(sample.circumstances[name] for name in names)], dtype=np.float32)
    fixed = sum(weight * sample.signals[name] for name, weight in FIXED.items() if name in sample.signals)
    return (_matrix(sample, signals) @ (weights @ given) + fixed).astype(np.float32)


def recall(samples: Sequence[Sample], rank: Callable[[Sample], Numbers]) -> float:
    """R@10 in per cent."""
    found = [s.is_evidence[np.argsort(-rank(s), kind="stable")][:10].sum() / s.evidence for s in samples]
    return 100 * fmean(float(share) for share in found)


def best_plain(cases: Sequence[Case], engine: MemoryEngine) -> tuple[str, float]:
    """The plain method with the highest R@10 on a set, and its R@10."""
    found: dict[str, list[float]] = {method: [] for method in PLAIN}
    for method in PLAIN:
        for case in cases:
            ranker = PlainRanker(method, case.turns, engine.embed)
            for question in (q for q in case.questions if q.evidence):
                top = set(ranker.ranked(question.text, 10))
                found[method].append(len(top & set(question.evidence)) / len(question.evidence))
    method = max(found, key=lambda name: fmean(found[name]))
    return method, 100 * fmean(found[method])


def report(
    samples: Sequence[Sample], plain: Mapping[str, tuple[str, float]], table: Table, all_: Sequence[Sample]
) -> None:
    """Print one line for each set. `all_` are the samples for training, with those without vectors."""
    print(f"{'R@10':24}{'questions':>10}{'best plain':>22}{'shipped':>10}{'left out':>10}{'fitted':>8}")
    in_use = shipped_table()
    left_out = {
        family: fitted([s for s in all_ if s.family != family])
        for family in sorted({s.family for s in samples})
    }
    for name in dict.fromkeys(s.set for s in samples):
        own = [s for s in samples if s.set == name]
        without = left_out[own[0].family]
        method, best = plain.get(name, ("", float("nan")))
        found = [recall(own, lambda s, t=of: scores(s, t)) for of in (in_use, without, table)]
        line = f"{name:24}{len(own):>10}{method:>14}{best:>8.1f}"
        print(line + "".join(f"{value:>{width}.1f}" for value, width in zip(found, (10, 10, 8), strict=True)))


def shipped_table() -> Table:
    """The weights in the package."""
    rows = shipped.weight_table()
    names = sorted({name for row in rows.values() for name in row} - {"base"})
    weights = [[row.get(name, 0.0) for name in ("base", *names)] for row in rows.values()]
    return list(rows), names, np.array(weights, dtype=np.float32)


def written(table: Table) -> str:
    """The weights as `weights.toml`."""
    signals, names, weights = table
    lines = [
        "# Weights of the ranking signals, trained by benchmarks/ranker.py: the base weight of each signal, and what each",
        "# circumstance of a search adds to it. memgraph_core/retrieve/weights.py reads this file.",
    ]
    for signal, row in zip(signals, weights.tolist(), strict=True):
        values = {"base": row[0], **dict(zip(names, row[1:], strict=True))}
        shown = [f"{name} = {value:.3f}" for name, value in values.items() if abs(value) >= 0.0005]
        lines += ["", f"[weights.{signal}]", *shown]
    return "\n".join(lines) + "\n"


def _samples(path: Path, space: Workspace) -> tuple[list[tuple[Sample, bool]], tuple[str, float]]:
    cases, name = cases_of(path), name_of(path)
    with space.engine(name) as engine:
        found = [sample for case in cases for sample in samples_of(name, case, engine)]
        return found, best_plain(cases, engine)


def main() -> None:
    """Search all sets, train, test, and print or write the weights."""
    given = arguments(__doc__)
    with workspace(given.keep) as space:
        by_set = {name_of(path): _samples(path, space) for path in given.cases}
    training = [sample for samples, _ in by_set.values() for sample, _ in samples]
    tested = [sample for samples, _ in by_set.values() for sample, is_without in samples if not is_without]
    table = fitted(training)
    report(tested, {name: plain for name, (_, plain) in by_set.items()}, table, training)
    if given.write:
        Path(shipped.__file__).with_name("weights.toml").write_text(written(table), encoding="utf-8")
    else:
        print(written(table))


if __name__ == "__main__":
    main()
