"""Every signal for every candidate: what words, meaning, time, place in the session and people say.

The unit of ranking is a turn with its notes: a note lifts its turn, and a turn without a note stands for
itself. A signal is an array over the pool's turns, scaled to 0..1, so that signals can be weighed against
each other. Nothing here knows a store or a model.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import exp

import numpy as np
from numpy.typing import NDArray

from memgraph_core.language.asking import asks
from memgraph_core.language.names import name_key
from memgraph_core.language.terms import terms_of
from memgraph_core.reads import Query
from memgraph_core.types import Note, Turn, Vector

Scores = NDArray[np.float64]  # shape (turns of the pool,)

# BM25 as Lucene has it (Robertson and Zaragoza, 2009).
_K1 = 1.2
_B = 0.75
_DAY = 86_400.0
_BEGINNING, _END = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
# The cosine that a question about something never spoken of reaches with the nearest of 178 notes.
_CHANCE = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """Candidates in one place: turns in session order, and the notes of each."""

    turns: tuple[Turn, ...]  # by session, then position
    notes: tuple[tuple[Note, ...], ...]  # of each turn
    idf: NDArray[np.float64]  # of each query term, shape (terms,)
    note_cosines: Scores  # of the question with the best note of each turn; NaN where there is no vector
    passage_cosines: Scores  # and with its passage
    previous: tuple[tuple[int, ...], ...]  # for each turn the places of up to two turns that it answers

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
    return Pool(
        turns=tuple(ordered),
        notes=notes_of,
        note_cosines=_cosines(query.vector, [[n.vector for n in of_turn] for of_turn in notes_of]),
        passage_cosines=_cosines(query.vector, [[t.vector] for t in ordered]),
        idf=np.log1p((total - df + 0.5) / (df + 0.5)),
        previous=_previous(ordered),
    )


def _previous(turns: Sequence[Turn]) -> tuple[tuple[int, ...], ...]:
    """The turn before in the session and the one before that, where somebody else spoke.

    A turn that follows another by the same speaker, as in a diary or a list of messages, need not have to
    do with it; one that follows somebody else's answers it.
    """
    place = {(t.session, t.position): i for i, t in enumerate(turns)}
    found: list[tuple[int, ...]] = []
    for turn in turns:
        before = [place.get((turn.session, turn.position - back)) for back in (1, 2)] if turn.position else []
        answered = bool(before) and before[0] is not None and turns[before[0]].speaker != turn.speaker
        found.append(tuple(i for i in before if i is not None) if answered else ())
    return tuple(found)


def word_signals(query: Query, pool: Pool) -> dict[str, Scores]:
    """BM25 of the turn, of its best note, and of its passage (the turn with the two before it)."""
    turn_counts, turn_lengths = _counts([t.terms for t in pool.turns], query.terms)
    passage_counts, passage_lengths = turn_counts.copy(), turn_lengths.copy()
    for i, earlier in enumerate(pool.previous):
        for j in earlier:
            passage_counts[i] += turn_counts[j]
            passage_lengths[i] += turn_lengths[j]
    flat = [(i, note.terms) for i, notes in enumerate(pool.notes) for note in notes]
    note_counts, note_lengths = _counts([terms for _, terms in flat], query.terms)
    owners = [i for i, _ in flat]
    added: list[tuple[Scores, Scores, Scores]] = []
    for idf in _idf_of_parts(query, pool):
        of_notes = _best(_bm25(note_counts, note_lengths, idf), owners, len(pool))
        of_turns = _bm25(turn_counts, turn_lengths, idf)
        of_passages = _bm25(passage_counts, passage_lengths, idf)
        added.append((_to_one(of_turns), _to_one(of_notes), _to_one(of_passages)))
    turns, notes, passages = (np.max(signal, axis=0) for signal in zip(*added, strict=True))
    return {"words": turns, "words_note": notes, "words_passage": passages}


def _idf_of_parts(query: Query, pool: Pool) -> list[NDArray[np.float64]]:
    """The weights of the terms for each of several questions in one: what answers one of them, answers."""
    parts = [frozenset(part) for part in query.parts] or [frozenset(query.terms)]
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
    held = _held([t.terms for t in pool.turns], query.terms)
    passage = held.copy()
    for i, earlier in enumerate(pool.previous):
        for j in earlier:
            passage[i] |= held[j]
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
    rows = [
        " ".join((t.terms, *(n.terms for n in notes)))
        for t, notes in zip(pool.turns, pool.notes, strict=True)
    ]
    return _held(rows, query.terms)


def _held(texts: Sequence[str], terms: Sequence[str]) -> NDArray[np.bool_]:
    held = [[f" {term} " in f" {text} " for term in terms] for text in texts]
    return np.array(held, dtype=np.bool_).reshape(len(texts), len(terms))


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
    named = {speaker for speaker in pool.speakers if name_key(speaker) in query.keys}
    if len(named) != 1:
        return np.zeros(len(pool))
    return np.array([float(t.speaker in named) for t in pool.turns])


def beside(scores: Scores, pool: Pool) -> dict[str, Scores]:
    """The scores of the neighbours in the session: an answer stands next to its question.

    `before` is that of the turn before, `after` that of the turn after, `answers` that of one before that asks.
    """
    before, after, answers = (np.zeros(len(pool)) for _ in range(3))
    for i, earlier in enumerate(pool.previous):
        if earlier:
            before[i] = scores[earlier[0]]
            after[earlier[0]] = scores[i]
            answers[i] = before[i] * asks(pool.turns[earlier[0]].text)
    return {"before": before, "after": after, "answers": answers}


def session_strength(scores: Scores, pool: Pool) -> Scores:
    """For every turn the mean of the three best scores of its session: a session has a subject."""
    places: dict[str, list[int]] = {}
    for i, turn in enumerate(pool.turns):
        places.setdefault(turn.session, []).append(i)
    strength = np.zeros(len(pool))
    for members in places.values():
        best = np.sort(scores[members])[-3:]
        strength[members] = best.sum() / 3
    return strength


def _counts(texts: Sequence[str], terms: Sequence[str]) -> tuple[NDArray[np.float64], Scores]:
    """How often each term stands in each text, shape (texts, terms), and how long each text is."""
    counts = np.zeros((len(texts), len(terms)))
    lengths = np.ones(len(texts))
    wanted = [f" {t} " for t in terms]
    for i, text in enumerate(texts):
        lengths[i] += text.count(" ")
        padded = f" {text.replace(' ', '  ')} "  # two blanks, so that neighbours do not share one
        counts[i] = [padded.count(t) for t in wanted]
    return counts, lengths


def _bm25(counts: NDArray[np.float64], lengths: Scores, idf: NDArray[np.float64]) -> Scores:
    if not len(lengths):
        return np.zeros(0)
    damped = counts + _K1 * (1 - _B + _B * lengths / lengths.mean())[:, None]
    return (counts * (_K1 + 1) / damped) @ idf


def _cosines(vector: Vector | None, of_turns: Sequence[Sequence[Vector | None]]) -> Scores:
    """The best cosine of the vectors of each turn; NaN where there are none."""
    rows = [(i, v) for i, vectors in enumerate(of_turns) for v in vectors if v is not None]
    if vector is None or not rows:
        return np.full(len(of_turns), np.nan)
    cosines = np.stack([v for _, v in rows]) @ vector
    return _best(cosines.astype(np.float64), [i for i, _ in rows], len(of_turns), empty=np.nan)


def _best(scores: Scores, owners: Sequence[int], size: int, empty: float = 0.0) -> Scores:
    """The best score of each owner."""
    best = np.full(size, -np.inf)
    np.maximum.at(best, np.asarray(owners, dtype=np.intp), scores)
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
