"""What a text says that somebody does something for: a grant, a thesis, a competition. Its deadline may follow without a name."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from memgraph_core.language.en.nouns import is_of, is_vague, noun_phrase
from memgraph_core.language.en.parser import has_parser, parsed
from memgraph_core.language.en.things import is_date
from memgraph_core.language.en.verbs import is_speaker

if TYPE_CHECKING:
    from spacy.tokens import Token


def undertaking_in(text: str) -> tuple[str, bool] | None:
    """The last thing that somebody does something for, and whether it is the speaker; None if there is none."""
    if not has_parser():
        return None
    found = [one for token in parsed(text) for one in (*_aims(token), *_works(token))]
    if not found:
        return None
    noun, is_own = found[-1]
    first, last = noun_phrase(noun)
    return noun.doc[first : last + 1].text, is_own


def _works(noun: "Token") -> "Iterator[tuple[Token, bool]]":
    """A noun for something that is handed in: "my application is nearly done", "there's a bursary for nurses"."""
    if noun.pos_ == "NOUN" and noun.dep_ in ("nsubj", "attr", "ROOT") and is_of(noun, "handed_in"):
        owner = next((c for c in noun.lefts if c.dep_ == "poss"), None)
        yield noun, owner is None or is_speaker(owner)


def _aims(verb: "Token") -> "Iterator[tuple[Token, bool]]":
    """The thing that a verb is for, and whether the speaker does it: "apply for a grant", "enter a contest"."""
    if verb.pos_ != "VERB" or not is_of(verb, "undertaking"):
        return
    prepositions = (c for c in verb.rights if c.dep_ == "prep" and c.lower_ in ("for", "on", "to", "in"))
    nouns = [c for c in verb.rights if c.dep_ == "dobj"]
    nouns += [c for preposition in prepositions for c in preposition.rights if c.dep_ == "pobj"]
    for noun in nouns[:1]:
        if noun.pos_ in ("NOUN", "PROPN") and not (
            is_vague(noun) or is_date(noun) or noun.ent_type_ == "PERSON"
        ):
            yield noun, _is_own(verb)


def _is_own(verb: "Token") -> bool:
    """Whether the speaker does what a verb names. An infinitive has the object of the verb above it as its subject."""
    while verb.dep_ in ("xcomp", "ccomp", "conj", "advcl") and not _subjects(verb):
        persons = [c for c in verb.head.rights if c.dep_ in ("dobj", "dative") and c.i < verb.i]
        if persons:
            return any(map(is_speaker, persons))
        verb = verb.head
    subjects = _subjects(verb)
    return not subjects or any(map(is_speaker, subjects))


def _subjects(verb: "Token") -> "list[Token]":
    return [c for c in verb.lefts if c.dep_ in ("nsubj", "nsubjpass")]
