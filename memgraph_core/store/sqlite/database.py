"""The door: one file as a `Database`, and a `Store` for each of its namespaces."""

from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from threading import Lock

import apsw

from memgraph_core.errors import ConfigError, StoreMismatch, StoreUnavailable
from memgraph_core.records.forget import CorrectionResult, Forgotten, Selection, TurnCorrection
from memgraph_core.records.graph import Call, Change, Entity, Fact, Note, Revision, Support, Turn
from memgraph_core.records.graph import Link as Tie
from memgraph_core.records.inspect import Day, EntityQuery, QueryResult, Stats, StreamItem, StreamQuery
from memgraph_core.records.kinds import Vector
from memgraph_core.records.log import AppendResult, CallTotals, LeaseRequest, Tombstone
from memgraph_core.records.plan import Applied, PlanningSnapshot, SnapshotRequest, Stale, WritePlan
from memgraph_core.records.rebuild import GenerationBuild, LogPage
from memgraph_core.records.search import Candidates, Limits, Query, Seeds, Subgraph
from memgraph_core.records.transfer import EdgeOwner, IncidentEdges, RecordKind
from memgraph_core.records.validation import checked_name, checked_vector
from memgraph_core.store.contract import SCHEMA_VERSION, EmbeddingStamp
from memgraph_core.store.embedding_stamps import refuse_other
from memgraph_core.store.sqlite import (
    claims,
    forget,
    generations,
    joints,
    known,
    lease,
    ledger,
    log,
    people,
    replay,
    revisions,
    search,
    tombstones,
    walk,
)
from memgraph_core.store.sqlite import plan as plans
from memgraph_core.store.sqlite.beside import Beside
from memgraph_core.store.sqlite.connection import Connections, Link, OnStatement
from memgraph_core.store.sqlite.generations import Growing
from memgraph_core.store.sqlite.mirror import Mirror, Snapshot
from memgraph_core.store.sqlite.place import find

# What later releases added, in their order: the last thing that each script makes, and the script.
_LATER = {
    "entity_gone_own": "merges.sql",
    "turn_gone_seeing": "evolving.sql",
    "note_gone_supported": "asides.sql",
    "tie_gone": "ties.sql",
    "edge_aside": "counting.sql",
    "conflict_gone": "closings.sql",
    "change_undone": "undoing.sql",
    "call_gone": "spending.sql",
    "turn_corrected": "correcting.sql",
    "namespace_gone": "tombstones.sql",
    "fact_new": "graph.sql",
    "rebuilt_vector": "models.sql",
    "similar": "lighter.sql",
    "claim_gone": "claims.sql",
    "turn_terms_merged": "merged.sql",
    "plan_carried_out": "planned.sql",
}
_APPLICATION = 0x4D454D47  # "MEMG": tells our files from other programs'


def open_sqlite(
    path: str | Path, stamp: EmbeddingStamp | None = None, *, on_statement: OnStatement | None = None
) -> "SqliteDatabase":
    """Open a database file, or make it; `:memory:` lives as long as it is open.

    With a `stamp` its namespaces are stamped with that model by their first plan, or refused when they have another;
    without one vectors are neither written nor searched. `on_statement` is called with the text of every statement before it runs,
    BEGIN and COMMIT among them, triggers not; one with many rows of values counts once.

    Raises StoreUnavailable when the file cannot be opened or is another program's, StoreMismatch when it
    was written by another version.
    """
    connections = Connections(path, on_statement)
    try:
        _prepare(connections)
    except BaseException:
        connections.close()
        raise
    return SqliteDatabase(connections, stamp)


class SqliteDatabase:
    """One file with any number of namespaces, for any number of threads and processes."""

    def __init__(self, connections: Connections, stamp: EmbeddingStamp | None) -> None:
        self._connections = connections
        self._stamp = stamp
        self._mirrors: dict[str, Mirror] = {}
        self._beside = Beside()
        self._growing: dict[str, Growing] = {}
        self._lock = Lock()

    def store(self, namespace: str) -> "SqliteStore":
        """See `Database.store`."""
        checked_name(namespace, "namespace")
        mirror, growing = self._mirror_of(namespace), self._growing_of(namespace)
        return SqliteStore(namespace, self._connections, self._stamp, mirror, growing)

    def namespaces(self) -> tuple[str, ...]:
        """See `Database.namespaces`."""
        with self._connections.reading() as link:
            return people.namespaces(link)

    @property
    def stamp(self) -> EmbeddingStamp | None:
        """For vectors of which model it was opened."""
        return self._stamp

    def with_stamp(self, stamp: EmbeddingStamp | None) -> "SqliteDatabase":
        """See `Database.with_stamp`."""
        return SqliteDatabase(self._connections, stamp)

    def close(self) -> None:
        """See `Database.close`."""
        self._connections.close()
        self._beside.close()

    def _mirror_of(self, namespace: str) -> Mirror:
        with self._lock:
            if namespace not in self._mirrors:
                self._mirrors[namespace] = Mirror(namespace, self._stamp, self._beside)
            return self._mirrors[namespace]

    def _growing_of(self, namespace: str) -> Growing | None:
        with self._lock:
            if self._stamp and namespace not in self._growing:
                self._growing[namespace] = Growing(self._stamp.dimension)
            return self._growing.get(namespace)


class SqliteStore:
    """One namespace of a file; see `Store` for what every verb promises."""

    def __init__(
        self,
        namespace: str,
        connections: Connections,
        stamp: EmbeddingStamp | None,
        mirror: Mirror,
        growing: Growing | None,
    ) -> None:
        self._namespace = namespace
        self._connections = connections
        self._stamp = stamp
        self._mirror = mirror
        self._growing = growing

    @property
    def namespace(self) -> str:
        """See `Store.namespace`."""
        return self._namespace

    def embedding_stamp(self) -> EmbeddingStamp | None:
        """See `Store.stamp`."""
        with self._connections.reading() as link:
            here = find(link, self._namespace)
            return here.stamp if here else None

    # The write path

    def append(
        self,
        turns: Sequence[Turn],
        keys: Sequence[str],
        before: int,
        candidates: int = 0,
        *,
        force: bool = False,
        lease: LeaseRequest | None = None,
    ) -> AppendResult:
        """See `Store.log`."""
        each = log.distinct(turns)
        if not each:
            with self._connections.reading() as link:
                return log.keys_only(link, self._namespace, keys)
        with self._connections.writing() as link:
            return log.log(link, self._namespace, each, keys, before, candidates, force=force, lease=lease)

    def lease(
        self,
        turns: Sequence[str],
        keys: Sequence[str],
        before: int,
        candidates: int = 0,
        *,
        request: LeaseRequest | None = None,
    ) -> AppendResult:
        """See `Store.lease`."""
        transaction = self._connections.writing if request else self._connections.reading
        with transaction() as link:
            return lease.lease(link, self._namespace, turns, keys, before, candidates, request)

    def release_lease(self, by: str) -> None:
        """See `Store.release`."""
        with self._connections.writing() as link:
            claims.release(link, self._namespace, by)

    def snapshot(self, probe: SnapshotRequest) -> PlanningSnapshot:
        """See `Store.known`."""
        for note in probe.notes:
            self._check(note.vector, f"vector of the probe {note.uid!r}")
        with self._connections.reading_between_writes() as link:
            if probe.space is not None:
                return self._known_of_building(link, probe.space, probe)
            snapshot = self._mirror.in_step(link)
            if snapshot is None:
                return known.nothing(self._namespace)
            return known.known(self._namespace, snapshot, probe)

    def apply(self, plan: WritePlan) -> Applied | Stale:
        """See `Store.apply`."""
        with self._connections.writing() as link:
            outcome = plans.apply(link, self._namespace, plan, self._stamp)
            if isinstance(outcome, Applied):
                return outcome
            return generations.apply(link, self._namespace, plan, self._stamp) or outcome

    def correct(self, correcting: TurnCorrection) -> CorrectionResult | Stale:
        """See `Store.correct`."""
        with self._connections.writing() as link:
            return forget.correct(link, self._namespace, correcting)

    def record_calls(self, calls: Sequence[Call]) -> CallTotals:
        """See `Store.spend`."""
        if not calls:
            with self._connections.reading() as link:
                return ledger.spent(link, self._namespace)
        with self._connections.writing() as link:
            return ledger.spend(link, self._namespace, calls)

    # The read path

    def candidates(self, query: Query, limits: Limits) -> Candidates:
        """See `Store.candidates`."""
        self._check(query.vector, "vector of the question")
        with self._connections.reading() as link:
            snapshot = self._mirror.in_step(link)
            if snapshot is None:
                return search.nothing(self._namespace)
            return search.candidates(self._namespace, snapshot, query, limits)

    def expand(self, seeds: Seeds, query: Query) -> Subgraph:
        """See `Store.around`."""
        with self._connections.reading() as link:
            return walk.around(link, self._mirror, seeds, query)

    # For people and upkeep

    def pending(self, limit: int) -> tuple[Turn, ...]:
        """See `Store.pending`."""
        with self._connections.reading() as link:
            return people.pending(link, self._namespace, limit, self._stamp is not None)

    def turns(self, uids: Sequence[str]) -> tuple[Turn, ...]:
        """See `Store.turns`."""
        with self._connections.reading() as link:
            return people.turns(link, self._namespace, uids, self._stamp is not None)

    def conversation(self, session: str, limit: int) -> tuple[Turn, ...]:
        """See `Store.conversation`."""
        with self._connections.reading() as link:
            return people.conversation(link, self._namespace, session, limit)

    def sessions(self) -> tuple[str, ...]:
        """See `Store.sessions`."""
        with self._connections.reading() as link:
            return people.sessions(link, self._namespace)

    def notes(self, uids: Sequence[str]) -> tuple[Note, ...]:
        """See `Store.notes`."""
        with self._connections.reading() as link:
            return people.notes(link, self._namespace, uids, self._stamp is not None)

    def notes_of(self, turns: Sequence[str]) -> tuple[Note, ...]:
        """See `Store.notes_of`."""
        with self._connections.reading() as link:
            return replay.notes_of(link, self._namespace, turns)

    def history(self, note: str) -> tuple[Revision, ...]:
        """See `Store.history`."""
        with self._connections.reading() as link:
            return revisions.history(link, self._namespace, note)

    def links(self, notes: Sequence[str]) -> tuple[Tie, ...]:
        """See `Store.links`."""
        with self._connections.reading() as link:
            return people.links(link, self._namespace, notes)

    def supports(self, notes: Sequence[str]) -> tuple[Support, ...]:
        """See `Store.supports`."""
        with self._connections.reading() as link:
            return people.supports(link, self._namespace, notes)

    def facts(self, entity: str | None, limit: int, uids: Sequence[str] | None = None) -> tuple[Fact, ...]:
        """See `Store.facts`."""
        with self._connections.reading() as link:
            return people.facts(link, self._namespace, entity, limit, uids)

    def entities(self, query: EntityQuery) -> tuple[Entity, ...]:
        """See `Store.entities`."""
        with self._connections.reading() as link:
            return people.entities(link, self._namespace, query)

    def stream(self, query: StreamQuery) -> tuple[StreamItem, ...]:
        """See `Store.stream`."""
        with self._connections.reading() as link:
            return people.stream(link, self._namespace, query)

    def timeline(self, query: StreamQuery) -> tuple[Day, ...]:
        """See `Store.timeline`."""
        with self._connections.reading() as link:
            return people.timeline(link, self._namespace, query)

    def speakers(self) -> tuple[str, ...]:
        """See `Store.speakers`."""
        with self._connections.reading() as link:
            return people.speakers(link, self._namespace)

    def changes(self, limit: int, uids: Sequence[str] | None = None) -> tuple[Change, ...]:
        """See `Store.changes`."""
        with self._connections.reading() as link:
            return people.changes(link, self._namespace, limit, uids)

    def ledger(self, limit: int, uids: Sequence[str] | None = None) -> tuple[Call, ...]:
        """See `Store.ledger`."""
        with self._connections.reading() as link:
            return ledger.ledger(link, self._namespace, limit, uids)

    def uids(self, of: RecordKind) -> tuple[str, ...]:
        """See `Store.uids`."""
        with self._connections.reading() as link:
            return people.uids(link, self._namespace, of)

    def incident_edges(self, of: EdgeOwner, uids: Sequence[str]) -> IncidentEdges:
        """See `Store.joints`."""
        with self._connections.reading() as link:
            return joints.joints(link, self._namespace, of, uids)

    def explore(self, name: str, parameters: Mapping[str, object], rows: int, seconds: float) -> QueryResult:
        """Refused: saved queries are Cypher."""
        raise ConfigError(
            f"{name!r:.80} is Cypher, which a file does not run. Open the memory on Neo4j (neo4j://…), or ask with "
            "show, timeline, stream, facts and entities, which work on both."
        )

    def tombstones(self) -> tuple[Tombstone, ...]:
        """See `Store.tombstones`."""
        with self._connections.reading() as link:
            return tombstones.tombstones(link, self._namespace)

    def forget(self, selection: Selection, *, lasting: bool = True) -> Forgotten:
        """See `Store.forget`."""
        forget.checked(selection)
        with self._connections.writing() as link:
            forgotten = forget.forget(link, self._namespace, selection, lasting=lasting)
        self._connections.scrub()  # also when nothing was found: a former time may have been in vain
        return forgotten

    def stats(self) -> Stats:
        """See `Store.stats`."""
        with self._connections.reading() as link:
            return people.stats(link, self._namespace)

    # Generations

    def log_page(self, after: int, limit: int, before: int) -> LogPage:
        """See `Store.replay`."""
        with self._connections.reading() as link:
            return replay.replay(link, self._namespace, after, limit, before)

    def begin_generation(self, extractor: str = "") -> GenerationBuild | None:
        """See `Store.begin`."""
        with self._connections.writing() as link:
            return generations.begin(link, self._namespace, extractor, self._stamp)

    def switch_generation(self, space: str, change: Change) -> Applied | Stale:
        """See `Store.switch`."""
        with self._connections.writing() as link:
            return generations.switch(link, self._namespace, space, change)

    def discard_generation(self) -> bool:
        """See `Store.discard`."""
        with self._connections.writing() as link:
            return generations.discard(link, self._namespace)

    def _known_of_building(self, link: Link, space: str, probe: SnapshotRequest) -> PlanningSnapshot:
        place = generations.building_of(link, self._namespace, space)
        if place is None:
            return PlanningSnapshot(space=space, version=-1, entities={})
        refuse_other(self._namespace, place.stamp, self._stamp)
        notes = self._growing.in_step(link, place) if self._growing else None
        snapshot = Snapshot(link=link, place=place, mirror=self._mirror, sequence=-1, notes=notes)
        return known.known(self._namespace, snapshot, probe)

    def _check(self, vector: Vector | None, what: str) -> None:
        if vector is not None and self._stamp:
            checked_vector(vector, self._stamp.dimension, what)


def _prepare(connections: Connections) -> None:
    """Make the tables of a new file; refuse a file of another program or of another version."""
    path = connections.path
    with connections.alone() as link:
        if not link.run("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'"):
            raise StoreUnavailable(
                f"the SQLite in use ({apsw.sqlite_lib_version()}) has no FTS5; reinstall apsw."
            )
        tables = link.pragma("schema_version")
        application, version = link.pragma("application_id"), link.pragma("user_version")
        if tables and application != _APPLICATION:
            raise StoreUnavailable(f"{path} is a database of another program. Give another path.")
        if tables and version != SCHEMA_VERSION:
            raise StoreMismatch(
                f"{path} has schema version {version}, this is for {SCHEMA_VERSION}. "
                "Open it with the release that wrote it, or give a new path."
            )
    connections.prepare()
    with connections.alone() as link:
        last_made = ("vector_of_turn_dropped", "turn_reworded", "gate", *_LATER)
        if all(_has(link, name) for name in last_made):
            return
    with connections.writing() as link:
        if not link.pragma("schema_version"):  # another process may have been first
            link.script(_script("schema.sql"))
            link.script(f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {SCHEMA_VERSION}")
        if not _has(link, "vector_of_turn_dropped"):
            link.script(_script("vectors.sql"))
        if link.run("SELECT 1 FROM pragma_table_info('note') WHERE name = 'vector'"):
            link.script(_script("upgrade.sql"))
        link.script(_script("generations.sql"))
        for name, script in _LATER.items():
            if not _has(link, name):
                link.script(_script(script))


def _has(link: Link, name: str) -> bool:
    return bool(link.run("SELECT 1 FROM sqlite_schema WHERE name = ?", (name,)))


def _script(name: str) -> str:
    return resources.files("memgraph_core.store.sqlite").joinpath(name).read_text(encoding="utf-8")
