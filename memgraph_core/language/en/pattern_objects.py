"""The ends that come from the words after the verb: objects, nouns of prepositions, actions."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memgraph_core.language.en.candidates import is_whole, means_elsewhere, measured_thing, names_of
from memgraph_core.language.en.clauses import Argument, conjuncts_of, is_negated
from memgraph_core.language.en.nouns import is_of, noun_classes
from memgraph_core.language.en.pattern_match import End, PatternMatch
from memgraph_core.language.en.patterns import Slot
from memgraph_core.language.vocabulary import relation_of

if TYPE_CHECKING:
    from spacy.tokens import Token

# The largest number of nouns between a predicate and an argument of a slot with a class; without a class it is one less.
_DEPTH = 2
_SHOWN = frozenset(["this", "that", "these", "those", "their", "his", "her", "your", "its"])


def slot_ends(match: PatternMatch, slot: Slot) -> Iterator[End]:
    """The ends from the first token that fits a slot, with its conjuncts."""
    for token in _tokens_for(match, slot):
        ends = [
            end
            for one in _joined(match, measured_thing(token), slot)
            for end in _named_or_whole(match, one, slot)
        ]
        if ends:
            yield from ends
            return


def action_ends(match: PatternMatch) -> Iterator[End]:
    """The actions that the pattern wants: "to swim", "swimming in lakes"."""
    pattern, clause, anchor = match.pattern, match.clause, match.anchor
    tag = "VB" if pattern.action == "infinitive" else "VBG"
    is_bare = pattern.action == "verb"
    candidates = (
        verb
        for verb in clause.actions
        if verb.tag_ == tag and (anchor is None or verb.i > anchor.i) and not _is_of_others(match, verb)
    )
    if is_bare:  # "went swimming", but not "went through a lot, losing …"
        candidates = (verb for verb in candidates if verb.i <= clause.head.i + 2)
    first = next(candidates, None)
    if first is None:
        return
    for one in conjuncts_of(first):
        if is_bare:
            yield End(one.lower_, one)
        elif _is_action(match, one, first=first) and is_whole(text := match.ends.action_text(one)):
            yield End(text, one)


def _is_of_others(match: PatternMatch, verb: "Token") -> bool:
    """Whether a verb has a subject of its own ("I love how you explain it") or is a part of a title ('the film "Get Out"')."""
    span = match.ends.span(verb)
    return any(c.dep_ == "nsubj" for c in verb.lefts) or (span is not None and span.type == "Work")


def _is_action(match: PatternMatch, verb: "Token", *, first: "Token") -> bool:
    """Whether a verb only names an action and does not begin another clause."""
    is_other_clause = verb.i != first.i and any(c.dep_ in ("nsubj", "aux") for c in verb.lefts)
    if is_other_clause or means_elsewhere(verb):
        return False
    return " " in match.ends.action_text(verb) or verb.lemma_ not in noun_classes()["light_verb"]


def _tokens_for(match: PatternMatch, slot: Slot) -> Iterator["Token"]:
    """The tokens that a slot may take, in the order in which they are tried."""
    clause, anchor = match.clause, match.anchor
    if slot.prepositions:
        deepest = _DEPTH if slot.classes else _DEPTH - 1
        for argument in clause.arguments:
            is_near = anchor is None or argument.token.i > anchor.i
            if anchor is None and clause.lemma == "be" and _is_of_adjective(match, argument):
                continue
            if clause.lemma == "be" and argument.preposition == "into" and argument.depth:
                continue  # "I'm worried about fitting it into my day"
            if argument.preposition in slot.prepositions and argument.depth <= deepest and is_near:
                yield argument.token
        return
    is_given = slot.role == "OBJ" and len(clause.objects) > 1
    yield from (t for t in clause.objects if t != anchor and not (is_given and t.dep_ == "dative"))
    yield from (t for t in clause.complements if t != anchor)
    if "date" in slot.classes:
        heads = (h for h in (clause.head, anchor) if h is not None)
        yield from (t for h in heads for t in h.rights if t.dep_ == "npadvmod")


def _is_of_adjective(match: PatternMatch, argument: Argument) -> bool:
    """Whether an adjective before a noun says more than where its subject is: "the tram is free in Tallinn", "tired from
    Rome", but not "I was happy at the concert".
    """
    subjects = match.clause.subjects
    is_somebody = not subjects or any(map(match.ends.is_person, subjects))
    if is_somebody and argument.preposition != "from":
        return False
    return any(
        c.dep_ == "acomp" and c.pos_ == "ADJ" and c.i < argument.token.i for c in match.clause.complements
    )


def _joined(match: PatternMatch, token: "Token", slot: Slot) -> Iterator["Token"]:
    """A noun with its conjuncts, also those with a place between them: "Polish at home and Dutch at work".

    A single thing has one name: "the repo is called fern, Node 22, pnpm" yields only `fern`.
    """
    clause = match.clause
    if match.pattern.relation == "NAMED" and [s.tag_ for s in clause.subjects] in (["NN"], ["NNP"]):
        yield token
        return
    yield from conjuncts_of(token)
    if not slot.classes or slot.prepositions:
        return
    prepositions = (p for p in (*clause.head.rights, *token.rights) if p.dep_ == "prep")
    adjuncts = (c for p in prepositions for c in p.rights if c.dep_ == "pobj")
    for adjunct in (clause.head, *adjuncts):
        if any(match.ends.fits(adjunct, wanted) for wanted in slot.classes):
            continue
        nouns = (c for c in adjunct.rights if c.dep_ == "conj" and c.pos_ in ("NOUN", "PROPN"))
        yield from (noun for noun in nouns if noun.i > token.i)


def _named_or_whole(match: PatternMatch, token: "Token", slot: Slot) -> list[End]:
    """The names of several persons or animals after a noun, if there are any; else the noun."""
    ends = match.ends
    names = [(ends.object_text(one, with_complement=False), one) for one in names_of(token, ends)]
    are_fit = match.fits(token, slot) or all(match.fits(one, slot) for _, one in names)
    if is_negated(token) or not are_fit:
        names = []
    whole = _end(match, token, slot) if not names else None
    return [End(text, one) for text, one in names if text] or ([whole] if whole is not None else [])


def _end(match: PatternMatch, token: "Token", slot: Slot) -> End | None:
    pattern, ends = match.pattern, match.ends
    if is_negated(token) and not (match.clause.lemma == "have" and pattern.kind == "state"):
        return None
    if not match.fits(token, slot) or _is_judgement(match, token):
        return None
    if pattern.relation == "HAS_PET" and _is_food(match, token):
        return None
    if pattern.relation == "OWNS" and _may_be_let(token):
        return None
    if token.pos_ == "VERB" and token.tag_ == "VB" and not ends.span(token):
        return End(token.text, token)
    if token.pos_ == "VERB" and token.tag_ == "VBG" and not ends.span(token):
        if means_elsewhere(token):
            return None
        return End(ends.action_text(token), token)
    is_subject = slot.role == "SUBJ"
    if relation_of(pattern.relation).only_ends and (kind := _kind_before(token)) is not None:
        return End(kind.text, kind)
    text = (
        ends.subject_text(token) if is_subject else ends.object_text(token, with_complement=not slot.classes)
    )
    if text and pattern.relation == "WORKS_AS":
        text = re.sub(r"^(?:new|only|sole) ", "", text)
    return End(text, token) if text else None


def _is_food(match: PatternMatch, token: "Token") -> bool:
    """Whether an animal is a dish: "got some chicken", but not "got a chicken"."""
    words = {c.lower_ for c in token.lefts if c.dep_ in ("det", "poss", "nummod", "amod")}
    return token.tag_ == "NN" and not words - {"some", "also"} and not match.ends.is_name(token)


def _may_be_let(token: "Token") -> bool:
    """Whether a home that somebody has got may be rented: "I've got a flat", but not "she got the house"."""
    is_any = any(c.lower_ in ("a", "an") for c in token.lefts)
    return is_of(token, "home") and is_any and token.head.lower_ in ("got", "get", "getting", "gets")


def _kind_before(token: "Token") -> "Token | None":
    """The word that specifies a vague noun: `cello` in "the cello idea"."""
    if not is_of(token, "undertaking"):
        return None
    return next((c for c in token.lefts if c.dep_ in ("compound", "nmod") and c.pos_ != "NUM"), None)


def _is_judgement(match: PatternMatch, token: "Token") -> bool:
    """Whether the end is an evaluation or refers to something present: "she's a great cook", "I love this photo"."""
    relation, ends = match.pattern.relation, match.ends
    if relation == "WORKS_AS" and ends.is_person(token):
        return True  # "my housemates are a nurse called Ines and Tom"
    if relation == "WORKS_AS" and any(c.dep_ == "nummod" for c in token.lefts):
        return True  # "we are three founders"
    if relation in ("WORKS_AS", "IS_A") and match.clause.lemma == "be":
        adjectives = (c for c in token.lefts if c.dep_ == "amod")
        return any(c.tag_ == "JJS" or c.lower_ in noun_classes()["evaluative"] for c in adjectives)
    is_shown = any(c.lower_ in _SHOWN for c in token.lefts if c.dep_ in ("det", "poss"))
    is_bare = not any(c.dep_ in ("compound", "amod") for c in token.lefts)
    is_of_text = relation in _ATTITUDES or (relation in _DEEDS and is_bare)
    return is_shown and is_of_text and not ends.is_name(token)


_ATTITUDES = frozenset(["LIKES", "DISLIKES", "INTERESTED_IN", "VALUES", "PREFERS"])
_DEEDS = frozenset(["USES", "READ", "WATCHED", "TRIED", "ENROLLED_IN"])
