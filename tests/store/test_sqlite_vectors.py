"""The vector index of the SQLite store finds among many vectors what an exact comparison finds."""

import numpy as np

from memgraph_core.store.sqlite.cache import vectors
from memgraph_core.store.sqlite.cache.vectors import ORDINARY, VectorIndex


def index_of(matrix: np.ndarray) -> VectorIndex:
    index = VectorIndex(matrix.shape[1])
    index.add([(row, f"n{row:05}", ORDINARY, numbers.tobytes()) for row, numbers in enumerate(matrix)])
    return index


def clustered(count: int) -> np.ndarray:
    """Unit vectors in clusters, like those of sentences about the same centres."""
    random = np.random.default_rng(3)
    centres = random.standard_normal((count // 40, 384), dtype=np.float32)
    matrix = centres[random.integers(0, len(centres), count)]
    matrix = matrix + random.standard_normal((count, 384), dtype=np.float32)
    return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


def test_the_nearest_of_many_vectors_are_those_of_an_exact_comparison(monkeypatch):
    matrix = clustered(4_000)
    snapshot = index_of(matrix).snapshot()
    probes = list(matrix[:20])
    exactly = snapshot.nearest(probes, 10)
    monkeypatch.setattr(vectors, "_EXACT_LIMIT", 1_000)
    assert snapshot.nearest(probes, 10) == exactly


def test_equal_vectors_are_sorted_by_uid(monkeypatch):
    monkeypatch.setattr(vectors, "_EXACT_LIMIT", 100)
    same = np.tile(np.eye(1, 384, dtype=np.float32), (5_000, 1))
    (found,) = index_of(same).snapshot().nearest((same[0],), 3)
    assert found == [(0, 1.0), (1, 1.0), (2, 1.0)]
