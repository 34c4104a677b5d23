"""English noun and verb phrases of a parse, as short texts that name the object of a fact."""

from functools import cache
from typing import TYPE_CHECKING

from memgraph_core.language.en.parser import parsed
from memgraph_core.language.word_lists import groups_of

if TYPE_CHECKING:
    from spacy.tokens import Token

_LEFT = frozenset(["compound", "amod", "nummod", "nmod", "poss", "quantmod", "npadvmod", "advmod", "punct"])
_OF_VERB = frozenset([
    "dobj", "prep", "prt", "attr", "acomp", "oprd", "advmod", "xcomp", "dative", "npadvmod", "ccomp",
])  # fmt: skip
_MAX_WORDS = 8  # words of an object
_MAX_ACTION_WORDS = 10
_NOMINAL = ("NOUN", "PROPN", "ADJ")  # a comma between adjectives does not end the phrase


@cache
def noun_classes() -> dict[str, frozenset[str]]:
    """Classes of nouns that patterns ask for, each as a set of lemmas."""
    return groups_of("noun_classes_en")


def is_of(token: "Token", name: str) -> bool:
    """Whether a noun is of a class, by its lemma, its form, or with the word before it: `guinea pig`."""
    words = noun_classes()[name]
    if token.lemma_.lower() in words or token.lower_ in words:
        return True
    return any(
        f"{c.lower_} {token.lemma_.lower()}" in words for c in token.lefts if c.dep_ in ("compound", "amod")
    )


def names_thing(sentence: str, word: str) -> bool:
    """Whether a word, in small letters, is a noun in a sentence, or an activity: "I went rowing", "I love rowing"."""
    return any(
        token.pos_ in ("NOUN", "PROPN") or _is_activity(token)
        for token in parsed(sentence)
        if token.lower_ == word
    )


def _is_activity(token: "Token") -> bool:
    """Whether a verb form in -ing names an activity: it has no object, and something is said about it, or somebody goes."""
    if token.tag_ != "VBG" or any(child.dep_ in ("dobj", "aux", "nsubj") for child in token.children):
        return False
    return token.dep_ in ("xcomp", "pcomp", "pobj", "dobj", "nsubj", "csubj") or token.head.lemma_ == "go"


def is_vague(token: "Token") -> bool:
    """Whether a word is too vague to be kept as an object."""
    if token.pos_ in ("PRON", "DET", "PUNCT", "SYM", "SPACE", "ADP", "ADV", "PART", "SCONJ", "CCONJ", "INTJ"):
        return True
    if token.lower_ == "people" and any(c.dep_ == "nummod" for c in token.lefts):
        return False
    if token.lower_ in noun_classes()["vague"] or token.lemma_.lower() in noun_classes()["vague"]:
        return True
    determiners = {c.lower_ for c in token.lefts if c.dep_ in ("det", "predet")}
    if "any" in determiners and not _is_denied(token):
        return True
    return not determiners.isdisjoint(("what", "whatever", "which", "every", "such"))


def _is_denied(token: "Token") -> bool:
    """Whether the verb of a noun is negated. "We don't have any pets" is as definite as "we have no pets"."""
    verb = token
    while verb.pos_ not in ("VERB", "AUX") and verb.head.i != verb.i:
        verb = verb.head
    return any(c.dep_ == "neg" or c.lower_ in ("never", "hardly") for c in verb.lefts)


def noun_phrase(token: "Token", *, with_complement: bool = False) -> tuple[int, int]:
    """The first and the last token of a noun with its modifiers: compounds, adjectives, numbers, and optionally a
    prepositional complement.
    """
    first, last = token.i, token.i
    for child in reversed([c for c in token.lefts if c.dep_ in _LEFT]):
        if child.pos_ == "PRON" or (child.dep_ == "poss" and child.pos_ != "PROPN"):
            break
        if child.dep_ == "amod" and (child.lower_ in noun_classes()["evaluative"] or child.tag_ == "JJS"):
            break
        if child.dep_ in ("advmod", "punct") and child.text not in ("-", "/"):
            break
        first = next((t.i for t in child.subtree if t.dep_ not in ("det", "predet", "cc")), child.i)
    doc = token.doc
    while (
        first > 1
        and doc[first - 1].text == "-"
        and not (doc[first - 1].whitespace_ or doc[first - 2].whitespace_)
    ):
        first -= 2  # "e-bike" is often parsed as three nouns
    for child in token.rights:
        end = _end_with(child, last, with_complement=with_complement) if child.i == last + 1 else last
        if end == last:
            break
        last = end
    return first, min(last, first + _MAX_WORDS)


def _end_with(child: "Token", last: int, *, with_complement: bool) -> int:
    """The last token of a noun phrase with a word after it: a number, a name in small letters, a complement."""
    if child.dep_ in ("nummod", "appos", "npadvmod", "punct") and (
        child.like_num or child.text in ("-", "/")
    ):
        return child.right_edge.i
    if child.dep_ != "prep":
        return last
    if child.lower_ == "of" and (count := _counted(child)) is not None:
        return count  # "a team of five"
    is_complement = with_complement and child.lower_ in ("of", "for", "on", "about")
    return _complement_end(child, last) if is_complement else last


def _counted(of: "Token") -> int | None:
    """The index of the number in "a team of five", if nothing follows it."""
    return next((c.i for c in of.rights if c.dep_ == "pobj" and c.like_num and c.i == of.i + 1), None)


def _complement_end(preposition: "Token", last: int) -> int:
    for noun in preposition.children:
        if noun.dep_ == "pobj" and not is_vague(noun) and noun.ent_type_ not in ("DATE", "TIME"):
            end = max([noun.i, *(c.i for c in noun.rights if c.dep_ == "nummod")])
            if end - preposition.i <= 4:
                return end
    return last


def verb_phrase(verb: "Token") -> tuple[int, int]:
    """The first and the last token of an infinitive or a gerund with its objects: `learn to sail`."""
    last = verb.i
    for child in verb.rights:
        if child.dep_ in _OF_VERB:
            clauses = {t.left_edge.i for t in child.subtree if t.dep_ in ("relcl", "advcl")}
            for token in child.subtree:
                if token.i in clauses or _ends_object(token):
                    break
                last = max(last, token.i)
            else:
                continue
            break
        if child.dep_ in ("cc", "conj", "advcl", "punct"):
            break
    return verb.i, last if last - verb.i <= _MAX_ACTION_WORDS else _last_whole(verb)


def _ends_object(token: "Token") -> bool:
    """Whether a token ends what is kept of an object. One between adjectives does not: "a safe, inviting place"."""
    if token.nbor(-1).dep_ == "amod" and (token.text == "," or token.dep_ == "cc"):
        return False
    if token.text == "," and token.head.pos_ in _NOMINAL:
        return False
    return token.dep_ == "cc" or token.text in (",", "(", ";", "because", "due")


def _last_whole(verb: "Token") -> int:
    """The last token before the phrase that is over the limit of an action: no phrase is cut in two."""
    end = verb.i + _MAX_ACTION_WORDS
    starts = (t for t in verb.doc[verb.i + 3 : end + 2] if t.dep_ in ("prep", "aux", "mark"))
    return max((t.i - 1 for t in starts), default=end)
