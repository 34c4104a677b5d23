"""Which facts of a profile are over although nobody has ended them: feelings, injuries, plans and wishes pass."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from memgraph_core.language.entries import entries
from memgraph_core.language.lasting import days_ill, is_immediate
from memgraph_core.records.graph import Fact, Note

# They end with the time that they state.
INTENTIONS = frozenset(type_ for type_, entry in entries().items() if entry.relation.intention)
# How long a fact without an end is shown after its last mention.
_PASSING: Mapping[str, timedelta] = {
    type_: timedelta(days=entry.passes) for type_, entry in entries().items() if entry.passes is not None
}
_IMMEDIATE_PLAN_LASTS = timedelta(days=2)


def has_expired(fact: Fact, object_: str, notes: Sequence[Note], at: datetime) -> bool:
    """Whether a feeling, an injury, a plan or a wish is over: after its stated time, or long after its last mention."""
    if not notes:
        return False
    lasts = _lasts(fact.type, object_)
    if fact.type not in INTENTIONS:
        return lasts is not None and all(_is_older(note, at, lasts) for note in notes)
    if any(_is_ahead(note, at) for note in notes):
        return False
    open_ended = [note for note in notes if not _stated_end_of(note)]
    if lasts is None:
        return not open_ended
    return all(
        _is_older(note, at, _IMMEDIATE_PLAN_LASTS if is_immediate(note.text) else lasts)
        for note in open_ended
    )


def _lasts(type_: str, object_: str) -> timedelta | None:
    """How long facts of a type are shown; None if they do not pass by themselves."""
    days = days_ill(object_) if type_ == "HAS_CONDITION" else None
    return _PASSING.get(type_) if days is None else timedelta(days=days)


def _is_older(note: Note, at: datetime, age: timedelta) -> bool:
    return note.said_at is not None and at - note.said_at > age


def _is_ahead(note: Note, at: datetime) -> bool:
    """Whether the stated time of a note is not over at a moment."""
    time = note.holds_until or note.holds_from
    return time is not None and time > at


def _stated_end_of(note: Note) -> datetime | None:
    """The end of the time that a note states for what is planned in it. A time before its day is not the time of a plan."""
    end = note.holds_until if note.recurs is None else None
    day = note.said_at.replace(hour=0, minute=0, second=0) if note.said_at is not None else None
    return end if end is not None and (day is None or end > day) else None
