"""What passes between the rooms while remembering.

    turns → Logged → Window → Extraction → Probe → Known → WritePlan → Applied | Stale
      log                extract        known            apply

Every judgement is made between these records by pure functions; a store only answers `Logged` and `Known`
and carries out a `WritePlan`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from memgraph_core.types import (
    About,
    Call,
    Change,
    Correction,
    Entity,
    EntityType,
    Fact,
    Grain,
    Link,
    LinkReason,
    Mention,
    MentionHow,
    Name,
    Naming,
    Note,
    NoteKind,
    Similar,
    Support,
    Turn,
    TurnState,
    Vector,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What the calls in a namespace's ledger add up to."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    def plus(self, calls: Iterable[Call]) -> "Spent":
        """What it adds up to with these."""
        told = tuple(calls)
        return Spent(
            calls=self.calls + len(told),
            tokens_in=self.tokens_in + sum(call.tokens_in for call in told),
            tokens_out=self.tokens_out + sum(call.tokens_out for call in told),
            cost=self.cost + sum(call.cost for call in told),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Logged:
    """What the log holds after `log`, and what extraction needs to go on."""

    space: str  # the generation that derived records belong to
    version: int  # of the namespace, at that moment
    turns: tuple[Turn, ...]  # the turns given, in their order, as they now stand (position, state)
    new: frozenset[str]  # uids that were not logged before
    before: tuple[Turn, ...]  # turns that stand before the given ones in their sessions, oldest first
    entities: Mapping[str, tuple[Entity, ...]]  # name key → whom it means, of the keys asked for
    gate: str | None = None  # what the gate remembers of the space, as it wrote it; None: nothing
    candidates: tuple[
        Note, ...
    ] = ()  # notes that share terms with the turns, as many as asked for, nearest first
    spent: Spent = field(default_factory=Spent)
    forgotten: Mapping[str, datetime] = field(
        default_factory=dict[str, datetime]
    )  # turns given that people had forgotten, and when: they are not logged, and not among the turns
    taken: Mapping[str, str] = field(
        default_factory=dict[str, str]
    )  # pending turns, of those given and before, that another reader claims, and who; told where one claims


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Somebody is about to have turns read, which costs money: who else would is told (`Logged.taken`).

    `of` says of what the log tells which turns are claimed, and for how many seconds; claims of readers who are gone count
    no longer. A claim ends with the turn's state, with its words, when it is released, and when its time is up.
    """

    by: str
    of: Callable[[Logged], Mapping[str, float]]  # without side effects: it may be asked twice
    is_gone: Callable[[str], bool]  # a reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Tombstone:
    """What is left of a turn that was forgotten: a salted hash of its uid and words, and when that was."""

    mark: str
    salt: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """What an extractor reads: new turns, with earlier ones as read-only context.

    `candidates` are older notes that it may tie new ones to, and improve. No word that only they hold may come into
    what it says of the new turns: else forgetting them would not be provable.
    """

    turns: tuple[Turn, ...]
    before: tuple[Turn, ...] = ()
    entities: Mapping[str, tuple[Entity, ...]] = field(default_factory=dict[str, tuple[Entity, ...]])
    candidates: tuple[Note, ...] = ()
    spent: Spent = field(default_factory=Spent)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedNote:
    """A statement drawn from a turn. `about` names entities as they will be resolved, with a role."""

    turn: str
    ordinal: int  # place among the notes of its turn, from 0
    text: str
    context: str = ""
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    kind: NoteKind = "episodic"
    salience: float = 0.0
    affect: str | None = None
    confidence: float = 1.0
    language: str = "en"
    holds_from: datetime | None = None
    holds_until: datetime | None = None
    grain: Grain | None = None
    recurs: str | None = None
    about: tuple[tuple[str, str], ...] = ()  # (name, role)
    extractor: str = (
        ""  # whose words these are, where not those of the extraction's: of the rules within a model's
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedMention:
    """A turn names somebody or something; None for a type that the text does not tell."""

    turn: str
    name: str
    type: EntityType | None = None
    how: MentionHow = "named"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedFact:
    """Subject, relation, object as a note states them, by name."""

    turn: str
    ordinal: int  # of the note that states it
    subject: str
    type: str
    object: str
    text: str
    object_type: EntityType | None = None
    holds_from: datetime | None = None
    holds_until: datetime | None = None
    grain: Grain | None = None
    ended: bool = False  # the text says that it holds no longer: "used to", "no longer"
    denied: bool = False  # the text says that it does not hold: what is known ends by it, nothing begins
    confidence: float = 0.7
    is_new: bool = False  # of another one of the subject's name: it ends nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedSame:
    """A turn tells that somebody has two names: `Clara`, whom it calls `Ada's sister`."""

    turn: str
    name: str
    called: str
    shared: bool = False  # others may be called so too: "the meeting" means several, one after the other


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedLink:
    """A note of a turn is tied to a candidate (its uid), or to another new note (its turn and ordinal)."""

    turn: str
    ordinal: int
    to: str | tuple[str, int]
    reason: LinkReason
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Evolved:
    """A candidate, better understood through a new turn: what it says stays, what surrounds it is improved.

    Its words are those of the candidate itself and of the window's turns.
    """

    note: str  # uid
    turn: str  # uid of the new turn that led to it
    context: str
    keywords: tuple[str, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """What one window says. Both extractors, rules and model, give this record.

    `skipped` says of each turn without a note why it has none: it is searchable all the same. `jointly` tells that
    any turn of the window, those before it too, may have shaped what is said of each: a model reads so, rules do not.
    """

    extractor: str
    notes: tuple[ExtractedNote, ...] = ()
    mentions: tuple[ExtractedMention, ...] = ()
    facts: tuple[ExtractedFact, ...] = ()
    same: tuple[ExtractedSame, ...] = ()
    skipped: Mapping[str, str] = field(default_factory=dict[str, str])  # turn uid → reason
    links: tuple[ExtractedLink, ...] = ()
    evolved: tuple[Evolved, ...] = ()
    calls: tuple[Call, ...] = ()  # that it took, for the ledger
    jointly: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FactProbe:
    """Asks for the facts, ended ones included, that a new one may repeat, end or supersede, or stand before."""

    subject: str  # name key
    type: str
    object: str  # name key
    single: bool  # the relation holds one object at a time: all facts of it are wanted


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteProbe:
    """Asks for the notes nearest to a new one: by its vector, or by its terms where it has none."""

    uid: str
    terms: str
    vector: Vector | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What must be known before a plan can be made."""

    keys: tuple[str, ...] = ()
    facts: tuple[FactProbe, ...] = ()
    notes: tuple[NoteProbe, ...] = ()
    k: int = 10  # neighbours wanted for each note
    terms: str = ""  # of turns that are about to be read
    states: tuple[str, ...] = ()  # uids of notes whose number of the present state is wanted
    candidates: int = 0  # notes wanted that share most of these terms, as `Logged.candidates`
    used: tuple[str, ...] = ()  # turns whose active notes are wanted: what programs rest on
    space: str | None = None  # the generation that is being derived (see Building); None: the current one


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A stored note near a new one."""

    uid: str
    terms: str
    similarity: float | None = None  # cosine; None when it was found by terms
    text: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the graph held at `version`; a plan made from it is carried out only at that version."""

    space: str
    version: int
    entities: Mapping[str, tuple[Entity, ...]]  # name key → whom it means, most mentioned first
    facts: tuple[Fact, ...] = ()  # that the probe asked for, ended ones included, ordered by uid
    decided: tuple[Change, ...] = ()  # what people undid, oldest first
    apart: frozenset[frozenset[str]] = frozenset()  # pairs (uids) of those entities that people said are two
    near: Mapping[str, tuple[Near, ...]] = field(default_factory=dict[str, tuple[Near, ...]])  # nearest first
    states: Mapping[str, int] = field(default_factory=dict[str, int])  # of those that are there, see Revision
    candidates: tuple[Note, ...] = ()  # as many as the probe asked for, without vectors, nearest first
    used: Mapping[str, tuple[Near, ...]] = field(
        default_factory=dict[str, tuple[Near, ...]]
    )  # of those turns, by uid


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnUpdate:
    """What becomes of a logged turn."""

    uid: str
    state: TurnState
    speaker: str | None = None  # entity uid: SPOKEN_BY
    terms: str = ""  # what full text finds it by from now on; empty: as before
    vector: Vector | None = field(default=None, compare=False, repr=False)  # of its passage
    saw: tuple[int, int] | None = (
        None  # first and last position of its session that shaped what is derived from it
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Revised:
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
class Closing:
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
    told_until: datetime | None = None  # as this one alone tells it; None: as holds_until
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
class Reopening:
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
    namings: tuple[Naming, ...] = ()  # of new names, and of those that are known already
    mentions: tuple[Mention, ...] = ()
    abouts: tuple[About, ...] = ()
    facts: tuple[Fact, ...] = ()
    closings: tuple[Closing, ...] = ()
    reopenings: tuple[Reopening, ...] = ()  # carried out before the closings
    conflicts: tuple[Conflict, ...] = ()
    similar: tuple[Similar, ...] = ()
    supports: tuple[Support, ...] = ()
    links: tuple[Link, ...] = ()
    revised: tuple[Revised, ...] = ()
    splits: tuple[Split, ...] = ()  # carried out after the rows above, in their order
    merges: tuple[Merge, ...] = ()  # carried out last, in their order
    changes: tuple[Change, ...] = ()
    gate: str | None = None  # what the gate remembers from now on; None: as before
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Building:
    """A generation that is being derived from the log, unseen, beside the one that is read.

    `reached` is the place in the log of the last turn that it has, 0 at first. It stands for the version of
    this space: `Known.version` and `WritePlan.version` are compared with it.
    """

    space: str
    reached: int
    done: int  # turns that it has
    turns: int  # turns that are logged
    gate: str | None = None  # what the gate remembers of this space
    extractor: str = ""  # by which it was begun, and so it must go on; unknown of old ones
    model: str | None = None  # that makes its vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A part of the log, told again."""

    turns: tuple[Turn, ...]  # in the order in which they were logged, without vectors
    before: tuple[Turn, ...] = ()  # that stood before them in their sessions by then; by session and position
    last: int = 0  # the place of the last of them in the log; where this part began when there is none


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What to forget: exactly one of these is given. An entity stands for every turn that mentions it
    or was spoken by it.
    """

    turns: tuple[str, ...] = ()
    session: str | None = None
    speaker: str | None = None
    entity: str | None = None  # uid
    everything: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A note or a fact that lost a source and stays, because others support it."""

    uid: str
    turns: tuple[str, ...]  # uids of the turns that it still comes from, sorted


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What was removed, and what could not be because other turns support it: uids, sorted.

    Turns that stood shortly after a forgotten one may have been read together with it: they stay, but what
    was derived from them is removed, told as the rest, and they are `pending`.
    """

    turns: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    kept_notes: tuple[Kept, ...] = ()  # notes that lost a source but have others
    kept_facts: tuple[Kept, ...] = ()
    restored_facts: tuple[str, ...] = ()  # that hold again because nothing that superseded them is left
    pending: tuple[str, ...] = ()  # turns that stay and wait to be derived again, without what is gone


@dataclass(frozen=True, slots=True, kw_only=True)
class Correcting:
    """A person puts the words of a turn right. `correction.before` is what it must read until then."""

    turn: str  # uid
    text: str  # that is read from now on
    terms: str  # what full text finds it by from now on
    correction: Correction
    change: Change


@dataclass(frozen=True, slots=True)
class Corrected:
    """The turn reads as corrected. What was derived from it, and with it, is removed, to be derived again."""

    version: int
    removed: Forgotten


Owner = Literal["turn", "note", "fact", "entity"]
Listed = Literal["note", "entity", "fact", "change", "call"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joints:
    """What joins some records of the current space, each as its own: a merged entity has what was its own here, and the
    merge stands beside it. Sorted. With the records, all that is needed to tell a namespace again elsewhere.
    """

    # Of turns
    spoken: tuple[tuple[str, str], ...] = ()  # turn, entity
    saw: tuple[tuple[str, int, int], ...] = ()  # turn, first and last position
    namings: tuple[Naming, ...] = ()
    mentions: tuple[Mention, ...] = ()
    # Of notes
    abouts: tuple[About, ...] = ()
    similar: tuple[Similar, ...] = ()  # from these on
    links: tuple[Link, ...] = ()
    supports: tuple[Support, ...] = ()
    derived: tuple[Revised, ...] = ()  # those that were revised, as they were first; `turn` is empty
    revised: tuple[Revised, ...] = ()  # their later states, in their order
    # Of facts
    closings: tuple[Closing, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    # Fact, subject, object, and until when it holds by its own words alone, and since when that is known.
    ends: tuple[tuple[str, str, str, datetime | None, datetime | None], ...] = ()
    # Of entities
    names: tuple[Name, ...] = ()
    merges: tuple[Merge, ...] = ()  # of these into others
    splits: tuple[Split, ...] = ()
    # Of all
    gate: str | None = None
