"""The ranking signals of the candidate turns: words, meaning, neighbours, style, time and speaker.

A signal is an array with one number per turn of the pool, usually 0..1, so that weights are comparable. To add one,
write its function here, name it in `turn_signals`, and train the weights again (`benchmarks/ranker.py`).
Signals that need the graph are in `expand`.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from math import exp

import numpy as np
from numpy.typing import NDArray

from memgraph_core.language.asking import has_question_mark
from memgraph_core.language.names import name_key
from memgraph_core.language.standing_requests import has_standing_request
from memgraph_core.language.terms import terms_of
from memgraph_core.records.grouping import grouped
from memgraph_core.records.search import Query
from memgraph_core.retrieve.pool import Pool, Scores, TermCounts, max_by_owner, values_at
from memgraph_core.retrieve.turn_features import turn_features

# BM25 with Lucene's parameters (Robertson and Zaragoza, 2009).
_K1 = 1.2
_B = 0.75
_LONGEST_DAY = timedelta(days=2)  # a range of time that counts as one day
_DAY = 86_400.0  # seconds
_EARLIEST, _LATEST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
# Cosine that a question about a topic unknown to memory reaches with the nearest of 178 notes.
_CHANCE_COSINE = 0.25
# Weights of a turn's own signals in the match score that its neighbours and session receive.
_MATCH = {"words": 1.0, "words_note": 0.3, "words_passage": 0.25, "meaning_note": 0.6, "meaning_passage": 0.6}
_ON_SUBJECT = 0.5  # of the best match, from which a turn is on the subject of the question
_RANK_OFFSET = 10  # of a reciprocal rank; 60 is usual for long rankings (Cormack et al., 2009)
# Added to the score as it is: inferred and external turns rank slightly lower.
_TRUST = {"said": 0.0, "observed": 0.0, "inferred": -0.1, "external": -0.1}


def turn_signals(query: Query, pool: Pool, recency_days: float) -> dict[str, Scores]:
    """Every signal that needs no graph, by the name of its weight.

    `recency_days` is the time in days after which `recency` has fallen to 1/e.
    """
    matches = {**word_signals(query, pool), **meaning_signals(query, pool)}
    match: Scores = np.sum(
        [weight * matches[name] for name, weight in _MATCH.items() if name in matches], axis=0
    )
    return {
        **matches,
        **agreement_signals(matches),
        **unscaled_signals(query, pool),
        **neighbour_signals(match, pool),
        **turn_features(query, pool),
        "session": session_strength(match, pool),
        "time": time_closeness(query, pool),
        "day": on_the_day(query, pool),
        "speaker": speaker_match(query, pool),
        "recency": recency(query, pool, recency_days),
        "newest": newest_match(query, pool, match),
        "standing": standing_requests(query, pool, matches),
        "trust": np.array([_TRUST[t.trust] for t in pool.turns]),
    }


def word_signals(query: Query, pool: Pool) -> dict[str, Scores]:
    """BM25 of the turn, of its best note, and of its passage (the turn with the two before it), scaled to maximum 1.

    For several questions in one, each is scored alone and the best counts.
    """
    passages = TermCounts(
        *(
            own + values_at(own, pool.preceding).sum(axis=0)
            for own in (pool.term_counts.counts, pool.term_counts.lengths)
        )
    )
    by_part: list[tuple[Scores, Scores, Scores]] = []
    for idf in _idf_by_part(query, pool):
        of_notes = max_by_owner(_bm25(pool.note_term_counts, idf), pool.note_owners, len(pool))
        of_turns = _bm25(pool.term_counts, idf)
        of_passages = _bm25(passages, idf)
        by_part.append((_max_scaled(of_turns), _max_scaled(of_notes), _max_scaled(of_passages)))
    words, words_note, words_passage = (np.max(signal, axis=0) for signal in zip(*by_part, strict=True))
    return {"words": words, "words_note": words_note, "words_passage": words_passage}


def _idf_by_part(query: Query, pool: Pool) -> list[NDArray[np.float64]]:
    """For each of several questions in one, the idf of its terms and 0 for the terms of the others."""
    parts = [frozenset(part) for part in query.subquestions] or [frozenset(query.terms)]
    return [pool.idf * np.array([term in part for term in query.terms]) for part in parts]


def meaning_signals(query: Query, pool: Pool) -> dict[str, Scores]:
    """Cosine of the query with the best note and with the passage, scaled from the pool's minimum to its maximum.

    0 where a note or turn has no vector. Empty when the query has none.
    """
    if query.vector is None:
        return {}
    signals = {
        "meaning_note": _min_max_scaled(pool.note_cosines),
        "meaning_passage": _min_max_scaled(pool.passage_cosines),
    }
    signals["meaning_part"] = _min_max_scaled(_best_part(pool))
    return signals


def _best_part(pool: Pool) -> Scores:
    """The best cosine of a part of the query, or of the query if it has only one part; NaN without a vector."""
    whole = np.fmax(pool.note_cosines, pool.passage_cosines)
    return np.fmax.reduce(pool.part_cosines, axis=0) if len(pool.part_cosines) else whole


def agreement_signals(matches: Mapping[str, Scores]) -> dict[str, Scores]:
    """Whether words and meaning agree: the reciprocal ranks of both in the pool (11/(10 + rank)), and their product."""
    if not {"words", "meaning_note", "meaning_passage"} <= matches.keys():
        return {}
    meaning = np.fmax(matches["meaning_note"], matches["meaning_passage"])
    return {
        "rank_words": _reciprocal_rank(matches["words"]),
        "rank_meaning": _reciprocal_rank(meaning),
        "words_and_meaning": matches["words"] * meaning,
    }


def _reciprocal_rank(scores: Scores) -> Scores:
    """11/(10 + rank) with ranks from 1; equal scores have the same, lowest rank, and a score of 0 gives 0."""
    better = len(scores) - np.searchsorted(np.sort(scores), scores, side="right")
    return np.where(scores > 0, (_RANK_OFFSET + 1) / (_RANK_OFFSET + 1 + better), 0.0)


def unscaled_signals(query: Query, pool: Pool) -> dict[str, Scores]:
    """Signals that do not depend on the rest of the pool: covered share of the query terms, and cosines."""
    present = pool.term_counts.present
    in_passage = present | values_at(present, pool.preceding).any(axis=0)
    shares = _term_shares(query, pool)
    signals = {"coverage": present @ shares, "coverage_passage": in_passage @ shares}
    if query.vector is not None:
        signals["cosine"] = np.nan_to_num(np.fmax(pool.note_cosines, pool.passage_cosines))
        signals["cosine_passage"] = np.nan_to_num(pool.passage_cosines)
        signals["cosine_part"] = np.nan_to_num(_best_part(pool))
    return signals


def _term_shares(query: Query, pool: Pool) -> Scores:
    """The share of each query term in the sum of their idf; names of the pool's speakers count 0."""
    names = {term for speaker in pool.speakers for term in terms_of(speaker)}
    weights = pool.idf * np.array([term not in names for term in query.terms], dtype=np.float64)
    return weights / weights.sum() if weights.sum() > 0 else weights


def support(query: Query, pool: Pool) -> Scores:
    """The share of the question that each turn or its notes contain, 0..1, independent of other turns.

    The larger of two numbers: the idf share of the query terms without speakers' names, and `above_chance`.
    """
    return np.fmax(term_presence(pool) @ _term_shares(query, pool), above_chance(pool))


def above_chance(pool: Pool) -> Scores:
    """The best cosine of each turn above that of unrelated sentences, scaled to 0..1; 0 without vectors."""
    cosine = np.fmax(pool.note_cosines, pool.passage_cosines)
    scaled = np.clip((cosine - _CHANCE_COSINE) / (1 - _CHANCE_COSINE), 0.0, 1.0)
    return np.nan_to_num(scaled, nan=0.0)


def term_presence(pool: Pool) -> NDArray[np.bool_]:
    """Which query terms occur in each turn or in one of its notes, shape (turns, terms)."""
    present = pool.term_counts.present
    np.logical_or.at(present, pool.note_owners, pool.note_term_counts.present)
    return present


def time_closeness(query: Query, pool: Pool) -> Scores:
    """How close each turn, or a time that its notes mention, is to the time asked about; zeros when none is.

    1 inside the interval; outside, half after a distance as long as the interval, but at least a week, because people
    misremember dates. An interval without a start or an end counts as 30 days long.
    """
    if query.since is None and query.until is None:
        return np.zeros(len(pool))
    since, until = query.since or _EARLIEST, query.until or _LATEST
    is_open = query.since is None or query.until is None
    half_life = 30 * _DAY if is_open else max((until - since).total_seconds(), 7 * _DAY)
    gaps = [[_gap(start, end, since, until) for start, end in spans] for spans in _spans(pool)]
    return np.array([max((2 ** (-gap / half_life) for gap in of_turn), default=0.0) for of_turn in gaps])


def on_the_day(query: Query, pool: Pool) -> Scores:
    """For a question about one day: 1 for each turn that was said on it, or mentions a time on it; zeros for others.

    A question that names a day means it: other days are not almost as good, as they are in `time_closeness`.
    """
    since, until = query.since, query.until
    if query.kind != "question" or since is None or until is None or until - since > _LONGEST_DAY:
        return np.zeros(len(pool))
    return np.array(
        [float(any(_is_on_the_day(span, since, until) for span in spans)) for spans in _spans(pool)]
    )


def _is_on_the_day(span: tuple[datetime, datetime], since: datetime, until: datetime) -> bool:
    """Whether a time is a day or shorter, and a part of it is before `until` and not before `since`. Ends are exclusive."""
    start, end = span
    return end - start <= _LONGEST_DAY and start < until and (end > since or start >= since)


def _spans(pool: Pool) -> list[list[tuple[datetime, datetime]]]:
    """Of each turn, the time when it was said, and the times that its notes mention."""
    return [
        [(n.holds_from, n.holds_until) for n in notes if n.holds_from and n.holds_until]
        + ([(turn.said_at, turn.said_at)] if turn.said_at else [])
        for turn, notes in zip(pool.turns, pool.notes, strict=True)
    ]


def recency(query: Query, pool: Pool, days: float) -> Scores:
    """R = e^(−t/S), the forgetting curve of Ebbinghaus as MemoryBank uses it: t is the turn's age, S is `days`.

    0 for turns without a time.
    """
    ages = [max((query.now - at).total_seconds(), 0.0) if (at := t.said_at) else None for t in pool.turns]
    return np.array([0.0 if age is None else exp(-age / (days * _DAY)) for age in ages])


def newest_match(query: Query, pool: Pool, match: Scores) -> Scores:
    """For a question about the latest state, the order in time of the turns on its subject: 1 for the newest, 0 for the
    oldest, times how well they match; zeros for other questions.

    "Where did the demo date end up?" has several answers in memory, of which the last one is true.
    """
    scores = np.zeros(len(pool))
    top = match.max(initial=0.0)
    if "latest" not in query.intents or top <= 0:
        return scores
    on_subject = [
        (turn.said_at, turn.position or 0, index)
        for index, turn in enumerate(pool.turns)
        if turn.said_at and match[index] >= _ON_SUBJECT * top
    ]
    for order, (_, _, index) in enumerate(sorted(on_subject)):
        scores[index] = match[index] / top * order / max(len(on_subject) - 1, 1)
    return scores


def standing_requests(query: Query, pool: Pool, matches: Mapping[str, Scores]) -> Scores:
    """For turns that ask the reader to do something every time, how near they are to the question; zeros for others.

    "Always name your sources when I ask about health" shares few words with the questions that it applies to. Zeros for an
    overview, which asks for events.
    """
    if "overview" in query.intents:
        return np.zeros(len(pool))
    asks = np.array([float(not t.is_document and has_standing_request(t.text)) for t in pool.turns])
    nearness = [matches[name] for name in ("meaning_note", "meaning_passage", "words") if name in matches]
    return asks * np.max(nearness, axis=0)


def speaker_match(query: Query, pool: Pool) -> Scores:
    """1 for turns of the speaker that the question names; zeros if it names none or several."""
    named = {speaker for speaker in pool.speakers if name_key(speaker) in query.name_keys}
    if len(named) != 1:
        return np.zeros(len(pool))
    return np.array([float(t.speaker in named) for t in pool.turns])


def neighbour_signals(scores: Scores, pool: Pool) -> dict[str, Scores]:
    """The scores of each turn's neighbours in its session, because an answer follows its question.

    `before` is the score of the previous turn, `after` that of the next turn, `answers` that of the previous turn if
    it asks something.
    """
    previous = pool.preceding[0]
    before, after = values_at(scores, previous), np.zeros(len(pool) + 1)
    after[previous] = scores
    asking = np.array([has_question_mark(turn.text) for turn in pool.turns], dtype=np.float64)
    return {"before": before, "after": after[:-1], "answers": before * values_at(asking, previous)}


def session_strength(scores: Scores, pool: Pool) -> Scores:
    """For each turn, the mean of the three best scores of its session, because a session has a topic."""
    by_session = grouped(zip((turn.session for turn in pool.turns), scores.tolist(), strict=True))
    strength = {session: sum(sorted(found)[-3:]) / 3 for session, found in by_session.items()}
    return np.array([strength[turn.session] for turn in pool.turns], dtype=np.float64)


def _bm25(texts: TermCounts, idf: NDArray[np.float64]) -> Scores:
    if not len(texts.lengths):
        return np.zeros(0)
    damped = texts.counts + _K1 * (1 - _B + _B * texts.lengths / texts.lengths.mean())[:, None]
    return (texts.counts * (_K1 + 1) / damped) @ idf


def _max_scaled(scores: Scores) -> Scores:
    """Divided by the maximum; unchanged if that is 0."""
    top = scores.max(initial=0.0)
    return scores / top if top > 0 else scores


def _min_max_scaled(scores: Scores) -> Scores:
    """Scaled from minimum..maximum to 0..1; NaN becomes 0, and so does everything if all are equal."""
    known = scores[~np.isnan(scores)]
    if not len(known) or known.max() <= known.min():
        return np.zeros(len(scores))
    return np.nan_to_num((scores - known.min()) / (known.max() - known.min()), nan=0.0)


def _gap(start: datetime, end: datetime, since: datetime, until: datetime) -> float:
    """Seconds between two intervals, 0 when they touch."""
    if start >= until:
        return (start - until).total_seconds()
    return max((since - end).total_seconds(), 0.0)
