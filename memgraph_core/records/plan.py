"""Records of the write path.

    turns → AppendResult → ExtractionWindow → Extraction → SnapshotRequest → PlanningSnapshot → WritePlan → Applied | Stale
      append                              extract                       snapshot                        apply

Pure functions make every decision between these records. A store only returns `AppendResult` and `PlanningSnapshot`,
and executes a `WritePlan`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memgraph_core.records.changes import Change
from memgraph_core.records.graph import (
    About,
    Abstracts,
    Call,
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
from memgraph_core.records.jobs import JobRequest
from memgraph_core.records.kinds import NoteState, TurnState, Vector
from memgraph_core.records.log import Tombstone


@dataclass(frozen=True, slots=True, kw_only=True)
class FactLookup:
    """Asks for the facts, ended ones included, that may be affected by a new fact or may end it."""

    subject: str  # name key
    type: str
    object: str  # name key
    single: bool  # facts with any object are requested
    any_subject: bool = False  # facts with the object are requested, whatever their subject


@dataclass(frozen=True, slots=True, kw_only=True)
class NeighbourLookup:
    """Asks for the nearest notes of a new note: by its vector, or by its terms if it has none."""

    uid: str  # of the new note
    terms: str
    vector: Vector | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SnapshotRequest:
    """The part of the graph on which a plan depends."""

    name_keys: tuple[str, ...] = ()
    facts: tuple[FactLookup, ...] = ()
    notes: tuple[NeighbourLookup, ...] = ()
    neighbour_count: int = 10  # neighbours of each note
    candidate_terms: str = ""  # terms of turns that will be extracted
    revision_counts: tuple[str, ...] = ()  # uids of notes whose present revision number is requested
    candidate_count: int = 0  # number of candidates for `candidate_terms`
    supporting_turns: tuple[str, ...] = ()  # uids of turns whose active notes are requested
    space: str | None = None  # a generation that is being built; None: the current one


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A stored note near a new one."""

    uid: str
    terms: str
    similarity: float | None = None  # cosine; None when it was found by terms
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanningSnapshot:
    """The requested part of the graph at `version`. A plan made from it is executed only at that version."""

    space: str
    version: int
    entities: Mapping[str, tuple[Entity, ...]]  # name key → entities with that name, most mentioned first
    facts: tuple[Fact, ...] = ()  # ended ones included, ordered by uid
    # Of these facts: entity uid → name.
    object_names: Mapping[str, str] = field(default_factory=dict[str, str])
    user_decisions: tuple[Change, ...] = ()  # merges, splits and undos of people, oldest first
    # Pairs of entity uids that people declared to be different.
    kept_apart: frozenset[frozenset[str]] = frozenset()
    # Uid of a new note → stored notes, nearest first.
    neighbours: Mapping[str, tuple[Neighbour, ...]] = field(default_factory=dict[str, tuple[Neighbour, ...]])
    # Uid of a stored note → number of its present Revision. Notes that no longer exist are missing.
    revision_counts: Mapping[str, int] = field(default_factory=dict[str, int])
    candidates: tuple[Note, ...] = ()  # without vectors, most similar first
    # Turn uid → its active notes.
    supporting_notes: Mapping[str, tuple[Neighbour, ...]] = field(
        default_factory=dict[str, tuple[Neighbour, ...]]
    )

    def plan(self, at: datetime, **rows: Any) -> "WritePlan":  # noqa: ANN401  tuples of rows, by field of `WritePlan`
        """A plan with these rows for this version of the namespace."""
        return WritePlan(space=self.space, version=self.version, at=at, **rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUpdate:
    """New properties of a logged turn."""

    uid: str
    state: TurnState
    speaker: str | None = None  # entity uid (SPOKEN_BY)
    terms: str = ""  # new full-text terms; empty: unchanged
    vector: Vector | None = field(default=None, compare=False, repr=False)  # of its passage
    # First and last position, in its session, of the turns that may have influenced its derived records.
    context_span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteRevision:
    """A new state of a stored note. The former state is kept and is restored if the causing turn is forgotten."""

    note: str  # uid
    turn: str  # uid of the causing turn
    at: datetime
    text: str
    context: str
    keywords: tuple[str, ...]
    tags: tuple[str, ...]
    terms: str
    language: str
    vector: Vector | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class StateChange:
    """A new state of a stored note: archived, restored, or an abstraction that is in use again."""

    note: str  # uid
    state: NoteState


@dataclass(frozen=True, slots=True, kw_only=True)
class Invalidation:
    """The end of a fact's validity, stated by a turn or caused by a newer fact.

    A fact may have several invalidations; together they determine its end. If one is withdrawn, the others still count.
    If none is left, the fact holds again, or until the end that its own text states.
    """

    fact: str  # uid
    holds_until: datetime  # the resulting end of the fact
    retired_at: datetime
    reason: str
    superseded_by: str | None = None  # uid of the newer fact (SUPERSEDES)
    # Uid of the causing turn. If no fact superseded it, forgetting the turn removes the invalidation.
    turn: str | None = None
    stated_until: datetime | None = None  # the end that this invalidation alone states; None: holds_until
    dated: bool = False  # the text gives the time
    corrects: bool = False  # the fact never held; the newer fact is its correction


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two facts contradict each other and it is unknown which one holds. Both are kept and flagged (CONFLICTS)."""

    a: str  # uid
    b: str  # uid
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidationWithdrawal:
    """One invalidation of a fact is withdrawn: by a person, or because the newer fact never held.

    It is identified by its newer fact, or else by its turn.
    """

    fact: str  # uid
    superseded_by: str | None = None
    turn: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Two entities are the same. The edges of `alias` move to `into` until the two are split.

    Each edge records the entity that it belonged to. Entities that are merged into `alias` move along. The merge has no
    effect if `alias` is unknown or already merged, or if `into` is merged into it.
    """

    alias: str  # uid
    into: str  # uid; if this entity is merged itself, the one it is merged into is used
    reason: str  # without memory text
    # Uid of the causing turn; forgetting it removes the merge. None: a person decided.
    turn: str | None = None
    at: datetime | None = None  # when it was decided; None: WritePlan.at


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A person declares two entities to be different. A merge of the two is reverted.

    The engine does not merge them again. A later decision of a person to merge them is accepted.
    """

    alias: str  # uid
    into: str  # uid


@dataclass(frozen=True, slots=True, kw_only=True)
class WritePlan:
    """All changes that one extraction or decision makes. A store executes it in one transaction.

    Rows are sorted by their keys, so that concurrent writers lock in the same order. Every row is idempotent: uids are
    deterministic and counters are recomputed. An existing fact gains its notes as further sources and keeps its other
    properties. An existing entity keeps its name, and its type unless it is `Thing`. Rows that refer to a merged entity
    are applied to the entity that it is merged into.
    """

    space: str
    version: int  # of the PlanningSnapshot that the plan was made from
    at: datetime
    turns: tuple[TurnUpdate, ...] = ()
    notes: tuple[Note, ...] = ()
    entities: tuple[Entity, ...] = ()
    names: tuple[Name, ...] = ()
    name_sources: tuple[NameSource, ...] = ()  # of new and of existing names
    mentions: tuple[Mention, ...] = ()
    abouts: tuple[About, ...] = ()
    facts: tuple[Fact, ...] = ()
    invalidations: tuple[Invalidation, ...] = ()
    withdrawals: tuple[InvalidationWithdrawal, ...] = ()  # executed before the invalidations
    conflicts: tuple[Conflict, ...] = ()
    similar: tuple[Similar, ...] = ()
    supports: tuple[Support, ...] = ()
    abstracts: tuple[Abstracts, ...] = ()
    abstracts_removed: tuple[Abstracts, ...] = ()  # executed before `abstracts`
    links: tuple[Link, ...] = ()
    links_removed: tuple[Link, ...] = ()  # executed before `links`; the weight does not matter
    states: tuple[StateChange, ...] = ()  # executed after `notes`
    revisions: tuple[NoteRevision, ...] = ()
    splits: tuple[Split, ...] = ()  # executed after the rows above, in order
    merges: tuple[Merge, ...] = ()  # executed last, in order
    changes: tuple[Change, ...] = ()
    novelty_state: str | None = None  # new state of the novelty filter; None: unchanged
    calls: tuple[Call, ...] = ()  # for the ledger; a repeated uid is recorded once
    jobs: tuple[JobRequest, ...] = ()  # ignored in a generation that is being derived
    tombstones: tuple[Tombstone, ...] = ()  # of turns that were forgotten in an imported namespace


@dataclass(frozen=True, slots=True)
class Applied:
    """The plan was written durably."""

    version: int


@dataclass(frozen=True, slots=True)
class Stale:
    """Nothing was written: the namespace has changed since the snapshot, or a turn of the plan was forgotten.

    The caller takes a new snapshot, drops forgotten turns, and plans again.
    """

    version: int
