"""Interpret time expressions by rules, relative to a moment, as half-open intervals; English and Chinese.

Weeks begin on Monday. "Last week" is the previous calendar week. "Next Friday" on a Wednesday is the Friday of the
next week. "Two weeks ago" is that day, "a year ago" that month, "ten years ago" that year. A recurrence gives an
RRULE and no date. A vague expression (recently, 过几天) gives a wide interval with low confidence. Something that
still goes on ("for three years now", "since March") has a start and no end. A part of a day is an interval shorter
than the day, with the grain "day".
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import ClassVar

from memgraph_core.language.pack import pack_of
from memgraph_core.language.timing.expressions import (
    Clock,
    RuleInput,
    TimeExpression,
    TimeKind,
    find_expressions,
)
from memgraph_core.language.timing.intervals import GRAINS, day, part
from memgraph_core.language.timing.joins import join_expressions
from memgraph_core.records.kinds import Grain
from memgraph_core.records.validation import MAX_TEXT

_TURN_DAY = 0.3  # confidence that a sentence without a time is about the day of its turn
_TITLE = re.compile(r"《[^《》\n]{1,60}》")
_DURATION = re.compile(r"(?:for )((?:about |over |almost |nearly )?[\w-]+ (?:year|month)s?)", re.IGNORECASE)
_PAST_STATE = re.compile(r"\b(?:was|were|had been)\b[^.;!?]{0,60}$", re.IGNORECASE)
_MINUTE = timedelta(minutes=1)
# Words that belong to a time of day: "just after" 7:30, 7点半 左右.
_BEFORE_CLOCK = re.compile(
    r"(?:\b(?:just|shortly|right|exactly|at|around|about|by|before|after|past|from) ?)+$|(?:刚过|刚|大概|差不多|快|从)+$",
    re.IGNORECASE,
)
_AFTER_CLOCK = re.compile(r"^(?:左右|前后|来钟|多|的?时候|整)+|^ ?(?:sharp|or so|ish)\b", re.IGNORECASE)
_PART_OF_TURN_DAY = 0.5  # confidence that a part of the day without a day is on the day of its turn
_INHERITED = 0.5  # confidence that a sentence is about the time of the sentence before it


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A time expression and its meaning.

    `date`: an interval. `since`: `end` is None. `until`: `start` is None. `vague`: a wide interval.
    `duration` and `recurring` have no start and no end; `recurring` has a `rule` as RRULE text. `grain` is the
    precision of the expression, or the unit of a recurrence or duration. `at` is its offset in the text.
    """

    has_stated_times: ClassVar[bool] = True  # see `records/local_time.py`
    start: datetime | None
    end: datetime | None
    grain: Grain
    text: str
    kind: TimeKind = "date"
    confidence: float = 0.9
    rule: str | None = None
    at: int = 0


def day_span(day: datetime, text: str, at: int) -> TimeSpan:
    """A day, as the words at an offset name it."""
    return TimeSpan(day, day + timedelta(days=1), "day", text, at=at)


def recurring_span(rule: str, text: str, at: int) -> TimeSpan:
    """A recurrence of days, as the words at an offset name it."""
    return TimeSpan(None, None, "day", text, kind="recurring", rule=rule, at=at)


def without_times(text: str, spans: Iterable[TimeSpan]) -> str:
    """A text with blanks in place of the words of times."""
    for span in spans:
        text = text.replace(span.text, " ")
    return text


def overlaps(span: TimeSpan, others: Iterable[TimeSpan]) -> bool:
    """Whether the words of a time are also words of one of the others."""
    return any(span.at < one.at + len(one.text) and one.at < span.at + len(span.text) for one in others)


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
    return [_span(source, expression) for expression in join_expressions(source, _expressions(source))]


@dataclass(frozen=True, slots=True)
class TimeOfDay:
    """A time of day that a text states for the day when it was said: a minute, or a part of the day."""

    start: datetime
    end: datetime
    is_exact: bool


@dataclass(frozen=True, slots=True)
class ReadTimes:
    """The time expressions of a text that was said at a time, read once for several questions about them."""

    text: str
    said_at: datetime
    language: str
    expressions: Sequence[TimeExpression]

    @classmethod
    def of(cls, text: str, said_at: datetime, language: str = "en") -> "ReadTimes":
        """Read the times of a text."""
        return cls(text, said_at, language, _expressions(RuleInput(text[:MAX_TEXT], language, said_at)))

    @property
    def time_of_day(self) -> TimeOfDay | None:
        """The time on the day of `said_at`, begun by then, that the text states: "Train at 7:30", 晚上跟妈妈视频了.

        An hour that may be before or after noon is the later one that has passed. None if the text states none, several
        different ones, or another day.
        """
        said_at, found = self.said_at, self.expressions
        source = RuleInput(self.text[:MAX_TEXT], self.language, said_at)
        if any(_is_of_another_day(each, said_at) for each in found) or _recurs_at_a_time(source, found):
            return None
        clocks = {each.meaning.clock for each in found if each.meaning.clock}
        parts = [part(said_at, name) for name in {each.meaning.part for each in found} if name]
        if len(clocks) > 1 or len(parts) > 1:
            return None
        within = parts[0] if parts else day(said_at)
        if not clocks:
            is_past = bool(parts) and within.start <= said_at
            return TimeOfDay(within.start, within.end, is_exact=False) if is_past else None
        moments = [moment for moment in _moments(clocks.pop(), said_at) if moment <= said_at]
        fitting = [moment for moment in moments if within.start <= moment < within.end] or moments
        return TimeOfDay(max(fitting), max(fitting) + _MINUTE, is_exact=True) if fitting else None

    @property
    def without_clocks(self) -> str:
        """The text with "today" in place of each time of day: it is parsed better, and repeated texts become equal."""
        text, today = self.text, pack_of(self.language).pick("today", "今天")
        for each in reversed([each for each in self.expressions if each.meaning.clock]):
            before, after = _BEFORE_CLOCK.sub("", text[: each.at]), _AFTER_CLOCK.sub("", text[each.end :])
            text = f"{before}{today}{after}"
        return text


def _expressions(source: RuleInput) -> list[TimeExpression]:
    return find_expressions(source, pack_of(source.language).time_rules())


def _moments(clock: Clock, said_at: datetime) -> list[datetime]:
    hours = (
        [clock.hour] if clock.is_unambiguous or clock.hour > 12 else [clock.hour % 12, clock.hour % 12 + 12]
    )
    return [said_at.replace(hour=hour % 24, minute=clock.minute, second=0, microsecond=0) for hour in hours]


def _is_of_another_day(expression: TimeExpression, said_at: datetime) -> bool:
    interval = expression.meaning.interval
    return (
        expression.meaning.kind == "date"
        and interval is not None
        and (interval.start.date() != said_at.date() or interval.end - interval.start > timedelta(days=1))
    )


def _recurs_at_a_time(source: RuleInput, expressions: Sequence[TimeExpression]) -> bool:
    """Whether a time of day is that of a recurrence: every day at 8."""
    if not any(each.meaning.rule for each in expressions):
        return False
    return any("BYHOUR" in (each.meaning.rule or "") for each in join_expressions(source, expressions))


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
    stated = None if spans else ReadTimes.of(text, said_at, language).time_of_day
    if stated is not None and not stated.is_exact:  # 晚上看了电影
        return EventTime(stated.start, stated.end, "day", _PART_OF_TURN_DAY)
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
