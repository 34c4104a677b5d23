"""Statements that move an event and leave out the month or the time, because it stays: "moved to the 23rd, same time"."""

import re

from memgraph_core.language.timing.words_zh import number_of

_NUMBER = r"[一二三四五六七八九十\d]{1,3}"
_BARE = re.compile(
    rf"(?:改期?|推迟?|挪|延期?|提前|调|换|移)(?:到|至|成|在)?了?\s?(?P<zh>{_NUMBER})[号日]"
    r"|\b(?:moved|pushed|shifted|changed|rescheduled|postponed|brought forward|put back)(?: \w+)? (?:to|until) the "
    r"(?P<en>\d{1,2})(?:st|nd|rd|th)\b(?! of)",
    re.IGNORECASE,
)
_SAME_TIME = re.compile(
    r"时间(?:还是)?(?:不变|照旧|没变|一样)"
    r"|(?:还是|仍然?是|照旧)(?:原来的时间|那个时间|那个点|[一二两三四五六七八九十\d]{1,2}点)|\bsame time\b",
    re.IGNORECASE,
)
_LAST_DAY = 31


def bare_day(text: str) -> int | None:
    """The day of the month to which a text moves something without naming the month: 23 of 家长会改到二十三号了."""
    found = _BARE.search(text)
    if found is None:
        return None
    try:
        number = number_of(found["en"] or found["zh"])
    except ValueError:  # 二一
        return None
    return number if 1 <= number <= _LAST_DAY else None


def keeps_time(text: str) -> bool:
    """Whether a text says that the time of day stays the same."""
    return _SAME_TIME.search(text) is not None
