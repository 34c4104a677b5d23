"""The names in a sentence, and their types if the text shows them.

The known names of the graph come first: they are found at any position and in any case, and their types are trusted.
Other English names are found by capitals (`naming.english`), other Chinese names by the tagger, surnames and endings
(`zh.names`). Times, numbers, addresses, amounts of money, code and handles are not entities. Neither are adjectives of
origin (`Italian food`, 日本菜), holidays, kin, and titles without a name.
"""

from collections.abc import Mapping

from memgraph_core.language.naming.lists import calendar, sentence_openers
from memgraph_core.language.naming.named import Named, without_addresses
from memgraph_core.language.pack import pack_of
from memgraph_core.language.terms import stop_words
from memgraph_core.records.kinds import EntityType

__all__ = ["Named", "is_calendar_word", "named_in", "named_in_turn", "without_openers"]

_MAX_LENGTH = 10_000  # characters of a sentence that are read


def named_in(
    sentence: str,
    language: str,
    known: Mapping[str, str] | None = None,
    types: Mapping[str, EntityType] | None = None,
) -> list[Named]:
    """The names in a sentence by rules alone, one entry for each occurrence, in order, without overlaps.

    `known` maps name keys of known names (of speakers and of the graph) to their spelling. `types` maps name keys to
    the types in the graph. A known name in lower case, like "jasmine tea", is found in lower case.
    """
    seen = sentence[:_MAX_LENGTH]
    return pack_of(language).names(without_addresses(seen), seen, known or {}, types or {})


def named_in_turn(
    text: str, language: str, known: Mapping[str, str], types: Mapping[str, EntityType]
) -> list[Named]:
    """The names in a text that is stored. It uses all evidence that the language has and may load a parser."""
    return pack_of(language).confirmed(text[:_MAX_LENGTH], named_in(text, language, known, types), types)


def without_openers(words: list[str]) -> list[str]:
    """A run of capitalised words without the words that only open a sentence: `Yesterday Ada`, `However Ada`."""
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
