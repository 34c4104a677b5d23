"""Open relations: what a clause about work or technology states with a verb that no relation type covers.

The type is the verb as the text uses it, with its preposition: LANDS_IN, ROTATED. Only clear assertions are read: the
subject is a thing and the object a name, an amount or a technical word, or somebody does what people do at work.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memgraph_core.language.en.clauses import Clause, is_negated
from memgraph_core.language.en.nouns import is_vague, noun_classes
from memgraph_core.language.en.slots import Ends, is_date, is_price, is_software
from memgraph_core.language.en.verbs import is_speaker
from memgraph_core.language.vocabulary import Phrase

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONFIDENCE = 0.6
_PREPOSITIONS = frozenset(["in", "on", "at", "to", "from", "with", "via", "into", "by"])


def open_phrases_of(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """The open relation of an asserted clause; at most one."""
    if not _is_clear(clause):
        return
    works = clause.lemma in noun_classes()["work_verb"] and clause.head.tag_ != "VBZ"
    name = _subject_name(clause, ends, works=works)
    if name is None:
        return
    for preposition, token in _objects(clause):
        text = (
            ends.object_text(token, with_complement=False)
            if _is_object(token, preposition, ends, works=works)
            else None
        )
        if text is not None:
            yield Phrase(
                name,
                _type(clause.head, preposition),
                text,
                object_type=ends.type(token),
                start=clause.head.idx,
                confidence=_CONFIDENCE,
            )
            return


def _is_clear(clause: Clause) -> bool:
    """Whether the clause is a main clause in the present or past tense with a verb that means something by itself."""
    head = clause.head
    if clause.status != "asserted" or clause.is_passive or not clause.lemma.isalpha():
        return False
    if clause.lemma in noun_classes()["light_verb"] or any(c.dep_ == "prt" for c in head.children):
        return False
    return head.dep_ in ("ROOT", "conj", "ccomp", "parataxis") and head.tag_ in ("VBZ", "VBD", "VBN")


def _subject_name(clause: Clause, ends: Ends, *, works: bool) -> str | None:
    """The name of the subject: a certain thing, or somebody who does what people do at work."""
    subject = clause.subjects[0] if clause.subjects else None
    if subject is None or is_speaker(subject) or ends.is_person(subject):
        own = ends.speaker if subject is None else ends.name(subject)
        return own if works else None
    is_own = any(c.i == subject.i for c in clause.head.lefts)
    return ends.subject_text(subject) if is_own and _is_definite(subject, ends) else None


def _is_object(token: "Token", preposition: str, ends: Ends, *, works: bool) -> bool:
    if is_negated(token) or is_vague(token):
        return False
    if not is_price(token) and (is_date(token) or token.ent_type_ in ("CARDINAL", "ORDINAL")):
        return False
    if not (works or ends.is_name(token) or is_price(token) or is_software(token)):
        return False
    return (
        works or not preposition or preposition == "in" or is_software(token) or ends.type(token) == "Place"
    )


def _objects(clause: Clause) -> Iterator[tuple[str, "Token"]]:
    for token in clause.objects:
        yield "", token
    if not clause.objects:
        for argument in clause.arguments:
            if argument.depth == 0 and argument.preposition in _PREPOSITIONS:
                yield argument.preposition, argument.token


def _is_definite(token: "Token", ends: Ends) -> bool:
    """Whether a subject is a certain thing: a name, or a noun with `the`, `our` or `my`."""
    if ends.is_name(token):
        return True
    return token.pos_ == "NOUN" and any(c.lower_ in ("the", "our", "my") for c in token.lefts)


def _type(verb: "Token", preposition: str) -> str:
    """The relation type: the verb in its tense, `LANDS_IN`, `ROTATED`."""
    if verb.tag_ in ("VBD", "VBN"):
        form = verb.lower_
    else:
        lemma = verb.lemma_.lower()
        form = f"{lemma}es" if lemma.endswith(("s", "sh", "ch", "x", "z", "o")) else f"{lemma}s"
        form = f"{lemma[:-1]}ies" if lemma.endswith("y") and lemma[-2:-1] not in "aeiou" else form
    return f"{form}_{preposition}".strip("_").upper()
