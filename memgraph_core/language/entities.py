"""The names in a sentence, and their types if the text shows them.

The known names of the graph come first: they are found at any position and in any case, and their types are trusted.
Other English names are found by capitals (`naming.english`), other Chinese names by the tagger, surnames and endings
(`zh.names`). Times, numbers, addresses, amounts of money, code and handles are not entities. Neither are adjectives of
origin (`Italian food`, 日本菜), holidays, kin, and titles without a name.
"""

from collections.abc import Mapping

from memgraph_core.language.naming.named import Named, without_addresses
from memgraph_core.language.pack import pack_of
from memgraph_core.records.kinds import EntityType

__all__ = ["Named", "named_in", "named_in_turn"]

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
