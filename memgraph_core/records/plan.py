"""What passes between the rooms while remembering.

    turns → Logged → Window → Extraction → Probe → Known → WritePlan → Applied | Stale
      log                extract        known            apply

Every judgement is made between these records by pure functions; a store only answers `Logged` and `Known`
and carries out a `WritePlan`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memgraph_core.records.graph import (
    About,
    Call,
    Change,
    Entity,
    Fact,
    Link,
    Mention,
    Name,
    NameSource,
    Note,
    Similar,
    Support,
)
from memgraph_core.records.kinds import TurnState, Vector
from memgraph_core.records.log import Tombstone


@dataclass(frozen=True, slots=True, kw_only=True)
class FactLookup:
    """Asks for the facts, ended ones included, that a new one may repeat, end or supersede, or stand before."""

    subject: str  # name key
    type: str
    object: str  # name key
    single: bool  # the relation holds one object at a time: all facts of it are wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighbourLookup:
    """Asks for the notes nearest to a new one: by its vector, or by its terms where it has none."""

    uid: str
    terms: str
    vector: Vector | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotRequest:
    """What must be known before a plan can be made."""

    keys: tuple[str, ...] = ()
    facts: tuple[FactLookup, ...] = ()
    notes: tuple[NeighbourLookup, ...] = ()
    neighbour_count: int = 10  # neighbours wanted for each note
    terms: str = ""  # of turns that are about to be read
    revision_counts: tuple[str, ...] = ()  # uids of notes whose number of the present state is wanted
    candidates: int = 0  # notes wanted that share most of these terms, as `Logged.candidates`
    supporting_turns: tuple[str, ...] = ()  # turns whose active notes are wanted: what programs rest on
    space: str | None = None  # the generation that is being derived (see Building); None: the current one


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A stored note near a new one."""

    uid: str
    terms: str
    similarity: float | None = None  # cosine; None when it was found by terms
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanningSnapshot:
    """What the graph held at `version`; a plan made from it is carried out only at that version."""

    space: str
    version: int
    entities: Mapping[str, tuple[Entity, ...]]  # name key → whom it means, most mentioned first
    facts: tuple[Fact, ...] = ()  # that the probe asked for, ended ones included, ordered by uid
    user_decisions: tuple[Change, ...] = ()  # what people undid, oldest first
    kept_apart: frozenset[frozenset[str]] = (
        frozenset()
    )  # pairs (uids) of those entities that people said are two
    neighbours: Mapping[str, tuple[Neighbour, ...]] = field(
        default_factory=dict[str, tuple[Neighbour, ...]]
    )  # nearest first
    revision_counts: Mapping[str, int] = field(
        default_factory=dict[str, int]
    )  # of those that are there, see Revision
    candidates: tuple[Note, ...] = ()  # as many as the probe asked for, without vectors, nearest first
    supporting_notes: Mapping[str, tuple[Neighbour, ...]] = field(
        default_factory=dict[str, tuple[Neighbour, ...]]
    )  # of those turns, by uid


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUpdate:
    """What becomes of a logged turn."""

    uid: str
    state: TurnState
    speaker: str | None = None  # entity uid: SPOKEN_BY
    terms: str = ""  # what full text finds it by from now on; empty: as before
    vector: Vector | None = field(default=None, compare=False, repr=False)  # of its passage
    context_span: tuple[int, int] | None = (
        None  # first and last position of its session that shaped what is derived from it
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteRevision:
    """The new state of a stored note. The former one is kept, and comes back when the turn that led to it is forgotten."""

    note: str  # uid
    turn: str  # uid
    at: datetime
    text: str
    context: str
    keywords: tuple[str, ...]
    tags: tuple[str, ...]
    terms: str
    language: str
    vector: Vector | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Invalidation:
    """A fact stops holding: ended by the text, or superseded by a newer fact.

    A fact may have several, each told by another turn or newer fact. It ends as they say together; when one is taken
    back, as the others say, and when none is left it holds again (or as long as its own words tell).
    """

    fact: str
    holds_until: datetime  # from now on
    retired_at: datetime
    reason: str
    by: str | None = None  # uid of the newer fact: SUPERSEDES
    turn: str | None = None  # uid of the turn that told it, and which it goes with if there is no newer fact
    stated_until: datetime | None = None  # as this one alone tells it; None: as holds_until
    dated: bool = False  # the text told the time
    corrects: bool = False  # the fact never held: the newer one tells it right


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two facts contradict each other, and nothing tells which of them holds: both are kept, and flagged."""

    a: str  # uid
    b: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidationWithdrawal:
    """People say that this is no reason for the fact to end: it ends as the others say, or holds again."""

    fact: str
    by: str | None = None  # the newer fact of the closing that is taken back
    turn: str | None = None  # or else the turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Two entities are the same: what hangs on `alias` hangs on `into` from now on, until they are split.

    Each thing that moves remembers whose it was. `alias` may have others merged into it, which come along. One
    that is merged already, or that `into` is merged into, stays as it is; so does one that is not known.
    """

    alias: str  # uid
    into: str  # uid; one that is merged itself stands for what it is merged into
    reason: str  # without words of memory
    turn: str | None = None  # uid of the turn that told it, and which it goes with; None: people decided
    at: datetime | None = None  # when it was decided; None: with the plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """People say that two entities are not the same: where they were merged each has what was its own, and the
    engine does not merge them again. A later Merge of the two is a newer word and counts.
    """

    alias: str  # uid
    into: str  # uid


@dataclass(frozen=True, slots=True, kw_only=True)
class WritePlan:
    """Everything one extraction changes, decided; a store carries it out in one transaction.

    All rows are sorted by their keys, so that two writers lock in one order. Every row may be repeated
    harmlessly: uids are deterministic and counters are recomputed. A fact whose uid exists gains its
    notes as further sources and keeps its own properties; an entity that exists keeps its name, and its
    type unless that is `Thing`. What is said of an entity that is merged into another counts for that one.
    """

    space: str
    version: int  # of the namespace that the plan was made from
    at: datetime
    turns: tuple[TurnUpdate, ...] = ()
    notes: tuple[Note, ...] = ()
    entities: tuple[Entity, ...] = ()
    names: tuple[Name, ...] = ()
    name_sources: tuple[NameSource, ...] = ()  # of new names, and of those that are known already
    mentions: tuple[Mention, ...] = ()
    abouts: tuple[About, ...] = ()
    facts: tuple[Fact, ...] = ()
    invalidations: tuple[Invalidation, ...] = ()
    withdrawals: tuple[InvalidationWithdrawal, ...] = ()  # carried out before the closings
    conflicts: tuple[Conflict, ...] = ()
    similar: tuple[Similar, ...] = ()
    supports: tuple[Support, ...] = ()
    links: tuple[Link, ...] = ()
    revisions: tuple[NoteRevision, ...] = ()
    splits: tuple[Split, ...] = ()  # carried out after the rows above, in their order
    merges: tuple[Merge, ...] = ()  # carried out last, in their order
    changes: tuple[Change, ...] = ()
    novelty_state: str | None = None  # what the gate remembers from now on; None: as before
    calls: tuple[Call, ...] = ()  # for the ledger; each is kept once
    tombstones: tuple[Tombstone, ...] = ()  # of turns that were forgotten elsewhere


@dataclass(frozen=True, slots=True)
class Applied:
    """The plan is durable."""

    version: int


@dataclass(frozen=True, slots=True)
class Stale:
    """The namespace has moved since the plan was made, or a turn that it speaks of has been forgotten; nothing
    was written. Ask `known`, see which turns are still there, and plan again.
    """

    version: int
