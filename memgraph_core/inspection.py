"""The verbs of `Memory` with which people look at what a namespace holds. None of them calls a model or writes."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from memgraph_core.engine import inspect, trends
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.inspect import optional_moment
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.records.graph import Call, Change, Entity, Fact, Note, Support, Turn
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
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.validation import checked_limit, utc
from memgraph_core.retrieve.entity_view import EntityView
from memgraph_core.retrieve.topics import Themes, Trend
from memgraph_core.store.contract import Store

Moment = datetime | str


class Inspection:
    """Reading verbs on one namespace.

    A moment is an aware datetime or ISO text with a zone. A `limit` is the largest number of results.
    """

    def __init__(self, engine: MemoryEngine, namespace: str | None = None) -> None:
        self._open = OpenNamespace(engine, engine.settings.namespace if namespace is None else namespace)

    @property
    def engine(self) -> MemoryEngine:
        """The database, models, settings and clock that this memory uses."""
        return self._open.engine

    @property
    def store(self) -> Store:
        """The store handle of this namespace, for integrations that need a verb which a memory does not have."""
        return self._open.store

    @property
    def namespace(self) -> str:
        """The name of the namespace that this memory is bound to."""
        return self.store.namespace

    # Entities and facts

    def entities(
        self,
        *,
        order: EntityOrder = "count",
        type: EntityType | None = None,
        limit: int = 20,
        half_life_days: float = 30.0,
        now: datetime | None = None,
    ) -> tuple[Entity, ...]:
        """Entities, the most mentioned, most recent or most relevant first.

        Relevance = mentions · 2^(−age of the last mention / half life).
        """
        moment = utc(now or self.engine.clock(), "now")
        return self.store.entities(
            EntityQuery(type=type, order=order, limit=limit, now=moment, half_life_days=half_life_days)
        )

    def entity(self, name: str) -> Entity | None:
        """The entity of this name; of several the most mentioned."""
        return inspect.entity_called(self.store, name)

    def show(self, name: str, *, limit: int = 10, now: datetime | None = None) -> EntityView | None:
        """An entity with its facts, neighbours and newest notes; None when no entity has this name."""
        return inspect.show(self.store, name, limit, now or self.engine.clock())

    def facts(
        self,
        name: str | None = None,
        *,
        as_of: Moment | None = None,
        known_at: Moment | None = None,
        limit: int = 100,
    ) -> tuple[Fact, ...]:
        """Facts about an entity, or all; newest first, ended ones included.

        `as_of` (valid time) keeps the facts that held then; `known_at` (transaction time) shows the facts as they were
        recorded then. Either may also be a day, a month or a year, which begin in UTC (`2026-05-01`, `2026-05`).
        """
        return inspect.facts(self.store, name, as_of, known_at, limit)

    def named(self, facts: Sequence[Fact]) -> tuple[NamedFact, ...]:
        """The facts with the names of their subjects and objects; as text `Ada LIVES_IN Turin`."""
        return inspect.with_names(self.store, facts)

    def diff(
        self, since: Moment, until: Moment | None = None, *, transaction_time: bool = False
    ) -> GraphDiff:
        """What began, ended, was corrected, merged and forgotten from one moment to another (default: now).

        Facts count by valid time: when they began and ended in the world. With `transaction_time` they count by when
        memory recorded it.
        """
        return inspect.diff(self.engine, self.store, since, until, transaction_time=transaction_time)

    # Turns and notes

    def turns(self, uids: Sequence[str]) -> tuple[Turn, ...]:
        """These turns, in the order given; unknown uids are left out."""
        return self.store.turns(uids)

    def conversation(self, session: str = "default", *, limit: int = 20) -> tuple[Turn, ...]:
        """The last turns of a session, oldest first."""
        return self.store.conversation(session, checked_limit(limit))

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
        query = inspect.stream_query(self.store, since, until, entity, limit)
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
        query = inspect.stream_query(self.store, since, until, entity, limit)
        return self.store.timeline(query) if query else ()

    def themes(self, *, since: Moment | None = None, until: Moment | None = None, limit: int = 10) -> Themes:
        """The topics and entities of a period, how often each was mentioned, and unusual days."""
        period = optional_moment(since, "since"), optional_moment(until, "until")
        return trends.themes(self.store, *period, limit)

    def shifts(
        self, *, since: Moment | None = None, until: Moment | None = None, limit: int = 10
    ) -> tuple[Trend, ...]:
        """Topics and entities that are mentioned more or less than before, the largest change first, with their ranks.

        The period is compared with the one of equal length before it; by default it is the last thirty days with
        mentions. Raises InvalidInput for an empty period.
        """
        period = optional_moment(since, "since"), optional_moment(until, "until")
        return trends.trends(self.store, *period, limit)[2]

    # Decisions, costs and counts

    def changes(self, *, limit: int = 100) -> tuple[Change, ...]:
        """The decisions of users and of the engine, with the reason; newest first.

        A correction has the text before and after, as long as its turn exists.
        """
        return inspect.with_correction_texts(self.store, self.store.changes(checked_limit(limit)))

    def ledger(self, *, limit: int = 100) -> tuple[Call, ...]:
        """The calls of language models for this namespace, newest first."""
        return self.store.ledger(checked_limit(limit))

    def stats(self) -> Stats:
        """The number of records of each kind, and what the vectors were made with."""
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

        It only reads, sees this namespace alone, and is stopped when its time is up. No other Cypher can be run. Raises
        InvalidInput for an unknown name or parameter, ConfigError for a memory in a file, StoreError when time is up.
        """
        return inspect.explore(self.store, name, parameters, limit, seconds)
