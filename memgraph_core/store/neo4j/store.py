"""One namespace of a Neo4j database: each verb is one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from memgraph_core.records.forget import CorrectionResult, Forgotten, Selection, TurnCorrection
from memgraph_core.records.graph import Call, Change, Entity, Fact, Link, Note, Revision, Support, Turn
from memgraph_core.records.inspect import Day, EntityQuery, QueryResult, Stats, StreamItem, StreamQuery
from memgraph_core.records.log import AppendResult, CallTotals, LeaseRequest, Tombstone
from memgraph_core.records.plan import Applied, PlanningSnapshot, SnapshotRequest, Stale, WritePlan
from memgraph_core.records.rebuild import GenerationBuild, LogPage
from memgraph_core.records.search import Candidates, Limits, Query, Seeds, Subgraph
from memgraph_core.records.transfer import EdgeOwner, IncidentEdges, RecordKind
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j import claims, generations, ledger, people, replay
from memgraph_core.store.neo4j.around import around
from memgraph_core.store.neo4j.candidates import candidates
from memgraph_core.store.neo4j.connection import Connection
from memgraph_core.store.neo4j.exploring import explore
from memgraph_core.store.neo4j.forget import correct, forget
from memgraph_core.store.neo4j.joints import joints
from memgraph_core.store.neo4j.known import known
from memgraph_core.store.neo4j.lease import lease as lease_turns
from memgraph_core.store.neo4j.log import log
from memgraph_core.store.neo4j.plan import Moved, apply, plan_rows
from memgraph_core.store.neo4j.standing import read_standing
from memgraph_core.store.saved_queries import checked_parameters, saved_query
from memgraph_core.store.selection import checked_selection
from neo4j import ManagedTransaction


class Neo4jStore:
    """The verbs of `store.protocol.Store`, on Neo4j."""

    def __init__(self, connection: Connection, namespace: str, stamp: EmbeddingStamp | None) -> None:
        self._connection = connection
        self._namespace = namespace
        self._stamp = stamp

    @property
    def namespace(self) -> str:
        """The tenant this handle is bound to."""
        return self._namespace

    def embedding_stamp(self) -> EmbeddingStamp | None:
        """Which model made the vectors that are searched; None where none did yet."""
        return self._connection.read(lambda tx: read_standing(tx, self._namespace)).stamp

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
        """Make the turns durable; what is logged already stays as it is."""

        def work(tx: ManagedTransaction) -> AppendResult:
            there = log(tx, self._namespace, turns, keys, before, candidates, force=force)
            return (
                claims.take(tx, self._namespace, there, lease)
                if lease and turns
                else replace(there, leased={})
            )

        # Without turns there is nothing to write, and no namespace to bring into being.
        return self._connection.write(work) if turns else self._connection.read(work)

    def lease(
        self,
        turns: Sequence[str],
        keys: Sequence[str],
        before: int,
        candidates: int = 0,
        *,
        request: LeaseRequest | None = None,
    ) -> AppendResult:
        """Read logged turns with what extraction needs, and lease those that the request selects."""
        transaction = self._connection.write if request else self._connection.read
        return transaction(
            lambda tx: lease_turns(tx, self._namespace, turns, keys, before, candidates, request)
        )

    def release_lease(self, by: str) -> None:
        """Give up what this reader claims and has not read."""
        self._connection.write(lambda tx: claims.release(tx, self._namespace, by))

    def snapshot(self, probe: SnapshotRequest) -> PlanningSnapshot:
        """What a plan must know."""
        return self._connection.read(lambda tx: known(tx, self._namespace, self._stamp, probe))

    def apply(self, plan: WritePlan) -> Applied | Stale:
        """Carry the plan out in one transaction, unless the namespace has moved since `plan.version`."""
        rows = plan_rows(plan, self._namespace, self._stamp)
        try:
            return self._connection.write(lambda tx: apply(tx, self._namespace, self._stamp, plan, rows))
        except Moved as moved:
            return Stale(moved.version)

    def correct(self, correcting: TurnCorrection) -> CorrectionResult | Stale:
        """Let a turn read as a person says it should, and remember what it read until then."""
        while True:
            try:
                return self._connection.write(lambda tx: correct(tx, self._namespace, correcting))
            except generations.Unfinished:
                self.discard_generation()

    def record_calls(self, calls: Sequence[Call]) -> CallTotals:
        """Put calls into the ledger, each uid once, and tell what all that are in it add up to."""
        within = self._connection.write if calls else self._connection.read
        return within(lambda tx: ledger.spend(tx, self._namespace, calls))

    # The read path

    def candidates(self, query: Query, limits: Limits) -> Candidates:
        """What the channels bring, filtered by `query.filters`."""
        return self._connection.read(lambda tx: candidates(tx, self._namespace, self._stamp, query, limits))

    def expand(self, seeds: Seeds, query: Query) -> Subgraph:
        """What lies within two hops of the seeds, filtered by `query.filters`."""
        return self._connection.read(lambda tx: around(tx, self._namespace, self._stamp, seeds, query))

    # For people and upkeep

    def pending(self, limit: int) -> tuple[Turn, ...]:
        """Logged turns that no extractor has finished, by session and position."""
        return self._connection.read(lambda tx: people.pending(tx, self._namespace, limit))

    def turns(self, uids: Sequence[str]) -> tuple[Turn, ...]:
        """These turns, in the order asked; unknown uids are left out."""
        return self._connection.read(
            lambda tx: people.turns(tx, self._namespace, uids, self._stamp is not None)
        )

    def conversation(self, session: str, limit: int) -> tuple[Turn, ...]:
        """The last turns of a session, oldest first, without vectors."""
        return self._connection.read(lambda tx: people.conversation(tx, self._namespace, session, limit))

    def sessions(self) -> tuple[str, ...]:
        """Every session of the log, the one that was last spoken in first; equals by name."""
        return self._connection.read(lambda tx: people.sessions(tx, self._namespace))

    def notes(self, uids: Sequence[str]) -> tuple[Note, ...]:
        """These notes, in the order asked; unknown uids are left out."""
        return self._connection.read(
            lambda tx: people.notes(tx, self._namespace, uids, self._stamp is not None)
        )

    def notes_of(self, turns: Sequence[str]) -> tuple[Note, ...]:
        """The notes that come from any of these turns, by uid, without vectors."""
        return self._connection.read(lambda tx: replay.notes_of(tx, self._namespace, turns))

    def history(self, note: str) -> tuple[Revision, ...]:
        """All states of a note, oldest first."""
        return self._connection.read(lambda tx: people.history(tx, self._namespace, note))

    def links(self, notes: Sequence[str]) -> tuple[Link, ...]:
        """The named ties of these notes, from them and to them; by a, b and reason."""
        return self._connection.read(lambda tx: people.links(tx, self._namespace, notes))

    def supports(self, notes: Sequence[str]) -> tuple[Support, ...]:
        """What these notes, and the notes that rest on these, rest on; sorted."""
        return self._connection.read(lambda tx: people.supports(tx, self._namespace, notes))

    def facts(self, entity: str | None, limit: int, uids: Sequence[str] | None = None) -> tuple[Fact, ...]:
        """Facts with this entity (uid) as subject or object, or these, or all; newest first, ended ones included."""
        return self._connection.read(lambda tx: people.facts(tx, self._namespace, entity, limit, uids))

    def entities(self, query: EntityQuery) -> tuple[Entity, ...]:
        """Entities in the order asked; equals by name and uid."""
        checked = people.checked_entity_query(query)
        return self._connection.read(lambda tx: people.entities(tx, self._namespace, checked))

    def stream(self, query: StreamQuery) -> tuple[StreamItem, ...]:
        """The memory stream, newest first; equals by turn position and entity uid."""
        return self._connection.read(lambda tx: people.stream(tx, self._namespace, query))

    def timeline(self, query: StreamQuery) -> tuple[Day, ...]:
        """Mentions per day (UTC), oldest first; the limit counts days."""
        return self._connection.read(lambda tx: people.timeline(tx, self._namespace, query))

    def speakers(self) -> tuple[str, ...]:
        """Who speaks in the log, sorted."""
        return self._connection.read(lambda tx: people.speakers(tx, self._namespace))

    def changes(self, limit: int, uids: Sequence[str] | None = None) -> tuple[Change, ...]:
        """What was decided, or these decisions of it; newest first."""
        return self._connection.read(lambda tx: people.changes(tx, self._namespace, limit, uids))

    def ledger(self, limit: int, uids: Sequence[str] | None = None) -> tuple[Call, ...]:
        """Calls of models, or these of them; newest first, then by uid."""
        return self._connection.read(lambda tx: ledger.ledger(tx, self._namespace, limit, uids))

    def uids(self, of: RecordKind) -> tuple[str, ...]:
        """Of all entities or facts, sorted; of all changes or calls, oldest first; of notes in the order of their turns."""
        return self._connection.read(lambda tx: people.uids(tx, self._namespace, of))

    def incident_edges(self, of: EdgeOwner, uids: Sequence[str]) -> IncidentEdges:
        """What joins these records of the current space, each as its own."""
        return self._connection.read(lambda tx: joints(tx, self._namespace, of, uids))

    def explore(self, name: str, parameters: Mapping[str, object], rows: int, seconds: float) -> QueryResult:
        """Run a saved query, reading only, for so many seconds at most; the first rows of it."""
        query = saved_query(name)
        values = {"namespace": self._namespace, **checked_parameters(query, parameters)}
        return self._connection.read(lambda tx: explore(tx, query, values, rows), seconds)

    def tombstones(self) -> tuple[Tombstone, ...]:
        """What is left of turns that were forgotten, by mark."""
        return self._connection.read(lambda tx: people.tombstones(tx, self._namespace))

    def forget(self, selection: Selection, *, lasting: bool = True) -> Forgotten:
        """Delete turns and provably everything derived from them alone; recompute what remains."""
        checked = checked_selection(selection)
        while True:
            try:
                return self._connection.write(
                    lambda tx: forget(tx, self._namespace, checked, lasting=lasting)
                )
            except generations.Unfinished:
                self.discard_generation()

    def stats(self) -> Stats:
        """What the namespace holds."""
        return self._connection.read(lambda tx: people.stats(tx, self._namespace))

    # Generations

    def log_page(self, after: int, limit: int, before: int) -> LogPage:
        """Turns in the order in which they were logged, from behind a place in the log on."""
        return replay.replay(self._connection, self._namespace, after, limit, before)

    def begin_generation(self, extractor: str = "") -> GenerationBuild | None:
        """The generation that is being derived; a new one if there is none. None where nothing is logged."""
        generations.sweep(self._connection, self._namespace)
        return self._connection.write(
            lambda tx: generations.begin(tx, self._namespace, extractor, self._stamp)
        )

    def switch_generation(self, space: str, change: Change) -> Applied | Stale:
        """Make the generation that is being derived the current one, at once, and remove the old one.

        Its removal is further transactions. If it is interrupted, whoever begins, discards or forgets next goes on.
        """
        outcome = self._connection.write(lambda tx: generations.switch(tx, self._namespace, space, change))
        if isinstance(outcome, Applied):
            generations.sweep(self._connection, self._namespace)
        return outcome

    def discard_generation(self) -> bool:
        """Remove the generation that is being derived, with all it holds; whether there was one.

        Its removal is further transactions, as that of an old one in `switch`.
        """
        was_there = self._connection.write(lambda tx: generations.discard(tx, self._namespace))
        generations.sweep(self._connection, self._namespace)
        return was_there
