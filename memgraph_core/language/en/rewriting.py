"""English pronouns as names: he is Tom, his is Tom's, and "he'll" is "Tom will"."""

import re

from memgraph_core.language.persons.antecedents import Reference
from memgraph_core.language.persons.kin import alternation, kin_words
from memgraph_core.language.persons.pronouns_en import is_possessive, name_given

_OWNED = frozenset(["hers", "theirs"])
_THIRD = frozenset(["he", "him", "his", "she", "her", "hers", "they", "them", "their", "theirs"])
# he's → Tom's can be read; he'll, he'd and they're cannot be kept
_SHORTENED = re.compile(
    r"['’](?P<verb>ll|d|re|ve)\b(?P<next>(?: (?:already|never|just|always|only|even|ever|almost|\w{2,12}ly))? \w{1,20})?",
    re.IGNORECASE,
)
_FULL = {"ll": "will", "re": "are", "ve": "have"}
# After these words "her" with a noun and "her" alone look alike: "I saw her wave", "I sent her voice messages".
_AMBIGUOUS = re.compile(
    r"\b(?:help(?:s|ed|ing)?|lets?|letting|ma[dk]es?|making|sees?|seeing|saw|seen|watch(?:es|ed|ing)?|hears?|hearing|heard|ha[ds]"
    r"|hav(?:e|ing)|feels?|feeling|felt|gives?|giv(?:en|ing)|gave|sends?|sending|sent|tells?|telling|told|show(?:s|n|ed|ing)?"
    r"|brings?|bringing|brought|buys?|buying|bought|gets?|getting|got|teach(?:es|ing)?|taught|offer(?:s|ed|ing)?|lends?|lending"
    r"|lent|pays?|paying|paid|owe[sd]?|owing|ask(?:s|ed|ing)?|call(?:s|ed|ing)?|text(?:s|ed|ing)?) her$",
    re.IGNORECASE,
)
_KIN = re.compile(rf" (?:[a-z]+ )?(?:{alternation(kin_words('en'))})\b")
_HAD = re.compile(
    r" (?:better|been|had|got|gone|done|seen|found|made|said|lost|left|met|told|taken|given|\w{2,17}ed)$"
)


def replaced(text: str, reference: Reference) -> tuple[str, int] | None:
    """The replacement of a resolved pronoun, and the offset at which the text continues; None for a pronoun that is kept."""
    name, end, word = reference.name or "", reference.end, reference.text.lower()
    if word not in _THIRD or reference.plural:
        return None
    if word in _OWNED or word == "his" or is_possessive(text, word, end):
        is_ambiguous = _AMBIGUOUS.search(text, max(0, end - 20), end) and not _KIN.match(text, end)
        if is_ambiguous or name_given(text, reference.start, end) or text.startswith(" own", end):
            return None
        return f"{name}'s", end
    if (match := _SHORTENED.match(text, end)) is not None:
        return f"{name} {_in_full(match)}", match.end("verb")
    return name, end


def _in_full(match: re.Match[str]) -> str:
    verb = match["verb"].lower()
    if verb == "d":
        return "had" if match["next"] and _HAD.search(match["next"]) else "would"
    return _FULL[verb]
