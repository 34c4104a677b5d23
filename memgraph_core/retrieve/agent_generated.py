"""Agent-generated turns in a search: ranked by their own terms, separately from turns of people.

Turns that are ranked together change each other's scores. So the turns of people and documents are ranked without the
agent-generated ones, and those are merged into the hits afterwards.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from math import log1p

from memgraph_core.language.secrets import redacted
from memgraph_core.language.sentences import is_question
from memgraph_core.language.terms import agent_generated_terms, asks_nothing_but, terms_of
from memgraph_core.records.graph import Turn
from memgraph_core.records.search import Candidates, Filters, Hit, Query, Step
from memgraph_core.retrieve.follow_up import is_recent_text

# Score of an agent-generated turn with every term of the question. A person's turn with every term reaches about 2.5 with
# all signals, so it ranks higher; one with half of the terms ranks lower.
FULL_SCORE = 2.0
MAX_HITS = 2  # agent-generated hits in one result, unless the filters ask for them
_MIN_SHARE = 0.2  # of the question's terms, by weight; a turn with fewer is only on a similar topic
# Minimum support to replace a person's hit. A long answer contains half of the terms of many questions.
_MIN_DISPLACING_SUPPORT = 0.7
_MAX_QUOTE = 400  # characters


def rankable_turns(query: Query, turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """The turns of people and documents, without those that only repeat the question."""
    asked = set(query.terms) if is_question(query.text) else set[str]()
    return tuple(turn for turn in turns if not (turn.is_agent_generated or _repeats_question(turn, asked)))


def merge_agent_generated(
    query: Query, hits: tuple[Hit, ...], found: Candidates, limit: int
) -> tuple[Hit, ...]:
    """At most `limit` hits, including agent-generated ones, best first. The other hits keep their order.

    If the question is about the agent's work ("what did you suggest?", "summarise …"), they are ranked by their terms and
    by the turn that they answer, and take up to half of the places. Otherwise at most two are merged, unless the filters
    ask for them. They fill free places; a full result of a question loses its last hits only to those with more support
    than any other hit. Of equal scores, web pages precede answers that may repeat them, then newer precede older.
    """
    generated = sorted(_hits(query, found), key=_merge_order)
    if "work" in query.intents and hits:
        return _merge_by_relevance(hits, _ranked_with_answers(generated, hits, found), limit)
    if not (query.filters.role or query.filters.trust or query.filters.agent):
        generated = generated[: min(MAX_HITS, limit)]
    best = max((hit.support for hit in hits), default=0.0)
    least = max(best, _MIN_DISPLACING_SUPPORT)
    better = sum(hit.support > least for hit in generated) if query.kind == "question" else 0
    kept = hits[: max(limit - better, 0)]
    return tuple(sorted((*kept, *generated[: limit - len(kept)]), key=lambda hit: -hit.score))


def _ranked_with_answers(generated: Iterable[Hit], hits: Sequence[Hit], found: Candidates) -> list[Hit]:
    """The agent-generated hits, and the answers to the turns of the other hits, best first.

    The score is that of the best other hit, times the mean of the share of the question's terms and of the relative score
    of the turn that it answers.
    """
    top = max(hit.score for hit in hits)
    positions = {turn.uid: (turn.session, turn.position) for turn in found.turns}
    score_at = {positions[hit.turns[0]]: hit.score / top for hit in hits if hit.turns[0] in positions}
    ranked: list[Hit] = []
    for hit in generated:
        session, position = positions[hit.turns[0]]
        answered = score_at.get((session, (position or 0) - 1), 0.0)
        signals = {"words": top * hit.support / 2, "answers": top * max(answered, 0.0) / 2}
        signals = {name: round(value, 4) for name, value in signals.items() if value}
        ranked.append(replace(hit, score=round(sum(signals.values()), 6), signals=signals))
    return sorted(ranked, key=_merge_order)


def _merge_by_relevance(hits: tuple[Hit, ...], generated: Sequence[Hit], limit: int) -> tuple[Hit, ...]:
    """The best hits of both, at most half of them agent-generated."""
    share = generated[: max(limit // 2, 1)]
    return tuple(sorted((*hits, *share), key=lambda hit: -hit.score)[:limit])


def _merge_order(hit: Hit) -> tuple[float, bool, float, str]:
    newest_first = -hit.said_at.timestamp() if hit.said_at else 0.0
    return -hit.score, hit.trust != "external", newest_first, hit.uid


def _repeats_question(turn: Turn, asked: set[str]) -> bool:
    return bool(asked) and asks_nothing_but(asked, turn.text) and is_question(turn.text)


def _hits(query: Query, found: Candidates) -> list[Hit]:
    speakers = {turn.speaker for turn in found.turns if turn.speaker and not turn.is_agent_generated}
    names = {term for speaker in speakers for term in terms_of(speaker)}
    generated = [t for t in found.turns if t.is_agent_generated and not is_recent_text(t.text, query)]
    shares = {turn: _term_share(query, turn, found, names) for turn in generated}
    minimum = _MIN_SHARE if query.filters == Filters() else 0.0
    return [
        _hit(query, turn, share, found.space) for turn, share in shares.items() if share and share >= minimum
    ]


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
