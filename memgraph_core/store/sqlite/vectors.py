"""The vectors of one namespace in memory, searched exactly, and kept in step with the file.

The file says by its change log which vectors came, changed or went, whichever process did it. A search
takes its snapshot of the file and the matrices of that very snapshot under one lock (`Vectors.in_step`);
what it gets never changes under it, so that it searches without the lock.
"""

from dataclasses import dataclass
from threading import Lock
from typing import cast

import numpy as np
from numpy.typing import NDArray

from memgraph_core.store.sqlite.connection import Link, Row
from memgraph_core.store.sqlite.place import Place, place_of
from memgraph_core.store.sqlite.records import FLOATS
from memgraph_core.types import Matrix, Vector

GONE, ARCHIVED, VAULT, PLAIN = -1, 0, 1, 2  # how a row stands; a search asks for at least one of these
_ROOM = 256  # rows at first; doubled when they are full

# One statement: where the namespace stands, and what a memory that has :seen of it must learn. A memory
# of nothing (-1), of another space, or of a time before the log was trimmed learns all.
_IN_STEP = """
WITH here AS MATERIALIZED (
  SELECT *, coalesce((SELECT max(sequence) FROM vector_log), 0) AS last,
    :space = space AND :seen >= coalesce((SELECT min(sequence) FROM vector_log), 1) - 1 AS known
  FROM namespace WHERE name = :namespace
), changed AS (
  SELECT DISTINCT v.kind, v.node FROM here CROSS JOIN vector_log v
  ON v.namespace = here.id AND v.sequence > :seen WHERE known
)
SELECT 'here', id, json_array(space, version, generation, last, known), NULL, salt FROM here
UNION ALL
SELECT 'note', n.id, n.uid, CASE WHEN state = 'archived' THEN 0 WHEN kind = 'vault' THEN 1 ELSE 2 END, vector
  FROM here CROSS JOIN note n ON n.space = here.space WHERE NOT known AND vector IS NOT NULL
UNION ALL
SELECT 'turn', t.id, t.uid, 2, vector
  FROM here CROSS JOIN turn t ON t.namespace = here.id WHERE NOT known AND vector IS NOT NULL
UNION ALL
SELECT 'note', c.node, n.uid, CASE WHEN state = 'archived' THEN 0 WHEN n.kind = 'vault' THEN 1 ELSE 2 END, vector
  FROM changed c CROSS JOIN here LEFT JOIN note n ON n.id = c.node AND n.space = here.space WHERE c.kind = 'note'
UNION ALL
SELECT 'turn', c.node, t.uid, 2, vector
  FROM changed c CROSS JOIN here LEFT JOIN turn t ON t.id = c.node AND t.namespace = here.id WHERE c.kind = 'turn'
"""


@dataclass(frozen=True, slots=True)
class Searchable:
    """The vectors of all notes, or of all turns, at one moment."""

    ids: NDArray[np.int64]
    uids: list[str]  # shared and growing; rows beyond those of `ids` belong to later moments
    standing: NDArray[np.int8]
    matrix: Matrix

    def nearest(self, query: Vector, count: int | None, least: int = PLAIN) -> list[tuple[int, float]]:
        """(row, cosine) of the nearest, best first, equals by uid; all of them without a count.

        Cosines are rounded to six places, so that equal vectors are equal wherever their rows lie and are
        ordered by uid. `vecdot` stays on this thread: a matrix product over 20,000 rows wakes BLAS's own
        threads, which took 12 ms instead of 1 on a busy machine and gains little on a quiet one.
        """
        rows = np.flatnonzero(self.standing >= least)
        if rows.size == 0 or count == 0:
            return []
        cosines = cast(Vector, np.round(np.vecdot(self.matrix, query), 6))[rows]  # pyright: ignore[reportUnknownMemberType]
        if count is not None and rows.size > count:
            worst = np.partition(cosines, rows.size - count)[rows.size - count]
            among = cosines >= worst
            rows, cosines = rows[among], cosines[among]
        found = sorted(zip((-cosines).tolist(), rows.tolist(), strict=True), key=self._by_uid)
        return [(row, -minus) for minus, row in found[:count]]

    def _by_uid(self, found: tuple[float, int]) -> tuple[float, str]:
        return found[0], self.uids[found[1]]


class _Shelf:
    """Rows that come and go. A changed row is a new row, the old one is gone: no snapshot sees a change."""

    def __init__(self, dimension: int) -> None:
        self._count = 0
        self._gone = 0
        self._row: dict[int, int] = {}  # id → row
        self._ids = np.zeros(_ROOM, np.int64)
        self._uids: list[str] = []
        self._standing = np.zeros(_ROOM, np.int8)
        self._matrix = np.zeros((_ROOM, dimension), np.float32)

    def snapshot(self) -> Searchable:
        count = self._count
        standing = self._standing[:count].copy()  # the only array that is ever changed in place
        return Searchable(self._ids[:count], self._uids, standing, self._matrix[:count])

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
        self._make_room(after)
        nodes, uids, standings, blobs = zip(*came, strict=True)
        self._ids[first:after] = nodes
        self._standing[first:after] = standings
        self._matrix[first:after] = np.frombuffer(b"".join(blobs), FLOATS).reshape(len(came), -1)
        self._uids.extend(uids)
        self._row.update(zip(nodes, range(first, after), strict=True))
        self._count = after

    def _make_room(self, needed: int) -> None:
        room = len(self._ids)
        if needed <= room:
            return
        more = max(needed, 2 * room) - room
        self._ids = np.concatenate([self._ids, np.zeros(more, np.int64)])
        self._standing = np.concatenate([self._standing, np.zeros(more, np.int8)])
        self._matrix = np.concatenate([self._matrix, np.zeros((more, self._matrix.shape[1]), np.float32)])

    def _compact(self) -> None:
        stay = np.flatnonzero(self._standing[: self._count] != GONE)
        self._ids, self._standing = self._ids[stay], self._standing[stay]
        self._matrix = self._matrix[stay]
        self._uids = [self._uids[row] for row in stay.tolist()]
        self._row = {node: row for row, node in enumerate(self._ids.tolist())}
        self._count, self._gone = len(stay), 0


class Vectors:
    """The vectors of one namespace, shared by the threads of this process."""

    def __init__(self, namespace: str, dimension: int) -> None:
        self._namespace = namespace
        self._dimension = dimension
        self._lock = Lock()
        self._forget_all()

    def in_step(self, link: Link) -> tuple[Place | None, Searchable, Searchable]:
        """Begins the snapshot of this read transaction; the place, and the notes and turns that it holds.

        It must be the first statement of its transaction: snapshots taken one after another under the
        lock never go back in time, so that the memory cannot be ahead of a snapshot.
        """
        with self._lock:
            rows = link.run(
                _IN_STEP, {"namespace": self._namespace, "space": self._space, "seen": self._sequence}
            )
            place = self._learn(rows)
            return place, self._notes.snapshot(), self._turns.snapshot()

    def _learn(self, rows: list[Row]) -> Place | None:
        here = next((row for row in rows if row[0] == "here"), None)
        if here is None:
            self._forget_all()
            return None
        place, last, known = place_of(here)
        if not known:
            self._forget_all()
        for kind, shelf in (("note", self._notes), ("turn", self._turns)):
            shelf.change([row[1:] for row in rows if row[0] == kind])
        self._space, self._sequence = place.space, last
        return place

    def _forget_all(self) -> None:
        self._space, self._sequence = -1, -1
        self._notes, self._turns = _Shelf(self._dimension), _Shelf(self._dimension)
