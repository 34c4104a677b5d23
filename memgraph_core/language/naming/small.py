"""Names in texts that are written in lower case: recognised by the words before them, and only if they are listed."""

import re
from collections.abc import Iterator

from memgraph_core.language.naming.types import is_possible_given_name
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


def has_lowercase_cue(before: str, kind: EntityType | None) -> bool:
    """Whether the words before a listed word show that it is a name: `in turin`, `at google`."""
    pattern = _BEFORE.get(kind)
    return pattern is not None and pattern.search(before) is not None


def lowercase_people(text: str) -> Iterator[re.Match[str]]:
    """Given names in lower case after a cue for a person: `lunch with sarah`."""
    return (match for match in _PERSON.finditer(text) if is_possible_given_name(match["name"]))
