"""Words for time → half-open intervals, seen from a moment; English and Chinese, by rules.

Weeks begin on Monday; "last week" is the calendar week before, "next Friday" said on a Wednesday that of the
week after, "two weeks ago" that day, "a year ago" that month and "ten years ago" that year. What recurs gives a
rule and no date, what is vague (recently, 过几天) a wide interval of low confidence, and what goes on ("for three
years now", since March) a beginning without an end. Parts of a day are narrower intervals of the grain "day".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memgraph_core.language.pack import pack_of
from memgraph_core.language.timing.intervals import GRAINS, day
from memgraph_core.language.timing.joins import joined
from memgraph_core.language.timing.pieces import Piece, Scene, TimeKind, pieces_of
from memgraph_core.records.kinds import Grain
from memgraph_core.records.validation import MAX_TEXT

_SAID = (
    0.3  # how sure it is that what somebody tells in the past or present tense was so on the day of telling
)
_TITLE = re.compile(r"《[^《》\n]{1,60}》")
_LASTED = re.compile(r"(?:for )((?:about |over |almost |nearly )?[\w-]+ (?:year|month)s?)", re.IGNORECASE)
_WAS = re.compile(r"\b(?:was|were|had been)\b[^.;!?]{0,60}$", re.IGNORECASE)
_CARRIED = 0.5  # and that what follows on what happened last week was last week, too


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """What words for time mean.

    `date`: an interval. `since`: `end` is None. `until`: `start` is None. `vague`: a wide interval.
    `duration` and `recurring` have neither; the latter has its `rule`, as RRULE text. `grain` says how exact the
    words were, of a recurrence or a length its unit. `at` is where they stand in the text.
    """

    start: datetime | None
    end: datetime | None
    grain: Grain
    text: str
    kind: TimeKind = "date"
    confidence: float = 0.9
    rule: str | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class EventTime:
    """When what a statement tells was, is or will be so: `holds_from` and `holds_until`. An open side is None."""

    start: datetime | None
    end: datetime | None
    grain: Grain
    confidence: float


def times_in(text: str, now: datetime, language: str = "en") -> list[TimeSpan]:
    """What a text says about time, seen from `now`, in order of appearance, without overlaps.

    Where several rules could read the same words, the more exact one does. A bare month or weekday is the last
    one in a past clause, else the next or the nearest. A text is read up to as many characters as a turn has, without the
    titles in it: 《百年孤独》 lasts no hundred years.
    """
    untitled = _TITLE.sub(lambda title: "　" * len(title[0]), text[:MAX_TEXT])
    scene = Scene(untitled, language, now)
    return [_span(scene, piece) for piece in joined(scene, pieces_of(scene, pack_of(language).time_rules()))]


def _span(scene: Scene, piece: Piece) -> TimeSpan:
    reading, interval = piece.reading, piece.reading.interval
    return TimeSpan(
        start=interval.start if interval and reading.kind != "until" else None,
        end=interval.end if interval and reading.kind != "since" else None,
        grain=reading.grain,
        text=scene.original[piece.at : piece.end],
        kind=reading.kind,
        confidence=reading.confidence,
        rule=reading.rule,
        at=piece.at,
    )


def range_of(spans: Sequence[TimeSpan]) -> tuple[datetime | None, datetime | None]:
    """The time a question asks about; (None, None) for none.

    From the first to the last of its dates; "since March" and "before 2024" leave a side open, both together
    bound it. Vague words count only where there is nothing better; lengths and recurrences do not.
    """
    dates = [s for s in spans if s.kind == "date"]
    since = [s.start for s in spans if s.kind == "since" and s.start]
    until = [s.end for s in spans if s.kind == "until" and s.end]
    if not dates and not since and not until:
        dates = [s for s in spans if s.kind == "vague"]
    starts = since + [s.start for s in dates if s.start]
    ends = until + [s.end for s in dates if s.end]
    first = min(starts, default=None) if since or not until else None
    last = max(ends, default=None) if until or not since else None
    if first and last and first >= last:
        return min(starts + ends), max(starts + ends)
    return first, last


def event_time(
    spans: Sequence[TimeSpan],
    said_at: datetime | None,
    text: str,
    language: str = "en",
    before: EventTime | None = None,
) -> EventTime | None:
    """When what a sentence states was or will be so, as far as it tells; None when it does not.

    The finest of its dates, then the surest, then the first. Without one the time `before`, of the sentence that it
    goes on from, if it is in the past, too: "Last week we went to Rome. We saw the Forum." Else the day on which it was
    said, with little confidence, if the sentence tells what happened of late or goes on. Plans, habits, wishes,
    general statements and what was "a while ago" have no such day.
    """
    told = [s for s in spans if s.kind in _TOLD]
    if told:
        best = min(told, key=_exactness)
        return EventTime(best.start, best.end, best.grain, best.confidence)
    if said_at is None or any(s.kind == "recurring" for s in spans) or not pack_of(language).happens(text):
        return None
    if before is not None and not spans and pack_of(language).happened(text):
        return replace(before, confidence=min(before.confidence, _CARRIED))
    if began := _began(spans, said_at, text, language):
        return began
    today = day(said_at)
    if any(s.end and s.end + _LATE < said_at for s in spans if s.kind == "vague"):
        return None
    return EventTime(today.start, today.end, today.grain, _SAID)


def _began(spans: Sequence[TimeSpan], said_at: datetime, text: str, language: str) -> EventTime | None:
    """The beginning of what "was part of the family for ten years", as if the years were over by now: a guess."""
    for span in spans:
        lasted = _LASTED.fullmatch(span.text) if span.kind == "duration" else None
        if lasted and _WAS.search(text[: span.at]):
            ago = [s for s in times_in(f"{lasted[1]} ago", said_at, language) if s.start]
            return EventTime(ago[0].start, None, span.grain, _SAID) if ago else None
    return None


def time_to_go_on(
    spans: Sequence[TimeSpan], when: EventTime | None, before: EventTime | None, said_at: datetime | None
) -> EventTime | None:
    """The time that the next sentence may go on in: what was told here and is over, or was gone on in here."""
    if any(s.kind in _TOLD for s in spans):
        is_over = when and when.start and when.end and said_at and when.end <= said_at + timedelta(days=1)
        return when if is_over else None
    same = when is not None and before is not None and (when.start, when.end) == (before.start, before.end)
    return before if same else None


_TOLD: tuple[TimeKind, ...] = ("date", "since", "until")  # best first
_LATE = timedelta(days=7)


def _exactness(span: TimeSpan) -> tuple[int, int, float]:
    return _TOLD.index(span.kind), GRAINS.index(span.grain), -span.confidence
