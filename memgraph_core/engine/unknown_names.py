"""The answer to a name that no entity has: the names that are most like it."""

from collections.abc import Iterable
from difflib import get_close_matches

from memgraph_core.language.scripts import one_line

_MAX_SHOWN = 3
_MIN_SIMILARITY = 0.6


def similar_names(name: str, known: Iterable[str]) -> list[str]:
    """At most three of the known names: those that contain the name or are a part of it, then those spelled almost like it."""
    by_key = {each.casefold(): each for each in known}
    key = name.casefold().strip()
    parts = [each for each in by_key if _is_part(key, each) or _is_part(each, key)]
    close = get_close_matches(key, by_key, n=_MAX_SHOWN, cutoff=_MIN_SIMILARITY)
    return [by_key[each] for each in dict.fromkeys([*parts, *close])][:_MAX_SHOWN]


def similar_hint(similar: Iterable[str]) -> str:
    """The names as a sentence that follows another one: ` Similar names: Clara, Clare.`; empty without any."""
    shown = ", ".join(map(one_line, similar))
    return f" Similar names: {shown}." if shown else ""


def _is_part(part: str, name: str) -> bool:
    """Whether a name contains another one: a whole word of it, or in Chinese two of its characters or more."""
    if part.isascii():
        return part in name.split()
    return len(part) > 1 and part in name
