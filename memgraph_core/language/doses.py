"""The dose of a medicine that a sentence says somebody takes: "sertraline, 50 mg", 氨氯地平加到10毫克.

A dose belongs to the medicine before it, so it is read from the words and not from the grammar, which is alike in all
languages: the last amount behind the name, before the next medicine and the end of the part of the sentence.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memgraph_core.language.vocabulary import Phrase

_FARTHEST = 40  # characters between a medicine and its dose
_UNIT = r"(?:mg|mcg|µg|ug|g|ml|iu|units?|milligrams?|micrograms?|毫克|微克|毫升|单位|片|粒|颗)"
_DOSE = re.compile(
    rf"(?<![A-Za-z\d.])\d+(?:\.\d+)? ?{_UNIT}(?![a-z])|(?<=to )\d{{2,4}}(?![\w.:/])",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.;!?。；！？](?!\d)|\b(?:and|but|plus)\b|，?(?:还有|另外|和)")


def doses_in(sentence: str, phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The doses of the medicines that phrases say are taken now."""
    taken = [p for p in phrases if p.type == "TAKES" and not (p.ended or p.denied or p.plan)]
    for phrase in {p.object: p for p in taken}.values():
        at = sentence.casefold().find(phrase.object.casefold())
        if at < 0:
            continue
        rest = sentence[at + len(phrase.object) :][:_FARTHEST]
        end = _STOP.search(rest)
        found = list(_DOSE.finditer(rest[: end.start()] if end is not None else rest))
        if found:
            yield replace(
                phrase,
                subject=phrase.object,
                type="HAS_DOSE",
                object=found[-1][0],
                object_type="Concept",
                dated=False,
                is_total=True,
            )
