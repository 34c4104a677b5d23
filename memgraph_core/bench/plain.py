"""Plain rankings of whole turns, without notes and without a graph, as baselines.

`bm25` uses the engine's terms (Robertson and Zaragoza 2009; k1 1.2, b .75), `dense` one vector per turn. `rrf` fuses both
by reciprocal ranks (Cormack et al. 2009; k 60), `weighted` by the sum of their scores, scaled to [0, 1] per question.
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
_RRF_K = 60


class PlainRanker:
    """Ranks the turns of one case. `embed` returns a unit vector or None per text; `bm25` does not call it."""

    def __init__(
        self,
        method: PlainMethod,
        turns: Sequence[Turn],
        embed: Callable[[Sequence[str]], Sequence[Vector | None]],
    ) -> None:
        self._method: PlainMethod = method
        self._uids = [turn.uid for turn in turns]
        self._embed = embed
        texts = [displayed(turn) for turn in turns]
        self._postings = {} if method == "dense" else _postings([terms_of(text) for text in texts])
        self._vectors = () if method == "bm25" else embed(texts)

    def ranked(self, question: str, limit: int) -> list[str]:
        """The uids of the best `limit` turns, best first; turns with equal scores keep their order."""
        scores = self._scores(question)
        return [self._uids[index] for index in np.argsort(-scores, kind="stable")[:limit]]

    def _scores(self, question: str) -> Scores:
        if self._method == "bm25":
            return self._by_words(question)
        if self._method == "dense":
            return self._by_meaning(question)
        words, meaning = self._by_words(question), self._by_meaning(question)
        if self._method == "rrf":
            return 1 / (_RRF_K + 1 + _ranks(words)) + 1 / (_RRF_K + 1 + _ranks(meaning))
        return _scaled(words) + _scaled(meaning)

    def _by_words(self, question: str) -> Scores:
        scores = np.zeros(len(self._uids))
        for term in question_terms(question):
            for index, weight in self._postings.get(term, ()):
                scores[index] += weight
        return scores

    def _by_meaning(self, question: str) -> Scores:
        (query,) = self._embed([question])
        if query is None:
            return np.zeros(len(self._uids))
        return np.array([0.0 if row is None else float(row @ query) for row in self._vectors])


def displayed(turn: Turn) -> str:
    """A turn as one line with its time and speaker, or a passage after its title."""
    if turn.speaker is None:
        return f"{turn.session}. {turn.text}"
    time = f"({turn.said_at:%Y-%m-%d %H:%M}) " if turn.said_at else ""
    return f"{time}{turn.speaker}: {turn.text}"


def _postings(documents: Sequence[Sequence[str]]) -> dict[str, list[tuple[int, float]]]:
    mean = sum(map(len, documents)) / max(len(documents), 1)
    counts: dict[str, list[tuple[int, float]]] = {}
    for index, terms in enumerate(documents):
        for term, count in Counter(terms).items():
            weight = count * (_K1 + 1) / (count + _K1 * (1 - _B + _B * len(terms) / mean))
            counts.setdefault(term, []).append((index, weight))
    return {
        term: [(index, weight * _idf(len(rows), len(documents))) for index, weight in rows]
        for term, rows in counts.items()
    }


def _idf(matching: int, documents: int) -> float:
    return log(1 + (documents - matching + 0.5) / (matching + 0.5))


def _scaled(scores: Scores) -> Scores:
    lowest, highest = scores.min(), scores.max()
    return (scores - lowest) / (highest - lowest) if highest > lowest else np.zeros_like(scores)


def _ranks(scores: Scores) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
    return np.argsort(np.argsort(-scores, kind="stable"), kind="stable")
