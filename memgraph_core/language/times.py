"""Interpret time expressions by rules, relative to a moment, as half-open intervals; English and Chinese.

Weeks begin on Monday. "Last week" is the previous calendar week. "Next Friday" on a Wednesday is the Friday of the
next week. "Two weeks ago" is that day, "a year ago" that month, "ten years ago" that year. A recurrence gives an
RRULE and no date. A vague expression (recently, 过几天) gives a wide interval with low confidence. Something that
still goes on ("for three years now", "since March") has a start and no end. A part of a day is an interval shorter
than the day, with the grain "day".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memgraph_core.language.pack import pack_of
from memgraph_core.language.timing.expressions import RuleInput, TimeExpression, TimeKind, find_expressions
from memgraph_core.language.timing.intervals import GRAINS, day
from memgraph_core.language.timing.joins import join_expressions
from memgraph_core.records.kinds import Grain
from memgraph_core.records.validation import MAX_TEXT

_TURN_DAY = 0.3  # confidence that a sentence without a time is about the day of its turn
_TITLE = re.compile(r"《[^《》\n]{1,60}》")
_DURATION = re.compile(r"(?:for )((?:about |over |almost |nearly )?[\w-]+ (?:year|month)s?)", re.IGNORECASE)
_PAST_STATE = re.compile(r"\b(?:was|were|had been)\b[^.;!?]{0,60}$", re.IGNORECASE)
_INHERITED = 0.5  # confidence that a sentence is about the time of the sentence before it


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A time expression and its meaning.

    `date`: an interval. `since`: `end` is None. `until`: `start` is None. `vague`: a wide interval.
    `duration` and `recurring` have no start and no end; `recurring` has a `rule` as RRULE text. `grain` is the
    precision of the expression, or the unit of a recurrence or duration. `at` is its offset in the text.
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
    """The time at which a statement holds or its event happens. An open side is None."""

    start: datetime | None
    end: datetime | None
    grain: Grain
    confidence: float


def times_in(text: str, now: datetime, language: str = "en") -> list[TimeSpan]:
    """The time expressions of a text, relative to `now`, in the order of the text, without overlaps.

    If several rules match the same words, the most exact one wins. A month or weekday alone is the last one in a past
    clause, otherwise the next or the nearest one. Only the first `MAX_TEXT` characters are read. Titles are ignored:
    《百年孤独》 is not a duration of a hundred years.
    """
    untitled = _TITLE.sub(lambda title: "　" * len(title[0]), text[:MAX_TEXT])
    source = RuleInput(untitled, language, now)
    return [
        _span(source, expression)
        for expression in join_expressions(source, find_expressions(source, pack_of(language).time_rules()))
    ]


def clock_before(text: str, said_at: datetime, language: str = "en") -> datetime | None:
    """The time on the day of `said_at`, and not after it, that a time of day in a text means: "Train at 7:30".

    An hour that may be before or after noon is the later one that has passed. None if the text has no time of day, several
    times of day, or another time expression.
    """
    found = _expressions(text, said_at, language)
    if len(found) != 1 or (clock := found[0].meaning.clock) is None:
        return None
    hours = (
        [clock.hour] if clock.is_unambiguous or clock.hour > 12 else [clock.hour % 12, clock.hour % 12 + 12]
    )
    moments = (
        said_at.replace(hour=hour % 24, minute=clock.minute, second=0, microsecond=0) for hour in hours
    )
    return max((moment for moment in moments if moment <= said_at), default=None)


def _expressions(text: str, now: datetime, language: str) -> list[TimeExpression]:
    return find_expressions(RuleInput(text[:MAX_TEXT], language, now), pack_of(language).time_rules())


def _span(source: RuleInput, expression: TimeExpression) -> TimeSpan:
    meaning, interval = expression.meaning, expression.meaning.interval
    return TimeSpan(
        start=interval.start if interval and meaning.kind != "until" else None,
        end=interval.end if interval and meaning.kind != "since" else None,
        grain=meaning.grain,
        text=source.original[expression.at : expression.end],
        kind=meaning.kind,
        confidence=meaning.confidence,
        rule=meaning.rule,
        at=expression.at,
    )


def range_of(spans: Sequence[TimeSpan]) -> tuple[datetime | None, datetime | None]:
    """The time range that a question asks about. (None, None) if it has no time expression.

    The range covers all dates. "Since March" and "before 2024" leave one side open; both together bound it. Vague
    expressions count only if there is nothing more exact. Durations and recurrences do not count.
    """
    dates = [span for span in spans if span.kind == "date"]
    since = [span.start for span in spans if span.kind == "since" and span.start]
    until = [span.end for span in spans if span.kind == "until" and span.end]
    if not dates and not since and not until:
        dates = [span for span in spans if span.kind == "vague"]
    starts = since + [span.start for span in dates if span.start]
    ends = until + [span.end for span in dates if span.end]
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
    """The time at which the event or state of a sentence holds. None if it is unknown.

    It is the most precise date of the sentence, then the one with the highest confidence, then the first. A past
    sentence without a date gets `before`, the time of the sentence before it: "Last week we went to Rome. We saw the
    Forum." Otherwise it is the day of the turn, with low confidence, if the sentence is about the present or the
    recent past. Plans, habits, wishes, general statements and events of "a while ago" get no time.
    """
    dated = [span for span in spans if span.kind in _DATING_KINDS]
    if dated:
        best = min(dated, key=_exactness)
        return EventTime(best.start, best.end, best.grain, best.confidence)
    if (
        said_at is None
        or any(span.kind == "recurring" for span in spans)
        or not pack_of(language).happens(text)
    ):
        return None
    if before is not None and not spans and pack_of(language).happened(text):
        return replace(before, confidence=min(before.confidence, _INHERITED))
    if began := _began(spans, said_at, text, language):
        return began
    today = day(said_at)
    if any(span.end and span.end + _RECENT < said_at for span in spans if span.kind == "vague"):
        return None
    return EventTime(today.start, today.end, today.grain, _TURN_DAY)


def _began(spans: Sequence[TimeSpan], said_at: datetime, text: str, language: str) -> EventTime | None:
    """The start of a past state with a duration: "was part of the family for ten years".

    It is estimated: the state is assumed to end now.
    """
    for span in spans:
        lasted = _DURATION.fullmatch(span.text) if span.kind == "duration" else None
        if lasted and _PAST_STATE.search(text[: span.at]):
            ago = [s for s in times_in(f"{lasted[1]} ago", said_at, language) if s.start]
            return EventTime(ago[0].start, None, span.grain, _TURN_DAY) if ago else None
    return None


def inheritable_time(
    spans: Sequence[TimeSpan], when: EventTime | None, before: EventTime | None, said_at: datetime | None
) -> EventTime | None:
    """The time that the next sentence may inherit.

    It is the time `when` of this sentence if the sentence states it and it is over, or the time `before` if this
    sentence inherited it.
    """
    if any(s.kind in _DATING_KINDS for s in spans):
        is_over = when and when.start and when.end and said_at and when.end <= said_at + timedelta(days=1)
        return when if is_over else None
    same = when is not None and before is not None and (when.start, when.end) == (before.start, before.end)
    return before if same else None


_DATING_KINDS: tuple[TimeKind, ...] = ("date", "since", "until")  # best first
_RECENT = timedelta(days=7)


def _exactness(span: TimeSpan) -> tuple[int, int, float]:
    return _DATING_KINDS.index(span.kind), GRAINS.index(span.grain), -span.confidence
