"""When the facts of a turn hold, from the times of its statements."""

from memgraph_core.extract.reading import StatementReading, TurnReading
from memgraph_core.extract.validity import Validity, validity_of
from memgraph_core.language.later_start import is_arranged, is_fixed_start, says_when
from memgraph_core.language.times import EventTime
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.records.extraction import ExtractedNote

PLANNED = ("PLANS_TO", "WANTS")


def validity(phrase: Phrase, stated: StatementReading, note: ExtractedNote, reading: TurnReading) -> Validity:
    """When the fact of a phrase holds. `stated` is its statement and `note` the note of it."""
    if (later := _later_start(phrase, stated, reading)) is not None:
        return {"holds_from": later.start, "holds_until": None, "grain": later.grain}
    return validity_of(phrase, note, reading.turn.said_at)


def has_fixed_start(phrase: Phrase, stated: StatementReading, reading: TurnReading) -> bool:
    """Whether a planned relation is sure to begin on a future day: "Ben starts at Fiat on 12 January"."""
    when = _start_ahead(stated, reading) if phrase.plan and phrase.dated and not phrase.ended else None
    return (
        when is not None
        and when.grain != "year"
        and is_fixed_start(phrase.type, stated.statement.text, reading.language)
    )


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
