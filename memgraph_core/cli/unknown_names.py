"""The answer to a name that memory does not contain: an exit code, and the most similar names."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

from memgraph_core.language.scripts import one_line

if TYPE_CHECKING:
    from memgraph_core.cli.invocation import Invocation
    from memgraph_core.memory import Memory

NOT_KNOWN = 4  # exit code of a command that asks about something that memory does not contain
_MAX_SHOWN = 3
_MIN_SIMILARITY = 0.6


def unknown_name(memory: "Memory", invocation: "Invocation", name: str) -> str:
    """The message about a name that no entity has, with the names that are most like it."""
    known = (entity.name for entity in memory.entities(limit=invocation.longest_list))
    similar = similar_names(name, known)
    hint = f" Similar names: {', '.join(one_line(each) for each in similar)}." if similar else ""
    return f"Nothing is known about {name!r}.{hint}"


def similar_names(name: str, known: Iterable[str]) -> list[str]:
    """At most three of the known names: those that contain the name or are a part of it, then those spelled almost like it."""
    by_key = {each.casefold(): each for each in known}
    key = name.casefold().strip()
    parts = [each for each in by_key if _is_part(key, each) or _is_part(each, key)]
    close = get_close_matches(key, by_key, n=_MAX_SHOWN, cutoff=_MIN_SIMILARITY)
    return [by_key[each] for each in dict.fromkeys([*parts, *close])][:_MAX_SHOWN]


def _is_part(part: str, name: str) -> bool:
    """Whether a name contains another one: a whole word of it, or in Chinese two of its characters or more."""
    if part.isascii():
        return part in name.split()
    return len(part) > 1 and part in name
