"""Plain methods over whole turns, with neither notes nor a graph: what a memory has to beat.

BM25 (Robertson and Zaragoza 2009; k1 1.2, b .75) over the terms that the engine itself has, one vector a turn, both
fused by reciprocal ranks (Cormack et al. 2009; k 60), and by the sum of scores scaled to [0, 1] per question.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from math import log
from typing import Literal

import numpy as np

from memgraph_core.language.terms import question_terms, terms_of
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import Vector

Scores = np.ndarray[tuple[int], np.dtype[np.float64]]
PlainMethod = Literal["bm25", "dense", "rrf", "weighted"]
PLAIN: tuple[PlainMethod, ...] = ("bm25", "dense", "rrf", "weighted")

_K1, _B = 1.2, 0.75
_RANK = 60


class PlainRanker:
    """Ranks the turns of one case. `embed` gives one vector of length one for each text, or None; words alone need none."""

    def __init__(
        self,
        method: PlainMethod,
        turns: Sequence[Turn],
        embed: Callable[[Sequence[str]], Sequence[Vector | None]],
    ) -> None:
        self._method: PlainMethod = method
        self._uids = [turn.uid for turn in turns]
        self._embed = embed
        shown = [_shown(turn) for turn in turns]
        self._postings = {} if method == "dense" else _postings([terms_of(text) for text in shown])
        self._vectors = () if method == "bm25" else embed(shown)

    def ranked(self, question: str, limit: int) -> list[str]:
        """The uids of the turns, best first; of two alike the earlier one."""
        scores = self._scores(question)
        return [self._uids[place] for place in np.argsort(-scores, kind="stable")[:limit]]

    def _scores(self, question: str) -> Scores:
        if self._method == "bm25":
            return self._by_words(question)
        if self._method == "dense":
            return self._by_meaning(question)
        words, meaning = self._by_words(question), self._by_meaning(question)
        if self._method == "rrf":
            return 1 / (_RANK + 1 + _places(words)) + 1 / (_RANK + 1 + _places(meaning))
        return _scaled(words) + _scaled(meaning)

    def _by_words(self, question: str) -> Scores:
        scores = np.zeros(len(self._uids))
        for term in question_terms(question):
            for place, weight in self._postings.get(term, ()):
                scores[place] += weight
        return scores

    def _by_meaning(self, question: str) -> Scores:
        (asked,) = self._embed([question])
        if asked is None:
            return np.zeros(len(self._uids))
        return np.array([0.0 if row is None else float(row @ asked) for row in self._vectors])


def _shown(turn: Turn) -> str:
    if turn.speaker is None:
        return f"{turn.session}. {turn.text}"
    said = f"({turn.said_at:%Y-%m-%d %H:%M}) " if turn.said_at else ""
    return f"{said}{turn.speaker}: {turn.text}"


def _postings(documents: Sequence[Sequence[str]]) -> dict[str, list[tuple[int, float]]]:
    mean = sum(map(len, documents)) / max(len(documents), 1)
    counts: dict[str, list[tuple[int, float]]] = {}
    for place, terms in enumerate(documents):
        for term, count in Counter(terms).items():
            weight = count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * len(terms) / mean))
            counts.setdefault(term, []).append((place, weight))
    return {
        term: [(place, weight * _rarity(len(rows), len(documents))) for place, weight in rows]
        for term, rows in counts.items()
    }


def _rarity(holding: int, documents: int) -> float:
    return log(1 + (documents - holding + 0.5) / (holding + 0.5))


def _scaled(scores: Scores) -> Scores:
    lowest, highest = scores.min(), scores.max()
    return (scores - lowest) / (highest - lowest) if highest > lowest else np.zeros_like(scores)


def _places(scores: Scores) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    return np.argsort(np.argsort(-scores, kind="stable"), kind="stable")
