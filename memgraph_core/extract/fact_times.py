"""When the facts of a turn hold, from the times of its statements."""

from datetime import datetime
from typing import TypedDict

from memgraph_core.extract.reading import StatementReading, TurnReading
from memgraph_core.language.later_start import is_arranged, is_fixed_start, says_when
from memgraph_core.language.relations import Phrase
from memgraph_core.language.times import EventTime
from memgraph_core.records.extraction import ExtractedNote
from memgraph_core.records.kinds import Grain

PLANNED = ("PLANS_TO", "WANTS")
_DAYS = {"year": 366, "month": 31, "week": 7}  # maximum length of a grain; finer grains: one day
_STAYS = frozenset(("STAYS_AT", "STAYS_WITH", "STAYS_IN"))


class Validity(TypedDict):
    """The time of a fact."""

    holds_from: datetime | None
    holds_until: datetime | None
    grain: Grain | None


def validity(phrase: Phrase, stated: StatementReading, note: ExtractedNote, reading: TurnReading) -> Validity:
    """When the fact of a phrase holds. `stated` is its statement and `note` the note of it."""
    if (stay := _time_of_stay(phrase, stated, reading)) is not None:
        return {"holds_from": stay.start, "holds_until": stay.end, "grain": stay.grain}
    if (later := _later_start(phrase, stated, reading)) is not None:
        return {"holds_from": later.start, "holds_until": None, "grain": later.grain}
    return stated_validity(phrase, note, reading.turn.said_at)


def stated_validity(phrase: Phrase, note: ExtractedNote, said_at: datetime | None) -> Validity:
    """The validity of a fact by the time of its own statement.

    A plan holds from its statement, not from the planned day or from a period that is over. An ended fact gets the stated
    time as its end; its start is known only if the statement has an interval ("from July to August").
    """
    if not phrase.ended:
        is_ahead = note.holds_from is not None and said_at is not None and note.holds_from > said_at
        is_over = note.holds_until is not None and said_at is not None and note.holds_until <= said_at
        dated = phrase.dated and not (is_ahead and phrase.type in (*PLANNED, "FELT"))
        dated = dated and not (is_over and phrase.type in PLANNED)
        return {
            "holds_from": note.holds_from if dated else None,
            "holds_until": None,
            "grain": note.grain if dated else None,
        }
    if not phrase.dated:
        return {"holds_from": None, "holds_until": None, "grain": None}
    if phrase.only_if is None and _is_span(note):
        return {"holds_from": note.holds_from, "holds_until": note.holds_until, "grain": note.grain or "day"}
    return {"holds_from": None, "holds_until": note.holds_until or note.holds_from, "grain": None}


def has_fixed_start(phrase: Phrase, stated: StatementReading, reading: TurnReading) -> bool:
    """Whether a planned relation is sure to begin on a future day: "Ben starts at Fiat on 12 January"."""
    is_planned = phrase.plan and phrase.dated and _start_ahead(stated, reading) is not None
    return is_planned and is_fixed_start(phrase.type, stated.statement.text, reading.language)


def has_fixed_end(phrase: Phrase, stated: StatementReading, reading: TurnReading) -> bool:
    """Whether an end that is arranged has its day: "Ben is leaving Fiat on 12 January"."""
    when = _start_ahead(stated, reading) if phrase.dated else None
    return when is not None and when.grain not in ("hour", "minute")


def _start_ahead(stated: StatementReading, reading: TurnReading) -> EventTime | None:
    """The time of a statement, if it is a stated time in the future."""
    when, now = stated.when, reading.turn.said_at
    is_ahead = when is not None and when.start is not None and now is not None and when.start > now
    return when if is_ahead and any(span.kind in ("date", "since") for span in stated.times) else None


def _later_start(phrase: Phrase, stated: StatementReading, reading: TurnReading) -> EventTime | None:
    """When an arranged relation begins, if this statement or one after it says so: "I start on 1 April"."""
    language, is_dated = reading.language, phrase.dated and stated.when is not None
    if phrase.ended or phrase.denied or not is_arranged(phrase.type, stated.statement.text, language):
        return None
    if is_dated and _start_ahead(stated, reading) is not None:
        return None  # it is the time of the fact anyway
    following = reading.statements[reading.statements.index(stated) :]
    return next(
        (
            when
            for other in following
            if (when := _start_ahead(other, reading)) is not None
            and says_when(phrase.type, other.statement.text, language)
            and not any(p.type == phrase.type and p.object != phrase.object for p in other.phrases)
        ),
        None,
    )


def _time_of_stay(phrase: Phrase, stated: StatementReading, reading: TurnReading) -> EventTime | None:
    """The time to which a stay is limited, by its statement or by the one before it: "We're away from the 23rd to the 27th.
    The dog stays with Ann".
    """
    if phrase.type not in _STAYS or phrase.ended or phrase.denied:
        return None
    place = reading.statements.index(stated)
    around = reading.statements[max(place - 1, 0) : place + 1]
    return next((one.when for one in reversed(around) if one.when is not None and _is_limited(one)), None)


def _is_limited(stated: StatementReading) -> bool:
    """Whether a statement gives the end of its time: "until Friday", "from the 23rd to the 27th"."""
    when = stated.when
    if when is None or when.end is None:
        return False
    if when.start is None:
        return True
    is_stated = any(span.kind == "date" and span.start == when.start for span in stated.times)
    return is_stated and when.grain == "day" and (when.end - when.start).days > 1


def _is_span(note: ExtractedNote) -> bool:
    """Whether the time of a note is longer than one unit of its grain."""
    if note.holds_from is None or note.holds_until is None:
        return False
    days = (note.holds_until - note.holds_from).days
    return days > _DAYS.get(note.grain or "day", 1)
