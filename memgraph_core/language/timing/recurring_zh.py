"""Chinese time expressions that are not dates: recurrences, durations, vague expressions, and times of day."""

import re

from memgraph_core.language.timing.expressions import Meaning, Rule, RuleInput, group, rule
from memgraph_core.language.timing.intervals import GRAIN_OF_UNIT
from memgraph_core.language.timing.recurrences import (
    FREQUENCIES,
    on_workdays,
    ongoing_since,
    recurring,
    vague,
    yearly,
)
from memgraph_core.language.timing.words_zh import (
    CLOCK,
    COUNT,
    DAY,
    LONG_PART,
    MONTH,
    PART,
    PARTS,
    SMALL,
    UNIT,
    WEEK,
    WEEKDAYS,
    amount_of,
    clock_of,
    number_of,
    unit_of,
)
from memgraph_core.records.kinds import Grain
from memgraph_core.records.recurrence import BYDAY

_VAGUE: dict[str, tuple[int, int, Grain]] = {
    "过几天": (1, 14, "week"), "过两天": (1, 7, "week"), "过些天": (1, 21, "week"), "过阵子": (7, 90, "month"),
    "过一阵子": (7, 90, "month"), "过段时间": (7, 90, "month"), "过一段时间": (7, 90, "month"), "改天": (1, 30, "month"),
    "改日": (1, 30, "month"), "回头": (0, 14, "week"), "前几天": (-10, -1, "week"), "前两天": (-5, -1, "week"),
    "前些天": (-21, -2, "week"), "前些日子": (-60, -3, "month"), "前阵子": (-90, -7, "month"), "前一阵子": (-90, -7, "month"),
    "前段时间": (-90, -7, "month"), "前一段时间": (-90, -7, "month"), "前些时候": (-90, -7, "month"),
    "前几年": (-1825, -365, "year"),
    "前些年": (-3650, -730, "year"), "这几天": (-5, 3, "week"), "这两天": (-3, 2, "week"), "这几年": (-1825, 1, "year"),
    "这些年": (-3650, 1, "year"), "这阵子": (-60, 1, "month"), "这段时间": (-60, 1, "month"), "最近": (-60, 1, "month"),
    "近来": (-60, 1, "month"), "近日": (-14, 1, "week"), "近期": (-60, 60, "month"), "不久前": (-90, -1, "month"),
    "不久之前": (-90, -1, "month"), "很久以前": (-18250, -730, "year"), "很久之前": (-18250, -730, "year"),
    "好久以前": (-18250, -730, "year"), "以前": (-18250, 0, "year"), "从前": (-18250, 0, "year"), "曾经": (-18250, 0, "year"),
    "不久后": (0, 90, "month"), "不久之后": (0, 90, "month"), "将来": (0, 7300, "year"),
    "有朝一日": (0, 7300, "year"), "这些天": (-10, 1, "week"), "那阵子": (-730, -30, "year"),
}  # fmt: skip
_STILL = re.compile(r"(?:已经|都|一直|认识|结婚|工作|没|了)[^,，。；!?！？]{0,8}$")


def _nth_of_every(match: re.Match[str], source: RuleInput) -> Meaning | None:
    place = "-1" if match["n"] == "最后" else str(number_of(match["n"].removeprefix("第")))
    return recurring(f"MONTHLY;BYDAY={place}{BYDAY[WEEKDAYS[match['d']]]}", "day")


def _every(match: re.Match[str], source: RuleInput) -> Meaning | None:
    interval = _interval_of(match["n"], skips="隔" in match["every"])
    if words := match["wd"]:
        days = (
            "SA,SU"
            if "末" in words
            else ",".join(dict.fromkeys(BYDAY[WEEKDAYS[c]] for c in _WEEK.sub("", words) if c in WEEKDAYS))
        )
        return recurring(f"WEEKLY{interval};BYDAY={days}", "day")
    if words := match["md"]:
        return recurring(f"MONTHLY{interval};BYMONTHDAY={number_of(words[:-1])}", "day")
    if words := match["ym"]:
        month, day = number_of(words.rstrip("份").rstrip("月")), match["yd"]
        return yearly(month, number_of(day[:-1])) if day else recurring(f"YEARLY;BYMONTH={month}", "month")
    if match["work"]:
        return on_workdays()
    unit = match["u"]
    if unit is None:
        return recurring("WEEKLY;BYDAY=SA,SU" if "末" in match[0] else f"DAILY{interval}", "day")
    frequency, grain = FREQUENCIES[unit_of(unit)]
    return recurring(frequency + interval, grain)


def _interval_of(words: str | None, *, skips: bool) -> str:
    """The INTERVAL of an RRULE. 每两周, 隔周 and 隔两周 all mean every second week."""
    count = number_of(words) if words else 1
    if skips and count == 1:
        return ";INTERVAL=2"
    return f";INTERVAL={count}" if count > 1 else ""


def _on_weekdays(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """周二、周四 without 每 as a recurrence. In a past or future clause they are single days; then None."""
    if source.tense(match) in ("past", "future"):
        return None
    around = (
        _CLAUSE_AFTER.split(source.text[: match.start()])[-1]
        + _CLAUSE_AFTER.split(source.text[match.end() :])[0]
    )
    if around and _WEEK.search(match["wd"]) and not _COURSE.search(around):
        return None  # 周三周四我上夜班: perhaps only once
    days = dict.fromkeys(BYDAY[WEEKDAYS[c]] for c in _WEEK.sub("", match["wd"]) if c in WEEKDAYS)
    return recurring(f"WEEKLY;BYDAY={','.join(days)}", "day")


def _workdays(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """周一到周五 as a recurrence. A past or future clause means the days of one week; then None."""
    return None if source.tense(match) in ("past", "future") else on_workdays()


def _daily(match: re.Match[str], source: RuleInput) -> Meaning | None:
    return recurring(
        {"天": "DAILY", "日": "DAILY", "夜": "DAILY", "周": "WEEKLY", "月": "MONTHLY", "年": "YEARLY"}[
            match[0][0]
        ],
        "day",
    )


def _times_a(match: re.Match[str], source: RuleInput) -> Meaning | None:
    frequency, grain = FREQUENCIES[unit_of(match["u"])]
    return recurring(frequency + _interval_of(match["n"], skips=False), grain)


def _lasting(match: re.Match[str], source: RuleInput) -> Meaning | None:
    """三年: a duration, or "since" if it still goes on: 住了三年了, 已经三年, 三年没见."""
    unit = unit_of(match["u"])
    if not _goes_on(match, source):
        return Meaning("duration", GRAIN_OF_UNIT[unit], confidence=0.8)
    amount = amount_of(match["n"], and_a_half=bool(match["half"] or match["half2"]))
    return ongoing_since(source, unit, amount.low, amount.is_exact)


# A state that is still to come: 还要休息两个星期.
_TO_COME = re.compile(
    r"(?:(?<![需重主只想])要(?![是求紧])|将|[我你他她它们还都就]得|打算|预计|准备(?!了))[^,，。；!?！？了过]*$"
)


def _goes_on(match: re.Match[str], source: RuleInput) -> bool:
    before, after = (
        source.text[max(0, match.start() - 14) : match.start()],
        source.text[match.end() : match.end() + 8],
    )
    if _TO_COME.search(before):
        return False
    if re.match(r"(?:以|之)?来", after) or re.match(r"(?:都|也)?没", after):
        return True
    if re.match(r"[^,，。；!?！？]{0,5}了(?:[,，。；!?！？吧啊呢]|$)", after):
        return bool(_STILL.search(before)) or after.startswith("了")
    return bool(re.search(r"已经[^,，。]{0,4}$", before))


def _vague(match: re.Match[str], source: RuleInput) -> Meaning | None:
    return vague(source, _VAGUE[match[0]])


def _clock(match: re.Match[str], source: RuleInput) -> Meaning | None:
    clock = clock_of(match["c"], group(match, "p"))
    return clock and Meaning("date", "minute", clock=clock)


def _part(match: re.Match[str], source: RuleInput) -> Meaning | None:
    return Meaning("date", "day", part=PARTS[match["p"]])


# A further weekday of a list: 周二、周四, 周一三五. Not the hour or the number of times: 周二三点, 每周一两次.
_AND_DAY = rf"(?:[、和跟/]\s?(?:每?个?{WEEK})?|每?个?{WEEK})?(?:一(?!早)|[二三四五六日天])(?![点时刻起次遍回个月年些样])"
_ORDINARY = rf"(?P<p>{PART})?(?:{CLOCK})?"
_WEEK = re.compile(WEEK)
_COURSE = re.compile("[课学练训队团]|固定|平时|一般|通常")
_CLAUSE_AFTER = re.compile("[,。;!?\n]")
RECURRING_RULES: list[Rule] = [
    rule(rf"每个?月的?(?P<n>第[一二三四]|最后)一?个(?:{WEEK})(?P<d>[一二三四五六日天])", _nth_of_every, "每"),
    rule(
        rf"(?<![每隔])(?:一|每|(?P<n>{SMALL})(?=[^,，。；！？]{{1,3}}一次))个?(?P<u>天|{WEEK}|月|年|季度)[^,，。；！？]{{0,6}}?(?:{SMALL}|几|好几|半)"
        r"(?:[次遍回趟片粒颗袋针包杯顿勺克滴]|毫[克升]|mg|ml)",
        _times_a,
        "次遍回趟片粒颗袋针包杯顿勺克升滴mg",
    ),
    rule(
        rf"(?P<every>每隔|每逢|每|隔|逢)(?:个|一个)?(?P<n>{SMALL}(?!{WEEK}[一二三四五六日天末]))?个?(?:{WEEK}的?(?:{WEEK})?(?P<wd>末|[一二三四五六日天](?:{_AND_DAY}|,(?:{WEEK})?[一二三四五六日天](?![点时]))*)(?![次遍回个])"
        rf"|月(?:的)?(?P<md>{DAY})|年(?:的)?(?P<ym>{MONTH})(?P<yd>{DAY})?|(?P<work>工作日)|(?P<u>分钟|小时|天|日|{WEEK}|月|年|季度|晚)"
        rf"|(?:{LONG_PART}|早|晚|夜))(?:的)?{_ORDINARY}",
        _every,
        "每隔逢",
    ),
    rule(
        rf"(?<![上下这本个]){WEEK}(?P<wd>[一二三四五六日天](?:{_AND_DAY})+)(?![次遍回个])(?:的)?{_ORDINARY}",
        _on_weekdays,
        "周期拜",
    ),
    rule(rf"(?<![上下这本]){WEEK}一(?:到|至|-|~)(?:{WEEK})?五", _workdays, "五"),
    rule(r"(?:天天|日日|夜夜|周周|月月|年年)(?=[都在要去早晚跑吃看上喝加熬练写学玩打给跟和来做])", _daily, "天日夜周月年"),
]  # fmt: skip
LENGTH_RULES: list[Rule] = [
    rule(
        rf"(?<![第每前后上下这那])(?<!年龄)(?P<n>{COUNT})(?P<half2>个半(?=月))?(?P<u>{UNIT}|(?<=个半)月)(?P<half>半)?多?(?![前后级代份]|到晚)(?!以[前后上下])"
        r"(?!之[前后])(?![一二三四五六七八九十\d]月)",
        _lasting,
        "分小钟天日晚周星礼月季年",
    ),
]
VAGUE_RULES: list[Rule] = [
    rule(
        "(?<![0-9一二两三四五六七八九十个天年月周])(?:"
        + "|".join(sorted(_VAGUE, key=len, reverse=True))
        + ")",
        _vague,
        "过改回前这最近不很好以从曾将未有那",
    ),
]
CLOCK_RULES: list[Rule] = [
    rule(rf"(?P<p>{PART})的?(?P<c>{CLOCK})", _clock, "点时0"),
    rule(r"(?<![\w:.$/-])(?P<c>\d{1,2}:[0-5]\d)(?![\w:%]|[./-]\d)", _clock, "0"),
    rule(rf"(?<=[到至~-])(?P<c>{CLOCK})", _clock, "到至~-"),
    rule(rf"(?<![一-龥\d])(?P<c>{SMALL}点(?:半|钟|整|[一三]刻|{SMALL}分))", _clock, "点"),
    rule(rf"(?P<p>{LONG_PART})(?!好|安)", _part, "凌晨早上中正午后下傍晚夜半深间"),
]
