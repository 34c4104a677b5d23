"""One file as a `Database`, and a `Store` for each of its namespaces."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from threading import Lock

from memgraph_core.errors import ConfigError
from memgraph_core.records.forget import CorrectionResult, Forgotten, Selection, TurnCorrection
from memgraph_core.records.graph import Call, Change, Entity, Fact, Link, Note, Revision, Support, Turn
from memgraph_core.records.inspect import (
    Day,
    EntityQuery,
    QueryResult,
    Stats,
    StreamItem,
    StreamQuery,
)
from memgraph_core.records.kinds import Vector
from memgraph_core.records.listing import ListedUid, ListQuery
from memgraph_core.records.log import AppendResult, CallTotals, LeaseRequest, Tombstone
from memgraph_core.records.plan import Applied, PlanningSnapshot, SnapshotRequest, Stale, WritePlan
from memgraph_core.records.rebuild import GenerationBuild, LogPage
from memgraph_core.records.search import Candidates, Limits, Query, Seeds, Subgraph
from memgraph_core.records.transfer import EdgeOwner, IncidentEdges, RecordKind
from memgraph_core.records.validation import checked_name, checked_vector
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.distinct_turns import distinct_turns
from memgraph_core.store.embedding_stamps import refuse_other
from memgraph_core.store.selection import checked_selection
from memgraph_core.store.sqlite import schema
from memgraph_core.store.sqlite.cache.background import Background
from memgraph_core.store.sqlite.cache.build_cache import BuildCache
from memgraph_core.store.sqlite.cache.namespace_cache import NamespaceCache
from memgraph_core.store.sqlite.connection import Connection, ConnectionPool, OnStatement
from memgraph_core.store.sqlite.namespace_state import find
from memgraph_core.store.sqlite.read import candidates as candidate_search
from memgraph_core.store.sqlite.read import expand as expansion
from memgraph_core.store.sqlite.read import incident_edges, inspect, listing, log_pages
from memgraph_core.store.sqlite.read import ledger as ledger_reads
from memgraph_core.store.sqlite.read import snapshot as planning
from memgraph_core.store.sqlite.write import forget as forgetting
from memgraph_core.store.sqlite.write import generations, leases, log, tombstones
from memgraph_core.store.sqlite.write import ledger as ledger_writes
from memgraph_core.store.sqlite.write import plan as plans


def open_sqlite(
    path: str | Path, stamp: EmbeddingStamp | None = None, *, on_statement: OnStatement | None = None
) -> "SqliteDatabase":
    """Open a database file, or create it; `:memory:` lasts until it is closed.

    A namespace gets the `stamp` with its first plan; namespaces with another stamp are refused. Without a stamp, vectors are
    neither written nor searched. `on_statement` is called with the text of each statement before it runs, including BEGIN and
    COMMIT, but not for triggers; it is called once for a statement that runs for many rows.

    Raises StoreUnavailable if the file cannot be opened or belongs to another program, StoreMismatch if it has another
    schema version.
    """
    pool = ConnectionPool(path, on_statement)
    try:
        schema.prepare(pool)
    except BaseException:
        pool.close()
        raise
    return SqliteDatabase(pool, stamp, Background())


class SqliteDatabase:
    """One file with any number of namespaces, for any number of threads and processes."""

    def __init__(self, pool: ConnectionPool, stamp: EmbeddingStamp | None, background: Background) -> None:
        self._pool = pool
        self._stamp = stamp
        self._background = background
        self._caches: dict[str, NamespaceCache] = {}
        self._build_caches: dict[str, BuildCache] = {}
        self._lock = Lock()

    def store(self, namespace: str) -> "SqliteStore":
        """See `Database.store`."""
        checked_name(namespace, "namespace")
        with self._lock:
            if namespace not in self._caches:
                self._caches[namespace] = NamespaceCache(namespace, self._stamp, self._background)
            if self._stamp and namespace not in self._build_caches:
                self._build_caches[namespace] = BuildCache(self._stamp.dimension)
            cache, build_cache = self._caches[namespace], self._build_caches.get(namespace)
        return SqliteStore(namespace, self._pool, self._stamp, cache, build_cache)

    def namespaces(self) -> tuple[str, ...]:
        """See `Database.namespaces`."""
        with self._pool.reading() as connection:
            return inspect.namespaces(connection)

    @property
    def stamp(self) -> EmbeddingStamp | None:
        """The embedding stamp that it was opened with."""
        return self._stamp

    def with_stamp(self, stamp: EmbeddingStamp | None) -> "SqliteDatabase":
        """See `Database.with_stamp`."""
        return SqliteDatabase(self._pool, stamp, self._background)

    def close(self) -> None:
        """See `Database.close`."""
        self._pool.close()
        self._background.close()


class SqliteStore:
    """One namespace of a file. `Store` documents the verbs."""

    def __init__(
        self,
        namespace: str,
        pool: ConnectionPool,
        stamp: EmbeddingStamp | None,
        cache: NamespaceCache,
        build_cache: BuildCache | None,
    ) -> None:
        self._namespace = namespace
        self._pool = pool
        self._stamp = stamp
        self._cache = cache
        self._build_cache = build_cache

    @property
    def namespace(self) -> str:
        """See `Store.namespace`."""
        return self._namespace

    def embedding_stamp(self) -> EmbeddingStamp | None:
        """See `Store.embedding_stamp`."""
        with self._pool.reading() as connection:
            state = find(connection, self._namespace)
            return state.stamp if state else None

    # The write path

    def append(
        self,
        turns: Sequence[Turn],
        name_keys: Sequence[str],
        before: int,
        candidates: int = 0,
        *,
        force: bool = False,
        lease: LeaseRequest | None = None,
    ) -> AppendResult:
        """See `Store.append`."""
        distinct = distinct_turns(turns)
        if not distinct:
            with self._pool.reading() as connection:
                return log.append_nothing(connection, self._namespace, name_keys)
        with self._pool.writing() as connection:
            return log.append(
                connection, self._namespace, distinct, name_keys, before, candidates, force=force, lease=lease
            )

    def lease(
        self,
        turns: Sequence[str],
        name_keys: Sequence[str],
        before: int,
        candidates: int = 0,
        *,
        request: LeaseRequest | None = None,
    ) -> AppendResult:
        """See `Store.lease`."""
        transaction = self._pool.writing if request else self._pool.reading
        with transaction() as connection:
            return log.lease(connection, self._namespace, turns, name_keys, before, candidates, request)

    def release_lease(self, reader: str) -> None:
        """See `Store.release_lease`."""
        with self._pool.writing() as connection:
            leases.release(connection, self._namespace, reader)

    def snapshot(self, request: SnapshotRequest) -> PlanningSnapshot:
        """See `Store.snapshot`."""
        for note in request.notes:
            self._check(note.vector, f"vector of the new note {note.uid!r}")
        with self._pool.reading_on_writer() as connection:
            if request.space is not None:
                return self._snapshot_of_build(connection, request.space, request)
            current = self._cache.synchronize(connection)
            if current is None:
                return planning.empty_snapshot(self._namespace)
            vectors = current.vectors.get("note")
            return planning.snapshot(connection, self._namespace, current.state, vectors, request)

    def apply(self, plan: WritePlan) -> Applied | Stale:
        """See `Store.apply`."""
        with self._pool.writing() as connection:
            outcome = plans.apply(connection, self._namespace, plan, self._stamp)
            if isinstance(outcome, Applied):
                return outcome
            return generations.apply(connection, self._namespace, plan, self._stamp) or outcome

    def correct(self, replacement: TurnCorrection) -> CorrectionResult | Stale:
        """See `Store.correct`."""
        with self._pool.writing() as connection:
            return forgetting.correct(connection, self._namespace, replacement)

    def record_calls(self, calls: Sequence[Call]) -> CallTotals:
        """See `Store.record_calls`."""
        if not calls:
            with self._pool.reading() as connection:
                return ledger_reads.totals_of(connection, self._namespace)
        with self._pool.writing() as connection:
            return ledger_writes.record(connection, self._namespace, calls)

    # The read path

    def candidates(self, query: Query, limits: Limits) -> Candidates:
        """See `Store.candidates`."""
        self._check(query.vector, "vector of the question")
        with self._pool.reading() as connection:
            snapshot = self._cache.synchronize(connection)
            if snapshot is None:
                return candidate_search.no_candidates(self._namespace)
            return candidate_search.candidates(self._namespace, snapshot, query, limits)

    def expand(self, seeds: Seeds, query: Query) -> Subgraph:
        """See `Store.expand`."""
        with self._pool.reading() as connection:
            return expansion.expand(connection, self._cache, seeds, query)

    # Listing and maintenance

    def pending(self, limit: int) -> tuple[Turn, ...]:
        """See `Store.pending`."""
        with self._pool.reading() as connection:
            return inspect.pending(connection, self._namespace, limit, self._stamp is not None)

    def turns(self, uids: Sequence[str]) -> tuple[Turn, ...]:
        """See `Store.turns`."""
        with self._pool.reading() as connection:
            return inspect.turns(connection, self._namespace, uids, self._stamp is not None)

    def conversation(self, session: str, limit: int) -> tuple[Turn, ...]:
        """See `Store.conversation`."""
        with self._pool.reading() as connection:
            return inspect.conversation(connection, self._namespace, session, limit)

    def sessions(self) -> tuple[str, ...]:
        """See `Store.sessions`."""
        with self._pool.reading() as connection:
            return inspect.sessions(connection, self._namespace)

    def notes(self, uids: Sequence[str]) -> tuple[Note, ...]:
        """See `Store.notes`."""
        with self._pool.reading() as connection:
            return inspect.notes(connection, self._namespace, uids, self._stamp is not None)

    def notes_of(self, turns: Sequence[str]) -> tuple[Note, ...]:
        """See `Store.notes_of`."""
        with self._pool.reading() as connection:
            return inspect.notes_of(connection, self._namespace, turns)

    def history(self, note: str) -> tuple[Revision, ...]:
        """See `Store.history`."""
        with self._pool.reading() as connection:
            return inspect.history(connection, self._namespace, note)

    def links(self, notes: Sequence[str]) -> tuple[Link, ...]:
        """See `Store.links`."""
        with self._pool.reading() as connection:
            return inspect.links(connection, self._namespace, notes)

    def supports(self, notes: Sequence[str]) -> tuple[Support, ...]:
        """See `Store.supports`."""
        with self._pool.reading() as connection:
            return inspect.supports(connection, self._namespace, notes)

    def facts(self, entity: str | None, limit: int, uids: Sequence[str] | None = None) -> tuple[Fact, ...]:
        """See `Store.facts`."""
        with self._pool.reading() as connection:
            return inspect.facts(connection, self._namespace, entity, limit, uids)

    def entities(self, query: EntityQuery) -> tuple[Entity, ...]:
        """See `Store.entities`."""
        with self._pool.reading() as connection:
            return inspect.entities(connection, self._namespace, query)

    def stream(self, query: StreamQuery) -> tuple[StreamItem, ...]:
        """See `Store.stream`."""
        with self._pool.reading() as connection:
            return inspect.stream(connection, self._namespace, query)

    def timeline(self, query: StreamQuery) -> tuple[Day, ...]:
        """See `Store.timeline`."""
        with self._pool.reading() as connection:
            return inspect.timeline(connection, self._namespace, query)

    def speakers(self) -> tuple[str, ...]:
        """See `Store.speakers`."""
        with self._pool.reading() as connection:
            return inspect.speakers(connection, self._namespace)

    def listed(self, query: ListQuery) -> tuple[ListedUid, ...]:
        """See `Store.listed`."""
        with self._pool.reading() as connection:
            return listing.listed(connection, self._namespace, query)

    def changes(self, limit: int, uids: Sequence[str] | None = None) -> tuple[Change, ...]:
        """See `Store.changes`."""
        with self._pool.reading() as connection:
            return inspect.changes(connection, self._namespace, limit, uids)

    def ledger(
        self,
        limit: int,
        uids: Sequence[str] | None = None,
        *,
        since: datetime | None = None,
        session: str | None = None,
    ) -> tuple[Call, ...]:
        """See `Store.ledger`."""
        with self._pool.reading() as connection:
            return ledger_reads.calls(connection, self._namespace, limit, uids, since, session)

    def uids(self, of: RecordKind) -> tuple[str, ...]:
        """See `Store.uids`."""
        with self._pool.reading() as connection:
            return inspect.uids(connection, self._namespace, of)

    def incident_edges(self, of: EdgeOwner, uids: Sequence[str]) -> IncidentEdges:
        """See `Store.incident_edges`."""
        with self._pool.reading() as connection:
            return incident_edges.incident_edges(connection, self._namespace, of, uids)

    def explore(self, name: str, parameters: Mapping[str, object], rows: int, seconds: float) -> QueryResult:
        """Raises ConfigError: saved queries are Cypher."""
        raise ConfigError(
            f"{name!r:.80} is Cypher, which a SQLite file cannot run. Open the memory on Neo4j (neo4j://…), or use "
            "show, timeline, stream, facts and entities, which work on both."
        )

    def tombstones(self) -> tuple[Tombstone, ...]:
        """See `Store.tombstones`."""
        with self._pool.reading() as connection:
            return tombstones.all_of(connection, self._namespace)

    def forget(self, selection: Selection, *, lasting: bool = True) -> Forgotten:
        """See `Store.forget`."""
        checked_selection(selection)
        with self._pool.writing() as connection:
            forgotten = forgetting.forget(connection, self._namespace, selection, lasting=lasting)
        self._pool.erase_deleted()  # also if no turn was selected: erasing may have failed in an earlier call
        return forgotten

    def stats(self) -> Stats:
        """See `Store.stats`."""
        with self._pool.reading() as connection:
            return inspect.stats(connection, self._namespace)

    # Generations

    def log_page(self, after: int, limit: int, before: int) -> LogPage:
        """See `Store.log_page`."""
        with self._pool.reading() as connection:
            return log_pages.log_page(connection, self._namespace, after, limit, before)

    def begin_generation(self, extractor: str = "") -> GenerationBuild | None:
        """See `Store.begin_generation`."""
        with self._pool.writing() as connection:
            return generations.begin(connection, self._namespace, extractor, self._stamp)

    def switch_generation(self, space: str, change: Change) -> Applied | Stale:
        """See `Store.switch_generation`."""
        with self._pool.writing() as connection:
            return generations.switch(connection, self._namespace, space, change)

    def discard_generation(self) -> bool:
        """See `Store.discard_generation`."""
        with self._pool.writing() as connection:
            return generations.discard(connection, self._namespace)

    def _snapshot_of_build(
        self, connection: Connection, space: str, request: SnapshotRequest
    ) -> PlanningSnapshot:
        """The planning snapshot of a space that is being derived; version -1 if this space is not being derived."""
        build = generations.find_build(connection, self._namespace, space)
        if build is None:
            return PlanningSnapshot(space=space, version=-1, entities={})
        refuse_other(self._namespace, build.stamp, self._stamp)
        vectors = self._build_cache.synchronize(connection, build.space) if self._build_cache else None
        return planning.snapshot(connection, self._namespace, build, vectors, request)

    def _check(self, vector: Vector | None, what: str) -> None:
        if vector is not None and self._stamp:
            checked_vector(vector, self._stamp.dimension, what)
