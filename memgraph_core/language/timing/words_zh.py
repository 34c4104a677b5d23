"""The Chinese words in time expressions: as parts of patterns, and their meanings.

All patterns are for simplified characters and half-width punctuation; `RuleInput.text` has this form. The lists were
written for this project.
"""

import re

from memgraph_core.language.timing.expressions import Clock
from memgraph_core.language.timing.intervals import Amount

_DIGITS = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "俩": 2}
_INEXACT = {"几": (2, 5), "好几": (3, 7), "数": (3, 7), "十几": (11, 19), "几十": (20, 90), "半": (0.5, 0.5)}
COUNT = r"(?:\d{1,3}(?:\.5)?|十几|几十|好几|几|数|半|[一二三四五六七八九]?百|[一二两三四五六七八九十]{1,3})"
SMALL = r"(?:\d{1,2}|[一二两三四五六七八九十]{1,3})"

YEARS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2, "大后年": 3}
YEAR = (
    r"(?:大前年|前年|去年|今年|明年|大后年|后年|(?<!\d)(?:19|20)\d{2}年|[一二][零〇一二三四五六七八九]{3}年"
    r"|(?<![\d第])(?:[012389]\d|[零〇][零〇一二三四五六七八九])年)"
)
STEPS = {"上上": -2, "上": -1, "这": 0, "本": 0, "当": 0, "下": 1, "下下": 2, "": 0}
STEP = r"(?:上上|上|这|本|下下|下)"
MONTH = r"(?:(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?![亮饼球饱薪经嫂光牙天租])份?)"
DAY = (
    r"(?:(?:3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|廿[一二三四五六七八九]|[一二三四五六七八九])[日号]"
    r"(?![楼线店门馆位码机选房室桌车厅口]|院(?!里)|会议室|教学楼|报告厅|宿舍|仓库))"
)
# A day directly after its month, without 号: 4月18. Not an amount: 五月三个人.
BARE_DAY = (
    r"(?:(?:3[01]|[12]\d|[1-9])(?![\d.:%]|\s?[a-z])|三十一?|二?十[一二三四五六七八九]?|二十|廿[一二三四五六七八九])"
    r"(?![日号一二三四五六七八九十百千万几多来个人天周年次岁块元点度斤米件名位家条只场节顿遍回份张部台套两口月小])"
)
WEEK = r"(?:周|星期|礼拜)"
WEEKDAYS = (
    {c: n for n, c in enumerate("一二三四五六")} | {"日": 6, "天": 6} | {str(n): n - 1 for n in range(1, 8)}
)
PARTS = {
    "凌晨": "dawn", "清晨": "morning", "早晨": "morning", "早上": "morning", "一早": "morning", "上午": "morning", "中午": "noon",
    "正午": "noon", "午后": "afternoon", "下午": "afternoon", "傍晚": "dusk", "晚上": "evening", "夜里": "late", "半夜": "late",
    "深夜": "late", "晚间": "evening", "早": "morning", "晚": "evening", "夜": "late", "晨": "morning",
}  # fmt: skip
PART = "(?:" + "|".join(sorted(PARTS, key=len, reverse=True)) + ")"
LONG_PART = "(?:" + "|".join(word for word in PARTS if len(word) > 1) + ")"
ABOUT = r"(?:差不多|快到?|将近|接近|大概|大约|约莫?)"  # before a time of day that is not exact
CLOCK = (
    rf"(?:{ABOUT}?{SMALL}[点时](?:半|[一三]刻|过{SMALL}分?|{SMALL}分|[0-5]?\d分?|[一二三四五]?十[一二三四五六七八九]?分?|整|钟|(?![间候而代刻尚机常光髦期效差分段装区]))"
    rf"|{ABOUT}?\d{{1,2}}:[0-5]\d)"
)
SEASONS = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
SEASON = r"(?:[春夏秋冬](?:天|季|日里))"

_UNITS = {
    "分钟": "minute", "小时": "hour", "钟头": "hour", "天": "day", "日": "day", "晚": "day", "周": "week", "星期": "week",
    "礼拜": "week", "周末": "weekend", "月": "month", "季度": "quarter", "年": "year",
}  # fmt: skip
_CLOCK = re.compile(rf"(?P<h>{SMALL})[点时](?:(?P<half>半)|(?P<quarter>[一三])刻|过?(?P<min>{SMALL})分?)?")
_AFTERNOON = ("下午", "午后", "傍晚", "晚上", "晚间", "晚", "夜", "夜里", "深夜", "半夜")
UNIT = r"(?:分钟|个?小时|个?钟头|天|日|晚|个?周末|个?星期|个?礼拜|个?周|个月|个?季度|年)"

HOLIDAYS = {
    "元旦": "new year", "新年": "new year", "春节": "spring festival", "大年初一": "spring festival", "过年": "spring festival",
    "除夕": "spring eve", "大年三十": "spring eve", "年三十": "spring eve", "元宵节": "lantern", "元宵": "lantern",
    "情人节": "valentine", "妇女节": "women", "愚人节": "fools", "清明节": "qingming", "清明": "qingming", "五一": "labour",
    "劳动节": "labour", "母亲节": "mother", "父亲节": "father", "六一": "children", "儿童节": "children", "端午节": "dragon boat",
    "端午": "dragon boat", "七夕节": "sevens", "七夕": "sevens", "教师节": "teachers", "中秋节": "moon", "中秋": "moon",
    "重阳节": "nines", "重阳": "nines", "国庆节": "national", "国庆": "national", "十一假期": "national", "万圣节": "halloween",
    "双十一": "singles", "双11": "singles", "感恩节": "thanksgiving", "平安夜": "christmas eve", "圣诞节": "christmas",
    "圣诞": "christmas", "复活节": "easter", "跨年夜": "new year eve",
}  # fmt: skip
HOLIDAY = "(?:" + "|".join(sorted(HOLIDAYS, key=len, reverse=True)) + ")"


def number_of(words: str) -> int:
    """A number in digits or Chinese characters (up to 999). Raises ValueError if the words are not a number."""
    if words.isdigit():
        return int(words)
    hundreds, hundred, rest = words.rpartition("百")
    total = 100 * (_digit(hundreds) if hundreds else 1) if hundred else 0
    rest = rest.removeprefix("零").replace("廿", "二十")
    tens, ten, ones = rest.partition("十")
    if not ten:
        return total + (_digit(tens) if tens else 0)
    return total + 10 * (_digit(tens) if tens else 1) + (_digit(ones) if ones else 0)


def amount_of(words: str, *, and_a_half: bool = False) -> Amount:
    """The amount for words such as 三, 十二, 半, 几 (two to five)."""
    low, high = (
        _INEXACT[words] if words in _INEXACT else (float(words) if "." in words else number_of(words),) * 2
    )
    half = 0.5 if and_a_half else 0
    return Amount(low + half, high + half)


def unit_of(words: str) -> str:
    """The unit in the terms of `intervals`."""
    return _UNITS[words.removeprefix("个")]


def year_of(words: str, now_year: int) -> int:
    """A year, in words relative to `now_year` (去年) or in two or four digits (2019年, 一九九八年)."""
    if words in YEARS:
        return now_year + YEARS[words]
    digits = int("".join(str(_DIGITS.get(c, c)) for c in words.removesuffix("年")))
    return digits if digits > 99 else digits + (2000 if digits < 70 else 1900)


def clock_of(words: str, part_of_day: str | None) -> Clock | None:
    """A time of day. The part of the day decides between morning and afternoon. None if the words are not a time."""
    words = re.sub(f"^{ABOUT}", "", words)
    is_of_day = words.startswith("0")  # of 24 hours: 06:30
    if ":" in words:
        hour, minute = (int(number) for number in words.split(":"))
    elif match := _CLOCK.match(words):
        hour = number_of(match["h"])
        minute = 30 if match["half"] else 15 * number_of(match["quarter"]) if match["quarter"] else 0
        minute = number_of(match["min"]) if match["min"] else minute
    else:
        return None
    if part_of_day in _AFTERNOON and hour < 12 and not (part_of_day in ("夜里", "深夜", "半夜") and hour < 6):
        hour += 12
    if part_of_day in ("中午", "正午") and hour < 4:
        hour += 12
    is_unambiguous = part_of_day is not None or hour > 12 or is_of_day
    return Clock(hour, minute, is_unambiguous) if hour <= 24 and minute < 60 else None


def _digit(character: str) -> int:
    if character not in _DIGITS:
        raise ValueError(f"no digit: {character!r}")
    return _DIGITS[character]
