"""The forms in which a clause can be read, each with the patterns that may fit it.

A clause is read by its verb ("I work at Fiat"), by a noun that belongs to somebody ("my boss is Ann", "Ann is my boss"), and
with an equivalent verb: "I've got a dog" is read like "I have a dog", and a passive clause also like `be` or `get` with a
participle.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from memgraph_core.language.en.clauses import Argument, Clause, conjuncts_of
from memgraph_core.language.en.nouns import is_of, noun_classes
from memgraph_core.language.en.patterns import Pattern, english_patterns
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.verbs import lemma_of

if TYPE_CHECKING:
    from spacy.tokens import Token

_QUANTIFIERS = frozenset(["both", "all", "most", "some", "half", "one", "two", "three"])
_ANCHORS = frozenset(["advmod", "npadvmod", "prep", "advcl", "xcomp", "acomp"])


def forms_of(clause: Clause) -> Iterator[tuple[Clause, Sequence[Pattern]]]:
    """Each form in which a clause can be read, with its patterns in the order in which they are tried."""
    yield clause, tuple(_possible(clause, _of_verb(clause)))
    for noun in clause.subjects:
        if patterns := _of_noun(noun, clause.lemma):
            own = (Argument(p.lower_, c, 0) for p in noun.rights if p.dep_ == "prep" for c in p.rights)
            arguments = (*clause.arguments, *(a for a in own if a.token.dep_ == "pobj"))
            yield replace(clause, subjects=(noun,), arguments=arguments), patterns
    if clause.lemma == "be" and not clause.objects:
        for noun in clause.complements:
            if patterns := _of_noun(noun, "be"):
                yield replace(clause, subjects=(noun,), complements=clause.subjects), patterns


def anchors_of(clause: Clause) -> Iterator["Token"]:
    """The words that a pattern may name: the participle of a passive clause, complements, objects, nouns of prepositions,
    adverbs, and their conjuncts.
    """
    if clause.is_passive:
        yield clause.head
    yield from _conjuncts((*clause.complements, *clause.objects))
    yield from _conjuncts(a.token for a in clause.arguments if a.depth == 0)
    yield from _conjuncts(c for c in clause.head.children if c.dep_ in _ANCHORS)


def is_word(token: "Token", wanted: str) -> bool:
    """Whether a token is a word of a pattern, a word with the one before it, or of a class: `:occupation`."""
    if wanted[0] == ":":
        return is_of(token, wanted[1:])
    if " " in wanted:
        return token.i > 0 and wanted == f"{token.nbor(-1).lower_} {token.lemma_.lower()}"
    return wanted in (token.lemma_.lower(), token.lower_)


def _conjuncts(tokens: Iterable["Token"]) -> Iterator["Token"]:
    return (one for token in tokens for one in conjuncts_of(token))


def _possible(clause: Clause, patterns: Iterable[Pattern]) -> Iterator[Pattern]:
    """The patterns whose complement the clause may have."""
    words = {word for token in anchors_of(clause) for word in (token.lemma_.lower(), token.lower_)}
    for pattern in patterns:
        named = pattern.complements
        if not named or not words.isdisjoint(named) or _is_open(named):
            yield pattern


@cache
def _is_open(complements: frozenset[str]) -> bool:
    """Whether a complement of a pattern is a class or has two words."""
    return any(word[0] == ":" or " " in word for word in complements)


def _of_verb(clause: Clause) -> Iterator[Pattern]:
    known, head = english_patterns(), clause.head
    auxiliaries = [lemma_of(c) for c in head.lefts if c.dep_ in ("aux", "auxpass")]
    if clause.lemma == "get" and head.lower_ == "got" and "have" in auxiliaries and clause.objects:
        yield from known["have"]
        yield from (pattern for pattern in known["get"] if pattern.complements or pattern.kind != "did")
    else:
        yield from known.get(clause.lemma, ())
    if clause.is_passive:
        frame = "get" if "get" in auxiliaries else "be"
        yield from known.get(f"{frame} {head.lower_}", ())


def _of_noun(noun: "Token", verb: str) -> tuple[Pattern, ...]:
    """The patterns of a noun that belongs to somebody, with a verb."""
    if noun.pos_ not in ("NOUN", "PROPN"):
        return ()
    known = english_patterns()
    lemma = noun.lemma_.lower()
    before = next((c for c in noun.lefts if c.dep_ in ("compound", "amod") and c.i == noun.i - 1), None)
    longer = known.get(f"{before.lower_} {lemma}'s {verb}", ()) if before is not None else ()
    by_class = (p for p in known.get(f"'s {verb}", ()) if any(is_word(noun, word) for word in p.owned))
    return (*longer, *known.get(f"{lemma}'s {verb}", ()), *by_class)


def measured_thing(token: "Token") -> "Token":
    """The thing that a word of measure refers to: Bach in "a lot of Bach"."""
    if token.lemma_ in noun_classes()["measure"] or token.lower_ in _QUANTIFIERS:
        of = next((c for c in token.rights if c.dep_ == "prep" and c.lower_ == "of"), None)
        return next((c for c in of.rights if c.dep_ == "pobj"), token) if of is not None else token
    return token


def names_of(token: "Token", ends: Ends) -> list["Token"]:
    """The names of several persons or animals after the word for them: "two cats, Pixel and Bohr"."""
    if token.tag_ != "NNS" or not (is_of(token, "pet") or is_of(token, "human") or is_of(token, "family")):
        return []
    first = next((c for c in token.rights if c.dep_ == "appos" and ends.is_name(c)), None)
    if first is not None and is_of(first, "pet") and not is_of(token, "pet"):
        return []  # "two kids, dog called Rex"
    is_whole = first is not None and ends.span(first) is not None and ends.span(first) is ends.span(token)
    if is_whole and (is_of(token, "children") or is_of(token, "siblings")):
        return []  # the names are read with the kin
    return list(conjuncts_of(first)) if first is not None else []


def means_elsewhere(action: "Token") -> bool:
    """Whether an action cannot be understood without its text: "making it better", "paint that shelf", or one whose object
    is the noun before the clause: "the curtains we chose to hang on Sunday".
    """
    objects = [c for c in action.rights if c.dep_ in ("dobj", "nsubj", "dative")]
    if any(
        c.lower_ in ("it", "them", "you", "this", "that")
        or any(d.dep_ == "det" and d.lower_ in _SHOWN for d in c.lefts)
        or _is_bare_with_clause(c)
        for c in objects
    ):
        return True
    verb = action
    while verb.dep_ == "xcomp":
        verb = verb.head
    return verb.dep_ == "relcl" and verb.i > verb.head.i and not objects and _has_gap(verb)


def _is_bare_with_clause(object_: "Token") -> bool:
    """Whether a clause after an object says what is meant: "hiring a plumber who speaks Welsh"."""
    is_bare = object_.dep_ == "dobj" and [c.lower_ for c in object_.lefts] in (["a"], ["an"])
    return is_bare and any(c.dep_ == "relcl" for c in object_.rights)


def is_whole(action: str) -> bool:
    """Whether the text of an action is not cut in a quotation and does not begin with a pronoun: "turning it into a game"."""
    is_closed = action.count("`") % 2 == 0 and action.count('"') % 2 == 0
    return is_closed and action.split()[1:2] not in (["it"], ["them"], ["this"], ["that"])


_SHOWN = frozenset(["this", "that", "these", "those"])


def _has_gap(verb: "Token") -> bool:
    """Whether a relative clause with a subject of its own leaves out the object: "the kite she likes to fly"."""
    subjects = [c for c in verb.lefts if c.dep_ in ("nsubj", "nsubjpass")]
    is_own = bool(subjects) and subjects[0].lower_ not in ("who", "which", "that")
    return is_own and not any(c.lower_ in ("when", "where", "why", "whose") for c in verb.lefts)
