"""The relations that a sentence states, by the language pack; each is marked if it is denied, ended or planned."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from memgraph_core.language.doses import doses_in
from memgraph_core.language.entities import named_in, without_openers
from memgraph_core.language.pack import pack_of
from memgraph_core.language.relating.here import places_here
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.sentences import is_question
from memgraph_core.language.spans import Span
from memgraph_core.language.topic import Topic
from memgraph_core.language.traditional import as_written
from memgraph_core.language.vocabulary import VOCABULARY, Phrase, Relation, relation_of

__all__ = [
    "VOCABULARY",
    "Phrase",
    "Relation",
    "phrases_and_topic",
    "phrases_in",
    "places_here",
    "relation_of",
]

_MAX_LENGTH = 2_000  # characters; a longer text is not a sentence
_ONLY_WITH_SPANS = frozenset(["WANTS", "PLANS_TO", "WORKS_IN"])
_ENDING = re.compile(r"['’](?:s|m|re|ve|ll|d)?$")
_PRONOUNS = frozenset(
    ["i", "we", "you", "he", "she", "it", "they", "my", "our", "your", "his", "her", "their", "its", "the"]
)
_OPENING_NAME = re.compile(rf"[^\w]{{0,3}}((?:[{CAPITAL}][\w'’\-]{{0,40}} ?){{1,5}})")


def phrases_in(
    sentence: str, language: str, spans: Sequence[Span] | None = None, speaker: str = "I"
) -> list[Phrase]:
    """The relations that a sentence states, each once. A question states none.

    `spans` are the mentions of people and things in the sentence. If it is None, the names in the sentence are taken,
    and denied and planned relations are left out. `speaker` is the name of the first person and of subjects that are
    left out.
    """
    return phrases_and_topic(sentence, language, spans, speaker, None)[0]


def phrases_and_topic(
    sentence: str, language: str, spans: Sequence[Span] | None, speaker: str, topic: Topic | None
) -> tuple[list[Phrase], Topic | None]:
    """The relations that a sentence states, as `phrases_in` gives them, and whom it is about.

    `topic` is whom the sentence before it is about. After a question the topic is the same.
    """
    if len(sentence) > _MAX_LENGTH or is_question(sentence):
        return [], topic
    known = _names(sentence, language) if spans is None else spans
    pack = pack_of(language)
    plain = pack.plain(sentence)
    stated, after = pack.phrases(plain, known, speaker, topic)
    found = [p for p in stated if p.subject and p.object]
    found += doses_in(plain, found)
    if plain != sentence:
        found = [replace(p, object=as_written(p.object, sentence)) for p in found]
    if spans is None:
        found = [p for p in found if not p.denied and not p.plan and p.type not in _ONLY_WITH_SPANS]
    return _each_once(found), after


def _each_once(phrases: Iterable[Phrase]) -> list[Phrase]:
    """The first phrase of each kind. A denial in the same sentence replaces the fact."""
    first: dict[tuple[str, str, str, str | None], Phrase] = {}
    for phrase in phrases:
        key = (phrase.subject, phrase.type, phrase.object, phrase.only_if)
        earlier = first.get(key)
        if earlier is None or (phrase.denied and not earlier.denied):
            first[key] = phrase
    return list(first.values())


def _names(sentence: str, language: str) -> list[Span]:
    """Spans of the names that are recognised in a sentence alone."""
    spans: list[Span] = []
    for name in named_in(sentence, language):
        found = pack_of(language).occurrences(name.text).finditer(sentence)
        spans += [Span(m.start(), m.end(), name.text, name.type) for m in found]
    spans += _opening_name(sentence)
    return [s for s in spans if s.name.lower() not in _PRONOUNS]


def _opening_name(sentence: str) -> list[Span]:
    """The name at the beginning of a sentence, if any. There a capital letter alone does not show that it is a name."""
    opening = _OPENING_NAME.match(sentence)
    words = without_openers(opening[1].split()) if opening else []
    text = _ENDING.sub("", " ".join(words))
    start = sentence.find(text)
    return [Span(start, start + len(text), text)] if text and start >= 0 else []
