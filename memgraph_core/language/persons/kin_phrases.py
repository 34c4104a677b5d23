"""The relations that words for kin state: between the owner and the kin, and the work of the kin."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from memgraph_core.language.persons.antecedents import RelatedKin
from memgraph_core.language.persons.kin import PARTNERS
from memgraph_core.language.vocabulary import Phrase

PRESUPPOSED = 0.65  # of the relation to "my sister", who is only mentioned
_DIED = re.compile(
    r"\b(?:died|passed away|is dead|ran away|had to (?:say goodbye|put (?:\w+ ){1,4}(?:down|to sleep))"
    r"|(?:was|had to be) put down|put to sleep)\b|去世|死了|没了|走丢",
    re.IGNORECASE,
)


def kin_phrases(kin: RelatedKin, start: int, text: str) -> Iterator[Phrase]:
    """The relation of an owner to kin, and the work of the kin. The relation to a pet that has died is ended."""
    confidence = 0.8 if kin.is_named else PRESUPPOSED
    phrase = Phrase(
        kin.owner, kin.relation, kin.name, start=kin.start - start, confidence=confidence, dated=False
    )
    if kin.relation == "HAS_PET" and _DIED.search(text) is not None:
        yield replace(phrase, ended=True, dated=True)
    else:
        yield replace(phrase, ended=kin.is_former)
    if kin.work is not None:
        yield replace(phrase, subject=kin.name, type="WORKS_AS", object=kin.work)


def with_relation_to_kin(phrase: Phrase, related: Iterable[RelatedKin]) -> Phrase:
    """A phrase that ends a partnership, with the type that the words for the partner name: "my wife and I broke up"."""
    if not phrase.ended or phrase.type not in PARTNERS:
        return phrase
    ends = {phrase.subject, phrase.object}
    types = (kin.relation for kin in related if {kin.owner, kin.name} == ends)
    return replace(phrase, type=next((type_ for type_ in types if type_ in PARTNERS), phrase.type))
