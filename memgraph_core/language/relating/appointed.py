"""Appointments: events whose day is set, changed or cancelled: "the meeting is on Friday now", 会议改到周五了.

The rules for times read the day. The new day of an event that was moved is always in the future.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from memgraph_core.language.times import TimeSpan
from memgraph_core.records.kinds import Grain

HAPPENS_ON = "HAPPENS_ON"
Sort = Literal["stated", "moved", "cancelled"]
_MAX_DISTANCE = 6  # characters between an event and its day, such as "the " or "this "


@dataclass(frozen=True, slots=True, kw_only=True)
class Appointment:
    """An event and its day in a statement. `when` is None if the event is cancelled."""

    words: str  # team meeting
    head: str  # meeting
    partner: str = ""  # with whom
    # The owner: a name, or kin of the speaker as `my mother`. None: the speaker. "": no owner, the event has its own name.
    owner: str | None = None
    is_open: bool = False  # the text does not say whose it is: "the wedding" may be a known event of anybody
    is_known: bool = (
        False  # it is only an event if it is one of the known events: "they moved the hand-in to Friday"
    )
    sort: Sort = "stated"
    is_new: bool = False  # "a meeting": not one of the known events
    when: TimeSpan | None = None
    former: TimeSpan | None = None  # the day that it had, if the statement that moves it says so
    start: int = 0  # offset in the text


def mention_of_event(speaker: str, head: str) -> str:
    """The name by which a speaker mentions the event of somebody else without its owner: "the concert"."""
    return f"{speaker}: the {head}"


def day_of(span: TimeSpan) -> str:
    """A time as ISO text: 2026-07-10, 2026-07-10 15:00, 2026-07, or the first and the last day with a slash."""
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


def first_day(spans: Sequence[TimeSpan], begin: int, near: int = _MAX_DISTANCE) -> TimeSpan | None:
    """The first date that begins at most `near` characters after an offset."""
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
