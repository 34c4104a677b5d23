"""The names of Chinese kin: 我妹妹叫许棠, 何川是我的舅舅, 晓川（我弟）, 两个孩子艾玛和诺亚."""

import re
from collections.abc import Collection

from memgraph_core.language.persons.kin import KinWord, alternation, kin_words
from memgraph_core.language.word_lists import groups_of
from memgraph_core.language.zh.persons import FUNCTION, is_full_name
from memgraph_core.language.zh.slots import sorts_of
from memgraph_core.language.zh.words import has_tagger, words_of

_CUES = groups_of("kin_cues_zh")
# The most common surnames, of 90 % of the people. Rare surnames are left out: they are mostly ordinary characters.
_SURNAMES = "".join(sorted(_CUES["surnames"]))
_DOUBLE = "欧阳|诸葛|司马|上官|司徒|夏侯|皇甫|慕容|东方|令狐"
NO_GIVEN = "".join(sorted(_CUES["no_given"]))
_GIVEN = rf"(?:(?![{NO_GIVEN}]|明[天年早晚日后]|时[候间常])[\u4e00-\u9fff])"
_FAMILIAR = rf"[小老阿]{_GIVEN}"
PERSON = rf"(?:(?:{_DOUBLE}|[{_SURNAMES}]){_GIVEN}{{1,2}}|{_FAMILIAR}|[A-Z][a-z][A-Za-z]{{0,19}})"
NO_PERSON = _CUES["no_person"]
NAME_WORD = r"(?:的)?(?:名字|姓名|全名|大名|小名|本名|真名|乳名)"
# What a statement may say of kin before it gives their name: 我妈姓陈，叫陈秀芳; 儿子出生了！5月10号早上，叫周砚.
_BEFORE_NAME = r"(?:姓[\u4e00-\u9fff]{1,2}|是[\u4e00-\u9fff]{2,6}人|(?:出生|诞生|降生)了[！!，,](?:[^，,。！!？?叫]{1,12})?)"
SETTLED = r"(?:也|就|都|终于|总算|已经)*(?:定|定好|定下来|取|取好|起|起好|想好|选好|有)了[，,！!：:]?\s?(?:就)?(?:叫做|叫|是)?"
_CALLED = re.compile(
    rf"{_BEFORE_NAME}?(?:[，,\s]\s?)?(?:[他她它])?(?:{NAME_WORD}(?:叫做|叫|是|为|{SETTLED})|小名|大名|本名|名叫|取名叫?|起名叫?|叫做|叫作|叫)\s?(?P<name>[\u4e00-\u9fff]{{1,4}}?|[A-Za-z]{{2,20}})"
    r"(?=[，,。.！!？?；;、~\s]|$|的)"
)
# A later clause of the same text that gives the name: 我婆婆挺好相处的，叫孙秀兰; 我家猫吐了。叫奶糕，橘猫.
_CALLED_LATER = re.compile(
    r"(?P<between>[^？?\n叫“”\"]{1,40}?)[，,。！!；;\s]\s?(?:[他她它])?(?:的?(?:名字|小名|大名))?(?:就)?叫(?:做)?\s?(?P<name>[\u4e00-\u9fff]{2,4})"
    r"(?=[，,。.！!；;、）)~\s]|$)"
)
_OPENS_CLAUSE = "，,。！？!?；;、 \n（(个位只条"
# Something else that the name may belong to: a new animal, a shop, a course, somebody whom the clauses mention.
_MAY_BE_NAMED = re.compile(
    r"[一两几这那了着过有][个家只条本部款台间座位名群对](?!月|多|半|人|小时|星期|钟头)|[我你您他她咱俺谁]|的(?=[\u4e00-\u9fff])|店|公司|项目|小区|学校|医院|餐厅|课|游戏|电影|节目|乐队|品牌"
)
_SEVERAL = re.compile(
    r"(?:，|,|：|:)?(?:分别)?(?:是|叫做?)?(?P<list>[\u4e00-\u9fff]{2,4}(?:、[\u4e00-\u9fff]{2,4}){0,4}[、和跟与][\u4e00-\u9fff]{2,4})(?=[，,。.！!；;\s]|$)"
)
_SEVERAL_BEFORE = re.compile(
    r"(?:^|(?<=[，,。！？!?\s]))(?P<list>[\u4e00-\u9fff]{2,4}(?:、[\u4e00-\u9fff]{2,4}){0,4}[、和跟与][\u4e00-\u9fff]{2,4}?)(?:都|也)?是$"
)
_OF_BIRTHDAY = re.compile(r"(?P<name>[\u4e00-\u9fff]{2,3})(?=的生日)")  # 我女儿米粒的生日
# A full name between commas after kin: 有个儿子，罗一鸣，今年五岁; 老公姓韩，韩立军.
_APPOSED = re.compile(
    rf"(?:姓[\u4e00-\u9fff]{{1,2}})?[，,\s]\s?(?P<name>(?:{_DOUBLE}|[{_SURNAMES}]){_GIVEN}{{1,2}})(?=[，,。！!；;\s]|$)"
    r"(?![，,]\s?(?:还有|以及|都|也|我|他|她|你))"
)
_IS = re.compile(rf"是(?P<name>(?:{_DOUBLE}|[{_SURNAMES}]){_GIVEN}{{1,2}})(?=[，,。.！!；;]|$)")
_NAME_BEHIND = re.compile(rf"[（(，,]?(?P<name>{PERSON})")
_OF_OTHER = re.compile("的|[那这](?:个|位|家)")  # 小唐是我弟那个老师
_MAX_NAME_BEFORE = 60  # characters between the start of a name and the kin after it
_NAME_AND_VERB_BEFORE = re.compile(
    r"(?:(?P<begins>(?:^|(?<=[，,。！？!?\s]))(?:[\u4e00-\u9fff]{2,4}?|[\u4e00-\u9fff]{1,6}(?:·[\u4e00-\u9fff]{1,6}){1,2}))|"
    r"(?P<name>[\u4e00-\u9fff]{2,4}?|[A-Za-z]{2,20}(?: [A-Z][A-Za-z]{1,19}){0,2}))\s?(?:也|就|都|还|才|其实|曾经|曾|以前)?是$"
)
# A name before kin in brackets: 晓川（我弟）.
_BEFORE_BRACKET = re.compile(r"(?P<begins>^|(?<=[，,。！？!?；;\s]))?(?P<name>[\u4e00-\u9fff]{2,3})\s?[（(]$")
_COUNT_BEFORE = re.compile(r"[\d一二两三四五六七八九十百千几]$")
ANY_WORD = alternation(kin_words("zh"))
_ANY_KIN = re.compile(ANY_WORD)
# What others call them: 堂客是益阳的 都喊她艳子; only forms that are hardly anything else than names.
_ADDRESSED = re.compile(
    r"(?P<between>[^？?\n]{0,20}?)[，,。！!；;\s]\s?(?:我们?|大家|大伙|街坊|别人|人家|家里|平时|都|也)*(?:喊|叫|唤)(?:[他她它]|作)\s?"
    r"(?P<name>[小老阿大][\u4e00-\u9fff]|(?P<same>[\u4e00-\u9fff])(?P=same)|[\u4e00-\u9fff][子儿哥姐妹宝嫂叔姨仔])(?=[，,。！!；;\s]|$)"
)
PRONOUNS = {
    "我": "I", "我们": "I", "咱": "I", "咱们": "I", "俺": "I", "你": "you", "您": "you", "你们": "you",
    "他": "他", "她": "她", "他们": "他们", "她们": "她们",
}  # fmt: skip


def members_next_to(text: str, start: int, end: int, names: Collection[str]) -> tuple[tuple[str, ...], int]:
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


def name_next_to(
    text: str, start: int, end: int, word: KinWord, names: Collection[str]
) -> tuple[str | None, int]:
    """The name of kin that ends at an offset, and the offset behind it. Without a name it is None and `end`."""
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
        if known and known[0] not in NO_GIVEN and text.startswith(known, end):  # not the plan 去青岛
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


def relations_in(text: str) -> set[str]:
    """The relations of the kin words in a text."""
    return {kin_words("zh")[match[0]].relation for match in _ANY_KIN.finditer(text)}


def _name_in_later_clause(text: str, end: int, word: KinWord, names: Collection[str]) -> str | None:
    """The name that a later clause gives to kin, if nobody and nothing else before that clause may have it."""
    match = _CALLED_LATER.match(text, end) or _ADDRESSED.match(text, end)
    if match is None or text[end] == "的" or _MAY_BE_NAMED.search(match["between"]):
        return None
    is_of_other = _ANY_KIN.search(match["between"]) or any(
        name and name in match["between"] for name in names
    )
    is_name = (word.is_pet and not FUNCTION & set(match["name"])) or may_be_called(match["name"])
    return match["name"] if is_name and not is_of_other else None


def _is_of_words(text: str, start: int, length: int) -> bool:
    """Whether a possible name consists of whole words and is not an action: not 白内 of 白内障, and not 周岁抓."""
    words = [word for word in words_of(text) if word.start < start + length and word.end > start]
    following = text[start + length : start + length + 1]
    if words[0].start < start and (following in NO_GIVEN or following in "，,。"):
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
    if name[:2] in NO_PERSON:
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
    if whole and len(run) <= 3 and run[0] in _SURNAMES and not PRONOUNS.keys() & set(run):
        return run if run[:2] not in NO_PERSON else None
    for length in (4, 3, 2):  # four characters only with a surname of two
        name = run[-length:]
        if len(run) >= length and re.fullmatch(PERSON, name) and name[:2] not in NO_PERSON:
            return name
    return None


def may_be_called(name: str) -> bool:
    """Whether characters may be a name: two at most, or three with a surname. 我起床 in 叫我起床 is not a name."""
    if name.isascii():
        return name[0].isupper()
    given = name[1:] if name[0] in _SURNAMES else name
    if any(c in NO_GIVEN for c in given) or name[:2] in NO_PERSON:
        return False
    return (
        len(name) <= 3
        if name[0] in _SURNAMES or name[0] in "小老阿"
        else len(name) <= 2 or name[:2] in _DOUBLE
    )
