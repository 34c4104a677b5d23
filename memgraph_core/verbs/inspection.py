"""The verbs of `Memory` that list, get and count records. None of them calls a model or writes."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, tzinfo
from typing import Unpack

from memgraph_core.engine import abstractions, inspect, listing, trends
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.listing import Counted, TimeOrder
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.errors import ConfigError
from memgraph_core.records.changes import Change
from memgraph_core.records.conformance import check_verbs
from memgraph_core.records.consolidation import Abstraction
from memgraph_core.records.graph import Call, Entity, Note, Support, Turn
from memgraph_core.records.inspect import (
    Day,
    EntityOrder,
    EntityQuery,
    GraphDiff,
    NamedFact,
    NoteHistory,
    QueryResult,
    Stats,
    StreamItem,
)
from memgraph_core.records.jobs import Job
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.listing import Page
from memgraph_core.records.local_time import in_zone, local_times
from memgraph_core.records.scope import Scope, filters_of
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.records.validation import moment_of, utc
from memgraph_core.remote.dispatch import remote_verbs
from memgraph_core.remote.namespace import RemoteNamespace
from memgraph_core.retrieve.entity_view import EntityView
from memgraph_core.retrieve.topics import Themes, Trend
from memgraph_core.store.contract import Store

# An aware datetime, a date, or ISO text. Values without a zone are in the time zone of the settings.
Moment = datetime | date | str


@check_verbs
@local_times
@remote_verbs
class Inspection:
    """Reading verbs on one namespace.

    A moment is an aware datetime, ISO text, or a day, month or year (`2026-06-01`, `2026-06`), which means its beginning.
    Values without a zone are in the time zone of the settings. A `limit` is the largest number of results.
    """

    def __init__(self, engine: MemoryEngine | RemoteNamespace, namespace: str | None = None) -> None:
        """Use an open engine and a namespace of it (None: that of the settings), or a namespace on a server."""
        self._handle = (
            engine
            if isinstance(engine, RemoteNamespace)
            else OpenNamespace(engine, engine.settings.namespace if namespace is None else namespace)
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}(namespace={self.namespace!r})"

    @property
    def _open(self) -> OpenNamespace:
        if isinstance(self._handle, RemoteNamespace):
            raise ConfigError("this memory is on a server: its engine and its store are not in this program.")
        return self._handle

    @property
    def _zone(self) -> tzinfo:
        return self._handle.zone

    @property
    def engine(self) -> MemoryEngine:
        """The database, models, settings and clock that this memory uses. Raises ConfigError for a memory on a server."""
        return self._open.engine

    @property
    def store(self) -> Store:
        """The store handle of this namespace, for integrations that need a verb which a memory does not have.

        Raises ConfigError for a memory on a server.
        """
        return self._open.store

    @property
    def namespace(self) -> str:
        """The name of the namespace that this memory is bound to."""
        return self._handle.name

    def _local_items(self, items: Sequence[StreamItem]) -> Sequence[StreamItem]:
        return in_zone(items, self._zone)

    def _moment(self, given: Moment, what: str) -> datetime:
        return moment_of(given, what, self._zone)

    def _optional_moment(self, given: Moment | None, what: str) -> datetime | None:
        return None if given is None else self._moment(given, what)

    def _period(self, since: Moment | None, until: Moment | None) -> tuple[datetime | None, datetime | None]:
        return self._optional_moment(since, "since"), self._optional_moment(until, "until")

    def _now(self, given: Moment | None) -> datetime:
        """The current time of a call: the given time, else the clock."""
        return utc(self._handle.clock(), "now") if given is None else self._moment(given, "now")

    # Entities and facts

    def entities(
        self,
        *,
        order: EntityOrder = "count",
        type: EntityType | None = None,
        limit: int = 20,
        half_life_days: float = 30.0,
        now: Moment | None = None,
    ) -> tuple[Entity, ...]:
        """Entities, the most mentioned, most recent or most relevant first.

        Relevance = mentions · 2^(−age of the last mention / half life).
        """
        moment = self._now(now)
        return self.store.entities(
            EntityQuery(type=type, order=order, limit=limit, now=moment, half_life_days=half_life_days)
        )

    def entity(self, name: str) -> Entity | None:
        """The entity with this name; the most mentioned one if there are several."""
        return inspect.entity_by_name(self.store, name)

    def show(self, name: str, *, limit: int = 10, now: Moment | None = None) -> EntityView | None:
        """An entity with its facts, neighbours and newest notes; None when no entity has this name."""
        return inspect.show(self.store, name, limit, self._now(now))

    def facts(
        self,
        name: str | None = None,
        *,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        limit: int = UNLIMITED,
    ) -> tuple[NamedFact, ...]:
        """All facts about an entity, or of the namespace; newest first, including ended ones. `limit` keeps the newest.

        The text of a fact, from `str()`, is for example `Ada LIVES_IN Turin since 2026-06`.
        `as_of` (valid time) keeps the facts that held then; `known_at` (transaction time) shows the facts as they were
        recorded then.
        """
        valid, known = self._optional_moment(as_of, "as_of"), self._optional_moment(known_at, "known_at")
        return inspect.facts(self.store, name, valid, known, limit)

    def diff(
        self, since: Moment, until: Moment | None = None, *, transaction_time: bool = False
    ) -> GraphDiff:
        """The facts that began or ended, corrections, merges and deletions between two moments (default: now).

        By default facts are compared by valid time (in the world); with `transaction_time`, by the time at which
        memory recorded them.
        """
        end = self._now(None) if until is None else self._moment(until, "until")
        return inspect.diff(self.store, self._moment(since, "since"), end, transaction_time=transaction_time)

    # Turns and notes

    def turns(self, uids: Sequence[str]) -> tuple[Turn, ...]:
        """These turns, in the order given; unknown uids are left out."""
        return self.store.turns(uids)

    def conversation(self, session: str = "default", *, limit: int = 20) -> tuple[Turn, ...]:
        """The last turns of a session, oldest first."""
        return self.store.conversation(session, limit)

    def sessions(self) -> tuple[str, ...]:
        """All sessions, the one with the latest turn first."""
        return self.store.sessions()

    def notes(self, uids: Sequence[str]) -> tuple[Note, ...]:
        """These notes, in the order given; unknown uids are left out."""
        return self.store.notes(uids)

    def supports(self, notes: Sequence[str]) -> tuple[Support, ...]:
        """The SUPPORTED_BY edges from and to these notes, sorted by uid: what agent-generated notes are based on."""
        return self.store.supports(notes)

    def history(self, uid: str) -> NoteHistory | None:
        """All states of a note, its links, and its turns with their corrections; None for an unknown uid.

        A language model may revise the context, keywords and tags of older notes when newer turns explain them. The
        text of a note never changes, each former state is kept, and forgetting the newer turn restores it.
        """
        return inspect.history(self.store, uid)

    # Lists

    def list_turns(
        self,
        *,
        filters: Filters | Mapping[str, object] | None = None,
        order: TimeOrder = "newest",
        limit: int = 50,
        cursor: str | None = None,
        **scope: Unpack[Scope],
    ) -> Page[Turn]:
        """A page of the turns that pass the filters, in order of time. `cursor` is that of the page before."""
        return listing.list_turns(self.store, self._within(filters, scope), order, limit, cursor)

    def list_notes(
        self,
        *,
        filters: Filters | Mapping[str, object] | None = None,
        order: TimeOrder = "newest",
        limit: int = 50,
        cursor: str | None = None,
        **scope: Unpack[Scope],
    ) -> Page[Note]:
        """A page of the active notes that pass the filters, in order of time; sensitive ones only on request."""
        return listing.list_notes(self.store, self._within(filters, scope), order, limit, cursor)

    def list_entities(
        self,
        *,
        type: EntityType | None = None,
        order: EntityOrder = "count",
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[Entity]:
        """A page of entities, in the orders of `entities`."""
        query = EntityQuery(type=type, order=order, limit=limit, now=self._now(None))
        return listing.list_entities(self.store, query, cursor)

    def get(self, uid: str) -> Turn | Note | Entity | NamedFact | None:
        """The turn, note, entity or fact with this uid; None for an unknown uid."""
        return listing.record_of(self.store, uid)

    def count(
        self,
        of: Counted = "turns",
        *,
        filters: Filters | Mapping[str, object] | None = None,
        **scope: Unpack[Scope],
    ) -> int:
        """The number of turns, notes, entities or facts; with filters, of turns or notes."""
        return listing.count(self.store, of, self._within(filters, scope))

    def _within(self, given: Filters | Mapping[str, object] | None, scope: Scope) -> Filters | None:
        filters = filters_of(given, scope)
        return filters and filters.in_zone(self._zone).checked()

    # Abstractions

    def abstractions(self, entity: str | None = None, *, limit: int = 50) -> tuple[Abstraction, ...]:
        """The abstractions in use, or those about an entity (by name); the one with the latest instance first."""
        return abstractions.abstractions(self.store, entity, limit)

    def instances(self, uid: str) -> tuple[Note, ...]:
        """The notes that an abstraction represents, archived ones too, oldest first; empty for any other uid."""
        return abstractions.instances(self.store, uid)

    # The memory stream

    def stream(
        self,
        *,
        since: Moment | None = None,
        until: Moment | None = None,
        entity: str | None = None,
        limit: int = 100,
    ) -> tuple[StreamItem, ...]:
        """The mentions of entities, newest first."""
        query = inspect.stream_query(self.store, *self._period(since, until), entity, limit)
        return self.store.stream(query) if query else ()

    def timeline(
        self,
        *,
        since: Moment | None = None,
        until: Moment | None = None,
        entity: str | None = None,
        limit: int = UNLIMITED,
    ) -> tuple[Day, ...]:
        """The number of mentions per day (UTC), oldest first."""
        query = inspect.stream_query(self.store, *self._period(since, until), entity, limit)
        return self.store.timeline(query) if query else ()

    def themes(self, *, since: Moment | None = None, until: Moment | None = None, limit: int = 10) -> Themes:
        """The topics and entities of a period, how often each was mentioned, and unusual days."""
        period = self._period(since, until)
        return trends.themes(self.store, *period, limit, self._local_items)

    def trends(
        self, *, since: Moment | None = None, until: Moment | None = None, limit: int = 10
    ) -> tuple[Trend, ...]:
        """Topics and entities that are mentioned more or less than before, the largest change first, with their ranks.

        The period is compared with the one of equal length before it; by default it is the last thirty days with
        mentions. Raises InvalidInput for an empty period.
        """
        period = self._period(since, until)
        return trends.trends(self.store, *period, limit, self._local_items)[2]

    # Decisions, costs and counts

    def changes(self, *, limit: int = 100) -> tuple[Change, ...]:
        """The decisions of users and of the engine, with the reason; newest first.

        A correction has the text before and after, as long as its turn exists.
        """
        return inspect.with_correction_texts(self.store, self.store.changes(limit))

    def ledger(self, *, limit: int = 100) -> tuple[Call, ...]:
        """The calls of language models for this namespace, newest first."""
        return self.store.ledger(limit)

    def jobs(self) -> tuple[Job, ...]:
        """The jobs that are not done yet, including failed and dead jobs; by the time of their request, then by uid.

        Each session with pending turns has a job of the kind `derive`. See `Memory.run_jobs`.
        """
        return self.store.jobs()

    def stats(self) -> Stats:
        """The number of records of each kind, and the embedding model of the vectors."""
        return self.store.stats()

    def explore(
        self,
        name: str,
        parameters: Mapping[str, object] | None = None,
        *,
        limit: int = 200,
        seconds: float = 10.0,
    ) -> QueryResult:
        """Run one of the saved queries of `cypher/explore/` by its name.

        The query is read-only, is restricted to this namespace, and is stopped after `seconds`. Other Cypher is not accepted.
        Raises InvalidInput for an unknown name or parameter, NeedsNeo4j for a memory in a file, StoreError after `seconds`.
        """
        times = {
            key: self._moment(value, key)
            for key in ("since", "until")
            if isinstance(value := (parameters or {}).get(key), str | date)
        }
        return inspect.explore(self.store, name, {**(parameters or {}), **times}, limit, seconds)
