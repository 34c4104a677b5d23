"""Chinese dates: days, weeks, weekdays, months, years, seasons and holidays, with the time of day that follows."""

import re
from collections.abc import Callable
from datetime import datetime

from memgraph_core.language.timing.expressions import (
    Meaning,
    Rule,
    RuleInput,
    date_meaning,
    group,
    minute_at,
    rule,
)
from memgraph_core.language.timing.holidays import holiday
from memgraph_core.language.timing.intervals import (
    Amount,
    Interval,
    date_of,
    day,
    half,
    month,
    part,
    rolling_interval,
    season,
    shifted,
    third,
    upcoming_weekday,
    week,
    weekday,
    weekend,
    year,
)
from memgraph_core.language.timing.numeric_dates import (
    days_numbered,
    days_of,
    last_or_next,
    nearest,
    numeric_rules,
)
from memgraph_core.language.timing.recurrences import recurring
from memgraph_core.language.timing.tenses import Tense
from memgraph_core.language.timing.words_zh import (
    BARE_DAY,
    CLOCK,
    COUNT,
    DAY,
    HOLIDAY,
    HOLIDAYS,
    MONTH,
    PART,
    PARTS,
    SEASON,
    SEASONS,
    STEP,
    STEPS,
    UNIT,
    WEEK,
    WEEKDAYS,
    YEAR,
    YEARS,
    amount_of,
    clock_of,
    number_of,
    unit_of,
    year_of,
)
from memgraph_core.records.recurrence import BYDAY

_DAYS = {"大前天": -3, "前天": -2, "前日": -2, "前晚": -2, "昨天": -1, "昨日": -1, "昨儿": -1, "昨": -1, "今天": 0, "今日": 0,
         "今儿": 0,
         "今": 0, "明天": 1, "明日": 1, "明儿": 1, "明": 1, "后天": 2, "大后天": 3}  # fmt: skip
_THIRDS = {
    "初": "early",
    "上旬": "early",
    "中旬": "mid",
    "中": "mid",
    "下旬": "late",
    "底": "late",
    "末": "late",
}
_NEAR_NEW_YEAR = 20  # days around the spring festival in which 初二 means the day after it
_REACH = 80  # characters around a date that are searched for another one
_LONG_AGO = 240  # days; if a month without a year is further back, the next such month is meant
_TAIL = rf"(?:的?(?P<p>{PART}))?(?:的?(?P<c>{CLOCK}))?"
# What a number with a point may count: 4.5斤.
_AMOUNT = (
    r"\s?(?:[元块万亿折分斤米倍度个公千厘毫克升小时天年月岁寸兆级星成号版]|以[上下]|左右|多|正常|高|低|和\d)"
)
_ASKS = re.compile(r"[^,，。；;！!]*[?？吗呢]")
_EVERY = re.compile(
    r"[^,，。；!！?？了们他她]{0,2}都(?:有|要|得|会|去|上|在|是)(?![^,，。；!！?？]*[过了])"
)  # after a weekday without a week
_NAMED_WEEK = re.compile(rf"(?P<s>{STEP})个?{WEEK}(?![末围到年岁])")
_SENTENCE_END = re.compile("[。!?\n]")
_FESTIVAL = re.compile("过年|春节|除夕|拜年|年夜饭")
_DATED = re.compile(rf"(?<!每年)(?P<m>{MONTH})(?P<d>{DAY}|{BARE_DAY})")
# If one of these words follows a holiday, it is not a date: they mean its customs, or the holiday in general.
_NO_HOLIDAY = r"(?!节|快乐|计划|是|的习俗|的由来|习俗|礼物|贺卡|树|歌|老人|帽|晚会|联欢|电影|档|要吃|吃|赏|传统|文化|最)"


def with_time_of_day(match: re.Match[str], found: Interval | None, confidence: float = 0.9) -> Meaning | None:
    """The day `found`, narrowed to the part of the day and the time of day that follow it. None if `found` is None."""
    if found is None:
        return None
    name, words = group(match, "p"), group(match, "c")
    if words and (clock := clock_of(words, name)):
        return date_meaning(minute_at(found.start, clock), confidence)
    return date_meaning(part(found.start, PARTS[name]) if name else found, confidence)


def _named_day(match: re.Match[str], source: RuleInput) -> Meaning | None:
    word = match["d"]
    found = day(source.now, _DAYS[word])
    if word == "前晚":
        found = part(found.start, "night")
    if word in ("昨", "今", "明") and match["p"] in ("晚", "夜") and not match["c"]:
        return date_meaning(part(found.start, "night" if word == "昨" else "evening"))
    return with_time_of_day(match, found)


def _date(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """A month or a day of it, in the stated year or in the nearest one."""
    now, words = source.now, match["y"]
    number = number_of(match["m"].rstrip("份").rstrip("月"))
    days = match["d"] and number_of(match["d"].rstrip("日号"))
    last = number_of(match["d2"].rstrip("日号")) if match["d2"] else days
    of_year = days_of(now, number, days, last) if days and last else _month_of(now, number, match["third"])
    if words:
        return with_time_of_day(match, of_year(year_of(words, now.year)))
    if not days and not _is_month(match, source):
        return None
    found = nearest(now, source.tense(match), of_year)
    if found is not None and (now - found.start).days > _LONG_AGO:  # 9月就上小学了, in a turn of May
        found = nearest(now, "future", of_year)
    return with_time_of_day(match, found, 0.85 if days else 0.75)


def _year(match: re.Match[str], source: RuleInput) -> Meaning | None:
    words = match["y"]
    if len(words) == 3 and words not in YEARS and not _is_year(match, source):
        return None
    return date_meaning(year(source.now, year_of(words, source.now.year)))


def _is_year(match: re.Match[str], source: RuleInput) -> bool:
    """Whether two digits and 年 are a year: at the beginning or after 在, 从, 到. Elsewhere they may be a duration."""
    before = source.text[: match.start()][-1:]
    return not before or before in "在从到自于是，,。 "


def _is_month(match: re.Match[str], source: RuleInput) -> bool:
    return (
        re.search(
            r"[一二三四五六七八九十两几\d个每]$", source.text[max(0, match.start() - 1) : match.start()]
        )
        is None
    )


def _month_of(now: datetime, number: int, words: str | None) -> Callable[[int], Interval]:
    def of_year(year_: int) -> Interval:
        whole = month(now, year_, number)
        return _part(whole, words) if words else whole

    return of_year


def _part(whole: Interval, words: str) -> Interval:
    """A part of a month or a year. The end of a year is its last month."""
    if whole.grain == "year" and words in ("底", "末"):
        return month(whole.start, whole.start.year, 12)
    return third(whole, _THIRDS[words])


def _part_of_year(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """A part of a year or a holiday of it: 去年夏天, 2019年底, 明年上半年, 今年春节."""
    now = source.now
    stated_year = year_of(match["y"], now.year)
    if words := match["s"]:
        return date_meaning(season(now, stated_year, SEASONS[words[0]]), 0.85)
    if words := match["h"]:
        return date_meaning(holiday(now, HOLIDAYS[words], stated_year) or year(now, stated_year), 0.8)
    if words := match["half"]:
        return date_meaning(half(year(now, stated_year), 1 if words in "上前" else 2))
    return date_meaning(_part(year(now, stated_year), match["third"]), 0.8)


def _relative_month(match: re.Match[str], source: RuleInput) -> Meaning | None:
    now = source.now
    whole = month(now, now.year, now.month + STEPS[match["s"]])
    if match["d"]:
        return with_time_of_day(
            match, date_of(now, whole.start.year, whole.start.month, number_of(match["d"][:-1]))
        )
    return date_meaning(_part(whole, match["third"]) if match["third"] else whole)


def _weekday(match: re.Match[str], source: RuleInput) -> Meaning | None:
    now, step, word = source.now, match["s"], match["d"]
    tense = None if step else source.tense(match)
    if word == "末":
        if not step and not _is_weekend(match, source, tense):
            is_habit = tense in (None, "habit") and not _ASKS.match(source.text, match.end())
            return recurring("WEEKLY;BYDAY=SA,SU", "day") if is_habit else None
        return with_time_of_day(match, _weekend(now, STEPS[step or ""], tense), 0.9 if step else 0.6)
    number = WEEKDAYS[word]
    if step:
        return with_time_of_day(match, day(week(now, STEPS[step]).start, number))
    if _is_name(match, source):
        return None
    is_last = source.text[: match.start()].endswith(("到", "至", "-"))
    if not is_last and (
        tense == "habit" or _EVERY.match(source.text, match.end())
    ):  # 周三晚上固定打球; 周三都有课
        return recurring(f"WEEKLY;BYDAY={BYDAY[number]}", "day")
    if tense != "past" and (named := _named_week(match, source)) is not None:
        return with_time_of_day(match, day(week(now, named).start, number))
    found = weekday(now, number, -1) if tense == "past" else upcoming_weekday(now, number)
    return with_time_of_day(match, found, 0.75 if tense else 0.5)


def _named_week(match: re.Match[str], source: RuleInput) -> int | None:
    """The week that the sentence names before a weekday, in weeks from now: 下周事多，周三面试."""
    before = _SENTENCE_END.split(source.text[max(0, match.start() - _REACH) : match.start()])[-1]
    named = list(_NAMED_WEEK.finditer(before))
    return STEPS[named[-1]["s"]] if named and named[-1]["s"].startswith("下") else None


def _is_weekend(match: re.Match[str], source: RuleInput, tense: Tense | None) -> bool:
    """Whether 周末 without 这 or 下 means one weekend. It does not in "at weekends it is full"."""
    after = source.text[match.end() : match.end() + 3]
    if re.match(r"的时候|都|人|一般|也|来|最|总", after):
        return False
    return tense == "past" or (tense == "future" and bool(re.match(r"[我咱你要打想去一计准有会见再]", after)))


def _weekend(now: datetime, step: int, tense: Tense | None) -> Interval:
    return weekend(now, -1 if tense == "past" and now.weekday() < 5 else step)


def _is_name(match: re.Match[str], source: RuleInput) -> bool:
    """Whether 周 is a surname, as in 周一鸣 and 周五福, and not part of a weekday."""
    if not match[0].startswith("周"):
        return False
    before, after = (
        source.text[max(0, match.start() - 1) : match.start()],
        source.text[match.end() : match.end() + 2],
    )
    introduced = before in ("叫", "姓", "是", "和", "跟")
    return bool(introduced and re.match(r"[一-鿿](?:$|[一-鿿]?[,，.。、])", after)) or bool(
        re.match(r"[鸣凡帆航平峰诺楠宁嘉围民杰轩]", after)
    )


def _week(match: re.Match[str], source: RuleInput) -> Meaning | None:
    return date_meaning(week(source.now, STEPS[match["s"]]))


def _decade(match: re.Match[str], source: RuleInput) -> Meaning | None:
    words = match["n"]
    number = int(words) if words.isdigit() else number_of(words)
    full = number + (1900 if number >= 30 or match["w"] else 2000)
    return date_meaning(year(source.now, full, 10), 0.8)


def _edge(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """月底, 年初: the end of this month, the beginning of this year."""
    now = source.now
    whole = month(now, now.year, now.month) if match["u"] == "月" else year(now, now.year)
    return date_meaning(_part(whole, match["third"]), 0.7)


def _half_year(match: re.Match[str], source: RuleInput) -> Meaning | None:
    now = source.now
    whole = year(now, now.year) if match["u"] == "年" else month(now, now.year, now.month)
    return date_meaning(half(whole, 1 if match["w"] in "上前" else 2), 0.8)


def _holiday(match: re.Match[str], source: RuleInput) -> Meaning | None:
    name, now, tense = HOLIDAYS[match["h"]], source.now, source.tense(match)
    if word := match["w"]:
        tense = "past" if word.startswith("上") else "future"
    elif tense == "habit" or (tense is None and match["then"] is None):
        return None
    found = nearest(now, tense if tense == "past" else "future", lambda y: holiday(now, name, y))
    return date_meaning(found, 0.6 if tense else 0.4)


def _new_year_day(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """初二, 大年初三: days of the spring festival, if it is near or named."""
    now = source.now
    number = number_of(match["n"])
    found = [
        interval for year_ in (-1, 0, 1) if (interval := holiday(now, "spring festival", now.year + year_))
    ]
    festival = min(found, key=lambda interval: abs(interval.start - now), default=None)
    is_named = match["w"] or _FESTIVAL.search(
        source.text, max(0, match.start() - _REACH), match.end() + _REACH
    )
    if festival is None or not (is_named or abs((festival.start - now).days) <= _NEAR_NEW_YEAR):
        return None
    return date_meaning(day(festival.start, number - 1), 0.7)


def _day_of_month(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """A day of the month that the text names before it (4月18，顺延到19号), else of the month before or after today."""
    number, now, tense = number_of(match["d"][:-1]), source.now, source.tense(match)
    if (named := list(_DATED.finditer(source.text, max(0, match.start() - _REACH), match.start()))) and (
        number > number_of(named[-1]["d"].rstrip("日号"))
    ):
        of_year = days_of(now, number_of(named[-1]["m"].rstrip("份").rstrip("月")), number, number)
        return with_time_of_day(match, nearest(now, tense, of_year), 0.7)
    return with_time_of_day(match, last_or_next(days_numbered(number, now, (-1, 0, 1)), now, tense), 0.6)


def _short_date(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """5.22, 5/22: a month and a day in digits."""
    number = int(match["d"])
    of_year = days_of(source.now, int(match["m"]), number, number)
    return with_time_of_day(match, nearest(source.now, source.tense(match), of_year), 0.7)


def _days_of_month(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """20-22号: the days from one to the other, in the month of the last one."""
    last = _day_of_month(match, source)
    if last is None or last.interval is None:
        return None
    first = last.interval.start.replace(day=number_of(match["a"]))
    is_range = first < last.interval.start
    return date_meaning(Interval(first, last.interval.end, "day"), 0.6) if is_range else None


def _ago(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """A time that is some units away: 三个月前, 两周后.

    None for "three days later" in a past clause, which is relative to an unknown day.
    """
    unit, words, past = unit_of(match["u"]), match["n"], match["w"].endswith("前")
    amount = amount_of(words, and_a_half=bool(match["half"]))
    if match["half_month"]:
        amount = Amount(amount.low + 0.5, amount.high + 0.5)
    if not past and source.tense(match) == "past":
        return None
    sign = -1 if past else 1
    amount = Amount(sign * amount.low, sign * amount.high)
    found = shifted(source.now, unit, amount)
    return date_meaning(found, 0.85 if amount.is_exact else 0.5)


def _stretch(match: re.Match[str], source: RuleInput) -> Meaning | None:
    amount, unit = amount_of(match["n"]), unit_of(match["u"])
    sign = 1 if match["w"] in ("未来", "接下来", "今后", "往后") else -1
    return date_meaning(
        rolling_interval(source.now, unit, sign * amount.high), 0.6 if amount.is_exact else 0.4
    )


_AGO = r"(?:之前|以前|前|之后|以后|过后|后)(?![面边门者任妻夫台人卫辈排])"
DATE_RULES: list[Rule] = [
    *numeric_rules(),
    rule(
        rf"(?<![第每\d])(?<![\d一二三四五六七八九十]月)(?P<n>{COUNT})(?P<half_month>个半(?=月))?(?P<u>{UNIT}|(?<=个半)月)(?P<half>半)?[多来]?(?:左右)?(?P<w>{_AGO})",
        _ago,
        "前后",
    ),
    rule(
        rf"(?P<w>过去|最近|近|未来|接下来|今后|往后)的?这?(?P<n>{COUNT})(?P<u>{UNIT})(?!前|后|之)", _stretch, "过近未接今往"
    ),
    rule(
        rf"(?<![每第])(?P<y>{YEAR})的?(?:(?P<s>{SEASON})|(?P<h>{HOLIDAY})|(?P<half>[上下前后])半年|年?(?P<third>初(?![一二三四五六七八九十中])|中(?![国间学心风奖考毒标])|底|末))",
        _part_of_year,
        "年",
    ),
    rule(
        rf"(?<![每第])(?:(?P<y>{YEAR})的?)?(?<!每年)(?P<m>{MONTH})的?"
        rf"(?:(?P<d>{DAY}|{BARE_DAY})(?:[到至~-](?P<d2>{DAY}|{BARE_DAY}))?|(?P<third>初|中旬|上旬|下旬|底|末))?{_TAIL}",
        _date,
        "月",
    ),
    rule(rf"(?<![每第])(?P<y>{YEAR})(?!级|代|[一二三四五六]班)", _year, "年"),
    rule(
        rf"(?<!每)(?P<s>{STEP}|当)个?月的?(?:(?P<d>{DAY})|(?P<third>初(?![一二三四五六七八九十])|中旬|上旬|下旬|中|底|末))?{_TAIL}",
        _relative_month,
        "月",
    ),
    rule(
        rf"(?<![每隔])(?<!每个)(?P<s>{STEP})?[个一]?{WEEK}(?P<d>[一二三四五六日天末])(?![年岁次遍回级会度])(?:的?(?P<p>{PART}))?(?:的?(?P<c>{CLOCK}))?",
        _weekday,
        "周期拜",
    ),
    rule(rf"(?P<s>{STEP})一?个?{WEEK}(?![一二三四五六日天末围到年岁])", _week, "周期拜"),
    rule(
        rf"(?P<d>大前天|前天|前日|前晚|昨天|昨日|昨儿|今天|今日(?!头条)|今儿|明天|明日(?!方舟)|明儿|大后天|(?<!先天)后天(?!补|努力|培养|形成|因素|环境|的努力)"
        rf"|(?:昨|今|明)(?=晚|早|夜|晨)){_TAIL}",
        _named_day,
        "天日晚昨今明",
    ),
    rule(r"(?P<w>上个?世纪|20世纪|二十世纪)?(?P<n>[二三四五六七八九]十|[2-9]0)年代", _decade, "代"),
    rule(
        r"(?<![每一二两三四五六七八九十\d个大])(?P<u>[月年])(?P<third>底|初(?![一二三四五六七八九十中])|中旬|上旬|下旬|末)",
        _edge,
        "底初旬末",
    ),
    rule(r"(?P<w>[上下前后])半(?P<u>年|月)(?![前后以之])", _half_year, "半"),
    rule(
        rf"(?<!每年)(?<!每逢)(?<!不)(?<!祝你)(?<!喜欢)(?<!祝)(?P<w>上个|上次|下个|今年的?|这个|这次)?(?P<h>{HOLIDAY})(?P<then>期间|假期|那天|当天|的时候|前夕"
        rf"|(?=[我你他她咱前后去回放要不]))?{_NO_HOLIDAY}",
        _holiday,
        "".join(HOLIDAYS),
    ),
    rule(r"(?<![年月国高读念上升])(?P<w>大年|正月)?初(?P<n>[一二三四五六七八九十])(?![中二三年级班级])", _new_year_day, "初"),
    rule(
        rf"(?:^|(?<=[,。;!?:\s的在到从于是改约](?<![a-z]\s)))(?P<m>1[0-2]|[1-9])[./](?P<d>3[01]|[12]\d|0?[1-9])"
        rf"(?=[\u4e00-\u9fff\s])(?!{_AMOUNT}){_TAIL}",
        _short_date,
        "0",
    ),
    rule(rf"(?<![第\d.月])(?P<a>3[01]|[12]\d|[1-9])[-~到至](?P<d>{DAY})(?![个年月])", _days_of_month, "号日"),
    rule(
        rf"(?<![第一二三四五六七八九十\da-z月大小])(?P<d>{DAY}){_TAIL}(?<!日)(?![个年月])",
        _day_of_month,
        "号",
    ),
]  # fmt: skip
