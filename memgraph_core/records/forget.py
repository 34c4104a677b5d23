"""Requests to forget or correct, and their results."""

from dataclasses import dataclass, field
from typing import Literal

from memgraph_core.records.changes import Change
from memgraph_core.records.graph import Correction
from memgraph_core.records.representation import short_repr

# Why a turn with the characters of a name was not taken as a turn that names the entity: 糯米 in 糯米饭; Ada in the known name
# Ada Rossi; the ordinary word "rose"; 妈妈 of somebody else.
LeftReason = Literal["longer word", "other name", "ordinary word", "other relative"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What to forget. Exactly one field is set, but an entity may have further turns.

    An entity selects every turn that mentions it or was spoken by it.
    """

    turns: tuple[str, ...] = ()
    session: str | None = None
    speaker: str | None = None
    entity: str | None = None  # uid
    everything: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RetainedRecord:
    """A note or fact that lost a source turn but still has others."""

    uid: str
    turns: tuple[str, ...]  # uids of the remaining source turns, sorted


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftTurn:
    """A turn that contains the characters of the forgotten name and was kept, and why."""

    uid: str
    reason: LeftReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgotten:
    """What was removed, and what was kept because other turns support it. All uids are sorted.

    Turns shortly after a forgotten one may have been extracted together with it. They are kept, but their derived
    records are removed and listed here, and the turns become `pending`.
    """

    turns: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    kept_notes: tuple[RetainedRecord, ...] = ()
    kept_facts: tuple[RetainedRecord, ...] = ()
    restored_facts: tuple[str, ...] = ()  # facts that hold again because nothing supersedes them any more
    pending: tuple[str, ...] = ()  # turns that are kept and must be extracted again
    left: tuple[LeftTurn, ...] = ()  # for an entity: kept turns that contain its name as something else
    blocks: tuple[
        str, ...
    ] = ()  # for an entity: the names of core blocks that contain its name, also in former states
    # Whether the database has overwritten the bytes of what was removed. A server keeps them in its files until it reuses
    # their space: docs/how-to/correct-and-forget.md says what its administrator can do.
    erased: bool = field(default=True, compare=False)

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCorrection:
    """A person replaces a turn's text. The store returns Stale if the text is not `correction.before`."""

    turn: str  # uid
    text: str  # the new text
    terms: str  # full-text terms of the new text
    correction: Correction
    change: Change


@dataclass(frozen=True, slots=True)
class CorrectionResult:
    """The outcome of a TurnCorrection."""

    version: int  # of the namespace afterwards
    removed: Forgotten  # records derived from the turn or together with it; they are derived again
