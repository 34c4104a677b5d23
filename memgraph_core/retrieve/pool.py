"""The candidates of a search as one pool of turns, with the counts and cosines that the signals are computed from.

The unit of ranking is a turn together with its notes: the best note of a turn raises the turn. This package knows
neither stores nor models.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.grouping import grouped
from memgraph_core.records.kinds import Vector
from memgraph_core.records.search import Candidates, Query

Scores = NDArray[np.float64]  # shape (turns of the pool,)
Values = TypeVar("Values", bound=NDArray[Any])


@dataclass(frozen=True, slots=True)
class TermCounts:
    """How often each query term occurs in each of several texts."""

    counts: NDArray[np.float64]  # shape (texts, terms)
    lengths: Scores  # number of terms of each text

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which terms occur in each text, shape (texts, terms)."""
        return self.counts > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The candidate turns in session order, and the notes of each turn."""

    turns: tuple[Turn, ...]  # by session, then position
    notes: tuple[tuple[Note, ...], ...]  # the notes of each turn
    idf: NDArray[np.float64]  # of each query term, times its weight in the query; shape (terms,)
    term_counts: TermCounts  # of each turn
    note_term_counts: TermCounts  # of each note, in the order of their turns
    note_owners: NDArray[np.intp]  # index of the turn of each note
    note_cosines: Scores  # query vector and best note of each turn; NaN without a vector
    passage_cosines: Scores  # query vector and passage of each turn; NaN without a vector
    # Shape (parts, turns): vector of each part of the query, and best note or passage; NaN without a vector.
    part_cosines: NDArray[np.float64]
    # Shape (2, turns): index of the turn that this one answers, and of the turn before that; len(turns) for none.
    preceding: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.turns)

    @property
    def speakers(self) -> frozenset[str]:
        """All speakers of the turns."""
        return frozenset(t.speaker for t in self.turns if t.speaker)


def pool_of(
    query: Query,
    turns: Sequence[Turn],
    notes: Sequence[Note],
    frequencies: Mapping[str, int],
    documents: int,
) -> Pool:
    """The pool of these candidates. `frequencies` and `documents` count the whole space, and idf is taken over it."""
    ordered = sorted({t.uid: t for t in turns}.values(), key=lambda t: (t.session, t.position or 0, t.uid))
    by_turn = grouped((uid, note) for note in {n.uid: n for n in notes}.values() for uid in note.turns)
    df = np.array([frequencies.get(t, 0) for t in query.terms], dtype=np.float64)
    weights = np.array(query.term_weights or [1.0] * len(query.terms))
    total = max(float(documents), float(df.max(initial=0.0)), 1.0)
    notes_of = tuple(tuple(by_turn.get(t.uid, ())) for t in ordered)
    owned = [(index, note) for index, of_turn in enumerate(notes_of) for note in of_turn]
    of_notes = [(index, note.vector) for index, note in owned]
    of_turns = [(index, turn.vector) for index, turn in enumerate(ordered)]
    parts = [_best_cosines(vector, of_notes + of_turns, len(ordered)) for vector in query.part_vectors]
    return Pool(
        turns=tuple(ordered),
        notes=notes_of,
        idf=np.log1p((total - df + 0.5) / (df + 0.5)) * weights,
        term_counts=_term_counts([t.terms for t in ordered], query.terms),
        note_term_counts=_term_counts([note.terms for _, note in owned], query.terms),
        note_owners=np.array([index for index, _ in owned], dtype=np.intp),
        note_cosines=_best_cosines(query.vector, of_notes, len(ordered)),
        passage_cosines=_best_cosines(query.vector, of_turns, len(ordered)),
        part_cosines=np.array(parts).reshape(len(parts), len(ordered)),
        preceding=_preceding(ordered),
    )


def values_at(values: Values, indexes: NDArray[np.intp]) -> Values:
    """The values at these indexes of turns; zeros for the index `len(values)`, which `Pool.preceding` uses for none."""
    none = np.zeros((1, *values.shape[1:]), dtype=values.dtype)
    return cast(Values, np.concatenate((values, none))[indexes])


def max_by_owner(scores: Scores, owners: NDArray[np.intp], size: int, empty: float = 0.0) -> Scores:
    """The maximum score of each of `size` owners; `empty` for an owner without a score."""
    best = np.full(size, -np.inf)
    np.maximum.at(best, owners, scores)
    best[np.isneginf(best)] = empty
    return best


def term_share(terms: Sequence[str], present: Collection[str], found: Candidates) -> float:
    """The share of the terms that are `present`, weighted by their rarity in what people said."""
    weights = {
        term: log1p((found.documents + 0.5) / (found.frequencies.get(term, 0) + 0.5)) for term in terms
    }
    total = sum(weights.values())
    return sum(weights[term] for term in terms if term in present) / total if total else 0.0


def _term_counts(texts: Sequence[str], terms: Sequence[str]) -> TermCounts:
    wanted, zeros = frozenset(terms), [0] * len(terms)
    words_of = [text.split(" ") for text in texts]
    counts = [
        zeros if wanted.isdisjoint(words) else [words.count(term) for term in terms] for words in words_of
    ]
    return TermCounts(
        np.array(counts, dtype=np.float64).reshape(len(texts), len(terms)),
        np.array([len(words) for words in words_of], dtype=np.float64),
    )


def _preceding(turns: Sequence[Turn]) -> NDArray[np.intp]:
    """The previous turn of the session and the one before it, if the previous turn has another speaker.

    A turn after one by the same speaker, as in a diary or a list of messages, may be unrelated to it. A turn after
    another speaker's turn answers it.
    """
    indexes = {(t.session, t.position): i for i, t in enumerate(turns)}
    found = np.full((2, len(turns)), len(turns), dtype=np.intp)
    for index, turn in enumerate(turns):
        previous = indexes.get((turn.session, turn.position - 1)) if turn.position else None
        if previous is not None and turn.position and turns[previous].speaker != turn.speaker:
            found[:, index] = previous, indexes.get((turn.session, turn.position - 2), len(turns))
    return found


def _best_cosines(vector: Vector | None, owned: Sequence[tuple[int, Vector | None]], size: int) -> Scores:
    """The best cosine of the query vector with the vectors of each owner; NaN for an owner without vectors."""
    rows = [(owner, v) for owner, v in owned if v is not None]
    if vector is None or not rows:
        return np.full(size, np.nan)
    cosines = np.array([v for _, v in rows]) @ vector
    owners = np.array([owner for owner, _ in rows], np.intp)
    return max_by_owner(cosines.astype(np.float64), owners, size, empty=np.nan)
