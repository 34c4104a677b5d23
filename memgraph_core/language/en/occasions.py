"""The planned days and the routines that an English statement gives: "choir is on Mondays, the concert is on the 20th".

All times of a statement are read, and each is a planned day, a routine, an end of a routine or none of these, by the words
before and after it. What a statement ends or moves is read in `schedule_changes.py`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memgraph_core.language.en.deadlines import deadline_in
from memgraph_core.language.en.named_days import CLOSED_AFTER, PLAIN_MARKS, day_spans, length_of
from memgraph_core.language.en.thing_terms import event_terms, naming_terms, scope_of
from memgraph_core.language.relating.date_changes import without_label
from memgraph_core.language.relating.schedules import Occasion
from memgraph_core.language.times import TimeSpan, without_times
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.language.timing.words_en import (
    ANY_WEEKDAY,
    MONTH,
    NUMBER_WORD,
    amount_of,
)
from memgraph_core.records.kinds import DAY_GRAINS
from memgraph_core.records.recurrence import names_days, weekly

_MAY_PLAN = re.compile(
    rf"\b(?:{ANY_WEEKDAY}|{MONTH}|(?:mon|tues|wednes|thurs|fri|satur|sun)days|today|tonight|tomorrow|tmrw|week|weekend"
    rf"|weekends|month|months|year|weeks|days|spring|summer|autumn|winter"
    r"|weekdays|fortnight|every|each|day after|christmas|easter|eve)\b|\b\d{1,2}(?:st|nd|rd|th)\b|\d[/.]\d",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"[;!?\n]+|\.(?!\d)|,|\s-\s|[()]|\s(?:so|because|cos|but|although|unless)\s|\sand\s(?=(?:he|she|it|they|we|i|the|my"
    r"|now)\b)",
    re.IGNORECASE,
)
# Words directly before the first and the last day of a routine.
_BEGINS = re.compile(
    r"\b(?:from|start(?:s|ing|ed)?|begin(?:s|ning)?|as of|effective|resum(?:es|ing)|back|kick(?:s|ing)? off|commenc(?:es|ing)"
    r"|(?:first|next) (?:one|class|session|lesson|meeting|night|shift|date)?(?:'s| is| on)?)"
    r"(?: (?:again|back|up|on|from|in|of|the|this|next)){0,3} ?$",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:until|till?|through|thru|to|end(?:s|ing)?|finish(?:es|ing)?|(?:runs?|goes|lasts?|on) (?:to|till?|until|through)"
    r"|last (?:one|class|session|lesson|meeting|night|shift|date)?(?:'s| is| on)?|up to)(?: (?:on|the|about)){0,2} ?$",
    re.IGNORECASE,
)
_DURING = re.compile(
    r"\b(?:in|during|throughout|through|for|all|over)(?: (?:all|the|whole|of|most)){0,3} ?$", re.IGNORECASE
)
_LENGTH = re.compile(
    rf"\b(?P<n>\d{{1,2}}|{NUMBER_WORD})(?:[- ](?P<week>weeks?)|[- ](?:sessions?|classes|lessons|talks|lectures"
    rf"|workshops|mornings|evenings|dates|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b)",
    re.IGNORECASE,
)
_NO_LENGTH = re.compile(
    r"\b(?:in|every|last|past|after|first|another|for the|of|only|have|got) $", re.IGNORECASE
)
_NOT_LENGTH_AFTER = re.compile(
    r"\s(?:ago|a|per|each|every|old|in|into|later|time|before|away|off|left to)\b|'", re.IGNORECASE
)
# Clauses about a day on which nothing is planned.
_NEGATED = re.compile(
    r"(?:\b(?:ca|could|wo|would|do|does|is|are|was|were|has|have|did|should|ai)n't|\bcannot|\bnot|\bnever|\bno longer)\b"
    r"(?! (?:wait|forget|believe|sure|only|too|just|bad|far|until|till|know|stop|decide|remember|remotely"
    r"|looking forward|really"
    r"|long|going to forget|to (?:forget|miss)|to mention)\b)",
    re.IGNORECASE,
)
_UNSURE = re.compile(
    r"\b(?:if|unless|might|maybe|perhaps|would love|would like|would have|wish|could (?:we|you|i)|should (?:we|i)"
    r"|shall (?:we|i)"
    r"|thinking (?:of|about)|considering|tempted|dream(?:t|ing|ed)?|one of these|someday|imagine|hypothetically)\b"
    r"|'d (?:love|like)\b",
    re.IGNORECASE,
)
_CLOSED_BEFORE = re.compile(
    r"(?:\b(?:not|instead of|rather than|as opposed to|no longer|other than|except|apart from|used to(?: \w+)?"
    r"|was|were|had been|told you|said it was|thought it was)"
    r"|\b(?:was|were|had(?: been)?)(?: originally)? (?:meant|supposed|due|booked|scheduled|planned|going)(?: to \w+| for| in)?"
    r"|\b(?:originally|previously|formerly|meant to be|out of|between|after|before|since|past|by)"
    r"|\b(?:skip|miss|cancel|quit|stop)(?:s|es|ed|ping|ped|ing|led|ling|ting)?\b[^,;]{0,24}?"
    r"|\b(?:mov|swap|switch|chang|shift|push)\w*(?: from)?"
    r"|\bno(?: more)?|\bno (?!(?:later|wait|idea|doubt|problem|way|sooner)\b)[\w' -]{1,25})(?: (?:on|at|for|in|the|a|my"
    r"|our|this|next)){0,3} ?$",
    re.IGNORECASE,
)
_ITEM = re.compile(r"[,;.!?\n]+(?!\d)\s*|\s(?:and|then|plus|&|but|-)\s", re.IGNORECASE)
# What others do without the speaker: "my sister's running a marathon on Sunday".
_OF_OTHERS = re.compile(
    r"^\W*(?:and |but |so )?(?:my |our |the |next door )?(?:sister|brother|cousin|colleague|co-?worker|neighbou?r|friend|mate|boss"
    r"|manager|flatmate|housemate)s?(?:-in-law)?(?: [A-Z]\w+)?"
    r"(?:'s|'re| is| are| has| have)(?: got)? (?!birthday|wedding|party|coming|visiting|arriving|staying"
    r"|getting married|having (?:a|his|her|their) (?:party|do|bbq|barbecue|dinner|lunch|drinks|housewarming|leaving)"
    r"|hosting|moving|picking|dropping|taking|driving|over\b|round\b|due\b)",
    re.IGNORECASE,
)
_WITH_SPEAKER = re.compile(r"\b(?:i|i'm|we|we're|me|us|my|our|to mine)\b", re.IGNORECASE)
_DAILY = re.compile(
    rf"\b(?:every (?:day|morning|evening|night)|daily|(?:once|twice|one|two|three|{NUMBER_WORD} times|\d times) (?:a|per) day)\b",
    re.IGNORECASE,
)
_FOR_DAYS = re.compile(
    rf"\bfor (?:the next )?(?P<n>\d{{1,2}}|{NUMBER_WORD}|a) (?P<u>days?|weeks?|fortnight)\b", re.IGNORECASE
)
_FELT = re.compile(
    r"\b(?:hate|love|like|dread|despise|adore|loathe|enjoy|prefer|miss)[sd]?(?: \w+)? ?$", re.IGNORECASE
)
_OVER = re.compile(
    r"^,? (?:(?:last|that|this past) \w+|back (?:in|then)|as a (?:kid|child|student)|when i was)",
    re.IGNORECASE,
)
# A birthday or an anniversary directly before or after its day. A party is on one day.
_YEARLY_BEFORE = re.compile(
    r"\b(?:birthday|anniversary|(?:got|were|was) married|turn(?:s|ed|ing)? \d{1,3}|(?:was|were) born)(?:'s|'ll be| is"
    r"| was)?(?: (?:on|the)){0,2} ?$",
    re.IGNORECASE,
)
_YEARLY_AFTER = re.compile(
    r"^(?:'s| is| was) (?:[\w']+ ){1,3}(?:birthday|anniversary)\b(?! (?:party|do|dinner|lunch|drinks|meal|trip|bash|tea"
    r"|weekend|brunch)\b)",
    re.IGNORECASE,
)
_MAY_BE_YEARLY = re.compile(r"birthday|bday|b-day|anniversar", re.IGNORECASE)
_ADDS = re.compile(
    r"\b(?:also|too|as well|another|second|extra|plus|on top|additional|both|added|twice|again)\b",
    re.IGNORECASE,
)
_NOT_UNTIL = re.compile(r"\b(?:not|n't)\b[^,;]*\b(?:until|till?)(?: the)? $", re.IGNORECASE)
_RESTARTS = re.compile(
    r"(?<!school )(?<!term )(?<!work )(?<!uni )(?<!nursery )\b(?:restarts?|resumes?|starts? (?:up |back )?again"
    r"|starts? (?:back|up))\b",
    re.IGNORECASE,
)
_PRONOUN = re.compile(
    r"^\W*(?:and |but |so |oh |ok |anyway |well )*(?:it|that|this|they|these|those|he|she|there)(?:'\w+)?\b"
    r"|^\W*(?:and |but |so |oh )*(?:next|first|last) one\b",
    re.IGNORECASE,
)
_FEW_TERMS = 4  # of a statement that begins with "it" or with its time, which may not name what it is about


@dataclass(frozen=True, slots=True)
class _Routine:
    span: TimeSpan
    rule: str
    first: datetime | None = None
    last: datetime | None = None


def may_plan(text: str) -> bool:
    """Whether a text may name a day; saves time."""
    return _MAY_PLAN.search(text) is not None


def may_be_yearly(text: str) -> bool:
    """Whether a text may state a day of each year without a word for the recurrence: "her birthday is on 3 May"."""
    return _MAY_BE_YEARLY.search(text) is not None


def occasions_in(text: str, said_at: datetime, beside: str = "") -> Sequence[Occasion] | None:
    """The planned days and the routines of a statement; None if it names no time. `beside` is other text of the turn."""
    statement = without_label(text.translate(PLAIN_MARKS))
    if not may_plan(statement):
        return None
    spans = day_spans(statement, said_at)
    if not spans:
        return None
    routines = list(_routines(spans))
    limits = (
        {id(span): _limit(statement, span, said_at) for span in spans if span.kind != "recurring"}
        if routines
        else {}
    )
    used = set[int]()
    found = list[Occasion]()
    if not routines and (course := _course(statement, spans, beside, said_at)) is not None:
        routines, limits = [course], {}
        used.add(id(course.span))
    for routine in routines:
        limited = routine
        for span in spans:
            limit = limits.get(id(span))
            if limit is None or _nearest(span, routines) is not routine:
                continue
            used.add(id(span))
            first, last = limit
            limited = replace(limited, first=first or limited.first, last=last or limited.last)
        if _is_planned_routine(statement, routine.span):
            found.append(_occasion(limited, statement, beside, said_at))
    singles = [span for span in spans if id(span) not in used]
    found += [*_single_days(statement, singles, said_at), *_daily_course(statement, said_at)]
    return [_named(each, statement) for each in found]


def _named(occasion: Occasion, statement: str) -> Occasion:
    """The occasion with the terms by which it is told apart from others."""
    part = occasion.words or statement
    return replace(
        occasion,
        names=naming_terms(part),
        kinds=event_terms(part) or event_terms(statement),
        scope=scope_of(statement) if occasion.rule else None,
    )


def adds(text: str) -> bool:
    """Whether a text says that something comes in addition: "now on Thursdays too"."""
    return _ADDS.search(text) is not None


def needs_context(text: str, said_at: datetime) -> bool:
    """Whether a statement does not name what it is about: "Thursdays at 7", "it's on the 4th"."""
    plain = without_label(text.translate(PLAIN_MARKS))
    spans = day_spans(plain, said_at)
    begins_with_time = (
        bool(spans)
        and not plain[: spans[0].at].strip()
        and re.match(r"\W*(?:$|[,.;:(-]|(?:at|from|in|until|first|for)\b)", plain[len(spans[0].text) :])
        is not None
    )
    is_short = _PRONOUN.match(plain) is not None or begins_with_time
    return len(naming_terms(without_times(plain, spans))) < (_FEW_TERMS if is_short else 1)


def _routines(spans: Sequence[TimeSpan]) -> Iterator[_Routine]:
    """The recurrences on certain days; "fortnightly" or "every other week" beside one gives its interval."""
    every_other = any(span.rule == "FREQ=WEEKLY;INTERVAL=2" for span in spans)
    for span in spans:
        rule = span.rule
        if rule is None or not names_days(rule):
            continue
        if every_other and rule.startswith("FREQ=WEEKLY;BYDAY"):
            rule = rule.replace("FREQ=WEEKLY;", "FREQ=WEEKLY;INTERVAL=2;")
        yield _Routine(span, rule)


def _around(text: str, span: TimeSpan) -> tuple[str, str]:
    """The words of the clause before and after a time."""
    end = span.at + len(span.text.rstrip(" .,"))
    return _CLAUSE.split(text[: span.at])[-1], _CLAUSE.split(text[end:], maxsplit=1)[0]


def _limit(text: str, span: TimeSpan, said_at: datetime) -> tuple[datetime | None, datetime | None] | None:
    """The first day and the end that a time gives to a routine beside it; None if it is no limit."""
    before = text[max(0, span.at - 40) : span.at]
    if span.kind == "until" and span.end is not None:
        return None, span.end
    if span.start is None:
        return None
    if span.kind == "since":
        return span.start, None
    if span.kind != "date" or span.end is None:
        return None
    is_long = span.end - span.start > timedelta(days=2)
    if _BEGINS.search(before):
        return span.start, span.end if is_long and span.grain == "day" else None
    if _ENDS.search(before):
        return None, span.end
    if is_long and span.end > said_at and (_DURING.search(before) or span.text.lower().startswith("this")):
        return span.start, span.end
    return None


def _nearest(span: TimeSpan, routines: Sequence[_Routine]) -> _Routine:
    """The routine that a limit is about: the last one before it, or the first one after it."""
    before = [routine for routine in routines if routine.span.at < span.at]
    return before[-1] if before else routines[0]


def _is_planned_routine(text: str, span: TimeSpan) -> bool:
    before, after = _around(text, span)
    if re.fullmatch(r"(?:on )?weekends", span.text, re.IGNORECASE):
        return False  # some day of the weekend
    if _UNSURE.search(f"{before} {after}") or _NEGATED.search(before) or _FELT.search(before):
        return False
    return not (_CLOSED_BEFORE.search(before) or CLOSED_AFTER.match(after) or _OVER.match(after))


def _occasion(routine: _Routine, text: str, beside: str, said_at: datetime) -> Occasion:
    """The routine with the end that a number of weeks or of sessions gives."""
    last = routine.last
    if last is None and (count := _count_of(text) or _count_of(beside)):
        weeks = count * (2 if "INTERVAL=2" in routine.rule else 1)
        last = midnight(routine.first or said_at) + timedelta(weeks=weeks)
    return Occasion(start=routine.first, end=last, rule=routine.rule, words=_part_around(text, routine.span))


def _course(text: str, spans: Sequence[TimeSpan], beside: str, said_at: datetime) -> _Routine | None:
    """A course of some weeks that begins on a day: "lessons start on Saturday 10 October and run for 12 weeks"."""
    is_weekly = any(span.rule == "FREQ=WEEKLY" for span in spans) or _RESTARTS.search(text) is not None
    if not (is_weekly or _count_of(text) or _count_of(beside)):
        return None
    first = next(
        (
            s
            for s in spans
            if s.start
            and s.kind in ("date", "since")
            and s.grain in DAY_GRAINS
            and _BEGINS.search(text[: s.at])
        ),
        None,
    )
    if first is None or first.start is None or first.start <= said_at:
        return None
    return _Routine(first, weekly([first.start.weekday()]), first=midnight(first.start))


def _daily_course(text: str, said_at: datetime) -> Iterator[Occasion]:
    """What is done every day for a stated time: "one a day for ten days"."""
    length = _FOR_DAYS.search(text)
    if length is not None and _DAILY.search(text):
        yield Occasion(end=midnight(said_at) + length_of(length), rule="FREQ=DAILY", words=text)


def _part_around(text: str, span: TimeSpan) -> str:
    """The part of a statement that is about a time: of a list, its own item, or the last one before it that names something."""
    borders = [
        (m.start(), m.end())
        for m in _ITEM.finditer(text)
        if not span.at <= m.start() < span.at + len(span.text)
    ]
    start = max((end for _, end in borders if end <= span.at), default=0)
    stop = min((begin for begin, _ in borders if begin >= span.at), default=len(text))
    while True:
        part = text[start:stop]
        if start == 0 or naming_terms(part.replace(span.text, " ")):
            return part
        start = max((end for _, end in borders if end < start), default=0)


def _count_of(text: str) -> int | None:
    for match in _LENGTH.finditer(text):
        if _NO_LENGTH.search(text[: match.start()]) or _NOT_LENGTH_AFTER.match(text[match.end() :]):
            continue
        count = int(amount_of(match["n"].lower()).high)
        if count > 1:
            return count
    return None


def _single_days(text: str, spans: Sequence[TimeSpan], said_at: datetime) -> Iterator[Occasion]:
    seen = set[datetime]()
    deadline = deadline_in(text, said_at)
    if deadline is not None and deadline.start is not None:
        seen.add(midnight(deadline.start))
        yield Occasion(
            start=deadline.start, end=deadline.end, grain=deadline.grain, is_deadline=True, words=text
        )
    for span in spans:
        if (yearly := _yearly(text, span, said_at)) is not None:
            yield yearly
        elif (day := _planned(text, span, said_at)) is not None and midnight(day) not in seen:
            seen.add(midnight(day))
            yield Occasion(start=day, end=span.end, grain=span.grain, words=_part_around(text, span))


def _planned(text: str, span: TimeSpan, said_at: datetime) -> datetime | None:
    """The start of a day on which something is planned; None if the time is no such day."""
    before, after = _around(text, span)
    start = span.start
    is_begin = span.kind == "date" or (span.kind == "since" and _BEGINS.search(text[: span.at]) is not None)
    if span.kind == "until" and span.end is not None and _NOT_UNTIL.search(text[: span.at]):
        return midnight(span.end - timedelta(microseconds=1))
    if not is_begin or start is None or start <= said_at or span.grain not in DAY_GRAINS:
        return None
    is_long = span.end is not None and span.end - start > timedelta(days=2)
    if is_long and not re.search(r"\d|day\b", span.text):
        return None  # "the end of the month"
    if _OF_OTHERS.match(before) and not _WITH_SPEAKER.search(after):
        return None
    if (
        _UNSURE.search(before)
        or _NEGATED.search(before)
        or _CLOSED_BEFORE.search(before)
        or CLOSED_AFTER.match(after)
    ):
        return None
    return start


def _yearly(text: str, span: TimeSpan, said_at: datetime) -> Occasion | None:
    """A birthday or an anniversary, which comes again each year."""
    start = span.start
    if span.kind != "date" or start is None or span.end is None or span.grain not in DAY_GRAINS:
        return None
    before, after = _around(text, span)
    if span.end - start > timedelta(days=1) or _UNSURE.search(before):
        return None
    if not (_YEARLY_BEFORE.search(before) or _YEARLY_AFTER.match(after)):
        return None
    rule = f"FREQ=YEARLY;BYMONTH={start.month};BYMONTHDAY={start.day}"
    return Occasion(start=start if start > said_at else None, rule=rule, words=_part_around(text, span))
