"""A text with its he, she and they replaced by names, so that it can be understood alone.

"I", "you" and "we" stay: who speaks is known of every turn, and "Ada love it" would be no English.
"""

import re
from collections.abc import Sequence

from memgraph_core.language.persons.antecedents import Reference
from memgraph_core.language.persons.pronouns_en import is_possessive

_SELVES = frozenset(["himself", "herself", "themselves"])
_OWNED = frozenset(["hers", "theirs"])
_SINGULAR = frozenset(["he", "him", "his", "she", "her", "hers", "himself", "herself"])
_PLURAL = frozenset(["they", "them", "their", "theirs", "themselves"])
_THIRD_ZH = frozenset(["他", "她", "他们", "她们"])
_SENTENCE = re.compile(r"[.!?。！？\n]")
# he's → Tom's reads well; he'll, he'd and they're do not
_SHORTENED = re.compile(r"['’](?P<verb>ll|d|re|ve)\b(?P<next> \w{1,20})?", re.IGNORECASE)
_FULL = {"ll": "will", "re": "are", "ve": "have"}
_HAD = re.compile(r" (?:better|been|had|got|gone|done|seen|\w{2,17}ed)$")


def resolved(text: str, references: Sequence[Reference], language: str) -> str:
    """The text with third-person pronouns as names: he → Tom, his → Tom's, 他 → 汤姆.

    In a sentence in which the name already stands its pronoun stays, as long as nobody else has been put in
    between. I, you and we, himself, and what is not resolved stay as they are.
    """
    pieces: list[str] = []
    done, last = 0, ""  # how far the text is copied, and who was named last in this sentence
    for reference in sorted(references, key=lambda r: r.start):
        if reference.name is None or reference.start < done or not _is_third(reference.text, language):
            continue
        between = text[done : reference.start]
        if _SENTENCE.search(between):
            last = ""
        stands = last == reference.name or (not last and _stands_before(text, reference))
        last = reference.name
        if stands:
            pieces.append(text[done : reference.end])
            done = reference.end
            continue
        written, end = _written(text, reference, language)
        pieces += [between, written]
        done = end
    return "".join([*pieces, text[done:]])


def _is_third(pronoun: str, language: str) -> bool:
    word = pronoun.lower()
    if language == "zh":
        return word in _THIRD_ZH
    return (word in _SINGULAR or word in _PLURAL) and word not in _SELVES


def _stands_before(text: str, reference: Reference) -> bool:
    """Whether the name stands in the same sentence before the pronoun."""
    begun = max(
        (m.end() for m in _SENTENCE.finditer(text, max(0, reference.start - 300), reference.start)),
        default=None,
    )
    start = max(0, reference.start - 300) if begun is None else begun
    return f"{reference.name}" in text[start : reference.start]


def _written(text: str, reference: Reference, language: str) -> tuple[str, int]:
    """What stands in the place of a pronoun, and where the text goes on."""
    name, end = reference.name or "", reference.end
    word = reference.text.lower()
    if language == "zh":
        return name, end
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
