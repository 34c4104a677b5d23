"""The word lists in `words/`: lines of UTF-8, `#` begins a line that says where they come from."""

from functools import cache
from importlib import resources


@cache
def lines_of(name: str) -> tuple[str, ...]:
    """The lines of a list, without comments and blank ones."""
    text = (resources.files("memgraph_core.language") / "words" / name).read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line and not line.startswith("#"))


@cache
def groups_of(name: str) -> dict[str, frozenset[str]]:
    """The groups of a list: each line is the name of a group and words of it; an underscore is a blank."""
    groups: dict[str, set[str]] = {}
    for group, *words in (line.split() for line in lines_of(name)):
        groups.setdefault(group, set()).update(word.replace("_", " ") for word in words)
    return {group: frozenset(words) for group, words in groups.items()}
