"""What a main clause about people states with any verb, if no rule knows the meaning of the clause: "Ann runs the food bank".

The relation is the verb with its particle or its preposition, and the object is the name that it governs, or a noun that
another word specifies: CAME_OVER_FROM Leeds office. Such a reading is general: it is kept only beside a fact that a rule for
its meaning reads.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from memgraph_core.language.en.clauses import Clause, conjuncts_of
from memgraph_core.language.en.nouns import is_of, is_vague, noun_classes
from memgraph_core.language.en.open import open_phrase, open_type
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.status import is_about_speech
from memgraph_core.language.en.things import is_date
from memgraph_core.language.en.verbs import own_subjects
from memgraph_core.language.vocabulary import GENERAL, Phrase

if TYPE_CHECKING:
    from spacy.tokens import Token

_MAIN = frozenset(["ROOT", "conj", "ccomp", "parataxis", "relcl"])
_REASONS = frozenset(
    ["because", "since", "cos", "cause", "so", "although", "though", "while", "whereas", "as"]
)
_NO_VERBS = frozenset(["be", "have", "decide", "try", "name"])
_PREPOSITIONS = frozenset(
    ["in", "on", "at", "to", "from", "with", "into", "by", "as", "about", "for", "under", "over", "off", "up", "out-of"]
)  # fmt: skip


def stated_phrases_of(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """The relations of a clause about people to its specific objects, or to the specific noun of its first preposition."""
    if clause.status not in ("asserted", "denied") or clause.is_passive or not _is_statement(clause):
        return
    people = [s for s in clause.subjects if ends.is_person(s) and _is_certain(s, clause.head)]
    names = [name for s in people if (name := ends.name(s))] if clause.subjects else [ends.speaker]
    for type_, token in _specific_objects(clause, ends):
        text = ends.object_text(token, with_complement=False)
        for name in names if text else ():
            phrase = open_phrase(name, type_, text or "", token, clause, ends)
            yield replace(phrase, confidence=GENERAL, denied=phrase.denied)


def _is_statement(clause: Clause) -> bool:
    """Whether a clause is a whole main clause of a verb that does not speak of what is said, thought or tried."""
    head = clause.head
    is_reason = head.dep_ == "advcl" and any(c.dep_ == "mark" and c.lower_ in _REASONS for c in head.lefts)
    if not (head.dep_ in _MAIN or is_reason) or head.pos_ not in ("VERB", "AUX") or is_about_speech(head):
        return False
    if any(c.tag_ == "TO" for c in head.lefts):
        return False  # "he wants us to do the Requiem"
    if clause.lemma in _NO_VERBS or (head.lower_ == "got" and any(c.dep_ == "aux" for c in head.lefts)):
        return False  # "I've got a new neighbour"
    if own := own_subjects(head):
        return not (head.tag_ == "VBP" and len(clause.subjects) == 1 and own[0].tag_ in ("NN", "NNP"))
    if not any(c.dep_ == "aux" for c in head.lefts) and head.tag_ not in ("VBD", "VBN", "VBZ"):
        is_gerund = head.tag_ == "VBG" and head.dep_ != "conj"  # not "I love sun and going to the beach"
        return is_gerund and bool(clause.subjects or clause.objects)
    return head.tag_ != "VB" and (bool(clause.subjects or clause.objects) or head.tag_ == "VBD")


def _is_certain(subject: "Token", verb: "Token") -> bool:
    """Whether a relative clause directly follows its noun; the parse often attaches it to another one."""
    if verb.dep_ != "relcl" or subject.head == verb:
        return True
    before = verb.left_edge.nbor(-1)
    return before.text == "," or before in (subject, *subject.rights)


def _specific_objects(clause: Clause, ends: Ends) -> Iterator[tuple[str, "Token"]]:
    """The objects of a verb that are specific, or the first such noun that a preposition joins to it, with the relation types."""
    head = clause.head
    particle = next((c.lower_ for c in head.children if c.dep_ == "prt"), "")
    objects = [o for o in clause.objects if o.dep_ != "dative"]
    if objects or clause.complements or clause.actions:
        for one in conjuncts_of(objects[0]) if objects and _is_whole(objects[0], head) else ():
            if _is_specific(one, ends):
                yield open_type(head, particle), one
        return
    for argument in clause.arguments:
        noun = argument.token
        if _is_specific(noun, ends) and not argument.depth and argument.preposition in _PREPOSITIONS:
            type_ = f"{open_type(head, particle)}_{argument.preposition}"
            yield type_.replace("-", "_").upper(), noun
            return


def _is_specific(noun: "Token", ends: Ends) -> bool:
    """Whether a noun is a name, or is specified by a word that does not only praise it: "the food bank"."""
    if is_date(noun) or noun.pos_ not in ("NOUN", "PROPN") or is_vague(noun):
        return False
    if any(is_of(noun, group) for group in ("human", "children", "siblings", "passing", "body")):
        return False
    if ends.is_name(noun):
        return True
    if any(c.lower_ in ("a", "an") for c in noun.lefts):
        return False  # one occasion: "we share a small cabin"
    words = (c for c in noun.lefts if c.dep_ in ("compound", "amod"))
    return any(c.lower_ not in noun_classes()["evaluative"] for c in words)


def _is_whole(object_: "Token", verb: "Token") -> bool:
    """Whether a noun is certainly the object of a verb: not in "the test has moved to the 9th, same room"."""
    is_before = object_.i < verb.i and object_ != verb.head  # "whose name I keep forgetting"
    return not is_before and "," not in verb.doc[verb.i : object_.left_edge.i].text
