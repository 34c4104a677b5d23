"""Persons in Chinese: a surname with a given name or a title, 小王, and what the dictionary tags as a person."""

from collections.abc import Iterator, Sequence

from memgraph_core.language.naming.lists import (
    common_surnames,
    general_zh,
    given_characters,
    no_names_zh,
    surnames,
    titles_zh,
)
from memgraph_core.language.naming.segment import Word, at, flag_of, is_rare_alone

# Characters of grammar, and verbs that often follow a name: none ends one.
FUNCTION = frozenset(
    "的了着过在是和与跟同及或给对向从到去来把被让叫请找说问看想要会能可都也还就又很太真最不没有我你您他她它们这那哪谁"
    "啥个些么吗呢吧啊呀之其将已曾刚为以于"
)
_FAMILIAR = "小老阿"  # 小王, 老张, 阿强
_JOINING = "和跟与同"  # surnames, too, but hardly ever
_STANDS_BEFORE = "，。！？,;；、和跟与给找"


def persons_at(words: Sequence[Word], index: int) -> Iterator[tuple[int, int]]:
    """Where persons stand whose name begins with a word: by surname and given name, then by title."""
    word = words[index]
    if word.flag != "*" and not _is_no_name(words, index) and (end := _end_of_name(words, index)):
        joins = word.text[0] in _JOINING and end - word.start > 2  # 我要和怡君去
        yield word.start + joins, end
    yield from _titled(words, index)


def _is_no_name(words: Sequence[Word], index: int) -> bool:
    """A word that names nobody, or one cut from 开了家 花店 in the wrong place."""
    text, following = words[index].text, at(words, index + 1)
    if text in no_names_zh():
        return True
    is_cut = text[0] == "家" and following is not None and flag_of(text) is None
    return is_cut and following is not None and flag_of(text[1:] + following.text[0]) == "n"


def is_full_name(text: str) -> bool:
    """Whether a text looks like a surname and a given name."""
    if text[:2] in surnames() and 3 <= len(text) <= 4:
        return not set(text[2:]) & FUNCTION
    return text[:1] in surnames() and 2 <= len(text) <= 3 and not set(text[1:]) & FUNCTION


def is_given(text: str) -> bool:
    """Whether characters may be a given name."""
    return bool(text) and all(character in given_characters() for character in text)


def _end_of_name(words: Sequence[Word], index: int) -> int | None:
    """Where the name that begins with a word ends; None when none does."""
    word = words[index]
    text = word.text
    if len(text) >= 2 and text[:2] in surnames() and (end := _given_end(words, index, 2)):
        return end
    if word.flag[:2] == "nr" and len(text) >= 2:
        return _end_of_tagged(words, index)
    if text[:1] in surnames() and _may_be_surname(word):
        return _given_end(words, index, 1)
    if len(text) == 2 and text[0] in _FAMILIAR and _is_familiar(text):
        return word.end
    return _end_of_cut_familiar(words, index) if text in tuple(_FAMILIAR) else None


def _end_of_tagged(words: Sequence[Word], index: int) -> int | None:
    """For a word that the dictionary, or a guess, takes for a person."""
    word = words[index]
    text = word.text
    if (
        len(text) == 2 and text[0] in "小阿" and text[1] in given_characters()
    ):  # 小刚, though 刚 is grammar, too
        return word.end
    if set(text[1:]) & FUNCTION:
        return None
    if text[0] in surnames() and len(text) <= 3:
        usual = len(text) == 3 or text[0] in common_surnames() or text[1] in given_characters()
        return _end_of_cut(words, index) if usual else None
    if text[0] in _FAMILIAR and len(text) == 2:
        return word.end
    in_dictionary = flag_of(text) is not None
    is_foreign = in_dictionary and word.flag == "nrt"
    before = at(words, index - 1)
    is_subject = len(text) == 2 and (in_dictionary or before is None or before.flag[:1] in "xpcvu")
    return word.end if is_foreign or (is_given(text) and is_subject) else None


def _end_of_cut(words: Sequence[Word], index: int) -> int:
    """Where a name of two characters ends if its third was cut off: 孙悦 婷."""
    word, following = words[index], at(words, index + 1)
    if len(word.text) != 2 or following is None:
        return word.end
    if len(following.text) > 1 and not _is_cut_late(following.text):
        return word.end
    third = following.text[0]
    return word.end + 1 if third in given_characters() and is_rare_alone(third) else word.end


def _may_be_surname(word: Word) -> bool:
    """A surname cut from its name: alone, or with the first character of the given name."""
    if len(word.text) == 1:
        return word.flag[:2] == "nr" or flag_of(word.text) in ("nr", "nrfg", None)
    return len(word.text) == 2 and flag_of(word.text) is None and word.text[1] in given_characters()


def _given_end(words: Sequence[Word], index: int, surname: int) -> int | None:
    """Where a given name of one or two characters ends that begins behind a surname."""
    end, size = words[index].end, len(words[index].text) - surname
    if size > 2 or set(words[index].text[surname:]) & FUNCTION:
        return None
    while size < 2 and (following := at(words, index + 1)) is not None:
        index += 1
        if _is_cut_late(following.text):
            return following.start + 1
        is_verb = following.text in FUNCTION or following.text in general_zh("stop")
        if len(following.text) + size > 2 or not is_given(following.text) or is_verb:
            break
        end, size = following.end, size + len(following.text)
    return end if size > 0 else None


def _is_cut_late(text: str) -> bool:
    """Whether a guess joined the end of a name with the next word: 诸葛 明来 了."""
    return len(text) == 2 and text[0] in given_characters() and text[1] in FUNCTION


def _is_familiar(text: str) -> bool:
    """小王 and 老张, not 小麦 and 老街."""
    flag, last = flag_of(text), text[1]
    if text[0] == "老":
        return last in common_surnames() and (flag is None or flag[:1] in "nt")  # 老周 is a dynasty, too
    return (last in surnames() or last in given_characters()) and (flag is None or flag[:2] in ("nr", "nz"))


def _end_of_cut_familiar(words: Sequence[Word], index: int) -> int | None:
    following = at(words, index + 1)
    if following is None or following.text not in surnames() or len(following.text) > 1:
        return None
    is_surname = following.flag[:2] in ("nr", "j")  # 韩 stands for a country, too
    return following.end if is_surname or words[index].text == "小" else None


def _titled(words: Sequence[Word], index: int) -> Iterator[tuple[int, int]]:
    """王老师, 李总: a surname and a title, cut in one or in two; 李 总是 too where a clause begins."""
    word, following = words[index], at(words, index + 1)
    if word.text in surnames() and following is not None and (title := _title_of(following.text)):
        is_first = index == 0 or words[index - 1].text in _STANDS_BEFORE
        if following.text == title or (following.text == "总是" and is_first):
            yield word.start, following.start + len(title)
    for size in (1, 2):
        title = word.text[size:]
        is_titled = word.text[:size] in surnames() and title in titles_zh()
        usual = len(title) > 1 or flag_of(word.text) in (None, "nr", "nz", "nrt")
        if is_titled and usual and word.text not in no_names_zh():
            yield word.start, word.end


def _title_of(text: str) -> str:
    """The title that a word begins with."""
    return next((text[:size] for size in (3, 2, 1) if text[:size] in titles_zh()), "")
