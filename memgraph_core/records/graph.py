"""Nodes and edges of the graph, as frozen records.

The records do not depend on a store, a model or a language. They reject invalid values when they are created, so that
no other code checks again. Times are aware datetimes in UTC; intervals are half-open. Vectors are unit-length float32
and are ignored by `==`.
"""

import re
from base64 import b32hexencode
from collections.abc import Mapping
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
    MentionKind,
    NoteKind,
    NoteState,
    Role,
    Trust,
    TurnState,
    Vector,
)
from memgraph_core.records.representation import as_date, beginning, last_date, short_repr, with_day
from memgraph_core.records.validation import (
    EARLIEST,
    MAX_POSITION,
    checked_metadata,
    checked_name,
    checked_relation,
    checked_role,
    checked_text,
    utc,
)

MAX_USES = 100  # times that are kept of each turn
CONSOLIDATION = "consolidation"  # as the extractor of a note: it is derived, and nobody stated it
_IDENTIFIER = re.compile(r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|[0-9a-f]{24,}", re.IGNORECASE)


def uid_of(*parts: object) -> str:
    """A deterministic uid: the same parts give the same uid in every process, on every machine.

    It has 12 characters (0-9, a-v) and so 60 bits: among a million records of a namespace, two have the same uid with a
    probability of 4e-7. It is short because the lines of a context cite uids, which cost tokens in every prompt.
    """
    joined = "\x1f".join(str(part) for part in parts)
    digest = blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return b32hexencode(digest)[:12].decode().lower()


def session_key(session: str) -> str:
    """A hash that identifies a session in the call ledger, which is kept after the session is forgotten."""
    return uid_of("session", session)


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A person replaced the text of a turn. The former text is kept here, as part of the turn.

    It is deleted with the turn. The Change record of the correction contains no memory text.
    """

    change: str  # uid of the Change
    at: datetime
    before: str  # the text that was replaced
    note: str | None = None  # uid of the note that was corrected; None: the whole turn
    reason: str = ""

    __repr__ = short_repr

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", utc(self.at, "correction: at"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One utterance of one speaker, verbatim, or one chunk of a document.

    `text` is the current text. After a correction, `original_text` is what was said.
    """

    uid: str
    session: str
    text: str
    speaker: str | None = None
    role: Role = "user"
    said_at: datetime | None = None  # None for documents and plain transcripts
    position: int | None = None  # in its session, from 0; None: the store assigns the next one
    caption: str | None = None  # description of a picture shared with the turn
    agent: str | None = None  # the program that wrote it
    used: tuple[str, ...] = ()  # uids of the turns it is based on, as reported by the program
    used_at: tuple[datetime, ...] = ()  # when an answer used it: the last `MAX_USES` times, oldest first
    recorded_at: datetime | None = None  # when it was logged (transaction time)
    state: TurnState = "pending"
    corrections: tuple[Correction, ...] = ()  # oldest first
    # a JSON object of the caller
    metadata: Mapping[str, object] = field(default_factory=dict[str, object], hash=False)
    terms: str = field(default="", compare=False)  # full-text tokens, separated by spaces
    vector: Vector | None = field(default=None, compare=False, repr=False)  # of its passage

    __repr__ = short_repr

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
        if self.position is not None and not (
            type(self.position) is int and 0 <= self.position <= MAX_POSITION
        ):
            raise InvalidInput(
                f"turn {self.uid!r}: position is {self.position!r:.40}; give 0 to {MAX_POSITION:,}."
            )
        if self.metadata != {}:
            object.__setattr__(
                self, "metadata", checked_metadata(self.metadata, f"turn {self.uid!r}: metadata")
            )
        if type(self.used) is not tuple:
            raise InvalidInput(f"turn {self.uid!r}: used is {self.used!r:.40}; give a tuple of uids.")
        for name in ("said_at", "recorded_at"):
            if (value := getattr(self, name)) is not None:
                object.__setattr__(self, name, utc(value, f"turn {self.uid!r}: {name}"))
        if self.used_at:
            times = sorted({utc(at, f"turn {self.uid!r}: used_at") for at in self.used_at})
            object.__setattr__(self, "used_at", tuple(times[-MAX_USES:]))

    def __str__(self) -> str:
        """One short line: the time, the speaker and the beginning of the text."""
        return with_day(f"{self.speaker or self.session}: {beginning(self.text)}", self.at)

    @property
    def at(self) -> datetime | None:
        """When it was said, or else when it was recorded."""
        return self.said_at or self.recorded_at

    @property
    def original_text(self) -> str:
        """Its text before the first correction."""
        return self.corrections[0].before if self.corrections else self.text

    @property
    def all_texts(self) -> tuple[str, ...]:
        """Its former texts, oldest first, and the current one."""
        return (*(correction.before for correction in self.corrections), self.text)

    @property
    def corrected_at(self) -> datetime | None:
        """When the current text was set, if it differs from the original text; else None."""
        return self.corrections[-1].at if self.corrections and self.text != self.original_text else None

    @property
    def trust(self) -> Trust:
        """Its trust, which depends on its role."""
        return TRUST_OF_ROLE[self.role]

    @property
    def is_document(self) -> bool:
        """Whether it is a chunk of a document. The session names the document."""
        return self.speaker is None and self.role in ("tool", "system", "web")

    @property
    def title(self) -> str:
        """The title of its document: the session, unless that is an identifier. Empty for a turn of a conversation."""
        return self.session if self.is_document and not _IDENTIFIER.fullmatch(self.session) else ""

    @property
    def is_agent_generated(self) -> bool:
        """Whether an assistant or an external page wrote it. Such a turn yields no facts, counts or support.

        Its text may repeat text that memory supplied to the program, and no person asserted its other statements.
        """
        return self.trust in AGENT_GENERATED


def position_key(turn: Turn) -> tuple[str, int, str]:
    """The sort key for turns by session, position and uid."""
    return turn.session, turn.position or 0, turn.uid


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One statement that can be understood without its conversation."""

    uid: str
    text: str
    turns: tuple[str, ...]  # uids of its source turns, at least one
    context: str = ""  # what was said just before, if it is needed to understand the note
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    kind: NoteKind = "episodic"
    said_at: datetime | None = None
    recorded_at: datetime | None = None
    holds_from: datetime | None = None  # valid time, half-open
    holds_until: datetime | None = None
    grain: Grain | None = None
    recurs: str | None = None  # recurrence as an RRULE (RFC 5545)
    state: NoteState = "active"
    trust: Trust = "said"
    confidence: float = 1.0
    verified: bool = False
    salience: float = 0.0
    affect: str | None = None  # the expressed feeling in one word, from a model
    agent: str | None = None
    language: str = "en"
    extractor: str = "rules"
    terms: str = field(default="", compare=False)
    vector: Vector | None = field(default=None, compare=False, repr=False)

    __repr__ = short_repr

    def __str__(self) -> str:
        """One short line: the time and the beginning of the text."""
        return with_day(beginning(self.text), self.said_at)

    @property
    def at(self) -> datetime | None:
        """When it was said, or else when it was recorded."""
        return self.said_at or self.recorded_at

    @property
    def is_abstraction(self) -> bool:
        """Whether consolidation derived it from other notes, also if it was retired since then."""
        return self.is_derived and self.state in ("abstraction", "retired")

    @property
    def is_derived(self) -> bool:
        """Whether it is an index over turns or notes, such as an abstraction or a stored question, and states nothing itself."""
        return self.extractor == CONSOLIDATION


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A person, place, organisation, event, work, thing or concept that is mentioned in turns.

    `mentions` is the number of turns that mention it; being their speaker does not count. `Thing` also means "type not
    yet known" and may be replaced by another type; the engine changes no other type.
    """

    uid: str
    name: str
    type: EntityType = "Thing"
    mentions: int = 0
    first_at: datetime | None = None
    last_at: datetime | None = None
    relevance: float | None = None  # set only in lists ordered by relevance
    canonical: str | None = None  # uid of the entity it is merged into; set only in lists of merged entities

    __repr__ = short_repr

    def __str__(self) -> str:
        """The name, the type and the number of mentions."""
        return f"{self.name} ({self.type}), {self.mentions} mention{'' if self.mentions == 1 else 's'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A relation that holds or held between two entities."""

    uid: str
    subject: str  # entity uid
    type: str  # relation type, UPPER_SNAKE_CASE
    object: str  # entity uid
    text: str
    notes: tuple[str, ...] = ()  # uids of the notes that state it
    holds_from: datetime | None = None
    holds_until: datetime | None = None  # None: no end is known
    grain: Grain | None = None  # precision of holds_from
    recorded_at: datetime | None = None
    retired_at: datetime | None = None  # when its end was recorded
    trust: Trust = "said"
    confidence: float = 1.0
    conflicts: tuple[str, ...] = ()  # uids of facts in an undecided contradiction with it, sorted

    __repr__ = short_repr

    def __post_init__(self) -> None:
        checked_relation(self.type)

    @property
    def period(self) -> str:
        """The validity as text, such as ` since 2026-06 until 2026-09-14` (its last day); empty if nothing is known.

        A fact without a stated start shows when it was said, such as ` (said 2026-06-14)`. One that was only stated as over
        shows ` ended before 2026-06-14`. A fact that never held has no end to show: its stored end is only a mark.
        """
        if self.never_held:
            return " (never held)"
        if self.holds_until and self.is_only_past:
            return f" ended before {as_date(self.holds_until)}"
        until = f" until {last_date(self.holds_until)}" if self.holds_until else ""
        if self.holds_from is None:
            return until
        start = as_date(self.holds_from, self.grain)
        return f" since {start}{until}" if self.has_stated_start else f"{until} (said {start})"

    @property
    def last_day(self) -> str:
        """Its last day as text, such as `2026-09-14`; `before 2026-06-14` if it is only known to be over; empty without an end."""
        if self.holds_until is None:
            return ""
        return f"before {as_date(self.holds_until)}" if self.is_only_past else last_date(self.holds_until)

    @property
    def has_stated_start(self) -> bool:
        """Whether the text states when it began. Otherwise `holds_from`, if it is set, is the time when it was said."""
        return self.grain is not None

    @property
    def is_only_past(self) -> bool:
        """Whether it is only known to be over: "I used to live in Rome". `holds_until` is then no stated end, but a time
        before which it ended.
        """
        return self.holds_from is None and self.holds_until is not None and not self.never_held

    def __str__(self) -> str:
        """The type, the text and the validity. A `NamedFact` shows the names of subject and object."""
        return f"{self.type}: {self.text}{self.period}"

    @property
    def never_held(self) -> bool:
        """Whether a correction showed that it was wrong from the start."""
        return self.holds_until is not None and self.holds_until <= (self.holds_from or EARLIEST)

    def holds(self, moment: datetime) -> bool:
        """Whether it holds at a moment, as far as memory knows. A fact that begins later does not hold yet."""
        begun = self.holds_from is None or self.holds_from <= moment
        return begun and (self.holds_until is None or moment < self.holds_until)


@dataclass(frozen=True, slots=True)
class Name:
    """A name of an entity. `key` is normalised; several entities may share one key (homonyms)."""

    key: str
    text: str
    entity: str  # uid


@dataclass(frozen=True, slots=True)
class NameSource:
    """A turn contains a name. A name is deleted when the last turn that contains it is forgotten."""

    key: str  # of the name
    turn: str  # uid


@dataclass(frozen=True, slots=True)
class Mention:
    """A turn mentions an entity (MENTIONS)."""

    turn: str  # uid
    entity: str  # uid
    at: datetime
    how: MentionKind = "named"


@dataclass(frozen=True, slots=True)
class About:
    """A note is about an entity (ABOUT)."""

    note: str  # uid
    entity: str  # uid
    role: str = "topic"  # subject, object, title, topic or speaker


@dataclass(frozen=True, slots=True)
class Similar:
    """A semantic edge between two notes (SIMILAR)."""

    a: str  # uid
    b: str  # uid
    weight: float  # 0 to 1
    by: Literal["vector", "terms"] = "vector"  # what was compared


@dataclass(frozen=True, slots=True)
class Support:
    """An agent-generated note is supported by another note (SUPPORTED_BY)."""

    note: str  # uid of the agent-generated note
    by: str  # uid of a note from a person or a document


@dataclass(frozen=True, slots=True)
class Abstracts:
    """An abstraction represents an instance (ABSTRACTS)."""

    note: str  # uid of the abstraction
    instance: str  # uid of a note


@dataclass(frozen=True, slots=True)
class Link:
    """A directed link between two notes (LINKED), such as `a` continues `b` or `a` is an exception to `b`."""

    a: str  # uid
    b: str  # uid
    reason: LinkReason
    weight: float = 1.0  # 0 to 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A present or former state of a note. It is deleted with the note and with the turn that caused it."""

    note: str  # uid
    number: int  # 0 is the original state, the highest number the present one
    text: str
    context: str = ""
    keywords: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    at: datetime | None = None
    turn: str | None = None  # uid of the turn that caused it; None for the original state


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One call of a model, as recorded in the ledger. It contains no memory text."""

    uid: str
    at: datetime
    model: str
    kind: CallKind
    outcome: CallOutcome
    turns: int  # number of turns in the request
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cost: float = 0.0  # in the currency of the configured prices; 0 without prices
    session: str | None = None  # hash of the session of an agent's call (`session_key`), never its name

    __repr__ = short_repr
