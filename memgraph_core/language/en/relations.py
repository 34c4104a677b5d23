"""English relations: the clauses of a sentence, matched with the patterns of the relation entries."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memgraph_core.language.en.ages import ages_in
from memgraph_core.language.en.candidates import forms_of
from memgraph_core.language.en.clauses import Clause, clauses_in
from memgraph_core.language.en.directives import directives_in
from memgraph_core.language.en.given_up import plans_given_up
from memgraph_core.language.en.literals import LITERAL, literals_in, numbers_in
from memgraph_core.language.en.mistakes import mistakes_in
from memgraph_core.language.en.nominal import nominal_phrases_in
from memgraph_core.language.en.open import open_phrases_of
from memgraph_core.language.en.parser import parse_ahead, parsed
from memgraph_core.language.en.plans import plans_of
from memgraph_core.language.en.predicates import clause_phrases_of
from memgraph_core.language.en.preparing import Prepared, prepared_parts
from memgraph_core.language.en.reader import ClauseReader
from memgraph_core.language.en.slots import Ends
from memgraph_core.language.en.stated import stated_phrases_of
from memgraph_core.language.en.things import is_date
from memgraph_core.language.persons.self_named import called_myself
from memgraph_core.language.spans import Span
from memgraph_core.language.vocabulary import Phrase, relation_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_MAX_LENGTH = 600  # characters; a longer sentence is a list or a paste, and its parse is not reliable
# A condition, also without `if` ("were Sam to move out", "had I known"), or a joke about what comes of something.
_SUPPOSED = re.compile(
    r"\W*(?:(?:were|should) (?!in\b|at\b|on\b)\w+ |had (?:i|you|he|she|we|they|it) |if\b(?!.*[,;])"
    r"|at this rate\b|one more .*\band (?:i|we)\b|sometimes i (?:think|feel)\b)",
    re.IGNORECASE,
)
_WHERE = frozenset(["WORKS_IN", "STUDIES_IN"])  # of a clause whose verb may say more


def phrases_in(sentence: str, spans: Sequence[Span], speaker: str) -> list[Phrase]:
    """The relations that a sentence states, in the order of their clauses, each once."""
    if len(sentence) > _MAX_LENGTH:
        return []
    found: dict[tuple[str, str, str], Phrase] = {}
    parts = prepared_parts(sentence, spans, speaker)
    parse_ahead(part.text for part in parts)
    timed = [_has_time(part) for part in parts]
    are_aside = not any(timed) and any(
        map(_is_time, (token for part in parts for token in parsed(part.text)))
    )
    for part, has_time in zip(parts, timed, strict=True):
        ages = {phrase.subject: phrase for phrase in ages_in(part)}
        for phrase in (*ages.values(), *_part_phrases(part, speaker, sentence[: part.origin(0)])):
            if phrase.type == "AGED" and ages.get(phrase.subject, phrase) is not phrase:
                continue  # the parse takes the first of several ages for that of the last name
            key = phrase.subject, phrase.type, phrase.object
            # The time of one clause is not that of a clause beside it.
            dated = phrase.dated and (has_time or not any(timed)) and not are_aside
            found.setdefault(key, replace(phrase, start=part.origin(phrase.start), dated=dated))
    phrases = _without_streets(_without_ended(list(found.values())))
    phrases = _without_pauses(sentence, phrases)
    phrases += _own_name(sentence, phrases, speaker)
    phrases += plans_given_up(sentence, spans, speaker, phrases_in)
    return [*phrases, *mistakes_in(sentence, phrases, speaker)]


def _without_ended(phrases: Sequence[Phrase]) -> list[Phrase]:
    """The phrases without those whose object the sentence says to be over: "swapped my Dell for a MacBook"."""
    over = {
        (p.subject, type_, p.object)
        for p in phrases
        if p.ended and relation_of(p.type).only_ends
        for type_ in relation_of(p.type).ends
    }
    return [p for p in phrases if p.ended or p.denied or (p.subject, p.type, p.object) not in over]


# For how long somebody does without something: "I'm giving up coffee for Lent".
_FOR_A_WHILE = re.compile(
    r"\bfor (?:lent|advent|ramadan|(?:dry )?january|(?:sober )?october|now|a (?:bit|while|week|fortnight|month|few|couple)"
    r"|(?:two|three|four|six|\d+) (?:days?|weeks?|months?)|the (?:week|month|summer|winter|time being|rest of)|the next)\b",
    re.IGNORECASE,
)
_HABITS = frozenset(["DRINKS", "EATS", "SMOKES", "PLAYS", "PRACTICES", "STOPPED", "FOLLOWS_DIET", "USES"])


def _without_pauses(sentence: str, phrases: Sequence[Phrase]) -> list[Phrase]:
    """The phrases without ends of habits that only pause."""
    if _FOR_A_WHILE.search(sentence) is None:
        return list(phrases)
    return [p for p in phrases if not (p.ended and p.type in _HABITS)]


def _own_name(sentence: str, phrases: Sequence[Phrase], speaker: str) -> list[Phrase]:
    """The name that the speaker states with "I'm Dora" or "Dora here", which the parse does not always show."""
    if any(phrase.type == "NAMED" for phrase in phrases):
        return []
    names = [stated.name for stated in called_myself(sentence, "en") if stated.sort == "being"]
    return [Phrase(speaker, "NAMED", name, dated=False) for name in names[:1] if name != speaker]


def _without_streets(phrases: Sequence[Phrase]) -> list[Phrase]:
    """The phrases without a street as the home of somebody whose address in this street has a town: the town is the home."""
    towns = {p.subject: p.object for p in phrases if p.type == "LIVES_IN" and p.confidence == LITERAL}
    streets = {p.subject: p.object for p in phrases if p.type == "HAS_ADDRESS"}
    return [
        p
        for p in phrases
        if p.type != "LIVES_IN"
        or p.object == towns.get(p.subject, p.object)
        or p.object not in streets.get(p.subject, "")
    ]


def _has_time(part: Prepared) -> bool:
    """Whether a part has a time that is not only in an apposition: "Emma, the best novel this year"."""
    return any(
        _is_time(token) and not any(t.dep_ == "appos" and t.pos_ == "NOUN" for t in token.ancestors)
        for token in parsed(part.text)
    )


def _is_time(token: "Token") -> bool:
    return token.ent_type_ in ("DATE", "TIME") or is_date(token)


def _part_phrases(part: Prepared, speaker: str, before: str) -> Iterator[Phrase]:
    if _SUPPOSED.match(part.text):
        return
    doc, ends = parsed(part.text), Ends(part.spans, speaker)
    yield from literals_in(part, speaker, before)
    yield from numbers_in(part, speaker)
    yield from directives_in(doc, ends)
    verbs = _dated_verbs(doc)
    for clause in clauses_in(doc):
        has_time = not verbs or (_has_time_of(verbs, clause.head) and not _is_of_fragment(verbs, clause.head))
        for phrase in _clause_phrases(clause, ends):
            yield phrase if has_time else replace(phrase, dated=False)
    yield from nominal_phrases_in(doc, ends)


def _clause_phrases(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    before = list(clause_phrases_of(clause, ends))
    yield from before
    found = [p for form, patterns in forms_of(clause) for p in ClauseReader(form, ends, patterns).phrases()]
    found = [phrase for phrase in found if not phrase.plan or phrase.as_plan("en") is not None]
    if clause.lemma in ("have", "get"):  # "two kids, Theo and Nell who turned 7 last week"
        found = [replace(p, dated=False) if p.type == "PARENT_OF" else p for p in found]
    yield from found
    found = [phrase for phrase in found if not phrase.is_ahead]
    if not found and clause.status == "ended":
        yield from _stopped(clause, ends)
    elif not found:
        yield from plans_of(clause, ends)
        opened = list(open_phrases_of(clause, ends))
        yield from opened
        if not (before or opened):
            yield from stated_phrases_of(clause, ends)
    elif all(phrase.type in _WHERE for phrase in found):
        yield from open_phrases_of(clause, ends)
        yield from stated_phrases_of(clause, ends)


def _stopped(clause: Clause, ends: Ends) -> Iterator[Phrase]:
    """The end of whatever a clause of an unknown relation says to be over: "I don't bother with the gym anymore"."""
    names = (
        [ends.name(s) for s in clause.subjects if ends.is_person(s)] if clause.subjects else [ends.speaker]
    )
    nouns = [*clause.objects, *(argument.token for argument in clause.arguments if argument.depth == 0)]
    for noun in nouns:
        text = ends.object_text(noun, with_complement=False) if not is_date(noun) else None
        yield from (
            Phrase(name, "STOPPED", text, ended=True, start=clause.head.idx, dated=False)
            for name in names
            if name and text
        )


def _dated_verbs(doc: "Doc") -> "dict[Token, Token]":
    """The verbs that govern a time, each with its first time, in the order of the times."""
    times = (token for token in doc if token.ent_type_ in ("DATE", "TIME") and token.dep_ != "nummod")
    verbs: dict[Token, Token] = {}
    for time in times:
        verbs.setdefault(_governor(time), time)
    return verbs


def _is_of_fragment(verbs: "Mapping[Token, Token]", verb: "Token") -> bool:
    """Whether the only time of a sentence is in a fragment that a comma adds to a state and that names no beginning: "six years
    there next month".
    """
    time = next(iter(verbs.values()))
    is_named = any(
        t.lower_ in ("next", "tomorrow") for t in (*time.subtree, *time.head.subtree) if t.i > verb.i
    )
    return len(verbs) == 1 and verb.lemma_ == "be" and is_named and "," in verb.doc[verb.i : time.i].text


def _has_time_of(verbs: "Mapping[Token, Token]", verb: "Token") -> bool:
    """Whether the first time of a sentence is also the time of this verb. `verbs` are those with a time of their own.

    If several verbs have times, the first time belongs only to its own verb. If one verb has a time, the other verbs share it. A
    coordinated verb does not share the time in two cases: the tense changes ("moved in May and works here"), or the second verb
    has its own subject and the time is not before both verbs.
    """
    dated, time = next(iter(verbs.items()))
    if verb == dated or len(verbs) > 1:
        return verb == dated
    outer = dated
    while outer.dep_ in ("ccomp", "xcomp") and outer.head.pos_ in ("VERB", "AUX"):
        outer = outer.head
    if outer != dated and outer != verb and verb in outer.conjuncts and _has_subject(outer):
        return False  # "he took a job in Rome and it turns out he'd planned it since May"
    if verb not in dated.conjuncts:
        return True
    is_before_both = time.i < min(verb.i, dated.i)
    has_subject = _has_subject(max(verb, dated, key=lambda v: v.i))
    return (is_before_both or not has_subject) and _is_past(verb) == _is_past(dated)


def _has_subject(verb: "Token") -> bool:
    return any(child.dep_ in ("nsubj", "nsubjpass") for child in verb.children)


def _is_past(verb: "Token") -> bool:
    return any(
        token.tag_ in ("VBD", "VBN") for token in (verb, *verb.children) if token.pos_ in ("VERB", "AUX")
    )


def _governor(token: "Token") -> "Token":
    while token.pos_ not in ("VERB", "AUX") and token.head.i != token.i:
        token = token.head
    return token
