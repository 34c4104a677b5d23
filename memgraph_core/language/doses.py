"""The dose of a medicine that a sentence says somebody takes: "sertraline, 50 mg", 氨氯地平加到10毫克.

A dose belongs to the medicine before it, so it is read from the words and not from the grammar: the first amount after the
name in the same part of the sentence. "From 5 mg to 10 mg" gives the second amount.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memgraph_core.language.vocabulary import Phrase

_MAX_DISTANCE = 40  # characters between a medicine and its dose
_UNIT = r"(?:mg|mcg|µg|ug|g|ml|iu|units?|milligrams?|micrograms?|毫克|微克|毫升|单位|片|粒|颗)"
_DOSE = re.compile(
    rf"(?<![A-Za-z\d.])\d+(?:\.\d+)? ?{_UNIT}(?![a-z])|(?<=to )\d{{2,4}}(?![\w.:/])",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.;!?。；！？、](?!\d)|\b(?:and|but|plus)\b|，?(?:还有|另外|和)")
_CHANGED_TO = re.compile(r"\bto\b|[到成为→]")


def doses_in(sentence: str, phrases: Sequence[Phrase]) -> Iterator[Phrase]:
    """The doses of the medicines that phrases say are taken now."""
    taken = [p for p in phrases if p.type == "TAKES" and not (p.ended or p.denied or p.plan)]
    for phrase in {p.object: p for p in taken}.values():
        at = sentence.casefold().find(phrase.object.casefold())
        if at < 0:
            continue
        rest = sentence[at + len(phrase.object) :][:_MAX_DISTANCE]
        end = _STOP.search(rest)
        dose = _first_or_changed(rest[: end.start()] if end is not None else rest)
        if dose is not None:
            yield replace(
                phrase,
                subject=phrase.object,
                type="HAS_DOSE",
                object=dose,
                object_type="Concept",
                dated=False,
                is_total=True,
            )


def _first_or_changed(text: str) -> str | None:
    """The first amount of a text, or the one to which it was changed. Amounts after others belong to other medicines."""
    amounts = list(_DOSE.finditer(text))
    dose = None
    for number, amount in enumerate(amounts):
        if number and not _CHANGED_TO.search(text[amounts[number - 1].end() : amount.start()]):
            break
        dose = amount[0]
    return dose
