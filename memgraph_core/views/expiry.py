"""Which facts of a profile are over although nobody has ended them: feelings, injuries, plans and wishes pass."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from memgraph_core.language.lasting import is_acute, is_immediate
from memgraph_core.records.graph import Fact, Note

_PLANS = ("PLANS_TO", "LOOKS_FORWARD_TO", "APPLIED_TO")
INTENTIONS = (*_PLANS, "WANTS")  # they end with the time that they state
# How long a fact without an end is shown after its last mention.
_PASSING: Mapping[str, timedelta] = {"FELT": timedelta(days=14), "INJURED": timedelta(days=60)}
_ACUTE_DISEASE_LASTS = timedelta(days=30)
_PLAN_LASTS = timedelta(days=90)
_IMMEDIATE_PLAN_LASTS = timedelta(days=2)


def has_expired(fact: Fact, object_: str, notes: Sequence[Note], at: datetime) -> bool:
    """Whether a feeling, an injury, a plan or a wish is over: after its stated time, or long after its last mention."""
    if not notes:
        return False
    if (lasts := _passing_lasts(fact.type, object_)) is not None:
        return all(_is_older(note, at, lasts) for note in notes)
    if fact.type not in INTENTIONS or any(_is_ahead(note, at) for note in notes):
        return False
    open_ended = [note for note in notes if not _stated_end_of(note)]
    is_plan = fact.type in _PLANS
    return not open_ended or (is_plan and all(_is_older(note, at, _plan_lasts(note)) for note in open_ended))


def _passing_lasts(type_: str, object_: str) -> timedelta | None:
    """How long a feeling, an injury or an acute disease is shown; None for other facts."""
    return _ACUTE_DISEASE_LASTS if type_ == "HAS_CONDITION" and is_acute(object_) else _PASSING.get(type_)


def _is_older(note: Note, at: datetime, age: timedelta) -> bool:
    return note.said_at is not None and at - note.said_at > age


def _plan_lasts(note: Note) -> timedelta:
    return _IMMEDIATE_PLAN_LASTS if is_immediate(note.text) else _PLAN_LASTS


def _is_ahead(note: Note, at: datetime) -> bool:
    """Whether the stated time of a note is not over at a moment."""
    time = note.holds_until or note.holds_from
    return time is not None and time > at


def _stated_end_of(note: Note) -> datetime | None:
    """The end of the time that a note states for what is planned in it. A time before its day is not the time of a plan."""
    end = note.holds_until if note.recurs is None else None
    day = note.said_at.replace(hour=0, minute=0, second=0) if note.said_at is not None else None
    return end if end is not None and (day is None or end > day) else None
