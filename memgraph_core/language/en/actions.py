"""What an English sentence states as done once, read from the clauses of its parse."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from memgraph_core.language.activities import Action, act, action_with
from memgraph_core.language.en import tenses
from memgraph_core.language.en.clauses import Clause, clauses_in
from memgraph_core.language.en.parser import has_parser, parsed
from memgraph_core.language.en.verbs import is_speaker
from memgraph_core.language.naming.lists import ordinary
from memgraph_core.language.persons.given_names import is_given_name
from memgraph_core.language.persons.kin import kin_words
from memgraph_core.language.word_lists import groups_of

if TYPE_CHECKING:
    from spacy.tokens import Token

# Verbs of states, of speech and thought, and of beginnings: they are not habits by themselves.
_NO_ACTIONS = groups_of("actions_en")["none"]
# Verbs that state an action only with a thing or a person.
_ONLY_WITH_THINGS = groups_of("actions_en")["with_thing"]
_INSTEAD = re.compile(
    r"\b(?:instead|rather than|in place of|for (?:a|once a) change|(?:was|were|got|is|are) (?:cancell?ed|closed|broken|empty"
    r"|not (?:running|open|working))|because of the \w+|out of order|ran out of|had to skip|skipped)\b",
    re.IGNORECASE,
)
# "No choir today", "didn't practise", "missed the class", "the lesson is cancelled"
_NOT_DONE = re.compile(
    r"^(?:(?:so|sadly|sorry|and|but|oh|ok|well|again|today|tonight|this (?:morning|afternoon|evening)|yesterday|last night)[ :,]+)*"
    r"(?:no |not (?:doing|going|having|today)|without )(?!one\b|idea|way\b|wonder|doubt|problem|matter|more\b|need\b)"
    r"|\b(?:didn['’]t|did not|couldn['’]t|could not|wasn['’]t able to|weren['’]t able to)"
    r" (?!(?:believe|help|wait|stop|resist|know|want|like|understand|expect|see|hear|notice|think|even|feel|need|realise|realize"
    r"|remember|sleep|mind|care|agree|say|ask|tell|win|finish|find|hurt)\b)[a-z]+"
    r"|\bforgot to\b|\binstead of me\b"
    r"|\b(?:missed|skipped|skipping|bailed on|cried off|gave [\w ]{1,20} a miss|had to (?:miss|skip|cancel|drop))\b"
    r"|\b(?:cancell?ed|called off|rained off|postponed|fell through|didn['’]t happen|was off|is off|shut today"
    r"|closed (?:today|for|because|due to))\b",
    re.IGNORECASE,
)
# What was not done, or is not usual here, beside what was: "on Friday instead of Thursday", "a latte, not the usual tea".
_CONTRASTED = re.compile(
    r",? *\b(?:instead of|rather than|in place of|not (?:on|the|my|our|in)\b)"
    r"(?: (?!(?:today|yesterday|this|last|at|on|in)\b)[^\s,.;:!?]+)+"
    r"(?: as usual)?|(?<=instead of)(?: [^\s,.;:!?]+){1,3}",
    re.IGNORECASE,
)
_UNUSUAL = re.compile(
    r"\b(?:later|earlier|longer|shorter) than (?:usual|normal)\b|\bfor once\b", re.IGNORECASE
)
_PARTS = re.compile(r"[,;] | but | while | because | although | – | - ")
# What is going to be different, or ought to be: not about one day.
_CHANGES = re.compile(
    r"\bfrom (?:now|here|today|this (?:week|month)) on\b|\bgiv(?:e|ing) up\b|\bdecided to (?:stop|quit|change)\b"
    r"|\bought to\b|\bswitching\b|\bnew (?:plan|timetable|schedule) for\b",
    re.IGNORECASE,
)
# Before what did not happen.
_LACKING = (
    r"\b(?:no (?:\w+ )?|(?:forgot|left|lost) (?:my |the |our )"
    r"|(?:instead of|rather than|in place of) (?:\w+['’]? ){0,3}?)"
)
_OTHERS = frozenset(["half", "someone", "somebody", "everyone", "nobody"])
_NOT_THIS = re.compile(r"\b(?:instead of|rather than) (?!us)[a-z]+ing\b", re.IGNORECASE)
_COMMA = re.compile(r"(?<=[^,;]{6})[,;]| but | – | - ")
# "Made myself a tea" is parsed well without the pronoun.
_FOR_ONESELF = re.compile(
    r"\b(made|make|got|poured|cooked|bought|brewed|fixed) (?:myself|us|ourselves)\b", re.IGNORECASE
)
_OTHER_SENSE = frozenset(("into", "out", "over"))  # ran into a friend, ran out of milk
_PREPOSITIONS = ("to", "with", "on", "for", "at")
_NOUNS = ("NOUN", "PROPN")
# Nouns of times and amounts, which are not objects of an action.
_NO_THINGS = groups_of("actions_en")["no_thing"]


def actions_in(text: str) -> list[Action]:
    """The actions of a sentence, in the order of their verbs; none without a parser."""
    if not has_parser():
        return []
    text = _FOR_ONESELF.sub(r"\1", text)
    found = [action for clause in clauses_in(parsed(text)) for action in _actions_of(clause)]
    if found or not tenses.happened(text.partition(" ")[0]):
        return found
    # "Drank a latte" is often parsed as a noun phrase; with its subject it is parsed well.
    return [
        action
        for clause in clauses_in(parsed(f"I {text[:1].lower()}{text[1:]}"))
        for action in _actions_of(clause)
    ]


def may_have_happened(text: str) -> bool:
    """Whether a sentence may report something that happened to the speaker, in any words. The words before the first
    comma decide; the rest is often a comment: "Stand-up at 9:30, nothing new".
    """
    first = _COMMA.split(text, maxsplit=1)[0]
    if not has_parser() or not tenses.may_be_over(first) or _CHANGES.search(text):
        return False
    doc = parsed(first)
    if any(token.dep_ == "neg" or token.lower_ in ("no", "without") for token in doc):
        return False
    return all(
        clause.status == "asserted" and all(_may_be_of_speaker(each, clause) for each in clause.subjects)
        for clause in clauses_in(doc)
    )


def is_instead(text: str) -> bool:
    """Whether a sentence says that something was done in place of something else."""
    return _INSTEAD.search(text) is not None


def is_unusual(text: str) -> bool:
    """Whether a sentence says that something was not as usual."""
    return _UNUSUAL.search(text) is not None or _CONTRASTED.search(text) is not None


def without_contrast(text: str) -> str:
    """A sentence without what it says was not done: "Ran on Friday instead of Thursday" becomes "Ran on Friday"."""
    return _CONTRASTED.sub("", text)


def denies(text: str, topics: Collection[str]) -> bool:
    """Whether a sentence says that what these words name did not happen, in its first part or in one that names them."""
    if _CHANGES.search(text):
        return False
    first, *others = _PARTS.split(text)
    named = (part for part in others if any(topic in part.lower() for topic in topics))
    lowered = text.lower()
    if any(re.search(rf"{_LACKING}{re.escape(topic)}", lowered) for topic in topics) or _NOT_THIS.search(
        text
    ):
        return True
    return any(_NOT_DONE.search(part) is not None for part in (first, *named))


def _may_be_of_speaker(subject: "Token", clause: Clause) -> bool:
    if any(child.dep_ == "conj" and is_speaker(child) for child in subject.children):
        return True  # "Mum and I"
    if subject.lemma_.lower() in _people() or subject.lower_ in _OTHERS:
        return False
    if subject.pos_ == "NOUN" and clause.head.tag_ == "VBZ" and clause.lemma != "be":
        return False  # a habit of others: "half the office does yoga"
    if is_speaker(subject) or subject.pos_ == "NOUN" or subject.lower_ in ("it", "this", "that"):
        return True
    # The first noun of a note is often taken for a name: "Dog walk at 6".
    is_word = subject.i == 0 and subject.pos_ == "PROPN" and subject.lower_ in ordinary()
    return is_word and not is_given_name(subject.text)


@cache
def _people() -> frozenset[str]:
    """The words for people, such as sister and neighbour."""
    classes = groups_of("noun_classes_en")
    kin = {word for word, relative in kin_words("en").items() if not relative.is_pet}
    return frozenset({*kin, *classes["human"], *classes["occupation"]})


def _actions_of(clause: Clause) -> Iterator[Action]:
    if clause.status != "asserted" or clause.is_passive:
        return
    if not clause.is_past:
        if (fragment := _fragment(clause)) is not None:
            yield fragment
        return
    subject = _subject(clause)
    if subject == "":
        return
    action = _action(clause)
    if action is not None:
        yield replace(action, subject=subject)


def _subject(clause: Clause) -> str | None:
    """Who did it: None for the speaker, empty if no name is given."""
    if not clause.subjects or is_speaker(clause.subjects[0]):
        return None
    first = clause.subjects[0]
    return _phrase(first, articles=False) if first.pos_ == "PROPN" else ""


def _fragment(clause: Clause) -> Action | None:
    """What a noun phrase without a verb states, such as `Oat latte at 8:05`."""
    if (
        clause.subjects
        or clause.lemma != "be"
        or any(token.pos_ in ("VERB", "AUX") for token in clause.head.doc)
    ):
        return None
    for thing in clause.complements[:1]:
        written = _phrase(thing, articles=False)
        for verb in ("drink", "eat"):
            if (
                found := action_with("en", verb, (written.lower(), thing.lemma_.lower()), written)
            ) is not None:
                return found
    return None


def _action(clause: Clause) -> Action | None:
    verb = _verb(clause)
    if not clause.objects and not clause.particles & _OTHER_SENSE and (alone := act("en", verb)) is not None:
        return alone
    for thing in _things(clause):
        written = _phrase(thing, articles=False)
        names = (written.lower(), thing.lemma_.lower(), thing.lower_)
        if (listed := action_with("en", clause.lemma, names, written)) is not None:
            return listed
    if clause.lemma in _NO_ACTIONS:
        return None
    return _open_action(clause, verb)


def _open_action(clause: Clause, verb: str) -> Action | None:
    """The action of a verb and a thing that are not listed."""
    for thing in clause.objects:
        if _is_thing(thing):
            return Action(clause.lemma, thing.lemma_.lower(), "", f"{verb} {_phrase(thing, articles=True)}")
    for argument in clause.arguments:
        if argument.depth == 0 and argument.preposition in _PREPOSITIONS and _is_thing(argument.token):
            phrase = f"{verb} {argument.preposition} {_phrase(argument.token, articles=True)}"
            return Action(clause.lemma, argument.token.lemma_.lower(), "", phrase)
    if clause.objects or clause.lemma in _ONLY_WITH_THINGS or "into" in clause.particles:
        return None
    return Action(clause.lemma, "", "", verb)


def _verb(clause: Clause) -> str:
    particle = next((c.lower_ for c in clause.head.children if c.dep_ == "prt"), "")
    return f"{clause.lemma} {particle}".rstrip()


def _things(clause: Clause) -> Iterator["Token"]:
    """The objects, gerunds and prepositional objects of a predicate, the nearest first."""
    yield from clause.objects
    yield from clause.actions
    yield from (each.token for each in clause.arguments if each.depth == 0)


def _is_thing(token: "Token") -> bool:
    return (
        token.pos_ in _NOUNS
        and token.lemma_.lower() not in _NO_THINGS
        and token.ent_type_ not in ("TIME", "DATE")
    )


def _phrase(noun: "Token", *, articles: bool) -> str:
    """A noun with the nouns and adjectives before it, and with its article."""
    parts = [c for c in noun.lefts if c.dep_ == "compound" or (c.dep_ == "amod" and c.lower_ not in _EMPTY)]
    article = [c for c in noun.lefts if articles and c.dep_ == "det" and c.lower_ in ("the", "a", "an")]
    words = [*article, *parts, noun]
    return " ".join(t.text if t.pos_ == "PROPN" else t.lower_ for t in sorted(words, key=lambda t: t.i))


_EMPTY = groups_of("actions_en")["empty"]
