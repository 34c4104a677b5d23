"""The classes that a pattern may want of a token: `person`, `Place`, `software`, `price`, and others."""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from memgraph_core.language.en.nouns import is_of, is_vague, noun_classes, noun_phrase
from memgraph_core.language.en.things import (
    ADDRESS,
    ILLNESS,
    has_currency,
    is_date,
    is_medicine,
    is_price,
    is_software,
)
from memgraph_core.language.en.verbs import is_speaker
from memgraph_core.language.timing.words_en import YEAR

if TYPE_CHECKING:
    from spacy.tokens import Token

    from memgraph_core.language.en.slots import Ends

_MORE = re.compile(r"\b(?:too|also|as well|another|second|holiday|rental|rent out)\b", re.IGNORECASE)


def _is_reflexive(token: "Token") -> bool:
    """Whether a pronoun means the subject of its verb: "I bought myself a bike"."""
    return token.lower_.endswith(("self", "selves"))


# In a sentence about what is being eaten or drunk: it is so for some time. "Right now" is one meal.
_HABITUAL = re.compile(
    r"\b(?:always|usually|mostly|mainly|often|regularly|only|just|lately|recently|currently|nowadays|daily|weekly|still|again"
    r"|instead|every|each|(?:these|most|some) days|a lot|lots|too (?:much|many)|more|less|fewer|enough|(?<!right )(?<!just )now"
    r"|no|not|n['’]t|since|for (?:\w+ ){1,2}(?:days|weeks|months|years)|this (?:week|month|year)|on \w+days|been)\b",
    re.IGNORECASE,
)


def _is_one_meal(token: "Token") -> bool:
    """Whether something is being eaten or drunk, and no word says that it is a habit: "we're eating pizza for tea"."""
    verb = next((word for word in token.ancestors if word.pos_ == "VERB"), token.head)
    if verb.tag_ != "VBG" or all(child.dep_ != "aux" for child in verb.lefts):
        return False
    return _HABITUAL.search(" ".join(word.text for word in verb.subtree)) is None


def _is_for_other(token: "Token", ends: "Ends") -> bool:
    """Whether the object of a verb is for somebody else: "bought her a ring", "bought tea for Ann"."""
    if any(c.dep_ == "dative" and not _is_reflexive(c) for c in token.head.children):
        return True
    receivers = (
        one
        for p in (*token.head.rights, *token.rights)
        if p.dep_ in ("prep", "dative") and p.lower_ == "for"
        for one in p.children
    )
    return any(ends.is_person(one) and not is_speaker(one) for one in receivers)


def _is_kept(token: "Token") -> bool:
    """Whether what somebody buys is one thing to keep: not food, and not a habit ("I buy my bread at …")."""
    is_eaten = any(is_of(token, kind) for kind in ("foodstuff", "eggdairy", "drink"))
    return not is_eaten and token.head.tag_ not in ("VBP", "VBZ")


def _is_lodging(token: "Token", ends: "Ends") -> bool:
    """Whether a noun or a name is that of a place for travellers: "Hotel Adler", "a hostel"."""
    span = ends.span(token)
    words = span.name.lower().split() if span is not None else []
    words += [c.lower_ for c in token.lefts if c.dep_ in ("compound", "nmod")]
    return any(word in noun_classes()["lodging"] for word in words)


def _is_kind(token: "Token") -> bool:
    """Whether a noun with an article says what something is, not how good it is: "a monolith", not "a fun choice"."""
    return (
        token.pos_ == "NOUN"
        and any(c.lower_ in ("a", "an") for c in token.lefts)
        and not (is_vague(token) or is_of(token, "judging"))
    )


_Test = Callable[["Ends", "Token"], bool]
TESTS: Mapping[str, _Test] = {
    "any": lambda ends, token: True,
    "known": lambda ends, token: True,  # the graph must know the type; `Phrase.only_if` says so
    "name": lambda ends, token: ends.is_name(token),
    "person": lambda ends, token: ends.is_person(token),
    # A name beside a verb that only people can have as its object: "married to Hamish", which the parser takes for a place.
    "someone": lambda ends, token: (
        ends.is_person(token)
        or (ends.is_name(token) and (s := ends.span(token)) is not None and s.type is None)
    ),
    "living": lambda ends, token: ends.is_living(token),
    "it": lambda ends, token: token.lower_ in ("it", "this", "that", "they"),
    "self": lambda ends, token: is_speaker(token),
    "we": lambda ends, token: token.lower_ == "we",
    "thing": lambda ends, token: not ends.is_person(token) and token.pos_ in ("NOUN", "PROPN", "X", "NUM"),
    "place": lambda ends, token: ends.is_place(token),
    "Place": lambda ends, token: ends.type(token) == "Place",
    "Organization": lambda ends, token: ends.type(token) == "Organization",
    "Work": lambda ends, token: ends.type(token) == "Work",
    "org": lambda ends, token: (
        ends.is_name(token) and ends.type(token) not in ("Person", "Place", "Work", "Event")
    ),
    "everything": lambda ends, token: token.lower_ in ("everything", "all"),
    # Not one thing more: "we've bought a flat in Margate as well".
    "not_more": lambda ends, token: _MORE.search(token.doc.text) is None,
    "several": lambda ends, token: token.tag_ == "NNS" and any(c.dep_ == "nummod" for c in token.lefts),
    # A thing with the name of its maker: "an old skoda octavia".
    "make": lambda ends, token: any(
        t.lower_ in noun_classes()["make"] for t in token.doc[noun_phrase(token)[0] : token.i + 1]
    ),
    "title": lambda ends, token: (
        ends.is_name(token) and ends.type(token) not in ("Person", "Place", "Organization")
    ),
    "software": lambda ends, token: is_software(token) and ends.type(token) not in ("Person", "Place"),
    "product": lambda ends, token: ends.is_product(token),
    "pet": lambda ends, token: ends.is_pet(token),
    "medicine": lambda ends, token: is_medicine(token),
    "noun": lambda ends, token: token.pos_ in ("NOUN", "PROPN"),
    "price": lambda ends, token: is_price(token),
    "address": lambda ends, token: ADDRESS.match(token.text) is not None,
    "amount": lambda ends, token: is_price(token) and has_currency(token),
    "condition": lambda ends, token: is_of(token, "condition") or ILLNESS.search(token.lower_) is not None,
    "date": lambda ends, token: is_date(token),
    "time": lambda ends, token: token.ent_type_ in ("DATE", "TIME"),
    "year": lambda ends, token: re.fullmatch(YEAR, token.text) is not None,
    "action": lambda ends, token: token.pos_ == "VERB",
    # A noun without an article: a subject or a substance, not one thing or event.
    "bare": lambda ends, token: (
        token.pos_ in ("NOUN", "PROPN") and all(c.dep_ not in ("det", "poss") for c in token.lefts)
    ),
    "kind": lambda ends, token: _is_kind(token),
    # Tests of the verb of the token: "I'm seeing Ann", "I eat meat".
    "going_on": lambda ends, token: token.head.tag_ == "VBG",
    "one_meal": lambda ends, token: _is_one_meal(token),
    "own": lambda ends, token: not _is_for_other(token, ends),
    "kept": lambda ends, token: _is_kept(token),
    "lodging": lambda ends, token: _is_lodging(token, ends),
}
