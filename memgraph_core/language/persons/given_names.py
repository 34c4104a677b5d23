"""Given names, and what they and titles tell of a person's gender.

A wrong gender sends a pronoun to the wrong person, an unknown one only makes it less sure: a name that both
bear (Alex, Robin, 晓) tells nothing.
"""

import re
from functools import cache
from typing import Literal, cast

from memgraph_core.language.scripts import CJK, folded
from memgraph_core.language.spans import Gender
from memgraph_core.language.word_lists import lines_of

_Sort = Literal["characters", "titles", "names"]
_TITLES_EN: dict[str, Gender] = {
    **dict.fromkeys(("mr", "mister", "sir", "uncle", "father", "brother"), "m"),
    **dict.fromkeys(("grandpa", "grandfather", "señor", "herr", "monsieur"), "m"),
    **dict.fromkeys(("mrs", "ms", "miss", "madam", "mme", "aunt", "auntie", "aunty"), "f"),
    **dict.fromkeys(("sister", "grandma", "grandmother", "señora", "frau", "madame"), "f"),
}
_HAN = re.compile(f"[{CJK}]+")
_LONGEST_GIVEN = 2  # characters that follow a Chinese surname


def is_given_name(word: str) -> bool:
    """Whether a capitalised word is a given name or a nickname in Latin letters, as far as the list knows."""
    return word[:1].isupper() and _given(word) is not None


def gender_of(name: str) -> Gender | None:
    """What a name tells of its bearer's gender: by a title (Mrs, 先生), else by the given name.

    None where it tells nothing: unknown, or borne by both.
    """
    if _HAN.fullmatch(name):
        return _gender_zh(name)
    words = name.replace(".", " ").split()
    if not words:
        return None
    title = _TITLES_EN.get(words[0].lower())
    if title is not None:
        return title
    return _told(_given(words[0]))


def _gender_zh(name: str) -> Gender | None:
    sign: Gender
    for sign in ("f", "m"):
        if name in _zh(sign, "names") or name.endswith(_zh(sign, "titles")):
            return sign
    given = name[-_LONGEST_GIVEN:] if len(name) > _LONGEST_GIVEN else name[1:]
    signs = {sign for sign in ("f", "m") if any(c in _zh(sign, "characters") for c in given)}
    return cast(Gender, signs.pop()) if len(signs) == 1 and len(name) <= _LONGEST_GIVEN + 2 else None


def _told(sign: str | None) -> Gender | None:
    return sign if sign in ("f", "m") else None


def _given(word: str) -> str | None:
    """The sign of a given name in the list: f, m, or u for both."""
    return _names_en().get(folded(word).replace("’", "'").removesuffix("'s"))


@cache
def _names_en() -> dict[str, str]:
    rows = [line.split() for line in lines_of("given_names_en")]
    return {name: row[0] for row in rows for name in row[1:]}


@cache
def _zh(sign: str, sort: _Sort) -> tuple[str, ...]:
    rows = [line.split() for line in lines_of("given_names_zh")]
    words = [word for row in rows if row[:2] == [sign, sort] for word in row[2:]]
    return tuple("".join(words)) if sort == "characters" else tuple(words)
