"""The days and the recurring days that an English text names, with their offsets."""

import re
from calendar import isleap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache

from memgraph_core.language.times import TimeSpan, day_span, overlaps, recurring_span, times_in
from memgraph_core.language.timing.intervals import midnight, next_numbered, upcoming_weekday
from memgraph_core.language.timing.words_en import (
    ANY_WEEKDAY,
    HOLIDAY,
    MONTH,
    amount_of,
    unit_of,
    weekday_number,
)
from memgraph_core.records.kinds import DAY_GRAINS
from memgraph_core.records.recurrence import BYDAY, weekly

PLAIN_MARKS = str.maketrans("’‘–—", "''--")
CLOSED_AFTER = re.compile(
    r"^(?:'s| is| are)? ?(?:now |also |both |been )?(?:out|off|free|gone|cancell?ed|over|full|no good|no longer|isn't"
    r"|aren't|doesn't|won't"
    r"|any ?more)\b(?! (?:to|for the day|the (?:house|door))\b)"
    r"|^(?:'s| is| has been| got)? (?:now |been )?(?:postponed|moved|pushed|rescheduled|put back)\b"
    r"|^ [\w' -]{1,20}?(?:'s|'re| is| are|'ve been| has been| have been) (?:now |also |all |been )?(?:off|gone"
    r"|cancell?ed|over|no more|finished|done)\b",
    re.IGNORECASE,
)
_NTH_WEEKDAY = re.compile(
    rf"\b(?:on )?(?:the |every )?(?P<n>first|second|third|fourth|last|1st|2nd|3rd|4th) (?P<d>{ANY_WEEKDAY})s?(?: (?:of"
    rf"|in) (?:the|each|every) month)?"
    rf"(?! (?:of|in) (?:{MONTH}|this|next|last|the)\b)",
    re.IGNORECASE,
)
_NTH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_ONE_MONTH = re.compile(r"\b(?:will|'ll|was|were|had|last|this|next)\b[^,.;]*$", re.IGNORECASE)
_ORDINAL = re.compile(
    r"(?:(?<=the )|(?<=^)|(?<=[,(] )|(?<=[(])|(?<=\bor )|(?<=\band )|(?<=day ))(?P<d>\d{1,2})(?:st|nd|rd|th)\b"
    r"(?!-| ?(?:of|birthday|anniversary|time|floor|century|grade|year|place|edition|street|avenue|hole|round|st|ave"
    r"|wedding|floor"
    r"|attempt|division|century|degree|row|gear|child|draft|version|week|day|month)\b)",
    re.IGNORECASE,
)
_BARE_WEEKDAY = re.compile(
    rf"(?:^|[,.;!?] |\b(?:and|so|but|that|means|because|cos) )(?P<wd>{ANY_WEEKDAY})(?='s| is| has been| won't| isn't)",
    re.IGNORECASE,
)
# "Moved from the 26th to the 29th"
_FROM_TO = re.compile(
    r"(?P<before>\b(?:mov|shift|push|switch|chang|swap|bump|reschedul|postpon|brought|put"
    r"|slip)\w*\b[^.;!?]{0,40}?\bfrom [^,.;!?]{3,20}?) to ",
    re.IGNORECASE,
)
_LISTED = rf"(?:(?:mon|fri|sat|sun)s\b|{ANY_WEEKDAY})"
_DAYS_LISTED = re.compile(rf"\b{_LISTED}(?:(?:, ?| ?/ ?| and | & |, and ){_LISTED}){{1,5}}", re.IGNORECASE)
_SHORT_DAY = re.compile(
    r"(?:^|(?<=[.,;!?] ))(?P<wd>mon|tues?|weds?|thu(?:rs)?|fri|sat|sun)\.?(?= (?:instead|now|at|\d|am|pm|morning"
    r"|afternoon|evening)\b)"
)
# A feast for which something is planned: "we're at Tom's for New Year's Eve".
_FOR_FEAST = re.compile(
    rf"(?P<lead>(?:'re|'m|'s|\b(?:are|am|is|be|going|coming|hosting|having|off|round|over|dinner|lunch|booked"
    rf"|staying))\b[^.;!?]{{0,40}}? )for (?={HOLIDAY})",
    re.IGNORECASE,
)
_WEEKS_FROM = re.compile(
    rf"\b(?:(?P<n>a|one|two|three|four|five|six|\d) weeks?"
    rf"|(?P<fortnight>a fortnight)) (?:from )?(?:on )?(?:(?:today|now)|(?P<tomorrow>tomorrow)"
    rf"|(?P<wd>{ANY_WEEKDAY}))\b"
    rf"|\b(?:today|(?P<tomorrow2>tomorrow)|(?P<wd2>{ANY_WEEKDAY})) week\b(?!ly|end|night)",
    re.IGNORECASE,
)


# What a statement plans, what it changes and what it leaves to its context are read one after the other.
@lru_cache(maxsize=64)
def day_spans(text: str, said_at: datetime) -> tuple[TimeSpan, ...]:
    """The times of a text, with days that only a text about plans names by a number: "15th is out", "Wed 4/22"."""
    plain = _FOR_FEAST.sub(lambda match: f"{match['lead']} on ", _FROM_TO.sub(_apart, text))
    spans = times_in(plain, said_at, "en")
    nth = [*_nth_weekdays(text), *_weeks_from(text, said_at)]
    spans = [span for span in spans if span.kind == "recurring" or not overlaps(span, nth)]
    for more in (
        _bare_weekdays(text, said_at),
        _short_days(text, said_at),
        _listed_days(text),
        nth,
        _numbered(text, said_at, spans),
    ):
        spans += [span for span in more if not overlaps(span, spans)]
    return tuple(sorted((_ahead(span, said_at) for span in spans), key=lambda span: span.at))


def _ahead(span: TimeSpan, said_at: datetime) -> TimeSpan:
    """The end of a period that is stated without its year: it has not come."""
    end = span.end
    if span.kind != "until" or end is None or end > said_at or re.search(r"\d{4}", span.text):
        return span
    return replace(span, end=end + timedelta(days=365 + (end.month > 2 and isleap(end.year + 1))))


def _apart(match: re.Match[str]) -> str:
    """The words of a move with another word for "to": the two days are no range."""
    return f"{match['before']} >> "


def _bare_weekdays(text: str, said_at: datetime) -> Iterator[TimeSpan]:
    """The next weekday that is a subject: "Sunday's off"."""
    for match in _BARE_WEEKDAY.finditer(text):
        days = (weekday_number(match["wd"].lower()) - said_at.weekday()) % 7 or 7
        yield day_span(midnight(said_at) + timedelta(days=days), match["wd"], match.start("wd"))


def _short_days(text: str, said_at: datetime) -> Iterator[TimeSpan]:
    """The weekdays of short messages: "fri instead"."""
    for match in _SHORT_DAY.finditer(text):
        day = upcoming_weekday(said_at, weekday_number(match["wd"])).start
        yield day_span(day, match[0], match.start())


def _listed_days(text: str) -> Iterator[TimeSpan]:
    """Short names of several weekdays, or three weekdays: "Mon, Wed and Fri"."""
    for match in _DAYS_LISTED.finditer(text):
        names = re.findall(_LISTED, match[0], re.IGNORECASE)
        if len(names) > 2 or all(len(name) < 6 for name in names):
            days = dict.fromkeys(weekday_number(name[:3].lower()) for name in names)
            yield recurring_span(weekly(days), match[0], match.start())


def _nth_weekdays(text: str) -> Iterator[TimeSpan]:
    """The first Thursday of the month, if the clause is not about one month."""
    for match in _NTH_WEEKDAY.finditer(text):
        is_named = match[0].lower().endswith("month")
        if _ONE_MONTH.search(text[: match.start()]) or not (
            is_named or match["n"].lower() in ("second", "third", "fourth", "2nd", "3rd", "4th")
        ):
            continue
        rule = f"FREQ=MONTHLY;BYDAY={_NTH[match['n'].lower()]}{BYDAY[weekday_number(match['d'].lower())]}"
        yield recurring_span(rule, match[0], match.start())


def _numbered(text: str, said_at: datetime, spans: Sequence[TimeSpan]) -> Iterator[TimeSpan]:
    """Days of the month without a month. They are on or after the day of the statement, or after a dated day before them."""
    for match in _ORDINAL.finditer(text):
        number = int(match["d"])
        dated = [
            s.start
            for s in spans
            if s.start and s.kind == "date" and s.grain in DAY_GRAINS and s.at < match.start()
        ]
        first = dated[-1] if dated and dated[-1] > said_at else said_at
        if (day := next_numbered(number, first)) is not None:
            yield day_span(day, match[0], match.start())


def _weeks_from(text: str, said_at: datetime) -> Iterator[TimeSpan]:
    """The days of "three weeks today", "a week on Friday" and "tomorrow week"."""
    for match in _WEEKS_FROM.finditer(text):
        weeks = 2 if match["fortnight"] else int(amount_of((match["n"] or "one").lower()).high)
        first = midnight(said_at) + timedelta(days=bool(match["tomorrow"] or match["tomorrow2"]))
        if named := match["wd"] or match["wd2"]:
            first = upcoming_weekday(said_at, weekday_number(named.lower())).start
        yield day_span(first + timedelta(weeks=weeks), match[0], match.start())


def length_of(match: re.Match[str]) -> timedelta:
    """The length of "two weeks"."""
    number = amount_of(match["n"].lower().replace("a couple of", "two")).high
    unit, each = unit_of(match["u"].lower().rstrip("s"))
    return timedelta(days={"day": 1, "week": 7, "month": 31}.get(unit, 7) * each * number)
