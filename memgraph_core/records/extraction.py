"""The input and the output of an extractor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memgraph_core.records.graph import Call, Entity, Note, Turn
from memgraph_core.records.kinds import EntityType, Grain, LinkReason, MentionKind, NoteKind
from memgraph_core.records.log import CallTotals


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractionWindow:
    """The turns given to an extractor together: new turns, and earlier ones as read-only context.

    `candidates` are older notes that the extractor may link to new notes, and improve. A word that occurs only in a
    candidate must not get into an extracted item: after the candidate is forgotten, the word would remain.
    """

    turns: tuple[Turn, ...]  # to be extracted
    preceding: tuple[Turn, ...] = ()  # context
    # Name key → entities with that name.
    entities: Mapping[str, tuple[Entity, ...]] = field(default_factory=dict[str, tuple[Entity, ...]])
    candidates: tuple[Note, ...] = ()
    call_totals: CallTotals = field(default_factory=CallTotals)  # of the namespace so far, for the budget


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedNote:
    """A statement extracted from a turn. Entities are given by name; they are resolved later."""

    turn: str  # uid
    ordinal: int  # position among the notes of its turn, from 0
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
    # Set if it differs from `Extraction.extractor` (rules inside a model's window).
    extractor: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedMention:
    """A turn mentions an entity."""

    turn: str  # uid
    name: str
    type: EntityType | None = None  # None: the text does not show the type
    how: MentionKind = "named"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedFact:
    """Subject, relation and object of a statement."""

    turn: str  # uid
    ordinal: int  # of the note that states the fact
    subject: str  # name
    type: str  # relation type
    object: str  # name
    text: str
    object_type: EntityType | None = None
    holds_from: datetime | None = None
    holds_until: datetime | None = None
    grain: Grain | None = None
    ended: bool = False  # the text says that the fact no longer holds: "used to", "no longer"
    denied: bool = False  # the text says that the fact does not hold: it ends a stored fact and begins none
    confidence: float = 0.7
    is_new: bool = False  # the subject is another thing of this name ("a meeting"): the fact supersedes none
    # The object is a total ("three hens") or a new value of a literal: the fact supersedes the one with the former
    # value.
    is_total: bool = False
    # The fact supersedes the current fact of its relation, if there is exactly one.
    is_change: bool = False
    # The text says that another object was stated by mistake: the last fact of the relation never held.
    corrects: bool = False
    # The text only says that the fact, which was stated before, was at another time.
    corrects_time: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedEnd:
    """A turn says that the subject's facts of a relation no longer hold: "I quit my job".

    If the relation `only_ends` others, the facts of the relations that its entry names end.
    """

    turn: str  # uid
    ordinal: int  # of the note that states it
    subject: str  # name
    type: str  # relation type
    object: str = ""  # name, perhaps only a part of it; empty: whatever the object is
    of_type: str = ""  # relation type of the facts that it means, if it is known from an earlier turn
    is_only: bool = False  # it ends a current fact only if no other one fits
    # Name of the new object: each ended fact is followed by a new fact with this object.
    replacement: str = ""
    holds_until: datetime | None = None  # None: until the turn


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedAlias:
    """A turn gives two names for one entity, for example `Clara` and `Ada's sister`."""

    turn: str  # uid
    name: str
    alias: str
    shared: bool = False  # the alias may mean several entities over time, as "the meeting" does


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedLink:
    """A link from a new note to a candidate or to another new note."""

    turn: str  # uid
    ordinal: int  # of the note that the link starts from
    to: str | tuple[str, int]  # uid of a candidate, or turn and ordinal of a new note
    reason: LinkReason
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteImprovement:
    """New context, keywords and tags for a candidate, because of a new turn. Its text does not change.

    The new words come from the candidate itself and from the turns of the window.
    """

    note: str  # uid of the candidate
    turn: str  # uid of the new turn
    context: str
    keywords: tuple[str, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extraction:
    """The result for one extraction window, from the rules or from a model.

    `whole_window` is True if every turn of the window, preceding ones included, may have influenced each item. A model
    reads in this way; the rules do not.
    """

    extractor: str
    notes: tuple[ExtractedNote, ...] = ()
    mentions: tuple[ExtractedMention, ...] = ()
    facts: tuple[ExtractedFact, ...] = ()
    ends: tuple[ExtractedEnd, ...] = ()
    aliases: tuple[ExtractedAlias, ...] = ()
    # Uid of a turn without notes → the reason. The turn can still be found by search.
    skipped: Mapping[str, str] = field(default_factory=dict[str, str])
    links: tuple[ExtractedLink, ...] = ()
    improvements: tuple[NoteImprovement, ...] = ()
    calls: tuple[Call, ...] = ()  # model calls that were made, for the ledger
    whole_window: bool = False


def joined(extractions: Sequence[Extraction], extractor: str) -> Extraction:
    """Several extractions as one of this extractor. Notes of another extractor keep the name of that extractor."""
    return Extraction(
        extractor=extractor,
        notes=tuple(
            n if e.extractor in ("", extractor) or n.extractor else replace(n, extractor=e.extractor)
            for e in extractions
            for n in e.notes
        ),
        mentions=tuple(m for e in extractions for m in e.mentions),
        facts=tuple(f for e in extractions for f in e.facts),
        ends=tuple(end for e in extractions for end in e.ends),
        aliases=tuple(a for e in extractions for a in e.aliases),
        skipped={uid: why for e in extractions for uid, why in e.skipped.items()},
        links=tuple(link for e in extractions for link in e.links),
        improvements=tuple({each.note: each for e in extractions for each in e.improvements}.values()),
        calls=tuple(call for e in extractions for call in e.calls),
        whole_window=any(e.whole_window for e in extractions),
    )
