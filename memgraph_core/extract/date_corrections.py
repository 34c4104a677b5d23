"""Corrections of dates: "Actually it was on the 3rd" repeats the last dated statement with another date. Pure."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memgraph_core.language.pack import pack_of
from memgraph_core.language.relating.appointed import HAPPENS_ON, day_of
from memgraph_core.language.times import EventTime, TimeSpan, times_in
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.language.vocabulary import Phrase, relation_of

_CORRECTION_START = (
    re.compile(
        r"^\W*(?:(?:actually|sorry|no|wait|correction|oops|hmm?|oh|my mistake|scratch that|i was wrong)\b[\s,.:;!—-]*)+"
        r"(?:(?:it|that|this)(?: was| is|['’]s| will be| has been)|i meant?|make that|i meant to say)?"
        r"(?: (?:really|actually|not|on|in|at|since|from|to say))*\s*$"
        r"|^\W*(?:sorry\W+)?i (?:said|wrote|put|told (?:you|him|her|them)) [^.!?]{1,25}?[,.]? (?:but )?"
        r"(?:(?:it|that)(?: was| is|['’]s| will be)|i meant)(?: (?:really|actually|on|in|at))*\s*$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^\W*(?:(?:其实|不对|哦|啊|不|更正一下|更正|我?说错了|我?记错了|错了|不好意思|抱歉)[\s，,。！!：:]*)+"
        r"(?:那?应该是?|那?是)?(?:在|从)?$"
    ),
)
_CORRECTION_END = (
    re.compile(
        r"^[\s,.!;]*(?:,? ?(?:not|rather than|instead(?: of)?)\b.{0,30}|i think|now)?[\s,.!;]*$",
        re.IGNORECASE,
    ),
    re.compile(r"^[\s，,。！!；;]*(?:(?:才对|的|了)|，?不是.{0,12})*[\s，,。！!；;]*$"),
)
# "It's Thursday, not Tuesday": the wrong day is that of the last event
_IT_IS = re.compile(r"\W*(?:it|that|this)(?:['’]s| is| was)(?: actually)?(?: on| in| at)?\s*", re.IGNORECASE)
_NOT_ON = re.compile(r",? (?:and )?not (?:on |in |at )?", re.IGNORECASE)
_LEAD = "It will be on "  # before a day that is given without a preposition
_MONTH_NAME = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|月", re.IGNORECASE)
_YEAR = re.compile(r"\d{4}")
_DAY_NUMBER = re.compile(r"(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th|号|日)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DatedRelation:
    """A relation of a statement with its time. A correction of a time refers to the latest of these."""

    phrase: Phrase
    when: EventTime


_CORRECTION_WORD = re.compile(
    r"\b(?:actually|sorry|no|wait|correction|oops|oh|mistake|scratch|wrong|i (?:said|wrote|put|told))\b|, not\b"
    r"|手滑|打错|其实|不对|更正|错了|不好意思|抱歉|哦不|啊不",
    re.IGNORECASE,
)


def may_correct(text: str) -> bool:
    """Whether a text has a word that is typical of corrections."""
    return _CORRECTION_WORD.search(text) is not None


def corrected(
    text: str, language: str, said_at: datetime, last: DatedRelation | None
) -> DatedRelation | None:
    """The last dated relation with the corrected time, if the text is only a correction of it. Otherwise None."""
    pack = pack_of(language)
    pattern, rest = pack.pick(*_CORRECTION_START), pack.pick(*_CORRECTION_END)
    if last is None or len(text) > 80:
        return None
    if last.phrase.type != HAPPENS_ON and times_in(last.phrase.object, said_at, language):
        return None  # its object is the time; another value takes its place
    if last.phrase.type == HAPPENS_ON:
        for span in (*_moved_day(text, said_at, language), *_bare_day(text, said_at, language)):
            if when := _corrected_time(span, last.when):
                return DatedRelation(_with_time(last.phrase, when), when)
    spans = (*times_in(text, said_at, language), *_day_of_month(text))
    for span, following in zip(spans, (*spans[1:], None), strict=False):
        before, behind = text[: span.at], text[span.at + len(span.text) :]
        is_only_a_correction = (pattern.match(before) and rest.match(behind)) or (
            _IT_IS.fullmatch(before) and _NOT_ON.match(behind) and _is_day_of(following, last)
        )
        if is_only_a_correction and (when := _corrected_time(span, last.when)):
            return DatedRelation(_with_time(last.phrase, when), when)
    return None


def _is_day_of(span: TimeSpan | None, last: DatedRelation) -> bool:
    """Whether a time is the day of the last dated relation."""
    start = last.when.start
    if span is None or span.start is None or start is None:
        return False
    return span.kind == "date" and span.start.date() == start.date()


def _moved_day(text: str, said_at: datetime, language: str) -> list[TimeSpan]:
    """The new day that a text gives to something that it does not name: "moved to Friday", 改到周五了."""
    changes = pack_of(language).schedule_changes(text, said_at, "")
    unnamed = (each for each in changes if not each.words and (each.refers or not each.hints))
    return [each.day for each in unnamed if each.day is not None]


def _bare_day(text: str, said_at: datetime, language: str) -> list[TimeSpan]:
    """The day of a text that is only a correction and that gives it without a preposition: "no wait, Thursday"."""
    found = pack_of(language).corrected_value(text)
    return times_in(f"{_LEAD}{found[1]}", said_at, language) if found is not None else []


def last_dated_relation(phrases: tuple[Phrase, ...], when: EventTime | None) -> DatedRelation | None:
    """The last relation of a statement whose time can be corrected later. None if there is none."""
    if when is None:
        return None
    dated = [
        phrase
        for phrase in phrases
        if (phrase.type == HAPPENS_ON or (phrase.dated and not relation_of(phrase.type).fixed))
        and not phrase.denied
    ]
    return DatedRelation(dated[-1], when) if dated else None


def _with_time(phrase: Phrase, when: EventTime) -> Phrase:
    repeated = replace(phrase, start=0, is_new=False)
    return replace(repeated, object=_day_text(when)) if phrase.type == HAPPENS_ON else repeated


def _day_text(when: EventTime) -> str:
    return day_of(TimeSpan(when.start, when.end, when.grain, ""))


def _day_of_month(text: str) -> list[TimeSpan]:
    """The day in "it was the 3rd": a number that means a day only after a statement with a date."""
    found = _DAY_NUMBER.search(text)
    return [TimeSpan(None, None, "day", found[0], at=found.start())] if found else []


def _corrected_time(span: TimeSpan, before: EventTime) -> EventTime | None:
    """The corrected time. A day without a month is a day of the month of the earlier time."""
    if span.kind not in ("date", "since"):
        return None
    day = _DAY_NUMBER.fullmatch(span.text.strip(" .,!"))
    if day is None or before.start is None:
        return _in_nearest_year(
            EventTime(span.start, span.end, span.grain, span.confidence), span.text, before
        )
    try:
        start = before.start.replace(day=int(day["day"]))
    except ValueError:  # the month has fewer days
        return None
    start = midnight(start)
    open_end = before.end is None
    return EventTime(start, None if open_end else start + timedelta(days=1), "day", span.confidence)


def _in_nearest_year(when: EventTime, text: str, before: EventTime) -> EventTime:
    """A date without a year is the one that is nearest to the earlier time."""
    if when.start is None or before.start is None or not _MONTH_NAME.search(text) or _YEAR.search(text):
        return when
    earlier_start = before.start
    years = (timedelta(days=365 * shift) for shift in (-1, 0, 1))
    shift = min(years, key=lambda shift_: abs((when.start or earlier_start) + shift_ - earlier_start))
    if not shift:
        return when
    try:
        start = when.start.replace(year=when.start.year + shift // timedelta(days=365))
    except ValueError:  # the 29th of February
        return when
    return replace(when, start=start, end=start + (when.end - when.start) if when.end else None)
