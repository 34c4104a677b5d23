"""The words that may fill a slot of a Chinese pattern, and their names.

Kinds of slots:
- `person`, `firm`, `employer`, `name`: a span that is a person, an organisation, one that is not a school or a club,
anything
- `place`, `where`: a place by name or by its ending; any noun for a place (after verbs such as 住)
- `org`: any noun that is not a person or a place; `workplace`: also a name that ends with a verb, as in 在星途勘探上班
- `role`: a noun that ends like an occupation; `job`: any short noun (after 当, 担任)
- `noun`: a noun phrase; `any`: a noun phrase or an activity; `vp`: any words
- `target`: a noun phrase without verbs, or a name
- `software`: a word in Latin letters or a thing with a name
- a sort of `words/heads_zh.txt`, by its ending: `pet`, `irritant`, `condition`, `sport`, `activity`, `language`, `prize` …
- `hobby`: an activity or a sport; `subject_matter`, `charge`, `food` …: short nouns
- `work`: a span that is a work; `model`: a span or a word with Latin letters or digits; `possession`: a model or a thing
  that people own
- literals: `counted` (三只鸡), `phone`, `email`, `age`, `amount`, `price`, `day_of_year`, `count`, `diet`, `refund`,
  `code` (an identifier), `number` (10 to 99), `value` (words with a digit or Latin letter)
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from memgraph_core.language.naming.lists import listed_zh
from memgraph_core.language.persons.kin import chinese_kin_word
from memgraph_core.language.relating.mask import SIGN, SOMEBODY, Masked
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import groups_by_word, groups_of
from memgraph_core.language.zh.words import Word
from memgraph_core.records.kinds import EntityType

MAX_LENGTH = 18  # characters of an object
WORDS = "words"  # kind of an object that its pattern describes itself
_NUMBER = r"[\d一二两俩三仨四五六七八九十百千万零半几.]+"
_UNITS = "元|块钱?|美元|美金|欧元|台币|港币|日元|RMB|刀"
REGULAR = {
    "phone": r"\+?\d[\d -]{2,16}\d",
    "email": r"[A-Za-z0-9_.+-]+@[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+",
    "age": rf"{_NUMBER}(?:周?岁|个月大|歲)半?",
    "count": rf"{_NUMBER}[个名位]?[\u4e00-\u9fff]{{0,3}}(?:人|员工|下属|组员|实习生|徒弟|学生)",
    "day_of_year": (
        rf"(?:[明后今去前]年的?\s?)?(?:\d{{4}}\s?年\s?)?{_NUMBER}\s?月\s?(?:{_NUMBER}\s?[日号]?)?"
        rf"|\d{{4}}\s?年|{_NUMBER}\s?[日号]"
    ),
    "diet": r"吃全?素|素食|纯素|清真|(?:生酮|低碳水?|地中海|无麸质|低盐|低糖|减脂)(?:饮食|餐)?|轻断食",
    "amount": rf"{_NUMBER}(?![个])[多来]?[kKwW万千百]?(?:{_UNITS})?",
    "price": rf"[¥$]{_NUMBER}|{_NUMBER}[多来]?[kKwW万千百]?(?:{_UNITS})[一二三四五六七八九]?",
    "costly": r"房租|租金|月租|管理费|停车费|团费|门票|保费|会费|[^，\s是]{1,8}(?:费|价格|票价)",
    "cause": r"[^，]{2,20}?",
    "refund": r"退货|退款|换货|补发|赔偿|维修|开发票",
    "value": (
        rf"(?![^，]*[没不]|比)(?=[^，]*[{SOMEBODY}\da-zA-Z一二两三四五六七八九十百千万半])"
        r"[^，]{1,18}?(?<![了的吧呢啊发])(?<!以[上下内])"
    ),
    "code": rf"(?=[^，月号日年下]*[{SOMEBODY}\dA-Za-z])[^，月号日年下]{{3,24}}?|{SIGN}",
    "number": r"[二三四五六七八九]?十[一二三四五六七八九]?|[二三四五六七八九]十|[1-9]\d",
    "counted": rf"{_NUMBER}[只条个头匹箱位名辆台间套棵株盆](?:(?!了)[\u4e00-\u9fff]){{1,6}}",
}
_MUST_BE: dict[str, frozenset[EntityType | None]] = {
    "person": frozenset(["Person", "Thing", None]),
    "firm": frozenset(["Organization"]),
    "employer": frozenset(["Organization"]),
    "place": frozenset(["Place", None]),
    "where": frozenset(["Place", "Organization", None]),
    "org": frozenset(["Organization", "Thing", "Event", None]),
    "workplace": frozenset(["Organization", "Thing", "Event", None]),
    "system": frozenset(["Thing", "Organization", "Concept", None]),
    "software": frozenset(["Thing", "Organization", "Concept", None]),
    "role": frozenset(),
    "job": frozenset(["Thing", "Concept", None]),
    "work": frozenset(["Work", "Thing", None]),
    "game": frozenset(["Work", "Thing"]),
    "model": frozenset(["Thing", "Organization", None]),
    "possession": frozenset(["Thing"]),
    "event": frozenset(["Event"]),
    "charge": frozenset(["Thing", "Organization", "Event"]),
    "subject_matter": frozenset(["Thing", "Concept", None]),
    "food": frozenset(["Thing", None]),
    "beverage": frozenset(["Thing", None]),
    "allergen": frozenset(["Thing", None]),
}
# Kinds whose words have one of several sorts.
_SORTS = {
    "hobby": frozenset(["activity", "sport"]),
    "possession": frozenset(["thing-owned", "model"]),
    "school": frozenset(["school"]),
    "job": frozenset(["role"]),
}
# Tags that the last word of a slot may have besides those of nouns.
_ALSO_LAST: dict[str, frozenset[str]] = {
    **dict.fromkeys(("food", "beverage"), frozenset("vra")),
    **dict.fromkeys(("software", "model", "possession", "system"), frozenset("mv")),
}
# Kinds whose words contain no verb and no particle.
_PLAIN = (
    "place", "where", "org", "workplace", "role", "job", "department", "club", "business", "course", "school", "pet", "band",
    "project", "target", "condition", "medicine",
)  # fmt: skip
_CONSUMED = ("food", "beverage", "allergen")
_NOT_IN_FOOD = frozenset(["v", "r", "s", "ad", "TIME", "m"])
_NOT_CONSUMED = re.compile(r"(?:[人家期处]|[早午晚中]饭|时候)$|^[多少冰热凉水]$")
_ANY_NOUN = ("noun", "any", "system")
_OF_GROUP = ("department", "charge", "project")  # kinds that a group such as 我们组 can have
_PERIODS = ("天", "周", "月", "年", "礼拜", "星期", "钟头")
_INSTITUTIONS = ("org", "workplace", "employer", "firm", "business")
_ONE_OF = re.compile(r"[一那这某两]\s?[家所间](?=..)")
_SHORT = {
    "subject_matter": 8,
    "charge": 10,
    "food": 6,
    "beverage": 6,
    "allergen": 4,
}  # characters of a short noun
_NOUNS = frozenset(["n", "nz", "nw", "vn", "an", "s", "LOC", "ORG", "PER", "eng", "*", "x"])
_NAMES = frozenset(["n", "nz", "nw", "ORG", "LOC", "PER", "eng", "*"])
_QUANTITIES = frozenset(["m", "q", "TIME", "u", "xc"])
_NEVER = re.compile(
    r"^(?:公司|单位|厂|店|学校|医院里)$|什么|谁|哪|啥|却|但是|怎么|多少|毛病|东西|事情|时候|大家|别人|自己$|的人来说|的药$|(?<!邮)票$|[券单餐]$|^(?:药|药片|事|人|话|我|你|他|她|它|这|那|一个|一下|感觉|样子|时间|办法|问题)$"
    r"|^(?:个?月|年|天|周|个?星期|个?礼拜|个?小时|个?钟头|分钟|次|回|趟|遍)$|^是(?=[\u4e00-\u9fffA-Za-z]{2})"
)
_PRONOUN = re.compile(r"[我你您他她它咱俺]们?|自己")
_INSTITUTION = re.compile(
    r"(?:馆|院|店|厂|局|所|中心|银行|学校|大学|中学|小学|幼儿园|机场|站|超市|商场|餐厅|公司|饭店|酒店)$"
)
_PERSON_INSIDE = re.compile(r"学生|同学|同事|病人|患者|朋友|邻居|客户|老人|小孩")
_GOES_ON = re.compile(r"但是?|因为|所以|结果|可是|不过|时(?![间候光])|的时候|[之以]后|然后")
_MEASURE = re.compile(r"^[个台只条部辆件双款](?=[\u4e00-\u9fff]{2})")  # 想要个书架
_SCORED = re.compile(
    r"(?<=[\u4e00-\u9fff])(?:考了|拿了)(?=[\d一二三四五六七八九十百])"
)  # 托福103 of 托福考了103
_NUMBERED_PLACE = re.compile(r"[楼号层栋室幢]|单元")
_NUMBERED = re.compile(r"(?<=[\u4e00-\u9fff])[A-Za-z]?\d{0,2}$")  # 维生素D3
_POINTING = re.compile(
    r"[我你您他她它这那哪谁某]|[这那哪](?:个|些|里|边|种|样)|[我你他她它]们|什么|怎么|自己|大家|别人|这么|那么"
)
_ORDER = re.compile("别|不要|不用|请|不许|不准|叫")
_CALLED = re.compile(r"(?:叫做?|名叫|名字叫)(?P<name>[^的]{1,8})的")
_JOINED = re.compile(r"、|\s?\+\s?|以及|还有|(?<=[ -~])\s?加\s?|[和跟与](?=[^\s])")
_EDGES = re.compile(
    r"^(?:[一二两三四五六七八九十几\d]+[个只条台辆把本部套件头匹次场届回期](?=.)|第[一二三四五六七八九十\d]+[个次场届](?=.)|(?:(?:[张份双块瓶杯盒幅盆]|支(?![付持援部行])|家(?![庭具电教政务里乡]))(?=[\u4e00-\u9fff]{2})|了|过(?!敏)|着|个|点|些|只|条|台|辆|把|自己的|一些|新的?|那种|这种|那款|这款|那[只条台辆部位]|这[只条台辆部位]|那家|这家|一家|那个|这个)(?=.{2})|[只条](?=[猫狗兔龟鸟鱼蛇]$))+"
)


@dataclass(frozen=True, slots=True)
class Filled:
    """The object in a slot."""

    text: str
    type: EntityType | None
    is_name: bool


def objects_in_slot(masked: Masked, words: Sequence[Word], start: int, end: int, kind: str) -> list[Filled]:
    """The objects that a piece of the masked text names, joined by 和 or not; empty if one of them does not fit."""
    if kind in REGULAR or kind == WORDS:
        is_order = kind == WORDS and _ORDER.match(masked.text, start, end) is not None  # 别再叫我曾经理了
        words_of_order = masked.sentence[masked.offsets[start] : masked.offsets[end]]
        shown = words_of_order if is_order else masked.shown(masked.text[start:end])
        shown = _SCORED.sub("", shown.strip())
        return [Filled("吃素" if kind == "diet" and "素食" in shown else shown, None, is_name=False)]
    if kind == "vp":
        text = masked.sentence[masked.offsets[start] : masked.offsets[end]].strip()
        text = _MEASURE.sub("", _GOES_ON.split(text)[0]).rstrip("啊呀呢哦吧")  # 去动物园但因为下雨只能推迟
        is_cut = text.startswith("的") or text.endswith(
            ("了", "到", "成", "为")
        )  # 不打算考研了: 了 is not part of the plan
        is_fit = 2 <= len(text) <= MAX_LENGTH and not is_cut
        return [Filled(text, "Concept", is_name=False)] if is_fit else []
    found: list[Filled] = []
    for begin, stop in _pieces(masked.text, start, end):
        one = _one(masked, [w for w in words if begin <= w.start and w.end <= stop], begin, stop, kind)
        if one is None:
            return []
        found.append(one)
    return found


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    pieces: list[tuple[int, int]] = []
    begin = start
    for match in _JOINED.finditer(text, start, end):
        if "的" in text[match.end() : end] and "的" not in text[start : match.start()]:
            break  # 老师和同学们的认可
        if match.start() > begin and match.end() < end:
            pieces.append((begin, match.start()))
            begin = match.end()
    return [*pieces, (begin, end)]


# Names of medicines by the stems of their common names, which the tagger may cut: 依折麦布, 度拉糖肽.
_DRUG = re.compile(
    r"(?![^，]*(?:他(?![汀定赛韦])|[好了的我你她把给吃停换每和服喝加减也都就在掉个片粒颗些新用从]))[\u4e00-\u9fff]{1,5}(?:麦布|沙坦|地平|洛尔|普利|他汀|双胍|格列[\u4e00-\u9fff]{1,2}|列汀|列净|拉唑|替丁|沙星|霉素|西林|洛芬"
    r"|西泮|唑仑|他定|泼尼松|甲乐|沙班|米松|曲林|西汀|喹硫平|氮平|鲁肽|糖肽|单抗|替尼|司特|奈德|泼尼龙|他赛|酸钠|酸钙)"
)


def _one(masked: Masked, words: Sequence[Word], start: int, end: int, kind: str) -> Filled | None:
    if kind == "medicine" and _DRUG.fullmatch(masked.text, start, end):
        return Filled(masked.text[start:end], "Thing", is_name=True)
    if not words or words[0].start != start or words[-1].end != end:
        return None  # cut inside a word
    words = _without_quantity(masked, words, start, end, kind)
    if not words:
        return None
    is_ours = len(words) > 1 and _PRONOUN.fullmatch(_written(masked, words[0])) is not None
    if is_ours and kind in _OF_GROUP and all(word.tag in _NOUNS for word in words[1:]):
        return Filled(
            masked.sentence[masked.offsets[start] : masked.offsets[end]], None, is_name=False
        )  # 我们组
    written = masked.sentence[masked.offsets[words[0].start] : masked.offsets[end]]
    if kind == "pet" and "pet" in sorts_of(written) and (called := _CALLED.match(written)):
        return Filled(called["name"], "Thing", is_name=True)
    text = _EDGES.sub("", masked.text[words[0].start : end].strip())
    if kind in ("org", "workplace", "club") and "的" in text:  # 做芯片的公司
        text = text.rpartition("的")[2]
        words = [word for word in words if word.start >= end - len(text)]
    if re.fullmatch(SIGN, text):
        return _of_span(masked, text, kind)
    if kind in ("place", "where", "system") and re.search(
        rf"(?:[的边近]|[这那][台个家套])\s?{SIGN}$", text
    ):  # 公司附近的天河
        return _of_span(masked, text[-1], kind)
    if kind in ("place", "where") and re.fullmatch(f"{SIGN}+", text):  # 四川成都
        return (
            Filled(written, "Place", is_name=True)
            if all(masked.span(s).type == "Place" for s in text)
            else None
        )
    return _of_words(masked, words, text, kind) if words else None


def _without_quantity(
    masked: Masked, words: Sequence[Word], start: int, end: int, kind: str
) -> Sequence[Word]:
    """The words of a phrase without a quantity, a period, or a short clause before them."""
    if len(words) > 1 and words[0].tag == "m" and words[1].text in _PERIODS:
        words = words[2:]  # 俩月 in 练了俩月羽毛球
    if kind in _INSTITUTIONS and (one := _ONE_OF.search(masked.text, start, end)) is not None:
        words = [word for word in words if word.start >= one.end()]  # 成都一家游戏公司
    while len(words) > 1 and _is_quantity(words, kind):
        words = words[1:]
    if kind in ("noun", "possession") and len(words) > 2 and words[0].tag == "v" and words[1].text == "的":
        words = words[2:]  # 相机 in 去年买的相机
    return words


def _is_quantity(words: Sequence[Word], kind: str) -> bool:
    """Whether a phrase begins with a quantity, which is no part of its name: not 过敏性鼻炎, and not 3楼大会议室."""
    first, following = words[0], words[1]
    if kind == "pet" and first.text == "只":  # 养了只边牧, where the tagger reads an adverb
        return True
    is_place = kind == "where" and first.tag == "m" and _NUMBERED_PLACE.match(following.text) is not None
    is_flat = following.text.startswith(("室", "居"))  # 一室一厅
    return first.tag in _QUANTITIES and first.text != "过" and not (is_place or is_flat)


def _of_words(masked: Masked, words: Sequence[Word], text: str, kind: str) -> Filled | None:
    """The object that several words name, if they are more than one span."""
    shown = masked.shown(text, "的").strip('《》“”" ')
    if kind in ("person", "firm", "employer", "name", "work") or _NEVER.search(shown):
        return None
    if not (_is_phrase(words, kind) or _is_listed(words, text, kind)):
        return None
    if kind in ("place", "where") and words[-1].tag == "v":
        return None  # 在临沂办
    if kind == "condition" and _PERSON_INSIDE.match(shown):
        return None  # 有个学生胃出血
    if any(_PRONOUN.fullmatch(masked.written(sign)) for sign in re.findall(SIGN, text)[:1]):
        return None
    if not 1 <= len(shown) <= 16 or shown.endswith(("的", "了")) or (shown.isdigit() and kind != "noun"):
        return None
    last = masked.span(text[-1]) if re.fullmatch(SIGN, text[-1]) else None
    if not _fits(shown, last.type if last else None, kind, words[-1], is_name=last is not None):
        return None
    return Filled(shown, last.type if last else None, is_name=False)


def _written(masked: Masked, word: Word) -> str:
    return masked.written(word.text) if re.fullmatch(SIGN, word.text) else word.text


def _of_span(masked: Masked, sign: str, kind: str) -> Filled | None:
    span = masked.span(sign)
    if kind in ("org", "workplace") and span.type == "Place" and _INSTITUTION.search(span.name):
        return Filled(span.name, "Organization", is_name=True)
    allowed = _MUST_BE.get(kind)
    if kind == "pet" and span.type not in ("Thing", "Person", None):
        return None  # the title 女驸马
    if kind in ("noun", "any", "software", "org", "workplace", "target") and _PRONOUN.fullmatch(
        masked.written(sign)
    ):
        return None
    if allowed is not None and span.type not in allowed:
        return None
    sorts = sorts_of(span.name)
    is_club = "club" in sorts and len(span.name) > 2  # 美团 is a firm
    if (kind in ("org", "workplace", "firm") and is_club) or (
        kind == "employer" and sorts & {"club", "school"}
    ):
        return None
    if allowed is None and kind not in ("name", "noun", "any", "target") and not _is_of_sort(span.name, kind):
        return None
    name = span.name.rpartition("的")[2] if kind == "pet" else span.name  # an animal without a name
    return Filled(name, span.type, is_name=True)


def _is_listed(words: Sequence[Word], text: str, kind: str) -> bool:
    """Whether the ending shows the kind, whatever the tags: 乳糖不耐."""
    return not _SORTS.get(kind, {kind}).isdisjoint(sorts_of(text)) and all(
        word.tag not in ("v", "d", "ad", "p") for word in words[:-1]
    )


def _is_phrase(words: Sequence[Word], kind: str) -> bool:
    if any(word.tag in ("c", "w") or _POINTING.fullmatch(word.text) for word in words):
        return False
    if kind == "hobby" and any(
        word.tag in ("LOC", "p", "s", "*") or (word.tag == "v" and place > 0)
        for place, word in enumerate(words[:-1])
    ):
        return False  # 公园打八段锦
    if kind in ("any", "activity", "sport", "event"):
        return len(words) <= 5 and not any(word.tag == "d" for word in words[:-1] if kind == "event")
    if any(word.tag == "u" and word.text != "的" for word in words[1:]):
        return False  # 洗衣机送了两袋洗衣液
    inside = words[:-1]
    if kind in _CONSUMED and any(word.tag in _NOT_IN_FOOD for word in inside):
        return False  # 山药健脾胃
    if kind in _PLAIN and any(word.tag in ("v", "u") for word in inside):
        return False
    allowed = _NOUNS | _ALSO_LAST.get(kind, frozenset("vr"))
    if kind == "workplace" and words[-1].tag in ("v", "vn"):
        last = _NAMES if words[-1].tag == "vn" else _NAMES - {"n"}
        return bool(inside) and not sorts_of(words[0].text) and all(w.tag in last for w in inside)
    return words[-1].tag in allowed and all(word.tag not in ("d", "p", "xc", "f") for word in inside)


def _fits(text: str, type_: EntityType | None, kind: str, last: Word, *, is_name: bool) -> bool:
    """Whether words fit a kind of slot."""
    if is_name and type_ not in _MUST_BE.get(kind, {type_}):
        return False
    if kind in _ANY_NOUN:
        return not (kind != "any" and last.tag == "v" and len(text) < 2)
    if kind in _SHORT:
        is_medicine = kind in ("food", "beverage") and "medicine" in sorts_of(text)
        if kind in _CONSUMED and _NOT_CONSUMED.search(text):
            return False
        return not is_medicine and len(text) <= _SHORT[kind] and (last.tag != "v" or bool(sorts_of(text)))
    test = _TESTS.get(kind)
    return test(text, last.tag) if test else _is_of_sort(text, kind)


_NO_HOME = re.compile(r"(?:笔记|软件|平台|系统|网盘|云|数据库|仓库|群|机房|服务器|人)$")
_WAY_OF_WORK = re.compile(
    r"(?:出差|加班|值班|培训|兼职|实习|打工|办公|远程|轮岗|全职|驻场|外派|支援|帮忙|学习|创业|进修|锻炼|借调|挂职|施工)$"
)
_NOWHERE = frozenset(["地上", "地下", "里面", "外面", "远处", "附近", "旁边", "对面"])
# Kinds of slots that the words and the tag of the last one show.
_TESTS: dict[str, Callable[[str, str], bool]] = {
    "level": lambda text, _: text in groups_of("heads_zh")["level"],
    "role": lambda text, _: (
        "的" not in text
        and not text.endswith(("出师", "拜师", "会员", "党员", "团员", "学员"))
        and len(text) <= 8
        and _is_of_sort(text, "role")
    ),
    "game": lambda _, tag: tag in ("nz", "nw", "eng"),
    "target": lambda text, tag: tag in _NOUNS and (len(text) > 1 or tag == "eng"),
    "model": lambda text, _: re.search(r"[A-Za-z0-9]", text) is not None,
    "place": lambda text, tag: tag in ("LOC", "s") or "place" in sorts_of(text),
    "where": lambda text, tag: (
        len(text) >= 2
        and text not in _NOWHERE
        and not _NO_HOME.search(text)
        and chinese_kin_word(text) is None
        and tag in ("LOC", "s", "n", "nz", "ORG", "*")
    ),
    "org": lambda text, tag: (
        sorts_of(text).isdisjoint(("club", "department", "level"))
        and len(text) >= 2
        and tag in ("n", "nz", "nw", "ORG", "eng", "*", "PER")
        and not text.endswith(("家", "人", "员", "师", "编"))
    ),
    "workplace": lambda text, tag: (
        not _WAY_OF_WORK.search(text)
        and (
            _TESTS["org"](text, tag)
            or (len(text) >= 4 and tag in ("v", "vn") and text[:2] not in listed_zh())
        )
    ),
    "job": lambda text, tag: (
        sorts_of(text).isdisjoint(("business", "place", "department"))
        and 2 <= len(text) <= 10
        and tag in ("n", "nz", "vn", "eng", "v", "ORG")
    ),
    "software": lambda text, tag: (
        not re.search(r"[\u4e00-\u9fff]{2}|^[\d.]+$|[写做搞跑用来坏卡]$|^#", text)
        and (tag in ("eng", "nz", "m") or text[:1].isascii())
    ),
}


def _is_of_sort(text: str, kind: str) -> bool:
    return not _SORTS.get(kind, {kind}).isdisjoint(sorts_of(text))


@lru_cache(maxsize=1024)
def sorts_of(text: str) -> frozenset[str]:
    """The kinds of thing that a phrase can name, by its longest known ending."""
    ends, text = _heads(), simplified(text)
    for length in range(min(6, len(text)), 0, -1):
        if sorts := ends.get(text[-length:]):
            return sorts
    bare = _NUMBERED.sub("", text)
    return sorts_of(bare) if bare and bare != text else frozenset()


@cache
def _heads() -> dict[str, frozenset[str]]:
    return groups_by_word("heads_zh")
