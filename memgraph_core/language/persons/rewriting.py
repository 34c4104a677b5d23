"""A text with its he, she and they replaced by names, so that it can be understood alone.

"I", "you" and "we" stay: the speaker of every turn is known, and "Ada love it" would be no English.
"""

import re
from collections.abc import Sequence

from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.antecedents import Reference

_SENTENCE = re.compile(r"[.!?。！？\n]")
_REACH = 300  # characters before a pronoun in which its sentence begins


def resolved(text: str, references: Sequence[Reference], language: str) -> str:
    """The text with third-person pronouns as names: he → Tom, his → Tom's, 他 → 汤姆.

    In a sentence that names the person before the pronoun, the pronoun stays, unless somebody else was named in
    between. I, you and we, himself, and what is not resolved stay as they are.
    """
    pack = pack_of(language)
    pieces: list[str] = []
    done, last = 0, ""  # how far the text is copied, and who was named last in this sentence
    for reference in sorted(references, key=lambda r: r.start):
        if reference.name is None or reference.start < done:
            continue
        replaced = pack.replaced(text, reference)
        if replaced is None:
            continue
        between = text[done : reference.start]
        if _SENTENCE.search(between):
            last = ""
        is_named = last == reference.name or (not last and _is_named_before(text, reference))
        last = reference.name
        written, end = (text[reference.start : reference.end], reference.end) if is_named else replaced
        pieces += [between, written]
        done = end
    return "".join([*pieces, text[done:]])


def _is_named_before(text: str, reference: Reference) -> bool:
    """Whether the name stands in the same sentence before the pronoun."""
    first = max(0, reference.start - _REACH)
    begun = max((m.end() for m in _SENTENCE.finditer(text, first, reference.start)), default=first)
    return f"{reference.name}" in text[begun : reference.start]
