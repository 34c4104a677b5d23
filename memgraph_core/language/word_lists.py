"""The data files of this package: the word lists in `words/`, where `#` begins a comment line, and the YAML files."""

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, cast

import yaml

SAFE_LOADER = cast(type[yaml.SafeLoader], getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@cache
def yaml_of(name: str) -> Mapping[str, Any]:
    """The content of the YAML file of that name, such as `affect.yaml`."""
    text = (resources.files("memgraph_core.language") / f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=SAFE_LOADER)


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
def sections_of(name: str) -> tuple[tuple[str, str], ...]:
    """The lines of a list as pairs of a heading and the words after it: `heading: words`. A heading may occur again."""
    pairs = (line.partition(": ") for line in lines_of(name))
    return tuple((heading, words) for heading, _, words in pairs)


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
