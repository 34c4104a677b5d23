"""Kin: people and pets that are described by their relation to an owner ("my sister", "Ada's dog", 我妹妹)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import cast

from memgraph_core.language.detection import language_of
from memgraph_core.language.pack import pack_of
from memgraph_core.language.spans import Gender
from memgraph_core.language.word_lists import lines_of
from memgraph_core.records.kinds import EntityType

# A person has few relatives of each kind, so "Ada's sister" identifies one person. "Ada's friend" does not.
FAMILY = frozenset(
    ("SIBLING_OF", "CHILD_OF", "PARENT_OF", "MARRIED_TO", "ENGAGED_TO", "DATING", "RELATIVE_OF", "HAS_PET")
)
PARTNERS = frozenset(("MARRIED_TO", "ENGAGED_TO", "DATING"))
_MAX_MATCHES = 10_000
_MAX_DISTANCE = 200  # characters between a kin and a later "her name is" that refers to it


@dataclass(frozen=True, slots=True, kw_only=True)
class Kin:
    """A relative, partner, friend, colleague or pet of an owner, mentioned at `text[start:end]`.

    `owner` is "I", "you", an unresolved pronoun ("he", "she", "they", "it", 他, 她 …) or a name. `relation` goes from
    the owner to the kin. `name` is the name of the kin, if the text states it.

    If `identifies` is true, the text at this place only states the name of somebody mentioned before ("Her name is
    Clara"). If that mention is in the same text, `owner` and `word` are taken from it. Otherwise `word` is empty and
    `owner` is the pronoun at `start`.
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
    order: str = ""  # distinguishes several kin with the same word: older, best, yoga, 大, 二
    members: tuple[str, ...] = ()  # the names in a plural: "my kids Emily and Jack"
    identifies: bool = False
    assumed: bool = False  # "the cat is called Mog": the owner is not stated
    former: bool = False  # the text says what the person was: "Karin Ek was my boss"

    @property
    def called(self) -> str:
        """The word with its `order`: `older brother`, 二姐."""
        if self.word.isascii() or not self.order:
            return f"{self.order} {self.word}".strip()
        doubled = self.word[0] * 2 == self.word  # 二 + 姐姐 is 二姐
        return self.order + (self.word[0] if doubled and len(self.order) == 1 else self.word)


@dataclass(frozen=True, slots=True)
class KinWord:
    """A word for kin, with its relation, gender and number."""

    word: str
    relation: str
    gender: Gender | None
    plural: bool

    @property
    def is_pet(self) -> bool:
        """Whether the word means an animal."""
        return self.relation == "HAS_PET"

    @property
    def type(self) -> EntityType:
        """`Thing` for a pet, otherwise `Person`."""
        return "Thing" if self.is_pet else "Person"


def kin_name(owner: str, word: str, language: str) -> str:
    """The description of a kin whose name is unknown: `Ada's sister`, 李雷的妹妹."""
    return pack_of(language).kin_name(owner, word)


def describes_kin(name: str) -> bool:
    """Whether a name is the description of a kin: `Ada's older sister`, 李雷的妹妹."""
    return described_kin(name) is not None


def described_kin(name: str) -> tuple[str, KinWord] | None:
    """The owner and the kin word of a name that describes a kin: `Ada's older sister`. None for other names."""
    owner, possessive, word = name.rpartition("'s ")
    if owner and possessive:
        words = kin_words("en")
        found = words.get(word) or words.get(word.split()[-1] if word else "")
        return (owner, found) if found is not None else None
    owner, possessive, word = name.rpartition("的")
    if not (owner and possessive):
        return None
    found = chinese_kin_word(word)
    return (owner, found) if found is not None else None


def chinese_kin_word(text: str) -> KinWord | None:
    """The longest Chinese word for kin with which a text ends: 妹妹 of 小妹妹. None if it ends in no such word."""
    words = kin_words("zh")
    return next((words[text[start:]] for start in range(len(text)) if text[start:] in words), None)


def is_kin_of(name: str, owner: str) -> bool:
    """Whether a name describes a kin of this owner: `Ada's sister` and `Ada`. The name states their relation."""
    found = described_kin(name)
    return found is not None and found[0] == owner


def states_kin(relation: str, name: str, sentence: str) -> bool:
    """Whether a sentence says that the speaker has this relative: "my mum rang" of the relative whom another sentence names."""
    if relation not in FAMILY or relation == "HAS_PET" or describes_kin(name):
        return False
    found = pack_of(language_of(sentence)).kin(sentence, ())
    return any(
        kin.owner == "I" and kin.relation == relation and kin.name in (None, name) and not kin.former
        for kin in found
    )


def is_only_owner(name: str, sentence: str) -> bool:
    """Whether a sentence names a described kin only as the owner of something: "my uncle's name" says nothing of the uncle."""
    found = described_kin(name)
    if found is None or not name.isascii():
        return False
    word = re.escape(name.rpartition("'s ")[2])
    return re.search(rf"\b{word}['’]s [a-z]+", sentence) is not None and not re.search(
        rf"\b{word}(?!['’]s)\b", sentence
    )


@cache
def kin_words(language: str) -> dict[str, KinWord]:
    """Form → kin word, for every form in the list of a language."""
    by_form: dict[str, KinWord] = {}
    for row in (line.split() for line in lines_of(f"kin_{language}")):
        gender = cast(Gender, row[1][0]) if row[1][0] != "-" else None
        word = KinWord(row[2].replace("_", " "), row[0], gender, row[1].endswith("p"))
        by_form.update({form.replace("_", " "): word for form in row[2:]})
    return by_form


def first_matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The first `_MAX_MATCHES` matches of a pattern. The limit keeps the time small for texts that are not prose."""
    return islice(pattern.finditer(text), _MAX_MATCHES)


def alternation(words: Iterable[str]) -> str:
    """The words as the alternatives of a regular expression, the longest first."""
    return "|".join(re.escape(w) for w in sorted(words, key=lambda w: (-len(w), w)))


def without_overlaps(found: Sequence[Kin]) -> list[Kin]:
    """The kin sorted by start. Of two that overlap, the one that starts first is kept, then the longer one."""
    kept: list[Kin] = []
    for kin in sorted(found, key=lambda k: (k.start, k.start - k.end)):
        if not kept or kin.start >= kept[-1].end:
            kept.append(kin)
    return kept


def with_later_names(found: Sequence[Kin]) -> list[Kin]:
    """The kin, with the names that later sentences of the same text state for them."""
    kept: list[Kin] = []
    for kin in found:
        if kin.identifies and (i := _identified_index(kept, kin)) is not None:
            kept[i] = replace(kept[i], name=kin.name, gender=kept[i].gender or kin.gender)
            kin = replace(
                kin, owner=kept[i].owner, word=kept[i].word, relation=kept[i].relation,
                order=kept[i].order, type=kept[i].type, gender=kept[i].gender or kin.gender,
            )  # fmt: skip
        kept.append(kin)
    return kept


def _identified_index(before: Sequence[Kin], identifying: Kin) -> int | None:
    """The index of the kin whose name `identifying` states: the nearest one that fits. None if it has a name."""
    for i in range(len(before) - 1, max(-1, len(before) - 4), -1):
        kin = before[i]
        if kin.identifies or kin.plural or identifying.start - kin.end > _MAX_DISTANCE:
            continue
        if None in (kin.gender, identifying.gender) or kin.gender == identifying.gender:
            return i if kin.name is None else None
    return None
