"""Queries and results of the operations that list and count."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime
from typing import Literal

from memgraph_core.errors import InvalidInput
from memgraph_core.records.changes import Change
from memgraph_core.records.graph import Fact, Link, Note, Revision, Turn
from memgraph_core.records.kinds import EntityType, MentionKind
from memgraph_core.records.representation import short_repr
from memgraph_core.records.validation import checked_choice, checked_limit, checked_period

EntityOrder = Literal["count", "recent", "relevance"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedFact(Fact):
    """A fact with the names of its subject and object. `str()` gives `Ada LIVES_IN Turin since 2026-06`."""

    subject_name: str
    object_name: str

    __repr__ = short_repr

    @classmethod
    def of(cls, fact: Fact, names: Mapping[str, str]) -> "NamedFact":
        """The fact with names from a mapping of entity uids; the uid where the mapping has no name."""
        values = {field.name: getattr(fact, field.name) for field in fields(Fact)}
        subject, object_ = (names.get(uid, uid) for uid in (fact.subject, fact.object))
        return cls(**values, subject_name=subject, object_name=object_)

    @property
    def triple(self) -> str:
        """Subject, type and object: `Ada LIVES_IN Turin`."""
        return f"{self.subject_name} {self.type} {self.object_name}"

    def __str__(self) -> str:
        return f"{self.triple}{self.period}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteHistory:
    """A note with its revisions, links and source turns."""

    note: Note  # present state
    states: tuple[Revision, ...]  # oldest first, the present one last
    links: tuple[Link, ...]  # outgoing and incoming, sorted by a, b, reason
    turns: tuple[Turn, ...] = ()  # source turns, with their corrections

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphDiff:
    """What changed between two moments (half-open). Facts are in time order, changes newest first."""

    since: datetime
    until: datetime
    began: tuple[NamedFact, ...] = ()
    ended: tuple[NamedFact, ...] = ()
    corrected: tuple[NamedFact, ...] = ()  # corrected in this period: they never held
    conflicts: tuple[Change, ...] = ()
    merged: tuple[Change, ...] = ()  # merges and splits
    revised: tuple[Change, ...] = ()
    undone: tuple[Change, ...] = ()
    forgotten: tuple[Change, ...] = ()

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityQuery:
    """Which entities to list, and their order. Relevance = mentions × 2^(−age of the last mention / half_life).

    By default merged entities are left out, and their names find the entity that they were merged into. With
    `merged=True` only merged entities are listed, each found by its own names.
    """

    name_keys: tuple[str, ...] | None = None  # only entities with one of these names
    uids: tuple[str, ...] | None = None  # only these entities
    merged: bool = False
    type: EntityType | None = None
    order: EntityOrder = "count"
    limit: int = 20
    now: datetime | None = None  # required for the order relevance
    half_life_days: float = 30.0

    def __post_init__(self) -> None:
        checked_choice(self.order, EntityOrder, "order")
        checked_choice(self.type, EntityType, "type")
        checked_limit(self.limit)
        if not 0 < self.half_life_days < float("inf"):
            raise InvalidInput(f"half_life_days is {self.half_life_days}; give a number above 0.")
        if self.order == "relevance" and self.now is None:
            raise InvalidInput(
                "now is None. Relevance depends on the time: give the moment to compute it for."
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamQuery:
    """Which mentions to list, newest first."""

    since: datetime | None = None
    until: datetime | None = None  # exclusive
    entity: str | None = None  # uid
    limit: int = 100

    def __post_init__(self) -> None:
        checked_limit(self.limit)
        checked_period(self.since, self.until)


@dataclass(frozen=True, slots=True)
class StreamItem:
    """One mention of an entity, with its turn."""

    at: datetime
    entity: str  # uid
    name: str
    turn: str  # uid
    session: str
    speaker: str | None
    how: MentionKind

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class Day:
    """Number of mentions on one day (UTC)."""

    day: date
    mentions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Counts of a namespace."""

    namespace: str
    space: str
    version: int
    turns: int
    pending: int
    skipped: int
    notes: int  # active, archived and agent-generated ones, without abstractions
    entities: int
    facts: int
    mentions: int
    similar: int
    sessions: int
    first_at: datetime | None = None
    last_at: datetime | None = None
    model: str | None = None  # embedding model of the vectors
    dimension: int | None = None

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryResult:
    """Rows of a saved query, in query order, as plain values.

    A node becomes its properties and `labels`. A relationship becomes its properties, `type`, `start` and `end`; the
    last two identify its nodes by uid, name or key. A path becomes its `nodes` and `relationships`. Vectors and terms
    are left out.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Mapping[str, object], ...]  # column → value
    more: bool = False  # the query had more rows than the limit

    __repr__ = short_repr
