"""What an extractor reads and what it returns."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from memgraph_core.records.graph import Call, Entity, Note, Turn
from memgraph_core.records.kinds import EntityType, Grain, LinkReason, MentionHow, NoteKind
from memgraph_core.records.log import CallTotals


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionWindow:
    """What an extractor reads: new turns, with earlier ones as read-only context.

    `candidates` are older notes that it may tie new ones to, and improve. No word that only they hold may come into
    what it says of the new turns: else forgetting them would not be provable.
    """

    turns: tuple[Turn, ...]
    before: tuple[Turn, ...] = ()
    entities: Mapping[str, tuple[Entity, ...]] = field(default_factory=dict[str, tuple[Entity, ...]])
    candidates: tuple[Note, ...] = ()
    spent: CallTotals = field(default_factory=CallTotals)


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
class ExtractedAlias:
    """A turn tells that somebody has two names: `Clara`, whom it calls `Ada's sister`."""

    turn: str
    name: str
    alias: str
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
class NoteImprovement:
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
    aliases: tuple[ExtractedAlias, ...] = ()
    skipped: Mapping[str, str] = field(default_factory=dict[str, str])  # turn uid → reason
    links: tuple[ExtractedLink, ...] = ()
    improvements: tuple[NoteImprovement, ...] = ()
    calls: tuple[Call, ...] = ()  # that it took, for the ledger
    jointly: bool = False
