"""Chinese kin: 我妹妹, 我的女朋友小雨, 李雷的妈妈, 何川是我的舅舅, 我养了一只猫，叫咪咪."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain, islice

from memgraph_core.language.persons.children_zh import (
    children_born,
    children_with_chosen_names,
    is_about_others,
)
from memgraph_core.language.persons.given_names import gender_of
from memgraph_core.language.persons.kin import (
    Kin,
    alternation,
    first_matches,
    kin_words,
    with_later_names,
    without_overlaps,
)
from memgraph_core.language.persons.kin_names_zh import (
    ANY_WORD,
    NAME_WORD,
    NO_PERSON,
    PERSON,
    PRONOUNS,
    may_be_called,
    members_next_to,
    name_next_to,
)
from memgraph_core.language.spans import Gender

_NAMES = 200  # limit of the known names that are searched, and of the occurrences of each
_ORDER = r"(?P<order>大|二|三|四|小|亲|最好的|前|老|双胞胎|大学|高中|初中|小学|研究生|瑜伽|钢琴|舞蹈|健身|英语|数学|语文)??"
_PLAIN = r"(?:可爱的|亲爱的|手下的|新|好|有?一个|那个|这个|那位|这位|一位|远房|的|家的|家){0,3}"
_SHORT = frozenset("妹姊姐弟哥妈爸叔伯舅姨娘爹娃崽姑嫂")  # only after a pronoun
# The lookaheads exclude longer words with another meaning.
_WORDS = (
    rf"(?P<word>{alternation(kin_words('zh'))})"
    r"(?<!他妈(?=的))(?<!娘(?=家))(?<!姑(?=[娘且息]))(?!圈|棋|时代|证|生涯|园|粮|砂|舍|窝|节|(?<=[学友])会|票|娘$|咖|间|之间|气了|出门|出去|走了(?=进))"
)
_OWNED = re.compile(
    rf"(?P<pronoun>我们|咱们|你们|他们|她们|我|咱|俺|你|您|(?<!其)(?<!吉)他|她){_PLAIN}{_ORDER}{_WORDS}"
)
_SELF = re.compile(r"我(?:这个|一个)[爸妈爹娘]")  # 我这个妈 is the speaker
_OF_NAMED = re.compile(rf"(?P<owner>{PERSON})(?:的|家的){_ORDER}{_WORDS}")
_OF = re.compile(rf"(?:的|家的|家)?{_ORDER}{_WORDS}")
_HAS = re.compile(
    rf"(?:(?P<pronoun>我们|咱们|我|你|您|他|她)|(?P<owner>{PERSON}))家?(?:还|也|只|刚刚|刚|最近|以前|曾经|昨天|上周|上个月|去年|今年){{0,2}}"
    rf"(?P<verb>领养了?|收养了?|养了?|有了?|买了|交了|谈了|认识了?)(?P<count>一|两|三|四|五|几)?(?:个|只|条|位|名|群|对|头|匹)"
    rf"(?:可爱的|很好的|好){{0,1}}{_ORDER}{_WORDS}"
)
# 有个儿子 without an owner, and 我俩有个儿子.
_HAS_RELATIVE = re.compile(
    rf"(?:^|(?<=[，,。！？!?；;\s]))(?P<own>我俩|咱俩|我们俩|我们两口子|我家里?|家里|我)?(?:还|就|只|也|一共|总共)*(?P<verb>有)(?P<count>一|两|三)?[个位名]{_ORDER}{_WORDS}"
)
_OF_BLOOD = frozenset(["SIBLING_OF", "PARENT_OF", "RELATIVE_OF"])
_FAMILY = frozenset(
    ["SIBLING_OF", "CHILD_OF", "PARENT_OF", "RELATIVE_OF", "MARRIED_TO", "ENGAGED_TO", "DATING"]
)
_OWN = alternation(
    word
    for word, kin in kin_words("zh").items()
    if kin.relation in _FAMILY
    and word not in _SHORT
    and word not in ("先生", "阿姨", "叔叔", "小姨", "姨", "舅")
)
# Kin without an owner are the speaker's at the start of a clause and after 我和, 跟, 陪 …, except in an address.
_BARE = re.compile(
    rf"(?:(?<=[和跟与同陪带给帮替让由是])|(?<=\d[号日])|(?<![^，,。！？!?；;：:\n\s])(?:昨天|今天|明天|前天|周末|最近|上周|早上|晚上|中午|下午|而且|但是?|不过|所以|因为|平时|现在){{0,2}})"
    rf"(?P<order>大|二|三|四|小)??(?P<word>{_OWN}|(?<=[大二三四小])[哥姐弟妹叔伯舅姨姑嫂]|爸(?=的)|娃(?=[对在上今读考发明初高又也刚])|[爸妈](?=[在是说想又也还都去来今昨前退出住生身打从给让怕不没有最正被跟查]))(?<!老娘(?=[不就要才受忍懒没今真偏又都现自早从]))(?![们辈分子娘]|[，,！!](?!她|他|[取起]?名?叫)|圈|棋|的话)"
)
# 室友阿杰 at the start of a clause and after 跟, 找 … is the speaker's.
_BARE_NAMED = re.compile(
    r"(?<![^，,。！？!?；;\n\s和跟与同给在找问让陪帮替请])(?:楼上的?|楼下的?|隔壁的?|对门的?|公司的?|我们组的?|新来的?|新|老|(?P<order>大学|高中|初中|前))?"
    r"(?P<word>室友|舍友|同事|闺蜜|邻居|同学|朋友|发小|搭档|战友|工友|师兄|师姐|师弟|师妹|学长|学姐|学弟|学妹|徒弟|同桌)(?=[小阿老\u4e00-\u9fffA-Z])"
)
# Kin words that also follow the name of somebody older, as a title.
# 老二 is a child of the speaker, or a brother in a text about the speaker's parents.
_BY_AGE = frozenset(["老大", "老二"])
_PARENTS = re.compile(r"[爸妈爹娘]|父母|父亲|母亲|兄弟|姊妹|姐妹|哥|弟|嫂")
# Somebody whom the sentence introduces: 隔壁班转来个混血，爸爸是外国人.
_BRINGS_UP = re.compile(
    r"(?:来|招|认识|碰到|碰见|遇到|遇见|见)(?:了)?[一两]?[个位名](?!月|多|星期|礼拜|小时)"
)
_TITLES = frozenset(["叔叔", "阿姨", "伯伯", "爷爷", "奶奶", "婶婶", "嫂子", "大娘", "哥哥", "姐姐"])
_FORMER = re.compile("(?:曾经?|以前)是$")
_PARTNER = "对象"  # may be married
_MARRIED = re.compile(
    "(?<!没)(?<!要)(?<!想)(?<!算)(?<!备)(?:领证|领了证|结婚|登记)(?:了|都|快|已经|有)*(?:[一二两俩三仨四五六七八九十几\\d]+(?:个月|年|周年)|半年)"
    "|(?:去年|前年|上个?月|上周|昨天|今天|刚|早就|已经)(?:刚|就|才)?(?:领证|领了证)|我[们俩][^，。！？!?没要想打准]{0,4}领证了"
)
_NAME_STATEMENT = re.compile(
    rf"(?P<pronoun>(?<!其)(?<!吉)他|她|它)(?:{NAME_WORD}(?:叫做|叫|是|为)|叫做|叫|名叫)(?P<name>[\u4e00-\u9fff]{{1,4}}?|[A-Za-z]{{2,20}})"
    r"(?=[，,。.！!？?；;~\s]|$)"
)
# Kin who live with somebody: after a clause about another relative they are that relative's.
_OF_HOUSEHOLD = ("MARRIED_TO", "PARENT_OF", "ENGAGED_TO", "DATING")
_SUBJECT = re.compile(
    rf"\s?(?:我们|咱们|我|咱|俺)(?:{_PLAIN}{_ORDER}(?P<word>{alternation(kin_words('zh'))}))?(?![和跟与])"
)
_RELATIVE_OF_RELATIVE = re.compile(
    rf"\s?(?:我们|咱们|我|咱|俺){_PLAIN}{_ORDER}(?:{ANY_WORD})的(?:{ANY_WORD}|[^，,]{{0,3}}同学)[^，,我咱]*[，,][^我咱]*$"
)
_PRONOUN_GENDERS: dict[str, Gender | None] = {"他": "m", "她": "f", "它": None}
_COMMAS = re.compile("[，,；;]")


def kin_in_chinese(text: str, names: Collection[str]) -> list[Kin]:
    """The kin in a Chinese text, sorted by start, without overlaps. `names` are the known names in the text."""
    found = chain(
        _owned(text, names),
        _of_named(text, names),
        _had(text, names),
        _had_by_nobody(text, names),
        children_born(text, names),
        children_with_chosen_names(text, names),
        _bare(text, names),
    )
    kin = with_later_names(without_overlaps([*without_overlaps([*found]), *_with_stated_names(text)]))
    is_married = _MARRIED.search(text) is not None
    return [replace(k, relation="MARRIED_TO") if is_married and _is_own_partner(k) else k for k in kin]


def _is_own_partner(kin: Kin) -> bool:
    return kin.word == _PARTNER and kin.owner == "I"


def _owned(text: str, names: Collection[str]) -> Iterator[Kin]:
    for match in first_matches(_OWNED, text):
        order = match["order"] or ""
        if _SELF.fullmatch(match[0]):
            continue
        yield _kin(text, match, PRONOUNS[match["pronoun"]], order, names)


def _of_named(text: str, names: Collection[str]) -> Iterator[Kin]:
    for match in first_matches(_OF_NAMED, text):
        if match["owner"][:2] not in NO_PERSON and match["word"] not in _SHORT:
            yield _kin(text, match, match["owner"], match["order"] or "", names)
    for name in sorted(n for n in names if n and not n.isascii())[:_NAMES]:
        for place in islice(_places(name, text), _NAMES):
            match = _OF.match(text, place + len(name))
            is_title = match is not None and text[match.start()] != "的" and match["word"] in _TITLES
            if match and match["word"] not in _SHORT and not is_title:  # 老郑叔叔 is one person
                yield _kin(text, match, name, match["order"] or "", names, owner_at=place)


def _places(name: str, text: str) -> Iterator[int]:
    place = text.find(name)
    while place >= 0:
        yield place
        place = text.find(name, place + 1)


def _had(text: str, names: Collection[str]) -> Iterator[Kin]:
    for match in first_matches(_HAS, text):
        word, pets_only = kin_words("zh")[match["word"]], match["verb"][0] in "领收养买"
        owner = PRONOUNS[match["pronoun"]] if match["pronoun"] else match["owner"]
        if (pets_only and not word.is_pet) or match["word"] in _SHORT - {"娃"} or owner[:2] in NO_PERSON:
            continue
        yield _kin(text, match, owner, match["order"] or "", names, begins=match.end("verb"))


def _had_by_nobody(text: str, names: Collection[str]) -> Iterator[Kin]:
    """有个儿子 is the speaker's, if the text before it is about nobody else; it is only assumed that the turn before is not."""
    for match in first_matches(_HAS_RELATIVE, text):
        owner, before = match["own"], text[: match.start()]
        if kin_words("zh")[match["word"]].relation not in _OF_BLOOD:
            continue
        if owner in (None, "家里") and is_about_others(before, names):
            continue
        kin = _kin(text, match, "I", match["order"] or "", names, begins=match.end("verb"))
        yield replace(kin, assumed=owner in (None, "家里"))


def _bare(text: str, names: Collection[str]) -> Iterator[Kin]:
    """妈妈 at the start of a clause or after 我和 is the speaker's own, or that of the person the sentence is about."""
    for match in first_matches(_BARE, text):
        word = kin_words("zh").get(match["word"])
        if word is None:
            continue
        order = match["order"] or ""
        start, end = match.start("order" if order else "word"), match.end("word")
        if match["word"] in _BY_AGE and _PARENTS.search(text):
            continue
        owner = _owner_of_bare(text, start, names)
        if owner is None or (word.relation in _OF_HOUSEHOLD and _is_of_relative(text[:start])):
            continue
        name, end = (None, end) if word.plural else name_next_to(text, start, end, word, names)
        yield Kin(
            start=start, end=end, owner=owner, word=word.word, relation=word.relation,
            gender=word.gender, name=name, plural=word.plural, order=order,
        )  # fmt: skip
    for match in first_matches(_BARE_NAMED, text):
        word = kin_words("zh").get(match["word"])
        if word is None:
            continue
        start, end = match.start("word"), match.end("word")
        name, end = name_next_to(text, start, end, word, names)
        if name:
            yield Kin(
                start=start, end=end, owner="I", word=word.word, relation=word.relation, gender=word.gender,
                name=name, type=word.type, order=match["order"] or "",
            )  # fmt: skip


def _owner_of_bare(text: str, place: int, names: Collection[str]) -> str | None:
    """The owner of kin without one: the name at the start of the sentence (陈璐上海人，老公香港人), else the speaker.

    None if the sentence has another pronoun before it (她妈妈是护士，爸爸是军人): the owner may be either.
    """
    start = max(text.rfind(sign, 0, place) for sign in "。！？!?\n") + 1
    before = text[start:place]
    if _RELATIVE_OF_RELATIVE.match(before):
        return None  # 我老公的弟弟在东莞，老婆是广西人
    if not before or "我" in before or "咱" in before:
        return "I"
    if re.search("[他她你您]", before):
        return None
    if _BRINGS_UP.search(before) or any(name and before.find(f"是{name}") >= 0 for name in names):
        return None  # 最惨的是邓宇，老婆跑了
    return next((name for name in names if name and before.startswith(name)), "I")


def _is_of_relative(before: str) -> bool:
    """Whether the last clause with a subject before kin is about a relative or friend with a household of their own:
    女儿 in 我弟当爸爸了，女儿叫汤圆.
    """
    sentence = re.split("[。！？!?\\n]", before)[-1]
    stated = [
        match
        for clause in _COMMAS.split(sentence)
        if (match := _SUBJECT.match(clause) or _BARE.match(clause))
    ]
    word = kin_words("zh").get(stated[-1]["word"] or "") if stated else None
    return word is not None and word.relation not in (*_OF_HOUSEHOLD, "CHILD_OF") and not word.is_pet


def _with_stated_names(text: str) -> Iterator[Kin]:
    for match in first_matches(_NAME_STATEMENT, text):
        if not may_be_called(match["name"]):
            continue
        yield Kin(
            start=match.start("pronoun"), end=match.end("pronoun"), owner=match["pronoun"], word="", relation="NAMED",
            name=match["name"], gender=_PRONOUN_GENDERS[match["pronoun"]], identifies=True,
        )  # fmt: skip


def _kin(
    text: str,
    match: re.Match[str],
    owner: str,
    order: str,
    names: Collection[str],
    begins: int | None = None,
    owner_at: int | None = None,
) -> Kin:
    word, start, end = kin_words("zh")[match["word"]], match.start(), match.end()
    start = next((place for place in (begins, owner_at) if place is not None), start)
    members, ends = members_next_to(text, start, end, names)
    if members:
        return Kin(
            start=start, end=ends, owner=owner, word=word.word, relation=word.relation, gender=word.gender, plural=True,
            type=word.type, order=order, members=members,
        )  # fmt: skip
    name, end = (None, end) if word.plural else name_next_to(text, start, end, word, names)
    gender = word.gender or (gender_of(name) if name and not word.is_pet else None)
    return Kin(
        start=start, end=end, owner=owner, word=word.word, relation=word.relation, name=name, gender=gender,
        plural=word.plural or (begins is not None and bool(match["count"]) and match["count"] != "一"),
        type=word.type, order=order,
        former=bool(name) and _FORMER.search(text, max(0, start - 4), start) is not None,
    )  # fmt: skip
