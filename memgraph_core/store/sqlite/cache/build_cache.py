"""The note vectors of a generation that is being derived. Its notes are added and revised, but not removed."""

from threading import Lock

from memgraph_core.store.sqlite.cache.namespace_cache import VISIBILITY
from memgraph_core.store.sqlite.cache.vectors import VectorIndex, VectorSnapshot
from memgraph_core.store.sqlite.connection import Connection

# New notes and new revisions have higher ids than older ones.
_NEW_VECTORS = f"""
SELECT n.id, n.uid, {VISIBILITY}, (SELECT vector FROM note_vector WHERE note = n.id), revised
FROM (
  SELECT id, max(revised) AS revised FROM (
    SELECT id, 0 AS revised FROM note WHERE id > :last_note
    UNION ALL
    SELECT note, id FROM revision WHERE id > :last_revision)
  GROUP BY id) new
CROSS JOIN note n ON n.id = new.id AND +n.space = :space ORDER BY n.id
"""


class BuildCache:
    """The note vectors of the generation that is being derived in one namespace."""

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self._lock = Lock()
        self._clear(space=-1)

    def synchronize(self, connection: Connection, space: int) -> VectorSnapshot:
        """The vectors of a space as this transaction sees them."""
        with self._lock:
            if self._space != space:
                self._clear(space)
            values = {
                "space": space,
                "last_note": self._last_note,
                "last_revision": self._last_revision,
            }
            if rows := connection.run(_NEW_VECTORS, values):
                self._index.remove(row[0] for row in rows)
                self._index.add([row[:4] for row in rows if row[3]])
                self._last_note = max(self._last_note, rows[-1][0])
                self._last_revision = max(self._last_revision, *(row[4] for row in rows))
            return self._index.snapshot()

    def _clear(self, space: int) -> None:
        self._space, self._last_note, self._last_revision = space, 0, 0
        self._index = VectorIndex(self._dimension)
