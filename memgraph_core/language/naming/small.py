"""Names in chats that are written in small letters throughout: told by the words before, and only if they are listed."""

import re
from collections.abc import Iterator

from memgraph_core.language.naming.types import is_called_so
from memgraph_core.records.kinds import EntityType

_BEFORE: dict[EntityType | None, re.Pattern[str]] = {
    "Place": re.compile(
        r"\b(?:in|to|from|near|around|through|visit|visited|visiting|left|leaving|love|loved|miss|and|or|back in) $"
    ),
    "Organization": re.compile(r"\b(?:at|for|from|with|join|joined|joining|left|leaving|quit|by) $"),
}
_PERSON = re.compile(
    r"\b(?:with|met|meet|called|named|name is|name's|and|saw|see|told|tell|friend|brother|sister|boss|cousin|colleague|coworker"
    r"|husband|wife|partner|girlfriend|boyfriend|married|dating|is) (?P<name>[a-z]{3,12})(?![\w'’]|-\w)"
)


def is_cued_small(before: str, kind: EntityType | None) -> bool:
    """Whether the words before say that a listed word is meant as the name that it is: `in turin`, `at google`."""
    pattern = _BEFORE.get(kind)
    return pattern is not None and pattern.search(before) is not None


def small_persons(text: str) -> Iterator[re.Match[str]]:
    """Given names where a person may stand: `lunch with sarah`."""
    return (match for match in _PERSON.finditer(text) if is_called_so(match["name"]))
