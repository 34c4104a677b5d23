"""The embedded store's search through many vectors: by signs first, and as good as comparing all."""

import numpy as np

from memgraph_core.store.sqlite import vectors
from memgraph_core.store.sqlite.vectors import PLAIN, Shelf


def shelf_of(matrix: np.ndarray) -> Shelf:
    shelf = Shelf(matrix.shape[1])
    shelf.change([(row, f"n{row:05}", PLAIN, numbers.tobytes()) for row, numbers in enumerate(matrix)])
    return shelf


def near_each_other(count: int) -> np.ndarray:
    """Unit vectors in groups, as sentences about the same things are."""
    random = np.random.default_rng(3)
    subjects = random.standard_normal((count // 40, 384), dtype=np.float32)
    matrix = subjects[random.integers(0, len(subjects), count)]
    matrix = matrix + random.standard_normal((count, 384), dtype=np.float32)
    return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


def test_of_many_vectors_the_nearest_are_found_as_if_all_were_compared(monkeypatch):
    matrix = near_each_other(4_000)
    snapshot = shelf_of(matrix).snapshot()
    probes = list(matrix[:20])
    exactly = snapshot.nearest(probes, 10)
    monkeypatch.setattr(vectors, "_MANY", 1_000)
    assert snapshot.nearest(probes, 10) == exactly


def test_of_many_equal_vectors_the_first_by_uid_come(monkeypatch):
    monkeypatch.setattr(vectors, "_MANY", 100)
    same = np.tile(np.eye(1, 384, dtype=np.float32), (5_000, 1))
    (found,) = shelf_of(same).snapshot().nearest((same[0],), 3)
    assert found == [(0, 1.0), (1, 1.0), (2, 1.0)]
