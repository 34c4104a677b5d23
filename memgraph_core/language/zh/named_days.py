"""The days and recurring days of a Chinese text, with their offsets: 平时周六练琴 recurs, 这个月最后一个周五 is one day."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache

from memgraph_core.language.times import TimeSpan, day_span, overlaps, times_in
from memgraph_core.language.timing.intervals import midnight, nth_weekday, upcoming_weekday
from memgraph_core.language.timing.words_zh import SMALL, WEEK, WEEKDAYS, number_of
from memgraph_core.language.zh.change_words import BORDER, SENTENCE_END
from memgraph_core.records.recurrence import BYDAY, weekly

_NUMBERED = re.compile(r"(?P<d>\d{1,2}|[一二三四五六七八九十廿]{1,3})[号日]")
# Between two names of one day: 这周六（25号）.
_BESIDE = re.compile(r"\s?[（(，,、]?\s?(?:也?就?是)?\s?[（(]?")
_A_WEEK = re.compile(WEEK)
_WEEKDAY = re.compile(
    rf"(?<![上下这本个每逢隔])(?<![单双两]周)(?P<wd>{WEEK}[一二三四五六日天])(?:的)?(?:早上|上午|中午|下午|傍晚|晚上|夜里|[早晚])?"
)
_ALONE = re.compile(rf"{WEEK}[一二三四五六日天](?:的?(?:早上|上午|中午|下午|傍晚|晚上|夜里|早|晚).*)?")
_NTH = re.compile(
    rf"(?P<m>这个?月|本月|下个?月|{SMALL}月份?)的?(?P<n>第[一二三四五]|最后)一?个{WEEK}(?P<d>[一二三四五六日天])"
)
# Words of a statement by which its weekdays are those of every week.
_STANDING = re.compile(
    r"平时|固定|通常|向来|雷打不动|老规矩|惯例|(?:课程?|值班|排班|时间|作息)表|日常|日子|排班|报了|报上|开始[上学练]|(?<!不)都是(?=[的，,。；;！!\s]|$|周|星期|礼拜)"
    r"|(?:一|每)个?(?:周|星期|礼拜)[^，,。]{0,4}[次节回]"
)
_ONE_WEEK = re.compile(
    r"[这本下上]个?(?:周|星期|礼拜)|今[天晚早]|明[天晚早]|后天|\d[号日]|[约订]了|[车机门]?票|改|调[到成]|推迟|提前|临时|换[到成]|取消|延"
)
# Payments that come every month: 15号发工资.
_MONTHLY = re.compile(
    r"(?<![月\d一二三四五六七八九十])(?P<d>\d{1,2}|[一二三四五六七八九十廿]{1,3})[号日](?=[^，,。；;！!？?]{0,6}(?:发|交|还|扣|打|到账|缴|付|收)[^，,。；;！!？?]{0,4}"
    r"(?:工资|薪水|房租|租金|房贷|车贷|月供|贷款|信用卡|花呗|白条|退休金|养老金|生活费|抚养费|物业费|社保|公积金))"
)
_PAYDAY = re.compile(
    r"(?:发工资|发薪|还款|房租|房贷|信用卡|月供)日?(?:是|在|都是|定在)\s?(?P<d>\d{1,2})[号日]"
)
_ONE_MONTH = re.compile(r"[这本下上]个?月|今天|明天|后天|昨天|先|补|改|推|晚点|拖|押金|才|了(?=[，,。！!]|$)")
_ANNIVERSARY = re.compile(
    r"每年[^，,。；;]{0,4}(?:纪念日|周年|生日|忌日)|(?:纪念日|周年|生日|忌日)[^，,。；;]{0,6}每年"
)


# What a statement plans and what it leaves to its context are read one after the other.
@lru_cache(maxsize=64)
def day_spans(text: str, said_at: datetime, beside: str = "") -> tuple[TimeSpan, ...]:
    """The times of a text in simplified characters, as a text about plans names them. `beside` is other text of the turn."""
    spans = times_in(text, said_at, "zh")
    for more in (_nth_weekdays(text, said_at), _weekdays(text, said_at, spans)):
        spans = [span for span in spans if not overlaps(span, more)] + more
    spans = [*_one_name_a_day(text, sorted(spans, key=lambda span: span.at))]
    spans = _with_weekday(text, spans)
    if _STANDING.search(f"{text}\n{beside}"):
        spans = [_of_each_week(text, span) for span in spans]
    return tuple(_of_each_month(text, _of_each_year(text, span)) for span in spans)


def _nth_weekdays(text: str, said_at: datetime) -> list[TimeSpan]:
    """The days of 这个月最后一个周五."""
    found = list[TimeSpan]()
    for match in _NTH.finditer(text):
        month, year = said_at.month + match["m"].startswith("下"), said_at.year
        if number := re.match(SMALL, match["m"]):
            month = number_of(number[0])
            year += month < said_at.month
        year, month = year + (month > 12), (month - 1) % 12 + 1
        nth = -1 if match["n"] == "最后" else number_of(match["n"][1:])
        day = nth_weekday(said_at, year, month, WEEKDAYS[match["d"]], nth).start
        if day.month == month:  # a fifth one may be in the next month
            found.append(day_span(day, match[0], match.start()))
    return found


def _weekdays(text: str, said_at: datetime, spans: Sequence[TimeSpan]) -> list[TimeSpan]:
    """The weekdays that have been read as no day, or as a part of another time."""
    dated = [span for span in spans if span.kind != "duration"]
    found = list[TimeSpan]()
    for match in _WEEKDAY.finditer(text):
        day = upcoming_weekday(said_at, WEEKDAYS[match["wd"][-1]]).start
        span = day_span(day, match[0], match.start())
        if not overlaps(span, dated):
            found.append(span)
    return found


def _clause(text: str, span: TimeSpan, borders: str = BORDER) -> str:
    """The clause of a time, or the part between other borders."""
    end = span.at + len(span.text)
    return re.split(f"[{borders}]", text[: span.at])[-1] + span.text + re.split(f"[{borders}]", text[end:])[0]


def _with_weekday(text: str, spans: Sequence[TimeSpan]) -> list[TimeSpan]:
    """The times, with the weekday of a recurrence that names none: 隔一周来一次，都是周六."""
    weekly = next(
        (s for s in spans if (s.rule or "").startswith("FREQ=WEEKLY") and "BY" not in (s.rule or "")), None
    )
    days = [s for s in spans if _is_plain_weekday(s) and not _ONE_WEEK.search(_clause(text, s))]
    if weekly is None or not days:
        return list(spans)
    rule = f"{weekly.rule};BYDAY={','.join(BYDAY[s.start.weekday()] for s in days if s.start)}"
    return [replace(s, rule=rule) if s is weekly else s for s in spans if s not in days]


def _is_plain_weekday(span: TimeSpan) -> bool:
    return span.kind == "date" and span.start is not None and _ALONE.fullmatch(span.text) is not None


def _of_each_week(text: str, span: TimeSpan) -> TimeSpan:
    """A weekday of a statement about what is so every week."""
    if not _is_plain_weekday(span) or span.start is None or _ONE_WEEK.search(_clause(text, span)):
        return span
    return _recurring(span, weekly([span.start.weekday()]))


def _recurring(span: TimeSpan, rule: str) -> TimeSpan:
    """A day as the days of a rule."""
    return replace(span, start=None, end=None, grain="day", kind="recurring", rule=rule)


def _of_each_month(text: str, span: TimeSpan) -> TimeSpan:
    """The day of a payment that comes every month."""
    if span.kind != "date" or _ONE_MONTH.search(_clause(text, span, SENTENCE_END)):
        return span
    for pattern in (_MONTHLY, _PAYDAY):
        for match in pattern.finditer(text):
            if span.at <= match.start("d") < span.at + len(span.text) and "月" not in span.text:
                return _recurring(span, f"FREQ=MONTHLY;BYMONTHDAY={number_of(match['d'])}")
    return span


def _of_each_year(text: str, span: TimeSpan) -> TimeSpan:
    """The day of an anniversary: 2019年5月20号领的证，每年结婚纪念日."""
    start = span.start
    if span.kind != "date" or span.grain != "day" or start is None or not _ANNIVERSARY.search(text):
        return span
    return _recurring(span, f"FREQ=YEARLY;BYMONTH={start.month};BYMONTHDAY={start.day}")


def _one_name_a_day(text: str, spans: Sequence[TimeSpan]) -> Iterator[TimeSpan]:
    """The times. A weekday and a date that name one day are one: 周五8号, 这周六（25号）, 下周24号, 25号周五."""
    waiting: TimeSpan | None = None
    for span in spans:
        if waiting is not None and (day := _same_day(text, waiting, span)) is not None:
            waiting = day
            continue
        if waiting is not None:
            yield waiting
        waiting = span
    if waiting is not None:
        yield waiting


def _same_day(text: str, first: TimeSpan, second: TimeSpan) -> TimeSpan | None:
    """The one day that two neighbouring times name; None if they are different days."""
    gap = text[first.at + len(first.text) : second.at]
    if first.kind != "date" or second.kind != "date" or not _BESIDE.fullmatch(gap):
        return None
    numbered = [span for span in (first, second) if _NUMBERED.search(span.text)]
    other = second if numbered[:1] == [first] else first
    if len(numbered) != 1 or other.start is None or other.end is None or numbered[0].start is None:
        return None
    day = _NUMBERED.search(numbered[0].text)
    if day is None or not (_A_WEEK.search(other.text) or other.text[:2] in ("明天", "后天", "大后")):
        return None
    start = _with_number(number_of(day["d"]), numbered[0].start, other)
    if start is None:
        return None
    clock = next((s for s in (second, first) if s.grain == "minute" and s.start is not None), None)
    if clock is not None and clock.start is not None:
        start = start.replace(hour=clock.start.hour, minute=clock.start.minute)
    words = text[first.at : second.at + len(second.text)]
    end = start + (timedelta(minutes=1) if clock else timedelta(days=1))
    return replace(first, start=start, end=end, grain="minute" if clock else "day", text=words)


def _with_number(number: int, stated: datetime, other: TimeSpan) -> datetime | None:
    """The day with this number that fits a weekday or a week; None if there is none near."""
    if other.start is None or other.end is None:
        return None
    day = midnight(other.start)
    while day < other.end:
        if day.day == number:
            return day
        day += timedelta(days=1)
    is_weekday = other.end - other.start <= timedelta(days=1)
    if is_weekday and stated.weekday() == other.start.weekday():
        return midnight(stated)
    return None
