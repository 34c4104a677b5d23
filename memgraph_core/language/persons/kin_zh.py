"""Chinese kin: 我妹妹, 我的女朋友小雨, 李雷的妈妈, 何川是我的舅舅, 我养了一只猫，叫咪咪."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import chain, islice

from memgraph_core.language.persons.given_names import gender_of
from memgraph_core.language.persons.kin import (
    PARTNERS,
    Kin,
    KinWord,
    alternation,
    first_matches,
    kin_words,
    with_later_names,
    without_overlaps,
)
from memgraph_core.language.spans import Gender
from memgraph_core.language.word_lists import groups_of
from memgraph_core.language.zh.persons import FUNCTION, is_full_name
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.words import has_tagger, words_of

_CUES = groups_of("kin_cues_zh")
# The most common surnames, of 90 % of the people. Rare surnames are left out: they are mostly ordinary characters.
_SURNAMES = "".join(sorted(_CUES["surnames"]))
_DOUBLE = "欧阳|诸葛|司马|上官|司徒|夏侯|皇甫|慕容|东方|令狐"
_NAMES = 200  # limit of the known names that are searched, and of the occurrences of each
_NO_GIVEN = "".join(sorted(_CUES["no_given"]))
_GIVEN = rf"(?:(?![{_NO_GIVEN}]|明[天年早晚日后]|时[候间常])[\u4e00-\u9fff])"
_FAMILIAR = rf"[小老阿]{_GIVEN}"
_PERSON = rf"(?:(?:{_DOUBLE}|[{_SURNAMES}]){_GIVEN}{{1,2}}|{_FAMILIAR}|[A-Z][a-z][A-Za-z]{{0,19}})"
_NO_PERSON = _CUES["no_person"]
_PRONOUN = {
    "我": "I", "我们": "I", "咱": "I", "咱们": "I", "俺": "I", "你": "you", "您": "you", "你们": "you",
    "他": "他", "她": "她", "他们": "他们", "她们": "她们",
}  # fmt: skip
_ORDER = r"(?P<order>大|二|三|四|小|亲|最好的|前|老|双胞胎|大学|高中|初中|小学|研究生|瑜伽|钢琴|舞蹈|健身|英语|数学|语文)??"
_PLAIN = r"(?:可爱的|亲爱的|手下的|新|好|有?一个|那个|这个|那位|这位|一位|远房|的|家的|家){0,3}"
_SHORT = frozenset("妹姐弟哥妈爸叔伯舅姨娘爹娃姑嫂")  # only after a pronoun
# The lookaheads exclude longer words with another meaning.
_WORDS = (
    rf"(?P<word>{alternation(kin_words('zh'))})"
    r"(?<!他妈(?=的))(?<!娘(?=家))(?<!姑(?=[娘且息]))(?!圈|棋|时代|证|生涯|园|粮|砂|舍|窝|节|会|票|娘$|咖|间|之间|气了|出门|出去|走了(?=进))"
)
_OWNED = re.compile(
    rf"(?P<pronoun>我们|咱们|你们|他们|她们|我|咱|俺|你|您|(?<!其)(?<!吉)他|她){_PLAIN}{_ORDER}{_WORDS}"
)
_SELF = re.compile(r"我(?:这个|一个)[爸妈爹娘]")  # 我这个妈 is the speaker
_OF_NAMED = re.compile(rf"(?P<owner>{_PERSON})(?:的|家的){_ORDER}{_WORDS}")
_OF = re.compile(rf"(?:的|家的|家)?{_ORDER}{_WORDS}")
_HAS = re.compile(
    rf"(?:(?P<pronoun>我们|咱们|我|你|您|他|她)|(?P<owner>{_PERSON}))家?(?:还|也|只|刚刚|刚|最近|以前|曾经|昨天|上周|上个月|去年|今年){{0,2}}"
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
    rf"(?P<order>大|二|三|四|小)??(?P<word>{_OWN}|(?<=[大二三四小])[哥姐弟妹叔伯舅姨姑嫂]|爸(?=的)|[爸妈](?=[在是说想又也还都去来今昨前退出住生身打从给让怕不没有最正被跟查]))(?![们辈分子娘]|[，,！!](?!她|他|[取起]?名?叫)|圈|棋|的话)"
)
# 室友阿杰 at the start of a clause and after 跟, 找 … is the speaker's.
_BARE_NAMED = re.compile(
    r"(?<![^，,。！？!?；;\n\s和跟与同给在找问让陪帮替请])(?:楼上的?|楼下的?|隔壁的?|对门的?|公司的?|我们组的?|新来的?|新|老|(?P<order>大学|高中|初中|前))?"
    r"(?P<word>室友|舍友|同事|闺蜜|邻居|同学|朋友|发小|搭档|战友|工友|师兄|师姐|师弟|师妹|学长|学姐|学弟|学妹|徒弟|同桌)(?=[小阿老\u4e00-\u9fffA-Z])"
)
# Kin words that also follow the name of somebody older, as a title.
_TITLES = frozenset(["叔叔", "阿姨", "伯伯", "爷爷", "奶奶", "婶婶", "嫂子", "大娘", "哥哥", "姐姐"])
_NAME_WORD = r"(?:的)?(?:名字|姓名|全名|大名|小名|本名|真名|乳名)"
# What a statement may say of kin before it gives their name: 我妈姓陈，叫陈秀芳; 儿子出生了！5月10号早上，叫周砚.
_BEFORE_NAME = r"(?:姓[\u4e00-\u9fff]{1,2}|是[\u4e00-\u9fff]{2,6}人|(?:出生|诞生|降生)了[！!，,](?:[^，,。！!？?叫]{1,12})?)"
_SETTLED = r"(?:也|就|都|终于|总算|已经)*(?:定|定好|定下来|取|取好|起|起好|想好|选好|有)了[，,！!：:]?\s?(?:就)?(?:叫做|叫|是)?"
_CALLED = re.compile(
    rf"{_BEFORE_NAME}?(?:[，,]\s?)?(?:[他她它])?(?:{_NAME_WORD}(?:叫做|叫|是|为|{_SETTLED})|小名|大名|本名|名叫|取名叫?|起名叫?|叫做|叫作|叫)\s?(?P<name>[\u4e00-\u9fff]{{1,4}}?|[A-Za-z]{{2,20}})"
    r"(?=[，,。.！!？?；;、~\s]|$|的)"
)
# A later clause of the same text that gives the name: 我婆婆挺好相处的，叫孙秀兰; 我家猫吐了。叫奶糕，橘猫.
_CALLED_LATER = re.compile(
    r"(?P<between>[^？?\n叫“”\"]{1,40}?)[，,。！!；;]\s?(?:[他她它])?(?:的?(?:名字|小名|大名))?(?:就)?叫(?:做)?\s?(?P<name>[\u4e00-\u9fff]{2,4})"
    r"(?=[，,。.！!；;、）)~\s]|$)"
)
_OPENS_CLAUSE = "，,。！？!?；;、 \n（(个位只条"
# Something else that the name may belong to: a new animal, a shop, a course, somebody whom the clauses mention.
_MAY_BE_NAMED = re.compile(
    r"[一两几这那了着过有][个家只条本部款台间座位名群对](?!月|多|半|人|小时|星期|钟头)|[我你您他她咱俺谁]|的(?=[\u4e00-\u9fff])|店|公司|项目|小区|学校|医院|餐厅|课|游戏|电影|节目|乐队|品牌"
)
# A child who has been born, and the child of whom: 生了！昨天凌晨，女儿，六斤; 刘芳上个月生了二胎，是个女孩.
_CHILD = r"(?P<word>女儿|闺女|千金|女孩|女宝|女娃|丫头|儿子|男孩|男宝|男娃|小子)"
_BORN = re.compile(
    rf"(?:^|(?<=[，,。！？!?；;\s]))(?:(?P<own>我们?|我老婆|我媳妇|老婆|媳妇|我爱人|爱人|终于|昨天|今天|前天|上周|刚|凌晨){{0,3}}|(?P<owner>[^，,。！？!?；;\s我你他她]{{2,10}}?)(?:昨天|今天|前天|上周|上个?月|去年|今年|前几天|刚|也){{0,2}})"
    rf"生(?:了|下了?)(?:(?:二|三|头)胎|一?个|[，,。！!…\s]+(?:[^，,。！!？?\s叫]{{1,10}}[，,\s]){{0,2}}?|[，,]?是){{0,3}}{_CHILD}(?=[，,。！!；;了啦\s]|$)"
)
_GIRL = frozenset("女闺千丫")
# Of a child without a word for it, whose name its parents have chosen: 大名定了，沈知遥.
_NAME_CHOSEN = re.compile(
    rf"(?:^|(?<=[，,。！？!?；;\s]))(?:孩子|宝宝|娃)?的?(?:大名|小名|学名|乳名)(?P<settled>{_SETTLED})\s?(?P<name>[\u4e00-\u9fff]{{2,4}}?)(?=[，,。.！!；;\s]|$)"
)
_SEVERAL = re.compile(
    r"(?:，|,|：|:)?(?:分别)?(?:是|叫做?)?(?P<list>[\u4e00-\u9fff]{2,4}(?:、[\u4e00-\u9fff]{2,4}){0,4}[、和跟与][\u4e00-\u9fff]{2,4})(?=[，,。.！!；;\s]|$)"
)
_FORMER = re.compile("(?:曾经?|以前)是$")
_SEVERAL_BEFORE = re.compile(
    r"(?:^|(?<=[，,。！？!?\s]))(?P<list>[\u4e00-\u9fff]{2,4}(?:、[\u4e00-\u9fff]{2,4}){0,4}[、和跟与][\u4e00-\u9fff]{2,4}?)(?:都|也)?是$"
)
_OF_BIRTHDAY = re.compile(r"(?P<name>[\u4e00-\u9fff]{2,3})(?=的生日)")  # 我女儿米粒的生日
# A full name between commas after kin: 有个儿子，罗一鸣，今年五岁; 老公姓韩，韩立军.
_APPOSED = re.compile(
    rf"(?:姓[\u4e00-\u9fff]{{1,2}})?[，,]\s?(?P<name>(?:{_DOUBLE}|[{_SURNAMES}]){_GIVEN}{{1,2}})(?=[，,。！!；;]|$)"
    r"(?![，,]\s?(?:还有|以及|都|也|我|他|她|你))"
)
_IS = re.compile(rf"是(?P<name>(?:{_DOUBLE}|[{_SURNAMES}]){_GIVEN}{{1,2}})(?=[，,。.！!；;]|$)")
_NAME_BEHIND = re.compile(rf"[（(，,]?(?P<name>{_PERSON})")
_OF_OTHER = re.compile("的|[那这](?:个|位|家)")  # 小唐是我弟那个老师
_PARTNER = "对象"  # may be married
_MARRIED = re.compile(
    "(?<!没)(?<!要)(?<!想)(?<!算)(?<!备)(?:领证|领了证|结婚|登记)(?:了|都|快|已经|有)*(?:[一二两俩三仨四五六七八九十几\\d]+(?:个月|年|周年)|半年)"
    "|(?:去年|前年|上个?月|上周|昨天|今天|刚|早就|已经)(?:刚|就|才)?(?:领证|领了证)|我[们俩][^，。！？!?没要想打准]{0,4}领证了"
)
_MAX_NAME_BEFORE = 60  # characters between the start of a name and the kin after it
_NAME_AND_VERB_BEFORE = re.compile(
    r"(?:(?P<begins>(?:^|(?<=[，,。！？!?\s]))(?:[\u4e00-\u9fff]{2,4}?|[\u4e00-\u9fff]{1,6}(?:·[\u4e00-\u9fff]{1,6}){1,2}))|"
    r"(?P<name>[\u4e00-\u9fff]{2,4}?|[A-Za-z]{2,20}(?: [A-Z][A-Za-z]{1,19}){0,2}))\s?(?:也|就|都|还|才|其实|曾经|曾|以前)?是$"
)
# A name before kin in brackets: 晓川（我弟）.
_BEFORE_BRACKET = re.compile(r"(?P<begins>^|(?<=[，,。！？!?；;\s]))?(?P<name>[\u4e00-\u9fff]{2,3})\s?[（(]$")
_COUNT_BEFORE = re.compile(r"[\d一二两三四五六七八九十百千几]$")
_NAME_STATEMENT = re.compile(
    rf"(?P<pronoun>(?<!其)(?<!吉)他|她|它)(?:{_NAME_WORD}(?:叫做|叫|是|为)|叫做|叫|名叫)(?P<name>[\u4e00-\u9fff]{{1,4}}?|[A-Za-z]{{2,20}})"
    r"(?=[，,。.！!？?；;~\s]|$)"
)
# Kin who live with somebody: after a clause about another relative they are that relative's.
_OF_HOUSEHOLD = ("MARRIED_TO", "PARENT_OF", "ENGAGED_TO", "DATING")
_SUBJECT = re.compile(
    rf"\s?(?:我们|咱们|我|咱|俺)(?:{_PLAIN}{_ORDER}(?P<word>{alternation(kin_words('zh'))}))?(?![和跟与])"
)
_ANY_WORD = alternation(kin_words("zh"))
_RELATIVE_OF_RELATIVE = re.compile(
    rf"\s?(?:我们|咱们|我|咱|俺){_PLAIN}{_ORDER}(?:{_ANY_WORD})的(?:{_ANY_WORD}|[^，,]{{0,3}}同学)[^，,我咱]*[，,][^我咱]*$"
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
        _born(text, names),
        _with_chosen_names(text, names),
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
        yield _kin(text, match, _PRONOUN[match["pronoun"]], order, names)


def _of_named(text: str, names: Collection[str]) -> Iterator[Kin]:
    for match in first_matches(_OF_NAMED, text):
        if match["owner"][:2] not in _NO_PERSON and match["word"] not in _SHORT:
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
        owner = _PRONOUN[match["pronoun"]] if match["pronoun"] else match["owner"]
        if (pets_only and not word.is_pet) or match["word"] in _SHORT - {"娃"} or owner[:2] in _NO_PERSON:
            continue
        yield _kin(text, match, owner, match["order"] or "", names, begins=match.end("verb"))


def _had_by_nobody(text: str, names: Collection[str]) -> Iterator[Kin]:
    """有个儿子 is the speaker's, if the text before it is about nobody else; it is only assumed that the turn before is not."""
    for match in first_matches(_HAS_RELATIVE, text):
        owner, before = match["own"], text[: match.start()]
        if kin_words("zh")[match["word"]].relation not in _OF_BLOOD:
            continue
        if owner in (None, "家里") and _is_about_others(before, names):
            continue
        kin = _kin(text, match, "I", match["order"] or "", names, begins=match.end("verb"))
        yield replace(kin, assumed=owner in (None, "家里"))


def _born(text: str, names: Collection[str]) -> Iterator[Kin]:
    """The child who has been born to the speaker, or to somebody with a name."""
    for match in first_matches(_BORN, text):
        owner = next((name for name in names if name and (match["owner"] or "").endswith(name)), None)
        is_own = match["owner"] is None
        if (owner is None and not is_own) or (is_own and _is_about_others(text[: match.start()], names)):
            continue
        child = kin_words("zh")["女儿" if match["word"][0] in _GIRL else "儿子"]
        chosen = _NAME_CHOSEN.search(text, match.end())
        is_chosen = chosen is not None and may_be_called(chosen["name"])
        start, end = match.span("word")
        name = chosen["name"] if chosen and is_chosen else _name_next_to(text, start, end, child, names)[0]
        yield Kin(
            start=start, end=end, owner=owner or "I", word=child.word, relation=child.relation, name=name,
            gender=child.gender, assumed=is_own and not match["own"],
        )  # fmt: skip


def _with_chosen_names(text: str, names: Collection[str]) -> Iterator[Kin]:
    """The child of the speaker whose name has been chosen: 大名定了，沈知遥."""
    child = kin_words("zh")["孩子"]
    if any(_born(text, names)):
        return
    for match in first_matches(_NAME_CHOSEN, text):
        sentence = re.split("[。！？!?\\n]", text[: match.start()])[-1]
        own = {kin_words("zh")[word[0]].relation for word in re.finditer(_ANY_WORD, sentence)}
        is_of_other = bool(own - PARTNERS - {"PARENT_OF"}) or re.search("[他她]", sentence) is not None
        if may_be_called(match["name"]) and not is_of_other:
            yield Kin(
                start=match.start("name"), end=match.end("name"), owner="I", word=child.word, relation=child.relation,
                name=match["name"], assumed=True,
            )  # fmt: skip


def _is_about_others(before: str, names: Collection[str]) -> bool:
    """Whether a text may be about somebody else than the speaker and the speaker's partner."""
    relations = {kin_words("zh")[match[0]].relation for match in re.finditer(_ANY_WORD, before)}
    if re.search("[他她]", before) or relations - PARTNERS:
        return True
    is_own = bool(relations) or re.search("我(?:叫|是)", before) is not None
    return not is_own and any(name and name in before for name in names)


def _bare(text: str, names: Collection[str]) -> Iterator[Kin]:
    """妈妈 at the start of a clause or after 我和 is the speaker's own, or that of the person the sentence is about."""
    for match in first_matches(_BARE, text):
        word = kin_words("zh").get(match["word"])
        if word is None:
            continue
        order = match["order"] or ""
        start, end = match.start("order" if order else "word"), match.end("word")
        owner = _owner_of_bare(text, start, names)
        if owner is None or (word.relation in _OF_HOUSEHOLD and _is_of_relative(text[:start])):
            continue
        name, end = (None, end) if word.plural else _name_next_to(text, start, end, word, names)
        yield Kin(
            start=start, end=end, owner=owner, word=word.word, relation=word.relation,
            gender=word.gender, name=name, plural=word.plural, order=order,
        )  # fmt: skip
    for match in first_matches(_BARE_NAMED, text):
        word = kin_words("zh").get(match["word"])
        if word is None:
            continue
        start, end = match.start("word"), match.end("word")
        name, end = _name_next_to(text, start, end, word, names)
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
    members, ends = _members(text, start, end, names)
    if members:
        return Kin(
            start=start, end=ends, owner=owner, word=word.word, relation=word.relation, gender=word.gender, plural=True,
            type=word.type, order=order, members=members,
        )  # fmt: skip
    name, end = (None, end) if word.plural else _name_next_to(text, start, end, word, names)
    gender = word.gender or (gender_of(name) if name and not word.is_pet else None)
    return Kin(
        start=start, end=end, owner=owner, word=word.word, relation=word.relation, name=name, gender=gender,
        plural=word.plural or (begins is not None and bool(match["count"]) and match["count"] != "一"),
        type=word.type, order=order,
        former=bool(name) and _FORMER.search(text, max(0, start - 4), start) is not None,
    )  # fmt: skip


def _members(text: str, start: int, end: int, names: Collection[str]) -> tuple[tuple[str, ...], int]:
    """The names beside a plural: 我有两个孩子，艾玛和诺亚; 我最好的朋友是张倩、刘洋和小林; 张倩和刘洋是我的室友."""
    after, before = (
        _SEVERAL.match(text, end),
        _SEVERAL_BEFORE.search(text, max(0, start - _MAX_NAME_BEFORE), start),
    )
    match = after or before
    if match is None:
        return (), end
    found = tuple(re.split("[、和跟与]", match["list"]))
    fit = all(name in names or may_be_called(name) for name in found)
    return (found, match.end() if after else end) if fit else ((), end)


def _name_next_to(
    text: str, start: int, end: int, word: KinWord, names: Collection[str]
) -> tuple[str | None, int]:
    if (match := _CALLED.match(text, end)) and (
        word.is_pet or may_be_called(match["name"]) or is_full_name(match["name"])
    ):
        return match["name"], end
    if match := _IS.match(text, end):
        return match["name"], end
    if (
        (match := _APPOSED.match(text, end))
        and not word.is_pet
        and _is_of_words(text, match.start("name"), len(match["name"]))
    ):
        return match["name"], end
    if (match := _OF_BIRTHDAY.match(text, end)) and may_be_called(match["name"]):
        return match["name"], match.end()
    if name := _name_before(text, start, end, names):
        return name, end
    for known in names:
        if known and known[0] not in _NO_GIVEN and text.startswith(known, end):  # not the plan 去青岛
            return known, end + len(known)
    if not word.is_pet and (match := _NAME_BEHIND.match(text, end)) and text[end] not in "，,":
        name, after = _name_at_start(match, text)
        if name and _is_of_words(text, match.start("name"), len(name)):
            return name, after
    is_topic = start == 0 or text[start - 1] in _OPENS_CLAUSE
    return (_name_in_later_clause(text, end, word, names) if is_topic else None), end


def _name_before(text: str, start: int, end: int, names: Collection[str]) -> str | None:
    """The name before kin: 何川 of 何川是我的舅舅, 晓川 of 晓川（我弟）."""
    before = max(0, start - _MAX_NAME_BEFORE)
    if (match := _BEFORE_BRACKET.search(text, before, start)) and text[end : end + 1] in ("）", ")"):
        name, is_known = match["name"], match["name"] in names
        found = name if is_known else _name_at_end(name, whole=bool(match["begins"]))
        return found or (name if may_be_called(name) else None)
    is_whole = _OF_OTHER.match(text, end) is None  # not 周师傅是我岳父的徒弟
    named = _NAME_AND_VERB_BEFORE.search(text, before, start) if is_whole else None
    if named is None or _is_before_noun(text, end) or _COUNT_BEFORE.search(text, before, named.start("name")):
        return None
    return _name_at_end(named["name"] or named["begins"], whole=bool(named["begins"]))


def _name_in_later_clause(text: str, end: int, word: KinWord, names: Collection[str]) -> str | None:
    """The name that a later clause gives to kin, if nobody and nothing else before that clause may have it."""
    match = _CALLED_LATER.match(text, end)
    if match is None or text[end] == "的" or _MAY_BE_NAMED.search(match["between"]):
        return None
    is_of_other = re.search(_ANY_WORD, match["between"]) or any(
        name and name in match["between"] for name in names
    )
    is_name = (word.is_pet and not FUNCTION & set(match["name"])) or may_be_called(match["name"])
    return match["name"] if is_name and not is_of_other else None


def _is_of_words(text: str, start: int, length: int) -> bool:
    """Whether a possible name consists of whole words and is not an action: not 白内 of 白内障, and not 周岁抓."""
    words = [word for word in words_of(text) if word.start < start + length and word.end > start]
    following = text[start + length : start + length + 1]
    if words[0].start < start and (following in _NO_GIVEN or following in "，,。"):
        return True  # 老大 马骁 is cut as 老大马 骁上
    is_whole = words[0].start == start and words[-1].end == start + length
    tags = {word.tag for word in words}
    if not has_tagger() or "PER" in tags:
        return True
    is_common = "condition" in sorts_of(text[start : start + length])  # 我妈高血压
    return is_whole and not is_common and tags.isdisjoint(("v", "p", "d", "u", "m", "q"))


def _is_before_noun(text: str, end: int) -> bool:
    """Whether a noun or a pronoun follows directly, so that the text is about somebody of the kin: 我弟那个同学, 我弟女朋友."""
    following = next((word for word in words_of(text) if word.end > end), None)
    return (
        following is not None
        and following.start == end
        and following.tag in ("n", "nz", "r", "ORG", "s", "vn")
    )


def _name_at_start(match: re.Match[str], text: str) -> tuple[str | None, int]:
    """The name after a kin word. It has three characters only if a word ends with them, or no character of a name follows."""
    name, end = match["name"], match.end("name")
    if name[:2] in _NO_PERSON:
        return None, match.start()
    following = text[end : end + 1]
    begin = match.start("name")
    last = next((word for word in words_of(text) if word.end == end), None) if has_tagger() else None
    is_whole = last is not None and (last.tag == "PER" or last.start > begin)  # not 白内障
    if len(name) > 2 and not (name.isascii() or is_whole) and re.match(_GIVEN, following):
        name, end = name[:2], end - 1
    return name, end + (following in "）)" and following != "" and text[match.start()] in "（(")


def _name_at_end(run: str, *, whole: bool) -> str | None:
    """The name at the end of some characters: 昨天来的何川 → 何川. `whole`: a clause begins with these characters."""
    if run.isascii() or "·" in run:
        return run
    if whole and len(run) <= 3 and run[0] in _SURNAMES and not _PRONOUN.keys() & set(run):
        return run if run[:2] not in _NO_PERSON else None
    for length in (4, 3, 2):  # four characters only with a surname of two
        name = run[-length:]
        if len(run) >= length and re.fullmatch(_PERSON, name) and name[:2] not in _NO_PERSON:
            return name
    return None


def may_be_called(name: str) -> bool:
    """Whether characters may be a name: two at most, or three with a surname. 我起床 in 叫我起床 is not a name."""
    if name.isascii():
        return name[0].isupper()
    given = name[1:] if name[0] in _SURNAMES else name
    if any(c in _NO_GIVEN for c in given) or name[:2] in _NO_PERSON:
        return False
    return (
        len(name) <= 3
        if name[0] in _SURNAMES or name[0] in "小老阿"
        else len(name) <= 2 or name[:2] in _DOUBLE
    )
