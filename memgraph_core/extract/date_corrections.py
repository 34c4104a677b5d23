"""A date put right: "Actually it was on the 3rd" says again what was said last, with another date. Pure."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memgraph_core.language.pack import pack_of
from memgraph_core.language.relating.appointed import HAPPENS_ON, day_of
from memgraph_core.language.times import EventTime, TimeSpan, times_in
from memgraph_core.language.vocabulary import Phrase, relation_of

_CORRECTS = (
    re.compile(
        r"^\W*(?:(?:actually|sorry|no|wait|correction|oops|hmm?|oh|my mistake|scratch that|i was wrong)\b[\s,.:;!—-]*)+"
        r"(?:(?:it|that|this)(?: was| is|['’]s| will be| has been)|i meant?|make that|i meant to say)?"
        r"(?: (?:really|actually|not|on|in|at|since|from|to say))*\s*$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^\W*(?:(?:其实|不对|哦|啊|不|更正一下|更正|我?说错了|我?记错了|错了|不好意思|抱歉)[\s，,。！!：:]*)+"
        r"(?:那?应该是?|那?是)?(?:在|从)?$"
    ),
)
_REST = (
    re.compile(
        r"^[\s,.!;]*(?:,? ?(?:not|rather than|instead(?: of)?)\b.{0,30}|i think|now)?[\s,.!;]*$",
        re.IGNORECASE,
    ),
    re.compile(r"^[\s，,。！!；;]*(?:(?:才对|的|了)|，?不是.{0,12})*[\s，,。！!；;]*$"),
)
_OF_A_MONTH = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|月", re.IGNORECASE)
_YEAR = re.compile(r"\d{4}")
_DAY_ONLY = re.compile(r"(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th|号|日)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Told:
    """What was said last with a time, which a correction would mean."""

    phrase: Phrase
    when: EventTime


_MAY = re.compile(
    r"\b(?:actually|sorry|no|wait|correction|oops|oh|mistake|scratch|wrong)\b|其实|不对|更正|错了|不好意思|抱歉|哦不|啊不",
    re.IGNORECASE,
)


def may_correct(text: str) -> bool:
    """Whether a text has a word that corrections have."""
    return _MAY.search(text) is not None


def corrected(text: str, language: str, said_at: datetime, last: Told | None) -> Told | None:
    """What was said last with the time that a statement puts in the place of its own; None if it does not."""
    pack = pack_of(language)
    pattern, rest = pack.pick(*_CORRECTS), pack.pick(*_REST)
    if last is None or len(text) > 80:
        return None
    for span in (*times_in(text, said_at, language), *_bare_day(text)):
        told_only = pattern.match(text[: span.at]) and rest.match(text[span.at + len(span.text) :])
        if told_only and (when := _time(span, last.when)):
            return Told(_again(last.phrase, when), when)
    return None


def told_last(phrases: tuple[Phrase, ...], when: EventTime | None) -> Told | None:
    """What a statement says with a time of its own, so that the time can be corrected."""
    if when is None:
        return None
    timed = [
        p
        for p in phrases
        if (p.type == HAPPENS_ON or (p.dated and not relation_of(p.type).fixed)) and not p.denied
    ]
    return Told(timed[-1], when) if timed else None


def _again(phrase: Phrase, when: EventTime) -> Phrase:
    again = replace(phrase, start=0, is_new=False)
    return replace(again, object=_day(when)) if phrase.type == HAPPENS_ON else again


def _day(when: EventTime) -> str:
    return day_of(TimeSpan(when.start, when.end, when.grain, ""))


def _bare_day(text: str) -> list[TimeSpan]:
    """`it was the 3rd`: a number that is a day only after one has been told."""
    found = _DAY_ONLY.search(text)
    return [TimeSpan(None, None, "day", found[0], at=found.start())] if found else []


def _time(span: TimeSpan, before: EventTime) -> EventTime | None:
    """The time of the correction; a day alone is one of the month that was told before."""
    if span.kind not in ("date", "since"):
        return None
    day = _DAY_ONLY.fullmatch(span.text.strip(" .,!"))
    if day is None or before.start is None:
        return _in_its_year(EventTime(span.start, span.end, span.grain, span.confidence), span.text, before)
    try:
        start = before.start.replace(day=int(day["day"]))
    except ValueError:  # no month has so many days, or this one has not
        return None
    start = start.replace(hour=0, minute=0, second=0, microsecond=0)
    open_end = before.end is None
    return EventTime(start, None if open_end else start + timedelta(days=1), "day", span.confidence)


def _in_its_year(when: EventTime, text: str, before: EventTime) -> EventTime:
    """A day of a month without a year is that nearest to the day that was told before."""
    if when.start is None or before.start is None or not _OF_A_MONTH.search(text) or _YEAR.search(text):
        return when
    told = before.start
    years = (timedelta(days=365 * shift) for shift in (-1, 0, 1))
    shift = min(years, key=lambda by: abs((when.start or told) + by - told))
    if not shift:
        return when
    try:
        start = when.start.replace(year=when.start.year + shift // timedelta(days=365))
    except ValueError:  # the 29th of February
        return when
    return replace(when, start=start, end=start + (when.end - when.start) if when.end else None)
