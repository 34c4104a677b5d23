"""The contract of a store: every verb is one transaction on one namespace.

`Database` owns the connection and is shared by threads. `Store` is a handle on one namespace; all records are read and
written through such a handle. It is the union of eight protocols, the first two in `log_contract.py`:

- Log: turns, their leases and corrections, deletion;
- Core: blocks of core memory;
- Plan: planning snapshot, write plan, ledger of model calls;
- Search: candidates and expansion;
- Inspect: lists, single records, decisions, counts;
- Jobs: work for the background;
- Generations: rebuild and switch;
- Transfer: export, import and move.

Both implementations pass the same contract tests. A write takes at most three transactions (`append`, `snapshot`, `apply`), a
search at most two (`candidates`, `expand`).

A plan is written completely or not at all. SQLite isolates reads: they see whole plans only. Neo4j reads what is committed
at the moment (read committed), so a read that runs during a commit can see a part of the plan; the next read sees all of it.
Plans are not affected: `apply` refuses a plan whose snapshot is not of the present version.

Errors: StoreUnavailable when the database does not answer, StoreMismatch when it was written by another version or
embedding model, TurnConflict for a known uid with another text, StoreError for all others, each with its cause.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from memgraph_core.records.changes import Change
from memgraph_core.records.counts import StoreCounts
from memgraph_core.records.graph import Abstracts, Call, Entity, Fact, Link, Note, Revision, Support
from memgraph_core.records.inspect import Day, EntityQuery, QueryResult, Stats, StreamItem, StreamQuery
from memgraph_core.records.jobs import Decide, Job, JobUpdate
from memgraph_core.records.listing import ListedUid, ListQuery
from memgraph_core.records.log import CallTotals
from memgraph_core.records.plan import Applied, PlanningSnapshot, SnapshotRequest, Stale, WritePlan
from memgraph_core.records.rebuild import GenerationBuild, LogPage
from memgraph_core.records.search import Candidates, Limits, Query, Seeds, Subgraph
from memgraph_core.records.transfer import EdgeOwner, IncidentEdges, RecordKind
from memgraph_core.store.log_contract import Core, Log

OnStatement = Callable[[str], None]  # called with the text of each statement before it runs


@dataclass(frozen=True, slots=True)
class EmbeddingStamp:
    """The model that computed the vectors of a namespace. Vectors of two models are never compared."""

    model: str
    dimension: int


class Plan(Protocol):
    """Writes of derived records: the planning snapshot, the plan, and the ledger of model calls."""

    def snapshot(self, request: SnapshotRequest) -> PlanningSnapshot:
        """The records that a plan depends on: entities by name, facts, nearest active notes, user decisions, the version.

        Reads the space of the request if it names one. If that space is not being derived (any more), the result is empty
        with version -1, so that every plan made from it is stale.
        """
        ...

    def apply(self, plan: WritePlan) -> Applied | Stale:
        """Execute the plan in one transaction, unless the namespace has changed since `plan.version`.

        Returns Stale with the current version, and writes nothing, if the version differs, or if a turn of the plan, or a
        source turn of one of its notes, was forgotten after the snapshot.

        A plan for a space that is being derived writes there. Its records, decisions and turn states are invisible before
        `switch_generation`. Terms and vectors of turns do not depend on the extraction and are updated at once.
        `GenerationBuild.log_position` moves to the last turn of the plan.

        A merged entity keeps its node; only `entities` with `merged=True` returns it. After a split, each entity has its own
        data again; data that both had belongs to both.

        The former state of a revised note is kept with its vector; searches use the new state at once. A note that is written
        again by `plan.notes` starts without former states. Context spans of a turn accumulate until the turn is derived again.
        Calls are recorded in the ledger at once, also those of a plan for a space that is being derived.
        """
        ...

    def record_calls(self, calls: Sequence[Call]) -> CallTotals:
        """Record calls in the ledger, each uid once, and return the totals of the ledger.

        It is for calls without a plan; other calls are recorded with their plan. Without calls it only returns the totals.
        """
        ...

    def ledger(
        self,
        limit: int,
        uids: Sequence[str] | None = None,
        *,
        since: datetime | None = None,
        session: str | None = None,
    ) -> tuple[Call, ...]:
        """Calls of models, or the ones with these uids; newest first, then by uid.

        `since` keeps the calls from that moment on, `session` those of one session (its `session_key`).
        """
        ...


class Search(Protocol):
    """The two reads of a search."""

    def candidates(self, query: Query, limits: Limits) -> Candidates:
        """The candidates of the channels vector, terms, entity anchors and time range, filtered by `query.filters`.

        Agent-generated turns (`Turn.is_agent_generated`) have a channel of their own, by terms and by the similarity of their
        passage, and so have abstractions (`Note.is_abstraction`), by terms and by the entities that they are about. The
        channel vector never returns them. The others return them only if the filters ask for a role, a trust or an agent.
        Notes in the state `agent_generated` are never returned.
        """
        ...

    def expand(self, seeds: Seeds, query: Query) -> Subgraph:
        """The graph within two hops of the seeds, within the limits of `seeds`, filtered by `query.filters`.

        If there are more facts than the limit, facts of `query.relations` come first, then the newest. Notes about a seed or a
        neighbour are ordered by the weight of `seeds.terms` that they contain, then newest first; notes that support a fact,
        newest first. Of two notes of one time the greater uid is first. Hops are ordered by source; facts come before notes,
        both by target; facts of one target by uid, its notes newest first. The strongest links of each returned note are
        returned too, also those to notes that are not returned.
        """
        ...


class Inspect(Protocol):
    """Listing, getting and counting: records, decisions and totals."""

    def notes(self, uids: Sequence[str]) -> tuple[Note, ...]:
        """These notes, in the order of the uids; unknown uids are left out."""
        ...

    def notes_of(self, turns: Sequence[str]) -> tuple[Note, ...]:
        """The notes that come from any of these turns, by uid, without vectors. Derived notes (`Note.is_derived`) are left out."""
        ...

    def history(self, note: str) -> tuple[Revision, ...]:
        """All states of a note, oldest first; state 0 is the first derivation. Empty for an unknown note."""
        ...

    def links(self, notes: Sequence[str]) -> tuple[Link, ...]:
        """The links from and to these notes; by a, b and reason."""
        ...

    def supports(self, notes: Sequence[str]) -> tuple[Support, ...]:
        """Every SUPPORTED_BY relationship from or to these notes, sorted."""
        ...

    def abstracts(self, notes: Sequence[str]) -> tuple[Abstracts, ...]:
        """The ABSTRACTS relationships from or to these notes, sorted: abstractions and their instances."""
        ...

    def facts(
        self,
        entity: str | None,
        limit: int,
        uids: Sequence[str] | None = None,
        types: Sequence[str] | None = None,
    ) -> tuple[Fact, ...]:
        """Facts with this entity (uid) as subject or object, or with these uids, or of these relation types, or all.

        Newest first, ended facts included.
        """
        ...

    def scheduled(self, since: datetime, until: datetime) -> tuple[str, ...]:
        """The uids of the active notes that begin to hold in a period (half-open), and of all recurring ones.

        Notes without a beginning count if they end in the period: "by Friday".

        Sensitive notes are left out. The order is by `holds_from` (notes without it come last), then by uid.
        """
        ...

    def entities(self, query: EntityQuery) -> tuple[Entity, ...]:
        """Entities in the order of the query; ties by name and uid."""
        ...

    def stream(self, query: StreamQuery) -> tuple[StreamItem, ...]:
        """The memory stream, newest first; ties by turn position and entity uid."""
        ...

    def timeline(self, query: StreamQuery) -> tuple[Day, ...]:
        """Mentions per day (UTC), oldest first; days without mentions are left out. The limit keeps the newest days."""
        ...

    def listed(self, query: ListQuery) -> tuple[ListedUid, ...]:
        """The uids and times of the records of one kind that pass the filters, in the order of the query; ties by uid.

        `query.of` is the kind: turns, active notes, abstractions in use, stored questions, summaries or style requests.
        Sensitive notes are listed only when the filters ask for them.
        """
        ...

    def changes(self, limit: int, uids: Sequence[str] | None = None) -> tuple[Change, ...]:
        """Decisions, all or with these uids; newest first; for equal times the last written first."""
        ...

    def explore(self, name: str, parameters: Mapping[str, object], rows: int, seconds: float) -> QueryResult:
        """Run a saved query on the current generation, read only, for at most `seconds`; return its first `rows` rows.

        Raises InvalidInput for an unknown name or unknown parameters, StoreError when the time is up, NeedsNeo4j in a store
        that runs no Cypher. Text that looks like a secret is redacted.
        """
        ...

    def stats(self) -> Stats:
        """Counts of the records of the namespace. `notes` does not count abstractions."""
        ...


class Jobs(Protocol):
    """Jobs for workers. `apply` adds the requests of a plan. A pending turn is itself the request to extract it."""

    def jobs(self) -> tuple[Job, ...]:
        """All jobs, including leased and dead ones, by the time of their request, then by uid."""
        ...

    def update_jobs(self, decide: Decide) -> JobUpdate:
        """Read the jobs, and write the update that `decide` returns, in one transaction. Returns this update.

        Jobs whose turns are no longer pending are removed too. No two updates of a namespace run at the same time, and
        requests of a plan wait for an update. The version of the namespace does not change. A namespace that does not exist
        is not created.
        """
        ...


class Generations(Protocol):
    """Generations of derived records: read the log again, derive a new generation, and switch to it."""

    def embedding_stamp(self) -> EmbeddingStamp | None:
        """The model that computed the vectors of the current generation; None before the first vector.

        The first handle with a model that applies a plan or begins a generation sets the stamp. Switching to a generation with
        vectors of another model replaces it. A handle with another model is refused by `snapshot`, `apply` and `candidates`
        (StoreMismatch), but may derive a generation.
        """
        ...

    def log_page(self, after: int, limit: int, before: int) -> LogPage:
        """Turns in the order in which they were logged, after a position in the log (0: from the beginning).

        The order is that of the `append` calls, and within a call that of its turns. `before` is the number of earlier turns of
        each session that are returned too. Only turns logged up to that position count, as for `append` at that time.
        """
        ...

    def begin_generation(self, extractor: str = "") -> GenerationBuild | None:
        """The generation that is being derived, or a new one. None if the log is empty.

        It is stored, so that an interrupted rebuild can continue. Generation numbers are never reused. A new generation is
        derived by this extractor, with vectors of the model of this handle. If this model differs from the embedding stamp,
        the new vectors of turns are invisible before `switch_generation`.
        """
        ...

    def switch_generation(self, space: str, change: Change) -> Applied | Stale:
        """Make the generation that is being derived the current one in one step, and remove the old one.

        Returns Stale, and changes nothing, if turns of the log are missing in the generation, or if it is no longer being
        derived. Turns get their states, and with another model their vectors, from the new generation. Decisions of the engine
        in the old generation are removed, decisions of people stay, and `change` is recorded.
        """
        ...

    def discard_generation(self) -> bool:
        """Remove the generation that is being derived, with all its data. Returns whether there was one."""
        ...


class Transfer(Protocol):
    """Reads that export all records of a namespace."""

    def uids(self, of: RecordKind) -> tuple[str, ...]:
        """The uids of all records of a kind, for reading them in batches.

        Entities (also merged ones) and facts are sorted. Changes and calls come oldest first. Notes come in the order in which
        they were derived, as far as the store knows it; this order decides between notes that are equal in every other sort
        key.
        """
        ...

    def incident_edges(self, of: EdgeOwner, uids: Sequence[str]) -> IncidentEdges:
        """The edges of these turns, notes, facts or entities of the current space, as if nothing was merged.

        The log, the records and the edges of all records are sufficient to restore the namespace in another store. A pair of
        entities that people declared different is returned with either of the two.
        """
        ...


class Store(Log, Core, Plan, Search, Inspect, Jobs, Generations, Transfer, Protocol):
    """One namespace of a database."""

    @property
    def namespace(self) -> str:
        """The tenant that this handle is bound to."""
        ...


class Database(Protocol):
    """A connection to a database that holds any number of namespaces."""

    @property
    def stamp(self) -> EmbeddingStamp | None:
        """The embedding stamp that the database was opened with."""
        ...

    def store(self, namespace: str) -> Store:
        """The handle on one namespace. The namespace is created with its first turn."""
        ...

    def namespaces(self) -> tuple[str, ...]:
        """Names of all namespaces, sorted."""
        ...

    def with_stamp(self, stamp: EmbeddingStamp | None) -> "Database":
        """The same connection for vectors of another model. Closing either handle closes both."""
        ...

    def counts(self) -> StoreCounts:
        """How often this connection asked the server, and how often its caches had a record. Reads nothing."""
        ...

    def close(self) -> None:
        """Close the connection. Idempotent."""
        ...
