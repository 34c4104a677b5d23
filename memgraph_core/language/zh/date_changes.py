"""Chinese statements that move, correct or cancel something with a date: 钢琴课改到周六下午两点, 开张推到15号, 同学会取消了.

The appointments, the ends of plans, the corrections of the last date and what is due are all read with this module.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta
from functools import lru_cache

from memgraph_core.language.relating.appointed import first_day
from memgraph_core.language.relating.schedules import ChangeSort
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.timing.words_zh import number_of
from memgraph_core.language.traditional import simplified
from memgraph_core.language.zh.change_words import (
    BORDER,
    CANCELLED,
    DAY,
    ENDED,
    LEFT,
    MAY_END,
    ONCE,
    PAUSED,
    RESUMED,
    SENTENCE_END,
    SHIFTED,
    UNSUITED,
)
from memgraph_core.language.zh.replaced_plans import replaced_activities
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.words import Word, words_of

_BY = r"(?:了?[一两二三四半]个?(?:天|周|星期|礼拜|月)[，,]?|了[，,\s]\s?)?"  # 顺延一周，改到; 改签了，10号飞
_MOVE = (
    rf"(?:往前提|(?:往[后前])?(?:改期|改签|改约|改(?:时间|日子|日期)|改|落|推迟|延期|延后|顺延|延|拖|挪|提前|提早|调整|调|移|推后|推|换|宽限|放宽){_BY}"
    r"(?:改|挪|推|调)?)"
)
_TO = rf"(?:(?:到|至|成|为|在)了?|(?<=[改推挪延期前后签约换调，,\s])(?={DAY}))"
_MOVED_TO = rf"{_MOVE}{_TO}"
_MAY_MOVE = re.compile(_MOVED_TO)
_MEANWHILE = (
    r"(?:那边|这边|那儿|那头)?(?:的?时间|日期?)?"
    r"(?:[，,]?(?:已经|现在|刚刚|刚|又|临时|统一|被|要|(?<![成首])都|就|可以|只能|只好|不得不|给我们?|从原来的|由于[^，,]{1,10}))*"
)
_FROM = r"(?:(?:从|由)(?P<from>[^改推延挪提调移，,。]{1,12}))?"
_MOVED = re.compile(
    rf"(?P<thing>[^{BORDER}]{{0,24}}?){_MEANWHILE}{_FROM}(?:又|再|被|给)?{_MOVED_TO}(?P<to>[^{BORDER}]{{1,24}})"
)
# A day after the new time, which is more exact: 婚礼挪到国庆，10月4号下午三点.
_EXACT_DAY = re.compile(
    r"[，,]\s?(?:就)?(?P<day>[\d一二三四五六七八九十]{1,3}月[\d一二三四五六七八九十]{1,3}[日号]"
    r"[上中下早晚傍凌晨夜午里\d一二三四五六七八九十两点半钟时分:：]{0,8})(?=[，,。！!；;]|$)"
)
_CORRECTED = re.compile(
    rf"(?:(?:我)?(?:记|说|搞|写|弄)错了?|更正(?:一下)?|纠正(?:一下)?|不对)[,，:：。!！]\s*(?P<thing>[^{BORDER}]{{1,24}}?)"
    rf"(?:应该|其实)?(?:是|在|为)(?P<to>[^{BORDER}]{{1,24}})"
)
# The thing before the mistake: 家长会我记错了，是22号.
_MISTAKEN_DAY = re.compile(
    rf"(?P<thing>[^{BORDER}\s][^{BORDER}]{{1,15}}?)(?:的?(?:日子|日期|时间|那天))?(?:我|之前|上次|刚才|昨天|好像|当时)*(?:记|说|搞|写|弄)错了?[,，。!！]\s?"
    rf"(?:应该|其实)?(?:是|在)(?P<to>[^{BORDER}]{{2,12}}?)(?=不是|才对|[{BORDER}]|$)"
)
# Only the right day: 打错了，是15号; 哦不对，周四; 还是17号.
_RIGHT_DAY = re.compile(
    rf"(?:(?:(?:打|记|说|搞|写|弄|看|发|敲)错了?|手滑|口误|更正|(?<!是)不对|[啊哦噢诶呃额]\s?不是)(?:[{BORDER}\s]+|(?=是|应该))|(?:^|[{BORDER}])(?=还是))(?:还|应该|其实|就)*(?:是|在|改)?"
    rf"(?={DAY})(?P<to>[^{BORDER}]{{1,16}})"
)
_DENIED = re.compile(
    rf"(?P<thing>[^{BORDER}]{{1,24}}?)(?:应该|其实)?(?:是|在)(?P<to>[^{BORDER}]{{1,24}})[,，]\s*(?:而)?不是(?P<former>[^{BORDER}]{{1,24}})"
)
_DENIED_FIRST = re.compile(
    rf"(?P<thing>[^{BORDER}]{{1,24}}?)(?:其实)?不是(?P<former>[^{BORDER}]{{1,24}})[,，]\s*(?:而)?(?:应该)?是(?P<to>[^{BORDER}]{{1,24}})"
)
_POSTPONED = re.compile(
    rf"(?:^|[{BORDER}])\s?(?P<thing>[^{BORDER}\s]{{2,12}}?)(?:已经|又|也|都|现在|临时|最后|突然|被|要)*(?:延期|改期|推迟|延后|[得要]?(?:往后|推后|延后)[推拖挪延]?|改[天日](?:再?[约说])?|(?:另|再|重新)[约定])(?:了|吧)?(?=[{BORDER}]|$)"
)
_MAY_CANCEL = re.compile("取消|泡汤|告吹|[黄吹弃掉]了|不[^，,。]{1,4}了|[去来办开上赶参打做]不|重新")
_MAY_SUIT = re.compile(r"不[了成上行方]|没[空时]|有事|满")
_MAY_RESUME = re.compile("恢复|复[课训工播]|重新|照常|接着|继续|又")
_MAY_REPLACE = re.compile(r"[改换]成|[歇停]|休息|静养")
_MAY_CORRECT = re.compile("错|更正|纠正|不对|不是|手滑|口误")
_IMAGINED = re.compile(r"如果|要是|假如|万一|除非|希望|但愿")
_UNSURE = re.compile(
    r"能不能|可不可以|可以[^，]{0,6}吗|建议|想(?!到)|最好|会不会|是不是|要不要|吗(?=$|[？?])|[？?]$|没(?:有)?(?:改|推|挪|延|取消)|不(?:改|推|挪|延)"
)
_BY_PHONE = re.compile(
    r"[^，]{0,8}?(?:说(?![好定过])|打(?:来)?电话|来电话?|通知|发(?:来)?(?:消息|短信|微信|邮件))(?:来|说|让|给|我们?|把)*"
)
_FORMERLY = re.compile(
    r"^(?:我们?|咱们?)?(?:(?:原来|原先|原本|本来|原|之前|上次|一开始)(?:都|就|是)?(?:定好?|约好?|说好?|订好?|安排|打算|想|要)?(?:的|在|是)*)"
)
_GENERAL = frozenset([
    "时间", "日期", "安排", "课程", "事情", "计划", "项目", "活动", "已经", "现在", "以后", "其实", "应该", "顺延", "改期",
    "原来", "原定", "本来", "原本",
])  # fmt: skip
OWN = re.compile(r"^(?:我们?|咱们?)?的?")
_SINGLE = frozenset(["假", "搬"])  # words of one character that name a plan
_SHORT = 3  # characters of words that are one name together
HEADS = "课班团队社卡营局票"  # 钢琴课 is also 学钢琴
_CONTENT = frozenset(
    ["n", "nz", "nw", "vn", "v", "an", "a", "PER", "ORG", "LOC", "eng", "x", "nr", "ns", "nt", "s", "*"]
)
_BARE_WEEKDAY = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天](?:[上中下早晚午][上午]?)?")
_FOR_EVER = re.compile("不[^，,。]{1,6}了|那[节次个]|以后")
_SINCE_NOW = re.compile(r"[了啦]$|告一段落|暂停|停[课办]|先停|请[了好]长?假")  # of an end without a day
_TO_DAY = re.compile(r".到$")  # the verb of 补到18号
_NAMES_DAY = re.compile(r"[号日月周礼]|星期|[今明后]|\d[/.-]\d")
_HALF_A_YEAR = timedelta(days=183)
_ON_DAY = "明天"  # before a time of day without a day
_LEAD = "将在"  # before a day that is given without a preposition


@dataclass(frozen=True, slots=True)
class Change:
    """A thing whose date a text moves, corrects or cancels, in the words of the text."""

    sort: ChangeSort
    thing: str  # perhaps of an earlier clause; "" if the text does not name it
    start: int  # offset of the thing
    is_named: bool = True  # False: only an earlier clause may show what it is
    said: str = ""  # the words of the change
    to: str = ""  # the words for the new day
    day: TimeSpan | None = None
    former: TimeSpan | None = None
    words: tuple[str, ...] = ()  # that name the thing, if not all of its own do
    weekday: int | None = None  # the weekday of a routine that is given up for ever: 周四的瑜伽不上了
    last: TimeSpan | None = None  # its last day
    left: int | None = None  # how many occasions of it are left
    shift: timedelta | None = None  # from its former day to the new one
    clock: time | None = None  # the new time of day, if the days stay


def is_unsure(text: str) -> bool:
    """Whether a text imagines, asks or wishes a change."""
    return _IMAGINED.search(text) is not None or _UNSURE.search(text) is not None


def may_move(text: str) -> bool:
    """Whether a text has words for moving something to another day."""
    return _MAY_MOVE.search(simplified(text)) is not None


@lru_cache(maxsize=32)  # the appointments, corrections and ends of a statement all ask for them
def changes_in(text: str, said_at: datetime) -> tuple[Change, ...]:
    """The changes of dates that a text in simplified characters states; the moved things first."""
    return tuple(_changes_in(text, said_at))


def _changes_in(text: str, said_at: datetime) -> Iterator[Change]:
    found = [*_moves(text, said_at)] if _MAY_MOVE.search(text) else []
    found = found or [*_postponed(text, said_at)]
    found = found or [*_unsuited(text, said_at)] or [*_shifted(text)]
    yield from found or _corrections(text, said_at)
    if _MAY_CANCEL.search(text):
        yield from _cancellations(text, said_at)
    if MAY_END.search(text):
        yield from _ends(text, said_at)
    if _MAY_RESUME.search(text):
        yield from _resumed(text, said_at)
    yield from _replaced(text, said_at)


def _is_unsure_about(text: str, match: re.Match[str]) -> bool:
    """Whether a text imagines, asks or wishes what it says in a match."""
    return bool(_IMAGINED.search(text, 0, match.end()) or _UNSURE.search(text, match.start(), match.end()))


def _first_day_in(words: str, said_at: datetime) -> TimeSpan | None:
    """The day with which some words begin."""
    return first_day(times_in(_LEAD + words, said_at, "zh"), len(_LEAD), 2)


def right_day(text: str, said_at: datetime) -> TimeSpan | None:
    """The day of a text that only corrects a day: 哦不对，周四."""
    changes = changes_in(text, said_at)
    return next((each.day for each in changes if each.sort == "corrected" and not each.thing), None)


def _resumed(text: str, said_at: datetime) -> Iterator[Change]:
    """What goes on after a pause, with its first day, if that is stated."""
    for match in RESUMED.finditer(text):
        if not _is_unsure_about(text, match):
            day = period(match["thing"], said_at)
            thing = match["thing"].replace(day.text, "") if day else match["thing"]
            yield Change("resumed", thing, match.start("thing"), said=match[0], day=day)


def _replaced(text: str, said_at: datetime) -> Iterator[Change]:
    """The activities that another one replaces, or that somebody pauses."""
    if _MAY_REPLACE.search(text) is None or _IMAGINED.search(text):
        return
    for words, start, said in replaced_activities(text):
        to = said.partition("成")[2]  # 爬山改成下周了, 站会改成九点半了
        is_day = bool(to) and bool(_clock_in(to, said_at) or times_in(to, said_at, "zh"))
        if not (is_day or _UNSURE.search(said)):
            yield Change("ended", "".join(words), start, said=said, words=words)


def _moves(text: str, said_at: datetime) -> Iterator[Change]:
    for match in _MOVED.finditer(text):
        comma = re.compile(f"[{BORDER}]").search(text, match.end())
        end = comma.end() if comma else len(text)
        if _IMAGINED.search(text, 0, end) or _UNSURE.search(text, match.start(), end):
            continue
        exact = _EXACT_DAY.match(text, match.end())
        to = exact["day"] if exact else match["to"].rstrip("了啦吧呢哦啊")
        times = times_in(_LEAD + to, said_at, "zh")
        day = first_day(times, len(_LEAD), 2)
        named = _named(text, match.start("thing"), match["thing"], said_at)
        is_once = ONCE.search(match["thing"] or "") is not None
        if not (is_once or _NAMES_DAY.search(to)) and (clock := _clock_in(to, said_at)):
            yield replace(named, said=match[0], to=to, clock=clock)
            continue
        if day is None and not any(span.kind == "recurring" for span in times):
            continue
        from_day = period(match["from"] or "", said_at)
        former = _near(from_day or named.former, day)
        yield replace(named, said=match[0], to=to, day=day, former=former)


def _clock_in(words: str, said_at: datetime) -> time | None:
    """The time of day with which some words begin: 上午十点, 九点半."""
    found = first_day(times_in(f"{_ON_DAY}{words}", said_at, "zh"), 0, 0)
    return found.start.time() if found is not None and found.start and found.grain == "minute" else None


def _shifted(text: str) -> Iterator[Change]:
    """What is moved by a number of days, without its new day."""
    for match in SHIFTED.finditer(text):
        if not _is_unsure_about(text, match):
            days = number_of(match["n"]) * (1 if match["unit"] == "天" else 7)
            shift = timedelta(days=days if match["later"] else -days)
            yield Change("moved", match["thing"], match.start("thing"), said=match[0], shift=shift)


def _unsuited(text: str, said_at: datetime) -> Iterator[Change]:
    """A day that does not suit, with the day in its place, or on which something cannot be."""
    for match in UNSUITED.finditer(text) if _MAY_SUIT.search(text) else ():
        former = period(match["thing"], said_at)
        if former is None or _is_unsure_about(text, match):
            continue
        thing = match["thing"].replace(former.text, "")
        day = _first_day_in(match["to"], said_at) if match["to"] else None
        if day is not None:
            yield Change(
                "moved", thing, match.start(), is_named=False, said=match[0], to=match["to"], day=day,
                former=former,
            )  # fmt: skip
        elif match["never"]:
            yield Change("paused", thing, match.start(), said=match[0], former=former)


def _postponed(text: str, said_at: datetime) -> Iterator[Change]:
    """What is put off without a new day: 婚礼延期了."""
    for match in _POSTPONED.finditer(text):
        if not _is_unsure_about(text, match):
            former = period(match["thing"], said_at)
            yield Change("moved", match["thing"], match.start("thing"), said=match[0], former=former)


def _near(former: TimeSpan | None, day: TimeSpan | None) -> TimeSpan | None:
    """The former day in the year in which it is nearest to the new one."""
    if former is None or day is None:
        return former
    start, end, new = former.start, former.end, day.start
    if start is None or end is None or new is None or abs(new - start) < _HALF_A_YEAR:
        return former
    years = round((new - start) / timedelta(days=365))
    try:
        return replace(
            former, start=start.replace(year=start.year + years), end=end.replace(year=end.year + years)
        )
    except ValueError:  # the 29th of February
        return former


def _named(text: str, start: int, thing: str, said_at: datetime) -> Change:
    """What is moved: the words before the verb, or an earlier clause with a day (原来定的9月3号搬家，…，推到9月8号了)."""
    said = _BY_PHONE.match(thing)
    own = thing[said.end() :] if said else thing
    if content_words(own):
        at = start + len(thing) - len(own)
        return Change("moved", own, at, former=period(own, said_at))
    clauses = [(each.start(), each[0]) for each in re.finditer(f"[^{BORDER}]+", text[:start])]
    for at, clause in reversed(clauses):
        former = period(clause, said_at)
        planned = _FORMERLY.match(clause)
        if former is None and planned is None:
            continue
        rest = clause[planned.end() if planned else 0 :].replace(former.text if former else "", "")
        if content_words(rest):
            return Change("moved", rest, at + max(clause.find(rest), 0), former=former)
    before = re.split("[。！？!?]", text[:start].rstrip("，, "))[-1]
    return Change("moved", "".join(content_words(before)[:1]), start, is_named=False)


def _corrections(text: str, said_at: datetime) -> Iterator[Change]:
    named = _MISTAKEN_DAY.search(text)
    if named is not None and content_words(OWN.sub("", named["thing"])):
        if (day := _first_day_in(named["to"], said_at)) is not None:
            thing, start = named["thing"], named.start("thing")
            yield Change("moved", thing, start, said=named[0], to=named["to"], day=day)
        return
    right = _RIGHT_DAY.search(text)
    if right is not None and (day := _first_day_in(right["to"], said_at)):
        same = day if "还是" in right[0] else None
        yield Change(
            "corrected", "", right.start(), is_named=False, said=right[0], to=right["to"], day=day, former=same
        )  # fmt: skip
        return
    for pattern in (_CORRECTED, _DENIED, _DENIED_FIRST) if _MAY_CORRECT.search(text) else ():
        match = pattern.search(text)
        if match is None or not (times := times_in(match["to"], said_at, "zh")):
            continue
        denied = match.groupdict().get("former")
        former = period(denied or "", said_at)
        if denied is not None and former is None:
            continue
        day = next((span for span in times if span.kind == "date"), None)
        thing, start = match["thing"], match.start("thing")
        yield Change("corrected", thing, start, said=match[0], to=match["to"], day=day, former=former)
        return


def _cancellations(text: str, said_at: datetime) -> Iterator[Change]:
    """The plans, the events and the occasions that a text cancels: 这周的瑜伽课取消了, 厦门去不了了, 假也得重新请."""
    for match in CANCELLED.finditer(text):
        if _is_unsure_about(text, match):
            continue
        name = next((name for name in ("given_up", "again", "object") if match[name]), "thing")
        former = period(match[name], said_at)
        is_bare = former is not None and former.start is not None and _BARE_WEEKDAY.fullmatch(former.text)
        is_for_ever = is_bare and _FOR_EVER.search(match[0] + text[match.end() :])
        weekday = former.start.weekday() if former and former.start and is_for_ever else None
        yield Change("ended", match[name], match.start(name), said=match[0], former=former, weekday=weekday)


def _ends(text: str, said_at: datetime) -> Iterator[Change]:
    """The ends and the pauses of what goes on: 瑜伽31号最后一节, 理疗还剩两次, 8月停一个月."""
    if _IMAGINED.search(text):
        return
    if (left := LEFT.search(text)) is not None:
        thing = re.split(f"[{BORDER}]", text[: left.start()])[-1]
        yield Change("ended", thing, left.start(), said=left[0], left=number_of(left["n"]))
        return
    for match in ENDED.finditer(text):
        if _UNSURE.search(text, match.start(), match.end()):
            continue
        words = match["day"] or match["on"] or match["thing"] or ""
        last = period(words, said_at)
        thing = (match["until"] or match["thing"] or "").replace(last.text if last else "", "")
        thing = _TO_DAY.sub("", thing) if match["until"] else thing
        is_now = _SINCE_NOW.search(match[0]) is not None and (match["last"] is None or "完" in match[0])
        if "请" in match[0] and not content_words(thing):
            continue  # a day off
        is_end = last is not None or (match["until"] is None and is_now)
        if is_end:
            yield Change("ended", thing, match.start(), said=match[0], last=last)
    yield from _pauses(text, said_at)


def _pauses(text: str, said_at: datetime) -> Iterator[Change]:
    """The periods in which what goes on does not take place: 8月停一个月, 停两周."""
    for match in PAUSED.finditer(text):
        sentence = re.split(f"[{SENTENCE_END}]", text[: match.start()])[-1]
        former = period(match["thing"], said_at) or period(sentence, said_at)
        until = period(match["to"] or "", said_at)
        if until is not None and until.end is not None:
            former = replace(until, start=said_at)
        elif former is None and match["length"]:
            former = next((s for s in times_in(f"接下来{match['length']}", said_at, "zh") if s.start), None)
        if former is not None:
            thing = match["thing"].replace(former.text, "") or sentence.replace(former.text, "")
            yield Change("paused", thing, match.start(), said=match[0], former=former)


def period(words: str, said_at: datetime) -> TimeSpan | None:
    """The day or the week that the words for a thing have: 这周 of 这周的瑜伽课."""
    return next((span for span in times_in(words, said_at, "zh") if span.kind == "date"), None)


def is_content(word: Word) -> bool:
    """Whether a word may name a thing."""
    return word.tag in _CONTENT and word.text not in _GENERAL


def content_words(thing: str) -> tuple[str, ...]:
    """The words that name the thing: 糯米 and 钢琴 of 糯米的钢琴课."""
    found = [word.text for word in words_of(thing) if is_content(word)]
    found = [word[:-1] if len(word) > 2 and word[-1] in HEADS else word for word in found]
    whole = "".join(found)
    if len(whole) <= _SHORT and whole in thing:  # 看牙, 试菜: a verb and its object
        found = [whole[:-1] if len(whole) > 2 and whole[-1] in HEADS else whole]
    named = tuple(word for word in found if len(word) > 1 or word in _SINGLE)
    is_event = not named and len(thing) <= _SHORT and "event" in sorts_of(thing)  # 半马, a number and a noun
    return (thing,) if is_event else named
