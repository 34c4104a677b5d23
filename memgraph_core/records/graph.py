"""The nouns of the graph: frozen records that every room speaks in.

Nothing here knows a store, a model or a language. Records refuse impossible values at birth, so that no
room behind them checks again. Times are aware datetimes in UTC; a half-open interval is written
`holds_from`/`holds_until`. Vectors are unit-length float32 and take no part in equality.
"""

from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from typing import Literal

from memgraph_core.errors import InvalidInput
from memgraph_core.records.kinds import (
    AGENT_GENERATED,
    TRUST_OF_ROLE,
    CallKind,
    CallOutcome,
    EntityType,
    Grain,
    LinkReason,
    MentionHow,
    NoteKind,
    NoteState,
    Role,
    Trust,
    TurnState,
    Vector,
)
from memgraph_core.records.validation import (
    EARLIEST,
    MAX_POSITION,
    checked_name,
    checked_relation,
    checked_role,
    checked_text,
    utc,
)


def uid_of(*parts: object) -> str:
    """A deterministic uid: the same parts give the same uid in every process, on every machine."""
    joined = "\x1f".join(str(part) for part in parts)
    return blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A person put the words of a turn right: another text is read from then on. What it replaced is kept here.

    It lies with the turn, and goes with it; the change that tells of it has no words.
    """

    change: str  # uid
    at: datetime
    before: str  # the text of the turn until then
    note: str | None = None  # uid of the note that was meant; None: the whole turn
    reason: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", utc(self.at, "correction: at"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One utterance of one speaker at one time, verbatim; also one chunk of a document.

    `text` is what is read; where a person put it right, `said` is what was said.
    """

    uid: str
    session: str
    text: str
    speaker: str | None = None
    role: Role = "user"
    said_at: datetime | None = None  # unknown for documents and bare transcripts
    position: int | None = None  # place in its session, from 0; None: the store gives the next
    caption: str | None = None  # what a picture shared with the turn shows
    agent: str | None = None  # the program that wrote it
    used: tuple[str, ...] = ()  # uids of the turns that it rests on, as the program tells
    recorded_at: datetime | None = None  # when the engine learnt it
    state: TurnState = "pending"
    corrections: tuple[Correction, ...] = ()  # oldest first
    terms: str = field(default="", compare=False)  # for full text: tokens joined by blanks
    vector: Vector | None = field(default=None, compare=False, repr=False)  # of its passage

    def __post_init__(self) -> None:
        checked_name(self.uid, "turn uid")
        checked_name(self.session, f"turn {self.uid!r}: session")
        checked_text(self.text, f"turn {self.uid!r}: text")
        checked_role(self.role)
        for name in ("speaker", "agent"):
            if (value := getattr(self, name)) is not None:
                checked_name(value, f"turn {self.uid!r}: {name}")
        if self.caption is not None:
            checked_text(self.caption, f"turn {self.uid!r}: caption")
        if self.position is not None and not 0 <= self.position <= MAX_POSITION:
            raise InvalidInput(
                f"turn {self.uid!r}: position is {self.position}; 0 to {MAX_POSITION:,} is accepted."
            )
        for name in ("said_at", "recorded_at"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, utc(value, f"turn {self.uid!r}: {name}"))

    @property
    def at(self) -> datetime | None:
        """When it was said, else when it was recorded."""
        return self.said_at or self.recorded_at

    @property
    def said(self) -> str:
        """Its words as they were said, whatever was put right since."""
        return self.corrections[0].before if self.corrections else self.text

    @property
    def wordings(self) -> tuple[str, ...]:
        """All texts that it had, the one that is read now last."""
        return (*(correction.before for correction in self.corrections), self.text)

    @property
    def corrected_at(self) -> datetime | None:
        """Since when other words are read than were said; None where the words that were said are read."""
        return self.corrections[-1].at if self.corrections and self.text != self.said else None

    @property
    def trust(self) -> Trust:
        """How far its words may be believed, from its role."""
        return TRUST_OF_ROLE[self.role]

    @property
    def is_document(self) -> bool:
        """Whether it is a chunk of a document, whose title is its session: nobody says it."""
        return self.speaker is None and self.role in ("tool", "system", "web")

    @property
    def is_agent_generated(self) -> bool:
        """Whether a program says it, or a page from outside: it counts nothing, states no fact, supports nothing.

        What memory itself supplied may come back in it, in other words; and what it adds, nobody has said.
        """
        return self.trust in AGENT_GENERATED


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One statement that can be understood without the conversation it came from."""

    uid: str
    text: str
    turns: tuple[str, ...]  # uids of the turns it was drawn from, one or more
    context: str = ""  # what was said just before, if that is needed to understand it
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    kind: NoteKind = "episodic"
    said_at: datetime | None = None
    recorded_at: datetime | None = None
    holds_from: datetime | None = None  # the time it speaks of, half-open
    holds_until: datetime | None = None
    grain: Grain | None = None
    recurs: str | None = None  # the rule of what happens again and again, as RRULE writes it (RFC 5545)
    state: NoteState = "active"
    trust: Trust = "said"
    confidence: float = 1.0
    verified: bool = False
    salience: float = 0.0
    affect: str | None = None  # the feeling that a model reads in it, in one word
    agent: str | None = None
    language: str = "en"
    extractor: str = "rules"
    terms: str = field(default="", compare=False)
    vector: Vector | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A person, place, organisation, event, work, thing or concept that turns speak of.

    `mentions` counts the turns that name it, each once; `SPOKEN_BY` does not count. `Thing` doubles as
    "type not known yet" and may become another type later; no other type changes by itself.
    """

    uid: str
    name: str
    type: EntityType = "Thing"
    mentions: int = 0
    first_at: datetime | None = None
    last_at: datetime | None = None
    relevance: float | None = None  # only in answers ordered by it
    canonical: str | None = None  # uid of what it is merged into; only in answers about merged ones


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Subject, relation type, object: something that held or holds between two entities."""

    uid: str
    subject: str  # entity uid
    type: str
    object: str  # entity uid
    text: str
    notes: tuple[str, ...] = ()  # uids of the notes that say so
    holds_from: datetime | None = None
    holds_until: datetime | None = None  # None: as far as known it still holds
    grain: Grain | None = None
    recorded_at: datetime | None = None
    retired_at: datetime | None = None  # when the engine stopped believing it
    trust: Trust = "said"
    confidence: float = 1.0
    conflicts: tuple[
        str, ...
    ] = ()  # uids of facts that contradict it, where nothing tells which holds; sorted

    def __post_init__(self) -> None:
        checked_relation(self.type)

    @property
    def corrected(self) -> bool:
        """Whether it was told wrongly: it never held."""
        return self.holds_until is not None and self.holds_until <= (self.holds_from or EARLIEST)

    def holds(self, moment: datetime) -> bool:
        """Whether it holds at a moment, as far as known: a plan does not hold yet, what ended no longer."""
        begun = self.holds_from is None or self.holds_from <= moment
        return begun and (self.holds_until is None or moment < self.holds_until)


@dataclass(frozen=True, slots=True)
class Name:
    """What an entity is called. `key` is normalised; one key may name several entities (homonyms)."""

    key: str
    text: str
    entity: str  # uid


@dataclass(frozen=True, slots=True)
class NameSource:
    """A turn says a name, whomever it means: a name is known as long as a turn is left that says it."""

    key: str  # of the name
    turn: str  # uid


@dataclass(frozen=True, slots=True)
class Mention:
    """A turn speaks of an entity, at a time: one row of the memory stream."""

    turn: str
    entity: str
    at: datetime
    how: MentionHow = "named"


@dataclass(frozen=True, slots=True)
class About:
    """A note is about an entity, in a role: subject, object, topic."""

    note: str
    entity: str
    role: str = "topic"


@dataclass(frozen=True, slots=True)
class Similar:
    """A semantic edge between two notes. `by` says whether vectors or terms said so."""

    a: str
    b: str
    weight: float  # 0 to 1
    by: Literal["vector", "terms"] = "vector"


@dataclass(frozen=True, slots=True)
class Support:
    """A note that a program's note rests on: SUPPORTED_BY."""

    note: str  # of the program
    by: str  # what somebody said, or a document holds


@dataclass(frozen=True, slots=True)
class Link:
    """A named tie between two notes, read from `a` to `b`: `a` continues `b`, `a` is an exception to `b`."""

    a: str
    b: str
    reason: LinkReason
    weight: float = 1.0  # 0 to 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A state that a note has or had. Its words belong to the note and to the turn that caused it, and go with either."""

    note: str  # uid
    number: int  # 0 is the note as it was derived; the highest is how it stands
    text: str
    context: str = ""
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    at: datetime | None = None
    turn: str | None = None  # uid of the turn that led to it; None for the first


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of a model, as the ledger keeps it: numbers, no words of memory."""

    uid: str
    at: datetime
    model: str
    kind: CallKind
    outcome: CallOutcome
    turns: int  # that it was to read
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cost: float = 0.0  # in the currency of the prices that are set; 0 without prices


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The record of one decision. It holds uids and times, never memory text: forgetting stays provable."""

    uid: str
    kind: str  # supersede, retype, forget …
    by: Literal["user", "engine"]
    at: datetime
    reason: str
    before: str = "{}"  # JSON
    after: str = "{}"
