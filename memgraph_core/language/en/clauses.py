"""English clauses of a parse: a predicate with its arguments, and whether the speaker asserts it.

Fragments without a verb ("allergic to nuts", "on metformin now") are clauses of `be` whose subject is the speaker.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memgraph_core.language.en.status import Status, is_inverted, is_past, status_of
from memgraph_core.language.en.verbs import SUBJECTS, is_request, lemma_of, subjects_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_VERB_ROLES = frozenset([
    "ROOT", "conj", "ccomp", "xcomp", "advcl", "relcl", "acl", "parataxis", "pcomp", "dep", "appos", "nsubj",
    "dobj", "amod",
])  # fmt: skip
_COMPLEMENTS = frozenset(["attr", "acomp", "oprd"])
_OBJECTS = frozenset(["dobj", "obj", "dative"])
_CLEFT = frozenset(["ccomp", "relcl", "advcl"])
_WITHOUT_PASSIVE = frozenset(["go", "be", "come", "become", "arrive", "grow", "happen"])
_NOMINAL = frozenset(["NOUN", "PROPN", "PRON", "NUM", "ADJ", "X", "SYM"])


@dataclass(frozen=True, slots=True)
class Argument:
    """A noun or a gerund that a preposition joins to the predicate. `depth` counts the nouns in between.

    A negated noun, as in "to her, not to Tom", is not an argument.
    """

    preposition: str  # several are joined: `out-of`
    token: "Token"
    depth: int


@dataclass(frozen=True, slots=True)
class Clause:
    """A predicate with its arguments. Of conjuncts only the first is listed; `conjuncts_of` gives the others."""

    head: "Token"
    lemma: str
    subjects: tuple["Token", ...]  # empty: the speaker, left out
    status: Status
    is_past: bool
    is_passive: bool
    objects: tuple["Token", ...]
    complements: tuple["Token", ...]  # predicate nouns and adjectives
    arguments: tuple[Argument, ...]
    actions: tuple["Token", ...]  # verbs that depend on the predicate: to swim, swimming
    particles: frozenset[str]


def clauses_in(doc: "Doc") -> Iterator[Clause]:
    """The clauses of a parsed sentence that are not requests or questions, in the order of their heads."""
    for token in doc:
        if (clause := _clause(token)) is not None and clause.status != "unasserted":
            yield clause


def conjuncts_of(token: "Token") -> Iterator["Token"]:
    """A noun and the nouns that are joined to it by commas, `and` and `or`, without those that are negated."""
    yield token
    for child in token.rights:
        if child.left_edge.lower_ == "only" or (child.i and child.nbor(-1).lower_ == "only"):
            continue  # "no English, only Polish"
        if is_region_of(child, token):
            continue
        if child.dep_ == "conj" and child.pos_ in (*_NOMINAL, "VERB") and not is_negated(child):
            if _is_next_subject(child):
                return
            yield from conjuncts_of(child)
        elif (
            child.dep_ == "appos"
            and child.pos_ == "PROPN"
            and token.pos_ == "PROPN"
            and "," in token.doc[token.i : child.i].text
        ):
            yield from conjuncts_of(child)  # lists are often parsed as appositions
    if token.dep_ == "pobj":  # "in Turin and in Milan"
        repeated = (c for c in token.head.rights if c.dep_ == "conj" and c.pos_ == "ADP")
        yield from (c for preposition in repeated for c in preposition.rights if c.dep_ == "pobj")


def is_region_of(region: "Token", place: "Token") -> bool:
    """Whether a name after a comma is the region of the place before it: Texas in "Houston, Texas"."""
    if region.ent_type_ != "GPE" or place.ent_type_ != "GPE" or region.i < place.i + 2:
        return False
    is_last = not any(c.dep_ == "conj" and c.ent_type_ == "GPE" for c in region.rights)
    return is_last and place.doc[place.i + 1 : region.left_edge.i].text == ","


def _is_next_subject(conjunct: "Token") -> bool:
    """Whether a conjunct is the subject of the next clause: the bridge in "I like the museum and the bridge is a sight"."""
    end = conjunct.right_edge.i + 1
    if end >= len(conjunct.doc):
        return False
    verb = conjunct.doc[end]
    is_finite = verb.tag_ in ("VBZ", "VBP", "VBD", "MD") and verb.dep_ in ("conj", "ccomp", "ROOT")
    return is_finite and not any(c.dep_ in SUBJECTS for c in verb.lefts)


def is_negated(token: "Token") -> bool:
    """Whether a noun is negated: "no pets", "not Kafka"."""
    if token.i:
        before = token.nbor(-1)
        is_contrast = before.i > 0 and before.nbor(-1).text == ","  # "she turned 40, not 39"
        if before.lower_ == "not" and (is_contrast or before.head.pos_ not in ("VERB", "AUX")):
            return True
        if token.dep_ in ("pobj", "conj", "pcomp") and _is_in_place_of(token):
            return True
    return any(
        c.i < token.i and (c.dep_ == "neg" or c.lower_ in ("no", "not", "neither", "without"))
        for c in token.children
    )


def _is_in_place_of(token: "Token") -> bool:
    """Whether "instead of" or "rather than" is directly before the phrase of a noun."""
    first, doc = token.left_edge.i, token.doc
    is_other = first > 1 and doc[first - 1].lower_ in ("of", "than")
    return is_other and doc[first - 2].lower_ in ("instead", "rather")


def _clause(token: "Token") -> Clause | None:
    if _is_fragment(token):
        return _fragment(token)
    if not _is_verb(token) or token.dep_ in ("aux", "auxpass") or token.dep_ not in _VERB_ROLES:
        return None
    if is_request(token) or is_inverted(token) or _is_capitalised(token):
        return None
    subjects = subjects_of(token)
    if subjects is None:
        return None
    # "he's gone off football" is often parsed as a passive clause.
    is_passive = token.lemma_ not in _WITHOUT_PASSIVE and any(
        c.dep_ in ("nsubjpass", "auxpass") for c in token.children
    )
    is_passive = is_passive or (token.dep_ == "acl" and token.tag_ == "VBN")
    arguments = tuple(_arguments(token))
    return Clause(
        head=token,
        lemma=lemma_of(token),
        subjects=subjects,
        status=status_of(token),
        is_past=is_past(token),
        is_passive=is_passive,
        objects=tuple(
            _meant(c, token)
            for c in token.children
            if ((c.dep_ in _OBJECTS and c.dep_ != "dative") or _is_noun_dative(c)) and not _is_cut(c)
        ),
        complements=tuple(c for c in token.children if c.dep_ in _COMPLEMENTS),
        arguments=arguments,
        actions=tuple(_actions(token)),
        particles=frozenset(c.lower_ for c in token.children if c.dep_ in ("prt", "advmod", "prep")),
    )


def _is_cut(object_: "Token") -> bool:
    """Whether a word is only the first part of a compound, which the parse divides at its hyphen: `e` of "an e-bike"."""
    behind = object_.doc[object_.i + 1 : object_.i + 3]
    return (
        len(behind) == 2
        and behind[0].text == "-"
        and not (object_.whitespace_ or behind[0].whitespace_)
        and behind[1].head == object_.head
    )


_IDLE = frozenset(
    ["make", "get", "take", "call", "do", "give", "be", "see", "keep", "have", "let"]
)  # "make it back", "call it a day"


def _meant(object_: "Token", verb: "Token") -> "Token":
    """The noun that an object means: the antecedent of `which`, and of `it` the object of the verb before ("bought a van
    and sold it").
    """
    if object_.lower_ in ("which", "that") and verb.dep_ == "relcl" and object_.tag_ in ("WDT", "WP", "IN"):
        return verb.head
    if object_.lower_ not in ("it", "them") or verb.dep_ != "conj" or verb.lemma_ in _IDLE:
        return object_
    before = next((c for c in verb.head.rights if _is_taken_up(c)), None)
    is_plural = before is not None and before.tag_ in ("NNS", "NNPS")
    return before if before is not None and is_plural == (object_.lower_ == "them") else object_


def _is_taken_up(object_: "Token") -> bool:
    """Whether a pronoun can refer to an object, a noun or an activity: "I hate gardening but my wife loves it"."""
    is_noun = object_.dep_ == "dobj" and object_.pos_ in ("NOUN", "PROPN")
    return is_noun or (object_.dep_ in ("xcomp", "dobj") and object_.tag_ == "VBG")


def _is_verb(token: "Token") -> bool:
    """Whether a token is a verb; "like" is often tagged as a preposition although it has a subject."""
    return token.pos_ in ("VERB", "AUX") or (
        token.dep_ == "ROOT" and token.pos_ == "ADP" and any(c.dep_ in SUBJECTS for c in token.children)
    )


def _is_capitalised(verb: "Token") -> bool:
    """Whether an infinitive has a capital letter and is more probably a name: "from Heroku to Fly"."""
    return verb.tag_ == "VB" and verb.text.istitle() and verb.left_edge.i > 0


def _is_noun_dative(token: "Token") -> bool:
    return token.dep_ == "dative" and token.pos_ in ("NOUN", "PROPN", "PRON")


def _is_fragment(token: "Token") -> bool:
    """Whether a root without a verb is about the speaker."""
    if token.dep_ != "ROOT" or token.pos_ not in ("ADJ", "ADP"):
        return False  # a noun alone may name anybody: "Childminder, 680"
    return not any(c.dep_ in SUBJECTS or c.dep_ in ("aux", "cop") for c in token.children)


def _fragment(token: "Token") -> Clause:
    negated = any(c.dep_ == "neg" or c.lower_ in ("no", "not", "never") for c in token.lefts)
    arguments = list(_arguments(token))
    owner = next(
        (c for c in token.lefts if c.dep_ == "poss" and any(d.dep_ == "case" for d in c.children)), None
    )
    if token.pos_ == "ADP":
        arguments += [Argument(token.lower_, c, 0) for c in token.children if c.dep_ in ("pobj", "pcomp")]
    return Clause(
        head=token, lemma="be", subjects=() if owner is None else (owner,), status="denied" if negated else "asserted",
        is_past=False, is_passive=False, objects=(), complements=() if token.pos_ == "ADP" else (token,),
        arguments=tuple(arguments), actions=(), particles=frozenset(),
    )  # fmt: skip


def _arguments(token: "Token", depth: int = 0) -> Iterator[Argument]:
    """The prepositional arguments of a predicate, its own ones and those of its objects and complements."""
    if token.dep_ in _CLEFT and (named := _cleft(token)) is not None:  # "it's KPMG he works at"
        yield from (
            Argument(c.lower_, named, depth)
            for c in token.rights
            if c.dep_ == "prep" and not list(c.children)
        )
    for child in token.children:
        if child.lower_ in ("here", "there") and child.dep_ == "advmod":
            yield Argument("in", child, depth)  # "moved here"; its span names the place
            yield Argument("to", child, depth)
        elif child.dep_ in ("prep", "agent", "dative", "prt", "advmod") and any(
            c.dep_ in ("pobj", "pcomp", "prep") for c in child.children
        ):
            if child.i and child.nbor(-1).lower_ == "not" and child.nbor(-1).head.i != token.i:
                continue
            yield from _under(child, child.lower_, depth)
        elif child.dep_ == "prt" and child.lower_ == "off" and (noun := _noun_behind(child)) is not None:
            yield Argument(child.lower_, noun, depth)
        elif (
            child.dep_ in ("xcomp", "advcl")
            and child.tag_ == "VB"
            and (token.pos_ == "ADJ" or child.text[0].isupper())
            and any(c.lower_ == "to" for c in child.lefts)
        ):
            yield Argument("to", child, depth)  # a rare noun after `to` is often parsed as a verb
        elif child.dep_ in ("acomp", "attr", "oprd", "dobj", "obj", "npadvmod") and depth < 2:
            yield from _arguments(child, depth + (child.dep_ not in ("acomp", "attr", "oprd")))


def _cleft(verb: "Token") -> "Token | None":
    """The noun that a clause before the verb puts in front: KPMG in "it's KPMG he works at"."""
    be = verb.head
    if be.lemma_ != "be" or be.left_edge.lower_ != "it":
        return None
    return next((c for c in be.rights if c.dep_ == "attr" and c.i < verb.i), None)


def _noun_behind(particle: "Token") -> "Token | None":
    """The noun directly after a particle, which the parse often does not show as a preposition: "came off sertraline"."""
    behind = particle.doc[particle.i + 1 : particle.i + 2]
    is_noun = len(behind) == 1 and behind[0].pos_ in ("NOUN", "PROPN") and behind[0].head == particle.head
    is_argument = is_noun and behind[0].dep_ in ("dobj", "advmod", "npadvmod")
    return behind[0] if is_argument and behind[0].ent_type_ not in ("DATE", "TIME") else None


_TWO_WORDS = frozenset(("out", "away", "because"))


def _under(preposition: "Token", text: str, depth: int) -> Iterator[Argument]:
    for child in preposition.children:
        if child.dep_ in ("pobj", "pcomp"):
            yield Argument(text, child, depth)
            if depth < 2:
                yield from _arguments(child, depth + 1)
        elif child.dep_ in ("prep", "advmod") and child.i > preposition.i:
            yield from _under(child, f"{text}-{child.lower_}" if text in _TWO_WORDS else child.lower_, depth)


def _actions(token: "Token") -> Iterator["Token"]:
    for child in token.children:
        if (
            child.dep_ in ("xcomp", "ccomp", "advcl", "dobj", "acl")
            and child.tag_ in ("VB", "VBG")
            and child.i > token.i
            and not (child.dep_ == "advcl" and child.tag_ == "VBG" and child.left_edge.nbor(-1).text == ",")
        ):
            yield child
        if child.dep_ in ("acomp", "attr", "dobj", "oprd"):
            yield from (
                c for c in child.children if c.dep_ in ("xcomp", "acl", "relcl") and c.tag_ in ("VB", "VBG")
            )
