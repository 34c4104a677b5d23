"""Every signal for every candidate: what words, meaning, time, place in the session and people say.

The unit of ranking is a turn with its notes: a note lifts its turn, and a turn without a note stands for
itself. A signal is an array over the pool's turns, scaled to 0..1, so that signals can be weighed against
each other. Nothing here knows a store or a model.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import exp
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from memgraph_core.language.asking import asks
from memgraph_core.language.names import name_key
from memgraph_core.language.terms import terms_of
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.kinds import Vector
from memgraph_core.records.search import Query

Scores = NDArray[np.float64]  # shape (turns of the pool,)
Values = TypeVar("Values", bound=NDArray[Any])

# BM25 as Lucene has it (Robertson and Zaragoza, 2009).
_K1 = 1.2
_B = 0.75
_DAY = 86_400.0
_BEGINNING, _END = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
# The cosine that a question about something never spoken of reaches with the nearest of 178 notes.
_CHANCE = 0.25


@dataclass(frozen=True, slots=True)
class Words:
    """How often each of the question's terms stands in each of some texts."""

    counts: NDArray[np.float64]  # shape (texts, terms)
    lengths: Scores  # terms of each text

    @property
    def held(self) -> NDArray[np.bool_]:
        """Which of the terms each text holds."""
        return self.counts > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Candidates in one place: turns in session order, and the notes of each."""

    turns: tuple[Turn, ...]  # by session, then position
    notes: tuple[tuple[Note, ...], ...]  # of each turn
    idf: NDArray[np.float64]  # of each query term, shape (terms,)
    words: Words  # of each turn
    note_words: Words  # of each note, turn by turn
    owners: NDArray[np.intp]  # the places of the turns whose these notes are
    note_cosines: Scores  # of the question with the best note of each turn; NaN where there is no vector
    passage_cosines: Scores  # and with its passage
    # Shape (2, turns): the place of the turn that each answers and of the one before; where there is none, how many there are.
    answered: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def speakers(self) -> frozenset[str]:
        """Who speaks in the pool."""
        return frozenset(t.speaker for t in self.turns if t.speaker)


def pool_of(
    query: Query,
    turns: Sequence[Turn],
    notes: Sequence[Note],
    frequencies: Mapping[str, int],
    documents: int,
) -> Pool:
    """The pool of these candidates; idf is taken over the whole space, not over the candidates."""
    ordered = sorted({t.uid: t for t in turns}.values(), key=lambda t: (t.session, t.position or 0, t.uid))
    by_turn: dict[str, list[Note]] = {}
    for note in {n.uid: n for n in notes}.values():
        for uid in note.turns:
            by_turn.setdefault(uid, []).append(note)
    df = np.array([frequencies.get(t, 0) for t in query.terms], dtype=np.float64)
    total = max(float(documents), float(df.max(initial=0.0)), 1.0)
    notes_of = tuple(tuple(by_turn.get(t.uid, ())) for t in ordered)
    owned = [(place, note) for place, of_turn in enumerate(notes_of) for note in of_turn]
    return Pool(
        turns=tuple(ordered),
        notes=notes_of,
        idf=np.log1p((total - df + 0.5) / (df + 0.5)),
        words=_words([t.terms for t in ordered], query.terms),
        note_words=_words([note.terms for _, note in owned], query.terms),
        owners=np.array([place for place, _ in owned], dtype=np.intp),
        note_cosines=_cosines(query.vector, [(place, n.vector) for place, n in owned], len(ordered)),
        passage_cosines=_cosines(query.vector, [(i, t.vector) for i, t in enumerate(ordered)], len(ordered)),
        answered=_answered(ordered),
    )


def _words(texts: Sequence[str], terms: Sequence[str]) -> Words:
    asked, nothing = frozenset(terms), [0] * len(terms)
    held = [text.split(" ") for text in texts]
    counts = [nothing if asked.isdisjoint(words) else [words.count(term) for term in terms] for words in held]
    return Words(
        np.array(counts, dtype=np.float64).reshape(len(texts), len(terms)),
        np.array([len(words) for words in held], dtype=np.float64),
    )


def _answered(turns: Sequence[Turn]) -> NDArray[np.intp]:
    """The turn before in the session and the one before that, where somebody else spoke.

    A turn that follows another by the same speaker, as in a diary or a list of messages, need not have to
    do with it; one that follows somebody else's answers it.
    """
    places = {(t.session, t.position): i for i, t in enumerate(turns)}
    found = np.full((2, len(turns)), len(turns), dtype=np.intp)
    for place, turn in enumerate(turns):
        before = places.get((turn.session, turn.position - 1)) if turn.position else None
        if before is not None and turn.position and turns[before].speaker != turn.speaker:
            found[:, place] = before, places.get((turn.session, turn.position - 2), len(turns))
    return found


def _at(values: Values, places: NDArray[np.intp]) -> Values:
    """The values at these places; where there is none, as in `Pool.answered`, zeros."""
    none = np.zeros((1, *values.shape[1:]), dtype=values.dtype)
    return cast(Values, np.concatenate((values, none))[places])


def word_signals(query: Query, pool: Pool) -> dict[str, Scores]:
    """BM25 of the turn, of its best note, and of its passage (the turn with the two before it)."""
    passages = Words(
        *(own + _at(own, pool.answered).sum(axis=0) for own in (pool.words.counts, pool.words.lengths))
    )
    added: list[tuple[Scores, Scores, Scores]] = []
    for idf in _idf_of_parts(query, pool):
        of_notes = _best(_bm25(pool.note_words, idf), pool.owners, len(pool))
        of_turns = _bm25(pool.words, idf)
        of_passages = _bm25(passages, idf)
        added.append((_to_one(of_turns), _to_one(of_notes), _to_one(of_passages)))
    words, words_note, words_passage = (np.max(signal, axis=0) for signal in zip(*added, strict=True))
    return {"words": words, "words_note": words_note, "words_passage": words_passage}


def _idf_of_parts(query: Query, pool: Pool) -> list[NDArray[np.float64]]:
    """The weights of the terms for each of several questions in one: what answers one of them, answers."""
    parts = [frozenset(part) for part in query.subquestions] or [frozenset(query.terms)]
    return [pool.idf * np.array([term in part for term in query.terms]) for part in parts]


def meaning_signals(query: Query, pool: Pool) -> dict[str, Scores]:
    """Cosine of the question with the best note and with the passage, from the pool's lowest to its highest.

    0 where a note or turn has no vector; nothing when the question has none.
    """
    if query.vector is None:
        return {}
    return {"meaning_note": _spread(pool.note_cosines), "meaning_passage": _spread(pool.passage_cosines)}


def as_they_are(query: Query, pool: Pool) -> dict[str, Scores]:
    """Words and meaning unscaled: the share of the question that a turn and its passage hold, and cosines."""
    held = pool.words.held
    passage = held | _at(held, pool.answered).any(axis=0)
    weights = _asked_weights(query, pool)
    signals = {"cover": held @ weights, "cover_passage": passage @ weights}
    if query.vector is not None:
        signals["likeness"] = np.nan_to_num(np.fmax(pool.note_cosines, pool.passage_cosines))
        signals["likeness_passage"] = np.nan_to_num(pool.passage_cosines)
    return signals


def _asked_weights(query: Query, pool: Pool) -> Scores:
    """What share of the question each term is, by its idf; the names of those who speak are none."""
    names = {term for speaker in pool.speakers for term in terms_of(speaker)}
    weights = pool.idf * np.array([term not in names for term in query.terms], dtype=np.float64)
    return weights / weights.sum() if weights.sum() > 0 else weights


def support(query: Query, pool: Pool) -> Scores:
    """How much of what is asked a turn or its notes hold, whatever the rest of the pool holds: 0..1.

    The share of the question's words, by their weight and without the speakers' names; or how far the
    cosine exceeds what unrelated sentences reach by chance, if that is more.
    """
    share = held_terms(query, pool) @ _asked_weights(query, pool)
    return np.fmax(share, above_chance(pool))


def above_chance(pool: Pool) -> Scores:
    """How far the cosine of each turn or its notes exceeds what unrelated sentences reach: 0..1, 0 without vectors."""
    cosine = np.fmax(pool.note_cosines, pool.passage_cosines)
    return np.nan_to_num(np.clip((cosine - _CHANCE) / (1 - _CHANCE), 0.0, 1.0), nan=0.0)


def held_terms(query: Query, pool: Pool) -> NDArray[np.bool_]:
    """Which of the question's terms each turn or one of its notes holds, shape (turns, terms)."""
    held = pool.words.held
    np.logical_or.at(held, pool.owners, pool.note_words.held)
    return held


def closeness(query: Query, pool: Pool) -> Scores:
    """How near a turn or what its notes speak of lies to the time asked about; zeros when none is.

    1 inside the interval, then falling with the distance, half after as long as the interval itself (at
    least a week): people misremember. An interval without a beginning or an end is as long as a month.
    """
    if query.since is None and query.until is None:
        return np.zeros(len(pool))
    since, until = query.since or _BEGINNING, query.until or _END
    open_ended = query.since is None or query.until is None
    scale = 30 * _DAY if open_ended else max((until - since).total_seconds(), 7 * _DAY)
    scores = np.zeros(len(pool))
    for i, (turn, notes) in enumerate(zip(pool.turns, pool.notes, strict=True)):
        spans = [(n.holds_from, n.holds_until) for n in notes if n.holds_from and n.holds_until]
        if turn.said_at:
            spans.append((turn.said_at, turn.said_at))
        gaps = [_gap(start, end, since, until) for start, end in spans]
        scores[i] = max((2 ** (-gap / scale) for gap in gaps), default=0.0)
    return scores


def recency(query: Query, pool: Pool, days: float) -> Scores:
    """R = e^(−t/S) (Ebbinghaus, as MemoryBank has it), t since it was said; unknown times count 0."""
    ages = [max((query.now - at).total_seconds(), 0.0) if (at := t.said_at) else None for t in pool.turns]
    return np.array([0.0 if age is None else exp(-age / (days * _DAY)) for age in ages])


def spoken_by(query: Query, pool: Pool) -> Scores:
    """1 for the turns of the only speaker whom the question names, if it names just one."""
    named = {speaker for speaker in pool.speakers if name_key(speaker) in query.name_keys}
    if len(named) != 1:
        return np.zeros(len(pool))
    return np.array([float(t.speaker in named) for t in pool.turns])


def beside(scores: Scores, pool: Pool) -> dict[str, Scores]:
    """The scores of the neighbours in the session: an answer stands next to its question.

    `before` is that of the turn before, `after` that of the turn after, `answers` that of one before that asks.
    """
    places = pool.answered[0]
    before, after = _at(scores, places), np.zeros(len(pool) + 1)
    after[places] = scores
    asking = np.array([asks(turn.text) for turn in pool.turns], dtype=np.float64)
    return {"before": before, "after": after[:-1], "answers": before * _at(asking, places)}


def session_strength(scores: Scores, pool: Pool) -> Scores:
    """For every turn the mean of the three best scores of its session: a session has a subject."""
    of_session: dict[str, list[float]] = {}
    for turn, score in zip(pool.turns, scores.tolist(), strict=True):
        of_session.setdefault(turn.session, []).append(score)
    strength = {session: sum(sorted(found)[-3:]) / 3 for session, found in of_session.items()}
    return np.array([strength[turn.session] for turn in pool.turns], dtype=np.float64)


def _bm25(words: Words, idf: NDArray[np.float64]) -> Scores:
    if not len(words.lengths):
        return np.zeros(0)
    damped = words.counts + _K1 * (1 - _B + _B * words.lengths / words.lengths.mean())[:, None]
    return (words.counts * (_K1 + 1) / damped) @ idf


def _cosines(vector: Vector | None, owned: Sequence[tuple[int, Vector | None]], size: int) -> Scores:
    """The best cosine of the vectors of each owner; NaN where there are none."""
    rows = [(owner, v) for owner, v in owned if v is not None]
    if vector is None or not rows:
        return np.full(size, np.nan)
    cosines = np.array([v for _, v in rows]) @ vector
    return _best(
        cosines.astype(np.float64), np.array([owner for owner, _ in rows], np.intp), size, empty=np.nan
    )


def _best(scores: Scores, owners: NDArray[np.intp], size: int, empty: float = 0.0) -> Scores:
    """The best score of each owner."""
    best = np.full(size, -np.inf)
    np.maximum.at(best, owners, scores)
    best[np.isneginf(best)] = empty
    return best


def _to_one(scores: Scores) -> Scores:
    top = scores.max(initial=0.0)
    return scores / top if top > 0 else scores


def _spread(scores: Scores) -> Scores:
    """From the pool's lowest to its highest → 0..1; what has no score stays at 0."""
    known = scores[~np.isnan(scores)]
    if not len(known) or known.max() <= known.min():
        return np.zeros(len(scores))
    return np.nan_to_num((scores - known.min()) / (known.max() - known.min()), nan=0.0)


def _gap(start: datetime, end: datetime, since: datetime, until: datetime) -> float:
    """Seconds between two intervals, 0 when they touch."""
    if start >= until:
        return (start - until).total_seconds()
    return max((since - end).total_seconds(), 0.0)
