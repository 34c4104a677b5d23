"""What to forget or correct, and what that removed."""

from dataclasses import dataclass

from memgraph_core.records.graph import Change, Correction


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
class RetainedRecord:
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
    kept_notes: tuple[RetainedRecord, ...] = ()  # notes that lost a source but have others
    kept_facts: tuple[RetainedRecord, ...] = ()
    restored_facts: tuple[str, ...] = ()  # that hold again because nothing that superseded them is left
    pending: tuple[str, ...] = ()  # turns that stay and wait to be derived again, without what is gone


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCorrection:
    """A person puts the words of a turn right. `correction.before` is what it must read until then."""

    turn: str  # uid
    text: str  # that is read from now on
    terms: str  # what full text finds it by from now on
    correction: Correction
    change: Change


@dataclass(frozen=True, slots=True)
class CorrectionResult:
    """The turn reads as corrected. What was derived from it, and with it, is removed, to be derived again."""

    version: int
    removed: Forgotten
