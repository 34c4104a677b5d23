"""The vectors of all notes, or of all turns, of one namespace in memory.

Few are compared exactly, one by one. Of many, first the signs of their numbers are compared, a 32nd of what would
have to be read; of those that agree most, where they do not agree is weighed by how large the probe's numbers are
there; and the best by that are compared exactly. Among 29,576 vectors of real sentences (MiniLM) that finds 9,998 of
10,000 that belong to the nearest thirty, and 9,997 of the nearest eleven; signs alone, with a thousand compared exactly,
found 9,983 of the nearest thirty, and took as long.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from memgraph_core.records.kinds import Matrix, Vector
from memgraph_core.store.sqlite.connection import Row
from memgraph_core.store.sqlite.records import FLOATS

GONE, ARCHIVED, VAULT, PLAIN = -1, 0, 1, 2  # how a row stands; a search asks for at least one of these
_ROOM = 256  # rows at first; doubled when they are full
_MANY = 8_000  # rows from which their signs are compared first: below, comparing all takes no longer
# For each of those that are wanted, at least fifteen, so many rows are weighed, and so many compared exactly; of very
# many rows a share, for the nearest lie closer together there.
_WEIGHED, _COMPARED = 100, 20
_LEAST = 15
_SHARE_WEIGHED, _SHARE_COMPARED = 25, 1_000
_BLOCK = 8_192  # rows whose signs are compared at once
_NEVER = 65_535  # differs in more signs than there are
_LARGE = 0.8  # of its largest number: the probe's numbers are weighed by thirds of that

Rows = TypeVar("Rows", bound=NDArray[Any])
Codes = NDArray[np.uint64]  # shape (dimension / 64, rows): the signs of the numbers, 64 to a word


@dataclass(frozen=True, slots=True)
class Searchable:
    """The vectors of all notes, or of all turns, at one moment."""

    ids: NDArray[np.int64]
    uids: list[str]  # shared and growing; rows beyond those of `ids` belong to later moments
    standing: NDArray[np.int8]
    matrix: Matrix
    codes: Codes
    rows: Codes  # the same with a row to each vector, which a few of them are read from: six words that lie together

    def nearest(
        self, probes: Sequence[Vector], count: int | None, least: int = PLAIN
    ) -> list[list[tuple[int, float]]]:
        """For each probe (row, cosine) of the nearest, best first, equals by uid; without a count, of all.

        Cosines are rounded to six places, so that equal vectors are equal wherever their rows lie and are
        ordered by uid. `vecdot` stays on this thread: a matrix product over 20,000 rows wakes BLAS's own
        threads, which took 12 ms instead of 1 on a busy machine and gains little on a quiet one.
        """
        if count == 0:
            return [[] for _ in probes]
        return [self._nearest(probe, count, least) for probe in probes]

    def _nearest(self, probe: Vector, count: int | None, least: int) -> list[tuple[int, float]]:
        there = int(np.count_nonzero(self.standing >= least))
        if count is not None and there > max(_MANY, 2 * _WEIGHED * count):
            rows = self._agreeing(probe, count, least, there)
        else:
            rows = np.flatnonzero(self.standing >= least)
        return self._best(rows, self._cosines(rows, probe), count)

    def _cosines(self, rows: NDArray[np.intp], probe: Vector) -> Vector:
        most = 2 * rows.size > len(self.matrix)  # reading all in place is faster than copying most of them
        cosines = (
            np.vecdot(self.matrix, probe)[rows] if most else np.vecdot(self.matrix.take(rows, axis=0), probe)
        )
        return cast(Vector, np.round(cosines, 6))  # pyright: ignore[reportUnknownMemberType]

    def _agreeing(self, probe: Vector, count: int, least: int, there: int) -> NDArray[np.intp]:
        """Of the rows that are there those that may be nearest, by their signs: some twenty for each that is wanted."""
        signs, wanted = _words(probe > 0)[:, np.newaxis], max(_LEAST, count)
        differ = self._differing(signs)
        differ[self.standing < least] = _NEVER
        rows = _lowest(differ, max(_WEIGHED * wanted, there // _SHARE_WEIGHED))
        apart = np.ascontiguousarray(self.rows.take(rows, axis=0).T) ^ signs
        ones, twos = (np.bitwise_count(apart & bits[:, np.newaxis]) for bits in _weights(probe))
        weighed = np.add.reduce(ones + 2 * twos, axis=0, dtype=np.uint16)
        return rows[_lowest(weighed, max(_COMPARED * wanted, len(self.ids) // _SHARE_COMPARED))]

    def _differing(self, signs: Codes) -> NDArray[np.uint16]:
        """How many signs of each row are others: block by block, for what does not fit the processor's cache is slow."""
        differ = np.empty(len(self.ids), np.uint16)
        for first in range(0, len(differ), _BLOCK):
            block = np.bitwise_count(self.codes[:, first : first + _BLOCK] ^ signs)
            np.add.reduce(block, axis=0, dtype=np.uint16, out=differ[first : first + _BLOCK])
        return differ

    def _best(self, rows: NDArray[np.intp], cosines: Vector, count: int | None) -> list[tuple[int, float]]:
        if count is not None and rows.size > count:
            worst = np.partition(cosines, rows.size - count)[rows.size - count]
            among = cosines >= worst
            rows, cosines = rows[among], cosines[among]
        found = sorted(zip((-cosines).tolist(), rows.tolist(), strict=True), key=self._by_uid)
        return [(row, -minus) for minus, row in found[:count]]

    def _by_uid(self, found: tuple[float, int]) -> tuple[float, str]:
        return found[0], self.uids[found[1]]


class Shelf:
    """Rows that come and go. A changed row is a new row, the old one is gone: no snapshot sees a change."""

    def __init__(self, dimension: int) -> None:
        self._count = 0
        self._gone = 0
        self._row: dict[int, int] = {}  # id → row
        self._ids = np.zeros(_ROOM, np.int64)
        self._uids: list[str] = []
        self._standing = np.zeros(_ROOM, np.int8)
        self._matrix = np.zeros((_ROOM, dimension), np.float32)
        self._codes = _codes(self._matrix)
        self._rows = np.ascontiguousarray(self._codes.T)

    def snapshot(self) -> Searchable:
        """The vectors as they are now; what comes later does not change it."""
        count = self._count
        standing = self._standing[:count].copy()  # the only array that is ever changed in place
        return Searchable(
            self._ids[:count],
            self._uids,
            standing,
            self._matrix[:count],
            self._codes[:, :count],
            self._rows[:count],
        )

    def vector(self, node: int) -> Vector | None:
        """That of this note or turn by now: a copy, for a part of the matrix would keep all of it."""
        row = self._row.get(node)
        return None if row is None else self._matrix[row].copy()

    def change(self, rows: list[Row]) -> None:
        """Each (id, uid, standing, vector) as it is now; without a vector it is gone."""
        for node, *_ in rows:
            if (old := self._row.pop(node, None)) is not None:
                self._standing[old] = GONE
                self._gone += 1
        came = [(node, uid, standing, blob) for node, uid, standing, blob in rows if blob]
        if came:
            self._append(came)
        if self._gone > _ROOM and self._gone * 3 > self._count:
            self._compact()

    def _append(self, came: list[Row]) -> None:
        first, after = self._count, self._count + len(came)
        self.make_room(after)
        nodes, uids, standings, blobs = zip(*came, strict=True)
        self._ids[first:after] = nodes
        self._standing[first:after] = standings
        self._matrix[first:after] = np.frombuffer(b"".join(blobs), FLOATS).reshape(len(came), -1)
        self._codes[:, first:after] = codes = _codes(self._matrix[first:after])
        self._rows[first:after] = codes.T
        self._uids.extend(uids)
        self._row.update(zip(nodes, range(first, after), strict=True))
        self._count = after

    def make_room(self, needed: int) -> None:
        """Room for so many: those that come need not be moved then."""
        if needed <= len(self._ids):
            return
        room = max(needed, 2 * len(self._ids))
        self._ids = _larger(self._ids, room, self._count)
        self._standing = _larger(self._standing, room, self._count)
        self._matrix = _larger(self._matrix, room, self._count)
        self._rows = _larger(self._rows, room, self._count)
        codes = np.empty((len(self._codes), room), np.uint64)
        codes[:, : self._count] = self._codes[:, : self._count]
        self._codes = codes

    def _compact(self) -> None:
        stay = np.flatnonzero(self._standing[: self._count] != GONE)
        self._ids, self._standing = self._ids[stay], self._standing[stay]
        self._matrix, self._codes, self._rows = self._matrix[stay], self._codes[:, stay], self._rows[stay]
        self._uids = [self._uids[row] for row in stay.tolist()]
        self._row = {node: row for row, node in enumerate(self._ids.tolist())}
        self._count, self._gone = len(stay), 0


def _larger(rows: Rows, room: int, count: int) -> Rows:
    """The first `count` of the rows, with room for more."""
    larger = np.empty((room, *rows.shape[1:]), rows.dtype)
    larger[:count] = rows[:count]
    return cast(Rows, larger)


def _lowest(scores: NDArray[np.uint16], count: int) -> NDArray[np.intp]:
    """Where the lowest scores are: about `count`, and all that are as good as the last."""
    if scores.size <= count:
        return np.arange(scores.size)
    return np.flatnonzero(scores <= np.partition(scores, count)[count])


def _weights(probe: Vector) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """How large its numbers are, 0 to 3, as two bits each."""
    sizes = np.abs(probe)
    thirds = np.minimum(np.rint(sizes * (3 / (_LARGE * max(float(sizes.max()), 1e-9)))), 3).astype(np.uint8)
    return _words(thirds % 2 == 1), _words(thirds >= 2)


def _words(bits: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Bits, one for each number of a vector, as `_codes` has them."""
    return _packed(bits[np.newaxis])[:, 0]


def _codes(matrix: Matrix) -> Codes:
    """The signs of the numbers, with the rows of the matrix as columns."""
    return _packed(matrix > 0)


def _packed(bits: NDArray[np.bool_]) -> Codes:
    """64 to a word, filled up to whole words."""
    rows, numbers = bits.shape
    packed = np.zeros((rows, 8 * -(-numbers // 64)), np.uint8)
    packed[:, : -(-numbers // 8)] = np.packbits(bits, axis=1)
    return np.ascontiguousarray(packed.view(np.uint64).T)
