"""Readings that belong together: a day and its time, from one date to another, since and until, "two days after".

What stands between or beside the words decides. Each join is tried on neighbours only, so it takes linear time.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memgraph_core.language.pack import pack_of
from memgraph_core.language.timing import words_en as english
from memgraph_core.language.timing import words_zh as chinese
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
from memgraph_core.language.timing.pieces import Clock, Piece, Reading, Scene, on_the_clock
from memgraph_core.language.timing.relative_en import shifted_day
from memgraph_core.language.timing.tenses import tense_near

_REACH = 40  # characters beside a reading that may say how it is meant
_GAP = 14  # characters between two readings that belong together
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


def joined(scene: Scene, pieces: Sequence[Piece]) -> list[Piece]:
    """The readings, those put together that belong together; times of day without a day are left out."""
    found: list[Piece] = []
    for piece in pieces:
        if found and (both := _pair(scene, found[-1], piece)):
            found[-1] = both
        else:
            found.append(piece)
    alone = [day_told for piece in found if (day_told := _alone(scene, piece))]
    shown = [_offset(scene, piece) for piece in alone]
    return _ranges(scene, shown)


def _ranges(scene: Scene, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces with their directions, those put together that are the two ends of one stretch of time."""
    found: list[Piece] = []
    is_range = False
    for piece in pieces:
        if found and found[-1].end > piece.at:  # it has taken words before it in: "two days after Christmas"
            found.pop()
        both = _range(scene, found[-1], piece) if found and not is_range else None
        if both:
            found[-1] = both
        else:
            found[-1:] = [_directed(scene, one) for one in found[-1:] if not is_range] or found[-1:]
            found.append(piece)
        is_range = both is not None
    found[-1:] = [_directed(scene, one) for one in found[-1:] if not is_range] or found[-1:]
    return found


def _pair(scene: Scene, first: Piece, second: Piece) -> Piece | None:
    """A day and a time of day beside it; from one time of day to another; a recurrence and its time of day."""
    gap = scene.text[first.end : second.at]
    one, two = first.reading, second.reading
    if len(gap) > _GAP:
        return None
    if one.clock is None and two.clock is None:
        return _month_of_year(scene, first, second, gap)
    if one.clock and two.clock:
        return None
    clock, told = (two.clock, one) if two.clock else (one.clock, two)
    both = clock and _timed(told, clock, gap)
    return Piece(first.at, second.end, both) if both else None


def _timed(told: Reading, clock: Clock, gap: str) -> Reading | None:
    """A reading with the time of day beside it: of a day the minute, of a minute the time until then."""
    if told.kind == "recurring" and _CLOCK_GAP.fullmatch(gap):
        at = f";BYHOUR={clock.hour % 24}" + (f";BYMINUTE={clock.minute}" if clock.minute else "")
        return replace(told, rule=f"{told.rule}{at}")
    interval = told.interval
    if told.kind != "date" or interval is None:
        return None
    if told.grain == "minute":
        return replace(told, interval=_until_clock(interval, clock)) if _TO.fullmatch(gap) else None
    if (
        told.grain != "day"
        or interval.end - interval.start > timedelta(days=1)
        or not _CLOCK_GAP.fullmatch(gap)
    ):
        return None
    return replace(told, grain="minute", interval=on_the_clock(interval.start, _in_part(clock, interval)))


def _until_clock(interval: Interval, clock: Clock) -> Interval:
    """As in "from seven to nine": both in the evening, if the first is."""
    end = on_the_clock(interval.start, clock).start
    while end <= interval.start:
        end += timedelta(hours=12)
    return Interval(interval.start, end, "minute")


def _month_of_year(scene: Scene, first: Piece, second: Piece, gap: str) -> Piece | None:
    """As in "five years ago in April", "last year, in May"."""
    whole, told = first.reading.interval, second.reading.interval
    if whole is None or told is None or (first.reading.grain, second.reading.grain) != ("year", "month"):
        return None
    if gap not in (" in ", ", in ") or whole.end - whole.start > timedelta(days=366):
        return None
    if (
        second.reading.kind != "date"
        or first.reading.kind != "date"
        or told.end - told.start > timedelta(days=31)
    ):
        return None
    found = month(scene.now, whole.start.year, told.start.month)
    return Piece(first.at, second.end, replace(second.reading, interval=found))


def _in_part(clock: Clock, told: Interval) -> Clock:
    """As in "Friday evening at seven": nineteen hours."""
    is_part = told.end - told.start < timedelta(days=1)
    if not is_part or clock.is_sure:
        return clock
    later = 12 if told.start.hour >= PARTS["noon"][0] and clock.hour < 12 else 0
    return Clock(clock.hour + later, clock.minute, is_sure=True)


def _alone(scene: Scene, piece: Piece) -> Piece | None:
    """A time of day without a day is today's, if the clause has a tense and morning or afternoon is said."""
    clock, now = piece.reading.clock, scene.now
    if clock is None:
        return piece
    tense = tense_near(scene.text, piece.at, piece.end, pack_of(scene.language).tenses)
    if not clock.is_sure or tense not in ("past", "future"):
        return None
    found = on_the_clock(now, clock)
    if tense == "past" and found.start > now:
        found = on_the_clock(now - timedelta(days=1), clock)
    elif tense == "future" and found.end <= now:
        found = on_the_clock(now + timedelta(days=1), clock)
    return replace(piece, reading=Reading("date", "minute", found, 0.5))


def _range(scene: Scene, first: Piece, second: Piece) -> Piece | None:
    """From the first to the second: "from Monday to Friday", "between May and July", 三月到五月."""
    gap, one, two = scene.text[first.end : second.at], first.reading, second.reading
    if (
        len(gap) > _GAP
        or one.kind != "date"
        or two.kind != "date"
        or one.interval is None
        or two.interval is None
    ):
        return None
    before = scene.text[max(0, first.at - _REACH) : first.at]
    after = scene.text[second.end : second.end + 4]
    if not (_TO.fullmatch(gap) or (_AND.fullmatch(gap) and (_BETWEEN.search(before) or "之间" in after))):
        return None
    start, end = _in_order(scene, one, two, one.interval, two.interval)
    if start.start >= end.end:
        return None
    grain = GRAINS[max(GRAINS.index(one.grain), GRAINS.index(two.grain))]
    whole = Interval(start.start, end.end, grain)
    return Piece(first.at, second.end, Reading("date", grain, whole, min(one.confidence, two.confidence)))


def _in_order(
    scene: Scene, one: Reading, two: Reading, first: Interval, last: Interval
) -> tuple[Interval, Interval]:
    """What comes round again and was read too early or too late: "Thursday to Monday", "May 3 to June 5, 2019".

    A year that is said counts for both ends.
    """
    if (
        one.confidence > two.confidence
        and two.grain in ("day", "month")
        and first.start.year != last.start.year
    ):
        years = first.start.year - last.start.year + (last.start.month < first.start.month)
        return first, Interval(_years_later(last.start, years), _years_later(last.end, years), last.grain)
    if first.start <= last.start:
        return first, last
    turn = timedelta(days=7) if first.start - last.start < timedelta(days=7) else timedelta(days=365)
    if two.confidence > one.confidence and turn.days > 7:
        years = first.start.year - last.start.year + (first.start.month > last.start.month)
        return Interval(_years_later(first.start, -years), _years_later(first.end, -years), first.grain), last
    if last.start + turn > scene.now >= first.start:
        return Interval(first.start - turn, first.end - turn, first.grain), last
    if turn.days == 7:
        return first, Interval(last.start + turn, last.end + turn, last.grain)
    return first, Interval(_years_later(last.start, 1), _years_later(last.end, 1), last.grain)


def _years_later(moment: datetime, years: int) -> datetime:
    is_leap_day = (moment.month, moment.day) == (2, 29)
    return moment.replace(year=moment.year + years, day=28 if is_leap_day else moment.day)


def _offset(scene: Scene, piece: Piece) -> Piece:
    """As in "two days after Christmas", "the week of May 5", 春节前三天: the day or week so far from what was read."""
    interval = piece.reading.interval
    if piece.reading.kind != "date" or interval is None:
        return piece
    at, end, found = piece.at, piece.end, None
    if match := _OFFSET_ZH.match(scene.text, piece.end, piece.end + _REACH):
        found, end = _offset_zh(match, interval), match.end()
    else:
        start = max(0, piece.at - _REACH)
        match = _OFFSET.search(scene.text[start : piece.at])
        if match:
            found, at = _offset_en(match, interval), start + match.start()
    return Piece(at, end, replace(piece.reading, grain=found.grain, interval=found)) if found else piece


def _offset_en(match: re.Match[str], interval: Interval) -> Interval | None:
    if match["whole"]:
        return _whole(interval, match["whole"])
    sign = -1 if match["w"] in ("before", "prior to") else 1
    if match["n"]:
        unit, each = english.unit_of(match["u"])
        return _away(interval, unit, sign * each * english.amount_of(match["n"]).high)
    return None if match["w"] == "from" else _beside(interval, match["v"].removeprefix("very next "), sign)


def _offset_zh(match: re.Match[str], interval: Interval) -> Interval | None:
    if words := match["whole"]:
        return _whole(interval, chinese.unit_of(words))
    if words := match["n"]:
        unit, count = chinese.unit_of(match["u"]), chinese.amount_of(words).high
        if interval.grain in ("year", "month"):  # 今年前三个月: the first three
            return _edge(interval, unit, count, match["w"] == "前")
        return _away(interval, unit, count if match["w"] == "后" else -count)
    unit = chinese.unit_of(match["u2"].removeprefix("一"))
    return _away(interval, unit, -1 if match["w2"] == "前" else 1)


def _whole(interval: Interval, unit: str) -> Interval:
    if unit == "week":
        return week(interval.start)
    if unit == "weekend":
        return weekend(interval.start)
    if unit == "month":
        return month(interval.start, interval.start.year, interval.start.month)
    return part(interval.start, unit)


def _away(interval: Interval, unit: str, count: float) -> Interval:
    origin = interval.start if count < 0 or interval.grain in ("day", "hour", "minute") else interval.end
    there = shifted_day(origin, unit, count)
    return minute(there) if unit in ("minute", "hour") else day(there)


def _edge(interval: Interval, unit: str, count: float, first: bool) -> Interval | None:
    if first:
        end = shifted_day(interval.start, unit, count)
        return Interval(interval.start, end, interval.grain) if end <= interval.end else None
    start = shifted_day(interval.end, unit, -count)
    return Interval(start, interval.end, interval.grain) if start >= interval.start else None


def _beside(interval: Interval, unit: str, sign: int) -> Interval:
    """The day, week, weekend or weekday right before or after. A week is the seven days."""
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
    there = day(edge, -1) if sign < 0 else day(edge)
    return part(there.start, unit) if unit in PARTS else there


def _directed(scene: Scene, piece: Piece) -> Piece:
    """Since, after, before or until what was read."""
    interval = piece.reading.interval
    if piece.reading.kind != "date" or interval is None:
        return piece
    before = _DIRECTION.search(scene.text[max(0, piece.at - _REACH) : piece.at])
    after = _AFTERWARDS.match(scene.text, piece.end, piece.end + _REACH)
    # 从 says less than what follows: 从去年以后
    match = after or before
    if match is None:
        return piece
    way = match.lastgroup
    if way == "since":
        return replace(piece, reading=replace(piece.reading, kind="since"))
    if way == "after":
        later = Interval(interval.end, interval.end, interval.grain)
        return replace(piece, reading=replace(piece.reading, kind="since", interval=later, confidence=0.6))
    end = interval.start if way == "before" else interval.end
    sooner = Interval(end, end, interval.grain)
    return replace(piece, reading=replace(piece.reading, kind="until", interval=sooner, confidence=0.7))
