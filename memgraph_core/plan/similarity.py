"""Semantic edges: each new note is tied to the few it resembles most.

Resemblance is cosine where both notes have vectors, else the overlap of their terms (Jaccard): the cosine of
a script that the model cannot read means nothing and would tie everything to everything.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from memgraph_core.records.graph import Note, Similar
from memgraph_core.records.plan import Neighbour

MOST = 5  # edges that one new note may add
AMONG = 200  # new notes before it that one is compared with by terms: a long document must not take long
BY_VECTOR = 0.6  # cosine from which two notes are tied; unrelated English sentences stay below 0.45
BY_TERMS = 0.35  # share of common terms


def similar_of(notes: Sequence[Note], near: dict[str, tuple[Neighbour, ...]]) -> tuple[Similar, ...]:
    """The edges from new notes to stored ones and among themselves, each pair once, by uid."""
    among = _among(notes)
    edges: dict[tuple[str, str], Similar] = {}
    for note in notes:
        stored = [_to_stored(note, n) for n in near.get(note.uid, ()) if n.uid != note.uid]
        found = [e for e in stored if e is not None] + among.get(note.uid, [])
        for edge in sorted(found, key=lambda e: (-e.weight, e.a, e.b))[:MOST]:
            edges[edge.a, edge.b] = edge
    return tuple(edges[pair] for pair in sorted(edges))


def _to_stored(note: Note, near: Neighbour) -> Similar | None:
    if near.similarity is not None:
        return _edge(note.uid, near.uid, near.similarity, by_vector=True)
    return _edge(note.uid, near.uid, overlap(note.terms.split(), near.terms.split()), by_vector=False)


def overlap(a: Iterable[str], b: Iterable[str]) -> float:
    """The Jaccard index of two sets of terms: 0 for nothing in common, 1 for the same."""
    return _share(frozenset(a), frozenset(b))


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    common = len(one & other)
    return common / (len(one) + len(other) - common) if common else 0.0


def _among(notes: Sequence[Note]) -> dict[str, list[Similar]]:
    """Edges among the new notes, under the note that comes later."""
    found: dict[str, list[Similar]] = {}
    with_vector = [(n.uid, n.vector) for n in notes if n.vector is not None]
    if with_vector:
        matrix = np.stack([vector for _, vector in with_vector])
        for column in range(1, len(with_vector)):
            cosines = matrix[:column] @ matrix[column]
            nearest: list[int] = np.argsort(-cosines, kind="stable")[:MOST].tolist()
            later = with_vector[column][0]
            for row in nearest:  # the nearest alone: thousands of sentences alike must not take long
                if edge := _edge(with_vector[row][0], later, float(cosines[row]), by_vector=True):
                    found.setdefault(later, []).append(edge)
    plain = [(n, frozenset(n.terms.split())) for n in notes if n.vector is None]
    for column, (note, terms) in enumerate(plain):
        for other, others in plain[max(0, column - AMONG) : column]:
            if edge := _edge(note.uid, other.uid, _share(terms, others), by_vector=False):
                found.setdefault(note.uid, []).append(edge)
    return found


def _edge(one: str, other: str, weight: float, *, by_vector: bool) -> Similar | None:
    if weight < (BY_VECTOR if by_vector else BY_TERMS):
        return None
    a, b = sorted((one, other))
    return Similar(a, b, round(min(weight, 1.0), 4), "vector" if by_vector else "terms")
