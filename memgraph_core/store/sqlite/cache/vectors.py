"""A vector index in memory: the vectors of all notes, or of all turns, of one namespace.

If there are few vectors, all are compared exactly with the query. If there are many, three stages reduce their number:

1. Only the signs of the numbers are compared, which are a 32nd of the data.
2. For the rows with the most equal signs, each different sign counts with the size of the query's number.
3. The best rows are compared exactly.

Measured on 29,576 vectors of real sentences (MiniLM): of 10,000 rows that are among the nearest thirty of a query, 9,998 are
found; of the nearest eleven, 9,997. Without stage 2, with a thousand exact comparisons, 9,983 of the nearest thirty were found in
the same time. benchmarks/vector_index.py compares other indexes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from memgraph_core.records.kinds import Matrix, Vector
from memgraph_core.store.sqlite.connection import Row
from memgraph_core.store.values import FLOATS

# Visibility of a vector. A query returns vectors with at least the requested visibility. `AGENT_GENERATED` is apart from
# these: only a query for it returns its vectors.
REMOVED, ARCHIVED, SENSITIVE, ORDINARY, AGENT_GENERATED = -1, 0, 1, 2, 3
_INITIAL_CAPACITY = 256  # rows; doubled when they are full
_EXACT_LIMIT = 8_000  # up to this number of rows, comparing all exactly takes no longer than the stages
# For each requested row (at least for `_MIN_REQUESTED`), this number of rows reaches the second and the third stage.
_WEIGHTED_PER_REQUESTED, _COMPARED_PER_REQUESTED = 100, 20
_MIN_REQUESTED = 15
# The second stage gets at least a 25th of all rows, and the third a 1,000th: among very many rows, the nearest ones differ less.
_WEIGHTED_SHARE, _COMPARED_SHARE = 25, 1_000
_BLOCK = 8_192  # rows of the first stage that are compared at a time; they fit into the processor's cache
_EXCLUDED = 65_535  # a higher number of different signs than any vector can have
_LARGE = 0.8  # numbers of at least this share of the query's largest number have the full weight

Rows = TypeVar("Rows", bound=NDArray[Any])
Codes = NDArray[np.uint64]  # shape (dimension / 64, rows): the signs of the numbers, 64 to a word


@dataclass(frozen=True, slots=True)
class VectorSnapshot:
    """The vectors at one moment. A row is a position in these arrays."""

    ids: NDArray[np.int64]
    uids: list[str]  # shared with the index, which appends to it: it may be longer than `ids`
    visibility: NDArray[np.int8]
    matrix: Matrix
    codes: Codes
    codes_by_row: Codes  # the transposed codes: the second stage reads single rows

    def nearest(
        self, queries: Sequence[Vector], count: int | None, visibility: int = ORDINARY
    ) -> list[list[tuple[int, float]]]:
        """The nearest rows of each query with their cosines, best first, then by uid; all rows if `count` is None.

        Cosines are rounded to six digits, so that equal vectors have equal cosines and are sorted by uid. `vecdot` runs on this
        thread. A matrix product over 20,000 rows would start the threads of BLAS, which took 12 ms instead of 1 on a busy
        machine and saves little time on a quiet one.
        """
        if count == 0:
            return [[] for _ in queries]
        return [self._nearest(query, count, visibility) for query in queries]

    def _nearest(self, query: Vector, count: int | None, visibility: int) -> list[tuple[int, float]]:
        most = AGENT_GENERATED if visibility == AGENT_GENERATED else ORDINARY
        is_visible = (self.visibility >= visibility) & (self.visibility <= most)
        visible = int(np.count_nonzero(is_visible))
        if count is not None and visible > max(_EXACT_LIMIT, 2 * _WEIGHTED_PER_REQUESTED * count):
            rows = self._similar_signs(query, count, is_visible, visible)
        else:
            rows = np.flatnonzero(is_visible)
        return self._best(rows, self._cosines(rows, query), count)

    def _cosines(self, rows: NDArray[np.intp], query: Vector) -> Vector:
        if 2 * rows.size > len(self.matrix):  # comparing all in place is faster than copying most of them
            cosines = np.vecdot(self.matrix, query)[rows]
        else:
            cosines = np.vecdot(self.matrix.take(rows, axis=0), query)
        return cast(Vector, np.round(cosines, 6))  # pyright: ignore[reportUnknownMemberType]

    def _similar_signs(
        self, query: Vector, count: int, is_visible: NDArray[np.bool_], visible: int
    ) -> NDArray[np.intp]:
        """Stages one and two: about twenty rows for each requested row."""
        signs, requested = _words(query > 0)[:, np.newaxis], max(_MIN_REQUESTED, count)
        different = self._different_signs(signs)
        different[~is_visible] = _EXCLUDED
        rows = _lowest(different, max(_WEIGHTED_PER_REQUESTED * requested, visible // _WEIGHTED_SHARE))
        differences = np.ascontiguousarray(self.codes_by_row.take(rows, axis=0).T) ^ signs
        ones, twos = (np.bitwise_count(differences & bits[:, np.newaxis]) for bits in _weights(query))
        weighted = np.add.reduce(ones + 2 * twos, axis=0, dtype=np.uint16)
        return rows[
            _lowest(weighted, max(_COMPARED_PER_REQUESTED * requested, len(self.ids) // _COMPARED_SHARE))
        ]

    def _different_signs(self, signs: Codes) -> NDArray[np.uint16]:
        """For each row the number of signs that differ from these."""
        different = np.empty(len(self.ids), np.uint16)
        for first in range(0, len(different), _BLOCK):
            block = np.bitwise_count(self.codes[:, first : first + _BLOCK] ^ signs)
            np.add.reduce(block, axis=0, dtype=np.uint16, out=different[first : first + _BLOCK])
        return different

    def _best(self, rows: NDArray[np.intp], cosines: Vector, count: int | None) -> list[tuple[int, float]]:
        if count is not None and rows.size > count:
            lowest = np.partition(cosines, rows.size - count)[rows.size - count]
            is_best = cosines >= lowest
            rows, cosines = rows[is_best], cosines[is_best]
        ordered = sorted(zip((-cosines).tolist(), rows.tolist(), strict=True), key=self._by_uid)
        return [(row, -negated) for negated, row in ordered[:count]]

    def _by_uid(self, row: tuple[float, int]) -> tuple[float, str]:
        return row[0], self.uids[row[1]]


class VectorIndex:
    """Vectors that can be added and removed. A changed vector gets a new row, so that snapshots do not change."""

    def __init__(self, dimension: int) -> None:
        self._count = 0
        self._removed = 0
        self._row_of: dict[int, int] = {}  # by id
        self._ids = np.zeros(_INITIAL_CAPACITY, np.int64)
        self._uids: list[str] = []
        self._visibility = np.zeros(_INITIAL_CAPACITY, np.int8)
        self._matrix = np.zeros((_INITIAL_CAPACITY, dimension), np.float32)
        self._codes = _codes(self._matrix)
        self._codes_by_row = np.ascontiguousarray(self._codes.T)

    def snapshot(self) -> VectorSnapshot:
        """The vectors as they are now."""
        count = self._count
        return VectorSnapshot(
            ids=self._ids[:count],
            uids=self._uids,
            visibility=self._visibility[:count].copy(),  # the only array that is changed in place
            matrix=self._matrix[:count],
            codes=self._codes[:, :count],
            codes_by_row=self._codes_by_row[:count],
        )

    def vector(self, node: int) -> Vector | None:
        """The vector of an id: a copy, because a view would keep the whole matrix in memory."""
        row = self._row_of.get(node)
        return None if row is None else self._matrix[row].copy()

    def remove(self, ids: Iterable[int]) -> None:
        """Remove the vectors of these ids; ids without a vector are ignored."""
        for node in ids:
            if (row := self._row_of.pop(node, None)) is not None:
                self._visibility[row] = REMOVED
                self._removed += 1
        if self._removed > _INITIAL_CAPACITY and self._removed * 3 > self._count:
            self._compact()

    def add(self, rows: Sequence[Row]) -> None:
        """Add rows (id, uid, visibility, vector as bytes). They replace rows with the same ids."""
        if not rows:
            return
        self.remove(row[0] for row in rows)
        first, after = self._count, self._count + len(rows)
        self.reserve(after)
        nodes, uids, visibilities, blobs = zip(*rows, strict=True)
        self._ids[first:after] = nodes
        self._visibility[first:after] = visibilities
        self._matrix[first:after] = np.frombuffer(b"".join(blobs), FLOATS).reshape(len(rows), -1)
        self._codes[:, first:after] = codes = _codes(self._matrix[first:after])
        self._codes_by_row[first:after] = codes.T
        self._uids.extend(uids)
        self._row_of.update(zip(nodes, range(first, after), strict=True))
        self._count = after

    def reserve(self, rows: int) -> None:
        """Allocate memory for this number of rows in total, so that adding them copies nothing."""
        if rows <= len(self._ids):
            return
        capacity = max(rows, 2 * len(self._ids))
        self._ids = _enlarged(self._ids, capacity, self._count)
        self._visibility = _enlarged(self._visibility, capacity, self._count)
        self._matrix = _enlarged(self._matrix, capacity, self._count)
        self._codes_by_row = _enlarged(self._codes_by_row, capacity, self._count)
        codes = np.empty((len(self._codes), capacity), np.uint64)
        codes[:, : self._count] = self._codes[:, : self._count]
        self._codes = codes

    def _compact(self) -> None:
        """Copy the rows that are not removed into new arrays."""
        kept = np.flatnonzero(self._visibility[: self._count] != REMOVED)
        self._ids, self._visibility, self._matrix = (
            self._ids[kept],
            self._visibility[kept],
            self._matrix[kept],
        )
        self._codes, self._codes_by_row = self._codes[:, kept], self._codes_by_row[kept]
        self._uids = [self._uids[row] for row in kept.tolist()]
        self._row_of = {node: row for row, node in enumerate(self._ids.tolist())}
        self._count, self._removed = len(kept), 0


def _enlarged(rows: Rows, capacity: int, count: int) -> Rows:
    """An array of this capacity with the first `count` of these rows."""
    larger = np.empty((capacity, *rows.shape[1:]), rows.dtype)
    larger[:count] = rows[:count]
    return cast(Rows, larger)


def _lowest(scores: NDArray[np.uint16], count: int) -> NDArray[np.intp]:
    """The positions of the `count` lowest scores, and of all scores that are equal to the highest of these."""
    if scores.size <= count:
        return np.arange(scores.size)
    return np.flatnonzero(scores <= np.partition(scores, count)[count])


def _weights(query: Vector) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """The size of each number of the query as a weight from 0 to 3. Returns the low bits and the high bits, packed."""
    sizes = np.abs(query)
    thirds = np.minimum(np.rint(sizes * (3 / (_LARGE * max(float(sizes.max()), 1e-9)))), 3).astype(np.uint8)
    return _words(thirds % 2 == 1), _words(thirds >= 2)


def _words(bits: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """One bit for each number of a vector, packed like a column of `_codes`."""
    return _packed(bits[np.newaxis])[:, 0]


def _codes(matrix: Matrix) -> Codes:
    """The signs of the numbers; each row of the matrix is a column of the codes."""
    return _packed(matrix > 0)


def _packed(bits: NDArray[np.bool_]) -> Codes:
    """The bits packed into words of 64, with zeros at the end of the last word, and transposed."""
    rows, numbers = bits.shape
    packed = np.zeros((rows, 8 * -(-numbers // 64)), np.uint8)
    packed[:, : -(-numbers // 8)] = np.packbits(bits, axis=1)
    return np.ascontiguousarray(packed.view(np.uint64).T)
