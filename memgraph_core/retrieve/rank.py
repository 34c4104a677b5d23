"""Signals → hits, best first.

A weighted sum of signals; ranks alone (RRF) lose too much here. Every hit carries what each signal added to it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from memgraph_core.language.secrets import redacted
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Fact, Note, Turn
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.search import Filters, Hit, Query
from memgraph_core.retrieve.expand import (
    Bridge,
    Graph,
    bridges,
    nearness,
    path_to,
    routes_of,
    told_facts,
    what_holds,
)
from memgraph_core.retrieve.follow_up import onward
from memgraph_core.retrieve.history import ends_of, in_its_place, named_facts
from memgraph_core.retrieve.signals import (
    Pool,
    Scores,
    as_they_are,
    beside,
    closeness,
    meaning_signals,
    recency,
    session_strength,
    spoken_by,
    support,
    word_signals,
)
from memgraph_core.retrieve.turn_features import manner
from memgraph_core.retrieve.weights import STATEMENTS, Weights, weights_for

_QUOTE = 250  # characters of a turn that a hit quotes whole; 400 held less evidence in the same budget
_TRUST = {"said": 0.0, "observed": 0.0, "inferred": -0.1, "external": -0.1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The pool with what every signal says and may add, and how the graph reached each turn."""

    pool: Pool
    weights: Weights
    scores: Scores  # the sum of what the signals add
    signals: Mapping[str, Scores] = field(default_factory=dict[str, Scores])  # before they are weighed
    bridges: Mapping[int, Bridge] = field(default_factory=dict[int, Bridge])

    def plus(self, **signals: Scores) -> "Ranking":
        """The same with further signals."""
        scores = sum([self._weight(name) * s for name, s in signals.items()], start=self.scores)
        return replace(self, scores=scores, signals={**self.signals, **signals})

    @property
    def added(self) -> dict[str, Scores]:
        """What every signal added; those that do not count are left out."""
        return {name: weight * s for name, s in self.signals.items() if (weight := self._weight(name))}

    def _weight(self, name: str) -> float:
        return 1.0 if name == "trust" else float(getattr(self.weights, name))

    @property
    def told(self) -> Scores:
        """0..1: how well each turn states a fact that is asked about."""
        return self.signals.get("fact", np.zeros(len(self.pool)))

    @property
    def order(self) -> list[int]:
        """Places in the pool, best first; equal scores by uid."""
        turns, scores = self.pool.turns, self.scores.tolist()
        places = [place for place, score in enumerate(scores) if score > 0]
        return sorted(places, key=lambda place: (-round(scores[place], 9), turns[place].uid))


def rank(
    query: Query,
    pool: Pool,
    graph: Graph | None,
    *,
    weights: Weights | None = None,
    recency_days: float = 60.0,
) -> Ranking:
    """Weigh every signal for every turn of the pool; without a graph, only what the turns themselves tell.

    Without weights, those that suit the pool.
    """
    weights = weights or weights_for(query, pool)
    asked = {**word_signals(query, pool), **meaning_signals(query, pool)}
    base: Scores = np.sum([getattr(STATEMENTS, name) * s for name, s in asked.items()], axis=0)
    ranking = Ranking(pool=pool, weights=weights, scores=np.zeros(len(pool))).plus(
        **asked,
        **as_they_are(query, pool),
        **beside(base, pool),
        **manner(query, pool),
        session=session_strength(base, pool),
        time=closeness(query, pool),
        speaker=spoken_by(query, pool),
        recency=recency(query, pool, recency_days),
        trust=np.array([_TRUST[t.trust] for t in pool.turns]),
    )
    ranking = ranking if graph is None else _with_graph(query, graph, ranking)
    return ranking.plus(onward=onward(query, pool, ranking.scores))


def _with_graph(query: Query, graph: Graph, ranking: Ranking) -> Ranking:
    pool = ranking.pool
    members = graph.members(pool)
    found = bridges(query, graph, pool, members, ranking.scores)
    bridge = np.zeros(len(pool))
    for place, way in found.items():
        bridge[place] = way.score
    near, told = nearness(graph, pool, members), told_facts(query, graph, pool)
    ranking = replace(ranking, bridges=found).plus(fact=told, near=near, bridge=bridge)
    return ranking.plus(holds=what_holds(query, graph, pool, ranking.scores))


def hits_of(query: Query, ranking: Ranking, graph: Graph | None, space: str, count: int) -> tuple[Hit, ...]:
    """The best turns as hits: each by its best note, or by its own words where it has none."""
    pool, scores = ranking.pool, ranking.scores
    supported = np.maximum(support(query, pool), ranking.told)
    added, stated, rivals = ranking.added, _stated(graph), _rivals(query, graph)
    routes = routes_of(graph) if graph is not None else {}
    hits: list[Hit] = []
    for place in ranking.order[:count]:
        turn, note = pool.turns[place], _best_note(query, pool.notes[place])
        quote = _quote(query, turn, note)
        signals = {name: round(float(s[place]), 4) for name, s in added.items() if s[place]}
        bridge = ranking.bridges.get(place)
        path = path_to(graph, pool, place, bridge, routes) if graph is not None else ()
        facts = stated[note.uid] if note and note.uid in stated else []
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
                facts=tuple(facts),
                replaced_by=_instead(query, graph, facts, rivals),
                corrected_at=turn.corrected_at,
            )
        )
    return tuple(hits)


def _stated(graph: Graph | None) -> dict[str, list[Fact]]:
    """What each note states, by uid."""
    stated: dict[str, list[Fact]] = defaultdict(list)
    for fact in sorted(graph.facts.values(), key=lambda f: f.uid) if graph is not None else ():
        for note in fact.notes:
            stated[note].append(fact)
    return stated


def _rivals(query: Query, graph: Graph | None) -> dict[tuple[str, str], list[Fact]]:
    """Subject and type → the facts among which one may have taken the place of another, as far as they were come across.

    A search with filters is told nothing from beyond them.
    """
    rivals: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in graph.facts.values() if graph is not None and query.filters == Filters() else ():
        rivals[fact.subject, fact.type].append(fact)
    return rivals


def _instead(
    query: Query, graph: Graph | None, facts: Iterable[Fact], rivals: Mapping[tuple[str, str], list[Fact]]
) -> dict[str, NamedFact]:
    """Of facts that hold no longer, what holds in their place."""
    if graph is None:
        return {}
    ended = [f for f in facts if f.holds_until]
    found = {f.uid: in_its_place(f, rivals.get((f.subject, f.type), ()), query.now) for f in ended}
    others = {uid: other for uid, other in found.items() if other and other.object in graph.entities}
    ends = ends_of(others.values())
    names = {end: graph.entities[end].name for end in ends if end in graph.entities}
    return dict(zip(others, named_facts(others.values(), names), strict=True))


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
    return " … ".join(_cut(sentences[place], 2 * _QUOTE) for place in sorted(chosen))


def _cut(sentence: str, length: int) -> str:
    """A sentence that goes on too long, to its last whole word, with a sign that it goes on."""
    if len(sentence) <= length:
        return sentence
    return (
        sentence[: length - 1].rpartition(" ")[0].rstrip(" ,;:，；、") + "…"
        if " " in sentence[:length]
        else sentence[: length - 1] + "…"
    )


def _best_note(query: Query, notes: tuple[Note, ...]) -> Note | None:
    """The note that holds most of the question; the first of equals."""
    wanted = set(query.terms)

    def fit(note: Note) -> tuple[float, float]:
        cosine = 0.0
        if query.vector is not None and note.vector is not None:
            cosine = float(note.vector @ query.vector)
        return len(wanted & set(note.terms.split())) / (len(wanted) or 1) + cosine, note.salience

    return max(notes, key=fit, default=None)
