"""What programs and pages say, beside what people said: found by its own words, and never in the way of theirs.

Whatever is ranked together changes one another's scores. So what people said and documents hold is ranked as if no
program had ever spoken, and what programs say takes its place among it by its own words alone.
"""

from collections.abc import Collection, Iterable
from math import log1p

from memgraph_core.language.secrets import redacted
from memgraph_core.language.sentences import is_question
from memgraph_core.language.terms import aside_terms, asks_nothing_but, terms_of
from memgraph_core.records.graph import Turn
from memgraph_core.records.search import Candidates, Filters, Hit, Query, Step
from memgraph_core.retrieve.follow_up import was_said

# What a turn of a program that holds every word of the question is worth: less than a turn of a person that does, which
# comes to about 2.5 with all signals, and more than one that holds half of them.
WORTH = 2.0
_LEAST = 0.2  # of the question's words by weight; with fewer it only speaks of something similar
MOST = 2  # of them in one answer, unless they are asked for
_QUOTE = 400  # characters


def said(query: Query, turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """The turns of people and documents, without those that only ask what is asked now: asking is no answer."""
    asked = set(query.terms) if is_question(query.text) else set[str]()
    return tuple(turn for turn in turns if not (turn.is_agent_generated or _only_asks(turn, asked)))


def with_asides(query: Query, hits: tuple[Hit, ...], found: Candidates, limit: int) -> tuple[Hit, ...]:
    """The hits with those of programs and pages among them, best first; of equals a page before the answers that may
    repeat it, then the newest. The order of the others stays.

    These take places that the others leave free, at most two unless they are asked for. Where there is no place, they
    take the last ones only if they hold more of the question than any other hit.
    """
    asides = sorted(_hits(query, found), key=_source_and_newest_of_the_best)
    if not (query.filters.role or query.filters.trust or query.filters.agent):
        asides = asides[: min(MOST, limit)]
    best = max((hit.support for hit in hits), default=0.0)
    better = sum(hit.support > best for hit in asides)
    kept = hits[: max(limit - better, 0)]
    return tuple(sorted((*kept, *asides[: limit - len(kept)]), key=lambda hit: -hit.score))


def _source_and_newest_of_the_best(hit: Hit) -> tuple[float, bool, float, str]:
    newest = -hit.said_at.timestamp() if hit.said_at else 0.0
    return -hit.score, hit.trust != "external", newest, hit.uid


def _only_asks(turn: Turn, asked: set[str]) -> bool:
    return bool(asked) and asks_nothing_but(asked, turn.text) and is_question(turn.text)


def _hits(query: Query, found: Candidates) -> list[Hit]:
    speakers = {turn.speaker for turn in found.turns if turn.speaker and not turn.is_agent_generated}
    names = {term for speaker in speakers for term in terms_of(speaker)}
    asides = [turn for turn in found.turns if turn.is_agent_generated and not was_said(turn.text, query)]
    shares = {turn: _share(query, turn, found, names) for turn in asides}
    least = _LEAST if query.filters == Filters() else 0.0
    return [
        _hit(query, turn, share, found.space) for turn, share in shares.items() if share and share >= least
    ]


def _hit(query: Query, turn: Turn, share: float, space: str) -> Hit:
    text = turn.text if query.filters.kind == "vault" else redacted(turn.text)
    return Hit(
        uid=turn.uid,
        kind="turn",
        text=text if len(text) <= _QUOTE else f"{text[:_QUOTE]} …",
        score=round(WORTH * share, 6),
        turns=(turn.uid,),
        session=turn.session,
        speaker=turn.speaker,
        said_at=turn.said_at,
        signals={"words": round(WORTH * share, 4)},
        support=round(share, 4),
        path=(Step("Turn", turn.uid, turn.text),),
        trust=turn.trust,
        space=space,
        corrected_at=turn.corrected_at,
    )


def _share(query: Query, turn: Turn, found: Candidates, names: Collection[str]) -> float:
    """How many of the question's words it holds, by how rare they are among what people said; names of speakers count
    only where nothing else is asked.
    """
    held, documents = set(turn.terms.split()), found.documents
    asked = [term for term in query.terms if term not in names] or query.terms
    weights = {term: log1p((documents + 0.5) / (found.frequencies.get(term, 0) + 0.5)) for term in asked}
    total = sum(weights.values())
    own = zip(asked, aside_terms(asked), strict=True)
    return sum(weights[term] for term, stored in own if stored in held) / total if total else 0.0
