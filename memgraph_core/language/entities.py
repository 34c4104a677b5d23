"""Which names stand in a sentence, and of what type they are where the text tells.

The graph's own names come first: what it knows is found in any place and in any letters, and its types are
believed. Then English goes by capitals (`entities_en`), Chinese by surnames, endings and jieba's dictionary
(`entities_zh`). Times, numbers, mail, URLs, money, code and handles are no entities; neither are adjectives
of origin (`Italian food`, 日本菜), feasts, kin and titles without a name.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from memgraph_core.language.names import name_key
from memgraph_core.language.naming.lists import calendar, starters
from memgraph_core.language.naming.named import Named, apart, without_addresses
from memgraph_core.language.pack import pack_of
from memgraph_core.language.scripts import CJK
from memgraph_core.language.terms import stop_words
from memgraph_core.records.kinds import EntityType

__all__ = ["Named", "is_calendar_word", "named_in", "without_openers"]

_LONGEST = 10_000  # characters; what goes on longer without an end is no sentence, and is read so far only
_CHINESE = re.compile(rf"[{CJK}]")


def named_in(
    sentence: str,
    language: str,
    known: Mapping[str, str] | None = None,
    types: Mapping[str, EntityType] | None = None,
    trained: Callable[[str, str], Sequence[Named]] | None = None,
) -> list[Named]:
    """The names in a sentence, one entry for every occurrence, in order of appearance, none inside another.

    `known` maps the keys of names for sure (speakers, and those the graph knows) to how they are written,
    `types` maps keys to what the graph knows them to be. One that is written small, like "jasmine tea", is
    found in small letters too. `trained` finds names by a trained pipeline, which fill the gaps: see
    `_filled`.
    """
    text = without_addresses(sentence[:_LONGEST])
    known, types = known or {}, types or {}
    names = pack_of(language).names(text, known, types)
    return _filled(names, trained(text, language), types) if trained else names


def _filled(names: Sequence[Named], others: Sequence[Named], types: Mapping[str, EntityType]) -> list[Named]:
    """Names by the rules, with those of a trained pipeline where the rules found none.

    The rules win where both found something: they know the graph's names, quotes and lists, and a pipeline
    does not. But of two names that overlap the longer one holds more (`Apex Legends`, not `Legends`), unless
    it swallows two; and a type that the rules could not tell is the pipeline's.
    """
    usable = [n for n in others if name_key(n.text)]
    longer = [n for n in usable if [_lies_inside(name, n) for name in names if _meet(name, n)] == [True]]
    rules = [name for name in names if not any(_lies_inside(name, n) for n in longer)]
    return apart(_typed(name, usable, types) for name in (*longer, *rules, *usable))


def _typed(name: Named, others: Sequence[Named], types: Mapping[str, EntityType]) -> Named:
    """The name with a type: the graph's, its own, or that of another one at the same place."""
    same: list[EntityType | None] = [o.type for o in others if (o.start, o.end) == (name.start, name.end)]
    told: list[EntityType] = [
        type_ for type_ in (types.get(name_key(name.text)), name.type, *same) if type_ is not None
    ]
    type_ = next(iter(told), None)
    return Named(name.text, type_, name.start, name.end, name.gender)


def _meet(one: Named, other: Named) -> bool:
    return one.start < other.end and other.start < one.end


def _lies_inside(name: Named, other: Named) -> bool:
    """Whether a name is a part of another one and not all of it."""
    return other.start <= name.start and name.end <= other.end and len(name.text) < len(other.text)


def without_openers(words: list[str]) -> list[str]:
    """A run of capitalised words without what only stands first: `Yesterday Ada`, `However Ada`, `When I`."""
    while words and _opens(words[0].strip("’'")):
        words = words[1:]
    return words


def _opens(word: str) -> bool:
    bare = word.lower().replace("’", "'").split("'")[0].rstrip(".")
    is_particle = bare in ("the", "a")
    return not bare or bare in calendar() or bare in starters() or (bare in stop_words() and not is_particle)


def is_calendar_word(word: str) -> bool:
    """Whether a capitalised word names a day or a month."""
    return word.lower() in calendar()
