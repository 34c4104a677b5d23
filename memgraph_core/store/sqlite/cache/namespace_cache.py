"""The cache of one namespace in a process: all vectors, the graph, and recently used records.

The cache log of the file lists the rows that any process has changed. A search takes its snapshot of the file and the matching
vectors under one lock (`NamespaceCache.synchronize`). These vectors never change, so the search uses them without the lock.
Records are read from the cache, or added to it, only while the cache has the same sequence number as the snapshot. Otherwise
records are read from the file.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from threading import Lock
from typing import Any, Literal

from memgraph_core.records.graph import Entity, Fact, Note, Turn
from memgraph_core.records.kinds import Vector
from memgraph_core.store.checks import check_stamp
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.counts import StoreCounter
from memgraph_core.store.sqlite import namespace_state
from memgraph_core.store.sqlite.cache import cache_log, record_cache
from memgraph_core.store.sqlite.cache.background import Background
from memgraph_core.store.sqlite.cache.frequent_terms import FrequentTerms
from memgraph_core.store.sqlite.cache.graph_cache import GraphCache
from memgraph_core.store.sqlite.cache.record_cache import Connected, Gathered, RecordCache, Wanted
from memgraph_core.store.sqlite.cache.vectors import (
    AGENT_GENERATED,
    ARCHIVED,
    ORDINARY,
    SENSITIVE,
    VectorIndex,
    VectorSnapshot,
)
from memgraph_core.store.sqlite.connection import Connection, Row
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.rows import (
    KINDS,
    Kind,
    entity_from,
    fact_from,
    json_array,
    note_from,
    turn_from,
)
from memgraph_core.store.values import vector_from

VectorKind = Literal["note", "turn"]

# The number of rows that are copied into an index at a time. If all rows were copied at once, they would be in memory twice,
# and allocating that memory takes longer than reading the rows.
_BATCH = 200

VISIBILITY = f"""
CASE WHEN n.state NOT IN ('active', 'agent_generated') THEN {ARCHIVED}
  WHEN n.kind = 'vault' THEN {SENSITIVE} ELSE {ORDINARY} END
"""
_HIDDEN_NOTES = f"""
SELECT n.id, {VISIBILITY} FROM note n INDEXED BY note_hidden
WHERE n.space = :space AND (n.state <> 'active' OR n.kind = 'vault')
"""
_AGENT_GENERATED_TURNS = f"""
SELECT t.id, {AGENT_GENERATED} FROM turn t INDEXED BY turn_agent_generated
WHERE t.namespace = :namespace AND t.role IN ('assistant', 'web')
"""
# Rows whose visibility is not `ORDINARY`.
_VISIBILITIES: Mapping[VectorKind, str] = {"note": _HIDDEN_NOTES, "turn": _AGENT_GENERATED_TURNS}
# The ids come from the index of uids; the vectors are then read in the order of the file.
_ALL_VECTORS: Mapping[VectorKind, str] = {
    "note": """
    WITH every AS MATERIALIZED (SELECT id, uid FROM note WHERE space = :space ORDER BY id)
    SELECT every.id, every.uid, v.vector FROM every CROSS JOIN note_vector v ON v.note = every.id
    """,
    "turn": """
    WITH every AS MATERIALIZED (SELECT id, uid FROM turn WHERE namespace = :namespace ORDER BY id)
    SELECT every.id, every.uid, v.vector FROM every CROSS JOIN turn_vector v ON v.turn = every.id
    """,
}
_CHANGED_VECTORS: Mapping[VectorKind, str] = {
    "note": f"""
    SELECT n.id, n.uid, {VISIBILITY}, v.vector FROM json_each(:ids) row
    CROSS JOIN note n ON n.id = row.value AND n.space = :space CROSS JOIN note_vector v ON v.note = n.id
    """,
    "turn": f"""
    SELECT t.id, t.uid, iif(t.role IN ('assistant', 'web'), {AGENT_GENERATED}, {ORDINARY}), v.vector FROM json_each(:ids) row
    CROSS JOIN turn t ON t.id = row.value AND t.namespace = :namespace CROSS JOIN turn_vector v ON v.turn = t.id
    """,
}
_VECTORS: Mapping[VectorKind, str] = {
    "note": "SELECT note, vector FROM json_each(:ids) CROSS JOIN note_vector ON note = value",
    "turn": "SELECT turn, vector FROM json_each(:ids) CROSS JOIN turn_vector ON turn = value",
}


class NamespaceCache:
    """The cache of one namespace, shared by the threads of this process."""

    def __init__(
        self, namespace: str, stamp: EmbeddingStamp | None, background: Background, counter: StoreCounter
    ) -> None:
        """Without an embedding stamp it has no vectors."""
        self._counter = counter
        self.namespace = namespace
        self.background = background
        self.has_vectors = stamp is not None
        self.graph = GraphCache(namespace)
        self._stamp = stamp
        self._lock = Lock()
        self._clear()

    def synchronize(self, connection: Connection) -> "Snapshot | None":
        """Begin the snapshot of a read transaction and update the cache to it; None if the namespace does not exist.

        It must be the first read of its transaction. Snapshots are taken one after another under the lock and never go back in
        time, so the cache cannot be newer than the snapshot. Raises StoreMismatch for vectors of another model.
        """
        with self._lock:
            state = namespace_state.find(connection, self.namespace)
            if state is None:
                self._clear()
                return None
            check_stamp(self.namespace, state.stamp, self._stamp)
            first, last = cache_log.bounds(connection)
            if state.space != self._space or self._sequence < first - 1:
                self._load(connection, state)
            elif last > self._sequence:
                self._update(connection, state)
            self._space, self._sequence = state.space, last
            return Snapshot(
                connection=connection,
                state=state,
                cache=self,
                sequence=last,
                frequent_terms=self._frequent_terms,
                vectors={kind: index.snapshot() for kind, index in self._indexes.items()},
            )

    def snapshot_without_vectors(
        self, connection: Connection, state: NamespaceState, sequence: int
    ) -> "Snapshot":
        """The snapshot of a transaction that sees this state. The cache may be at another state."""
        check_stamp(self.namespace, state.stamp, self._stamp)
        return Snapshot(connection=connection, state=state, cache=self, sequence=sequence)

    def find(self, snapshot: "Snapshot", kind: Kind, ids: Collection[int]) -> dict[int, Any]:
        """The cached ones of these records; none if the cache is at another snapshot. Counts hits and misses."""
        with self._lock:
            found = self._records.find(kind, ids) if self._is_at(snapshot) else {}
        self._counter.add(cache_hits=len(found), cache_misses=len(ids) - len(found))
        return found

    def add(self, snapshot: "Snapshot", kind: Kind, records: dict[int, Any]) -> None:
        """Cache records that were read, if the cache is still at this snapshot."""
        with self._lock:
            if self._is_at(snapshot):
                self._records.add(kind, records)

    def vectors(self, snapshot: "Snapshot", kind: VectorKind, ids: Iterable[int]) -> dict[int, Vector] | None:
        """The vectors of these notes or turns; None if the cache is not at this snapshot."""
        with self._lock:
            if not self._is_at(snapshot):
                return None
            vectors = ((node, self._indexes[kind].vector(node)) for node in ids)
            return {node: vector for node, vector in vectors if vector is not None}

    def cached(self, kind: Kind) -> int:
        """The number of cached records of this kind."""
        return self._records.size(kind)

    def _is_at(self, snapshot: "Snapshot") -> bool:
        return (snapshot.state.space, snapshot.sequence) == (self._space, self._sequence)

    def _clear(self) -> None:
        self._space, self._sequence = -1, -1
        self._records = RecordCache()
        self._frequent_terms = FrequentTerms()
        kinds: tuple[VectorKind, ...] = ("note", "turn") if self._stamp else ()
        self._indexes: dict[VectorKind, VectorIndex] = {
            kind: VectorIndex(self._stamp.dimension) for kind in kinds if self._stamp
        }

    def _load(self, connection: Connection, state: NamespaceState) -> None:
        """Read the vectors of a whole space."""
        self._clear()
        if not self._indexes:
            return
        values = {"space": state.space, "namespace": state.namespace}
        for kind, index in self._indexes.items():
            index.reserve(state.documents)
            visibility = dict(connection.run(_VISIBILITIES[kind], values))
            rows = (
                (node, uid, visibility.get(node, ORDINARY), vector)
                for node, uid, vector in connection.iterate(_ALL_VECTORS[kind], values)
            )
            _add_in_batches(index, rows)

    def _update(self, connection: Connection, state: NamespaceState) -> None:
        """Drop the changed records, and read their vectors again."""
        changed = cache_log.changes_since(connection, state.namespace, self._sequence)
        for kind in KINDS:
            self._records.drop(kind, changed.get(kind, ()))
        for kind, index in self._indexes.items():
            if ids := changed.get(kind):
                index.remove(ids)
                values = {"space": state.space, "namespace": state.namespace, "ids": json_array(ids)}
                _add_in_batches(index, connection.iterate(_CHANGED_VECTORS[kind], values))


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """A namespace at one moment, for one read transaction."""

    connection: Connection
    state: NamespaceState
    cache: NamespaceCache
    sequence: int  # of the last entry of the cache log
    frequent_terms: FrequentTerms = field(default_factory=FrequentTerms)
    vectors: Mapping[VectorKind, VectorSnapshot] = field(default_factory=dict[VectorKind, VectorSnapshot])

    def gather(self, wanted: Wanted) -> Gathered:
        """The wanted records and the records connected with them, from the cache if possible."""
        gathered = Gathered(links=record_cache.read_links(self.connection, wanted.linked))
        notes, missing = self._cached("note", wanted.notes)
        edges = record_cache.read_note_edges(self.connection, missing) if missing else {}
        turns = {*wanted.turns}.union(*(note.turns for note in notes.values()))
        gathered.turns = self._records("turn", turns.union(*edges.get("FROM", {}).values()), self._read_turns)
        gathered.notes = notes | self._read_notes(missing, edges, gathered.turns)
        facts, entities = {*wanted.facts}, {*wanted.entities}
        for note in gathered.notes.values():
            entities.update(note.entities)
            if wanted.with_facts_and_mentions:
                facts.update(note.facts)
        if wanted.with_facts_and_mentions:
            entities.update(*(turn.entities for turn in gathered.turns.values()))
        gathered.facts = self._records("fact", facts, self._read_facts)
        entities.update(*(fact.entities for fact in gathered.facts.values()))
        gathered.entities = self._records("entity", entities, self._read_entities)
        return gathered

    def _cached(self, kind: Kind, ids: Collection[int]) -> tuple[dict[int, Any], list[int]]:
        """The cached ones of these records, and the ids of the others."""
        cached = self.cache.find(self, kind, ids)
        return cached, [node for node in ids if node not in cached]

    def _records(
        self, kind: Kind, ids: Collection[int], read: Callable[[list[int]], dict[int, Any]]
    ) -> dict[int, Any]:
        """These records. Those that are not cached are read, and cached."""
        records, missing = self._cached(kind, ids)
        if missing:
            new = read(missing)
            self.cache.add(self, kind, new)
            records.update(new)
        return records

    def _rows(self, statement: str, ids: list[int]) -> list[Row]:
        return self.connection.run(statement, {"ids": json_array(ids), "space": self.state.space})

    def _read_notes(
        self, ids: list[int], edges: record_cache.EdgeEnds, turns: Mapping[int, Connected[Turn]]
    ) -> dict[int, Connected[Note]]:
        if not ids:
            return {}
        rows = self._rows(record_cache.READ_NOTES, ids)
        vectors = self._vectors("note", ids)
        read: dict[int, Connected[Note]] = {}
        for row in rows:
            node = row[0]
            sources = tuple(edges["FROM"][node])
            record = note_from(row, tuple(turns[turn].record.uid for turn in sources), vectors.get(node))
            about, facts = tuple(edges["ABOUT"][node]), tuple(edges["FACT_FROM"][node])
            read[node] = Connected(record, entities=about, turns=sources, facts=facts)
        self.cache.add(self, "note", read)
        return read

    def _read_turns(self, ids: list[int]) -> dict[int, Connected[Turn]]:
        mentions = record_cache.read_turn_edges(self.connection, ids)["MENTIONS"]
        vectors = self._vectors("turn", ids)
        return {
            row[0]: Connected(turn_from(row, vectors.get(row[0])), entities=tuple(mentions[row[0]]))
            for row in self._rows(record_cache.READ_TURNS, ids)
        }

    def _read_facts(self, ids: list[int]) -> dict[int, Connected[Fact]]:
        rows = self._rows(record_cache.READ_FACTS, ids)
        return {row[0]: Connected(fact_from(row[:-2]), entities=row[-2:]) for row in rows}

    def _read_entities(self, ids: list[int]) -> dict[int, Entity]:
        return {row[0]: entity_from(row) for row in self._rows(record_cache.READ_ENTITIES, ids)}

    def _vectors(self, kind: VectorKind, ids: list[int]) -> Mapping[int, Vector]:
        if not self.cache.has_vectors:
            return {}
        vectors = self.cache.vectors(self, kind, ids)
        if vectors is not None:
            return vectors
        rows = self.connection.run(_VECTORS[kind], {"ids": json_array(ids)})
        return {node: vector for node, blob in rows if (vector := vector_from(blob)) is not None}


def _add_in_batches(index: VectorIndex, rows: Iterable[Row]) -> None:
    remaining = iter(rows)
    while batch := list(islice(remaining, _BATCH)):
        index.add(batch)
