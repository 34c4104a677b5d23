"""Kin: who and what is named by whose it is ("my sister", "Ada's dog", 我妹妹), and the words for it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import cast

from memgraph_core.language.pack import pack_of
from memgraph_core.language.spans import Gender
from memgraph_core.language.word_lists import lines_of
from memgraph_core.records.kinds import EntityType

_MOST = 10_000
_FAR = 200  # characters over which "her name is" still speaks of the kin before it


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin:
    """Somebody named by whose relative, partner, friend, colleague or pet they are: `text[start:end]`.

    `owner` is "I", "you", a pronoun yet to be resolved ("he", "she", "they", "it", 他, 她 …) or a name.
    `relation` is read from the owner to the kin. `name` stands where the text tells it.

    With `identifies` it only tells the name of somebody spoken of before ("Her name is Clara"): `owner` and
    `word` are those of the kin meant where it stands in the same text; else `word` is empty and `owner` is
    the pronoun at `start`.
    """

    start: int
    end: int
    owner: str
    word: str  # the canonical word: sister, 妹妹
    relation: str
    name: str | None = None
    gender: Gender | None = None
    plural: bool = False
    type: EntityType = "Person"  # a pet is a Thing
    order: str = ""  # what tells it from others of the word: older, best, yoga, 大, 二
    members: tuple[str, ...] = ()  # names of a plural: "my kids Emily and Jack"
    identifies: bool = False

    @property
    def called(self) -> str:
        """The word with what tells it apart: `older brother`, 二姐."""
        if self.word.isascii() or not self.order:
            return f"{self.order} {self.word}".strip()
        doubled = self.word[0] * 2 == self.word  # 二 + 姐姐 is 二姐
        return self.order + (self.word[0] if doubled and len(self.order) == 1 else self.word)


@dataclass(frozen=True, slots=True)
class KinWord:
    """A word of the list, with what it tells."""

    word: str
    relation: str
    gender: Gender | None
    plural: bool

    @property
    def is_pet(self) -> bool:
        """Whether it is an animal."""
        return self.relation == "HAS_PET"

    @property
    def type(self) -> EntityType:
        """A pet is a Thing, all others are persons."""
        return "Thing" if self.is_pet else "Person"


def kin_name(owner: str, word: str, language: str) -> str:
    """What a kin is called as long as nobody has told the name: `Ada's sister`, 李雷的妹妹."""
    return pack_of(language).kin_name(owner, word)


@cache
def kin_words(language: str) -> dict[str, KinWord]:
    """Every form of every word, with the word that it is a form of."""
    found: dict[str, KinWord] = {}
    for row in (line.split() for line in lines_of(f"kin_{language}")):
        gender = cast(Gender, row[1][0]) if row[1][0] != "-" else None
        word = KinWord(row[2].replace("_", " "), row[0], gender, row[1].endswith("p"))
        found.update({form.replace("_", " "): word for form in row[2:]})
    return found


def matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Where a pattern stands in a text; a text in which it stands more often than `_MOST` is no prose."""
    return islice(pattern.finditer(text), _MOST)


def alternation(words: Iterable[str]) -> str:
    """The words as alternatives of a pattern, the longest first."""
    return "|".join(re.escape(w) for w in sorted(words, key=lambda w: (-len(w), w)))


def without_overlaps(found: Sequence[Kin]) -> list[Kin]:
    """The kin by where they begin; of two that overlap the longer, then the one found first."""
    kept: list[Kin] = []
    for kin in sorted(found, key=lambda k: (k.start, k.start - k.end)):
        if not kept or kin.start >= kept[-1].end:
            kept.append(kin)
    return kept


def identified(found: Sequence[Kin]) -> list[Kin]:
    """The kin, those named a little later in the same text with that name."""
    kept: list[Kin] = []
    for kin in found:
        if kin.identifies and (i := _meant(kept, kin)) is not None:
            kept[i] = replace(kept[i], name=kin.name, gender=kept[i].gender or kin.gender)
            kin = replace(
                kin, owner=kept[i].owner, word=kept[i].word, relation=kept[i].relation,
                order=kept[i].order, type=kept[i].type, gender=kept[i].gender or kin.gender,
            )  # fmt: skip
        kept.append(kin)
    return kept


def _meant(before: Sequence[Kin], telling: Kin) -> int | None:
    """Which of the kin before a name is told of: the nearest that it fits, if that has no name yet."""
    for i in range(len(before) - 1, max(-1, len(before) - 4), -1):
        kin = before[i]
        if kin.identifies or kin.plural or telling.start - kin.end > _FAR:
            continue
        if None in (kin.gender, telling.gender) or kin.gender == telling.gender:
            return i if kin.name is None else None
    return None
