"""Agent-generated turns in a search: ranked separately from turns of people.

Turns that are ranked together change each other's scores. So the turns of people and documents are ranked without the
agent-generated ones, and those are merged into the hits afterwards. A request about the agent's work gives them a share of
the places, and ranks them by their terms, by the meaning of their passage, and by the turn that they answer. For any other
request they are ranked by their terms and fill free places.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import log1p
from operator import itemgetter

from memgraph_core.language.secrets import redacted
from memgraph_core.language.sentences import is_question
from memgraph_core.language.terms import agent_generated_terms, asks_nothing_but, terms_of
from memgraph_core.records.graph import Turn
from memgraph_core.records.kinds import AGENT_GENERATED
from memgraph_core.records.search import Candidates, Filters, Hit, Limits, Query, Step
from memgraph_core.retrieve.follow_up import is_recent_text

# Score of an agent-generated turn with every term of the question. A person's turn with every term reaches about 2.5 with
# all signals, so it ranks higher; one with half of the terms ranks lower.
FULL_SCORE = 2.0
MAX_HITS = 2  # agent-generated hits in one result, unless the filters ask for them
_MIN_SHARE = 0.2  # of the question's terms, by weight; a turn with fewer is only on a similar topic
# Minimum support to replace a person's hit. A long answer contains half of the terms of many questions.
_MIN_DISPLACING_SUPPORT = 0.7
# Minimum support of a hit for a request about the agent's work on which people stated nothing.
_MIN_SUPPORT_ALONE = 0.4
_MAX_QUOTE = 400  # characters
# Constant of reciprocal rank fusion. With 3 to 60 the results of two sets of questions differed by a few points.
_FUSION = 10
# The meaning of a passage counts as much as its words and the turn that it answers together: a long answer contains many words
# of each question.
_FUSED = {"words": 1.0, "meaning": 2.0, "answers": 1.0}


def limits_of(query: Query, limits: Limits) -> Limits:
    """The limits of the channels. Passages of agent-generated turns are searched only if the request is about the agent's work."""
    return limits if "work" in query.intents else replace(limits, agent_passages=0)


def rankable_turns(query: Query, turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """The turns of people and documents, without those that only repeat the question."""
    asked = set(query.terms) if is_question(query.text) else set[str]()
    return tuple(turn for turn in turns if not (turn.is_agent_generated or _repeats_question(turn, asked)))


def merge_agent_generated(
    query: Query, hits: tuple[Hit, ...], found: Candidates, limit: int
) -> tuple[Hit, ...]:
    """At most `limit` hits, including agent-generated ones, best first. The other hits keep their order.

    If the question is about the agent's work ("what did you suggest?"), they come first and take up to half of the places. In
    an overview ("summarise …") they take up to a third, because people state what was done. Otherwise at most two are merged,
    unless the filters ask for them. They fill free places; a full result of a question loses its last hits only to those with
    more support than any other hit. Of equal scores, web pages precede answers that may repeat them, then newer precede
    older.
    """
    if "work" in query.intents:
        return _merged(hits, _fused(query, hits, found), limit, is_overview="overview" in query.intents)
    generated = sorted(_hits(query, found), key=_merge_order)
    if not query.filters.asks_for_agents:
        generated = generated[: min(MAX_HITS, limit)]
    best = max((hit.support for hit in hits), default=0.0)
    least = max(best, _MIN_DISPLACING_SUPPORT)
    better = sum(hit.support > least for hit in generated) if query.kind == "question" else 0
    kept = hits[: max(limit - better, 0)]
    return tuple(sorted((*kept, *generated[: limit - len(kept)]), key=lambda hit: -hit.score))


def only_agent_generated(query: Query, hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """The agent-generated hits that are shown if people probably stated nothing on the request."""
    least = _MIN_SUPPORT_ALONE if "work" in query.intents else 0.0
    return tuple(hit for hit in hits if hit.trust in AGENT_GENERATED and hit.support >= least)


def _fused(query: Query, hits: Sequence[Hit], found: Candidates) -> list[Hit]:
    """The agent-generated hits for a request about the agent's work, best first, with scores up to `FULL_SCORE`.

    They are ranked by weighted reciprocal rank fusion of three rankings: the share of the question's terms, the similarity of the
    passage, and the rank of the turn that they answer.
    """
    turns = {turn.uid: turn for turn in _generated(query, found)}
    positions = {turn.uid: (turn.session, turn.position) for turn in found.turns}
    ranks = {
        positions[hit.turns[0]]: rank for rank, hit in enumerate(hits, start=1) if hit.turns[0] in positions
    }
    answered = {turn.uid: ranks.get((turn.session, (turn.position or 0) - 1)) for turn in turns.values()}
    shares = _term_shares(query, turns.values(), found)
    meaning = {
        uid: max(float(turn.vector @ query.vector), 0.0)
        for uid, turn in turns.items()
        if turn.vector is not None and query.vector is not None
    }
    signals = {
        "words": _reciprocal_ranks(shares),
        "meaning": _reciprocal_ranks(meaning),
        "answers": _reciprocal_ranks({uid: 1 / rank for uid, rank in answered.items() if rank}),
    }
    best = sum(_FUSED.values()) / (_FUSION + 1)
    fused: list[Hit] = []
    for uid, turn in turns.items():
        own = {
            name: FULL_SCORE * _FUSED[name] * ranked[uid] / best
            for name, ranked in signals.items()
            if uid in ranked
        }
        if own:
            support = max(shares[uid], meaning.get(uid, 0.0))
            fused.append(_with_signals(_hit(query, turn, support, found.space), own))
    return sorted(fused, key=_merge_order)


def _reciprocal_ranks(values: Mapping[str, float]) -> dict[str, float]:
    """Uid → 1 / (constant + rank), without those whose value is 0. Equal values have the same rank."""
    ordered = sorted((value for value in values.values() if value > 0), reverse=True)
    rank_of = {value: rank for rank, value in reversed(list(enumerate(ordered, start=1)))}
    return {uid: 1 / (_FUSION + rank_of[value]) for uid, value in values.items() if value > 0}


def _merged(
    hits: Sequence[Hit], generated: Sequence[Hit], limit: int, *, is_overview: bool
) -> tuple[Hit, ...]:
    """The hits of both, best first: an agent-generated hit before each other one, or after every two others for an overview.

    So at most half of the hits are agent-generated, or a third. Each gets the score of the other hit at its place, so that
    scores descend.
    """
    distance = 2 if is_overview else 1
    share = generated[: max(limit // (distance + 1), 1)]
    if not hits:
        return tuple(share[:limit])
    placed = [((place, 1), hit) for place, hit in enumerate(hits)]
    for number, hit in enumerate(share):
        place = distance * (number + is_overview)
        score = hits[min(place, len(hits) - 1)].score
        placed.append(((place, 0), _with_signals(hit, _scaled(hit.signals, score))))
    return tuple(hit for _, hit in sorted(placed, key=itemgetter(0))[:limit])


def _scaled(signals: Mapping[str, float], total: float) -> dict[str, float]:
    factor = total / sum(signals.values())
    return {name: value * factor for name, value in signals.items()}


def _with_signals(hit: Hit, signals: Mapping[str, float]) -> Hit:
    """The hit with these signals, whose sum is its score."""
    rounded = {name: round(value, 4) for name, value in signals.items()}
    return replace(hit, score=round(sum(signals.values()), 6), signals=rounded)


def _merge_order(hit: Hit) -> tuple[float, bool, float, str]:
    newest_first = -hit.said_at.timestamp() if hit.said_at else 0.0
    return -hit.score, hit.trust != "external", newest_first, hit.uid


def _repeats_question(turn: Turn, asked: set[str]) -> bool:
    return bool(asked) and asks_nothing_but(asked, turn.text) and is_question(turn.text)


def _hits(query: Query, found: Candidates) -> list[Hit]:
    """The agent-generated hits by their terms, in no order."""
    turns = _generated(query, found)
    shares = _term_shares(query, turns, found)
    minimum = _MIN_SHARE if query.filters == Filters() else 0.0
    return [
        _hit(query, turn, share, found.space)
        for turn in turns
        if (share := shares[turn.uid]) and share >= minimum
    ]


def _generated(query: Query, found: Candidates) -> list[Turn]:
    return [t for t in found.turns if t.is_agent_generated and not is_recent_text(t.text, query)]


def _term_shares(query: Query, turns: Iterable[Turn], found: Candidates) -> dict[str, float]:
    speakers = {turn.speaker for turn in found.turns if turn.speaker and not turn.is_agent_generated}
    names = {term for speaker in speakers for term in terms_of(speaker)}
    return {turn.uid: _term_share(query, turn, found, names) for turn in turns}


def _hit(query: Query, turn: Turn, share: float, space: str) -> Hit:
    text = turn.text if query.filters.kind == "vault" else redacted(turn.text)
    return Hit(
        uid=turn.uid,
        kind="turn",
        text=text if len(text) <= _MAX_QUOTE else f"{text[:_MAX_QUOTE]} …",
        score=round(FULL_SCORE * share, 6),
        turns=(turn.uid,),
        session=turn.session,
        speaker=turn.speaker,
        said_at=turn.said_at,
        signals={"words": round(FULL_SCORE * share, 4)},
        support=round(share, 4),
        path=(Step("Turn", turn.uid, turn.text),),
        trust=turn.trust,
        space=space,
        corrected_at=turn.corrected_at,
    )


def _term_share(query: Query, turn: Turn, found: Candidates, names: Collection[str]) -> float:
    """The share of the question's terms in the turn, weighted by their rarity in what people said.

    Names of speakers count only if the question has no other terms.
    """
    stored_terms, documents = set(turn.terms.split()), found.documents
    asked = [term for term in query.terms if term not in names] or query.terms
    weights = {term: log1p((documents + 0.5) / (found.frequencies.get(term, 0) + 0.5)) for term in asked}
    total = sum(weights.values())
    pairs = zip(asked, agent_generated_terms(asked), strict=True)
    return sum(weights[term] for term, stored in pairs if stored in stored_terms) / total if total else 0.0
