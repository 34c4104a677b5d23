"""Deadlines in the words of a note without a subject: 12月18号前交, 记得7月20号之前报销."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from memgraph_core.language.pack import language_of
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.traditional import simplified

_BEFORE = re.compile(r"(?:之前|以前|前|截止)")
# What lasts until a day, was not so before it, or is the plan of nobody in particular.
_LASTING = re.compile(
    r"[^,，。；!?！？]{0,3}(?:都|一直|还(?!款|钱|书|清|给)|没|不(?!要忘|能晚|得晚)|在[^,，。]{1,8}(?:工作|住|上班))"
)
_DAY_GRAINS = ("day", "hour", "minute")
_LAST = re.compile(r"截[止至][到于]?$")
_DONE_BEFORE = re.compile(r"(?:已经|早就)[^,，。；]{0,6}$")
_DONE_AFTER = re.compile(r"[^,，。；!?！？]{0,12}(?:已经|了(?=[,，。；!！]|$))")


def deadline_in(text: str, said_at: datetime | None) -> TimeSpan | None:
    """The day before or on which something must be done; None if the text states none.

    English deadlines have a subject and are facts.
    """
    if language_of(text) != "zh" or said_at is None:
        return None
    plain = simplified(text)
    for span in times_in(plain, said_at, "zh"):
        end = span.at + len(span.text)
        before = _BEFORE.match(plain, end)
        is_last = _LAST.search(plain[: span.at]) is not None or (before is not None and before[0] == "截止")
        if not (is_last and span.kind in ("date", "until")) and not (before and span.kind == "until"):
            continue
        after = plain[before.end() if before else end :]
        if _LASTING.match(after) or _DONE_AFTER.match(after) or _DONE_BEFORE.search(plain[: span.at]):
            continue
        return _named_day(span, said_at)
    return None


def _named_day(span: TimeSpan, said_at: datetime) -> TimeSpan | None:
    """The day that the words name: 12月18号 of 12月18号前. Of a longer time it is the last day: 月底前."""
    named = (
        each for each in times_in(span.text, said_at, "zh") if each.kind == "date" and each.start is not None
    )
    day = next(named, None)
    if day is not None and day.grain in _DAY_GRAINS:
        return day
    end = day.end if day is not None else span.end
    if end is None:
        return None
    last = (end - timedelta(microseconds=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return replace(span, start=last, end=last + timedelta(days=1), grain="day", kind="date")
