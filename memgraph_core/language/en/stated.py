"""What a main clause states with any verb, if no rule knows the meaning of the clause: "Agathe covers his accounts".

The relation is the verb with its particle or its preposition, and the object is the noun that it governs: COVERS accounts,
ARRIVED_WITH lid. Of clauses of `be`, the place or the situation is read: LOCATED_IN cupboard, IS_ON leave. Such a reading
is general: it is kept only beside a fact that a rule for its meaning reads.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from memgraph_core.language.en.clauses import Clause, conjuncts_of, is_negated
from memgraph_core.language.en.nouns import is_of, is_vague
from memgraph_core.language.en.open import open_phrase, open_type
from memgraph_core.language.en.slots import Ends, is_date, is_price, is_software
from memgraph_core.language.en.status import is_about_speech
from memgraph_core.language.en.verbs import is_speaker, own_subjects
from memgraph_core.language.vocabulary import GENERAL, Phrase

if TYPE_CHECKING:
    from spacy.tokens import Token

_Found = tuple[str, "Token", str]  # a relation type, the head of the object, and its text
_MAIN = frozenset(["ROOT", "conj", "ccomp", "parataxis", "relcl"])
_REASONS = frozenset(
    ["because", "since", "cos", "cause", "so", "although", "though", "while", "whereas", "as"]
)
_PLACES = frozenset(["in", "at"])
_SITUATIONS = frozenset(["on", "with", "from", "under", "behind", "near", "by", "inside", "out-of"])
_PREPOSITIONS = frozenset(
    ["in", "on", "at", "to", "from", "with", "into", "by", "as", "about", "for", "under", "over", "off", "up", "out-of"]
)  # fmt: skip
_NOUNS = frozenset(["NOUN", "PROPN", "NUM", "X", "SYM"])


def stated_phrases_of(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """The relations of a clause to the objects of its verb, or to the noun of its first preposition."""
    if clause.status not in ("asserted", "denied") or not _is_statement(clause):
        return
    if clause.is_passive:
        found = _done_by(clause, ends)
    else:
        names = [n for s in clause.subjects if _is_certain(s, clause.head) and (n := _name(s, ends))]
        names = names if clause.subjects else [ends.speaker]
        objects = list(_of_be(clause, ends) if clause.lemma == "be" else _of_verb(clause, ends))
        found = ((name, object_) for object_ in objects for name in names)
    for name, (type_, token, text) in found:
        phrase = open_phrase(name, type_, text, token, clause, ends)
        is_denied = phrase.denied or (not clause.is_passive and is_negated(token))
        yield replace(phrase, confidence=GENERAL, denied=is_denied)


def _is_statement(clause: Clause) -> bool:
    """Whether a clause is a whole main clause of a verb that does not speak of what is said, thought or tried."""
    head = clause.head
    is_reason = head.dep_ == "advcl" and any(c.dep_ == "mark" and c.lower_ in _REASONS for c in head.lefts)
    if not (head.dep_ in _MAIN or is_reason) or head.pos_ not in ("VERB", "AUX") or is_about_speech(head):
        return False
    if any(c.tag_ == "TO" for c in head.lefts):
        return False  # "he wants us to do the Requiem"
    if clause.lemma in ("decide", "try", "name") or (clause.lemma == "have" and clause.is_past):
        return False
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


def _name(subject: "Token", ends: Ends) -> str | None:
    """The name of a subject: a person, a name, a thing with `the` or an owner, or something technical."""
    if ends.is_person(subject) and (name := ends.name(subject)):
        return name
    if (
        subject.pos_ not in ("NOUN", "PROPN")
        or is_date(subject)
        or is_vague(subject)
        or is_of(subject, "body")
    ):
        return None
    determiners = [c.lower_ for c in subject.lefts if c.dep_ == "det"]
    is_known = ends.is_name(subject) or is_software(subject) or is_of(subject, "deploy")
    if not is_known and not determiners and not any(c.dep_ == "poss" for c in subject.lefts):
        return None
    return ends.subject_text(subject) if all(word in ("the", "both") for word in determiners) else None


def _of_verb(clause: Clause, ends: Ends) -> Iterator[_Found]:
    """The objects of a verb, or the first noun that a preposition joins to it."""
    head = clause.head
    particle = next((c.lower_ for c in head.children if c.dep_ == "prt"), "")
    has_got = clause.lemma == "get" and head.lower_ == "got" and any(c.dep_ == "aux" for c in head.lefts)
    verb = "HAS" if has_got or clause.lemma == "have" else open_type(head, particle)
    objects = [o for o in clause.objects if o.dep_ != "dative"]
    if objects and _is_whole_object(objects[0], clause, ends):
        for one in conjuncts_of(objects[0]):
            is_kin = verb == "HAS" and ends.is_person(one) and all(map(ends.is_person, clause.subjects))
            if not is_kin and (text := _object_text(one, ends)):
                yield verb, one, text
    if objects or clause.complements or clause.actions:
        return
    for argument in clause.arguments:
        noun = argument.token
        is_certain = ends.is_name(noun) or any(c.dep_ in ("det", "poss") for c in noun.lefts)
        if argument.depth or argument.preposition not in _PREPOSITIONS or not is_certain or noun.like_num:
            continue
        if text := _object_text(noun, ends):
            yield f"{verb}_{argument.preposition}".replace("-", "_").upper(), noun, text
            return


def _is_whole_object(object_: "Token", clause: Clause, ends: Ends) -> bool:
    """Whether a noun is certainly the object of a verb, and not one occasion: "we share a cabin", "I have a funeral"."""
    head = clause.head
    if "," in head.doc[head.i : object_.left_edge.i].text or (object_.i < head.i and object_ != head.head):
        return False  # "the test has moved to the 9th, same room"; "whose name I keep forgetting"
    is_one = clause.status == "asserted" and any(c.lower_ in ("a", "an") for c in object_.lefts)
    return not is_one or ends.is_name(object_)


def _of_be(clause: Clause, ends: Ends) -> Iterator[_Found]:
    """The place or the situation of something or somebody; the place of the speaker may be that of a moment."""
    if clause.is_past or clause.complements:
        return
    is_own = not clause.subjects or is_speaker(clause.subjects[0])
    for argument in clause.arguments:
        is_place = argument.preposition in _PLACES
        if argument.depth or argument.token.like_num or not (is_place or argument.preposition in _SITUATIONS):
            continue
        if text := _object_text(argument.token, ends):
            type_ = "LOCATED_IN" if is_place else f"IS_{argument.preposition}".replace("-", "_").upper()
            if not (is_place and is_own):
                yield type_, argument.token, text
            return


def _done_by(clause: Clause, ends: Ends) -> Iterator[tuple[str, _Found]]:
    """What the agent of a passive clause did: "releases are tagged by Osei"."""
    for argument in clause.arguments:
        agent = argument.token
        before = agent.doc[max(agent.head.i - 1, 0)].lower_
        name = ends.name(agent) if ends.is_person(agent) else None
        if argument.preposition != "by" or argument.depth or before in ("not", "never") or name is None:
            continue
        for subject in clause.subjects:
            text = None if is_vague(subject) else ends.object_text(subject, with_complement=False)
            if text:
                yield name, (clause.head.lower_.upper(), subject, text)


def _object_text(token: "Token", ends: Ends) -> str | None:
    """The text of an object that is a thing: not a person, a part of the body, a day or something that is shown."""
    if is_of(token, "shift_time") and token.tag_ == "NNS" and token.dep_ == "dobj":
        return ends.object_text(token, with_complement=False) or token.text
    if (
        token.pos_ not in _NOUNS
        or is_vague(token)
        or token.tag_ == "VBG"
        or token.lower_ in ("none", "nothing")
    ):
        return None
    if token.pos_ == "NUM" and not (is_price(token) and len(token.text) > 2):
        return None
    if any(c.lower_ in ("this", "that", "these", "those") for c in token.lefts if c.dep_ == "det"):
        return None
    if any(is_of(token, group) for group in ("human", "children", "siblings", "passing", "body")):
        return None
    is_day = is_date(token) and not is_price(token)
    return None if is_day else ends.object_text(token, with_complement=False)
