"""Facts that a clause states with its nouns and numbers: ages, birthdays, names, favourites."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from memgraph_core.language.en.clauses import Clause, is_negated
from memgraph_core.language.en.nouns import is_of
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.things import is_date
from memgraph_core.language.en.verbs import is_speaker
from memgraph_core.language.vocabulary import Phrase, favourite

if TYPE_CHECKING:
    from spacy.tokens import Token

_CONFIDENCE = 0.75
_FAVOURITE = ("favourite", "favorite", "fave", "fav")
_OLDEST = 115
_NUMBERS = frozenset(
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
     "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy",
     "eighty", "ninety"]
)  # fmt: skip


_THEN = frozenset(["when", "until", "till", "like", "since", "before", "after", "once"])


def clause_phrases_of(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """Ages, birthdays, names and favourites that a clause states."""
    yield from _birthday(clause, ends)
    if clause.status not in ("asserted",):
        return
    if clause.lemma == "be" and clause.subjects:
        yield from _intolerant(clause, ends)
    if clause.lemma == "name":
        yield from _naming(clause, ends)
    is_then = any(
        c.lower_ in _THEN for c in clause.head.lefts
    )  # "when I turned ten", "explain it like I'm five"
    is_several = any(subject.lower_ == "we" for subject in clause.subjects)
    if not (is_then or is_several) and (
        clause.lemma == "turn" or (clause.lemma == "be" and not clause.is_past)
    ):
        yield from _ages(clause, ends)
    if clause.lemma in ("be", "fall", "move", "shift", "slip") and clause.subjects:
        if clause.subjects[0].lemma_ in ("deadline", "cutoff"):
            yield from _deadline(clause, clause.subjects[0], ends)
        elif clause.lemma == "be":
            yield from _favourites(clause, ends)
    if clause.lemma == "be":
        yield from _names(clause, ends)


def _intolerant(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """What the word before "intolerant" names: "I'm lactose intolerant"."""
    for state in (
        c for c in clause.complements if c.lower_ in ("intolerant", "allergic") and c.i > clause.head.i + 1
    ):
        food = state.nbor(-1)
        if food.head == state and food.pos_ in ("NOUN", "ADJ", "PROPN") and not is_of(food, "evaluative"):
            names = [ends.name(s) for s in clause.subjects if ends.is_person(s)]
            yield from (_phrase(name, "ALLERGIC_TO", food.text, clause.head) for name in names if name)


def _naming(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """The name that the speaker gives a child or an animal: "we named her Ida", "we named the dog Bruno"."""
    if clause.is_passive or not all(is_speaker(subject) for subject in clause.subjects):
        return
    named = [*clause.objects, *clause.complements]
    owned = [
        (c, n)
        for n in named
        if ends.is_name(n)
        for c in n.lefts
        if c.dep_ in ("poss", "compound") and not ends.span(c)
    ]
    if owned:  # "named her Ida" is often parsed as "her Ida", "the baby Ida" as a compound
        yield from _child_named(owned[0][0], ends.name(owned[0][1]), clause, ends)
        return
    if not clause.objects:
        return
    child = clause.objects[0]
    names = [
        c
        for c in (*child.rights, *clause.complements)
        if ends.is_name(c) and c.dep_ in ("appos", "oprd", "attr")
    ]
    if not names or not (text := ends.name(names[-1]) or ends.object_text(names[-1], with_complement=False)):
        return
    yield from _child_named(child, text, clause, ends)


def _child_named(child: "Token", text: str | None, clause: Clause, ends: Ends) -> Iterator[Phrase]:
    if text is None:
        return
    if is_of(child, "pet"):
        yield _phrase(ends.speaker, "HAS_PET", text, clause.head)
    elif child.lower_ in ("her", "him", "them", "baby", "daughter", "son", "girl", "boy") or ends.is_person(
        child
    ):
        yield _phrase(ends.speaker, "PARENT_OF", text, clause.head)


def _ages(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    candidates = [*clause.complements, *clause.objects]
    candidates += [c for c in clause.head.children if c.dep_ == "npadvmod" or c.tag_ == "CD"]
    for token in (c for c in candidates if not is_negated(c)):  # "she's 40, not 39"
        number = token
        if token.lower_ == "old" or token.lemma_ == "year":
            years = (
                token
                if token.lemma_ == "year"
                else next((c for c in token.children if c.dep_ == "npadvmod"), None)
            )
            if years is None or (
                token.lemma_ == "year" and not any(c.lower_ == "old" for c in token.children)
            ):
                continue
            number = next((c for c in years.lefts if c.like_num), None) or years
        elif any(c.dep_ in ("nummod", "prep") for c in token.children) or token.head.lemma_ not in (
            "be",
            "turn",
            "'s",
            "’s",
        ):
            continue
        if not (number.like_num and is_age(number.text)) or _is_pronoun(number):
            continue
        if any(c.lower_ in ("to", "number", "level", "stage") for c in number.lefts):
            continue  # "I'm up to three" counts something
        first = number.left_edge.i if number.left_edge.like_num else number.i
        age = ends.text(number.doc, first, number.i)
        if not clause.subjects and (clause.lemma == "turn" or token.lower_ == "old"):
            yield _phrase(ends.speaker, "AGED", age, clause.head)
        for subject in clause.subjects:
            if name := _aged_name(subject, ends):
                yield _phrase(name, "AGED", age, clause.head)


def _birthday(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """The birthday of somebody who turns an age on a day with its month: "Lily turns nine on April 2nd"."""
    is_turning = clause.lemma == "turn" and clause.status in ("asserted", "planned")
    if not is_turning or not any(c.like_num and is_age(c.text) for c in clause.head.children):
        return
    days = [a.token for a in clause.arguments if a.preposition == "on" and a.depth == 0]
    found = [_DAY_AND_MONTH.search(ends.text(day.doc, day.left_edge.i, day.right_edge.i)) for day in days]
    for subject in clause.subjects:
        if ends.is_person(subject) and (name := ends.name(subject)):
            yield from (_phrase(name, "BORN_ON", day[0], clause.head) for day in found if day)


_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?"
_DAY_AND_MONTH = re.compile(
    rf"\b(?:\d\d?(?:st|nd|rd|th)?(?: of)? {_MONTH}|{_MONTH} \d\d?(?:st|nd|rd|th)?)\b(?!\d)"
)


def _aged_name(subject: "Token", ends: Ends) -> str | None:
    """The name of somebody who has an age, with or without a name of their own: "Bonnie the cat is 12"."""
    span = ends.span(subject)
    if span is not None and span.plural and subject.lemma_ != "twin":
        return None  # the age of one of several: "two kids, who are 6 and 4"
    if ends.is_person(subject):
        return ends.name(subject)
    named = next((c for c in (*subject.lefts, *subject.rights) if ends.is_name(c)), None)
    if not (is_of(subject, "pet") or is_of(subject, "role")):
        return None
    return ends.subject_text(named if named is not None else subject)


def _is_pronoun(number: "Token") -> bool:
    """Whether "one" may stand for a noun: "I'm the one who cooks", "because she is one"."""
    return number.lower_ == "one" and number.head.lemma_ not in ("year", "turn")


def is_age(text: str) -> bool:
    """Whether a word is a number of years that somebody may have."""
    return 0 < int(text) <= _OLDEST if text.isdigit() else text.lower().split("-")[0] in _NUMBERS


def _favourites(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """What a clause says to be somebody's favourite of its kind."""
    subject = clause.subjects[0]
    for noun, value in [(subject, c) for c in clause.complements] + [
        (c, subject) for c in clause.complements
    ]:
        if (kind := _favourite_of(noun)) and (name := _owner_name(noun, ends)):
            text = ends.object_text(value, with_complement=False)
            if any(c.lower_ in ("other", "another", "second") for c in noun.lefts):
                kind = "LIKES"  # "my other favourite spot" does not take the place of the first
            if text is not None and not is_speaker(value):
                yield _phrase(name, kind, text, clause.head)


def _deadline(clause: Clause, subject: "Token", ends: Ends) -> Iterator[Phrase]:
    """The thing that has a deadline, and the day of the deadline."""
    of = [
        p
        for c in subject.children
        if c.dep_ == "prep" and c.lower_ in ("for", "of")
        for p in c.children
        if p.dep_ == "pobj"
    ]
    of += [c for c in subject.lefts if c.dep_ in ("compound", "poss") and c.pos_ in ("NOUN", "PROPN")]
    dates = [
        t
        for t in (
            *clause.complements,
            *(a.token for a in clause.arguments if a.preposition in ("on", "in", "by", "to", "until")),
        )
        if is_date(t)
    ]
    if (
        of
        and dates
        and (name := ends.subject_text(of[0]))
        and (date := ends.object_text(dates[0], with_complement=False))
    ):
        yield _phrase(name, "DEADLINE_OF", date, clause.head)


def _favourite_of(noun: "Token") -> str | None:
    if not any(c.lower_ in _FAVOURITE for c in noun.lefts):
        return None
    compound = [
        c
        for c in noun.lefts
        if c.dep_ in ("compound", "amod") and c.lower_ not in _FAVOURITE and c.pos_ in ("NOUN", "PROPN")
    ]
    whole = " ".join([*(c.lower_ for c in compound), noun.lemma_.lower()])
    return favourite(whole) or favourite(noun.lemma_.lower()) or favourite(noun.lower_)


def _owner_name(noun: "Token", ends: Ends) -> str | None:
    owner = next((c for c in noun.lefts if c.dep_ == "poss"), None)
    if owner is None:
        return None
    return ends.speaker if owner.lower_ in ("my", "our") else ends.name(owner)


def _names(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """The full name that the speaker gives."""
    for subject in clause.subjects:
        owners = [c.lower_ for c in subject.lefts if c.dep_ in ("poss", "compound", "nmod")]
        is_name = subject.lower_ == "name" and owners == ["my"]  # not "my dads name"
        if not (is_speaker(subject) or is_name):
            continue
        for complement in clause.complements:
            span = ends.span(complement) if subject.i < clause.head.i < complement.i else None
            is_own = span is not None and span.type == "Person" and complement.pos_ == "PROPN"
            if span is not None and is_own and not is_negated(complement) and not _has_owner(complement):
                yield _phrase(ends.speaker, "NAMED", span.name, clause.head)


def _has_owner(noun: "Token") -> bool:
    return any(c.dep_ == "poss" for c in noun.children)


def _phrase(subject: str, relation: str, text: str, token: "Token") -> Phrase:
    return Phrase(subject, relation, text, start=token.idx, confidence=_CONFIDENCE, dated=False)
