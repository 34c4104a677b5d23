"""Phrase files: regular expressions in named sections, one file for each language, in the folder of word lists."""

import re
from collections.abc import Mapping
from functools import cache

from memgraph_core.language.word_lists import text_of

_SECTION = re.compile(r"^\[(\w+)\]\n", re.MULTILINE)
_INSERT = re.compile(r"\{([a-z]+)\}")


@cache
def phrases_of(name: str) -> Mapping[str, str]:
    """Section → one pattern that matches any phrase of the section.

    A line has one or more alternatives. `{section}` in a line inserts an earlier section.
    """
    _, *parts = _SECTION.split(text_of(name))
    sections: dict[str, str] = {}
    for section, body in zip(parts[::2], parts[1::2], strict=True):
        alternatives = "|".join(line for line in body.split("\n") if line)
        sections[section] = "(?:" + _INSERT.sub(lambda reference: sections[reference[1]], alternatives) + ")"
    return sections
