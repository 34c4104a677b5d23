"""Events and those who have or give them, by the word of a parse: what an event is, whose it is, what happens to it."""

from typing import TYPE_CHECKING

from memgraph_core.language.en.nouns import is_of, is_vague, noun_phrase
from memgraph_core.language.en.things import is_date
from memgraph_core.language.en.verbs import is_speaker
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.word_lists import word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

SPEAKER = "I"


def is_verbal(token: "Token") -> bool:
    """Whether an event is parsed as a verb: "we have a team meeting"."""
    return token.pos_ == "VERB" and token.tag_ == "VBG" and token.dep_ == "ccomp" and is_event(token)


def is_off(verb: "Token", lemma: str) -> bool:
    """Whether a verb means that an event is cancelled: "call" only with "off"."""
    return lemma != "call" or any(c.lower_ == "off" for c in verb.children)


def has_off(verb: "Token") -> bool:
    """Whether `off` is the predicate of a clause of `be`: "the game is off", but not "8 am drop-off" or "Jo is off sick"."""
    has_state = any(c.dep_ == "acomp" and c.lower_ != "off" for c in verb.rights)
    return not has_state and any(
        c.lower_ == "off" and c.nbor(-1).text != "-" and not any(o.dep_ == "pobj" for o in c.rights)
        for c in verb.rights
    )


def is_thing(noun: "Token") -> bool:
    """Whether a noun names a thing that may be put on a day, and has no relation of its own for that."""
    if noun.pos_ != "NOUN" or is_vague(noun) or is_date(noun) or noun.ent_type_:
        return False
    if any(is_of(noun, group) for group in ("human", "family", "role", "occupation")):
        return False  # "the plumber was here on Tuesday"
    return noun.lemma_ not in ("birthday", "deadline", "anniversary", "cutoff")


def gives_appointments(token: "Token") -> bool:
    """Whether a noun means somebody with whom people have appointments: "the dentist"."""
    return token.pos_ in ("NOUN", "PROPN") and is_of(token, "appointed_with")


def last_of(noun: "Token") -> "Token":
    """The event of two people, which is parsed as joined to the first of them: "Rafa and Ingrid's wedding"."""
    joined = next((c for c in noun.rights if c.dep_ == "conj" and c.pos_ == "NOUN"), None)
    is_owned = noun.pos_ == "PROPN" and joined is not None and any(c.dep_ == "poss" for c in joined.lefts)
    return joined if joined is not None and is_owned else noun


def had_to(verb: "Token") -> bool:
    """Whether somebody had to do something, and therefore did it: "I had to cancel the party"."""
    return verb.dep_ == "xcomp" and verb.head.lower_ in ("had", "managed")


def is_passive(verb: "Token") -> bool:
    """Whether a verb is in the passive voice."""
    return any(c.dep_ == "auxpass" for c in verb.lefts)


def object_of(verb: "Token", preposition: str) -> "Token | None":
    """The object of a preposition of a verb: `me` in "cancelled on me"."""
    found = (c for c in verb.rights if c.dep_ == "prep" and c.lower_ == preposition)
    return next((o for c in found for o in c.rights if o.dep_ == "pobj"), None)


def is_object_of_speaker(noun: "Token") -> bool:
    """Whether the speaker has, books or moves an event: "I have a meeting on Friday"."""
    verb = noun.head
    while verb.dep_ in ("xcomp", "conj") and not any(c.dep_ == "nsubj" for c in verb.lefts):
        verb = verb.head
    return noun.dep_ == "dobj" and any(c.dep_ == "nsubj" and is_speaker(c) for c in verb.lefts)


def people_of(token: "Token") -> str | None:
    """The persons that a noun names, as the owner of an event: `Rafa and Ingrid`, `my mother`; None for others."""
    kin = kin_words("en").get(token.lower_)
    if kin is not None and not kin.is_pet:
        named = next((c for c in token.rights if c.dep_ == "appos" and c.pos_ == "PROPN"), None)
        if named is not None:
            return named.text
        owners = [c.lower_ for c in token.lefts if c.dep_ == "poss"]
        return f"my {kin.word}" if not owners or owners[0] in ("my", "our") else None
    if token.pos_ != "PROPN" or token.ent_type_ not in ("PERSON", ""):
        return None
    first = noun_phrase(token)[0]
    last = next((c for c in token.rights if c.dep_ == "conj" and c.pos_ in ("PROPN", "PRON")), token)
    if is_speaker(last):
        return SPEAKER
    return token.doc[first : last.i + 1].text


def is_event(token: "Token") -> bool:
    """Whether a noun is an event. The deadline of something is a value of it, a fact of another type."""
    if token.lemma_ == "deadline" and any(
        c.dep_ == "prep" and c.lower_ in ("for", "of") for c in token.rights
    ):
        return False
    words = word_set("appointments_en")
    return token.lower_ in words or token.lemma_.lower() in words
