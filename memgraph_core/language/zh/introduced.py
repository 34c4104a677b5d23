"""Chinese names that are recognised by the words that introduce them: 我的猫叫豆豆, 那个景区是欢乐谷, 参加科技展, …的地点是."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from memgraph_core.language.naming.lists import endings_zh, general_zh, no_names_zh
from memgraph_core.language.naming.named import Named
from memgraph_core.language.zh.endings import ending_of
from memgraph_core.language.zh.persons import FUNCTION, is_full_name
from memgraph_core.language.zh.words import Word
from memgraph_core.records.kinds import EntityType

_HAN = r"\u3400-\u4dbf\u4e00-\u9fff"
_LETTERS = rf"[{_HAN}A-Za-z0-9·]"
_END = r"(?=[，。！？；,.!?\s]|$)"
_CALLED = re.compile(
    r"(?P<strong>名叫|名字叫做?|名字是|姓名是|全名是|叫做|叫作|取名叫?|起名叫?|大名叫?|小名叫?|昵称是)|叫"
)
_AFTER_CALLED = re.compile(r"[，。！？；、,.!?;\s：:（(“”\"]|的|是|$")
_MAX_NAME_LENGTH = 20  # characters
_SORT = re.compile(
    r"(?P<Thing>猫|狗|犬|宠物|仓鼠|兔子|鹦鹉|乌龟|金毛|泰迪|柯基|哈士奇|拉布拉多|布偶|橘猫|金鱼)"
    r"|(?P<Organization>公司|单位|企业|工厂|学校|大学|医院|店|乐队|团队|机构|组织|社团|品牌)"
    r"|(?P<Work>电影|书|小说|歌|专辑|剧|节目|游戏|动画|漫画|曲子|绘本)"
    r"|(?P<Place>小区|城市|地方|村|镇|景区|公园|餐厅|饭店|酒店|商场|小岛|山|湖)"
    r"|(?P<Event>活动|比赛|大会|展览|节日|项目)"
    r"|(?P<Person>妈|爸|姐|妹|哥|弟|儿|女|孩|友|闺蜜|同事|同学|老师|老板|领导|上司|下属|室友|邻居|叔|舅|姑|姨|婶|爷|奶"
    r"|外公|外婆|医生|律师|客户|教练|人|他|她|我|妻|夫|宝宝|侄|外甥|岳|伯|嫂|名字)"
)
_OF_SORT = re.compile(r"的[^，。！？；,.!?\s的我你他她]{1,6}")
_POINTED_OUT = re.compile(
    r"(?:[那这](?:个|家|所|座|部|本|条)|的)"
    r"(?P<sort>景区|商场|公园|小区|医院|餐厅|饭店|酒店|公司|学校|店|城市|地方|电影|书|小说|歌|游戏)"
    rf"(?:名字|名称)?就?(?:是|叫做?)(?P<name>{_LETTERS}{{2,12}}){_END}"
)
_ASKED_OF_EVENTS = re.compile(
    rf"(?:^|(?<=[，。！？；\s]))(?P<name>{_LETTERS}{{4,24}}?)的"
    r"(?:举办地|地点|规模|持续时间|举办时间|时间|主要内容|主题|参加人数)(?:是|在|为|有|定在)"
)
_BORN = re.compile(
    rf"(?:^|(?<=[，。！？；\s]))(?P<name>[{_HAN}]{{2,3}})(?:的)?(?:生日|过生日)(?:就|也)?(?:是|在)"
)
_TAKEN_PART_IN = re.compile(
    rf"(?:参加|报名|举办|举行|出席|组织)[的了过]?(?:[那这一]个)?(?P<name>{_LETTERS}{{4,24}}){_END}"
)
_NO_EVENT = re.compile(
    r"[我你他她它们的了是在吗呢吧个这那和跟]|什么|哪|一下|上司|下属|舅|叔|姑|婶|妈|爸|表[哥姐弟妹]"
)
_NO_NAME = frozenset("我你他她它了着过吗呢们么啥这那")
_OF_NAMES = re.compile(r"^(?:大名|小名|名字|昵称)|各$|分别$")
_NAME_TAGS = ("PER", "LOC", "ORG", "nz", "nw", "eng", "*")
_DOUBLED = re.compile(rf"([{_HAN}])\1")  # 团团


def introduced_names(text: str, words: Sequence[Word]) -> Iterator[Named]:
    """The names that a text introduces, in no order; `words` are those of the text."""
    yield from _called(text, words)
    yield from _pointed_out(text, words)
    yield from _events(text, words)
    for match in _BORN.finditer(text):
        name = match["name"].removesuffix("的")
        if is_full_name(name) or name[0] in "小老阿" or _DOUBLED.fullmatch(name):
            yield Named(name, "Person", match.start("name"), match.start("name") + len(name))


def _called(text: str, words: Sequence[Word]) -> Iterator[Named]:
    """我的猫叫豆豆: the text between 叫 and the end of the clause."""
    for match in _CALLED.finditer(text):
        start = match.end()
        stop = _AFTER_CALLED.search(text, start, start + _MAX_NAME_LENGTH)
        name = text[start : stop.start() if stop else start]
        sort = _sort_of(text, match.start(), start + len(name))
        tag = _tag_of(words, start, start + len(name))
        is_order = tag is None and any(w.tag in ("v", "p") for w in _between(words, start, start + len(name)))
        if not is_order and _is_fit(name, sort, tag, is_strong=match["strong"] is not None):
            yield Named(name, _type_by_ending(name) or sort or "Person", start, start + len(name))


def _sort_of(text: str, start: int, end: int) -> EntityType | None:
    """The kind of the named thing: the words after the name (一家叫蓝屿的公司), else the last ones before 叫 (我的猫叫豆豆)."""
    behind = _OF_SORT.match(text, end)
    before = list(_SORT.finditer(text, max(0, start - 10), start))
    sorts = list(_SORT.finditer(behind[0])) if behind else []
    return _type_of((sorts or before)[-1]) if sorts or before else None


def _is_fit(name: str, sort: EntityType | None, tag: str | None, *, is_strong: bool) -> bool:
    """Whether the text after 叫 is a name, and not a person who is called or a thing that is ordered: 叫我起床, 叫外卖."""
    if not 1 < len(name) <= 16 or set(name) & _NO_NAME or not re.fullmatch(rf"(?:{_LETTERS}| )+", name):
        return False
    if _OF_NAMES.search(name):
        return False  # 大名小名各是什么
    if name in no_names_zh():
        return is_strong and sort == "Thing" and len(name) <= 3
    if is_strong or sort not in ("Person", None):
        return len(name) <= 4 or sort not in ("Person", None)
    is_word = tag is not None and tag not in _NAME_TAGS
    if is_full_name(name) or _DOUBLED.fullmatch(name) or (len(name) == 2 and name[0] in "小老阿"):
        return not is_word or sort == "Person"
    return sort == "Person" and len(name) <= 4 and (not is_word or tag == "n")


def _tag_of(words: Sequence[Word], start: int, end: int) -> str | None:
    """The tag of a piece that is one word; None for several words."""
    inside = _between(words, start, end)
    return inside[0].tag if len(inside) == 1 and inside[0].end == end else None


def _pointed_out(text: str, words: Sequence[Word]) -> Iterator[Named]:
    """我路过的那个景区是欢乐谷: the name of something mentioned just before."""
    for match in _POINTED_OUT.finditer(text):
        name, sort = match["name"], _SORT.search(match["sort"])
        is_common = (_tag_of(words, *match.span("name")) or "nz") not in _NAME_TAGS
        if sort is not None and not is_common and not set(name) & FUNCTION:
            yield Named(name, _type_by_ending(name) or _type_of(sort), *match.span("name"))


def _events(text: str, words: Sequence[Word]) -> Iterator[Named]:
    """The names of events: of something that has a place, a size or a main content, or in which somebody takes part."""
    for pattern in (_ASKED_OF_EVENTS, _TAKEN_PART_IN):
        for match in pattern.finditer(text):
            inside = _between(words, *match.span("name"))
            is_general = all(
                w.text in general_zh("gathering") or endings_zh().get(w.text) == "Event" for w in inside
            )
            if not _NO_EVENT.search(match["name"]) and inside and not is_general:
                yield Named(match["name"], "Event", *match.span("name"))


def _between(words: Sequence[Word], start: int, end: int) -> list[Word]:
    first = bisect_left(words, start, key=lambda word: word.start)
    return [w for w in words[first : first + end - start] if w.end <= end]


def _type_of(sort: re.Match[str]) -> EntityType | None:
    names: tuple[EntityType, ...] = ("Thing", "Organization", "Work", "Place", "Event", "Person")
    return next((type_ for type_ in names if sort.lastgroup == type_), None)


def _type_by_ending(name: str) -> EntityType | None:
    ending = ending_of(name)
    return endings_zh()[ending] if ending is not None and len(name) > len(ending) + 1 else None
