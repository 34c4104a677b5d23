"""What a statement that corrects or moves something states: another time, another value, the end of a plan."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from memgraph_core.extract.date_corrections import DatedRelation, corrected
from memgraph_core.extract.statement_reading import StatementReading
from memgraph_core.language.pack import pack_of
from memgraph_core.language.relating.appointed import day_of
from memgraph_core.language.relating.date_changes import (
    CANCELLED,
    COURSE_ENDED,
    DAY_REPLACED,
    RESCHEDULED,
)
from memgraph_core.language.relating.schedules import ScheduleChange
from memgraph_core.language.salience import THRESHOLD
from memgraph_core.language.vocabulary import MISTAKEN, ONLY_OBJECT, Phrase
from memgraph_core.records.graph import Turn


def with_correction(
    stated: StatementReading, turn: Turn, language: str, last: DatedRelation | None
) -> StatementReading:
    """The statement with the corrected relation or value, if it is only a correction of a time or of a value.

    `last` is the last dated relation before it.
    """
    ends = [
        phrase
        for phrase in stated.phrases
        if phrase.type in (RESCHEDULED, CANCELLED, COURSE_ENDED, DAY_REPLACED)
    ]
    has_relations = any(
        phrase.object != ONLY_OBJECT and phrase.type != MISTAKEN
        for phrase in stated.phrases
        if phrase not in ends
    )
    correction = (
        corrected(stated.statement.text, language, turn.said_at, last)
        if turn.said_at is not None and not has_relations
        else None
    )
    if correction is None:
        return _with_corrected_value(_with_time_of_mistaken(stated, turn, last), turn, language)
    return replace(
        stated,
        phrases=(*ends, correction.phrase),
        when=correction.when,
        salience=max(stated.salience, THRESHOLD),
        corrects=True,
    )


def _with_time_of_mistaken(
    stated: StatementReading, turn: Turn, last: DatedRelation | None
) -> StatementReading:
    """The statement with the coming time of the relation before it, in which it only corrects a word."""
    now, is_mistaken = turn.said_at, any(phrase.type == MISTAKEN for phrase in stated.phrases)
    if not is_mistaken or last is None or now is None or last.when.start is None or last.when.start < now:
        return stated
    has_own = stated.when is not None and stated.when.start is not None and stated.when.start >= now
    return stated if has_own else replace(stated, when=last.when)


def _with_corrected_value(stated: StatementReading, turn: Turn, language: str) -> StatementReading:
    """The statement with the right value, if the turn up to its end only corrects a value: "no wait, legal said April 2nd"."""
    found = pack_of(language).corrected_value(turn.text[: stated.statement.end])
    if found is None or turn.speaker is None or turn.is_document:
        return stated
    wrong, right = found
    phrase = Phrase(turn.speaker, MISTAKEN, wrong or ONLY_OBJECT, ended=True, replacement=right, dated=False)
    return replace(stated, phrases=(phrase,), salience=max(stated.salience, THRESHOLD))


def changes_of_plans(
    stated: Iterable[ScheduleChange], speaker: str, now: datetime, *, has_event: bool
) -> Iterator[Phrase]:
    """The end of the plans whose date a statement moves or cancels, and the new plan or deadline if it is no event."""
    for change in stated:
        if not (change.words or change.hints) and change.former and change.day is not None:
            yield Phrase(
                speaker, DAY_REPLACED, day_of(change.former[0]), ended=True,
                replacement=day_of(change.day), dated=False,
            )  # fmt: skip
        is_of_days = change.left is None and change.clock is None
        if not change.words or change.sort in ("paused", "resumed") or not is_of_days:
            continue
        words = " ".join(change.words)
        type_ = CANCELLED if change.sort == "ended" else RESCHEDULED
        is_later = change.sort == "ended" and change.since > now and not change.is_once
        yield Phrase(speaker, type_, words, ended=True, dated=is_later)
        if type_ == CANCELLED and not (change.is_once or change.weekdays):
            yield Phrase(speaker, COURSE_ENDED, words, ended=True, dated=is_later)
        if change.deadline and change.day is not None and not has_event:
            yield Phrase(change.deadline, "DEADLINE_OF", change.day.text, dated=False)
        elif change.plan and not has_event:
            yield Phrase(speaker, "PLANS_TO", change.plan, object_type="Concept", dated=False)
