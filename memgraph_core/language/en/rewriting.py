"""English pronouns as names: he is Tom, his is Tom's, and "he'll" is "Tom will"."""

import re

from memgraph_core.language.persons.antecedents import Reference
from memgraph_core.language.persons.pronouns_en import is_possessive

_OWNED = frozenset(["hers", "theirs"])
_THIRD = frozenset(["he", "him", "his", "she", "her", "hers", "they", "them", "their", "theirs"])
# he's → Tom's can be read; he'll, he'd and they're cannot be kept
_SHORTENED = re.compile(r"['’](?P<verb>ll|d|re|ve)\b(?P<next> \w{1,20})?", re.IGNORECASE)
_FULL = {"ll": "will", "re": "are", "ve": "have"}
_HAD = re.compile(r" (?:better|been|had|got|gone|done|seen|\w{2,17}ed)$")


def replaced(text: str, reference: Reference) -> tuple[str, int] | None:
    """The replacement of a resolved pronoun, and the offset at which the text continues; None for a pronoun that is kept."""
    name, end, word = reference.name or "", reference.end, reference.text.lower()
    if word not in _THIRD:
        return None
    if word in _OWNED or is_possessive(text, word, end):
        return f"{name}'s", end
    if (match := _SHORTENED.match(text, end)) is not None:
        return f"{name} {_in_full(match)}", match.end("verb")
    return name, end


def _in_full(match: re.Match[str]) -> str:
    verb = match["verb"].lower()
    if verb == "d":
        return "had" if match["next"] and _HAD.search(match["next"]) else "would"
    return _FULL[verb]
