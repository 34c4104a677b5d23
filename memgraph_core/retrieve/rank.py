"""Pool and graph → ranking → hits, best first.

The score of a turn is the weighted sum of its signals; the weights depend on the request and on the pool. Every hit
states what each signal contributed to its score.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from memgraph_core.config import RetentionSettings
from memgraph_core.language.secrets import redacted
from memgraph_core.records.graph import Fact, Note, Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.search import Filters, Hit, Query
from memgraph_core.retrieve.expand import (
    Bridge,
    SearchGraph,
    bridges,
    current_fact_boost,
    fact_scores,
    nearness,
    path_to,
    routes_of,
    side_boost,
)
from memgraph_core.retrieve.follow_up import follow_up_signal
from memgraph_core.retrieve.generative_agents import WEIGHTS, RankingPreset, generative_signals
from memgraph_core.retrieve.history import replacement_of
from memgraph_core.retrieve.pool import Pool, Scores, values_at
from memgraph_core.retrieve.quote import best_sentences
from memgraph_core.retrieve.retention import retention_of
from memgraph_core.retrieve.signals import above_chance, support, turn_signals
from memgraph_core.retrieve.turn_features import states_something
from memgraph_core.retrieve.weights import Weights, weights_for

# Signals that are positive only for a match. Others, such as length and recency, are positive for any turn.
_MATCHING = ("words", "words_note", "coverage_passage", "before", "after", "time", "fact", "near", "bridge")
# For a question about one day: the number of first hits that contain the best turn of that day, the second and the third.
_DAY_PLACES = (3, 10, 10)
_DAY_MARGIN = 1e-6
_MAX_QUOTE = 250  # a hit quotes shorter turns completely; with 400 a context had less evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The pool with every signal and its weight, and the bridges of the graph over which turns were reached."""

    pool: Pool
    weights: Weights
    scores: Scores  # weighted sum of the signals
    signals: Mapping[str, Scores] = field(default_factory=dict[str, Scores])  # not weighted
    bridges: Mapping[int, Bridge] = field(default_factory=dict[int, Bridge])  # by index in the pool

    def with_signals(self, **signals: Scores) -> "Ranking":
        """A ranking with further signals added to the scores."""
        scores = sum([self._weight(name) * s for name, s in signals.items()], start=self.scores)
        return replace(self, scores=scores, signals={**self.signals, **signals})

    def adjusted(self, name: str, shares: Scores) -> "Ranking":
        """A ranking with a signal of this name that adds these shares of each score, or subtracts negative ones."""
        weighted = replace(self, weights={**self.weights, name: 1.0})
        return weighted.with_signals(**{name: shares * np.abs(self.scores)})

    @property
    def contributions(self) -> dict[str, Scores]:
        """What each signal with a weight contributed to the scores."""
        return {name: weight * s for name, s in self.signals.items() if (weight := self._weight(name))}

    @property
    def stated_facts(self) -> Scores:
        """0..1: how well each turn states a fact that the question asks about."""
        return self.signals.get("fact", np.zeros(len(self.pool)))

    @property
    def order(self) -> list[int]:
        """Indexes of the turns that match the query in any way, best first. Equal scores are ordered by uid."""
        turns, scores = self.pool.turns, self.scores.tolist()
        matching = np.flatnonzero(self._is_match).tolist()
        return sorted(matching, key=lambda index: (-round(scores[index], 9), turns[index].uid))

    @property
    def _is_match(self) -> NDArray[np.bool_]:
        """Whether a turn matches the query: by its terms or meaning, by its passage or a neighbour, by the graph, or by a time."""
        found = above_chance(self.pool) > 0
        for name in _MATCHING:
            found |= self.signals.get(name, np.zeros(len(self.pool))) > 0
        return found

    def _weight(self, name: str) -> float:
        return self.weights.get(name, 0.0)


def rank(
    query: Query,
    pool: Pool,
    graph: SearchGraph | None,
    *,
    weights: Weights | None = None,
    recency_days: float = 60.0,
    preset: RankingPreset = "trained",
) -> Ranking:
    """The ranking of the pool. If `graph` is None, it has no graph signals. `weights`: see `weights_for`."""
    signals = turn_signals(query, pool, recency_days)
    if preset == "generative_agents":
        weights, signals = WEIGHTS, {**signals, **generative_signals(query, pool, recency_days)}
    empty = Ranking(pool=pool, weights=weights or weights_for(query, pool), scores=np.zeros(len(pool)))
    ranking = empty.with_signals(**signals)
    if graph is not None:
        ranking = _with_graph_signals(query, graph, ranking)
    ranking = ranking.with_signals(follow_up=follow_up_signal(query, pool, ranking.scores))
    return ranking.with_signals(day_place=_day_boost(pool, ranking))


def _day_boost(pool: Pool, ranking: Ranking) -> Scores:
    """For a question about one day, what the best turns of that day lack to be among the first hits.

    Their words may differ from the question: "On 7 July Ada did not run. What did she do?" means "I went for a swim".
    """
    boost, scores = np.zeros(len(pool)), ranking.scores
    on_day = [i for i in np.flatnonzero(ranking.signals["day"]).tolist() if _states_something(pool, i)]
    best = sorted(on_day, key=lambda index: (-scores[index], index))[: len(_DAY_PLACES)]
    others = np.sort(np.delete(scores, best))[::-1]
    for before, (index, place) in enumerate(zip(best, _DAY_PLACES, strict=False)):
        if place - before <= len(others):
            needed = others[place - before - 1] + _DAY_MARGIN * (len(best) - before)
            boost[index] = max(0.0, float(needed - scores[index]))
    return boost


def _with_graph_signals(query: Query, graph: SearchGraph, ranking: Ranking) -> Ranking:
    pool = ranking.pool
    entities = graph.entities_of_turns(pool)
    found = bridges(query, graph, pool, entities, ranking.scores)
    bridge = np.zeros(len(pool))
    for index, way in found.items():
        bridge[index] = way.score
    near, fact = nearness(graph, pool, entities), fact_scores(query, graph, pool)
    ranking = replace(ranking, bridges=found).with_signals(fact=fact, near=near, bridge=bridge)
    ranking = ranking.with_signals(current_fact=current_fact_boost(query, graph, pool, ranking.scores))
    return ranking.with_signals(side=side_boost(query, graph, entities, ranking.scores))


def hits_of(
    query: Query, ranking: Ranking, graph: SearchGraph | None, space: str, count: int
) -> tuple[Hit, ...]:
    """The best `count` turns as hits, best first: each as its best note, or as the turn where it has no note.

    Turns that state nothing are left out, unless the search has filters: they only help to find the turns around them.
    """
    pool, scores = ranking.pool, ranking.scores
    supported = np.maximum(_support_with_questions(query, pool), ranking.stated_facts)
    contributions, stated = ranking.contributions, _facts_by_note(graph)
    competing = _competing_facts(query, graph)
    routes = routes_of(graph) if graph is not None else {}
    hits: list[Hit] = []
    returned = (
        index for index in ranking.order if query.filters != Filters() or _states_something(pool, index)
    )
    for index in islice(returned, count):
        turn, note = pool.turns[index], _best_note(query, pool.notes[index])
        bridge = ranking.bridges.get(index)
        facts = stated[note.uid] if note and note.uid in stated else []
        hits.append(
            Hit(
                uid=note.uid if note else turn.uid,
                kind="note" if note else "turn",
                text=_quote(query, turn, note),
                score=round(float(scores[index]), 6),
                turns=(turn.uid,),
                session=turn.session,
                speaker=turn.speaker,
                said_at=turn.said_at,
                signals={name: round(float(s[index]), 4) for name, s in contributions.items() if s[index]},
                support=round(float(supported[index]), 4),
                path=path_to(graph, pool, index, bridge, routes) if graph is not None else (),
                trust=turn.trust,
                space=space,
                note=note,
                facts=graph.named(facts) if graph is not None else (),
                replaced_by=_replacements(query, graph, facts, competing),
                corrected_at=turn.corrected_at,
            )
        )
    return tuple(hits)


def _support_with_questions(query: Query, pool: Pool) -> Scores:
    """The support of each turn; for an answer ("The cello."), at least that of the question before it."""
    own = support(query, pool)
    asking = np.array([not _states_something(pool, index) for index in range(len(pool))], dtype=np.float64)
    return np.maximum(own, values_at(own * asking, pool.preceding[0]))


def _states_something(pool: Pool, index: int) -> bool:
    return (
        bool(pool.notes[index]) or pool.turns[index].is_document or states_something(pool.turns[index].text)
    )


def _facts_by_note(graph: SearchGraph | None) -> dict[str, list[Fact]]:
    """Note uid → the facts that the note states, by uid."""
    facts = sorted(graph.facts.values(), key=lambda f: f.uid) if graph is not None else ()
    return grouped((note, fact) for fact in facts for note in fact.notes)


def _competing_facts(query: Query, graph: SearchGraph | None) -> dict[tuple[str, str], list[Fact]]:
    """Subject and type → the facts that were found. One of them may have replaced another.

    Empty for a search with filters, because a replacement may lie outside them.
    """
    facts = graph.facts.values() if graph is not None and query.filters == Filters() else ()
    return grouped(((fact.subject, fact.type), fact) for fact in facts)


def _replacements(
    query: Query,
    graph: SearchGraph | None,
    facts: Iterable[Fact],
    competing: Mapping[tuple[str, str], list[Fact]],
) -> dict[str, NamedFact]:
    """Uid of each ended fact → the fact that replaced it, where that is known."""
    if graph is None:
        return {}
    ended = [f for f in facts if f.holds_until]
    found = {f.uid: replacement_of(f, competing.get((f.subject, f.type), ()), query.now) for f in ended}
    others = {uid: other for uid, other in found.items() if other and other.object in graph.entities}
    return dict(zip(others, graph.named(others.values()), strict=True))


def _quote(query: Query, turn: Turn, note: Note | None) -> str:
    """The text of a turn with its caption, or its best sentences. Secrets are redacted unless the filter asks for notes of
    the kind `vault`.
    """
    text = turn.text if query.filters.kind == "vault" else redacted(turn.text)
    caption = f" [shows: {turn.caption}]" if turn.caption else ""
    return (
        text + caption
        if len(text + caption) <= _MAX_QUOTE
        else best_sentences(text, query.terms, note, _MAX_QUOTE)
    )


def _best_note(query: Query, notes: tuple[Note, ...]) -> Note | None:
    """The note that contains most of the question, by terms and cosine; of equal ones the more salient, then the first."""
    wanted = set(query.terms)

    def fit(note: Note) -> tuple[float, float]:
        cosine = 0.0
        if query.vector is not None and note.vector is not None:
            cosine = float(note.vector @ query.vector)
        return len(wanted & set(note.terms.split())) / (len(wanted) or 1) + cosine, note.salience

    return max(notes, key=fit, default=None)


def with_retention(
    ranking: Ranking, graph: SearchGraph | None, settings: RetentionSettings, now: datetime
) -> Ranking:
    """The ranking with the signal `retention`: at most the share `settings.ranking` of each score, added or subtracted.

    A turn with a note that never fades, or that states a current fact, counts as remembered.
    """
    if not settings.ranking:
        return ranking
    facts = graph.facts.values() if graph is not None else ()
    lasting = {uid for fact in facts if fact.holds(now) for uid in fact.notes}
    remembered = [
        1.0
        if turn.at is None or any(n.uid in lasting or n.kind in settings.never_fade for n in notes)
        else retention_of(turn.uid, turn.at, turn.used_at, now, settings.curve).retention
        for turn, notes in zip(ranking.pool.turns, ranking.pool.notes, strict=True)
    ]
    return ranking.adjusted("retention", settings.ranking * (2 * np.array(remembered) - 1))
