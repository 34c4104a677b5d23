"""The word lists that distinguish names from other words. Each file in `words` is read once."""

from collections.abc import Iterator
from functools import cache
from typing import cast

from memgraph_core.language.names import name_key
from memgraph_core.language.word_lists import lines_of, sections_of, word_set
from memgraph_core.records.kinds import EntityType


@cache
def calendar() -> frozenset[str]:
    """English days and months, in lower case."""
    return word_set("calendar_en")


@cache
def sentence_openers() -> frozenset[str]:
    """English words that open a sentence and never a name."""
    return word_set("starters_en")


@cache
def interjections() -> frozenset[str]:
    """The interjections among the sentence openers, which people capitalise anywhere: the first group of the file."""
    openers = frozenset(" ".join(lines_of("starters_en")[:4]).split()) - {"dear", "same", "right", "welcome"}
    return openers | {"happy", "merry", "good", "thank", "great", "nice"}


@cache
def ordinary() -> frozenset[str]:
    """English words that are not names, in their base forms."""
    return word_set("ordinary_en") | sentence_openers()


@cache
def no_names() -> frozenset[str]:
    """Capitalised English words that alone are not an entity: peoples, holidays, kin, common abbreviations."""
    return word_set("no_names_en")


@cache
def phrases_without_entity() -> frozenset[str]:
    """Name keys of capitalised English phrases that are not an entity: New Year's Eve, Good Luck."""
    return frozenset(name_key(name) for line in lines_of("feasts_en") for name in line.split(","))


@cache
def no_names_zh() -> frozenset[str]:
    """Chinese words that look like names but are not."""
    return word_set("no_names_zh")


@cache
def transcription_characters() -> str:
    """The characters that are used to transcribe foreign names, for a character class."""
    return "".join(word_set("sounds_zh"))


@cache
def surnames() -> frozenset[str]:
    """Chinese surnames of one and two characters."""
    return word_set("surnames_zh")


@cache
def common_surnames() -> frozenset[str]:
    """The 120 most frequent surnames: the first lines of the file."""
    return frozenset(" ".join(lines_of("surnames_zh")[:3]).split())


@cache
def given_characters() -> frozenset[str]:
    """Characters of Chinese given names."""
    return word_set("given_characters_zh")


@cache
def listed() -> dict[str, EntityType]:
    """Name key → type of well-known places, organisations, products, works and events in English."""
    found: dict[str, EntityType] = {}
    for type_, names in _typed("brands_en", ","):
        found.update((name_key(name), type_) for name in names)
    found.update((name_key(name), "Place") for line in lines_of("places_en") for name in line.split(","))
    for _, names in sections_of("things_en"):
        for name in names.split(","):
            found.setdefault(name_key(name), "Thing")
    return found


@cache
def spellings() -> dict[str, str]:
    """Name key → the spelling of a well-known English name, for texts in lower case."""
    rows = [name.strip() for line in lines_of("places_en") for name in line.split(",")]
    rows += [name for _, names in _typed("brands_en", ",") for name in names]
    return {name_key(name): name for name in rows if name}


@cache
def listed_zh() -> dict[str, EntityType]:
    """Name → type of well-known places, organisations, products, works and events in Chinese."""
    found: dict[str, EntityType] = {}
    found.update((name, "Place") for name in word_set("places_zh"))
    for type_, names in _typed("brands_zh", " "):
        found.update((name_key(name), type_) for name in names)
    return found


@cache
def names_with_possessive() -> frozenset[str]:
    """Keys of listed names that end in 's: Trader Joe's, McDonald's."""
    names = [name for _, names_of_type in _typed("brands_en", ",") for name in names_of_type]
    return frozenset(name_key(name) for name in names if name.endswith("'s"))


@cache
def last_cues() -> dict[str, EntityType]:
    """Last word of an English name → its type."""
    return {word: cast(EntityType, words[1]) for words in _cue_lines("last") for word in words[2:]}


@cache
def first_cues() -> dict[str, EntityType]:
    """First word of an English name → its type."""
    return {word: cast(EntityType, words[1]) for words in _cue_lines("first") for word in words[2:]}


@cache
def endings_zh() -> dict[str, EntityType]:
    """Ending of a Chinese name → its type."""
    return {
        ending: cast(EntityType, head.split()[1])
        for head, endings in sections_of("cues_zh")
        if head.startswith("ending ")
        for ending in endings.split()
    }


@cache
def titles_zh() -> frozenset[str]:
    """Titles that follow a Chinese surname: 老师, 总."""
    return _section("cues_zh", "title")


@cache
def general_zh(section: str = "general") -> frozenset[str]:
    """Chinese words around names that are not part of a name: the words of one section of the file."""
    return _section("general_zh", section)


def _section(name: str, heading: str) -> frozenset[str]:
    """The words of a list under a heading."""
    return frozenset(word for each, words in sections_of(name) if each == heading for word in words.split())


def _typed(name: str, separator: str) -> Iterator[tuple[EntityType, list[str]]]:
    for type_, names in sections_of(name):
        yield cast(EntityType, type_), [n.strip() for n in names.split(separator) if n.strip()]


def _cue_lines(position: str) -> list[list[str]]:
    return [words for line in lines_of("cues_en") if (words := line.split())[0] == position]
