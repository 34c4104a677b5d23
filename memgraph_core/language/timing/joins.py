"""Join time expressions that belong together: a day and its time of day, the two ends of a range.

Also interpret the words around an expression: "since", "until", "two days after". The text between and around the
expressions decides. Only neighbouring expressions are joined, so the time is linear in the length of the text.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memgraph_core.language.pack import pack_of
from memgraph_core.language.timing import words_en as english
from memgraph_core.language.timing import words_zh as chinese
from memgraph_core.language.timing.expressions import Clock, Meaning, RuleInput, TimeExpression, minute_at
from memgraph_core.language.timing.intervals import (
    GRAINS,
    PARTS,
    Interval,
    day,
    minute,
    month,
    part,
    week,
    weekday,
    weekend,
)
from memgraph_core.language.timing.relative_en import shifted_day
from memgraph_core.language.timing.tenses import tense_near
from memgraph_core.records.kinds import DAY_GRAINS

_REACH = 40  # characters before or after an expression that are searched for words such as "since"
_GAP = 14  # maximal number of characters between two expressions that are joined
_CLOCK_GAP = re.compile(
    r",? ?(?:at |around |by |about |from |@ ?|的|在)?(?:about |around )?|,? ?(?:on |in )?(?:the )?"
)
_TO = re.compile(r" ?(?:-|~|to|until|till|through|thru|up to|到|至) ?(?:about |the )?")
_AND = re.compile(r" ?(?:and|和|与|跟) ?(?:the )?")
_BETWEEN = re.compile(r"(?:\bbetween|介于|在|[于从]) ?(?:the )?$")
_DIRECTION = re.compile(
    r"(?:(?P<since>\b(?:ever since|since|as of|as from|starting(?: from| in| on)?|beginning(?: in| on)?"
    r"|since (?:i|we|you|he|she|they|it) (?:\w{1,12} ){1,3}(?:back )?(?:in|on))|自从|自|打从|从)"
    r"|(?P<after>\b(?:after|following|later than|past))|(?P<before>\b(?:before|prior to|earlier than|not later than))"
    r"|(?P<until>\b(?:until|till|'til|til|up to|up until|through|by|no later than)|直到|截至|截止到?|截止))"
    r" ?(?:about |around |roughly |at least |sometime |eod |cob |end of day |the )?$",
    re.ASCII,
)
_AFTERWARDS = re.compile(
    r"(?P<since>(?:,? (?:on(?:wards?)?|forward))\b(?! [a-z0-9])|(?:以来|至今|到现在|到今天|起(?![床来点飞身步初码])))"
    r"|(?P<after>(?:之后|以后|过后|后(?![面边来天年期悔续半]))(?!的?第))|(?P<before>(?:之前|以前|前(?![面边天年期往去台辈半]))(?!的?第))|(?P<until>为止|止)",
    re.ASCII,
)
_OFFSET = re.compile(
    rf"(?:(?:(?P<n>{english.NUMBER}) (?P<u>{english.UNIT})s?|the (?P<v>very next day|day|week|weekend|month|year|night"
    rf"|morning|evening"
    rf"|{english.WEEKDAY})) (?P<w>after|before|following|prior to|from)|(?:the |that )?(?P<whole>week|weekend|night"
    rf"|morning|evening|month)"
    r" of) (?:the |my |our )?$",
    re.ASCII,
)
_OFFSET_ZH = re.compile(
    rf"(?:(?:之|以)?的?(?P<w>前|后)第?(?P<n>{chinese.COUNT})(?P<u>{chinese.UNIT})|的?(?P<w2>前|后|第二)(?P<u2>一?天|一?周|一?晚)"
    rf"|那(?P<whole>周|个?星期|个?月|个?周末))"
)


def join_expressions(source: RuleInput, expressions: Sequence[TimeExpression]) -> list[TimeExpression]:
    """The expressions after joining. Times and parts of the day whose day is unknown are left out."""
    found: list[TimeExpression] = []
    for expression in (each for each in expressions if each.meaning.part is None):
        if found and (pair := _join_pair(source, found[-1], expression)):
            found[-1] = pair
        else:
            found.append(expression)
    with_days = [dated for expression in found if (dated := _with_day(source, expression))]
    return _join_ranges(source, [_with_offset(source, expression) for expression in with_days])


def _join_ranges(source: RuleInput, expressions: Sequence[TimeExpression]) -> list[TimeExpression]:
    """The expressions, with ranges joined and directions ("since", "until") applied."""
    found: list[TimeExpression] = []
    is_range = False
    for expression in expressions:
        if (
            found and found[-1].end > expression.at
        ):  # it now includes words before it: "two days after Christmas"
            found.pop()
        both = _as_range(source, found[-1], expression) if found and not is_range else None
        if both:
            found[-1] = both
        else:
            if found and not is_range:
                found[-1] = _with_direction(source, found[-1])
            found.append(expression)
        is_range = both is not None
    if found and not is_range:
        found[-1] = _with_direction(source, found[-1])
    return found


def _join_pair(source: RuleInput, first: TimeExpression, second: TimeExpression) -> TimeExpression | None:
    """Two neighbours as one expression, None if they do not belong together.

    Joined are a day and a time of day, a minute and the end of its range, a recurrence and a time of day, a year and
    a month of it.
    """
    gap = source.text[first.end : second.at]
    first_meaning, second_meaning = first.meaning, second.meaning
    if len(gap) > _GAP:
        return None
    if first_meaning.clock is None and second_meaning.clock is None:
        return _month_of_year(source, first, second, gap)
    if first_meaning.clock and second_meaning.clock:
        return None
    clock, date = (
        (second_meaning.clock, first_meaning)
        if second_meaning.clock
        else (first_meaning.clock, second_meaning)
    )
    meaning = clock and _timed(date, clock, gap)
    return TimeExpression(first.at, second.end, meaning) if meaning else None


def _timed(date: Meaning, clock: Clock, gap: str) -> Meaning | None:
    """`date` with a time of day: a day becomes a minute of it, and a minute becomes a range that ends at that time."""
    if date.kind == "recurring" and _CLOCK_GAP.fullmatch(gap):
        by_hour_rule = f";BYHOUR={clock.likely_hour % 24}" + (
            f";BYMINUTE={clock.minute}" if clock.minute else ""
        )
        return replace(date, rule=f"{date.rule}{by_hour_rule}")
    interval = date.interval
    if date.kind != "date" or interval is None:
        return None
    if date.grain == "minute":
        return replace(date, interval=_until_clock(interval, clock)) if _TO.fullmatch(gap) else None
    if (
        date.grain != "day"
        or interval.end - interval.start > timedelta(days=1)
        or not _CLOCK_GAP.fullmatch(gap)
    ):
        return None
    return replace(date, grain="minute", interval=minute_at(interval.start, _in_part(clock, interval)))


def _until_clock(interval: Interval, clock: Clock) -> Interval:
    """The interval up to a time of day; "seven to nine": if seven is in the evening, nine is too."""
    end = minute_at(interval.start, clock).start
    while end <= interval.start:
        end += timedelta(hours=12)
    return Interval(interval.start, end, "minute")


def _month_of_year(
    source: RuleInput, first: TimeExpression, second: TimeExpression, gap: str
) -> TimeExpression | None:
    """A year and a month of it as one expression: "last year, in May"."""
    whole, month_interval = first.meaning.interval, second.meaning.interval
    if (
        whole is None
        or month_interval is None
        or (first.meaning.grain, second.meaning.grain) != ("year", "month")
    ):
        return None
    if gap not in (" in ", ", in ") or whole.end - whole.start > timedelta(days=366):
        return None
    if (
        second.meaning.kind != "date"
        or first.meaning.kind != "date"
        or month_interval.end - month_interval.start > timedelta(days=31)
    ):
        return None
    found = month(source.now, whole.start.year, month_interval.start.month)
    return TimeExpression(first.at, second.end, replace(second.meaning, interval=found))


def _in_part(clock: Clock, interval: Interval) -> Clock:
    """The time of day within a part of the day: "Friday evening at seven" is 19:00."""
    is_part = interval.end - interval.start < timedelta(days=1)
    if not is_part or clock.is_unambiguous:
        return clock
    later = 12 if interval.start.hour >= PARTS["noon"][0] and clock.hour < 12 else 0
    return Clock(clock.hour + later, clock.minute, is_unambiguous=True)


def _with_day(source: RuleInput, expression: TimeExpression) -> TimeExpression | None:
    """Any expression with a date, unchanged. A time of day without a day is the nearest one in the clause's tense.

    None if the time of day is ambiguous or if the clause is neither past nor future.
    """
    clock, now = expression.meaning.clock, source.now
    if clock is None:
        return expression
    tense = tense_near(source.text, expression.at, expression.end, pack_of(source.language).tenses)
    if not clock.is_unambiguous or tense not in ("past", "future"):
        return None
    found = minute_at(now, clock)
    if tense == "past" and found.start > now:
        found = minute_at(now - timedelta(days=1), clock)
    elif tense == "future" and found.end <= now:
        found = minute_at(now + timedelta(days=1), clock)
    return replace(expression, meaning=Meaning("date", "minute", found, 0.5))


def _as_range(source: RuleInput, first: TimeExpression, second: TimeExpression) -> TimeExpression | None:
    """From the first to the second: "from Monday to Friday", "between May and July", 三月到五月."""
    gap, first_meaning, second_meaning = source.text[first.end : second.at], first.meaning, second.meaning
    if (
        len(gap) > _GAP
        or first_meaning.kind != "date"
        or second_meaning.kind != "date"
        or first_meaning.interval is None
        or second_meaning.interval is None
    ):
        return None
    before = source.text[max(0, first.at - _REACH) : first.at]
    after = source.text[second.end : second.end + 4]
    if not (_TO.fullmatch(gap) or (_AND.fullmatch(gap) and (_BETWEEN.search(before) or "之间" in after))):
        return None
    start, end = _in_order(
        source, first_meaning, second_meaning, first_meaning.interval, second_meaning.interval
    )
    if start.start >= end.end:
        return None
    grain = GRAINS[max(GRAINS.index(first_meaning.grain), GRAINS.index(second_meaning.grain))]
    whole = Interval(start.start, end.end, grain)
    return TimeExpression(
        first.at,
        second.end,
        Meaning("date", grain, whole, min(first_meaning.confidence, second_meaning.confidence)),
    )


def _in_order(
    source: RuleInput, first_meaning: Meaning, second_meaning: Meaning, first: Interval, last: Interval
) -> tuple[Interval, Interval]:
    """The two ends of a range, in order: "Thursday to Monday", "May 3 to June 5, 2019".

    An end that was interpreted in the wrong week or year is moved. A stated year counts for both ends.
    """
    if (
        first_meaning.confidence > second_meaning.confidence
        and second_meaning.grain in ("day", "month")
        and first.start.year != last.start.year
    ):
        years = first.start.year - last.start.year + (last.start.month < first.start.month)
        return first, Interval(_years_later(last.start, years), _years_later(last.end, years), last.grain)
    if first.start <= last.start:
        return first, last
    cycle = timedelta(days=7) if first.start - last.start < timedelta(days=7) else timedelta(days=365)
    if second_meaning.confidence > first_meaning.confidence and cycle.days > 7:
        years = first.start.year - last.start.year + (first.start.month > last.start.month)
        return Interval(_years_later(first.start, -years), _years_later(first.end, -years), first.grain), last
    if last.start + cycle > source.now >= first.start:
        return Interval(first.start - cycle, first.end - cycle, first.grain), last
    if cycle.days == 7:
        return first, Interval(last.start + cycle, last.end + cycle, last.grain)
    return first, Interval(_years_later(last.start, 1), _years_later(last.end, 1), last.grain)


def _years_later(moment: datetime, years: int) -> datetime:
    is_leap_day = (moment.month, moment.day) == (2, 29)
    return moment.replace(year=moment.year + years, day=28 if is_leap_day else moment.day)


def _with_offset(source: RuleInput, expression: TimeExpression) -> TimeExpression:
    """An expression with its offset: "two days after Christmas", "the week of May 5", 春节前三天."""
    interval = expression.meaning.interval
    if expression.meaning.kind != "date" or interval is None:
        return expression
    at, end, found = expression.at, expression.end, None
    if match := _OFFSET_ZH.match(source.text, expression.end, expression.end + _REACH):
        found, end = _offset_zh(match, interval), match.end()
    else:
        start = max(0, expression.at - _REACH)
        match = _OFFSET.search(source.text[start : expression.at])
        if match:
            found, at = _offset_en(match, interval), start + match.start()
    return (
        TimeExpression(at, end, replace(expression.meaning, grain=found.grain, interval=found))
        if found
        else expression
    )


def _offset_en(match: re.Match[str], interval: Interval) -> Interval | None:
    if match["whole"]:
        return _enclosing_unit(interval, match["whole"])
    sign = -1 if match["w"] in ("before", "prior to") else 1
    if match["n"]:
        unit, each = english.unit_of(match["u"])
        return _away(interval, unit, sign * each * english.amount_of(match["n"]).high)
    return None if match["w"] == "from" else _adjacent(interval, match["v"].removeprefix("very next "), sign)


def _offset_zh(match: re.Match[str], interval: Interval) -> Interval | None:
    if words := match["whole"]:
        return _enclosing_unit(interval, chinese.unit_of(words))
    if words := match["n"]:
        unit, count = chinese.unit_of(match["u"]), chinese.amount_of(words).high
        if interval.grain in ("year", "month"):  # 今年前三个月: the first three months
            return _first_or_last(interval, unit, count, match["w"] == "前")
        return _away(interval, unit, count if match["w"] == "后" else -count)
    unit = chinese.unit_of(match["u2"].removeprefix("一"))
    return _away(interval, unit, -1 if match["w2"] == "前" else 1)


def _enclosing_unit(interval: Interval, unit: str) -> Interval:
    if unit == "week":
        return week(interval.start)
    if unit == "weekend":
        return weekend(interval.start)
    if unit == "month":
        return month(interval.start, interval.start.year, interval.start.month)
    return part(interval.start, unit)


def _away(interval: Interval, unit: str, count: float) -> Interval:
    origin = interval.start if count < 0 or interval.grain in DAY_GRAINS else interval.end
    moment = shifted_day(origin, unit, count)
    return minute(moment) if unit in ("minute", "hour") else day(moment)


def _first_or_last(interval: Interval, unit: str, count: float, first: bool) -> Interval | None:
    if first:
        end = shifted_day(interval.start, unit, count)
        return Interval(interval.start, end, interval.grain) if end <= interval.end else None
    start = shifted_day(interval.end, unit, -count)
    return Interval(start, interval.end, interval.grain) if start >= interval.start else None


def _adjacent(interval: Interval, unit: str, sign: int) -> Interval:
    """The day, week, weekend or weekday directly before (−1) or after (1) an interval. A week is seven days."""
    edge = interval.start if sign < 0 else interval.end
    if unit == "week":
        return Interval(
            min(edge, edge + sign * timedelta(days=7)), max(edge, edge + sign * timedelta(days=7)), "week"
        )
    if unit == "weekend":
        saturday = weekday(edge, 5, -1) if sign < 0 else day(edge, (5 - edge.weekday()) % 7)
        return weekend(saturday.start)
    if unit in english.WEEKDAY_NUMBERS:
        number = english.WEEKDAY_NUMBERS[unit]
        return weekday(edge, number, -1) if sign < 0 else day(edge, (number - edge.weekday()) % 7)
    if unit in ("month", "year"):
        return _away(interval, unit, sign)
    adjacent_day = day(edge, -1) if sign < 0 else day(edge)
    return part(adjacent_day.start, unit) if unit in PARTS else adjacent_day


def _is_deadline(source: RuleInput, expression: TimeExpression, words: str) -> bool:
    """Whether 前 after a day, or after the end of a month or year, includes it: 周五前交, 年底前. Not in a past clause."""
    is_end = source.text[expression.end - 1] in "底末"
    if words != "前" or not (expression.meaning.grain == "day" or is_end):
        return False
    return tense_near(source.text, expression.at, expression.end, pack_of(source.language).tenses) != "past"


def _with_direction(source: RuleInput, expression: TimeExpression) -> TimeExpression:
    """An expression with its direction: "since", "after", "before" or "until"."""
    interval = expression.meaning.interval
    if expression.meaning.kind != "date" or interval is None:
        return expression
    before = _DIRECTION.search(source.text[max(0, expression.at - _REACH) : expression.at])
    after = _AFTERWARDS.match(source.text, expression.end, expression.end + _REACH)
    # The words after it are more exact than 从 before it: 从去年以后
    match = after or before
    if match is None:
        return expression
    direction = match.lastgroup
    if direction == "since":
        return replace(expression, meaning=replace(expression.meaning, kind="since"))
    if direction == "after":
        bound = Interval(interval.end, interval.end, interval.grain)
        return replace(
            expression, meaning=replace(expression.meaning, kind="since", interval=bound, confidence=0.6)
        )
    is_included = direction == "until" or _is_deadline(source, expression, match[0])
    end = interval.end if is_included else interval.start
    bound = Interval(end, end, interval.grain)
    return replace(
        expression, meaning=replace(expression.meaning, kind="until", interval=bound, confidence=0.7)
    )
