"""The validity interval of an extracted fact, derived from the time of its statement."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypedDict

from memgraph_core.language.counts import singular
from memgraph_core.language.times import EventTime
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.language.vocabulary import Phrase, relation_of
from memgraph_core.records.extraction import ExtractedNote
from memgraph_core.records.kinds import DAY_GRAINS, Grain

_PRESENT = ("FELT", "HAS_CONDITION")  # they do not begin on a day that is ahead
_DAYS = {"year": 366, "month": 31, "week": 7}  # maximum length of a grain; finer grains: one day


class Validity(TypedDict):
    """The start and the end of a fact, and the precision of the start."""

    holds_from: datetime | None
    holds_until: datetime | None
    grain: Grain | None


def validity_of(phrase: Phrase, note: ExtractedNote, said_at: datetime | None) -> Validity:
    """The validity interval of a fact.

    A plan holds from its statement until the planned day is over, not from the planned day or from a period that is over. An
    ended fact gets the stated time as its end; its start is known only if the statement has an interval ("from July to
    August").
    """
    if not phrase.ended:
        return _validity_of_beginning(phrase, note, said_at)
    if not phrase.dated:
        return {"holds_from": None, "holds_until": None, "grain": None}
    if phrase.only_if is None and _is_span(note):
        return {"holds_from": note.holds_from, "holds_until": note.holds_until, "grain": note.grain or "day"}
    return {"holds_from": None, "holds_until": note.holds_until or note.holds_from, "grain": None}


def _validity_of_beginning(phrase: Phrase, note: ExtractedNote, said_at: datetime | None) -> Validity:
    is_plan = relation_of(phrase.type).intention and not relation_of(phrase.type).repeats
    is_ahead = note.holds_from is not None and said_at is not None and note.holds_from > said_at
    is_over = note.holds_until is not None and said_at is not None and note.holds_until <= said_at
    has_day = is_ahead and phrase.dated and not phrase.denied
    if has_day and phrase.type == "ENROLLED_IN" and _is_one_day(phrase.object, note):
        is_plan = True  # "I signed up for the half marathon on 29 March"
    dated = (
        phrase.dated and not (is_ahead and (is_plan or phrase.type in _PRESENT)) and not (is_over and is_plan)
    )
    ends = is_plan and phrase.dated and not phrase.denied
    return {
        "holds_from": note.holds_from if dated else None,
        "holds_until": _end_of_plan(note, said_at) if ends else None,
        "grain": note.grain if dated else None,
    }


def _is_one_day(object_: str, note: ExtractedNote) -> bool:
    """Whether somebody takes part in something on the day of a note; a course only begins on it."""
    last = object_.split()[-1:] or [""]
    is_course = singular(last[0].lower()) in relation_of("ENROLLED_IN").kinds
    return note.grain in DAY_GRAINS and not is_course


def _end_of_plan(note: ExtractedNote, said_at: datetime | None) -> datetime | None:
    """The end of the day or the period of a plan, if it is ahead. The day of the statement itself may be that of a booking."""
    start, end = note.holds_from, note.holds_until
    if said_at is None or note.recurs is not None or end is None or end <= said_at:
        return None
    if start is not None and start <= said_at:
        return None
    if note.grain not in ("hour", "minute"):
        return end
    return midnight(end - timedelta(microseconds=1)) + timedelta(days=1)


def _is_span(note: ExtractedNote) -> bool:
    """Whether the time of a note is longer than one unit of its grain."""
    if note.holds_from is None or note.holds_until is None:
        return False
    days = (note.holds_until - note.holds_from).days
    return days > _DAYS.get(note.grain or "day", 1)


_TAKING_PART = frozenset(["ATTENDED", "MET", "VISITED"])


def planned_if_ahead(phrase: Phrase, when: EventTime | None, now: datetime) -> Phrase:
    """The relation as a plan, if the event is on a future day."""
    is_ahead = when is not None and when.start is not None and when.start > now
    if is_ahead and phrase.dated and phrase.type in _TAKING_PART and not (phrase.ended or phrase.denied):
        return replace(phrase, plan=True)
    return phrase
