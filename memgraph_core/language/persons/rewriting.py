"""Replace third-person pronouns with names, so that a text can be understood without its context.

"I", "you" and "we" are not replaced: the speaker of a turn is known, and "Ada love it" would be wrong English.
"""

import re
from collections.abc import Sequence

from memgraph_core.language.pack import pack_of
from memgraph_core.language.persons.antecedents import Reference
from memgraph_core.language.spans import Span

_SENTENCE = re.compile(r"[.!?。！？\n]")
_REACH = 300  # characters before a pronoun that are searched for the beginning of its sentence


def with_resolved_pronouns(
    text: str, references: Sequence[Reference], language: str, mentions: Sequence[Span] = ()
) -> str:
    """The text with third-person pronouns replaced by names: he → Tom, his → Tom's, 他 → 汤姆.

    A pronoun is kept if its sentence names the person before it and nobody else in between, or has another word for the
    person there: one of the `mentions`, as "my sister". "I", "you", "we", "himself" and unresolved pronouns are also kept.
    """
    pack = pack_of(language)
    pieces: list[str] = []
    done, last = 0, ""  # the offset up to which the text is copied; the last name in the current sentence
    for reference in sorted(references, key=lambda r: r.start):
        if reference.name is None or reference.start < done:
            continue
        replaced = pack.replaced(text, reference)
        if replaced is None:
            continue
        between = text[done : reference.start]
        if _SENTENCE.search(between):
            last = ""
        is_named = last == reference.name or (not last and _is_named_before(text, reference, mentions))
        last = reference.name
        written, end = (text[reference.start : reference.end], reference.end) if is_named else replaced
        pieces += [between, written]
        done = end
    return "".join([*pieces, text[done:]])


def _is_named_before(text: str, reference: Reference, mentions: Sequence[Span]) -> bool:
    """Whether the same sentence has the name, or another word for the person, before the pronoun."""
    search_start = max(0, reference.start - _REACH)
    sentence_start = max(
        (m.end() for m in _SENTENCE.finditer(text, search_start, reference.start)), default=search_start
    )
    return f"{reference.name}" in text[sentence_start : reference.start] or any(
        mention.name == reference.name and sentence_start <= mention.start and mention.end <= reference.start
        for mention in mentions
    )
