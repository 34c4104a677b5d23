"""Calibrated estimates: the probability that memory answers a request, and that a hit belongs to the answer.

Both are logistic models over features of the best hits. `estimate.toml` holds their weights, trained by
benchmarks/estimate.py on requests with and without an answer in memory. One estimate serves `knows`, empty contexts and
the decision of an agent; the threshold depends on the use. No feature of `known` names the language or the kind of the
request: models with such features failed on sets that were left out of training.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import exp, log, log1p

import numpy as np
from numpy.typing import NDArray

from memgraph_core.language.names import name_key
from memgraph_core.language.people import is_first_person
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.search import Hit, Query
from memgraph_core.retrieve.pool import Pool, Scores
from memgraph_core.retrieve.rank import Ranking
from memgraph_core.retrieve.weights import BROAD_INTENTS

Features = Mapping[str, float]
_TOP_SIGNALS = (
    "coverage", "coverage_passage", "cosine", "cosine_passage", "words_and_meaning", "rank_words", "rank_meaning", "fact",
    "near",
)  # fmt: skip
LEADS = ("lead", "lead_of_themselves", "lead_in_notes")
_HIT_SIGNALS = (
    *_TOP_SIGNALS,
    "bridge",
    "speaker",
    "time",
    "answers",
    "asks",
    "length",
    "salience",
    "session",
)
# Probability from which a hit is put into a context. Of the evidence, .01 loses 1 point, .02 loses 4 and .05 loses 8.
MIN_RELEVANCE = 0.01
_ALWAYS_SHOWN = 2
_TOP_HITS = 3  # hits whose signals describe a request
_MAX_LOGIT = 8.0
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|once|twice|couple|dozen)\b|[一二两三四五六七八九十百]",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(r"\byour?s?\b|[你您]", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Logistic:
    """A logistic model: bias and weights of the features; features that it lacks are ignored."""

    bias: float
    weights: Features

    def probability(self, features: Features) -> float:
        """0..1."""
        logit = self.bias + sum(weight * features.get(name, 0.0) for name, weight in self.weights.items())
        return 1 / (1 + exp(-max(-_MAX_LOGIT, min(_MAX_LOGIT, logit))))


@cache
def shipped_model(name: str) -> Logistic:
    """The shipped model: `known` (memory answers the request) or `relevance` (a hit belongs to the answer)."""
    file = resources.files("memgraph_core.retrieve") / "estimate.toml"
    weights = {
        key: float(value) for key, value in tomllib.loads(file.read_text(encoding="utf-8"))[name].items()
    }
    return Logistic(weights.pop("bias"), weights)


def ranking_features(query: Query, ranking: Ranking, hits: Sequence[Hit], people: Sequence[str]) -> Features:
    """Features of a request that depend on the ranking: what its best hits share with it, and who said them.

    `people` are the people whom the request names.
    """
    pool, signals = ranking.pool, ranking.signals
    index_of = {turn.uid: index for index, turn in enumerate(pool.turns)}
    top = [index_of[hit.turns[0]] for hit in hits if hit.turns[0] in index_of]
    own = [hit for hit in hits if hit.trust not in AGENT_GENERATED][:_TOP_HITS]
    found = {f"top_{name}": _top(signals.get(name), top) for name in _TOP_SIGNALS}
    return {
        **found,
        **_speaker_features(ranking, top, people),
        "first_coverage": _first(signals.get("coverage"), top),
        "first_cosine": _first(signals.get("cosine"), top),
        "numbers": float("count" in query.intents and not any(_NUMBER.search(hit.text) for hit in own)),
        "times": float("temporal" in query.intents and any(hit.note and hit.note.grain for hit in own)),
    }


def _top(signal: Scores | None, top: Sequence[int]) -> float:
    return float(max(signal[list(top[:_TOP_HITS])])) if signal is not None and top else 0.0


def _first(signal: Scores | None, top: Sequence[int]) -> float:
    return float(signal[top[0]]) if signal is not None and top else 0.0


def _speaker_features(ranking: Ranking, top: Sequence[int], people: Sequence[str]) -> Features:
    """For a request that names one speaker: how far their best turn exceeds that of the others, by words and meaning.

    What others state in the first person is about themselves. What they say to or about the named person may answer.
    """
    pool = ranking.pool
    keys = {name_key(name) for name in people}
    is_own = np.array(
        [bool(t.speaker) and name_key(t.speaker or "") in keys for t in pool.turns], dtype=np.bool_
    )
    if len(people) != 1 or not is_own.any() or is_own.all():
        return {"named_speaker": 0.0}
    match = _match(ranking)
    others = ~is_own
    addressing = np.array([_is_about(turn.text, people) for turn in pool.turns], dtype=np.bool_)
    of_themselves = others & np.array([is_first_person(turn.text) for turn in pool.turns], dtype=np.bool_)
    best = [index for index in np.argsort(-match, kind="stable")[:5].tolist()]
    own_best = _max(match, is_own)
    return {
        "named_speaker": 1.0,
        "own_match": own_best,
        "lead": own_best - _max(match, others & ~addressing),
        "lead_of_themselves": own_best - _max(match, of_themselves),
        "lead_in_notes": _max(_notes_match(ranking), is_own) - _max(_notes_match(ranking), of_themselves),
        "own_share": float(is_own[best].mean()),
        "first_is_own": float(bool(top) and bool(is_own[top[0]])),
    }


def _match(ranking: Ranking) -> Scores:
    """How well each turn matches by its own words and meaning, independent of its speaker."""
    names = (("coverage", 1.0), ("cosine", 1.0), ("words_and_meaning", 0.3))
    return _mixed(ranking, names)


def _notes_match(ranking: Ranking) -> Scores:
    return _mixed(ranking, (("words_note", 1.0), ("meaning_note", 1.0)))


def _mixed(ranking: Ranking, names: Sequence[tuple[str, float]]) -> Scores:
    zeros = np.zeros(len(ranking.pool))
    return np.sum([weight * ranking.signals.get(name, zeros) for name, weight in names], axis=0)


def _max(scores: Scores, mask: NDArray[np.bool_]) -> float:
    return float(scores[mask].max()) if mask.any() else 0.0


def _is_about(text: str, people: Sequence[str]) -> bool:
    return bool(_ADDRESSED.search(text)) or any(name in text for name in people)


def relevant_hits(query: Query, ranking: Ranking, hits: Sequence[Hit], known: float) -> tuple[Hit, ...]:
    """The hits that probably belong to the answer, in their order; always the first two and the first agent-generated one."""
    relevance = shipped_model("relevance")
    generated = next((place for place, hit in enumerate(hits) if hit.trust in AGENT_GENERATED), None)
    features = hit_features(query, ranking, hits, known)
    return tuple(
        hit
        for place, (hit, of_hit) in enumerate(zip(hits, features, strict=True))
        if place < _ALWAYS_SHOWN or place == generated or relevance.probability(of_hit) >= MIN_RELEVANCE
    )


def hit_features(query: Query, ranking: Ranking, hits: Sequence[Hit], known: float) -> list[Features]:
    """Features of each hit: its signals, its place and the distance to the best hit. `known` is the probability that
    memory answers the request at all.
    """
    pool: Pool = ranking.pool
    index_of = {turn.uid: index for index, turn in enumerate(pool.turns)}
    broad = float(bool(query.intents & BROAD_INTENTS) or query.kind != "question")
    best = hits[0].score if hits else 0.0
    found: list[Features] = []
    for place, hit in enumerate(hits):
        index = index_of.get(hit.turns[0])
        signals = {
            name: float(ranking.signals[name][index])
            if index is not None and name in ranking.signals
            else 0.0
            for name in _HIT_SIGNALS
        }
        previous = hits[place - 1].score - hit.score if place else 0.0
        following = hit.score - hits[place + 1].score if place + 1 < len(hits) else 0.0
        found.append(
            {
                **signals,
                "score": hit.score,
                "support": hit.support,
                "agent_generated": float(index is None),
                "behind": best - hit.score,
                "behind_previous": previous,
                "ahead_of_next": following,
                "reciprocal_rank": 1 / (place + 1),
                "log_rank": log1p(place),
                "broad": broad,
                "broad_log_rank": broad * log1p(place),
                "broad_behind": broad * (best - hit.score),
                "known": _logit(known),
            }
        )
    return found


def _logit(probability: float) -> float:
    kept = min(max(probability, 0.01), 0.99)
    return log(kept / (1 - kept))
