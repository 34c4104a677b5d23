"""Scores of rankings and answers, and estimates with intervals. Pure functions."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from math import log2
from statistics import fmean

from memgraph_core.language.terms import terms_of

MEASURES = ("R@5", "R@10", "A@5", "A@10", "nDCG@10")
_DRAWS = 1000


def measured(ranked: Sequence[str], evidence: Sequence[str]) -> dict[str, float]:
    """R@k: share of the evidence among the first k. A@k: 1 if all evidence is there. nDCG@10: binary gains."""
    gold = set(evidence)
    positions = [position for position, uid in enumerate(dict.fromkeys(ranked)) if uid in gold]
    found = {k: sum(position < k for position in positions) for k in (5, 10)}
    ideal = sum(1 / log2(position + 2) for position in range(min(10, len(gold))))
    return {
        **{f"R@{k}": count / len(gold) for k, count in found.items()},
        **{f"A@{k}": float(count == len(gold)) for k, count in found.items()},
        "nDCG@10": sum(1 / log2(position + 2) for position in positions if position < 10) / ideal,
    }


def any_session(
    ranked: Sequence[str], evidence: Sequence[str], sessions: Mapping[str, str]
) -> dict[str, float]:
    """Session@k: 1 if one of the first k turns is in a session of the evidence, as other projects report recall.

    `sessions` maps turns to their sessions. This is easier to reach than R@k, which counts evidence turns.
    """
    wanted = {sessions[uid] for uid in evidence if uid in sessions}
    found = [sessions.get(uid) in wanted for uid in dict.fromkeys(ranked)]
    return {f"Session@{k}": float(any(found[:k])) for k in (5, 10)}


def token_f1(answer: str, gold: str) -> float:
    """F1 of two answers as multisets of terms, as in SQuAD, but with stemmed terms."""
    ours, theirs = Counter(terms_of(answer)), Counter(terms_of(gold))
    shared = (ours & theirs).total()
    return 2 * shared / (ours.total() + theirs.total()) if shared else 0.0


def estimate(groups: Mapping[str, Sequence[float]]) -> tuple[float, float, float]:
    """The mean of numbers and its 95 % interval, by a bootstrap over whole groups (cases).

    A single group is resampled by its members. Deterministic: the same numbers give the same interval.
    """
    units = list(groups.values())
    if len(units) == 1:
        units = [[value] for value in units[0]]
    draw = random.Random(0)
    means = sorted(
        fmean(v for unit in draw.choices(units, k=len(units)) for v in unit) for _ in range(_DRAWS)
    )
    return fmean(v for unit in units for v in unit), means[int(0.025 * _DRAWS)], means[int(0.975 * _DRAWS)]
