"""Files of phrases: regular expressions by section, one file a language, in the folder of word lists."""

import re
from collections.abc import Mapping
from functools import cache

from memgraph_core.language.word_lists import text_of

_SECTION = re.compile(r"^\[(\w+)\]\n", re.MULTILINE)
_INSERT = re.compile(r"\{([a-z]+)\}")


@cache
def phrases_of(name: str) -> Mapping[str, str]:
    """The sections of a file, each as one pattern that matches any of its phrases.

    A line holds one or more alternatives; `{section}` in one stands for a section before it.
    """
    _, *pieces = _SECTION.split(text_of(name))
    sections: dict[str, str] = {}
    for section, body in zip(pieces[::2], pieces[1::2], strict=True):
        alternatives = "|".join(line for line in body.split("\n") if line)
        sections[section] = "(?:" + _INSERT.sub(lambda use: sections[use[1]], alternatives) + ")"
    return sections
