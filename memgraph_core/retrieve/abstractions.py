"""Abstractions in a search: ranked by their own terms and vectors, apart from what people said.

Notes that are ranked together change each other's scores. So turns are ranked without the abstractions, and those that
answer a question better than any turn, or are asked for, are merged into the hits afterwards.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from memgraph_core.language.derived_text import asks_for_habit, asks_for_pattern, without_pattern_words
from memgraph_core.language.secrets import redacted
from memgraph_core.language.subject import subject_words
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.search import Candidates, Hit, Query, Step
from memgraph_core.retrieve.pool import term_share

MAX_HITS = 2  # abstractions in one result
_MIN_SHARE_ASKED = 0.3  # of the question's terms, by weight, if it asks what is usual
_MIN_SHARE = 0.7  # if it does not; an abstraction with fewer is only on a similar subject
_MIN_SHARE_ANY = 1e-4  # at least one term
_NEAR_BEST = 0.75  # of the share of the best abstraction, if the question asks what is usual
_OF_PATTERNS = frozenset({"habit", "preference"})  # kinds of abstractions that state what is usual
_COSINE = 0.5  # weight of the similarity, beside the share of the terms


@dataclass(frozen=True, slots=True)
class Separated:
    """The candidates without abstractions, and the abstractions among them with their source turns by uid."""

    candidates: Candidates
    abstractions: tuple[Note, ...]
    turns: dict[str, Turn]


def separated(found: Candidates) -> Separated:
    """The candidates with the abstractions apart.

    The candidates then lack the turns that were found only as sources of an abstraction.
    """
    abstractions = tuple(note for note in found.notes if note.is_abstraction)
    if not abstractions:
        return Separated(found, (), {})
    notes = tuple(note for note in found.notes if not note.is_abstraction)
    wanted = {uid for note in notes for uid in note.turns} | set(found.channels)
    sources = {uid for note in abstractions for uid in note.turns}
    turns = tuple(turn for turn in found.turns if turn.uid in wanted or turn.uid not in sources)
    about = {uid: ends for uid, ends in found.about.items() if uid not in {note.uid for note in abstractions}}
    return Separated(
        replace(found, notes=notes, turns=turns, about=about),
        abstractions,
        {turn.uid: turn for turn in found.turns if turn.uid in sources},
    )


def merge_abstractions(
    query: Query, hits: tuple[Hit, ...], found: Separated, speakers: Collection[str], limit: int
) -> tuple[Hit, ...]:
    """At most `limit` hits with at most two abstractions among them, best first. The other hits keep their order.

    If the question asks what is usual, how often or since when, they come first. Otherwise they come last, and take a
    place only if they cover more of the question than every other hit; a question with a date then gets none, because
    abstractions leave out the single days. A search for insights alone returns all insights with a term of the question.
    """
    only_insights = query.filters.kind == "insight"
    asked = only_insights or asks_for_pattern(query.text, query.language)
    has_date = query.since is not None or query.until is not None
    if not found.abstractions or (has_date and not asked):
        return hits
    topic = _topic_terms(query, speakers)
    ranked = sorted(
        (_hit(query, note, found, topic) for note in found.abstractions),
        key=lambda hit: (-hit.score, hit.uid),
    )
    if not only_insights and asks_for_habit(query.text, query.language):
        ranked = _patterns_first(ranked)
    least = _least_share(ranked, is_asked=asked, only_insights=only_insights)
    chosen = [hit for hit in ranked if hit.support >= least]
    if not asked:
        best, free = max((hit.support for hit in hits), default=0.0), limit - len(hits)
        better = sum(hit.support > best for hit in chosen)
        chosen = chosen[: max(free, better)]
    chosen = chosen[: limit if only_insights else min(MAX_HITS, limit)]
    if not chosen:
        return hits
    kept = hits[: limit - len(chosen)]
    if asked:
        top = max((hit.score for hit in kept), default=0.0)
        first = [replace(hit, score=round(top + hit.score, 6)) for hit in chosen]
        return (*first, *kept)
    bottom = min((hit.score for hit in kept), default=1.0)
    return (*kept, *(replace(hit, score=round(min(bottom, hit.score), 6)) for hit in chosen))


def _patterns_first(ranked: Sequence[Hit]) -> Sequence[Hit]:
    """The habits and preferences, if one of them has enough of the question's terms; otherwise all abstractions.

    An episode repeats the words of single turns, so it often has more of the terms than the habit that was asked about.
    """
    patterns = [hit for hit in ranked if hit.note is not None and _OF_PATTERNS & set(hit.note.tags)]
    return patterns if any(hit.support >= _MIN_SHARE_ASKED for hit in patterns) else ranked


def _least_share(ranked: Sequence[Hit], *, is_asked: bool, only_insights: bool) -> float:
    """The smallest share of the question's terms with which an abstraction is chosen."""
    if only_insights:
        return _MIN_SHARE_ANY
    if not is_asked:
        return _MIN_SHARE
    best = max((hit.support for hit in ranked), default=0.0)
    return max(_MIN_SHARE_ASKED, _NEAR_BEST * best)


def _topic_terms(query: Query, speakers: Collection[str]) -> tuple[str, ...]:
    """The terms that say what a question is about, without names of speakers and words such as "usually".

    All terms of the question if there are no others.
    """
    text = without_pattern_words(query.text, query.language)
    words = subject_words(text, query.language, tuple(speakers))
    topic = dict.fromkeys(term for word in words for term in word.terms if term in query.terms)
    return tuple(topic) or query.terms


def _hit(query: Query, note: Note, found: Separated, topic: Sequence[str]) -> Hit:
    share = term_share(topic, frozenset(note.terms.split()), found.candidates)
    cosine = 0.0
    if query.vector is not None and note.vector is not None:
        cosine = max(0.0, float(note.vector @ query.vector))
    source = next((found.turns[uid] for uid in note.turns if uid in found.turns), None)
    return Hit(
        uid=note.uid,
        kind="note",
        text=redacted(note.text),
        score=round(share + _COSINE * cosine, 6),
        turns=note.turns,
        session=source.session if source else "",
        speaker=None,
        said_at=note.said_at,
        signals={"words": round(share, 4), "meaning": round(_COSINE * cosine, 4)},
        support=round(share, 4),
        path=(Step("Note", note.uid, redacted(note.text)),),
        trust=note.trust,
        space=found.candidates.space,
        note=note,
    )
