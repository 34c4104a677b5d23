"""Given names, and the gender that a given name or a title shows.

A wrong gender resolves a pronoun to the wrong person; an unknown gender only lowers the confidence. Therefore a name
that both men and women have (Alex, Robin, 晓) shows no gender.
"""

import re
from functools import cache
from typing import Literal, cast

from memgraph_core.language.naming.lists import common_surnames, no_names_zh, titles_zh
from memgraph_core.language.scripts import CJK, folded
from memgraph_core.language.spans import Gender
from memgraph_core.language.word_lists import lines_of

_Kind = Literal["characters", "titles", "names"]
_TITLES_EN: dict[str, Gender] = {
    **dict.fromkeys(("mr", "mister", "sir", "uncle", "father", "brother"), "m"),
    **dict.fromkeys(("grandpa", "grandfather", "señor", "herr", "monsieur"), "m"),
    **dict.fromkeys(("mrs", "ms", "miss", "madam", "mme", "aunt", "auntie", "aunty"), "f"),
    **dict.fromkeys(("sister", "grandma", "grandmother", "señora", "frau", "madame"), "f"),
}
_HAN = re.compile(f"[{CJK}]+")
_MAX_GIVEN_LENGTH = 2  # characters of a Chinese given name
_FULL_LENGTH = 3  # of a usual Chinese name


def is_given_name(word: str) -> bool:
    """Whether a capitalised word in Latin letters is a given name or a nickname of the word list."""
    return word[:1].isupper() and _given_name_code(word) is not None


def chinese_given_name(name: str) -> str | None:
    """The given name of a Chinese full name of three characters: 一鸣 of 罗一鸣. None for other names and for 罗老师."""
    given = name[1:]
    is_full = len(name) == _FULL_LENGTH and _HAN.fullmatch(name) is not None and name[0] in common_surnames()
    return given if is_full and given not in no_names_zh() | titles_zh() else None


def gender_of(name: str) -> Gender | None:
    """The gender that a name shows by its title (Mrs, 先生), otherwise by the given name.

    None if the name is unknown or used for both genders.
    """
    if _HAN.fullmatch(name):
        return _gender_zh(name)
    words = name.replace(".", " ").split()
    if not words:
        return None
    title = _TITLES_EN.get(words[0].lower())
    if title is not None:
        return title
    return _gender_or_none(_given_name_code(words[0]))


def _gender_zh(name: str) -> Gender | None:
    gender: Gender
    for gender in ("f", "m"):
        if name in _zh(gender, "names") or name.endswith(_zh(gender, "titles")):
            return gender
    given = name[-_MAX_GIVEN_LENGTH:] if len(name) > _MAX_GIVEN_LENGTH else name[1:]
    genders = {gender for gender in ("f", "m") if any(c in _zh(gender, "characters") for c in given)}
    return cast(Gender, genders.pop()) if len(genders) == 1 and len(name) <= _MAX_GIVEN_LENGTH + 2 else None


def _gender_or_none(code: str | None) -> Gender | None:
    return code if code in ("f", "m") else None


def _given_name_code(word: str) -> str | None:
    """The gender code of a given name in the list: f, m, or u for both. None if the name is not in the list."""
    return _names_en().get(folded(word).replace("’", "'").removesuffix("'s"))


@cache
def _names_en() -> dict[str, str]:
    rows = [line.split() for line in lines_of("given_names_en")]
    return {name: row[0] for row in rows for name in row[1:]}


@cache
def _zh(gender: str, kind: _Kind) -> tuple[str, ...]:
    rows = [line.split() for line in lines_of("given_names_zh")]
    words = [word for row in rows if row[:2] == [gender, kind] for word in row[2:]]
    return tuple("".join(words)) if kind == "characters" else tuple(words)
