"""Kin related to their owners, and the relations that this states: between the owner and the kin, and the work of the kin."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache

from memgraph_core.language.persons.antecedents import RelatedKin
from memgraph_core.language.persons.kin import FAMILY, PARTNERS, Kin, kin_name
from memgraph_core.language.vocabulary import Phrase
from memgraph_core.language.word_lists import groups_of

_INDEFINITE = re.compile(r"(?:an?|another|one|some|any|no)\b|[一两兩二三四五几幾]|个|個")
_HAVING = re.compile(
    r"(?<!\bif )(?<!\bwish )\b(?:i|we|he|she|they)(?: have| has|(?:'ve|'s| have| has) got) $"
    r"|(?<!如果)(?<!要是)(?:我|我们|我們|他|她)(?:还|還)?有$"
    r"|(?:^|[，,。！？!?\s])(?:我俩|咱俩|我家|家里)?(?:还|就|只|也|一共|总共)*有$",
    re.IGNORECASE,
)
_EXPECTING = re.compile(r"\b(?:expect(?:s|ing)?|awaiting|due to have|having)\b[^.!?]{0,20}$", re.IGNORECASE)
_MAX_HAVING = 40  # characters before "a brother" in which "I have" is looked for
_PASSING = frozenset(
    ["REPORTS_TO", "COLLEAGUE_OF", "LIVES_WITH", "NEIGHBOR_OF", "MARRIED_TO", "DATING", "ENGAGED_TO"]
)
PRESUPPOSED = 0.65  # of the relation to "my sister", who is only mentioned
_DIED = re.compile(
    r"\b(?:died|passed away|is dead|ran away|had to (?:say goodbye|put (?:\w+ ){1,4}(?:down|to sleep))"
    r"|(?:was|had to be) put down|put to sleep)\b|去世|死了|没了|走丢",
    re.IGNORECASE,
)


def related_kin(
    found: Sequence[Kin], owners: Mapping[int, str | None], text: str, language: str
) -> Iterator[RelatedKin]:
    """The kin that a text relates to owners; `owners` is the owner by the start of the kin. Words that presuppose kin without a
    name relate them by their description: `Ada's sister`.
    """
    cues = groups_of(f"kin_cues_{language}") if found else {}
    for kin in found:
        owner = owners.get(kin.start)
        if not owner:
            continue
        called = kin_name(owner, kin.called, language) if kin.relation in FAMILY else None
        if kin.name and not kin.plural:
            work = kin.word if kin.word in cues.get("work", ()) else None
            former = kin.relation in _PASSING and (kin.former or kin.order in cues.get("former", ()))
            yield RelatedKin(kin.start, owner, kin.relation, kin.name, called, work=work, is_former=former)
        elif called and not kin.plural and _presupposes(kin, text, language):
            yield RelatedKin(kin.start, owner, kin.relation, called, is_named=False)
        for name in kin.members:
            yield RelatedKin(kin.start, owner, kin.relation, name)


def _presupposes(kin: Kin, text: str, language: str) -> bool:
    """Whether words for a kin state that the owner has one now: "my sister", but not "my late husband".

    "A dog" may be wished for. "I have a brother" states the brother; pets have rules of their own.
    """
    words = text[kin.start : kin.end].lower()
    if _INDEFINITE.match(words):
        before = text[max(0, kin.start - _MAX_HAVING) : kin.start]
        return kin.relation != "HAS_PET" and _HAVING.search(before) is not None
    if kin.relation == "PARENT_OF" and _EXPECTING.search(text[max(0, kin.start - _MAX_HAVING) : kin.start]):
        return False  # "they are expecting their first baby"
    return _not_now(language).search(words) is None


@cache
def _not_now(language: str) -> re.Pattern[str]:
    """The words before kin who are not, or not yet, related to the owner."""
    cues = groups_of(f"kin_cues_{language}")["not_now"]
    return re.compile("|".join(rf"\b{cue}\b" if cue.isascii() else cue for cue in cues))


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
    """A phrase about a partner with the type that the words for the partner name: the end of "my wife and I broke up", and
    DATING for somebody who is said to be married.
    """
    if phrase.type not in PARTNERS or not (phrase.ended or phrase.type == "DATING"):
        return phrase
    ends = {phrase.subject, phrase.object}
    types = (kin.relation for kin in related if {kin.owner, kin.name} == ends)
    return replace(phrase, type=next((type_ for type_ in types if type_ in PARTNERS), phrase.type))
