"""The share of a question's words that the evidence contains, for each of several questions in one.

A word that occurs nowhere in memory counts most when it is missing, because memory then knows nothing of its subject.
An action or a manner can be expressed in many words, so a missing word for it counts less. A word that only names
the kind of answer ("which city") may be missing at no cost. A fact of the relation asked about replaces the words that
ask for it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log1p

import numpy as np

from memgraph_core.language.asked import relation_words
from memgraph_core.language.asking import asked_parts, has_question_mark
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import pack_of
from memgraph_core.language.people import kin_forms, kin_in, kin_members
from memgraph_core.language.sentences import is_question, sentences_of
from memgraph_core.language.subject import SubjectWord, names_plan, subject_words, synonym_terms
from memgraph_core.language.terms import terms_of
from memgraph_core.language.times import times_in
from memgraph_core.records.search import Candidates, Hit, Query
from memgraph_core.retrieve.attribution import AskedRelations, AttributedText

# Factor for a word that occurs nowhere in memory, by the sort of word: a thing, an action, a kind of answer.
_UNKNOWN_WORD = {"thing": 1.0, "deed": 0.5, "kind": 0.0}
# The factors if the question names nobody, so that only its words identify the subject. English words that are not in
# the dictionary of actions may still be actions.
_UNKNOWN_WORD_NO_PERSON = {"thing": 1.5, "deed": 1.5, "kind": 0.0}
# Relations to things of every sort: a statement that somebody bought a coat says nothing about their phone.
_UNSPECIFIC_RELATIONS = frozenset({"OWNS", "CREATED", "ATTENDED"})
_LAST_CLAUSE = re.compile(r"(?:^|[,，])[^,，]*$")
_MIN_WEIGHT = 1e-6  # of a word, so that shares are defined where no other word has a weight
_CODE_DIGITS = 5  # a number with this many digits is an address or a code, which must match exactly
_NAME_DIGITS = 3  # a word with letters and at least this many digits is a name or code: ada0626
# Share of the best single hit in the coverage. The rest is what all hits cover together: a comparison is answered in two
# places.
_BEST_HIT_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class PersonReference:
    """A person in a question: alternative words for the person, and the entities that these words mean."""

    words: tuple[str, ...]
    uids: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiredWord:
    """A word of the question that evidence should contain."""

    variants: tuple[tuple[str, ...], ...]  # alternatives, each as terms
    weight: float
    relations: frozenset[str]  # a fact of one of these replaces the word
    is_exact: bool  # a code or name that must occur
    is_time: bool  # part of a time; evidence from that time contains it in any wording
    is_known: bool  # memory contains it somewhere


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPart:
    """One of several questions in one: the people that it names, and the words that say what it is about."""

    people: tuple[PersonReference, ...]
    words: tuple[RequiredWord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A hit with its words, entities and relations."""

    hit: Hit
    text_key: str  # the text normalised like name keys, with a blank at each end
    terms: frozenset[str]
    entities: frozenset[str]  # uids of the entities that it is about
    relations: frozenset[str]  # that it states, without those of people whom the question does not ask about
    in_time: bool  # said in the time asked about, or mentions it
    is_complete: bool  # no sentence was removed because it concerns other people

    def matches_time(self, parts: Iterable["QuestionPart"]) -> bool:
        """Whether it is from the time asked about, or contains the question's words for that time."""
        words = [word for part in parts for word in part.words if word.is_time]
        return self.in_time or (bool(words) and all(_match(word, self) == 1.0 for word in words))

    def mentions(self, person: PersonReference) -> bool:
        """Whether it names the person, or is linked to their entity."""
        return not person.uids.isdisjoint(self.entities) or any(
            _contains_name(self.text_key, name_key(word)) for word in person.words
        )


def evidence_of(
    query: Query, hits: Iterable[Hit], about: Mapping[str, Sequence[str]], asked: AskedRelations
) -> tuple[Evidence, ...]:
    """The hits as evidence, in their order, without hits that concern only other people.

    `about` maps the uid of a turn or note to the uids of the entities that it is about.
    """
    attributed = ((hit, asked.attribute(hit)) for hit in hits)
    return tuple(_evidence(query, hit, about, text) for hit, text in attributed if text.text)


def _evidence(query: Query, hit: Hit, about: Mapping[str, Sequence[str]], own: AttributedText) -> Evidence:
    note = hit.note.text if hit.note and own.is_complete else ""
    text = f"{hit.speaker or ''} {_without_questions(own.text)} {note}"
    return Evidence(
        hit=hit,
        text_key=f" {name_key(text)} ",
        terms=frozenset(terms_of(text)),
        entities=frozenset(entity for uid in (hit.uid, *hit.turns) for entity in about.get(uid, ())),
        relations=own.relations,
        in_time=_is_in_time(query, hit),
        is_complete=own.is_complete,
    )


def _without_questions(text: str) -> str:
    """The text without its questions, which state nothing. "I like tea, and you?" is kept up to the comma."""
    if not has_question_mark(text):
        return text
    return " ".join(_LAST_CLAUSE.sub("", s) if is_question(s) else s for s in sentences_of(text))


def _is_in_time(query: Query, hit: Hit) -> bool:
    if query.since is None and query.until is None:
        return False
    spans = [(hit.said_at, hit.said_at)] if hit.said_at else []
    if hit.note and hit.note.holds_from:
        spans.append((hit.note.holds_from, hit.note.holds_until or hit.note.holds_from))
    return any(
        (query.until is None or start < query.until)
        and (query.since is None or end > query.since or start == end == query.since)
        for start, end in spans
    )


def _contains_name(text_key: str, key: str) -> bool:
    """Whether a text contains a name: as whole words, or anywhere in scripts without spaces between words."""
    return f" {key} " in text_key or (not key.isascii() and key in text_key)


def question_parts(query: Query, people: Sequence[str], found: Candidates) -> tuple[QuestionPart, ...]:
    """The several questions in one. A question that continues recent turns is one part with their text."""
    is_continuation = "continuation" in query.intents
    texts = (query.asking_text,) if is_continuation else asked_parts(query.text, query.language)
    return tuple(_part(text, query, people, found) for text in texts)


def _part(text: str, query: Query, people: Sequence[str], found: Candidates) -> QuestionPart:
    named = [name for name in people if name in text]
    references = (*(_person(name, found) for name in named), *_kin(text, query.language, named, found))
    is_identified = references or pack_of(query.language).pick(english=False, chinese=True)
    reading = _Reading(
        relation_spans=relation_words(text, query.language),
        time_spans=tuple(
            (time.at, time.at + len(time.text)) for time in times_in(text, query.now, query.language)
        ),
        unknown_word=_UNKNOWN_WORD if is_identified else _UNKNOWN_WORD_NO_PERSON,
        found=found,
    )
    words = [
        word for word in subject_words(text, query.language, named) if not _is_kin_of_name(word, text, named)
    ]
    return QuestionPart(people=references, words=tuple(_required_word(word, reading) for word in words))


def _is_kin_of_name(word: SubjectWord, text: str, named: Sequence[str]) -> bool:
    """Whether a name follows the kinship word and identifies the person: "son" in "Ben's son Milo"."""
    return bool(kin_forms(word.text)) and text[word.end :].lstrip(" ,，").startswith(tuple(named))


def _person(name: str, found: Candidates) -> PersonReference:
    entities = found.key_entities.get(name_key(name), ())[:1]
    return PersonReference((name,), frozenset(entity.uid for entity in entities))


def _kin(text: str, language: str, named: Sequence[str], found: Candidates) -> Iterable[PersonReference]:
    """Kin in a part of the question without their names, such as "my sister", with the entities that memory has."""
    for kin in kin_in(text, language, named):
        written = text[kin.start : kin.end]
        if kin.word and not any(written in name or name in written for name in named):
            meant = (m for key, m in found.key_entities.items() if key.endswith(name_key(kin.called)))
            uids = frozenset(entity.uid for entities in meant for entity in entities[:1])
            yield PersonReference(kin_forms(kin.word) or kin_members(kin.word) or (kin.word,), uids)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """What determines the weights of the words in one part of a question."""

    # relation type, start and end of the words that ask for it
    relation_spans: tuple[tuple[str, int, int], ...]
    time_spans: tuple[tuple[int, int], ...]
    unknown_word: Mapping[str, float]
    found: Candidates


def _required_word(word: SubjectWord, reading: _Reading) -> RequiredWord:
    documents, frequencies = reading.found.documents, reading.found.frequencies
    counts = [min(frequencies.get(term, 0), documents) for term in word.terms]
    rarity = max(log1p((documents - count + 0.5) / (count + 0.5)) for count in counts)
    is_time = any(start <= word.start < end for start, end in reading.time_spans)
    if reading.time_spans and names_plan(word):
        is_time = True  # what was planned for the time asked about, in any words
    kin = kin_forms(word.text) or kin_members(word.text)
    is_known = bool(min(counts) or kin)
    factor = 1.0 if is_known else reading.unknown_word["deed" if is_time else word.sort]
    return RequiredWord(
        variants=(word.terms, *(tuple(terms_of(form)) for form in kin[1:]), *synonym_terms(word)),
        weight=max(rarity * factor, _MIN_WEIGHT),
        relations=frozenset() if kin else _relations(word, reading),
        is_exact=not is_time and _is_exact(word.text),
        is_time=is_time,
        is_known=is_known,
    )


def _is_exact(word: str) -> bool:
    digits = sum(map(str.isdigit, word))
    return digits >= _CODE_DIGITS or (digits >= _NAME_DIGITS and not word.isdigit() and word.isascii())


def _relations(word: SubjectWord, reading: _Reading) -> frozenset[str]:
    types = {type_ for type_, start, end in reading.relation_spans if start <= word.start and word.end <= end}
    return frozenset(types - _UNSPECIFIC_RELATIONS if word.sort == "thing" else types)


def coverage(part: QuestionPart, evidence: Sequence[Evidence], *, with_time: bool = True) -> float:
    """The share of a part that the evidence contains, 0..1: half by the best hit, half by all hits together.

    Only evidence that mentions a person named in the part counts; of several people, each must be mentioned. Without
    `with_time`, words of the time asked about are ignored.
    """
    words = [word for word in part.words if with_time or not word.is_time]
    of_each = [np.array([one.mentions(who) for one in evidence], dtype=np.float64) for who in part.people]
    usable = np.max(of_each, axis=0) if of_each else np.ones(len(evidence))
    if not usable.any() or not words:
        return float(usable.any())
    matches = np.array([[_match(word, one) for one in evidence] for word in words])
    weights = np.array([word.weight for word in words]) / sum(word.weight for word in words)
    best = min(float((weights @ matches * of_one).max()) for of_one in of_each or [usable])
    together = float(weights @ (matches * usable).max(axis=1))
    return _BEST_HIT_SHARE * best + (1 - _BEST_HIT_SHARE) * together if best else 0.0


def lacks_exact_word(part: QuestionPart, evidence: Sequence[Evidence]) -> bool:
    """Whether no evidence contains a code or number of the part, which nothing else can replace."""
    exact = [word for word in part.words if word.is_exact]
    return any(all(_match(word, one) < 1 for one in evidence) for word in exact)


def unknown_share(parts: Iterable[QuestionPart]) -> float:
    """The share of the words that memory contains nowhere, 0..1; times are not counted."""
    words = [word for part in parts for word in part.words if not word.is_time]
    return sum(not word.is_known for word in words) / len(words) if words else 0.0


def covered_share(part: QuestionPart, one: Evidence) -> float:
    """The share of a part that one hit contains, 0..1."""
    total = sum(word.weight for word in part.words)
    return sum(word.weight * _match(word, one) for word in part.words) / total if total else 1.0


def _match(word: RequiredWord, one: Evidence) -> float:
    """The share of a word's terms that the evidence contains, by the best variant; 1 for a matching time or fact."""
    if (word.is_time and one.in_time) or not word.relations.isdisjoint(one.relations):
        return 1.0
    return max(sum(term in one.terms for term in way) / len(way) for way in word.variants if way)
