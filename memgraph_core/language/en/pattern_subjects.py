"""The ends that come from the subject of a clause: the person who acts, the owner of the subject, and those who take part."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memgraph_core.language.en.candidates import measured_thing
from memgraph_core.language.en.clauses import conjuncts_of
from memgraph_core.language.en.nouns import is_of
from memgraph_core.language.en.pattern_match import End, PatternMatch
from memgraph_core.language.en.things import is_medicine
from memgraph_core.language.en.verbs import is_speaker
from memgraph_core.language.persons.given_names import is_given_name
from memgraph_core.language.vocabulary import relation_of

if TYPE_CHECKING:
    from spacy.tokens import Token


def subject_ends(match: PatternMatch) -> Iterator[End]:
    """The ends from the subject of the verb, or from its owner if the pattern asks for it; then the persons who take part."""
    yield from _owners(match) if match.pattern.owned else _subjects(match)
    yield from _participants(match)


def _subjects(match: PatternMatch) -> Iterator[End]:
    clause, ends, slot = match.clause, match.ends, match.pattern.subject
    if not clause.subjects:
        if all(wanted in ("self", "person", "any") for wanted in slot.classes):
            yield End(ends.speaker, None)
        return
    for token in map(measured_thing, clause.subjects):
        if token.pos_ == "VERB":
            if slot.role == "OBJ":
                yield End(ends.action_text(token), token)
        elif match.fits(token, slot):
            yield from (End(text, token) for one in _who(match, token) if (text := ends.subject_text(one)))
            if relation_of(match.pattern.relation).only_ends and not _acts_alone(match, token):
                yield End(ends.speaker, token)  # "they've swapped the citalopram", "the team moved to Linear"


def _acts_alone(match: PatternMatch, token: "Token") -> bool:
    """Whether the subject is somebody who ends only something of their own: "my boss gave up tennis".

    Who has no name may end a treatment of the speaker: "the doctor stopped the citalopram".
    """
    if match.ends.is_person(token):
        return True
    is_somebody = any(is_of(token, kind) for kind in ("role", "human", "occupation"))
    return is_somebody and not any(map(is_medicine, match.clause.objects))


def _who(match: PatternMatch, token: "Token") -> "Iterator[Token]":
    """The token, or the owner of a thing that ends something: "Dad's knees have put an end to the golf"."""
    if not relation_of(match.pattern.relation).only_ends or match.ends.is_person(token):
        yield token
        return
    owner = next((c for c in token.lefts if c.dep_ == "poss" and match.ends.is_person(c)), None)
    yield owner if owner is not None else token


def _owners(match: PatternMatch) -> Iterator[End]:
    """The owners of the subject: the speaker in "my boss", the grant in "the deadline for the grant"."""
    slot = match.pattern.subject
    for noun in match.clause.subjects:
        owner = next((c for c in noun.lefts if c.dep_ == "poss"), None)
        if owner is not None and owner.lower_ in ("my", "our"):
            if "!self" not in slot.classes:
                yield End(match.ends.speaker, owner)
            continue
        for token in [owner] if owner is not None else _owners_behind(noun):
            text = match.ends.subject_text(token) if match.fits(token, slot) else None
            if text:
                yield End(text, token)


def _owners_behind(noun: "Token") -> list["Token"]:
    """The owners that follow a noun: `grant` in "the deadline for the grant"."""
    prepositions = (c for c in noun.rights if c.dep_ == "prep" and c.lower_ in ("of", "for"))
    return [c for preposition in prepositions for c in preposition.rights if c.dep_ == "pobj"]


def _participants(match: PatternMatch) -> Iterator[End]:
    """The persons who take part: Otto in "I'm building a shed with Otto"."""
    pattern, ends = match.pattern, match.ends
    uses_with = any("with" in slot.prepositions for slot in pattern.slots)
    if pattern.subject.role != "SUBJ" or uses_with or not relation_of(pattern.relation).together:
        return
    for argument in match.clause.arguments:
        if argument.preposition != "with" or argument.depth > 1:
            continue
        for one in conjuncts_of(argument.token):
            is_carrier = match.clause.lemma == "fly" and one.pos_ == "PROPN" and not is_given_name(one.text)
            is_other = ends.is_person(one) and not is_speaker(one) and not is_carrier
            if is_other and (text := ends.subject_text(one)):
                yield End(text, one)
