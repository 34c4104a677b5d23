"""What an English statement ends, moves or resumes of a routine or a plan: "no choir on Mondays", "last pottery is Friday".

A change is read clause by clause. It names its thing by any words, so the thing is what is known to share most of them.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from functools import cache, lru_cache
from typing import NotRequired, TypedDict

from memgraph_core.language.en.change_words import (
    ACT,
    ANY_MORE,
    AT_END,
    CANNOT,
    CLAUSE,
    CORRECTED,
    DONE,
    DONE_BY,
    FOR_GOOD,
    FOR_WEEKS,
    FORMER,
    FROM,
    HEADLESS,
    LAST,
    MAY_BE_DONE,
    MOVED,
    MOVED_SOMEWHEN,
    NAME,
    NEAR,
    NEW_CLOCK,
    NO_LONGER,
    NONE,
    NOW,
    ONE_WEEK,
    PLACE_LEFT,
    REFERS,
    RESUMED,
    SCHOOL,
    SHIFTED,
    STATE,
    UNSURE,
    WORK,
)
from memgraph_core.language.en.named_days import PLAIN_MARKS, day_spans, length_of
from memgraph_core.language.en.occasions import may_plan
from memgraph_core.language.en.thing_terms import event_terms, kind_terms, naming_terms, thing_words
from memgraph_core.language.relating.date_changes import without_label
from memgraph_core.language.relating.schedules import ScheduleChange
from memgraph_core.language.times import TimeSpan, times_in, without_times
from memgraph_core.language.timing.intervals import midnight, week
from memgraph_core.records.kinds import DAY_GRAINS
from memgraph_core.records.recurrence import weekdays_of


class _Hints(TypedDict):
    """What may name the thing of a change."""

    hints: tuple[str, ...]
    people: tuple[str, ...]
    kinds: frozenset[str]
    words: NotRequired[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    at: int
    spans: tuple[TimeSpan, ...]


@lru_cache(maxsize=4)  # the facts of a statement, and what it corrects, ask one after the other
def schedule_changes_in(text: str, said_at: datetime, before: str = "") -> tuple[ScheduleChange, ...]:
    """The changes of routines and plans that a statement states. `before` is the statement before it."""
    return tuple(_changes_in(text, said_at, before))


def _changes_in(text: str, said_at: datetime, before: str) -> Iterator[ScheduleChange]:
    statement = without_label(text.translate(PLAIN_MARKS))
    if _cue().search(statement) is None:
        return
    clauses = list(_clauses(statement, day_spans(statement, said_at) if may_plan(statement) else ()))
    wider = tuple(naming_terms(MOVED.sub(" ", statement)) | naming_terms(before))
    is_corrected = CORRECTED.search(statement) is not None
    found = [
        _with_wider_hints(clause, change, wider)
        for clause in clauses
        if not UNSURE.search(clause.text)
        for change in _changes(clause, clauses, said_at, is_corrected=is_corrected)
    ]
    resumed = next((change for change in found if change.sort == "resumed"), None)
    for change in found:
        if resumed is not None and change.sort == "ended" and change.until is not None:
            change = replace(change, until=max(change.until, resumed.since))
        yield change


def _with_wider_hints(clause: _Clause, change: ScheduleChange, wider: tuple[str, ...]) -> ScheduleChange:
    """The change of a clause that only refers to its thing; without words of its own, it has those around it."""
    is_headless = HEADLESS.match(clause.text) is not None
    if not (change.follows or is_headless or REFERS.match(clause.text)):
        return change
    has_own = (change.hints or change.people) and not is_headless
    return replace(change, refers=True, hints=change.hints if has_own else wider)


def may_move(text: str) -> bool:
    """Whether a text has words for moving something to another day."""
    return MOVED.search(text) is not None


@cache
def _cue() -> re.Pattern[str]:
    """The words of all kinds of changes."""
    cues = (
        STATE, ACT, CANNOT, NO_LONGER, LAST, NONE, MOVED, NOW, RESUMED, WORK, CORRECTED, SCHOOL, PLACE_LEFT, MAY_BE_DONE,
    )  # fmt: skip
    return re.compile("|".join(cue.pattern for cue in cues), re.IGNORECASE)


def _clauses(text: str, spans: Sequence[TimeSpan]) -> Iterator[_Clause]:
    """The clauses with their times. A border within a time is none."""
    start = 0
    taken = [(span.at, span.at + len(span.text)) for span in spans]
    for border in (*CLAUSE.finditer(text), None):
        if border is not None and any(at < border.start() and border.end() < end for at, end in taken):
            continue
        end = border.start() if border else len(text)
        if text[start:end].strip():
            yield _Clause(text[start:end], start, tuple(span for span in spans if start <= span.at < end))
        start = border.end() if border else end


def _changes(
    clause: _Clause, clauses: Sequence[_Clause], said_at: datetime, *, is_corrected: bool
) -> Iterator[ScheduleChange]:
    if WORK.search(clause.text):
        yield from _end_of_work(clause, said_at)
    if SCHOOL.search(clause.text):
        yield ScheduleChange(sort="ended", since=said_at, scope="school")
    if (left := PLACE_LEFT.search(clause.text)) is not None:
        yield ScheduleChange(sort="ended", since=said_at, hints=(left["place"],), scope="place")
    ended = _ended(clause, clauses, said_at)
    if ended is not None:
        yield ended
        return
    if RESUMED.search(clause.text):
        yield from _resumed(clause, said_at)
    yield from _moved(clause, said_at, is_moved=is_corrected)


def _ended(clause: _Clause, clauses: Sequence[_Clause], said_at: datetime) -> ScheduleChange | None:
    text = clause.text
    if (last := LAST.search(text)) is not None:
        return _after_last(clause, text[last.end() :], clauses, said_at)
    if (done := DONE.search(text) or DONE_BY.search(text)) is not None:
        return ScheduleChange(
            sort="ended", since=said_at, until=said_at, **_hints(done["thing"], clause.spans)
        )
    act, state = ACT.search(text), STATE.search(text)
    if act is not None and (state is None or act.start() < state.start()):
        thing = text[act.end() :]
    elif state is not None:
        thing = text[: state.start()]
    elif (cannot := CANNOT.search(text)) is not None and (
        (for_good := ANY_MORE.search(text[cannot.end() :])) or clause.spans
    ):
        thing = f"{text[: cannot.start()]} {text[cannot.end() :]}"
        if not for_good:  # it may name more than its thing
            return _change(clause, _hints(thing, clause.spans), said_at)
    elif (no_longer := NO_LONGER.search(text)) is not None:
        thing = f"{text[: no_longer.start()]} {no_longer['thing']}"
    elif (none := NONE.search(text)) is not None and (_limits(clause, said_at) or _weekdays(clause)):
        thing = text[none.end() :]
    else:
        return None
    return _change(clause, _named(thing, clause.spans), said_at)


def _hints(text: str, spans: Sequence[TimeSpan]) -> _Hints:
    """The terms of a text that may name its thing, and those of names in it; without others, its kind: "class"."""
    text = without_times(text, spans)
    people = naming_terms(" ".join(NAME.findall(text)))
    hints = naming_terms(text) - people
    if not hints and not people:
        hints = kind_terms(text)
    return {"hints": tuple(hints), "people": tuple(people), "kinds": event_terms(text)}


def _named(text: str, spans: Sequence[TimeSpan]) -> _Hints:
    """The same for a text that has only the thing: then its words are those that name it."""
    rest = without_times(text, spans)
    return {**_hints(rest, ()), "words": thing_words(rest)}


def _after_last(
    clause: _Clause, thing: str, clauses: Sequence[_Clause], said_at: datetime
) -> ScheduleChange | None:
    """The end of a routine with its last day: "this Sunday is the last class"."""
    days = [span for span in clause.spans if span.kind == "date" and span.end is not None]
    others = [
        s for one in clauses for s in one.spans if s.kind == "date" and s.end is not None and s.grain == "day"
    ]
    day = next(iter(days or others), None)
    since = day.end if day is not None and day.end is not None else midnight(said_at) + timedelta(days=1)
    named = _hints(thing, clause.spans)
    if not (named["hints"] or named["people"]):
        named = _hints(clause.text, clause.spans)
    since = midnight(since - timedelta(microseconds=1)) + timedelta(days=1)
    former = (day,) if day is not None and day.start is not None and day.grain in DAY_GRAINS else ()
    return ScheduleChange(sort="ended", **named, former=former, since=since)


def _limits(clause: _Clause, said_at: datetime) -> list[tuple[datetime, datetime | None]]:
    """The periods for which a clause says that something does not take place: from and until when."""
    found = list[tuple[datetime, datetime | None]]()
    for span in clause.spans:
        before = clause.text[: span.at - clause.at]
        if span.kind == "recurring" or (span.end is None and span.start is None):
            continue
        if span.kind == "until" and span.end is not None:
            found.append((said_at, _first_after(span, span.end)))
        elif re.search(r"\b(?:past|beyond|after)(?: the)?(?: end of)?(?: the)? ?$", before):
            found.append((span.end or span.start or said_at, None))
        elif span.kind == "since" or re.search(r"\b(?:from|as of|starting)(?: the)? ?$", before):
            found.append(
                (
                    span.start or said_at,
                    None
                    if (span.end is None or span.end - (span.start or said_at) <= timedelta(days=1))
                    else span.end,
                )
            )
        elif span.kind == "date" and span.start is not None and span.end is not None and span.end > said_at:
            found.append(
                (midnight(span.start), midnight(span.end - timedelta(microseconds=1)) + timedelta(days=1))
            )
    if (match := FOR_WEEKS.search(clause.text)) and not found:
        found.append((said_at, midnight(said_at) + length_of(match)))
    return found


def _first_after(span: TimeSpan, end: datetime) -> datetime:
    """The day on which something goes on: "until the 8th", "until April"."""
    if span.grain == "month":
        return (end - timedelta(days=1)).replace(day=1)
    return end - timedelta(days=1) if span.grain in DAY_GRAINS else end


def _change(clause: _Clause, named: _Hints, said_at: datetime) -> ScheduleChange:
    """The end of what some words of a clause name, from a stated day, for a stated time, or from now on."""
    limits = _limits(clause, said_at)
    since, until = limits[0] if limits else (said_at, None)
    weekdays = _weekdays(clause)
    is_period = (
        any(span.kind == "until" for span in clause.spans) or FOR_WEEKS.search(clause.text) is not None
    )
    if until is not None and not is_period and (FOR_GOOD.search(clause.text) or weekdays):
        since, until = (until if since > said_at and AT_END.search(clause.text) else since), None
    former = tuple(
        span for span in clause.spans if span.kind == "date" and span.start and span.grain in DAY_GRAINS
    )
    ends = [end for _, end in limits if end is not None]
    if until is not None and len(ends) == len(limits):
        until = max(ends)
    return ScheduleChange(
        sort="ended",
        **named,
        former=former,
        weekdays=weekdays,
        since=since,
        until=until,
    )


def _weekdays(clause: _Clause) -> frozenset[int]:
    """The weekdays of the recurrences in a clause."""
    return frozenset(day for span in clause.spans for day in weekdays_of(span.rule or ""))


def _resumed(clause: _Clause, said_at: datetime) -> Iterator[ScheduleChange]:
    day = next(
        (
            s.start
            for s in clause.spans
            if s.start is not None and s.start > said_at and s.kind in ("date", "since")
        ),
        None,
    )
    yield ScheduleChange(
        sort="resumed",
        **_hints(RESUMED.sub(" ", clause.text), clause.spans),
        weekdays=frozenset([day.weekday()]) if day else frozenset(),
        since=midnight(day) if day else said_at,
    )


def _moved(clause: _Clause, said_at: datetime, *, is_moved: bool) -> Iterator[ScheduleChange]:
    """The former days of what a clause moves: all of a routine with other days, or those of the week of the new day."""
    former = [span for span in clause.spans if FORMER.search(clause.text[: span.at - clause.at])]
    new = [span for span in clause.spans if span not in former]
    routines = [span for span in new if span.kind == "recurring" and span.rule and "BY" in span.rule]
    singles = [s for s in new if s.kind in ("date", "since") and s.start is not None and s.start > said_at]
    denied = [span for span in former if not FROM.search(clause.text[: span.at - clause.at])]
    if (
        not (is_moved or denied)
        and MOVED.search(clause.text) is None
        and not any(_is_now(clause, span) for span in (*routines, *singles))
    ):
        return
    days = tuple(span for span in former if span.start is not None and not span.text.isalpha())
    first = singles[0].start if singles else None
    hints = _named(
        NOW.sub(" ", SHIFTED.sub(" ", MOVED.sub(" ", CORRECTED.sub(" ", clause.text)))), clause.spans
    )
    change = ScheduleChange(
        sort="moved",
        **hints,
        follows=not (hints["hints"] or hints["people"]),
        weekdays=frozenset(day for span in former for day in _weekdays_of(span)),
        former=days,
        since=said_at,
    )
    if routines:
        yield replace(change, since=midnight(first) if first else said_at)
    elif singles and first is not None and _is_of_all_weeks(clause, singles[0]):
        yield replace(change, since=midnight(first), day=singles[0])
    elif singles and first is not None:
        whole = week(first)
        yield replace(change, since=max(whole.start, midnight(said_at)), until=whole.end, day=singles[0])
    elif ONE_WEEK.search(NEW_CLOCK.sub(" ", clause.text)) is None and (
        clock := _new_clock(clause.text, said_at)
    ):
        yield replace(change, until=said_at, clock=clock)
    elif former or MOVED_SOMEWHEN.search(clause.text):
        length = SHIFTED.search(clause.text)
        shift = None if length is None else length_of(length) * (1 if length["later"] else -1)
        yield replace(change, until=said_at, shift=shift)


def _weekdays_of(span: TimeSpan) -> Collection[int]:
    """The weekdays that a span names."""
    named = {span.start.weekday()} if span.start and span.text.isalpha() else ()
    return weekdays_of(span.rule or "") or named


def _new_clock(text: str, said_at: datetime) -> time | None:
    """The new time of day of something whose days stay."""
    match = NEW_CLOCK.search(text)
    times = times_in(f"tomorrow at {match['clock']}", said_at, "en") if match else ()
    return next((span.start.time() for span in times if span.start and span.grain == "minute"), None)


def _is_of_all_weeks(clause: _Clause, span: TimeSpan) -> bool:
    """Whether a new day is only a weekday, which may be that of a routine: "pottery has moved to Thursday"."""
    is_weekday = (
        re.fullmatch(r"(?:on )?(?:\w+day|mon|tues?|weds?|thu(?:rs)?|fri|sat|sun)", span.text, re.IGNORECASE)
        is not None
    )
    return is_weekday and ONE_WEEK.search(clause.text) is None


def _is_now(clause: _Clause, span: TimeSpan) -> bool:
    """Whether "now" or "only" is next to a time."""
    at = span.at - clause.at
    return NOW.search(clause.text[max(0, at - NEAR) : at + len(span.text) + NEAR]) is not None


def _end_of_work(clause: _Clause, said_at: datetime) -> Iterator[ScheduleChange]:
    """The end of a job and of what belongs to it."""
    day = next((s for s in clause.spans if s.start is not None and s.kind in ("date", "since")), None)
    since = said_at
    if day is not None and day.start is not None:
        is_last = LAST.search(clause.text) is not None or re.search(r"\blast (?:day|shift)\b", clause.text)
        since = midnight(day.start) + timedelta(days=1 if is_last else 0)
    elif re.search(r"\bretir(?:e|ing)\b|\bstart(?:ing|s)?\b|\bleaving\b", clause.text):
        return
    yield ScheduleChange(sort="ended", since=since, scope="work")
