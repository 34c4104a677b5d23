"""The object that an English statement excludes: Netlify in "we went with GitHub Pages, not Netlify".

It is read from the words, because the parse of such additions is often wrong. It states nothing and only ends a current
fact with this object, so that a wrong reading rarely changes anything.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memgraph_core.language.vocabulary import Phrase

_NAME = r"(?P<name>[\w'’.+-]+(?: [\w'’.+-]+){0,3}?)"
_AGAINST = re.compile(
    rf"(?:, (?:and )?not|\b(?:instead of|rather than|to replace))(?: (?:in|on|at|with|to|from|for|by))?"
    rf"(?: (?:the|a|an|my|our))? {_NAME}"
    r"(?=\s*(?:$|[,.;:!?)]| (?:any ?more|now|after all|as|like|this time|because|since)\b))",
    re.IGNORECASE,
)


def contrasted(sentence: str, phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The end of the fact that a sentence excludes, for the subject of its only asserted phrase."""
    held = [phrase for phrase in phrases if not (phrase.ended or phrase.denied or phrase.plan)]
    match = _AGAINST.search(sentence)
    if match is None or len(held) != 1 or any(p.object.lower() == match["name"].lower() for p in phrases):
        return
    yield replace(
        held[0],
        type="REPLACED",
        object=match["name"],
        ended=True,
        only_if=None,
        object_type=None,
        is_new=False,
    )
