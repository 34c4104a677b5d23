"""Chinese appointments: 产品会议改到周五了, 婚礼推迟到下个月, 我周三有个面试."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache

from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.relating.appointed import Appointment, first_day, is_ahead
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import word_set
from memgraph_core.language.zh.words import words_of

_BY = r"(?:了?[一两二三四半]个?(?:天|周|星期|礼拜|月)[，,])?"  # 顺延一周，改到
_MOVED = rf"(?:往前提|(?:往[后前])?(?:改期|改签|改|推迟|延期|延后|顺延|延|拖|挪|提前|调整|调|移|推后|推){_BY}(?:改|挪|推|调)?)"
_MEANWHILE = (
    r"(?:的?时间|日期?)?"
    r"(?:[，,]?(?:已经|现在|刚刚|刚|又|临时|被|要|都|就|只能|只好|不得不|给我们?|从原来的|由于[^，,]{1,10}))*"
)
_SETTLED = r"(?:选|排|约|订|定|敲定|锁定|安排|预约|报)"
_MENTIONED = (
    r"(?:我|我们)?(?:之前|上次|昨天|刚才)?(?:提到|提过|提起|说起|说过|说|讲过|讲)的?(?:那个|那场|那次)?"
)
_FROM = r"(?:(?:从|由)[^改推延挪提调移，,。]{1,12})?"
_TO = r"(?:到|至|成|为|在)了?(?P<to>[^，,。！!；;]{1,24})"
# A day after the new time of an event, which is more exact: 婚礼挪到国庆，10月4号下午三点.
_EXACT_DAY = re.compile(
    r"[，,]\s?(?:就)?(?P<day>[\d一二三四五六七八九十]{1,3}月[\d一二三四五六七八九十]{1,3}[日号]"
    r"[上中下早晚傍凌晨夜午里\d一二三四五六七八九十两点半钟时分:：]{0,8})(?=[，,。！!；;]|$)"
)
_UNSURE = re.compile(r"如果|要是|假如|希望|能不能|可不可以|可以[^，]{0,6}吗|建议|想|最好|会不会|是不是|万一")
_OWNED = re.compile(r"(?:^|(?<=[，,。！!；;：:“”]))(?P<owner>[\u4e00-\u9fffA-Za-z]{2,8})的$")
_OWNER_TAGS = frozenset(["n", "nz", "nw", "PER", "ORG", "eng", "x"])
# Groups to which the speaker belongs: their events are also mentioned without them.
_OWN_GROUPS = frozenset(
    ["公司", "学校", "单位", "部门", "团队", "医院", "班级", "小区", "项目", "学院", "大学"]
)
_COMMA = re.compile(r"[，,]")
_CORRECTS = re.compile(r"^\W*(?:其实|不对|更正|说错|错了|啊不|哦不|对不起)")
_OVER = re.compile(r"(?:就|要|会|将|也|都)*(?:停|取消|结束|不|没|退|完)")
_NOW = re.compile(r"现在|改|不是|另|重新|挪|推|延|提前")


def appointments_in(text: str, now: datetime) -> Iterator[Appointment]:
    """The events whose day a statement sets, changes or cancels, each once: by the first pattern that matches."""
    original, text = text, simplified(text)
    if not _heads().search(text):
        return
    spans: list[TimeSpan] | None = None
    read = set[str]()
    for kind, pattern in _patterns():
        for match in pattern.finditer(text):
            comma = _COMMA.search(text, match.end())
            if match["words"] in read or _UNSURE.search(text, 0, comma.start() if comma else len(text)):
                continue  # a wish in a later clause is not about the event
            if kind not in ("moved", "cancelled") and spans is None:
                spans = times_in(text, now, "zh")
            if found := _read(kind, match, text, spans or [], now):
                read.add(match["words"])
                yield replace(found, words=original[match.start("words") : match.end("words")])


def _read(
    kind: str, match: re.Match[str], text: str, spans: list[TimeSpan], now: datetime
) -> Appointment | None:
    words = match["words"]
    head = _head(words)
    event = Appointment(
        words=words, head=head, start=match.start("words"), owner=_owner(text, match.start("words"))
    )
    if kind == "cancelled":
        return replace(event, sort="cancelled")
    if kind == "moved":
        lead, exact = "将在", _EXACT_DAY.match(text, match.end())
        to = exact["day"] if exact else match["to"].rstrip("了啦吧呢哦啊")
        when = first_day(times_in(lead + to, now, "zh"), len(lead), 2)
        return replace(event, sort="moved", when=when) if when else None
    if kind == "new":
        when = next((s for s in spans if s.kind == "date" and s.at + len(s.text) == match.start()), None)
        return replace(event, when=when, is_new=True) if when and is_ahead(when, now) else None
    if kind == "day first":
        when = next(
            (s for s in spans if s.at == match.end("lead") and s.at + len(s.text) == match.start("as")), None
        )
    else:
        when = first_day(spans, match.end(), 0 if kind == "soon" else 1)
    if when is None or (kind in ("soon", "day first") and not is_ahead(when, now)):
        return None
    if kind == "soon" and _OVER.match(text, when.at + len(when.text)):
        return None
    is_moved = _NOW.search(match[0].replace(words, "")) or _CORRECTS.match(text)
    return replace(event, when=when, sort="moved" if is_moved else "stated")


def _owner(text: str, start: int) -> str | None:
    """Whose event it is, if the words before it say so: 北斗 in 北斗的上线. None for the speaker's own: 我的面试, 公司的年会."""
    owned = _OWNED.search(text, 0, start)
    if owned is None:
        return None
    owner = owned["owner"]
    words = words_of(text)
    inside = [word for word in words if word.start < owned.end("owner") and word.end > owned.start("owner")]
    is_noun = all(word.tag in _OWNER_TAGS for word in inside) and bool(inside)
    is_whole = is_noun and inside[0].start == owned.start("owner")
    return owner if is_whole and owner not in _OWN_GROUPS and owner not in kin_words("zh") else None


def _head(words: str) -> str:
    """The noun for the kind of event, without its modifiers: 会议 of 产品会议."""
    return next(
        (h for h in sorted(word_set("appointments_zh"), key=len, reverse=True) if words.endswith(h)), words
    )


@cache
def _heads() -> re.Pattern[str]:
    return re.compile("|".join(sorted(word_set("appointments_zh"), key=len, reverse=True)))


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    heads = "|".join(sorted(word_set("appointments_zh"), key=len, reverse=True))
    # The modifiers of an event are at most six characters between a border and the head, without verbs, times or pronouns.
    border = r"(?:(?<=[，,。！!；;：:的个场次把将有了加])|(?<![\u4e00-\u9fffA-Za-z0-9]))"
    no_part = (
        r"[的了在把从将有我你他她是要去和跟与到这那]|[上下本]?(?:周|星期|礼拜)[一二三四五六日天]|[明后昨今]天|\d"
        r"|其实|不过|但是?|对了|因为|所以|听说|结果|后来"
    )
    event = (
        rf"{border}(?:{_MENTIONED}|我们(?:组|部门|团队|公司)的?|我们的?|我们?俩的?|我的?|咱们?俩?的?|那个|这个|那场|这场|原定[^的，]{{0,8}}的)?"
        rf"(?P<words>(?:(?!{no_part})[\u4e00-\u9fffA-Za-z]){{0,6}}?(?:{heads})(?!{heads}))"
    )
    called_off = (
        r"(?:已经|又|也|都|现在|临时|最后|突然)*(?:被)?(?:取消|不办|不开|黄)了(?![^，,。！!；;吧啊呢呀哦嘛])"
    )
    is_on = (
        r"(?:的?(?:时间|日期))?(?:现在|其实|就|应该|已经)*"
        r"(?:改?是在?|改?定在|改?安排在|定于|定到|约的是|约[在到]|订在|预约在|排[在到]|放在|在|不是[^，,]{1,10}[，,]?(?:而)?是)"
    )
    meanwhile = r"(?:就|又|另|重新|被|给我?|我|暂时|先|已经|也|现在)*"
    soon = rf"(?:的?(?:时间|日期)|日)?{meanwhile}(?:{_SETTLED}(?:好|到|上|了|的|是|在|于|为)*|是)?"
    settled = rf"(?P<lead>(?:{_SETTLED}|改|挪|推|延|提前)(?:好|到|在|成|了|的|上)*)"
    have = r"(?:我们?|咱们|公司|学校|单位|班里|医院)?(?:还|也|又)?(?:约了|有|要开|开|要参加|要去|安排了|定了)(?:一?[个场次节])?"
    rows = (
        ("moved", rf"{event}{_MEANWHILE}{_FROM}(?:又|再|被|给)?{_MOVED}{_TO}"),
        ("moved", rf"(?:把|将){event}(?:的时间)?{_FROM}{_MOVED}{_TO}"),
        ("cancelled", rf"{event}{called_off}"),
        ("cancelled", rf"取消了{event}"),
        ("stated", rf"{event}{is_on}"),
        ("new", rf"{have}{event}"),
        ("soon", rf"{event}{soon}"),
        ("day first", rf"{settled}[^，,。！!；;]{{2,14}}?(?P<as>(?:的|去|做|考|参加)?(?P<words>{heads}))"),
    )
    return tuple((kind, re.compile(pattern)) for kind, pattern in rows)
