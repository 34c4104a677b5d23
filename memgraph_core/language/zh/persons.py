"""Persons in Chinese words: words that the tagger marks as persons and other evidence confirms, and surnames with titles."""

import re
from collections.abc import Iterator, Sequence

from memgraph_core.language.naming.lists import (
    common_surnames,
    given_characters,
    no_names_zh,
    surnames,
    titles_zh,
    transcription_characters,
)
from memgraph_core.language.persons.given_names import gender_of
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.word_lists import word_set
from memgraph_core.language.zh.words import Word, word_at

# Characters of grammar: no given name has one.
FUNCTION = frozenset(
    "的了着过在是和与跟同及或给对向从到去来把被让叫请找说问看想要会能可都也还就又很太真最不没有我你您他她它们这那哪谁"
    "啥个些么吗呢吧啊呀之其将已曾刚为以于"
)
_VERBS = frozenset("管教带学住养开修画写卖买做吃喝换搬考读玩打练用穿借欠送选投跑送")
_FAMILIAR = "小老阿"  # 小王, 老张, 阿强
_MEASURES = "张条把台件"  # 办了张乐刻年卡: the first one is a surname, too
_FOLLOWING = FUNCTION | frozenset("今明昨后前下上周")
_DOUBLED = re.compile(r"([\u4e00-\u9fff])\1")
_CALLING = ("叫", "名叫", "叫做", "喊")
_BEFORE_PERSON = frozenset(["是", "找", "问", "请", "约", "联系"])
_AFTER_PERSON = frozenset(["v", "p", "d", "r", "c", "w", "u", "TIME"])
_COMPANY = ("跟", "和", "与", "找", "问", "请", "让", "给", "替", "由", "陪", "约", "归", "叫")
# After these verbs of eating, growing and taking, a name is not a person: 种点罗勒.
_CONSUMING = re.compile(
    r"(?:吃|喝|种|养|点|炒|煮|炖|烤|买|腌|拌|泡|放)(?:了|过|着)?(?:[一两几半]?[点些杯份碗盆个只])?$"
)
_ALLERGIC = re.compile(r"[^，。]{0,3}(?:过敏|不耐受)")
_ROLES = word_set("roles_zh")


def persons_in(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """The ranges that name persons; they may overlap."""
    for start, end in _found_in(text, words):
        is_given = start > 1 and text[start - 2 : start] in surnames()
        yield (start - 2 if is_given else start), end  # 欧阳小红


def _found_in(text: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    for index, word in enumerate(words):
        if word.tag == "PER" and not word.text.isascii():
            yield from _tagged(text, words, index)
        yield from _old(word, word_at(words, index + 1))
        following = word_at(words, index + 1)
        if word.tag == "*" or following is None or following.start != word.end:
            continue
        title = _title_of(following.text)
        before = word_at(words, index - 1)
        is_first = (
            before is None
            or before.end < word.start
            or before.tag not in ("n", "v", "nz", "a", "PER", "vn")
            or before.text in _BEFORE_PERSON
        )
        may_be_surname = word.tag not in ("v", "d", "p", "c", "m") or (word.tag == "d" and len(title) > 1)
        if word.text in surnames() and may_be_surname and title and is_first:
            yield word.start, following.start + len(title)
        elif word.text in _COMPANY[:3] and is_full_name(following.text) and _is_given(following.text[1:]):
            yield following.start, following.end


def _old(word: Word, following: Word | None) -> Iterator[tuple[int, int]]:
    """老韩, in one word or in two."""
    both = word.text + (following.text if following is not None and word.text == "老" else "")
    if len(both) == 2 and both[0] == "老" and both[1] in common_surnames() and both not in no_names_zh():
        yield word.start, word.start + 2


def is_full_name(text: str) -> bool:
    """Whether a text looks like a surname and a given name."""
    if text in no_names_zh():
        return False
    if text[:2] in surnames() and 3 <= len(text) <= 4:
        return not set(text[2:]) & FUNCTION
    return text[:1] in surnames() and 2 <= len(text) <= 3 and not set(text[1:]) & FUNCTION


def is_eaten(text: str, start: int, end: int) -> bool:
    """Whether a name is at a position of food, plants or medicine: 对芒果过敏, 种罗勒."""
    before = text[max(0, start - 4) : start]
    return bool(_CONSUMING.search(before)) or (before.endswith("对") and bool(_ALLERGIC.match(text, end)))


def _tagged(text: str, words: Sequence[Word], index: int) -> Iterator[tuple[int, int]]:
    """A word that the tagger marks as a person, if it has the form or the use of one."""
    word = words[index]
    start, name = word.start, word.text
    if len(name) == 4 and name[0] not in surnames() and is_full_name(name[1:]):  # 临颜真卿
        start, name = start + 1, name[1:]
    if len(name) < 2 or name in no_names_zh() or is_eaten(text, start, word.end):
        return
    if _ends_with_verb(name, word_at(words, index + 1)):
        yield start, word.end - 1  # 赵琴管哪块
        return
    title = next((t for t in sorted(titles_zh(), key=len, reverse=True) if name.startswith(t, 1)), "")
    if (
        name[0] in surnames()
        and title
        and len(name) > 1 + len(title)
        and name[1 + len(title) :][0] in _FOLLOWING
    ):
        yield start, start + 1 + len(title)  # 李总明天 and 李总是 are cut too late
        return
    before, after = word_at(words, index - 1), word_at(words, index + 1)
    is_counted = name[0] in _MEASURES and before is not None and before.text in ("了", "过")
    if is_counted and after is not None and after.tag in ("n", "nz", "vn"):
        return
    is_usual = len(name) == 2 and name[0] in common_surnames() and name[1] not in _FOLLOWING
    if is_usual and (after is None or after.tag in _AFTER_PERSON):
        yield start, word.end  # 李牧那边
    elif _is_built_like_one(name) or _is_introduced(before):
        yield start, word.end


def _ends_with_verb(name: str, after: Word | None) -> bool:
    """Whether the tagger took the verb after a name for its last character: 赵琴管 哪块."""
    is_familiar = len(name) == 3 and name[0] in _FAMILIAR and name[1] in common_surnames()
    if is_familiar and name[2] in _VERBS and after is not None and after.text[:1] in "了着过":
        return True  # 租给小孟开 了
    is_cut = (
        len(name) == 3
        and (name[0] in surnames() or name[0] in _FAMILIAR)
        and name[2] not in given_characters()
    )
    return is_cut and after is not None and after.tag in ("r", "m") and name[2] in _VERBS


def _is_built_like_one(name: str) -> bool:
    if name[0] in _FAMILIAR and 2 <= len(name) <= 3:
        return True
    if len(name) == 2 and name[0] == "大" and name[1] in common_surnames():
        return True
    if _DOUBLED.fullmatch(name):
        return True
    if any(name.endswith(title) and name[: -len(title)] in surnames() for title in titles_zh()):
        return True
    if is_full_name(name):
        return _is_given(name[1:]) if len(name) == 2 else bool(set(name[1:]) & given_characters())
    is_foreign = len(name) >= 3 and set(name) <= set(transcription_characters())
    return is_foreign or gender_of(name) is not None


def _is_introduced(before: Word | None) -> bool:
    """Whether a word for a person directly precedes: 女儿朵朵, 班长陶然; or one that calls."""
    if before is None:
        return False
    return before.text in _CALLING or before.text in _ROLES or before.text in kin_words("zh")


def _is_given(text: str) -> bool:
    return bool(text) and all(character in given_characters() for character in text)


def _title_of(text: str) -> str:
    """The title that a word is, or begins with before a word of grammar."""
    if text in titles_zh():
        return text
    return text[0] if text[:1] == "总" and text[1:] in ("", "说", "的", "是") else ""
