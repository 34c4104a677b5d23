"""Relation types by name, and the record of a relation as a sentence states it.

An extractor may use other types: `relation_of` answers for any name. Such a relation can repeat.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from memgraph_core.language.detection import language_of
from memgraph_core.language.entries import ClaimKind, Relation, Section, entries
from memgraph_core.language.pack import pack_of
from memgraph_core.language.word_lists import groups_by_word, groups_of
from memgraph_core.records.kinds import EntityType

__all__ = [
    "ANY_OBJECT",
    "GENERAL",
    "MISTAKEN",
    "ONLY_OBJECT",
    "VOCABULARY",
    "Phrase",
    "Relation",
    "claim_kind",
    "fact_type",
    "favourite",
    "has_word_of",
    "known_types",
    "open_relation",
    "relation_of",
    "within",
]

VOCABULARY: dict[str, Relation] = {  # the types that a fact may have
    type_: entry.relation for type_, entry in entries().items() if not entry.relation.only_ends
}
ANY_OBJECT = "*"  # the object of a phrase that ends all facts of its subject and relation
ONLY_OBJECT = (
    "?"  # the object of a phrase that ends the only current fact of its subject and relation: "sold it"
)
MISTAKEN = "MISTAKEN"  # the relation of a phrase that replaces a value: "It's Molly, not Millie"
GENERAL = 0.5  # the confidence of a relation that a rule for any verb reads
_FAVOURITE = "FAVORITE_"
# What somebody gets that is no possession, by section.
_GIVEN: tuple[tuple[Section, re.Pattern[str]], ...] = (
    (
        "work",
        re.compile(
            r"\b(?:jobs?|offers?|posts?|positions?|roles?|promotions?|contracts?|grants?|scholarships?|internships?|placements?"
            r"|rises?|raises?|bonus|interviews?|degrees?|diplomas?|grades?|licen[cs]es?|commissions?)$"
            r"|offer|工作|职位|岗位|合同|奖学金|升职|录取|证",
            re.IGNORECASE,
        ),
    ),
    (
        "health",
        re.compile(
            r"\b(?:diagnos[ie]s|jabs?|vaccin\w*|injections?|results?|treatment|infections?|stitches)$|疫苗|诊断|针",
            re.IGNORECASE,
        ),
    ),
)
# Verbs that are also relationship types of the graph's own structure, which no fact may have.
_OTHER_NAMES = {
    "ABSTRACTS": "SUMMARIZES",
    "CONFLICTS": "DISAGREES",
    "HAS": "POSSESSES",
    "LINKED": "CONNECTED",
    "MENTIONS": "REFERS_TO",
    "NAMED_IN": "CALLED_IN",
    "NAMES": "CALLS",
    "OWN": "OWNS",
    "SUPERSEDES": "REPLACES",
    "SUPPORTED_BY": "BACKED_BY",
}


def planned_objects(type_: str, object_: str) -> Mapping[str, str]:
    """The object of a plan for a relation, by language: `visit Rome` for VISITED and Rome; `learn to sail` also for an action.
    Empty if it is not planned.
    """
    if (entry := entries().get(type_)) is None:
        return {}
    planned = {
        language: pack_of(language).pick(f"{verb} {object_}", f"{verb}{object_}")
        for language, verb in entry.plan.items()
    }
    if type_ == "LEARNING":
        planned["en action"] = f"{entry.plan['en']} to {object_}"  # "learn to sail"
    return planned


@lru_cache(maxsize=1024)
def relation_of(type_: str) -> Relation:
    """The relation of a type. A type outside the vocabulary may have many objects; FAVORITE_… and attributes
    have one.
    """
    if type_.startswith(_FAVOURITE):
        return Relation(type_, single=True)
    if type_ in groups_of("attributes_zh"):
        return Relation(type_, subject_type=None, single=True, literal=True, open=True)
    entry = entries().get(type_)
    return (
        entry.relation if entry is not None else Relation(type_, subject_type=None, repeats=True, open=True)
    )


def section_of(type_: str, object_: str = "") -> Section:
    """The section of a relation type; open relations are in `other`. A job that somebody got is no possession."""
    if type_.startswith(_FAVOURITE):
        return "preferences"
    if type_ in ("RECEIVED", "LOST"):
        for section, words in _GIVEN:
            if words.search(object_):
                return section
    entry = entries().get(type_)
    return entry.section if entry is not None else "other"


def claim_kind(type_: str) -> ClaimKind:
    """What a profile may claim of the facts of a relation type."""
    if type_.startswith(_FAVOURITE):
        return "lasting"
    entry = entries().get(type_)
    return entry.claim if entry is not None else "changing"


def has_word_of(type_: str, sentence: str) -> bool:
    """Whether a sentence has one of the words that ask for a relation. True if the relation has no such words."""
    entry = entries().get(type_)
    words = entry.question.get(language_of(sentence)) if entry is not None else None
    return words is None or re.search(words, sentence, re.IGNORECASE) is not None


def within(type_: str) -> str | None:
    """The relation type of the state that facts of a type belong to: WORKS_AT for COLLEAGUE_OF."""
    entry = entries().get(type_)
    return entry.within if entry is not None else None


@cache
def known_types() -> tuple[str, ...]:
    """All types of facts that the entries and the lists of open relations name, sorted."""
    listed = {type_ for name in ("open_zh", "attributes_zh") for type_ in groups_of(name)}
    favourites = {f"{_FAVOURITE}{kind}" for kind in groups_of("favourites")}
    return tuple(sorted({*VOCABULARY, *listed, *favourites}))


def fact_type(type_: str) -> str:
    """The type under which facts of an open relation are stored: POSSESSES for HAS, which the graph itself uses."""
    return _OTHER_NAMES.get(type_, type_)


def favourite(kind: str) -> str | None:
    """The relation to the favourite thing of a kind, `colour` or 颜色: FAVORITE_COLOR; None for kinds not listed."""
    named = groups_by_word("favourites").get(kind)
    return f"{_FAVOURITE}{next(iter(named))}" if named else None


def open_relation(word: str) -> str | None:
    """The open relation that a Chinese verb or attribute states: DEPENDS_ON for 依赖; None for words not listed."""
    lists = (
        groups_by_word(name).get(word) for name in ("open_zh", "attributes_zh", "deeds_zh", "payments_zh")
    )
    return next((next(iter(named)) for named in lists if named), None)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A relation that a sentence states.

    At most one of `ended`, `denied` and `plan` is true. With none of them the sentence says that it holds.
    PLANS_TO and WANTS hold as they are; their object is what is planned, as a verb phrase.
    """

    subject: str  # a name: that of a span, or of the speaker
    type: str
    object: str
    ended: bool = False  # it held once and holds no longer
    only_if: EntityType | None = None  # required type of the object: "I left Fiat", "I left Turin"
    denied: bool = False  # it does not hold; perhaps it never held
    plan: bool = False  # it is planned
    object_type: EntityType | None = None  # from the object's span, else from its head word or the relation
    start: int = 0  # offset of the subject in the sentence, or of the clause
    confidence: float = 0.7
    dated: bool = True  # whether the time in the sentence is the time of the relation
    is_new: bool = False  # the subject is a new thing with this name ("a meeting"): replaces no fact
    is_total: bool = False  # its object, if it is a count, is a total: "we have three hens"
    is_change: bool = False  # it takes the place of something: "I switched to Mubi"
    replacement: str = ""  # the new object, in a phrase of a relation that only ends others
    is_ahead: bool = (
        False  # an end that is only arranged: it counts if the statement names its day in the future
    )

    def as_plan(self, language: str) -> "Phrase | None":
        """The relation as a plan: "I'll visit Rome" gives PLANS_TO visit Rome. None without a verb phrase."""
        object_ = planned_objects(self.type, self.object).get(language)
        if object_ is None:
            return None
        return replace(self, type="PLANS_TO", object=object_, object_type="Concept", plan=False)
