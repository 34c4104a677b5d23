"""Relatives whom a clause says that somebody has, with the names behind their noun: "he has a daughter, Maisie, who's nine",
"my sister had a baby boy called Rory".
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memgraph_core.language.en.clauses import Clause, is_negated
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.vocabulary import Phrase

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONFIDENCE = 0.75
_HAVING = frozenset(["have", "get", "adopt", "welcome"])
_CHILDREN = frozenset(["boy", "girl"])
_RELATIONS = frozenset(["PARENT_OF", "SIBLING_OF", "RELATIVE_OF"])
_INDEFINITE = frozenset(["a", "an", "one", "another"])


def kin_had(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """The relations of the subjects of a clause to the named relatives that they have."""
    if clause.lemma not in _HAVING or clause.status != "asserted" or clause.is_passive:
        return
    owners = (
        [ends.speaker]
        if not clause.subjects
        else [ends.name(s) for s in clause.subjects if ends.is_person(s)]
    )
    for noun in (*clause.objects, *_newborn(clause)):
        relation = _relation(noun, clause)
        name = _name_behind(noun, ends) if relation is not None else None
        if relation is None or name is None:
            continue
        yield from (_phrase(owner, relation, name, clause) for owner in owners if owner and owner != name)


def _newborn(clause: Clause) -> list["Token"]:
    """The word for a child that follows its pronoun: "Ines had him on Sunday, a boy, Leo"."""
    if clause.head.lower_ != "had" or not any(o.lower_ in ("him", "her", "it") for o in clause.objects):
        return []
    return [
        t
        for t in clause.head.subtree
        if t.lower_ in _CHILDREN and t.dep_ in ("appos", "conj", "dobj", "npadvmod")
    ]


def _relation(noun: "Token", clause: Clause) -> str | None:
    """The relation to somebody whom a noun without a name of its own names: PARENT_OF for "a daughter" and "a boy"."""
    if noun.tag_ != "NN" or is_negated(noun) or not any(c.lower_ in _INDEFINITE for c in noun.lefts):
        return None
    if noun.lower_ in _CHILDREN:
        # not "we have a boy named Rex in our class"
        return "PARENT_OF" if clause.head.lower_ == "had" else None
    kin = kin_words("en").get(noun.lower_)
    return kin.relation if kin is not None and kin.relation in _RELATIONS else None


def _name_behind(noun: "Token", ends: Ends) -> str | None:
    """The name behind a noun: "a boy called Rory", "a boy, Rory"."""
    if (name := ends.name(noun)) is not None:
        span = ends.span(noun)
        return name if span is None or not span.name.startswith(f"{ends.speaker}'s ") else None
    behind = next((c for c in noun.rights if c.dep_ == "appos" and c.pos_ == "PROPN"), None)
    span = ends.span(behind) if behind is not None else None
    return span.name if span is not None and span.type in ("Person", None) else None


def _phrase(owner: str, relation: str, name: str, clause: Clause) -> Phrase:
    return Phrase(
        owner,
        relation,
        name,
        object_type="Person",
        start=clause.head.idx,
        confidence=_CONFIDENCE,
        dated=False,
    )
