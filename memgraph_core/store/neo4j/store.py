"""One namespace of a Neo4j database. Each verb is one transaction unless its docstring says otherwise."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from memgraph_core.records.changes import Change
from memgraph_core.records.forget import CorrectionResult, Forgotten, Selection, TurnCorrection
from memgraph_core.records.graph import Call, Turn
from memgraph_core.records.inspect import (
    QueryResult,
)
from memgraph_core.records.log import NO_NEEDS, AppendResult, CallTotals, ExtractionNeeds, LeaseRequest
from memgraph_core.records.plan import Applied, Stale, WritePlan
from memgraph_core.records.rebuild import GenerationBuild
from memgraph_core.store.checks import checked_selection
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j import core, generations, inspect, leases, ledger
from memgraph_core.store.neo4j import jobs as job_nodes
from memgraph_core.store.neo4j.candidates import candidates
from memgraph_core.store.neo4j.connection import Connection
from memgraph_core.store.neo4j.expand import expand
from memgraph_core.store.neo4j.forget import correct, forget
from memgraph_core.store.neo4j.incident_edges import incident_edges
from memgraph_core.store.neo4j.log import append, log_page, record_uses
from memgraph_core.store.neo4j.namespace_state import read_state
from memgraph_core.store.neo4j.plan import StalePlan, apply, plan_rows
from memgraph_core.store.neo4j.saved_query_results import explore
from memgraph_core.store.neo4j.snapshot import snapshot
from memgraph_core.store.saved_queries import checked_parameters, saved_query
from neo4j import ManagedTransaction

_P = ParamSpec("_P")
_T = TypeVar("_T")


def _reading(
    verb: Callable[Concatenate[ManagedTransaction, str, _P], _T],
) -> Callable[Concatenate["Neo4jStore", _P], _T]:
    """The method that runs the verb in a read transaction, on the namespace of the store."""

    @wraps(verb)
    def run(self: "Neo4jStore", *args: _P.args, **kwargs: _P.kwargs) -> _T:
        return self._connection.read(lambda tx: verb(tx, self._namespace, *args, **kwargs))

    return run


def _writing(
    verb: Callable[Concatenate[ManagedTransaction, str, _P], _T],
) -> Callable[Concatenate["Neo4jStore", _P], _T]:
    """As `_reading`, in a write transaction."""

    @wraps(verb)
    def run(self: "Neo4jStore", *args: _P.args, **kwargs: _P.kwargs) -> _T:
        return self._connection.write(lambda tx: verb(tx, self._namespace, *args, **kwargs))

    return run


def _reading_with_stamp(
    verb: Callable[Concatenate[ManagedTransaction, str, EmbeddingStamp | None, _P], _T],
) -> Callable[Concatenate["Neo4jStore", _P], _T]:
    """As `_reading`; the verb depends on the embedding stamp of the store, too."""

    @wraps(verb)
    def run(self: "Neo4jStore", *args: _P.args, **kwargs: _P.kwargs) -> _T:
        return self._connection.read(lambda tx: verb(tx, self._namespace, self._stamp, *args, **kwargs))

    return run


class Neo4jStore:
    """The verbs of `store.contract.Store` on Neo4j."""

    def __init__(self, connection: Connection, namespace: str, stamp: EmbeddingStamp | None) -> None:
        self._connection = connection
        self._namespace = namespace
        self._stamp = stamp

    @property
    def namespace(self) -> str:
        """The tenant this handle is bound to."""
        return self._namespace

    def embedding_stamp(self) -> EmbeddingStamp | None:
        """See `Store.embedding_stamp`."""
        return self._connection.read(lambda tx: read_state(tx, self._namespace)).stamp

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

        def work(tx: ManagedTransaction) -> AppendResult:
            result = append(tx, self._namespace, turns, needs, force=force)
            if lease is None or not turns:
                return replace(result, leased={})
            return leases.with_lease(tx, self._namespace, result, lease)

        # Without turns nothing is written, and the namespace is not created.
        return self._connection.write(work) if turns else self._connection.read(work)

    def lease(
        self,
        turns: Sequence[str],
        needs: ExtractionNeeds = NO_NEEDS,
        *,
        request: LeaseRequest | None = None,
    ) -> AppendResult:
        """Read logged turns with what extraction needs, and lease those that the request selects."""
        transaction = self._connection.write if request else self._connection.read
        return transaction(lambda tx: leases.lease(tx, self._namespace, turns, needs, request))

    release_lease = _writing(leases.release_leases)

    snapshot = _reading_with_stamp(snapshot)

    def apply(self, plan: WritePlan) -> Applied | Stale:
        """See `Store.apply`."""
        rows = plan_rows(plan, self._namespace, self._stamp)
        try:
            return self._connection.write(lambda tx: apply(tx, self._namespace, self._stamp, plan, rows))
        except StalePlan as moved:
            return Stale(moved.version)

    def correct(self, replacement: TurnCorrection) -> CorrectionResult | Stale:
        """See `Store.correct`."""
        while True:
            try:
                return self._connection.write(lambda tx: correct(tx, self._namespace, replacement))
            except generations.GenerationNotRemoved:
                self.discard_generation()

    def record_calls(self, calls: Sequence[Call]) -> CallTotals:
        """See `Store.record_calls`."""
        transaction = self._connection.write if calls else self._connection.read
        return transaction(lambda tx: ledger.record_calls(tx, self._namespace, calls))

    record_uses = _writing(record_uses)

    # The read path

    candidates = _reading_with_stamp(candidates)
    expand = _reading_with_stamp(expand)

    # Listing and maintenance

    pending = _reading(inspect.pending)
    turns = _reading_with_stamp(inspect.turns)
    conversation = _reading(inspect.conversation)
    sessions = _reading(inspect.sessions)
    notes = _reading_with_stamp(inspect.notes)
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
    listed = _reading(inspect.listed)
    scheduled = _reading(inspect.scheduled)
    changes = _reading(inspect.changes)
    ledger = _reading(ledger.ledger)
    uids = _reading(inspect.uids)
    incident_edges = _reading(incident_edges)

    def explore(self, name: str, parameters: Mapping[str, object], rows: int, seconds: float) -> QueryResult:
        """See `Store.explore`."""
        query = saved_query(name)
        values = {"namespace": self._namespace, **checked_parameters(query, parameters)}
        return self._connection.read(lambda tx: explore(tx, query, values, rows), seconds)

    tombstones = _reading(inspect.tombstones)

    def forget(self, selection: Selection, *, lasting: bool = True) -> Forgotten:
        """See `Store.forget`."""
        checked = checked_selection(selection)
        while True:
            try:
                return self._connection.write(
                    lambda tx: forget(tx, self._namespace, checked, lasting=lasting)
                )
            except generations.GenerationNotRemoved:
                self.discard_generation()

    core_states = _reading(core.states)
    write_core = _writing(core.write)
    forget_core = _writing(core.forget)

    stats = _reading(inspect.stats)

    # Jobs

    jobs = _reading(job_nodes.jobs)
    update_jobs = _writing(job_nodes.update)

    # Generations

    log_page = _reading(log_page)

    def begin_generation(self, extractor: str = "") -> GenerationBuild | None:
        """See `Store.begin_generation`."""
        generations.remove_old(self._connection, self._namespace)
        return self._connection.write(
            lambda tx: generations.begin(tx, self._namespace, extractor, self._stamp)
        )

    def switch_generation(self, space: str, change: Change) -> Applied | Stale:
        """See `Store.switch_generation`. The former generation is removed in further transactions; an interrupted removal
        continues with the next begin, discard or forget.
        """
        outcome = self._connection.write(lambda tx: generations.switch(tx, self._namespace, space, change))
        if isinstance(outcome, Applied):
            generations.remove_old(self._connection, self._namespace)
        return outcome

    def discard_generation(self) -> bool:
        """See `Store.discard_generation`. Its records are removed in further transactions, as after a switch."""
        existed = self._connection.write(lambda tx: generations.discard(tx, self._namespace))
        generations.remove_old(self._connection, self._namespace)
        return existed
