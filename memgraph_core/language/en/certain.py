"""The few English relations that are read without a parser: only forms that can hardly mean anything else.

They apply to whole clauses of the first person with a name as object: "I live in Turin", "my name is Bo", "I'm allergic to
nuts". Everything else needs the parser.
"""

import re
from collections.abc import Iterator, Sequence

from memgraph_core.language.spans import Span
from memgraph_core.language.vocabulary import Phrase, relation_of

_CONFIDENCE = 0.7
_I = r"(?:^|[.;!] |, (?:and|but) )(?:and |but |so |hi[,!]? |hello[,!]? )?"
_END = r"(?=\s*(?:$|[.,;!]|\b(?:and|but|now|since|because|with|as|for|in|at|these days|currently|again)\b))"
_NAME = r"(?P<object>[A-Z][\w'’&.-]*(?: (?:of |de |the )?[A-Z0-9][\w'’&.-]*){0,3})"
_NOUNS = r"(?P<object>[a-z][a-z'-]+(?: [a-z][a-z'-]+)?(?:(?:, | and )[a-z][a-z'-]+){0,3})"
_PATTERNS: tuple[tuple[str, bool, re.Pattern[str]], ...] = tuple(
    (relation, ended, re.compile(_I + pattern + _END))
    for relation, ended, pattern in (
        (
            "LIVES_IN",
            False,
            rf"(?:[Ii]|[Ww]e)(?:['’]ve)? (?:(?:now|currently|just) )?(?:live in|moved to|relocated to) {_NAME}",
        ),
        ("LIVES_IN", True, rf"(?:[Ii]|[Ww]e) (?:used to live|no longer live) in {_NAME}"),
        ("WORKS_AT", False, rf"(?:[Ii]|[Ww]e) (?:(?:now|currently) )?work (?:at|for) {_NAME}"),
        ("WORKS_AT", True, rf"(?:[Ii]|[Ww]e) (?:used to work|no longer work) (?:at|for) {_NAME}"),
        ("COMES_FROM", False, rf"(?:[Ii]['’]m|[Ii] am|[Ii] come)(?: originally)? from {_NAME}"),
        ("NAMED", False, rf"[Mm]y (?:full )?name(?: is|['’]s) {_NAME}"),
        ("MARRIED_TO", False, rf"(?:[Ii]['’]m|[Ii] am) married to {_NAME}"),
        ("ALLERGIC_TO", False, rf"(?:[Ii]['’]m|[Ii] am) (?:very |severely |also )?allergic to {_NOUNS}"),
    )
)
_LIST = re.compile(r", and |, | and ")


def phrases_in(sentence: str, spans: Sequence[Span], speaker: str) -> list[Phrase]:
    """The relations that a sentence states in one of the certain forms."""
    found: list[Phrase] = []
    for relation, ended, pattern in _PATTERNS:
        for match in pattern.finditer(sentence):
            for text in _objects(match, relation, spans):
                found.append(
                    Phrase(
                        speaker,
                        relation,
                        text,
                        ended=ended,
                        object_type=relation_of(relation).object_type,
                        start=match.start(),
                        confidence=_CONFIDENCE,
                    )
                )
    return found


def _objects(match: re.Match[str], relation: str, spans: Sequence[Span]) -> Iterator[str]:
    if relation == "ALLERGIC_TO":
        yield from (text for text in _LIST.split(match["object"]) if text)
        return
    span = next((s for s in spans if s.start == match.start("object")), None)
    yield span.name if span is not None else match["object"].rstrip(".'’")
