"""Chinese statements that move, correct or cancel something with a date: 钢琴课改到周六下午两点, 开张推到15号, 同学会取消了.

The appointments, the ends of plans, the corrections of the last date and what is due are all read with this module.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache

from memgraph_core.language.relating.appointed import first_day
from memgraph_core.language.relating.date_changes import SPEAKER, DateChange, Sort
from memgraph_core.language.times import TimeSpan, times_in
from memgraph_core.language.traditional import simplified
from memgraph_core.language.zh.replaced_plans import replaced_activities
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.words import words_of

_BORDER = r",，。；;!！?？:：\n"
_DAY = (
    r"(?:[\d一二三四五六七八九十]{1,3}[月号日]|[明后]天|大后天|[这本下]+个?(?:周|星期|礼拜|月)|(?:周|星期|礼拜)[一二三四五六日天]"
    r"|月底|年[底后前])"
)
_BY = r"(?:了?[一两二三四半]个?(?:天|周|星期|礼拜|月)[，,]?)?"  # 顺延一周，改到
_MOVE = (
    rf"(?:往前提|(?:往[后前])?(?:改期|改签|改约|改|落|推迟|延期|延后|顺延|延|拖|挪|提前|提早|调整|调|移|推后|推|换|宽限|放宽){_BY}"
    r"(?:改|挪|推|调)?)"
)
_TO = rf"(?:(?:到|至|成|为|在)了?|(?<=[改推挪延期前后签约，,])(?={_DAY}))"
_MOVED_TO = rf"{_MOVE}{_TO}"
_MAY_MOVE = re.compile(_MOVED_TO)
_MEANWHILE = (
    r"(?:那边|这边|那儿|那头)?(?:的?时间|日期?)?"
    r"(?:[，,]?(?:已经|现在|刚刚|刚|又|临时|统一|被|要|(?<![成首])都|就|可以|只能|只好|不得不|给我们?|从原来的|由于[^，,]{1,10}))*"
)
_FROM = r"(?:(?:从|由)(?P<from>[^改推延挪提调移，,。]{1,12}))?"
_MOVED = re.compile(
    rf"(?P<thing>[^{_BORDER}]{{0,24}}?){_MEANWHILE}{_FROM}(?:又|再|被|给)?{_MOVED_TO}(?P<to>[^{_BORDER}]{{1,24}})"
)
# A day after the new time, which is more exact: 婚礼挪到国庆，10月4号下午三点.
_EXACT_DAY = re.compile(
    r"[，,]\s?(?:就)?(?P<day>[\d一二三四五六七八九十]{1,3}月[\d一二三四五六七八九十]{1,3}[日号]"
    r"[上中下早晚傍凌晨夜午里\d一二三四五六七八九十两点半钟时分:：]{0,8})(?=[，,。！!；;]|$)"
)
_CORRECTED = re.compile(
    rf"(?:(?:我)?(?:记|说|搞|写|弄)错了?|更正(?:一下)?|纠正(?:一下)?|不对)[,，:：。!！]\s*(?P<thing>[^{_BORDER}]{{1,24}}?)"
    rf"(?:应该|其实)?(?:是|在|为)(?P<to>[^{_BORDER}]{{1,24}})"
)
# The thing before the mistake: 家长会我记错了，是22号.
_MISTAKEN_DAY = re.compile(
    rf"(?P<thing>[^{_BORDER}\s][^{_BORDER}]{{1,15}}?)(?:的?(?:日子|日期|时间|那天))?(?:我|之前|上次|刚才|昨天|好像|当时)*(?:记|说|搞|写|弄)错了?[,，。!！]\s?"
    rf"(?:应该|其实)?(?:是|在)(?P<to>[^{_BORDER}]{{2,12}}?)(?=不是|才对|[{_BORDER}]|$)"
)
_DENIED = re.compile(
    rf"(?P<thing>[^{_BORDER}]{{1,24}}?)(?:应该|其实)?(?:是|在)(?P<to>[^{_BORDER}]{{1,24}})[,，]\s*(?:而)?不是(?P<former>[^{_BORDER}]{{1,24}})"
)
_DENIED_FIRST = re.compile(
    rf"(?P<thing>[^{_BORDER}]{{1,24}}?)(?:其实)?不是(?P<former>[^{_BORDER}]{{1,24}})[,，]\s*(?:而)?(?:应该)?是(?P<to>[^{_BORDER}]{{1,24}})"
)
_CANCELLED = re.compile(
    rf"(?:^|[{_BORDER}])\s?(?P<thing>[^{_BORDER}\s][^{_BORDER}]{{0,15}}?)(?:已经|又|也|都|现在|临时|最后|突然|被)*"
    r"(?:取消(?=[,，。；;!！]|$)|(?:取消|泡汤|告吹|黄|不[去办开上打学练跑游跳搬]|[去办开上]不[成了])了)(?![^,，。；;!！~]*[吧吗呢])"
    rf"|(?:^|[{_BORDER}])(?:我们?|咱们?|就|先|还是|最后|算了)*不(?P<given_up>搬)(?:家)?了"
    rf"|(?:^|[{_BORDER}])(?P<again>[^{_BORDER}]{{1,8}}?)(?:也|都|还|得|要|只好|需要)+重新(?:请|约|订|定|排|办|买)"
    r"|取消了?(?P<object>[^,，。；;!！?？了]{2,16})"
)
_POSTPONED = re.compile(
    rf"(?:^|[{_BORDER}])\s?(?P<thing>[^{_BORDER}\s]{{2,12}}?)(?:已经|又|也|都|现在|临时|最后|突然|被|要)*(?:延期|改期|推迟|延后)了(?=[{_BORDER}]|$)"
)
_MAY_CANCEL = re.compile("取消|泡汤|告吹|黄了|不[^，,。]{1,2}了|重新")
_MAY_REPLACE = re.compile(r"[改换]成|[歇停]|休息|静养")
_MAY_CORRECT = re.compile("错|更正|纠正|不对|不是")
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
_ONCE = re.compile(
    r"[这本下上](?:个)?(?:周|星期|礼拜|次|回)|今[天晚]|明[天晚]|后天|\d|[一二三四五六七八九十]+[号日月](?![程志])"
)
_CLOCK = re.compile(r"[\d一二两三四五六七八九十]+[点时:：][\d半一二三四五刻十]*分?")
_WEEKDAY = re.compile(r"(?:周|星期|礼拜)[一二三四五六日天]")
_GENERAL = frozenset([
    "时间", "日期", "安排", "课程", "事情", "计划", "项目", "活动", "已经", "现在", "以后", "其实", "应该", "顺延", "改期",
    "原来", "原定", "本来", "原本",
])  # fmt: skip
_OWN = re.compile(r"^(?:我们?|咱们?)?的?")
_GO = re.compile(r"再?[去飞回]")
_SINGLE = frozenset(["假", "搬"])  # words of one character that name a plan
_DEADLINE = re.compile(
    r"截止|截稿|交稿|(?<![提递])交(?![流往通房接])|提交|交付|上线|提测|发布|上架|宽限|放宽|报名|[dD][dD][lL]|(?i:deadline)"
)
_OF_DEADLINE = re.compile(
    r"的?(?:截止|截稿|交稿|上线|提测|交付|发布|上架|提交|交)?的?(?:日期|时间|期限)?$|的?(?:[dD][dD][lL]|(?i:deadline))$"
)
_MAX_PLAN = 6  # characters of a plan without its day
_SHORT = 3  # characters of words that are one name together
_HEADS = "课班"  # 钢琴课 is also 学钢琴
_CONTENT = frozenset(
    ["n", "nz", "nw", "vn", "v", "an", "a", "PER", "ORG", "LOC", "eng", "x", "nr", "ns", "nt", "*"]
)
_HALF_A_YEAR = timedelta(days=183)
_LEAD = "将在"  # before a day that is given without a preposition


@dataclass(frozen=True, slots=True)
class Change:
    """A thing whose date a text moves, corrects or cancels, in the words of the text."""

    sort: Sort
    thing: str  # perhaps of an earlier clause; "" if the text does not name it
    start: int  # offset of the thing
    is_named: bool = True  # False: only an earlier clause may show what it is
    said: str = ""  # the words of the change
    to: str = ""  # the words for the new day
    day: TimeSpan | None = None
    former: TimeSpan | None = None
    words: tuple[str, ...] = ()  # that name the thing, if not all of its own do


def may_move(text: str) -> bool:
    """Whether a text has words for moving something to another day."""
    return _MAY_MOVE.search(simplified(text)) is not None


@lru_cache(maxsize=32)  # the appointments, corrections and ends of a statement all ask for them
def changes_in(text: str, said_at: datetime) -> tuple[Change, ...]:
    """The changes of dates that a text in simplified characters states; the moved things first."""
    return tuple(_changes_in(text, said_at))


def _changes_in(text: str, said_at: datetime) -> Iterator[Change]:
    found = [*_moves(text, said_at)] if _MAY_MOVE.search(text) else [*_postponed(text, said_at)]
    yield from found or _corrections(text, said_at)
    if _MAY_CANCEL.search(text):
        yield from _cancellations(text, said_at)
    yield from _replaced(text, said_at)


def _replaced(text: str, said_at: datetime) -> Iterator[Change]:
    """The activities that another one replaces, or that somebody pauses."""
    if _MAY_REPLACE.search(text) is None or _IMAGINED.search(text):
        return
    for words, start, said in replaced_activities(text):
        is_day = "成" in said and bool(times_in(said, said_at, "zh"))  # 爬山改成下周了
        if not (is_day or _UNSURE.search(said)):
            yield Change("cancelled", "".join(words), start, said=said, words=words)


def date_changes_in(text: str, said_at: datetime) -> Iterator[DateChange]:
    """The changes of dates that a Chinese text states; what is moved or corrected first."""
    plain = simplified(text)
    speaker = SPEAKER.match(plain)
    statement = plain[speaker.end() :] if speaker else plain
    for change in changes_in(statement, said_at):
        if change.sort != "cancelled":
            yield _dated_change(change)
        elif words := change.words or content_words(change.thing):
            is_once = change.former is not None or "取消" in change.said
            is_named = words != ("假",)  # the days off of 假也得重新请 are not a plan
            yield DateChange(words, "cancelled", former=change.former, is_once=is_once, is_named=is_named)


def _dated_change(change: Change) -> DateChange:
    place = _CLOCK.sub("", change.thing + change.to)
    is_weekday = _WEEKDAY.search(change.to) is not None and not _ONCE.search(place)
    return DateChange(
        words=content_words(change.thing),
        sort=change.sort,
        day=change.day,
        former=change.former,
        is_named=change.is_named,
        is_once=change.sort == "corrected" or (change.day is not None and not is_weekday),
        deadline=_deadline(change),
        plan=_new_plan(change)
        if change.sort == "moved" and change.day is not None and not is_weekday
        else "",
    )


def _deadline(change: Change) -> str:
    """What must be done by the new day: 报告 of 报告延到3月25号交了. Empty for what has no deadline."""
    thing = _OF_DEADLINE.sub("", _OWN.sub("", change.thing))
    is_deadline = change.sort == "moved" and change.is_named and _DEADLINE.search(change.thing + change.said)
    return thing if is_deadline and content_words(thing) else ""


def _new_plan(change: Change) -> str:
    """The plan with its new day: 4月20号去成都 of 成都改到4月20号去了. Empty for a thing that is not done."""
    day = change.day.text if change.day else ""
    thing = _OWN.sub("", change.thing.replace(change.former.text, "") if change.former else change.thing)
    first = next(iter(words_of(thing)), None)
    after = _GO.match(change.to, change.to.find(day) + len(day))
    if first is None or (after is not None and first.tag != "LOC"):
        return ""
    return (
        f"{day}{after[0]}{thing}"
        if after
        else f"{day}{thing}"
        if first.tag == "v" and len(thing) <= _MAX_PLAN
        else ""
    )


def _moves(text: str, said_at: datetime) -> Iterator[Change]:
    for match in _MOVED.finditer(text):
        comma = re.compile(f"[{_BORDER}]").search(text, match.end())
        end = comma.end() if comma else len(text)
        if _IMAGINED.search(text, 0, end) or _UNSURE.search(text, match.start(), end):
            continue
        exact = _EXACT_DAY.match(text, match.end())
        to = exact["day"] if exact else match["to"].rstrip("了啦吧呢哦啊")
        times = times_in(_LEAD + to, said_at, "zh")
        day = first_day(times, len(_LEAD), 2)
        if day is None and not any(span.kind == "recurring" for span in times):
            continue
        named = _named(text, match.start("thing"), match["thing"], said_at)
        from_day = _period(match["from"] or "", said_at)
        former = _near(from_day or named.former, day)
        yield replace(named, said=match[0], to=to, day=day, former=former)


def _postponed(text: str, said_at: datetime) -> Iterator[Change]:
    """What is put off without a new day: 婚礼延期了."""
    for match in _POSTPONED.finditer(text):
        if not (_IMAGINED.search(text, 0, match.end()) or _UNSURE.search(text, match.start(), match.end())):
            former = _period(match["thing"], said_at)
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
        return Change("moved", own, at, former=_period(own, said_at))
    clauses = [(each.start(), each[0]) for each in re.finditer(f"[^{_BORDER}]+", text[:start])]
    for at, clause in reversed(clauses):
        former = _period(clause, said_at)
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
    if named is not None and content_words(_OWN.sub("", named["thing"])):
        times = times_in(_LEAD + named["to"], said_at, "zh")
        if (day := first_day(times, len(_LEAD), 2)) is not None:
            thing, start = named["thing"], named.start("thing")
            yield Change("moved", thing, start, said=named[0], to=named["to"], day=day)
        return
    for pattern in (_CORRECTED, _DENIED, _DENIED_FIRST) if _MAY_CORRECT.search(text) else ():
        match = pattern.search(text)
        if match is None or not (times := times_in(match["to"], said_at, "zh")):
            continue
        denied = match.groupdict().get("former")
        former = _period(denied or "", said_at)
        if denied is not None and former is None:
            continue
        day = next((span for span in times if span.kind == "date"), None)
        thing, start = match["thing"], match.start("thing")
        yield Change("corrected", thing, start, said=match[0], to=match["to"], day=day, former=former)
        return


def _cancellations(text: str, said_at: datetime) -> Iterator[Change]:
    """The plans, the events and the occasions that a text cancels: 这周的瑜伽课取消了, 厦门去不了了, 假也得重新请."""
    for match in _CANCELLED.finditer(text):
        if _IMAGINED.search(text, 0, match.end()) or _UNSURE.search(text, match.start(), match.end()):
            continue
        name = next(name for name in ("thing", "given_up", "again", "object") if match[name])
        former = _period(match[name], said_at)
        yield Change("cancelled", match[name], match.start(name), said=match[0], former=former)


def _period(words: str, said_at: datetime) -> TimeSpan | None:
    """The day or the week that the words for a thing have: 这周 of 这周的瑜伽课."""
    return next((span for span in times_in(words, said_at, "zh") if span.kind == "date"), None)


def content_words(thing: str) -> tuple[str, ...]:
    """The words that name the thing: 糯米 and 钢琴 of 糯米的钢琴课."""
    found = [word.text for word in words_of(thing) if word.tag in _CONTENT and word.text not in _GENERAL]
    found = [word[:-1] if len(word) > 2 and word[-1] in _HEADS else word for word in found]
    whole = "".join(found)
    if len(whole) <= _SHORT and whole in thing:
        found = [whole]  # 看牙, 试菜: a verb and its object
    named = tuple(word for word in found if len(word) > 1 or word in _SINGLE)
    is_event = not named and len(thing) <= _SHORT and "event" in sorts_of(thing)  # 半马, a number and a noun
    return (thing,) if is_event else named
