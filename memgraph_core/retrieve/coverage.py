"""How much of what a question is about its evidence speaks of, too: by words, each of several questions for itself.

A word that memory holds nowhere tells most: of what is asked about it nothing is known. But what is done, and how
something is, can be said in many words, so that such a word counts less where it is missing; and a word that only
tells what kind of answer is wanted need not stand in one. A fact of the relation asked about says it in other words.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log1p

import numpy as np

from memgraph_core.language.asked import relation_words
from memgraph_core.language.asking import asked_parts, asks
from memgraph_core.language.names import name_key
from memgraph_core.language.people import kin_forms, kin_in
from memgraph_core.language.sentences import is_question, sentences_of
from memgraph_core.language.subject import SubjectWord, same_words, subject_words
from memgraph_core.language.terms import terms_of
from memgraph_core.language.times import times_in
from memgraph_core.records.search import Candidates, Hit, Query
from memgraph_core.retrieve.attribution import AskedRelations, AttributedText

_MISSING = {"thing": 1.0, "deed": 0.5, "kind": 0.0}  # what a word counts that memory holds nowhere
# Where nobody is named, the words alone tell who is meant; of an English one no dictionary tells that it is a deed.
_MISSING_ALONE = {"thing": 1.5, "deed": 1.5, "kind": 0.0}
# Relations to things of every sort: that somebody bought a coat tells nothing of their phone.
_OF_THINGS = frozenset({"OWNS", "CREATED", "ATTENDED"})
_LAST_CLAUSE = re.compile(r"(?:^|[,，])[^,，]*$")
_LEAST = 1e-6  # weight of a word, so that shares can be told where no other is
_DIGITS = 5  # from which a number is an address or a code: nothing else can stand for it
_DIGITS_OF_A_NAME = 3  # from which letters with digits are: ada0626
_BEST = 0.5  # what the best hit alone counts; the rest, what all hold together: a comparison is answered in two places


@dataclass(frozen=True, slots=True)
class PersonReference:
    """Somebody in a question: the words for them, any of which will do, and the entities that these mean."""

    words: tuple[str, ...]
    uids: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiredWord:
    """A word that evidence should hold, or another of its `ways`; what it counts; and the relations that say the same."""

    variants: tuple[tuple[str, ...], ...]  # each in terms
    weight: float
    relations: frozenset[str]
    is_exact: bool
    is_time: bool  # part of a time: what is of that time holds it, however it says so


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPart:
    """One question of several in one: whom it names, and the words that tell what it is about."""

    people: tuple[PersonReference, ...]
    words: tuple[RequiredWord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A hit with all its words, and the entities that it is about."""

    hit: Hit
    text_key: str  # words as in name keys, blanks around
    terms: frozenset[str]
    entities: frozenset[str]
    relations: frozenset[str]  # that it states, but not those that it states of others than are asked about
    in_time: bool  # said in the time that is asked about, or speaks of it
    is_complete: bool  # nothing of it tells of others only

    def matches_time(self, parts: Iterable["QuestionPart"]) -> bool:
        """Whether it is of the time that is asked about, or says that time in the question's words."""
        words = [word for part in parts for word in part.words if word.is_time]
        return self.in_time or (bool(words) and all(_held(word, self) == 1.0 for word in words))

    def mentions(self, who: PersonReference) -> bool:
        """Whether it names somebody, or is known to be about them."""
        return not who.uids.isdisjoint(self.entities) or any(
            _holds(self.text_key, name_key(word)) for word in who.words
        )


def evidence_of(
    query: Query, hits: Iterable[Hit], about: Mapping[str, Sequence[str]], asked: AskedRelations
) -> tuple[Evidence, ...]:
    """The hits as evidence, without those that tell what is asked of others only; `about` tells by the uid of a turn or note
    which entities it is about.
    """
    told = ((hit, asked.attribute(hit)) for hit in hits)
    return tuple(_evidence(query, hit, about, told_of) for hit, told_of in told if told_of.text)


def _evidence(query: Query, hit: Hit, about: Mapping[str, Sequence[str]], told: AttributedText) -> Evidence:
    note = hit.note.text if hit.note and told.is_complete else ""
    text = f"{hit.speaker or ''} {_told(told.text)} {note}"
    return Evidence(
        hit=hit,
        text_key=f" {name_key(text)} ",
        terms=frozenset(terms_of(text)),
        entities=frozenset(entity for uid in (hit.uid, *hit.turns) for entity in about.get(uid, ())),
        relations=told.relations,
        in_time=_is_in_time(query, hit),
        is_complete=told.is_complete,
    )


def _told(text: str) -> str:
    """The text without what asks: what somebody asked is not told. "I like tea, and you?" tells up to the comma."""
    if not asks(text):
        return text
    return " ".join(_LAST_CLAUSE.sub("", s) if is_question(s) else s for s in sentences_of(text))


def _is_in_time(query: Query, hit: Hit) -> bool:
    if query.since is None and query.until is None:
        return False
    spans = [(hit.said_at, hit.said_at)] if hit.said_at else []
    if hit.note and hit.note.holds_from:
        spans.append((hit.note.holds_from, hit.note.holds_until or hit.note.holds_from))
    return any(
        (query.until is None or begun < query.until) and (query.since is None or ended >= query.since)
        for begun, ended in spans
    )


def _holds(said: str, key: str) -> bool:
    """Whether a text holds a name: as words, or anywhere where words are not kept apart."""
    return f" {key} " in said or (not key.isascii() and key in said)


def question_parts(query: Query, people: Sequence[str], found: Candidates) -> tuple[QuestionPart, ...]:
    """The questions in a question; one that goes on from what was said before is one with it."""
    goes_on = "continuation" in query.intents
    texts = (query.asking_text,) if goes_on else asked_parts(query.text, query.language)
    return tuple(_part(text, query, people, found) for text in texts)


def _part(text: str, query: Query, people: Sequence[str], found: Candidates) -> QuestionPart:
    named = [name for name in people if name in text]
    who = (*(_somebody(name, found) for name in named), *_kin(text, query.language, named, found))
    missing = _MISSING if who or query.language == "zh" else _MISSING_ALONE
    reading = _Reading(
        touched=relation_words(text, query.language),
        times=tuple(
            (time.at, time.at + len(time.text)) for time in times_in(text, query.now, query.language)
        ),
        missing=missing,
        found=found,
    )
    words = [
        word for word in subject_words(text, query.language, named) if not _is_of_a_name(word, text, named)
    ]
    return QuestionPart(people=who, words=tuple(_wanted(word, reading) for word in words))


def _is_of_a_name(word: SubjectWord, text: str, named: Sequence[str]) -> bool:
    """Whether it is the "son" of "Ben's son Milo": it tells who is meant, whom the name tells already."""
    return bool(kin_forms(word.text)) and text[word.end :].lstrip(" ,，").startswith(tuple(named))


def _somebody(name: str, found: Candidates) -> PersonReference:
    return PersonReference(
        (name,), frozenset(entity.uid for entity in found.key_entities.get(name_key(name), ())[:1])
    )


def _kin(text: str, language: str, named: Sequence[str], found: Candidates) -> Iterable[PersonReference]:
    """The kin of a part who are not among those it names: "my sister", with whom memory knows by that."""
    for kin in kin_in(text, language, named):
        written = text[kin.start : kin.end]
        if kin.word and not any(written in name or name in written for name in named):
            meant = (m for key, m in found.key_entities.items() if key.endswith(name_key(kin.called)))
            uids = frozenset(entity.uid for entities in meant for entity in entities[:1])
            yield PersonReference(kin_forms(kin.word) or (kin.word,), uids)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """How a part was read, by which its words are weighed."""

    touched: tuple[tuple[str, int, int], ...]  # relations, and where the words are that ask for them
    times: tuple[tuple[int, int], ...]
    missing: Mapping[str, float]
    found: Candidates


def _wanted(word: SubjectWord, reading: _Reading) -> RequiredWord:
    documents, frequencies = reading.found.documents, reading.found.frequencies
    counts = [min(frequencies.get(term, 0), documents) for term in word.terms]
    rarity = max(log1p((documents - count + 0.5) / (count + 0.5)) for count in counts)
    is_time = any(start <= word.start < end for start, end in reading.times)
    kin = kin_forms(word.text)
    known = 1.0 if min(counts) or kin else reading.missing["deed" if is_time else word.sort]
    return RequiredWord(
        variants=(word.terms, *(tuple(terms_of(form)) for form in kin[1:]), *same_words(word)),
        weight=max(rarity * known, _LEAST),
        relations=frozenset() if kin else _relations(word, reading),
        is_exact=_is_exact(word.text),
        is_time=is_time,
    )


def _is_exact(word: str) -> bool:
    digits = sum(map(str.isdigit, word))
    return digits >= _DIGITS or (digits >= _DIGITS_OF_A_NAME and not word.isdigit() and word.isascii())


def _relations(word: SubjectWord, reading: _Reading) -> frozenset[str]:
    touched = {type_ for type_, start, end in reading.touched if start <= word.start and word.end <= end}
    return frozenset(touched - _OF_THINGS if word.sort == "thing" else touched)


def coverage(part: QuestionPart, evidence: Sequence[Evidence], *, timed: bool = True) -> float:
    """The share of a part that evidence holds, 0..1: half by the best of it, half by all together; with the time that it asks
    about, or without.

    What is about none of those whom the part names counts nothing; of several, each must be spoken of.
    """
    words = [word for word in part.words if timed or not word.is_time]
    of_each = [np.array([one.mentions(who) for one in evidence], dtype=np.float64) for who in part.people]
    usable = np.max(of_each, axis=0) if of_each else np.ones(len(evidence))
    if not usable.any() or not words:
        return float(usable.any())
    held = np.array([[_held(word, one) for one in evidence] for word in words])
    if any(word.is_exact and row.max() < 1 for word, row in zip(words, held, strict=True)):
        return 0.0
    weights = np.array([word.weight for word in words]) / sum(word.weight for word in words)
    best = min(float((weights @ held * of_one).max()) for of_one in of_each or [usable])
    together = float(weights @ (held * usable).max(axis=1))
    return _BEST * best + (1 - _BEST) * together if best else 0.0


def covered_share(part: QuestionPart, one: Evidence) -> float:
    """The share of a part that one hit holds, 0..1."""
    total = sum(word.weight for word in part.words)
    return sum(word.weight * _held(word, one) for word in part.words) / total if total else 1.0


def _held(word: RequiredWord, one: Evidence) -> float:
    if (word.is_time and one.in_time) or not word.relations.isdisjoint(one.relations):
        return 1.0
    return max(sum(term in one.terms for term in way) / len(way) for way in word.variants if way)
