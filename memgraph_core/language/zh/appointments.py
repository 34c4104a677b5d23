"""Chinese appointments: 产品会议改到周五了, 婚礼推迟到下个月, 我周三有个面试."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from functools import cache

from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.relating.appointed import Appointment, Sort, first_day, is_ahead
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import word_set
from memgraph_core.language.zh.date_changes import changes_in, right_day
from memgraph_core.language.zh.event_owners import kin_at_start, owner_before
from memgraph_core.language.zh.words import words_of
from memgraph_core.records.kinds import DAY_GRAINS

_SETTLED = r"(?:选|挑|排|约|订|定|敲定|锁定|安排|预约|报)"
_MENTIONED = (
    r"(?:我|我们)?(?:之前|上次|昨天|刚才)?(?:提到|提过|提起|说起|说过|说|讲过|讲)的?(?:那个|那场|那次)?"
)
_UNSURE = re.compile(r"如果|要是|假如|希望|能不能|可不可以|可以[^，]{0,6}吗|建议|想|最好|会不会|是不是|万一")
_OWNED = re.compile(r"(?:^|(?<=[，,。！!；;：:“”]))(?P<owner>[\u4e00-\u9fffA-Za-z]{2,8})的$")
_OWNER_TAGS = frozenset(["n", "nz", "nw", "PER", "ORG", "eng", "x"])
# Groups to which the speaker belongs: their events are also mentioned without them.
_OWN_GROUPS = frozenset(
    ["公司", "学校", "单位", "部门", "团队", "医院", "班级", "小区", "项目", "学院", "大学"]
)
_OF_PARENTS = ("家长会",)  # events of children that are appointments of the speaker
# What may be before a day whose event is the speaker's: 今天来电话，让我. A clause without it may be about somebody else.
_DAY_LEAD = re.compile(
    r"(?:^|[。！!]\s?|(?:^|[，,。！!；;：:\s])(?:那边|医院|公司|学校|对方|人事|[hH][rR])?(?:那边)?(?:说)?(?:让|叫|通知|喊|约|请)?(?:我们?|咱们?))"
    r"(?:就|定在|约在|改在)?\s?$"
)
_COMMA = re.compile(r"[，,]")
_CORRECTS = re.compile(r"^\W*(?:其实|不对|更正|说错|错了|啊不|哦不|对不起)")
_CALLED_OFF = re.compile(r"取消|不办|不开|黄了")
_OVER = re.compile(r"(?:就|要|会|将|也|都)*(?:停|取消|结束|不|没|退|完)")
_NOW = re.compile(r"现在|改|不是|另|重新|挪|推|延|提前")


def appointments_in(text: str, now: datetime) -> Iterator[Appointment]:
    """The events whose day a statement sets, changes or cancels, each once: changes first, then by the first pattern."""
    original, text = text, simplified(text)
    if not _heads().search(text):
        return
    read = set[str]()
    for found in (*_changed(text, now), *_stated(text, now), *_on_day(text, now)):
        if found.words not in read:
            read.add(found.words)
            yield replace(found, words=original[found.start : found.start + len(found.words)])


def _changed(text: str, now: datetime) -> Iterator[Appointment]:
    """The events whose day a text moves or cancels."""
    for change in changes_in(text, now):
        event = _last_event().search(change.thing)
        if event is None or change.sort in ("corrected", "resumed") or not change.is_named:
            continue
        start = text.find(event["words"], change.start)
        if change.sort in ("ended", "paused") and _CALLED_OFF.search(change.said) is None:
            continue  # 瑜伽课不上了: the lessons are over, and not one of them
        if change.sort == "moved" and change.day is None:
            continue
        sort: Sort = "moved" if change.sort == "moved" else "cancelled"
        found = _event(event["words"], text, start, sort=sort, when=change.day)
        yield replace(found, former=change.former)


def _stated(text: str, now: datetime) -> Iterator[Appointment]:
    spans: list[TimeSpan] | None = None
    for kind, pattern in _patterns():
        for match in pattern.finditer(text):
            comma = _COMMA.search(text, match.end())
            if _UNSURE.search(text, 0, comma.start() if comma else len(text)):
                continue  # a wish in a later clause is not about the event
            spans = times_in(text, now, "zh") if spans is None else spans
            if found := _read(kind, match, text, spans, now):
                yield found


def _on_day(text: str, now: datetime) -> Iterator[Appointment]:
    """The events after their day: 让我8月11号入职, 下个月2号公司团建去黄山."""
    for span in times_in(text, now, "zh"):
        before, end = text[: span.at], span.at + len(span.text)
        event = _after_day().match(text, end)
        comma = _COMMA.search(text, end)
        if event is None or span.kind != "date" or span.grain not in DAY_GRAINS or not is_ahead(span, now):
            continue
        if _DAY_LEAD.search(before) and not _UNSURE.search(text, 0, comma.start() if comma else len(text)):
            yield _event(event["words"], text, event.start("words"), when=span)


def _event(
    words: str,
    text: str,
    start: int,
    *,
    sort: Sort = "stated",
    when: TimeSpan | None = None,
    is_new: bool = False,
) -> Appointment:
    kin = kin_at_start(words, text[:start])
    name = kin or _owner_in(words)
    own = words.removeprefix(name)
    owner = (
        f"my {kin_words('zh')[kin].word}" if kin else name or owner_before(text, start) or _owner(text, start)
    )
    if owner and owner.startswith("my ") and _head(own) in _OF_PARENTS:
        owner = None
    return Appointment(
        words=own,
        head=_head(own),
        start=start + len(name),
        owner=owner,
        sort=sort,
        when=when,
        is_new=is_new,
    )


def _read(
    kind: str, match: re.Match[str], text: str, spans: list[TimeSpan], now: datetime
) -> Appointment | None:
    words, start = match["words"], match.start("words")
    if kind == "new":
        when = next((s for s in spans if s.kind == "date" and s.at + len(s.text) == match.start()), None)
        is_ahead_ = when is not None and is_ahead(when, now)
        return _event(words, text, start, when=when, is_new=True) if is_ahead_ else None
    if kind == "day first":
        when = next(
            (s for s in spans if s.at == match.end("lead") and s.at + len(s.text) == match.start("as")), None
        )
    else:
        when = first_day(spans, match.end(), 0 if kind == "soon" else 1)
    if when is None or (kind in ("soon", "day first") and not is_ahead(when, now)):
        return None
    right = right_day(text, now)
    when = right or when
    if kind == "soon" and right is None and _OVER.match(text, when.at + len(when.text)):
        return None
    is_moved = _NOW.search(match[0].replace(words, "")) or _CORRECTS.match(text)
    return _event(words, text, start, when=when, sort="moved" if is_moved else "stated")


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


def _owner_in(words: str) -> str:
    """The name or the person at the beginning of an event's words: 李娜 in 李娜婚礼, 王师傅 in 王师傅寿宴. Empty if none."""
    modifier = words.removesuffix(_head(words))
    first = next(iter(words_of(words)), None)
    is_name = first is not None and first.text == modifier and first.tag in ("PER", "nz")
    return modifier if is_name or modifier.endswith("师傅") else ""


def _head(words: str) -> str:
    """The noun for the kind of event, without its modifiers: 会议 of 产品会议."""
    return next((kind for kind in _kinds() if words.endswith(kind)), words)


@cache
def _kinds() -> tuple[str, ...]:
    """The nouns for kinds of events, the longest first."""
    return tuple(sorted(word_set("appointments_zh"), key=len, reverse=True))


@cache
def _heads() -> re.Pattern[str]:
    return re.compile("|".join(_kinds()))


@cache
def _event_pattern() -> str:
    """An event: its modifiers are at most six characters between a border and the head, without verbs, times or pronouns."""
    heads = "|".join(_kinds())
    border = r"(?:(?<=[，,。！!；;：:的个场次把将有了加])|(?<![\u4e00-\u9fffA-Za-z0-9]))"
    no_part = (
        r"[的了在把从将有我你他她是要去和跟与到这那]|[上下本]?(?:周|星期|礼拜)[一二三四五六日天]|[明后昨今]天|\d"
        r"|其实|不过|但是?|对了|因为|所以|听说|结果|后来|说|[下上这]次"
    )
    return (
        rf"{border}(?:{_MENTIONED}|我们(?:组|部门|团队|公司)的?|我们的?|我们?俩的?|我的?|咱们?俩?的?|那个|这个|那场|这场|原定[^的，]{{0,8}}的)?"
        rf"(?P<words>(?:(?!{no_part})[\u4e00-\u9fffA-Za-z]){{0,6}}?(?:{heads})(?!{heads}))"
    )


@cache
def _after_day() -> re.Pattern[str]:
    """An event directly after its day, up to the end of the clause or to a place."""
    heads = "|".join(_kinds())
    return re.compile(
        rf"(?:我们?|咱们?)?(?:要|得|过?去|过?来|到|正式|就|先)*(?P<words>(?:公司|单位|学校|部门|班级|小区)?(?:{heads}))(?=$|[，,。！!；;～~\s]|去[^，了]|在)"
    )


@cache
def _last_event() -> re.Pattern[str]:
    """The event at the end of the words for a thing."""
    return re.compile(rf"{_event_pattern()}$")


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    heads = "|".join(_kinds())
    event = _event_pattern()
    is_on = (
        r"(?:的?(?:时间|日期))?(?:现在|其实|就|应该|已经)*"
        r"(?:改?是在?|改?定在|改?安排在|定于|定到|约的是|约[在到]|订在|预约在|排[在到]|放在|在|不是[^，,]{1,10}[，,]?(?:而)?是)"
    )
    meanwhile = r"(?:原先|原来|本来|就|又|另|重新|被|给我?|我|暂时|先|已经|也|现在)*"
    soon = rf"(?:的?(?:时间|日期)|日)?{meanwhile}(?:{_SETTLED}(?:好|到|上|了|的|是|在|于|为)*|是)?"
    settled = rf"(?P<lead>(?:{_SETTLED}|改|挪|推|延|提前)(?:好|到|在|成|了|的|上)*)"
    have = r"(?:我们?|咱们|公司|学校|单位|班里|医院)?(?:还|也|又)?(?:约了|有|要开|开|要参加|要去|安排了|定了)(?:一?[个场次节])?"
    rows = (
        ("stated", rf"{event}{is_on}"),
        ("new", rf"{have}{event}"),
        ("soon", rf"{event}{soon}"),
        (
            "day first",
            rf"{settled}[^，,。！!；;]{{2,14}}?(?P<as>(?:的|去[^，,。！!；;我他她]{{0,10}}?)?再?(?:做|考|参加|开|打|看)?(?:一?[次个场])?(?P<words>{heads}))",
        ),
    )
    return tuple((kind, re.compile(pattern)) for kind, pattern in rows)
