"""One file as a `Database`, and a `Store` for each of its namespaces."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

from memgraph_core.errors import NeedsNeo4j
from memgraph_core.records.counts import StoreCounts
from memgraph_core.records.forget import Forgotten, Selection
from memgraph_core.records.graph import Call, Note, Turn
from memgraph_core.records.inspect import (
    QueryResult,
)
from memgraph_core.records.kinds import Vector
from memgraph_core.records.log import NO_NEEDS, AppendResult, CallTotals, ExtractionNeeds, LeaseRequest
from memgraph_core.records.plan import Applied, PlanningSnapshot, SnapshotRequest, Stale, WritePlan
from memgraph_core.records.rebuild import GenerationBuild, space_name
from memgraph_core.records.search import Candidates, Limits, Query, Seeds, Subgraph
from memgraph_core.records.validation import checked_name, checked_vector
from memgraph_core.store.checks import check_stamp, checked_selection, distinct_turns
from memgraph_core.store.contract import EmbeddingStamp, OnStatement
from memgraph_core.store.counts import StoreCounter
from memgraph_core.store.sqlite import schema
from memgraph_core.store.sqlite.cache.background import Background
from memgraph_core.store.sqlite.cache.build_cache import BuildCache
from memgraph_core.store.sqlite.cache.namespace_cache import NamespaceCache
from memgraph_core.store.sqlite.connection import Connection, ConnectionPool, ForeignFile
from memgraph_core.store.sqlite.namespace_state import find
from memgraph_core.store.sqlite.read import candidates as candidate_search
from memgraph_core.store.sqlite.read import core as core_reads
from memgraph_core.store.sqlite.read import expand as expansion
from memgraph_core.store.sqlite.read import incident_edges, inspect, listing, log_pages
from memgraph_core.store.sqlite.read import ledger as ledger_reads
from memgraph_core.store.sqlite.read import snapshot as planning
from memgraph_core.store.sqlite.write import core as core_writes
from memgraph_core.store.sqlite.write import forget as forgetting
from memgraph_core.store.sqlite.write import generations, leases, log, tombstones
from memgraph_core.store.sqlite.write import jobs as job_rows
from memgraph_core.store.sqlite.write import ledger as ledger_writes
from memgraph_core.store.sqlite.write import plan as plans
from memgraph_core.store.sqlite.write import turns as turn_writes

_P = ParamSpec("_P")
_T = TypeVar("_T")


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
    except ForeignFile:
        pool.discard()
        raise
    except BaseException:
        pool.close()
        raise
    return SqliteDatabase(pool, stamp, Background(), StoreCounter())


class SqliteDatabase:
    """One file with any number of namespaces, for any number of threads and processes."""

    def __init__(
        self,
        pool: ConnectionPool,
        stamp: EmbeddingStamp | None,
        background: Background,
        counter: StoreCounter,
    ) -> None:
        self._pool = pool
        self._stamp = stamp
        self._background = background
        self._counter = counter
        self._caches: dict[str, NamespaceCache] = {}
        self._build_caches: dict[str, BuildCache] = {}
        self._lock = Lock()

    def store(self, namespace: str) -> "SqliteStore":
        """See `Database.store`."""
        checked_name(namespace, "namespace")
        with self._lock:
            if namespace not in self._caches:
                self._caches[namespace] = NamespaceCache(
                    namespace, self._stamp, self._background, self._counter
                )
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
        return SqliteDatabase(self._pool, stamp, self._background, self._counter)

    def counts(self) -> StoreCounts:
        """See `Database.counts`."""
        return self._counter.counts()

    def close(self) -> None:
        """See `Database.close`."""
        self._pool.close()
        self._background.close()


def _reading(
    verb: Callable[Concatenate[Connection, str, _P], _T],
) -> Callable[Concatenate["SqliteStore", _P], _T]:
    """The method that runs the verb in a read transaction, on the namespace of the store."""

    @wraps(verb)
    def run(self: "SqliteStore", *args: _P.args, **kwargs: _P.kwargs) -> _T:
        with self._pool.reading() as connection:
            return verb(connection, self._namespace, *args, **kwargs)

    return run


def _writing(
    verb: Callable[Concatenate[Connection, str, _P], _T],
) -> Callable[Concatenate["SqliteStore", _P], _T]:
    """As `_reading`, in a write transaction."""

    @wraps(verb)
    def run(self: "SqliteStore", *args: _P.args, **kwargs: _P.kwargs) -> _T:
        with self._pool.writing() as connection:
            return verb(connection, self._namespace, *args, **kwargs)

    return run


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
        needs: ExtractionNeeds = NO_NEEDS,
        *,
        force: bool = False,
        lease: LeaseRequest | None = None,
    ) -> AppendResult:
        """See `Store.append`."""
        distinct = distinct_turns(turns)
        if not distinct:
            return self.lease((), needs)
        with self._pool.writing() as connection:
            return log.append(connection, self._namespace, distinct, needs, force=force, lease=lease)

    def lease(
        self,
        turns: Sequence[str],
        needs: ExtractionNeeds = NO_NEEDS,
        *,
        request: LeaseRequest | None = None,
    ) -> AppendResult:
        """See `Store.lease`."""
        transaction = self._pool.writing if request else self._pool.reading
        with transaction() as connection:
            return log.lease(connection, self._namespace, turns, needs, request)

    release_lease = _writing(leases.release)

    def snapshot(self, request: SnapshotRequest) -> PlanningSnapshot:
        """See `Store.snapshot`."""
        for note in request.notes:
            self._check(note.vector, f"vector of the new note {note.uid!r}")
        with self._pool.reading_on_writer() as connection:
            if request.space is not None:
                return self._snapshot_of_build(connection, request.space, request)
            current = self._cache.synchronize(connection)
            if current is None:
                return PlanningSnapshot(space=space_name(self._namespace, 1), version=0, entities={})
            vectors = current.vectors.get("note")
            return planning.snapshot(connection, self._namespace, current.state, vectors, request)

    def apply(self, plan: WritePlan) -> Applied | Stale:
        """See `Store.apply`."""
        with self._pool.writing() as connection:
            outcome = plans.apply(connection, self._namespace, plan, self._stamp)
            if isinstance(outcome, Applied):
                return outcome
            return generations.apply(connection, self._namespace, plan, self._stamp) or outcome

    correct = _writing(forgetting.correct)

    def record_calls(self, calls: Sequence[Call]) -> CallTotals:
        """See `Store.record_calls`."""
        if not calls:
            with self._pool.reading() as connection:
                return ledger_reads.totals_of(connection, self._namespace)
        with self._pool.writing() as connection:
            return ledger_writes.record(connection, self._namespace, calls)

    record_uses = _writing(turn_writes.record_uses)

    # The read path

    def candidates(self, query: Query, limits: Limits) -> Candidates:
        """See `Store.candidates`."""
        self._check(query.vector, "vector of the question")
        with self._pool.reading() as connection:
            snapshot = self._cache.synchronize(connection)
            if snapshot is None:
                return Candidates(space=space_name(self._namespace, 1))
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

    conversation = _reading(inspect.conversation)
    sessions = _reading(inspect.sessions)

    def notes(self, uids: Sequence[str]) -> tuple[Note, ...]:
        """See `Store.notes`."""
        with self._pool.reading() as connection:
            return inspect.notes(connection, self._namespace, uids, self._stamp is not None)

    notes_of = _reading(inspect.notes_of)
    history = _reading(inspect.history)
    links = _reading(inspect.links)
    supports = _reading(inspect.supports)
    abstracts = _reading(inspect.abstracts)
    facts = _reading(inspect.facts)
    entities = _reading(inspect.entities)
    stream = _reading(inspect.stream)
    timeline = _reading(inspect.timeline)
    speakers = _reading(inspect.speakers)
    listed = _reading(listing.listed)
    scheduled = _reading(listing.scheduled)
    changes = _reading(inspect.changes)
    ledger = _reading(ledger_reads.calls)
    uids = _reading(inspect.uids)
    incident_edges = _reading(incident_edges.incident_edges)

    def explore(self, name: str, parameters: Mapping[str, object], rows: int, seconds: float) -> QueryResult:
        """Raises NeedsNeo4j: saved queries are Cypher."""
        raise NeedsNeo4j(
            f"{name!r:.80} is Cypher, which a SQLite file cannot run. Open the memory on Neo4j (neo4j://…), or use "
            "show, timeline, stream, facts and entities, which work on both."
        )

    tombstones = _reading(tombstones.all_of)

    def forget(self, selection: Selection, *, lasting: bool = True) -> Forgotten:
        """See `Store.forget`."""
        checked_selection(selection)
        with self._pool.writing() as connection:
            forgotten = forgetting.forget(connection, self._namespace, selection, lasting=lasting)
        self._pool.erase_deleted()  # also if no turn was selected: erasing may have failed in an earlier call
        return forgotten

    core_states = _reading(core_reads.states)
    write_core = _writing(core_writes.write)

    def forget_core(self, blocks: Sequence[str]) -> None:
        """See `Store.forget_core`."""
        with self._pool.writing() as connection:
            core_writes.forget(connection, self._namespace, blocks)
        self._pool.erase_deleted()

    stats = _reading(inspect.stats)

    # Jobs

    jobs = _reading(job_rows.jobs)
    update_jobs = _writing(job_rows.update)

    # Generations

    log_page = _reading(log_pages.log_page)

    def begin_generation(self, extractor: str = "") -> GenerationBuild | None:
        """See `Store.begin_generation`."""
        with self._pool.writing() as connection:
            return generations.begin(connection, self._namespace, extractor, self._stamp)

    switch_generation = _writing(generations.switch)
    discard_generation = _writing(generations.discard)

    def _snapshot_of_build(
        self, connection: Connection, space: str, request: SnapshotRequest
    ) -> PlanningSnapshot:
        """The planning snapshot of a space that is being derived; version -1 if this space is not being derived."""
        build = generations.find_build(connection, self._namespace, space)
        if build is None:
            return PlanningSnapshot(space=space, version=-1, entities={})
        check_stamp(self._namespace, build.stamp, self._stamp)
        vectors = self._build_cache.synchronize(connection, build.space) if self._build_cache else None
        return planning.snapshot(connection, self._namespace, build, vectors, request)

    def _check(self, vector: Vector | None, what: str) -> None:
        if vector is not None and self._stamp:
            checked_vector(vector, self._stamp.dimension, what)
