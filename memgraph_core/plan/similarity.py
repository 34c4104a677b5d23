"""Semantic edges: each new note is connected to its few most similar notes.

Similarity is the cosine if both notes have vectors, else the overlap of their terms (Jaccard index). Texts in a script
that the embedding model does not know have no vector, because their cosines would connect everything to everything.
"""

from collections.abc import Iterable, Sequence
from heapq import nsmallest

import numpy as np

from memgraph_core.records.graph import Note, Similar
from memgraph_core.records.plan import Neighbour

MAX_EDGES = 5  # edges of one new note
# The number of earlier new notes with which a note is compared by terms, so that long documents stay fast.
MAX_COMPARED = 200
MIN_COSINE = 0.6  # unrelated English sentences stay below 0.45
MIN_OVERLAP = 0.35  # Jaccard index


def similar_of(notes: Sequence[Note], near: dict[str, tuple[Neighbour, ...]]) -> tuple[Similar, ...]:
    """The edges from new notes to stored ones and among the new ones, each pair once, by uids.

    `near` maps the uid of a new note to its stored neighbours.
    """
    among = _among(notes)
    edges: dict[tuple[str, str], Similar] = {}
    for note in notes:
        stored = [_to_stored(note, n) for n in near.get(note.uid, ()) if n.uid != note.uid]
        candidates = [e for e in stored if e is not None] + among.get(note.uid, [])
        for edge in sorted(candidates, key=lambda e: (-e.weight, e.a, e.b))[:MAX_EDGES]:
            edges[edge.a, edge.b] = edge
    return tuple(edges[pair] for pair in sorted(edges))


def _to_stored(note: Note, near: Neighbour) -> Similar | None:
    if near.similarity is not None:
        return _edge(note.uid, near.uid, near.similarity, by_vector=True)
    shared = overlap(note.terms.split(), near.terms.split())
    return _edge(note.uid, near.uid, shared, by_vector=False)


def overlap(a: Iterable[str], b: Iterable[str]) -> float:
    """The Jaccard index of two sets of terms, from 0 to 1."""
    return _jaccard(frozenset(a), frozenset(b))


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    common = len(one & other)
    return common / (len(one) + len(other) - common) if common else 0.0


def _among(notes: Sequence[Note]) -> dict[str, list[Similar]]:
    """Edges among the new notes: uid of the later note → edges."""
    edges: dict[str, list[Similar]] = {}
    with_vector = [(n.uid, n.vector) for n in notes if n.vector is not None]
    if with_vector:
        matrix = np.stack([vector for _, vector in with_vector])
        for column in range(1, len(with_vector)):
            cosines = matrix[:column] @ matrix[column]
            rows: list[int] = np.argsort(-cosines, kind="stable")[:MAX_EDGES].tolist()
            later = with_vector[column][0]
            for row in rows:  # limited, so that thousands of similar sentences stay fast
                if edge := _edge(with_vector[row][0], later, float(cosines[row]), by_vector=True):
                    edges.setdefault(later, []).append(edge)
    plain = [(note.uid, frozenset(note.terms.split())) for note in notes if note.vector is None]
    for column, (uid, terms) in enumerate(plain):
        earlier = plain[max(0, column - MAX_COMPARED) : column]
        if nearest := _most_overlapping(uid, terms, earlier):
            edges[uid] = nearest
    return edges


def _most_overlapping(
    uid: str, terms: frozenset[str], others: Sequence[tuple[str, frozenset[str]]]
) -> list[Similar]:
    """The strongest edges of a note by its terms to other notes, in the order of `similar_of`."""
    weights = [(_jaccard(terms, theirs), other) for other, theirs in others]
    strong = [
        (-_rounded(weight), min(uid, other), max(uid, other))
        for weight, other in weights
        if weight >= MIN_OVERLAP
    ]
    return [Similar(a, b, -weight, "terms") for weight, a, b in nsmallest(MAX_EDGES, strong)]


def _edge(one: str, other: str, weight: float, *, by_vector: bool) -> Similar | None:
    if weight < (MIN_COSINE if by_vector else MIN_OVERLAP):
        return None
    a, b = sorted((one, other))
    return Similar(a, b, _rounded(weight), "vector" if by_vector else "terms")


def _rounded(weight: float) -> float:
    return round(min(weight, 1.0), 4)
