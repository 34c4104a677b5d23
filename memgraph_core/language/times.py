"""Words for time → half-open intervals, seen from a moment.

A first set of rules for both languages: ISO and written dates, months and years, the relative days, weeks,
months and years that people use most, weekdays, and `N units ago / in N units`. Weeks begin on Monday;
"last week" is the calendar week before. What is vague (soon, recently, 过几天) gives nothing here.
"""

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from memgraph_core.language.calendar import MONTHS, WEEKDAYS
from memgraph_core.types import Grain

_MONTH = "|".join(sorted([*MONTHS, *(m[:3] for m in MONTHS), "sept"], key=len, reverse=True))
_NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "couple of": 2, "a couple of": 2,
}  # fmt: skip
_NUMBER = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_ZH_DIGITS = {c: n for n, c in enumerate("〇一二三四五六七八九十")} | {"两": 2, "零": 0}
_ZH_NUMBER = r"(?<![0-9])[0-9]{1,4}|[一二两三四五六七八九十]{1,3}"
_PAST = re.compile(
    r"\b(?:was|were|did|had|went|got|met|saw|came|took|made|bought|left|found|began|gave|wrote|spent|flew|held"
    r"|(?!need|feed|speed|seed|weed|bleed|breed|indeed|hundred|sacred|wicked|naked)[a-z]{2,14}ed)\b",
    re.IGNORECASE | re.ASCII,
)
_CLAUSE_END = re.compile(r"[.!?;\n]")
_CLAUSE = 200  # characters on either side of a time word that may hold its verb


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A half-open interval, how fine it is, and the words that gave it."""

    start: datetime
    end: datetime
    grain: Grain
    text: str


def times_in(text: str, now: datetime, language: str = "en") -> list[TimeSpan]:
    """The intervals that a text names, seen from `now`, in order of appearance.

    Overlapping readings are resolved in favour of the more exact rule, which stands first. A bare month or
    weekday is the last one in a clause with a past verb, else the next or the current one.
    """
    found: list[tuple[int, TimeSpan]] = []
    taken = bytearray(len(text))
    for pattern, read in _RULES[language]:
        for match in pattern.finditer(text):
            start, end = match.span()
            if start == end or any(taken[start:end]):
                continue
            if (span := _read(match, read, now, _clause(text, start, end))) is not None:
                found.append((start, span))
                taken[start:end] = b"\x01" * (end - start)
    return [span for _, span in sorted(found, key=lambda item: item[0])]


def range_of(spans: list[TimeSpan]) -> tuple[datetime | None, datetime | None]:
    """The interval from the first to the last of several; (None, None) for none."""
    if not spans:
        return None, None
    return min(s.start for s in spans), max(s.end for s in spans)


_Interval = tuple[datetime, datetime, Grain]
_Reader = Callable[[re.Match[str], datetime, str], _Interval | None]


def _read(match: re.Match[str], read: _Reader, now: datetime, text: str) -> TimeSpan | None:
    try:
        interval = read(match, now, text)
    except (ValueError, OverflowError):  # 31 February, year 0, ten thousand years ago
        return None
    return interval and TimeSpan(*interval, text=match[0])


def _clause(text: str, start: int, end: int) -> str:
    """The clause around a time word."""
    before = _CLAUSE_END.split(text[max(0, start - _CLAUSE) : start])[-1]
    after = _CLAUSE_END.split(text[end : end + _CLAUSE], maxsplit=1)[0]
    return before + text[start:end] + after


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _year(year: int, now: datetime) -> _Interval:
    first = _midnight(now).replace(year=year, month=1, day=1)
    return first, first.replace(year=year + 1), "year"


def _month(year: int, month: int, now: datetime) -> _Interval:
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    first = _midnight(now).replace(year=year, month=month, day=1)
    return first, first + timedelta(days=monthrange(year, month)[1]), "month"


def _day(day: datetime) -> _Interval:
    start = _midnight(day)
    return start, start + timedelta(days=1), "day"


def _week(day: datetime) -> _Interval:
    start = _midnight(day) - timedelta(days=day.weekday())
    return start, start + timedelta(days=7), "week"


def _weekend(day: datetime) -> _Interval:
    start = _midnight(day) + timedelta(days=5 - day.weekday())
    return start, start + timedelta(days=2), "day"


def _unit(now: datetime, unit: str, count: int) -> _Interval:
    """The day, week, month or year `count` of them away; a negative count is the past."""
    if unit in ("day", "天", "日"):
        return _day(now + timedelta(days=count))
    if unit in ("week", "周", "星期", "礼拜"):
        return _day(now + timedelta(weeks=count)) if abs(count) > 1 else _week(now + timedelta(weeks=count))
    if unit in ("month", "月"):
        return _month(now.year, now.month + count, now)
    return _year(now.year + count, now)


# English


def _en_number(word: str) -> int:
    return int(word) if word.isdigit() else _NUMBERS[word.lower()]


def _en_month_number(word: str) -> int:
    return next(n for n, m in enumerate(MONTHS, 1) if m.startswith(word.lower()[:3]))


def _iso(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    year, month, day = int(match["y"]), int(match["m"]), match["d"]
    if day is None:
        return _month(year, month, now) if 1 <= month <= 12 else None
    return _day(_midnight(now).replace(year=year, month=month, day=int(day)))


def _en_date(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    month, day = _en_month_number(match["m"]), int(match["d"])
    year = int(match["y"]) if match["y"] else _year_of_bare(now, month, text)
    return _day(_midnight(now).replace(year=year, month=month, day=day))


def _en_month_year(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    return _month(int(match["y"]), _en_month_number(match["m"]), now)


def _en_bare_month(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    if not match["m"][0].isupper():
        return None
    month, word = _en_month_number(match["m"]), match["p"].lower()
    if word == "last":
        return _month(now.year - (month >= now.month), month, now)
    if word == "next":
        return _month(now.year + (month <= now.month), month, now)
    return _month(_year_of_bare(now, month, text), month, now)


def _year_of_bare(now: datetime, month: int, text: str) -> int:
    """The year of a month without one: the past one after a past verb, else the nearest to come."""
    if _PAST.search(text):
        return now.year - (month > now.month)
    return now.year + (month < now.month - 6)


def _plain_year(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    return _year(int(match["y"]), now)


_EN_DAYS = {"today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0,
            "yesterday": -1, "last night": -1, "tomorrow": 1, "the day before yesterday": -2,
            "the day after tomorrow": 2}  # fmt: skip
_EN_STEP = {"last": -1, "this": 0, "next": 1}


def _en_named_day(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    return _day(now + timedelta(days=_EN_DAYS[" ".join(match[0].lower().split())]))


def _en_relative(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    step, what = _EN_STEP[match["s"].lower()], match["u"].lower()
    if what == "weekend":
        return _weekend(now + timedelta(weeks=step))
    if what in WEEKDAYS:
        return _day(_weekday(now, WEEKDAYS.index(what), step))
    if what in ("spring", "summer", "autumn", "fall", "winter"):
        return _season(now, what, step)
    return _unit(now, what, step)


def _weekday(now: datetime, weekday: int, step: int) -> datetime:
    """Last: the nearest one before today. This: of this week. Next: of next week."""
    if step < 0:
        return now - timedelta(days=(now.weekday() - weekday - 1) % 7 + 1)
    return now + timedelta(days=weekday - now.weekday() + 7 * step)


def _season(now: datetime, name: str, step: int) -> _Interval:
    """Three months, northern. The last one is the nearest that is over or under way."""
    first = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}[name]
    year = now.year + (step if step > 0 else 0)
    if step < 0 and (now.month < first + 3 or first == 12):
        year -= 1
    start = _month(year, first, now)[0]
    return start, _month(year, first + 2, now)[1], "month"


def _en_ago(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    return _unit(now, match["u"].lower(), -_en_number(match["n"]))


def _en_ahead(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    return _unit(now, match["u"].lower(), _en_number(match["n"]))


def _en_bare_weekday(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    weekday = WEEKDAYS.index(match["d"].lower())
    if _PAST.search(text):
        return _day(_weekday(now, weekday, -1))
    return _day(now + timedelta(days=(weekday - now.weekday()) % 7))


# Chinese


def _zh_number(word: str) -> int:
    if word.isdigit():
        return int(word)
    tens, ten, ones = word.partition("十")
    if len(tens) > 1 or len(ones) > 1 or "十" in ones:
        raise ValueError(f"no number: {word!r}")
    if not ten:
        return _ZH_DIGITS[tens]
    return (_ZH_DIGITS[tens] if tens else 1) * 10 + (_ZH_DIGITS[ones] if ones else 0)


_ZH_YEARS = {"前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
_ZH_DAYS = {"大前天": -3, "前天": -2, "昨天": -1, "昨晚": -1, "今天": 0, "今晚": 0, "今早": 0, "明天": 1,
            "明晚": 1, "后天": 2, "大后天": 3}  # fmt: skip
_ZH_STEP = {"上": -1, "这": 0, "本": 0, "下": 1, "上上": -2, "下下": 2}


def _zh_date(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    named: str = match["y"] or "今年"
    digits = "".join(str(_ZH_DIGITS.get(c, c)) for c in named.rstrip("年"))
    year = now.year + _ZH_YEARS[named] if named in _ZH_YEARS else int(digits)
    month, day = match["m"] and _zh_number(match["m"]), match["d"] and _zh_number(match["d"])
    if day and month:
        return _day(_midnight(now).replace(year=year, month=month, day=day))
    if month:
        return _month(year, month, now)
    return _year(year, now) if match["y"] else None


def _zh_named_day(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    return _day(now + timedelta(days=_ZH_DAYS[match[0]]))


def _zh_weekday(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    monday = _week(now)[0] + timedelta(weeks=_ZH_STEP[match["s"]] if match["s"] else 0)
    day = match["d"]
    if day == "末":
        return monday + timedelta(days=5), monday + timedelta(days=7), "day"
    if not day:
        return _week(monday) if match["s"] else None
    return _day(monday + timedelta(days=6 if day in "日天" else _ZH_DIGITS[day] - 1))


def _zh_relative_month(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    return _month(now.year, now.month + _ZH_STEP[match["s"]], now)


def _zh_ago(match: re.Match[str], now: datetime, text: str) -> _Interval | None:
    sign = -1 if match["w"] in ("前", "之前", "以前") else 1
    return _unit(now, match["u"], sign * _zh_number(match["n"]))


def _rules(flags: re.RegexFlag, *rules: tuple[str, _Reader]) -> list[tuple[re.Pattern[str], _Reader]]:
    return [(re.compile(pattern, flags), read) for pattern, read in rules]


_RULES: dict[str, list[tuple[re.Pattern[str], _Reader]]] = {
    "en": _rules(
        re.IGNORECASE | re.ASCII,  # else ſ and the Kelvin sign would count as s and k
        (r"\b(?P<y>\d{4})-(?P<m>\d{2})(?:-(?P<d>\d{2}))?\b", _iso),
        (rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m>{_MONTH})\b\.?,?(?: (?P<y>\d{{4}}))?", _en_date),
        (rf"\b(?P<m>{_MONTH})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (?P<y>\d{{4}}))?", _en_date),
        (rf"\b(?P<m>{_MONTH})\.?,? (?:of )?(?P<y>\d{{4}})\b", _en_month_year),
        (rf"\b(?:{'|'.join(sorted(_EN_DAYS, key=len, reverse=True))})\b", _en_named_day),
        (
            r"\b(?P<s>last|this|next) (?P<u>week(?:end)?|month|year|spring|summer|autumn|fall|winter"
            rf"|{'|'.join(WEEKDAYS)})\b",
            _en_relative,
        ),
        (rf"\b(?P<n>\d{{1,3}}|{_NUMBER}) (?P<u>day|week|month|year)s? (?:ago|back)\b", _en_ago),
        (rf"\bin (?P<n>\d{{1,3}}|{_NUMBER}) (?P<u>day|week|month|year)s?\b", _en_ahead),
        (rf"\b(?P<p>in|since|until|by|during|last|next|this|of) (?P<m>{_MONTH})\b", _en_bare_month),
        (rf"\bon (?P<d>{'|'.join(WEEKDAYS)})\b", _en_bare_weekday),
        (r"\b(?:in|since|until|by|during|of|from|year) (?P<y>(?:19|20)\d{2})\b", _plain_year),
    ),
    "zh": _rules(
        re.IGNORECASE,
        (r"(?P<y>\d{4})-(?P<m>\d{2})(?:-(?P<d>\d{2}))?", _iso),
        (
            r"(?<!每年)(?<!每)(?P<y>(?:\d{4}|[〇零一二三四五六七八九]{4})年|前年|去年|今年|明年|后年)?的?(?:(?P<m>\d{1,2}|[一二三四五六七八九十]{1,2})月"
            r"(?:份|(?P<d>\d{1,2}|[一二三四五六七八九十]{1,3})[日号])?)?",
            _zh_date,
        ),
        (rf"(?:{'|'.join(sorted(_ZH_DAYS, key=len, reverse=True))})", _zh_named_day),
        (
            r"(?<!每)(?<!每个)(?P<s>上上|下下|上|下|这|本)?个?(?:周|星期|礼拜)(?P<d>[一二三四五六日天末])?(?![年岁])",
            _zh_weekday,
        ),
        (r"(?P<s>上上|下下|上|下|这|本)个?月", _zh_relative_month),
        (rf"(?P<n>{_ZH_NUMBER})个?(?P<u>天|日|周|星期|礼拜|月|年)(?:之)?(?P<w>前|以前|后|以后)", _zh_ago),
    ),
}  # fmt: skip
