"""What is put on a day, and moved to another: "the meeting I mentioned is on Friday now", 会议改到周五了.

A statement tells of an event that it is on a day, that it has been moved there, or that it is called off. Where the
words go on to a day, the day is read by the rules for times; a day to move to always lies ahead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from memgraph_core.language.times import TimeSpan
from memgraph_core.records.kinds import Grain

HAPPENS_ON = "HAPPENS_ON"
Sort = Literal["told", "moved", "cancelled"]
_NEAR = 6  # characters, such as "the " or "this ", that may stand before the words for a day


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """An event and its day, as a statement tells them. Without `when` it is called off."""

    words: str  # team meeting
    head: str  # meeting
    partner: str = ""  # with whom
    # Who has it: a name, or kin of the speaker as `my mother`. None is the speaker, "" nobody: it has a name of its own.
    owner: str | None = None
    sort: Sort = "told"
    is_new: bool = False  # "a meeting": another one than those that are known
    when: TimeSpan | None = None
    start: int = 0  # where it stands in the text


def day_of(span: TimeSpan) -> str:
    """A time as a date is written: 2026-07-10, 2026-07-10 15:00, 2026-07, or a first and a last day."""
    start, end = span.start, span.end
    if start is None or end is None:
        return ""
    last = end - timedelta(days=1)
    if span.grain in ("minute", "hour") or end - start < timedelta(days=1):
        return f"{start:%Y-%m-%d}" if span.grain == "day" else f"{start:%Y-%m-%d %H:%M}"
    if last.date() == start.date():
        return f"{start:%Y-%m-%d}"
    whole: dict[Grain, str] = {"month": f"{start:%Y-%m}", "year": f"{start:%Y}"}
    is_whole = (
        (last.month == start.month and start.day == 1) if span.grain == "month" else start.year == last.year
    )
    if span.grain in whole and is_whole:
        return whole[span.grain]
    return f"{start:%Y-%m-%d}/{last:%Y-%m-%d}"


def first_day(spans: Sequence[TimeSpan], begin: int, near: int = _NEAR) -> TimeSpan | None:
    """The day that is told right from a place on."""
    return next(
        (
            span
            for span in spans
            if span.kind in ("date", "until") and span.end and span.start and 0 <= span.at - begin <= near
        ),
        None,
    )


def is_ahead(span: TimeSpan, now: datetime) -> bool:
    """Whether a time is not over yet."""
    return span.end is not None and span.end > now
