"""Signals → hits, best first.

A weighted sum of scaled signals; ranks alone (RRF) lose too much here. Weights were set by hand on one set of
conversations and checked on others; every hit carries what each signal added to it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from memgraph_core.language.secrets import redacted
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.terms import terms_of
from memgraph_core.reads import Hit, Query
from memgraph_core.retrieve.signals import (
    Pool,
    Scores,
    closeness,
    meaning_signals,
    recency,
    session_strength,
    smoothed,
    spoken_by,
    support,
    word_signals,
)
from memgraph_core.retrieve.walk import Bridge, Graph, bridges, nearness, path_to, told_facts
from memgraph_core.types import Note, Turn

_QUOTE = 400  # characters of a turn that a hit quotes whole
_TRUST = {"said": 0.0, "observed": 0.0, "inferred": -0.1, "external": -0.1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each signal may add at most, in units of one full match of words."""

    words: float = 1.0
    words_note: float = 0.3
    words_passage: float = 0.25
    meaning_note: float = 0.6
    meaning_passage: float = 0.6
    before: float = 0.1  # share of the score of the turn before
    after: float = 0.1  # share of the score of the turn after
    session: float = 0.15
    time: float = 0.5
    speaker: float = 0.15
    recency: float = 0.02
    fact: float = 0.6  # for stating a fact that is asked about
    near: float = 0.5
    bridge: float = 1.5


DEFAULT = Weights()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The pool with what every signal added, and how the graph reached each turn."""

    pool: Pool
    added: Mapping[str, Scores]
    bridges: Mapping[int, Bridge]
    told: Scores  # 0..1: how well each turn states a fact that is asked about

    @property
    def scores(self) -> Scores:
        """The sum of all signals."""
        return np.sum(list(self.added.values()), axis=0) if self.added else np.zeros(len(self.pool))

    @property
    def order(self) -> list[int]:
        """Places in the pool, best first; equal scores by uid."""
        scores = self.scores
        turns = self.pool.turns
        places = [i for i in range(len(turns)) if scores[i] > 0]
        return sorted(places, key=lambda i: (-round(float(scores[i]), 9), turns[i].uid))


def rank(
    query: Query,
    pool: Pool,
    graph: Graph | None,
    *,
    weights: Weights = DEFAULT,
    recency_days: float = 60.0,
) -> Ranking:
    """Weigh every signal for every turn of the pool; without a graph, only what the turns themselves tell."""
    added = _own_signals(query, pool, weights)
    base: Scores = np.sum(list(added.values()), axis=0)
    added["neighbours"] = smoothed(base, pool, weights.before, weights.after)
    added["session"] = weights.session * session_strength(base, pool)
    added["time"] = weights.time * closeness(query, pool)
    added["speaker"] = weights.speaker * spoken_by(query, pool)
    added["recency"] = weights.recency * recency(query, pool, recency_days)
    added["trust"] = np.array([_TRUST[t.trust] for t in pool.turns])
    found: dict[int, Bridge] = {}
    told = np.zeros(len(pool))
    if graph is not None:
        scores: Scores = np.sum(list(added.values()), axis=0)
        members = graph.members(pool)
        found = bridges(query, graph, pool, members, scores)
        told = told_facts(query, graph, pool)
        added["fact"] = weights.fact * told
        added["near"] = weights.near * nearness(graph, pool, members)
        added["bridge"] = np.zeros(len(pool))
        for place, bridge in found.items():
            added["bridge"][place] = weights.bridge * bridge.score
    return Ranking(pool=pool, added=added, bridges=found, told=told)


def _own_signals(query: Query, pool: Pool, weights: Weights) -> dict[str, Scores]:
    added = {
        "words": weights.words,
        "words_note": weights.words_note,
        "words_passage": weights.words_passage,
    }
    signals = {name: added[name] * scores for name, scores in word_signals(query, pool).items()}
    if query.vector is not None:
        meaning = meaning_signals(query.vector, pool)
        signals["meaning_note"] = weights.meaning_note * meaning["meaning_note"]
        signals["meaning_passage"] = weights.meaning_passage * meaning["meaning_passage"]
    return signals


def hits_of(query: Query, ranking: Ranking, graph: Graph | None, space: str, count: int) -> tuple[Hit, ...]:
    """The best turns as hits: each by its best note, or by its own words where it has none."""
    pool, scores = ranking.pool, ranking.scores
    supported = np.maximum(support(query, pool), ranking.told)
    hits: list[Hit] = []
    for place in ranking.order[:count]:
        turn, note = pool.turns[place], _best_note(query, pool.notes[place])
        quote = _quote(query, turn, note)
        signals = {name: round(float(s[place]), 4) for name, s in ranking.added.items() if s[place]}
        path = path_to(graph, pool, place, ranking.bridges.get(place)) if graph is not None else ()
        facts = [f for f in graph.facts.values() if note and note.uid in f.notes] if graph else []
        hits.append(
            Hit(
                uid=note.uid if note else turn.uid,
                kind="note" if note else "turn",
                text=quote,
                score=round(float(scores[place]), 6),
                turns=(turn.uid,),
                session=turn.session,
                speaker=turn.speaker,
                said_at=turn.said_at,
                signals=signals,
                support=round(float(supported[place]), 4),
                path=path,
                trust=turn.trust,
                space=space,
                note=note,
                facts=tuple(sorted(facts, key=lambda f: f.uid)),
            )
        )
    return tuple(hits)


def _quote(query: Query, turn: Turn, note: Note | None) -> str:
    """The whole turn while it is short; of a long one the sentences that hold most of the question, in order.

    The sentence of the hit's note comes first among them: it may answer without a word of the question. Secrets
    are quoted only to those who ask for notes of the kind `vault`.
    """
    shared = f" [shows: {turn.caption}]" if turn.caption else ""
    text = turn.text if query.filters.kind == "vault" else redacted(turn.text)
    if len(whole := text + shared) <= _QUOTE:
        return whole
    sentences, wanted = sentences_of(text), set(query.terms)

    def worth(place: int) -> tuple[bool, int, int]:
        noted = note is not None and sentences[place] in note.text
        return not noted, -len(wanted & set(terms_of(sentences[place]))), place

    chosen: list[int] = []
    for place in sorted(range(len(sentences)), key=worth):
        if not chosen or sum(len(sentences[i]) for i in (*chosen, place)) <= _QUOTE:
            chosen.append(place)
    return " … ".join(sentences[place] for place in sorted(chosen))[: 2 * _QUOTE]


def _best_note(query: Query, notes: tuple[Note, ...]) -> Note | None:
    """The note that holds most of the question; the first of equals."""
    wanted = set(query.terms)

    def fit(note: Note) -> tuple[float, float]:
        cosine = 0.0
        if query.vector is not None and note.vector is not None:
            cosine = float(note.vector @ query.vector)
        return len(wanted & set(note.terms.split())) / (len(wanted) or 1) + cosine, note.salience

    return max(notes, key=fit, default=None)
