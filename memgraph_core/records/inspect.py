"""Queries and answers of the verbs that list and count."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Change, Fact, Link, Note, Revision, Turn
from memgraph_core.records.kinds import EntityType, MentionHow
from memgraph_core.records.validation import checked_choice, checked_limit

EntityOrder = Literal["count", "recent", "relevance"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedFact:
    """A fact with what its ends are called, for people. As text it is `Ada LIVES_IN Turin`."""

    fact: Fact
    subject_name: str
    object_name: str

    def __str__(self) -> str:
        return f"{self.subject_name} {self.fact.type} {self.object_name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteHistory:
    """How a note came to be what it is, and what it is tied to."""

    note: Note  # as it stands
    states: tuple[Revision, ...]  # oldest first, the present one last
    links: tuple[Link, ...]  # from it and to it; by a, b and reason
    turns: tuple[Turn, ...] = ()  # that it was drawn from, with what people put right in them


@dataclass(frozen=True, slots=True, kw_only=True)
class FactDiff:
    """What came and went between two moments (half-open). Facts in the order of time, decisions newest first."""

    since: datetime
    until: datetime
    began: tuple[Fact, ...] = ()
    ended: tuple[Fact, ...] = ()
    corrected: tuple[Fact, ...] = ()  # told wrongly, and corrected in that time: they never held
    conflicts: tuple[Change, ...] = ()
    merged: tuple[Change, ...] = ()  # and split
    revised: tuple[Change, ...] = ()
    undone: tuple[Change, ...] = ()
    forgotten: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityQuery:
    """Which entities, in which order. Relevance = mentions × 2^(−age of the last / half_life).

    One that is merged into another is not among them, and its names mean that other; asked for those that are
    merged, each is found by the names that are its own.
    """

    keys: tuple[str, ...] | None = None  # only those that these names mean
    uids: tuple[str, ...] | None = None  # only these
    merged: bool = False  # those that are merged into others, instead of those that are not
    type: EntityType | None = None
    order: EntityOrder = "count"
    limit: int = 20
    now: datetime | None = None  # required for relevance
    half_life_days: float = 30.0

    def __post_init__(self) -> None:
        checked_choice(self.order, EntityOrder, "order")
        checked_choice(self.type, EntityType, "type")
        checked_limit(self.limit)
        if not 0 < self.half_life_days < float("inf"):
            raise InvalidInput(f"half_life_days is {self.half_life_days}; a number above 0 is accepted.")


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamQuery:
    """Which part of the memory stream: mentions in time order, newest first."""

    since: datetime | None = None
    until: datetime | None = None  # exclusive
    entity: str | None = None  # uid
    limit: int = 100

    def __post_init__(self) -> None:
        checked_limit(self.limit)


@dataclass(frozen=True, slots=True)
class StreamItem:
    """One mention: when, of whom, in which turn."""

    at: datetime
    entity: str
    name: str
    turn: str
    session: str
    speaker: str | None
    how: MentionHow


@dataclass(frozen=True, slots=True)
class Day:
    """How many mentions a day had (UTC)."""

    day: date
    mentions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """What a namespace holds."""

    namespace: str
    space: str
    version: int
    turns: int
    pending: int
    skipped: int
    notes: int
    entities: int
    facts: int
    mentions: int
    similar: int
    sessions: int
    first_at: datetime | None = None
    last_at: datetime | None = None
    model: str | None = None  # that made the vectors
    dimension: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryResult:
    """What a saved query found, in its order, as plain values.

    A node is its properties and `labels`, a relationship its properties, `type`, `start` and `end` (what the nodes at
    its ends go by: uid, name or key), a path its `nodes` and `relationships`; vectors and terms are left out.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Mapping[str, object], ...]  # column → value
    more: bool = False  # whether there were more rows than were asked for
