"""What this process holds of one namespace: all its vectors, its graph, and the records that were asked for lately.

The file says by its change log which records and vectors came, changed or went, whichever process did it. A
search takes its snapshot of the file and the matrices of that very snapshot under one lock
(`Mirror.in_step`); the matrices never change under it, so that it searches them without the lock. Records are
taken from memory, or put there, only while the mirror stands where the snapshot stands; otherwise, and for
what is not there, the file is asked.
"""

from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import groupby, islice
from operator import itemgetter
from threading import Lock

import numpy as np

from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.embedding_stamps import refuse_other
from memgraph_core.store.sqlite.beside import Beside
from memgraph_core.store.sqlite.common import Common
from memgraph_core.store.sqlite.connection import Link, Row
from memgraph_core.store.sqlite.graph import Graph
from memgraph_core.store.sqlite.place import SINCE, Place, place_of
from memgraph_core.store.sqlite.records import FLOATS, KINDS, Kind, Vectors, ids
from memgraph_core.store.sqlite.ties import TIED, VECTORS, Gathered, Wanted, follow, read_tied, values_of
from memgraph_core.store.sqlite.vectors import Searchable, Shelf

# Records of each kind; a note with its vector takes some 3 KB. Among 100,000 notes a program that runs for long has most of
# what it meets with 50,000 in memory, and takes a quarter less for a search than with 20,000, and some 200 MB more.
_MOST = 50_000
# Rows of the file that are taken in at once. Those of a whole space would be in memory twice, and to touch that memory for
# the first time takes longer than to read them.
_TAKEN = 200

# One statement: where the namespace stands, and what a mirror that has :seen of it must learn. Of a whole space the index of
# uids tells which rows there are, and their vectors are read in the order in which they lie; few notes are hidden.
_STANDING = "CASE WHEN n.state = 'archived' THEN 0 WHEN n.kind = 'vault' THEN 1 ELSE 2 END"
_IN_STEP = f"""
WITH {SINCE}
, every_note AS MATERIALIZED (
  SELECT n.id, n.uid FROM here CROSS JOIN note n ON n.space = here.space WHERE :vectors AND NOT known ORDER BY n.id
), every_turn AS MATERIALIZED (
  SELECT t.id, t.uid FROM here CROSS JOIN turn t ON t.namespace = here.id WHERE :vectors AND NOT known ORDER BY t.id
)
SELECT 'here', id, json_array(space, version, generation, documents, last, known, model, dimension), NULL, salt
  FROM here
UNION ALL
SELECT 'note', each.id, each.uid, 2, v.vector FROM every_note each CROSS JOIN note_vector v ON v.note = each.id
UNION ALL
SELECT 'turn', each.id, each.uid, 2, v.vector FROM every_turn each CROSS JOIN turn_vector v ON v.turn = each.id
UNION ALL
SELECT 'note', n.id, n.uid, {_STANDING}, v.vector
  FROM here CROSS JOIN note n INDEXED BY note_hidden ON n.space = here.space AND (n.state <> 'active' OR n.kind = 'vault')
  CROSS JOIN note_vector v ON v.note = n.id WHERE :vectors AND NOT known
UNION ALL
SELECT 'note', c.node, n.uid, {_STANDING}, (SELECT vector FROM note_vector WHERE note = n.id)
  FROM changed c CROSS JOIN here LEFT JOIN note n ON n.id = c.node AND n.space = here.space WHERE c.kind = 'note'
UNION ALL
SELECT 'turn', c.node, t.uid, 2, (SELECT vector FROM turn_vector WHERE turn = t.id)
  FROM changed c CROSS JOIN here LEFT JOIN turn t ON t.id = c.node AND t.namespace = here.id WHERE c.kind = 'turn'
UNION ALL
SELECT kind, node, NULL, NULL, NULL FROM changed WHERE kind IN ('fact', 'entity')
"""


class Mirror:
    """One namespace in memory, shared by the threads of this process."""

    def __init__(self, namespace: str, stamp: EmbeddingStamp | None, beside: Beside) -> None:
        """Without a model it holds no vectors."""
        self.namespace = namespace
        self.beside = beside
        self.with_vectors = stamp is not None
        self.graph = Graph()
        self._stamp = stamp
        self._lock = Lock()
        self._forget_all()

    def in_step(self, link: Link) -> "Snapshot | None":
        """Begins the snapshot of this read transaction; None for a namespace that does not exist.

        It must be the first statement of its transaction: snapshots taken one after another under the
        lock never go back in time, so that the mirror cannot be ahead of a snapshot. Raises StoreMismatch
        when its vectors are of another model.
        """
        with self._lock:
            values = {"namespace": self.namespace, "space": self._space, "seen": self._sequence}
            with closing(link.each(_IN_STEP, values | {"vectors": self.with_vectors})) as rows:
                place = self._learn(rows)
            if place is None:
                return None
            return Snapshot(
                link=link,
                place=place,
                mirror=self,
                sequence=self._sequence,
                common=self._common,
                notes=self._notes.snapshot() if self._notes else None,
                turns=self._turns.snapshot() if self._turns else None,
            )

    def at(self, link: Link, place: Place, sequence: int) -> "Snapshot":
        """The snapshot of a transaction that stands here, wherever the mirror stands: without vectors."""
        refuse_other(self.namespace, place.stamp, self._stamp)
        return Snapshot(link=link, place=place, mirror=self, sequence=sequence)

    def take(self, snapshot: "Snapshot", wanted: Wanted) -> tuple[Gathered, Wanted]:
        """What is held, if the mirror stands where the asker does, and what must be read."""
        with self._lock:
            return follow(self._held if self._stands_at(snapshot) else Gathered(), wanted)

    def take_one(self, snapshot: "Snapshot", kind: Kind, node: int, found: Gathered) -> bool:
        """Whether this record was found already, or is held and so is found now."""
        there = found.of(kind)
        if node in there:
            return True
        # Looked at without the lock, for it is asked of hundreds: what came from a later moment was put there after the
        # mirror had moved to it, which is asked last.
        record = self._held.of(kind).get(node)
        if record is None or not self._stands_at(snapshot):
            return False
        there[node] = record
        return True

    def vectors(self, snapshot: "Snapshot", rows: list[Row]) -> Vectors | None:
        """The vectors of these notes and turns; None where the mirror does not stand where they were read."""
        with self._lock:
            if not self._stands_at(snapshot):
                return None
            shelves = self._shelves()
            asked = ((row[0], row[1], shelf) for row in rows if (shelf := shelves.get(row[0])))
            found = ((kind, node, shelf.vector(node)) for kind, node, shelf in asked)
            return {(kind, node): vector for kind, node, vector in found if vector is not None}

    def put(self, snapshot: "Snapshot", came: Gathered) -> None:
        """Hold these records for later, if the mirror still stands where they were read."""
        with self._lock:
            if self._stands_at(snapshot):
                for kind in KINDS:
                    held = self._held.of(kind)
                    held.update(came.of(kind))
                    if len(held) > _MOST:
                        for node in list(islice(held, len(held) - _MOST // 2)):  # those that came first
                            del held[node]

    def _stands_at(self, snapshot: "Snapshot") -> bool:
        return (snapshot.place.space, snapshot.sequence) == (self._space, self._sequence)

    def _learn(self, rows: Generator[Row]) -> Place | None:
        here = next(rows, None)
        if here is None:
            self._forget_all()
            return None
        place, last, known = place_of(here)
        refuse_other(self.namespace, place.stamp, self._stamp)
        if not known:
            self._forget_all()
            for shelf in self._shelves().values():
                shelf.make_room(place.documents)
        for kind, of_kind in groupby(rows, itemgetter(0)):
            self._change(kind, (row[1:] for row in of_kind))
        self._space, self._sequence = place.space, last
        return place

    def _change(self, kind: Kind, rows: Iterator[Row]) -> None:
        """The records of these rows are no longer held; their vectors are as the rows say."""
        held, shelf = self._held.of(kind), self._shelves().get(kind)
        for some in iter(lambda: list(islice(rows, _TAKEN)), []):
            for node, *_ in some:
                held.pop(node, None)
            if shelf:
                shelf.change(some)

    def _shelves(self) -> dict[Kind, Shelf]:
        return {"note": self._notes, "turn": self._turns} if self._notes and self._turns else {}

    def _forget_all(self) -> None:
        self._space, self._sequence = -1, -1
        self._held = Gathered()
        self._common = Common()
        size = self._stamp.dimension if self._stamp else None
        self._notes, self._turns = (None, None) if size is None else (Shelf(size), Shelf(size))


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """One moment of a namespace, for one read transaction."""

    link: Link
    place: Place
    mirror: Mirror
    sequence: int  # of the last change that it knows of
    common: Common = field(default_factory=Common)
    notes: Searchable | None = None  # vectors; None without a model
    turns: Searchable | None = None

    def gather(self, wanted: Wanted) -> Gathered:
        """Records with the ends of their ties: what is not held is read, in one statement."""
        found, missing = self.mirror.take(self, wanted)

        def held(kind: Kind, node: int) -> bool:
            return self.mirror.take_one(self, kind, node, found)

        rows = self.link.run(TIED, values_of(missing, self.place.space), {"held": held})
        came = read_tied(rows, self._vectors_of(rows), found)
        self.mirror.put(self, came)
        for kind in KINDS:
            found.of(kind).update(came.of(kind))
        found.links = came.links
        return found

    def _vectors_of(self, rows: list[Row]) -> Vectors:
        if not self.mirror.with_vectors:
            return {}
        vectors = self.mirror.vectors(self, rows)
        if vectors is not None:
            return vectors
        wanted = {f"{kind}": ids(row[1] for row in rows if row[0] == kind) for kind in ("note", "turn")}
        return {
            (kind, node): np.frombuffer(blob, FLOATS) for kind, node, blob in self.link.run(VECTORS, wanted)
        }
