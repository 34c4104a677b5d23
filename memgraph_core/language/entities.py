"""Which names stand in a sentence, and of what type they are where the text tells.

The graph's own names come first: what it knows is found in any place and in any letters, and its types are
believed. Then English goes by capitals (`entities_en`), Chinese by the tagger, surnames and endings
(`zh.names`). Times, numbers, mail, URLs, money, code and handles are no entities; neither are adjectives
of origin (`Italian food`, 日本菜), feasts, kin and titles without a name.
"""

import re
from collections.abc import Mapping

from memgraph_core.language.naming.lists import calendar, sentence_openers
from memgraph_core.language.naming.named import Named, without_addresses
from memgraph_core.language.pack import pack_of
from memgraph_core.language.scripts import CJK
from memgraph_core.language.terms import stop_words
from memgraph_core.records.kinds import EntityType

__all__ = ["Named", "is_calendar_word", "named_in", "named_in_turn", "without_openers"]

_LONGEST = 10_000  # characters; what goes on longer without an end is no sentence, and is read so far only
_CHINESE = re.compile(rf"[{CJK}]")


def named_in(
    sentence: str,
    language: str,
    known: Mapping[str, str] | None = None,
    types: Mapping[str, EntityType] | None = None,
) -> list[Named]:
    """The names in a sentence by rules alone, one entry for every occurrence, in order of appearance, without overlaps.

    `known` maps the keys of certain names (of speakers, and those that the graph knows) to how they are written,
    `types` maps keys to the types that the graph knows. A known name that is written in small letters, like
    "jasmine tea", is found in small letters too.
    """
    seen = sentence[:_LONGEST]
    return pack_of(language).names(without_addresses(seen), seen, known or {}, types or {})


def named_in_turn(
    text: str, language: str, known: Mapping[str, str], types: Mapping[str, EntityType]
) -> list[Named]:
    """The same for a text that is stored, by all evidence that the language has. It may load a parser."""
    return pack_of(language).confirmed(text[:_LONGEST], named_in(text, language, known, types), types)


def without_openers(words: list[str]) -> list[str]:
    """A run of capitalised words without what only stands first: `Yesterday Ada`, `However Ada`, `When I`."""
    while words and _opens(words[0].strip("’'")):
        words = words[1:]
    return words


def _opens(word: str) -> bool:
    bare = word.lower().replace("’", "'").split("'")[0].rstrip(".")
    is_particle = bare in ("the", "a")
    return (
        not bare
        or bare in calendar()
        or bare in sentence_openers()
        or (bare in stop_words() and not is_particle)
    )


def is_calendar_word(word: str) -> bool:
    """Whether a capitalised word names a day or a month."""
    return word.lower() in calendar()
