"""The nouns of the graph: frozen records that every room speaks in.

Nothing here knows a store, a model or a language. Records refuse impossible values at birth, so that no
room behind them checks again. Times are aware datetimes in UTC; a half-open interval is written
`holds_from`/`holds_until`. Vectors are unit-length float32 and take no part in equality.
"""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Literal, cast, get_args

import numpy as np
from numpy.typing import NDArray

from memgraph_core.errors import InvalidInput

Vector = NDArray[np.float32]  # shape (dimension,), unit length
Matrix = NDArray[np.float32]  # shape (n, dimension), rows of unit length

Role = Literal["user", "assistant", "tool", "system", "web"]
Trust = Literal["said", "observed", "inferred", "external"]
TurnState = Literal["pending", "extracted", "skipped"]
NoteKind = Literal["episodic", "semantic", "procedural", "resource", "core", "vault", "insight"]
NoteState = Literal["active", "archived", "aside"]
EntityType = Literal["Person", "Place", "Organization", "Event", "Work", "Thing", "Concept"]
Grain = Literal["year", "month", "week", "day", "hour", "minute"]
MentionHow = Literal["named", "resolved", "aside"]
LinkReason = Literal["same_event", "continues", "explains", "answers", "exception_to", "contradicts"]
CallKind = Literal["extract", "repair"]
CallOutcome = Literal["used", "unreadable", "refused", "unreachable"]

# A user's word is worth most; what an assistant says is only inferred, what a page says comes from outside.
TRUST_OF_ROLE: dict[Role, Trust] = {
    "user": "said",
    "assistant": "inferred",
    "tool": "observed",
    "system": "observed",
    "web": "external",
}
# What programs and pages say is kept beside what people said and documents hold: see `Turn.is_aside`.
ASIDE: frozenset[Trust] = frozenset(("inferred", "external"))

MAX_TEXT = 100_000  # characters of one turn; a longer document is split into turns first
MAX_POSITION = 1_000_000_000  # of a turn in its session
MAX_NAME = 200  # characters of a namespace, session, speaker or uid

# Relationship types that carry the graph's own structure; a fact may not be typed like one of them.
STRUCTURAL = frozenset(
    {"HAS", "MENTIONS", "SPOKEN_BY", "FROM", "ABOUT", "NAMES", "SUBJECT", "OBJECT", "SUPERSEDES"}
    | {"CONFLICTS", "SIMILAR", "LINKED", "ABSTRACTS", "SUPPORTED_BY", "SAME_AS", "APART", "OWN"}
    | {"NAMED_IN", "REVISION"}
)
_ROLES = get_args(Role)
_UNIT = 1e-6  # how far from 1 a length is still 1, in float32
_RELATION = re.compile(r"[A-Z][A-Z0-9_]{0,63}")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
EARLIEST = datetime(1, 1, 3, tzinfo=UTC)  # no time is before it
_LATEST = datetime(9999, 12, 29, tzinfo=UTC)


def uid_of(*parts: object) -> str:
    """A deterministic uid: the same parts give the same uid in every process, on every machine."""
    joined = "\x1f".join(str(part) for part in parts)
    return blake2b(joined.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def utc(moment: datetime, what: str = "time") -> datetime:
    """The moment in UTC. Raises InvalidInput for one without a timezone or outside years 1 to 9999."""
    if type(moment) is datetime and moment.tzinfo is UTC and EARLIEST <= moment <= _LATEST:
        return moment  # nearly every one, and soon told
    if not isinstance(moment, datetime):  # pyright: ignore[reportUnnecessaryIsInstance]  as for texts
        raise InvalidInput(f"{what} is {type(moment).__name__}, not a datetime: {moment!r:.80}")
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise InvalidInput(
            f"{what} has no timezone: {moment.isoformat()}. Give one, for example "
            f"datetime(..., tzinfo=UTC) or {moment.isoformat()}+00:00."
        )
    naive = moment.replace(tzinfo=UTC)
    if not EARLIEST <= naive <= _LATEST:
        raise InvalidInput(f"{what} is out of range: {moment.isoformat()}. Years 1 to 9999 are accepted.")
    return moment.astimezone(UTC)


def moment_of(given: datetime | str, what: str = "time") -> datetime:
    """A moment, given as such or as ISO text, in UTC. Raises InvalidInput as `utc` does, and for other text."""
    if isinstance(given, datetime):
        return utc(given, what)
    try:
        return utc(datetime.fromisoformat(given), what)
    except (TypeError, ValueError) as e:
        if isinstance(e, InvalidInput):
            raise
        raise InvalidInput(f"{what} is no ISO date: {given!r:.80}. Write 2026-03-20T09:00:00+01:00.") from e


def checked_choice(value: str | None, choices: object, what: str) -> None:
    """One of the words of a Literal, or None. Raises InvalidInput naming them."""
    if value is not None and value not in get_args(choices):
        raise InvalidInput(f"{what} is {value!r}; one of {', '.join(get_args(choices))} is accepted.")


def checked_limit(limit: int, what: str = "limit") -> int:
    """How many are wanted at most. Raises InvalidInput for fewer than one."""
    if limit < 1:
        raise InvalidInput(f"{what} is {limit}; 1 or more is accepted.")
    return limit


def checked_text(text: str, what: str, too_long: str = "Split it into several turns of one session.") -> str:
    """The text as it is. Raises InvalidInput when it is blank, too long or no valid Unicode."""
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]  callers without a type checker
        raise InvalidInput(f"{what} is {type(text).__name__}, not text: {text!r:.80}")
    if not text.strip():
        raise InvalidInput(f"{what} is blank: {text!r:.40}. Give some words.")
    if len(text) > MAX_TEXT:
        raise InvalidInput(
            f"{what} has {len(text):,} characters; at most {MAX_TEXT:,} are accepted. {too_long}"
        )
    _refuse_surrogates(text, what)
    return text


def checked_name(name: str, what: str) -> str:
    """A uid, session, speaker or namespace: short, one line, not blank. Raises InvalidInput otherwise."""
    if not isinstance(name, str) or not name.strip():  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidInput(f"{what} is blank: {name!r:.40}. Give some letters.")
    if len(name) > MAX_NAME:
        raise InvalidInput(
            f"{what} has {len(name)} characters, at most {MAX_NAME} are accepted: {name[:40]!r}…"
        )
    if _CONTROL.search(name):
        raise InvalidInput(f"{what} has a control character: {name!r:.80}. Use printable characters.")
    _refuse_surrogates(name, what)
    return name


def _refuse_surrogates(text: str, what: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as e:
        raise InvalidInput(
            f"{what} is no valid Unicode: a lone surrogate {text[e.start]!r} at character {e.start}. "
            "Decode the source as UTF-8 with errors='replace'."
        ) from e


def checked_role(role: str) -> Role:
    """The role, which is one of those that are known. Raises InvalidInput otherwise."""
    if role not in _ROLES:
        raise InvalidInput(f"role is {role!r}; one of {', '.join(_ROLES)} is accepted.")
    return cast(Role, role)


def checked_relation(name: str) -> str:
    """A relation type: upper snake case, not one of the graph's own. Raises InvalidInput otherwise."""
    if not _RELATION.fullmatch(name) or name in STRUCTURAL:
        raise InvalidInput(
            f"relation type is {name!r}; UPPER_SNAKE_CASE is accepted, except {sorted(STRUCTURAL)}."
        )
    return name


def checked_vector(values: Iterable[float] | Vector, dimension: int, what: str) -> Vector:
    """The vector at unit length. Raises InvalidInput for another size, NaN, infinity or all zeros."""
    vector = np.asarray(values, dtype=np.float32)
    if vector.shape != (dimension,):
        raise InvalidInput(f"{what} has shape {vector.shape}; ({dimension},) is accepted.")
    length = math.sqrt(vector.dot(vector))  # what numpy.linalg.norm does, in a third of its time
    if not math.isfinite(length) or length == 0.0:
        raise InvalidInput(
            f"{what} is not usable: its length is {length}. Give finite numbers, not all zero."
        )
    # What has unit length stays as it is, to the bit: so it is the same in every store that it is moved to.
    return vector if abs(length - 1.0) < _UNIT else vector / np.float32(length)


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
    def is_aside(self) -> bool:
        """Whether a program says it, or a page from outside: it counts nothing, states no fact, supports nothing.

        What memory itself supplied may come back in it, in other words; and what it adds, nobody has said.
        """
        return self.trust in ASIDE


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
class Naming:
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
