"""What an English statement ends, moves or resumes of a routine or a plan: "Tuesday swims are gone", "last pottery is Friday".

A change is read clause by clause. It names its thing by any words, so the thing is what is known to share most of them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypedDict

from memgraph_core.language.en.date_changes import date_changes_in
from memgraph_core.language.en.named_days import PLAIN_MARKS, day_spans
from memgraph_core.language.en.thing_terms import event_terms, kind_terms, naming_terms
from memgraph_core.language.relating.date_changes import without_label
from memgraph_core.language.relating.schedules import ScheduleChange
from memgraph_core.language.times import TimeSpan
from memgraph_core.language.timing.intervals import midnight, week
from memgraph_core.language.timing.words_en import NUMBER_WORD, amount_of, unit_of
from memgraph_core.records.kinds import DAY_GRAINS
from memgraph_core.records.recurrence import weekdays_of

_CLAUSE = re.compile(
    r"[;!?\n]+|\.(?!\d)|,|\s-\s|[()]|\s(?:so|because|cos|'cause|but|although|which)\s"
    r"|\s(?:and|then)\s(?=(?:he|she|it|they|we|i|the|my|now|i'm|we're|it's)\b)|\sas\s(?=(?:he|she|it|they|we|i|the|my)\b)",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:if|could (?:we|you|i)|can (?:we|you|i)|should (?:we|i)|might|maybe|perhaps|wish|hop(?:e|ing)"
    r"|wants? (?:me )?to|wonder(?:ing)?|thinking (?:of|about)"
    r"|considering|tempted|would|almost|nearly|never (?:miss|going to)|don't (?:forget|miss)|can't wait"
    r"|haven't (?:stopped|quit|missed))\b|'d\b",
    re.IGNORECASE,
)
_IS = r"(?:'s|'re|'ve|\b(?:is|are|was|were|has|have|had|been|got|gets|getting|being|be))"
_ADVERB = r"(?: (?:now|all|just|already|officially|finally|also|both|been|being|sadly|definitely|completely|totally|kind of))*"
_AFTER = (
    r"(?=$|[,.)]|\s(?:then|now|again|for|until|till|til|this|next|on|from|because|after|today|tonight|tomorrow|sadly|due"
    r"|while|already"
    r"|as|and|so|altogether|completely|by|in|at|with|over|during|that)\b|\s\d)"
)
_STATE = re.compile(
    rf"(?:{_IS}{_ADVERB} (?:over|finished|done|gone|no more|history|off|out|cancell?ed|scrapped|axed|ended|folded"
    rf"|disbanded|free again|shut(?: down)?"
    r"|closed(?: down)?|called off|come to an end|coming to an end|at an end|on hold|on pause|on a break|paused"
    r"|suspended|postponed|not (?:on|happening|going ahead|running)"
    r"|no longer (?:on|happening|running|a thing)|stopping|ending|finishing|closing)"
    r"|\b(?:is|are|was|were)n't (?:on|happening|going ahead|running)\b|\bwon't be (?:on|happening|running|going ahead)\b"
    r"|(?:'s|\b(?:has|have|had|just|all))? ?\b(?:fell through|fallen through|folded|disbanded|fizzled out|bailed"
    r"|wrapped up|wound up|packed up)"
    rf"|\b(?:stops|ends|finishes|breaks up|wraps up|winds up|closes)){_AFTER}",
    re.IGNORECASE,
)
_ACT = re.compile(
    r"\b(?:quit\b|quitting|stopped|stopping|giv(?:en|ing) up|gave up|packed in|packing in|packed (?=.{3,25} in\b)"
    r"|jacked in|jacking in"
    r"|ditch(?:ed|ing)|binn(?:ed|ing)|dropp(?:ed|ing) (?!off\b|the kids|(?:\w+ )?(?:him|her|them) off)|dropped out of"
    r"|cancel(?:led|ling|ed|ing)?|call(?:ed|ing) off"
    r"|scrapp(?:ed|ing)|done with|finished with|(?:left|leaving) (?=(?:the|my|our|that) )|pull(?:ed|ing) out of|(?:(?:'m"
    r"|'re|'s|am|is|are) )out of|bailed on|bailing on"
    r"|no longer (?:doing |going to |at )?|no more|had enough of|knock(?:ed|ing) (?=.{3,30} on the head)|not renewing"
    r"|not going back to"
    r"|hand(?:ed|ing) over|hand(?:ed|ing) (?=.{3,40} over\b)|(?:taking|taken|took|having) a (?:break|breather) from"
    r"|(?:signed off|discharged) (?:by|from)"
    r"|(?:not|isn't|aren't) doing)\s*",
    re.IGNORECASE,
)
_CANNOT = re.compile(
    r"(?:\b(?:ca|do|does|wo|is|are|could)n't|\bcannot|\bnot|'m not|\bunable to)\s(?:be )?(?:able to )?"
    r"(?P<verb>do(?:ing)?|make|making|come|coming|go(?:ing)?|get|manage|run(?:ning)?|work(?:ing)?|be|teach(?:ing)?|take"
    r"|host(?:ing)?|play(?:ing)?|see(?:ing)?|sign(?:ing)?)\b",
    re.IGNORECASE,
)
_NO_LONGER = re.compile(
    r"(?:n't|\bnot|\bnever)\b(?P<thing>.{0,60}?)\b(?:any ?more|any longer|ever again)\b", re.IGNORECASE
)
# Verbs and states that end something for good; their day is the first one without it.
_FOR_GOOD = re.compile(
    r"\b(?:quit|quitting|stop\w*|giv\w+ up|gave up|pack\w+ in|jack\w+ in|drop\w*|left|leaving|done with|finish\w*|over"
    r"|gone|end\w*|fold\w*"
    r"|disband\w*|no more|no longer|hand\w*|signed off|discharged)\b",
    re.IGNORECASE,
)
_AT_END = re.compile(r"\b(?:at the end of|after)\b", re.IGNORECASE)
_ANY_MORE = re.compile(
    r"\b(?:any ?more|any longer|after all|again|ever again|for good|this (?:year|term|season))\b|\b(?:past|beyond|after)\b",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"\b(?:last|final)(?: ever)? (?!(?:week|weeks|night|month|months|year|years|time|minute|weekend|day off|summer"
    r"|winter|spring|autumn"
    r"|term|chance|straw|leg|stage|thing|bit|few|couple|of|place|orders|resort|name|seen|nerve|word)\b|\w+day\b)",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"\b(?:no (?!(?:wait|later|idea|doubt|problem|way|one|news|need|rush|longer|clue|luck|change|fun|time|point|matter"
    r"|reason|big|more|less"
    r"|good|worries|sign|thanks|date(?! night)|replacement|excuse)\b)|skip(?:ping|ped)?\b|miss(?:ing)?\b)\s*",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:(?:moved|moving|changed|changing|shifted|shifting|switched|switching)(?! (?:in|out|house|home|away|job|jobs"
    r"|my mind)\b)"
    r"|(?:moves|changes|shifts|switches|slips|goes) (?=to\b)|(?:move|change|switch|swap|shift) (?=it|that|things|to\b|from\b)"
    r"|push(?:ed|ing)|postponed?|reschedul(?:ed?|ing)|rebook(?:ed|ing)?|rearrang(?:ed?|ing)|delayed|bump(?:ed|ing)"
    r"|slipp(?:ed|ing)"
    r"|brought forward|put (?:back|off|forward)|swapp(?:ed|ing)|instead|from now on|going forward"
    r"|new (?=(?:[a-z]+ ){0,3}(?:day|date|time|slot|night)\b)|(?:put|fitted|fit|squeezed|booked) (?:me|us|him|her) in"
    r"|make (?:it|that))\b",
    re.IGNORECASE,
)
_MOVED_SOMEWHEN = re.compile(
    r"\b(?:moved|slipped|postponed|rescheduled|pushed|bumped|delayed|shifted|put (?:back|off)|brought forward"
    r"|changed (?:it|that|this))\b",
    re.IGNORECASE,
)
_CORRECTED = re.compile(
    r"\b(?:correction|my mistake|i (?:was|got (?:it|that|the \w+)) wrong|(?:got|had) the wrong (?:day|date|week)"
    r"|wrong (?:day|date)|i meant"
    r"|(?:turns out|actually) (?:it's|it is|that's|the|my))\b",
    re.IGNORECASE,
)
_ONE_WEEK = re.compile(
    r"\b(?:this|next|today|tonight|tomorrow|once|\d{1,2}(?:st|nd|rd|th)?)\b", re.IGNORECASE
)
_NOW = re.compile(r"\b(?:now|only|from now on)\b", re.IGNORECASE)
_NEAR = 12  # characters between a day and "now"
_FROM = re.compile(r"\bfrom(?: (?:on|the|a))* ?$", re.IGNORECASE)
_FORMER = re.compile(r"\b(?:not|instead of|rather than|no longer|from)(?: (?:on|the|a))* ?$", re.IGNORECASE)
_RESUMED = re.compile(
    r"\b(?:back(?! (?:pain|door|garden|home|yard|injury|then|when|problem|to work|from))|resum\w+|restart\w*|start(?:s"
    r"|ing)? (?:up )?again|\w+ing again|again from)\b",
    re.IGNORECASE,
)
_OUT_OF_DATE = re.compile(r"\b(?:used to|was|were)\b", re.IGNORECASE)
_FOR_WEEKS = re.compile(
    rf"\bfor (?:the next |another |about |at least )?(?P<n>\d{{1,2}}|{NUMBER_WORD}|a couple of|a few|a) (?P<u>weeks?"
    rf"|fortnight|months?|days?)\b",
    re.IGNORECASE,
)
_WORK = re.compile(
    r"\b(?:last (?:day|shift|week) (?:at (?:work|the|my)|of work|there|in the job|with)|(?:quit|left|leaving|lost) (?:my"
    r"|the) job|quit work"
    r"|made redundant|laid off|let (?:me )?go from|got (?:fired|sacked)|new job starts?|start(?:ing|ed|s)? (?:my|the|a"
    r"|at my) new job|(?:i|i'm|i've|we) (?:\w+ )?retir(?:e|ed|ing))\b",
    re.IGNORECASE,
)
# A clause that does not name its thing: "they come on Sunday now", "moved again", "the 20th is free".
_REFERS = re.compile(
    r"\W*(?:and |but |so |now |also |oh |well |then |not (?:on )?)*(?:(?:it|that|this|they|he|she|we|i)\b|the \d|\d|\w+day(?:'s| is"
    r"| isn't| won't)\b|moved|changed|cancelled|postponed|pushed"
    r"|rescheduled|slipped|make|back|playing|only|last one|no more\b)",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-z]+|\b[A-Z][a-z]+(?='s\b)")


class _Hints(TypedDict):
    """What may name the thing of a change."""

    hints: tuple[str, ...]
    people: tuple[str, ...]
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    at: int
    spans: tuple[TimeSpan, ...]


def schedule_changes_in(text: str, said_at: datetime, before: str = "") -> Iterator[ScheduleChange]:
    """The changes of routines and plans that a statement states. `before` is the statement before it."""
    yield from date_changes_in(text, said_at)
    statement = without_label(text.translate(PLAIN_MARKS))
    if not _may_change(statement):
        return
    clauses = list(_clauses(statement, day_spans(statement, said_at)))
    wider = tuple(naming_terms(_MOVED.sub(" ", statement)) | naming_terms(before))
    is_corrected = _CORRECTED.search(statement) is not None
    found = [
        _with_wider_hints(change, wider) if _REFERS.match(clause.text) else change
        for clause in clauses
        if not _UNSURE.search(clause.text)
        for change in _changes(clause, clauses, said_at, is_corrected=is_corrected)
    ]
    resumed = next((change for change in found if change.sort == "resumed"), None)
    for change in found:
        if resumed is not None and change.sort == "ended" and change.until is not None:
            change = replace(change, until=max(change.until, resumed.since))
        yield change


def _with_wider_hints(change: ScheduleChange, wider: tuple[str, ...]) -> ScheduleChange:
    """The change of a clause that only refers to its thing; without words of its own, it has those around it."""
    has_own = change.hints or change.people
    return replace(change, refers=True, hints=change.hints if has_own else wider)


def _may_change(text: str) -> bool:
    return any(
        cue.search(text)
        for cue in (
            _STATE,
            _ACT,
            _CANNOT,
            _NO_LONGER,
            _LAST,
            _NONE,
            _MOVED,
            _NOW,
            _RESUMED,
            _WORK,
            _CORRECTED,
        )
    )


def _clauses(text: str, spans: Sequence[TimeSpan]) -> Iterator[_Clause]:
    """The clauses with their times. A border within a time is none."""
    start = 0
    taken = [(span.at, span.at + len(span.text)) for span in spans]
    for border in (*_CLAUSE.finditer(text), None):
        if border is not None and any(at < border.start() and border.end() < end for at, end in taken):
            continue
        end = border.start() if border else len(text)
        if text[start:end].strip():
            yield _Clause(text[start:end], start, tuple(span for span in spans if start <= span.at < end))
        start = border.end() if border else end


def _changes(
    clause: _Clause, clauses: Sequence[_Clause], said_at: datetime, *, is_corrected: bool
) -> Iterator[ScheduleChange]:
    if _WORK.search(clause.text):
        yield from _end_of_work(clause, said_at)
    ended = _ended(clause, clauses, said_at)
    if ended is not None:
        yield ended
    elif _RESUMED.search(clause.text):
        yield from _resumed(clause, said_at)
    if ended is None:
        yield from _moved(clause, said_at, is_moved=is_corrected)


def _ended(clause: _Clause, clauses: Sequence[_Clause], said_at: datetime) -> ScheduleChange | None:
    text = clause.text
    if (last := _LAST.search(text)) is not None:
        return _after_last(clause, text[last.end() :], clauses, said_at)
    act, state = _ACT.search(text), _STATE.search(text)
    if act is not None and (state is None or act.start() < state.start()):
        return _change(clause, text[act.end() :], said_at)
    if state is not None:
        return _change(clause, text[: state.start()], said_at)
    if (cannot := _CANNOT.search(text)) is not None and (
        _ANY_MORE.search(text[cannot.end() :]) or clause.spans
    ):
        return _change(clause, f"{text[: cannot.start()]} {text[cannot.end() :]}", said_at)
    if (no_longer := _NO_LONGER.search(text)) is not None:
        return _change(clause, f"{text[: no_longer.start()]} {no_longer['thing']}", said_at)
    if (none := _NONE.search(text)) is not None and (_limits(clause, said_at) or _weekdays(clause)):
        return _change(clause, text[none.end() :], said_at)
    return None


def _hints(text: str, spans: Sequence[TimeSpan]) -> _Hints:
    """The terms of a text that may name its thing, and those of names in it; without others, its kind: "class"."""
    for span in spans:
        text = text.replace(span.text, " ")
    people = naming_terms(" ".join(_NAME.findall(text)))
    hints = naming_terms(text) - people
    hints = hints or (kind_terms(text) if not people else hints)
    return {"hints": tuple(hints), "people": tuple(people), "kinds": event_terms(text)}


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
        if _is_of_each_week(clause, span):
            continue
        if span.kind == "recurring" or (span.end is None and span.start is None):
            continue
        if span.kind == "until" and span.end is not None:
            found.append(
                (
                    said_at,
                    span.end - timedelta(days=1) if span.grain in DAY_GRAINS else span.end,
                )
            )
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
    if (match := _FOR_WEEKS.search(clause.text)) and not found:
        number = amount_of(match["n"].lower().replace("a couple of", "two")).high
        unit, each = unit_of(match["u"].lower().rstrip("s"))
        days = {"day": 1, "week": 7, "month": 31}.get(unit, 7) * each * number
        found.append((said_at, midnight(said_at) + timedelta(days=days)))
    return found


def _change(clause: _Clause, thing: str, said_at: datetime) -> ScheduleChange | None:
    """The end of what some words of a clause name, from a stated day, for a stated time, or from now on."""
    limits = _limits(clause, said_at)
    since, until = limits[0] if limits else (said_at, None)
    weekdays = _weekdays(clause)
    is_period = (
        any(span.kind == "until" for span in clause.spans) or _FOR_WEEKS.search(clause.text) is not None
    )
    if until is not None and not is_period and (_FOR_GOOD.search(clause.text) or weekdays):
        since, until = (until if since > said_at and _AT_END.search(clause.text) else since), None
    former = tuple(
        span
        for span in clause.spans
        if span.kind == "date"
        and span.start
        and span.grain in DAY_GRAINS
        and not _is_of_each_week(clause, span)
    )
    if until is not None and len(limits) > 1:
        until = max(end for _, end in limits if end is not None) if all(end for _, end in limits) else until
    return ScheduleChange(
        sort="ended",
        **_hints(thing, clause.spans),
        former=former,
        weekdays=weekdays,
        since=since,
        until=until,
    )


def _weekdays(clause: _Clause) -> frozenset[int]:
    """The weekdays of the recurrences in a clause, and those of an activity: "Tuesday swims"."""
    found = set[int]()
    for span in clause.spans:
        found.update(weekdays_of(span.rule or ""))
        if _is_of_each_week(clause, span) and span.start:
            found.add(span.start.weekday())
    return frozenset(found)


def _is_of_each_week(clause: _Clause, span: TimeSpan) -> bool:
    """Whether a weekday is that of an activity of each week: "Tuesday swims"."""
    after = clause.text[span.at - clause.at + len(span.text) :]
    return (
        re.fullmatch(r"\w+day", span.text, re.IGNORECASE) is not None
        and re.match(r" [a-z]+s\b(?<! is)", after) is not None
    )


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
        **_hints(_RESUMED.sub(" ", clause.text), clause.spans),
        weekdays=frozenset([day.weekday()]) if day else frozenset(),
        since=midnight(day) if day else said_at,
    )


def _moved(clause: _Clause, said_at: datetime, *, is_moved: bool) -> Iterator[ScheduleChange]:
    """The former days of what a clause moves: all of a routine with other days, or those of the week of the new day."""
    former = [span for span in clause.spans if _FORMER.search(clause.text[: span.at - clause.at])]
    new = [span for span in clause.spans if span not in former]
    routines = [span for span in new if span.kind == "recurring" and span.rule and "BY" in span.rule]
    singles = [s for s in new if s.kind in ("date", "since") and s.start is not None and s.start > said_at]
    denied = [span for span in former if not _FROM.search(clause.text[: span.at - clause.at])]
    if (
        not (is_moved or denied)
        and _MOVED.search(clause.text) is None
        and not any(_is_now(clause, span) for span in (*routines, *singles))
    ):
        return
    weekdays = frozenset(
        day
        for span in former
        for day in (
            weekdays_of(span.rule or "")
            or ({span.start.weekday()} if span.start and span.text.isalpha() else ())
        )
    )
    days = tuple(span for span in former if span.start is not None and not span.text.isalpha())
    first = singles[0].start if singles else _start_in(clause)
    change = ScheduleChange(
        sort="moved",
        **_hints(_NOW.sub(" ", _MOVED.sub(" ", clause.text)), clause.spans),
        weekdays=weekdays,
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
    elif former or _MOVED_SOMEWHEN.search(clause.text):
        yield replace(change, until=said_at)


def _is_of_all_weeks(clause: _Clause, span: TimeSpan) -> bool:
    """Whether a new day is only a weekday, which may be that of a routine: "pottery has moved to Thursday"."""
    is_weekday = (
        re.fullmatch(r"(?:on )?(?:\w+day|mon|tues?|weds?|thu(?:rs)?|fri|sat|sun)", span.text, re.IGNORECASE)
        is not None
    )
    return is_weekday and _ONE_WEEK.search(clause.text) is None


def _start_in(clause: _Clause) -> datetime | None:
    """The month or the week from which a clause holds: "from May the club is on Wednesdays"."""
    froms = (
        s
        for s in clause.spans
        if re.search(r"\bfrom (?:the )?$", clause.text[: s.at - clause.at], re.IGNORECASE)
    )
    return next((span.start for span in froms if span.start is not None), None)


def _is_now(clause: _Clause, span: TimeSpan) -> bool:
    """Whether "now" or "only" is next to a time."""
    at = span.at - clause.at
    return _NOW.search(clause.text[max(0, at - _NEAR) : at + len(span.text) + _NEAR]) is not None


def _end_of_work(clause: _Clause, said_at: datetime) -> Iterator[ScheduleChange]:
    """The end of a job and of what belongs to it."""
    day = next((s for s in clause.spans if s.start is not None and s.kind in ("date", "since")), None)
    since = said_at
    if day is not None and day.start is not None:
        is_last = _LAST.search(clause.text) is not None or re.search(r"\blast (?:day|shift)\b", clause.text)
        since = midnight(day.start) + timedelta(days=1 if is_last else 0)
    elif re.search(r"\bretir(?:e|ing)\b|\bstart(?:ing|s)?\b|\bleaving\b", clause.text):
        return
    yield ScheduleChange(sort="ended", since=since, scope="work")
