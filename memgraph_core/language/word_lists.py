"""The word lists in `words/` (UTF-8). Lines that begin with `#` are comments with the source."""

from functools import cache
from importlib import resources


def text_of(name: str) -> str:
    """The file of that name."""
    return (resources.files("memgraph_core.language") / "words" / f"{name}.txt").read_text(encoding="utf-8")


@cache
def lines_of(name: str) -> tuple[str, ...]:
    """The lines of a list, without comments and blank ones."""
    return tuple(line for line in text_of(name).splitlines() if line and not line.startswith("#"))


@cache
def word_set(name: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(word for line in lines_of(name) for word in line.split())


@cache
def groups_of(name: str) -> dict[str, frozenset[str]]:
    """The groups of a list: each line is the name of a group and words of it; an underscore is a blank."""
    groups: dict[str, set[str]] = {}
    for group, *words in (line.split() for line in lines_of(name)):
        groups.setdefault(group, set()).update(word.replace("_", " ") for word in words)
    return {group: frozenset(words) for group, words in groups.items()}


@cache
def groups_by_word(name: str) -> dict[str, frozenset[str]]:
    """The reverse of `groups_of`: the groups of each word."""
    found: dict[str, set[str]] = {}
    for group, words in groups_of(name).items():
        for word in words:
            found.setdefault(word, set()).add(group)
    return {word: frozenset(groups) for word, groups in found.items()}
