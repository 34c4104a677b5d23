"""Chinese statements that move or correct a date: 钢琴课改到周六下午两点, 生日是3月18号，不是3月8号."""

import re
from datetime import datetime

from memgraph_core.language.relating.date_changes import DateChange
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.traditional import simplified
from memgraph_core.language.zh.words import words_of

_MOVED = re.compile(
    r"(?P<subject>[^,，。；;!！?？:：]{0,24}?)(?:的?(?:时间|日期))?(?:已经|现在|又|临时|统一|都)?"
    r"(?:从[^,，。；]{1,14}?)?(?:改到|改成|改为|改在|改期到|挪到|移到|推迟到|推迟至|推到|提前到|延到|延后到|延期到|延期至|换到|换成|调到|调成|调整到|调整为)"
    r"(?:了)?(?P<to>[^,，。；;!！?？]{1,24})"
)
_CORRECTED = re.compile(
    r"(?:(?:我)?(?:记|说|搞|写|弄)错了?|更正(?:一下)?|纠正(?:一下)?|不对)[,，:：。!！]\s*(?P<subject>[^,，。；;!！?？]{1,24}?)(?:应该|其实)?(?:是|在|为)(?P<to>[^,，。；;!！?？]{1,24})"
)
_DENIED = re.compile(
    r"(?P<subject>[^,，。；;!！?？:：]{1,24}?)(?:应该|其实)?(?:是|在)(?P<to>[^,，。；;!！?？]{1,24})[,，]\s*(?:而)?不是(?P<former>[^,，。；;!！?？]{1,24})"
)
_DENIED_FIRST = re.compile(
    r"(?P<subject>[^,，。；;!！?？:：]{1,24}?)(?:其实)?不是(?P<former>[^,，。；;!！?？]{1,24})[,，]\s*(?:而)?(?:应该)?是(?P<to>[^,，。；;!！?？]{1,24})"
)
_CANCELLED = re.compile(
    r"(?:^|[,，。；;!！?？:：])(?P<subject>[^,，。；;!！?？:：]{1,16}?)(?:已经|又|也|都|现在|临时|最后|突然|被)*"
    r"(?:取消|不[去办开上打学练跑游跳]|[去办开上]不[成了])了(?![^,，。；;!！~]*[吧吗呢])"
    r"|取消了?(?P<object>[^,，。；;!！?？了]{2,16})"
)
_ONCE = re.compile(
    r"[这本下上](?:个)?(?:周|星期|礼拜|次|回)|今[天晚]|明[天晚]|后天|\d|[一二三四五六七八九十]+[号日月](?![程志])"
)
_CLOCK = re.compile(r"[\d一二两三四五六七八九十]+[点时:：][\d半一二三四五刻十]*分?")
_WEEKDAY = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天]")
_GENERAL = frozenset(
    [
        "时间",
        "日期",
        "安排",
        "课程",
        "事情",
        "计划",
        "项目",
        "活动",
        "已经",
        "现在",
        "以后",
        "其实",
        "应该",
        "顺延",
        "改期",
    ]
)
_HEADS = "课班"  # 钢琴课 is also 学钢琴
_CONTENT = frozenset(
    ["n", "nz", "nw", "vn", "v", "an", "a", "PER", "ORG", "LOC", "eng", "x", "nr", "ns", "nt", "*"]
)


def date_change_in(text: str, said_at: datetime) -> DateChange | None:
    """The change of a date that a Chinese text states; None for other texts."""
    plain = simplified(text)
    statement = plain.partition(": ")[2] or plain
    matches = (pattern.search(statement) for pattern in (_MOVED, _CORRECTED, _DENIED, _DENIED_FIRST))
    match = next(filter(None, matches), None)
    if match is None:
        return _cancellation(statement, said_at)
    if not (times := times_in(match["to"], said_at, "zh")):
        return None
    before = statement[: match.start()].rstrip("，, ")
    words = _words(match["subject"]) or _words(re.split(r"[。！？!?]", before)[-1])[:1]
    day = next((span for span in times if span.kind == "date"), None)
    is_moved = match.re is _MOVED
    denied = match.groupdict().get("former")
    former = next((span for span in times_in(denied or "", said_at, "zh") if span.kind == "date"), None)
    if denied is not None and former is None:
        return None
    place = _CLOCK.sub("", match["subject"] + match["to"])
    is_weekday = _WEEKDAY.search(match["to"]) is not None and not _ONCE.search(place)
    is_once = not is_moved or (day is not None and not is_weekday)
    if former is None and is_moved:
        former = _period(match["subject"], said_at)
    sort = "moved" if is_moved else "corrected"
    return DateChange(words=words, sort=sort, day=day, former=former, is_once=is_once)


def _cancellation(statement: str, said_at: datetime) -> DateChange | None:
    """The plan, the event or the occasion that a text cancels: 这周的瑜伽课取消了, 厦门去不了了."""
    match = _CANCELLED.search(statement)
    if match is None or not (words := _words(match["subject"] or match["object"])):
        return None
    former = _period(match["subject"] or match["object"], said_at)
    return DateChange(
        words=words, sort="cancelled", former=former, is_once=former is not None or "取消" in match[0]
    )


def _period(subject: str, said_at: datetime) -> TimeSpan | None:
    """The day or the week that the words for a thing have: 这周 of 这周的瑜伽课."""
    return next((span for span in times_in(subject, said_at, "zh") if span.kind == "date"), None)


def _words(subject: str) -> tuple[str, ...]:
    """The words that name the thing: 糯米 and 钢琴 of 糯米的钢琴课."""
    found = [word.text for word in words_of(subject) if word.tag in _CONTENT and word.text not in _GENERAL]
    found = [word[:-1] if len(word) > 2 and word[-1] in _HEADS else word for word in found]
    return tuple(word for word in found if len(word) > 1)
