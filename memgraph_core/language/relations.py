"""Relation phrases: the relations that a statement words, with what is denied, ended and planned.

The pack of the language reads them.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from memgraph_core.language.entities import named_in, without_openers
from memgraph_core.language.pack import pack_of
from memgraph_core.language.relating.here import places_here
from memgraph_core.language.relating.ties import tie_of
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.sentences import is_question
from memgraph_core.language.spans import Span
from memgraph_core.language.traditional import as_written
from memgraph_core.language.vocabulary import VOCABULARY, Phrase, Relation, relation_of

__all__ = ["VOCABULARY", "Phrase", "Relation", "phrases_in", "places_here", "relation_of", "tie_of"]

_LONGEST = 2_000  # characters; what goes on longer is no sentence
_ONLY_WITH_SPANS = frozenset(["WANTS", "PLANS_TO", "WORKS_IN"])
_ENDING = re.compile(r"['’](?:s|m|re|ve|ll|d)?$")
_PRONOUNS = frozenset(
    ["i", "we", "you", "he", "she", "it", "they", "my", "our", "your", "his", "her", "their", "its", "the"]
)
_OPENING_NAME = re.compile(rf"[^\w]{{0,3}}((?:[{CAPITAL}][\w'’\-]{{0,40}} ?){{1,5}})")


def phrases_in(
    sentence: str, language: str, spans: Sequence[Span] | None = None, speaker: str = "I"
) -> list[Phrase]:
    """The relations that a statement words, each once. Questions word none.

    `spans` are the places where the sentence names or refers to somebody or something; without spans the names that the
    sentence shows are taken, and what is denied or planned is left out. `speaker` is the name of the first person and of
    subjects that are left out.
    """
    if len(sentence) > _LONGEST or is_question(sentence):
        return []
    known = _names(sentence, language) if spans is None else spans
    pack = pack_of(language)
    plain = pack.plain(sentence)
    found = [p for p in pack.phrases(plain, known, speaker) if p.subject and p.object]
    if plain != sentence:
        found = [replace(p, object=as_written(p.object, sentence)) for p in found]
    if spans is None:
        found = [p for p in found if not p.denied and not p.plan and p.type not in _ONLY_WITH_SPANS]
    return _each_once(found)


def _each_once(phrases: Iterable[Phrase]) -> list[Phrase]:
    """The first phrase of each kind. A denial in the same sentence replaces the bare fact."""
    first: dict[tuple[str, str, str, str | None], Phrase] = {}
    for phrase in phrases:
        key = (phrase.subject, phrase.type, phrase.object, phrase.only_if)
        earlier = first.get(key)
        if earlier is None or (phrase.denied and not earlier.denied):
            first[key] = phrase
    return list(first.values())


def _names(sentence: str, language: str) -> list[Span]:
    """Spans of the names that a sentence shows by itself."""
    spans: list[Span] = []
    for name in named_in(sentence, language):
        found = pack_of(language).occurrences(name.text).finditer(sentence)
        spans += [Span(m.start(), m.end(), name.text, name.type) for m in found]
    spans += _opening_name(sentence)
    return [s for s in spans if s.name.lower() not in _PRONOUNS]


def _opening_name(sentence: str) -> list[Span]:
    """The name that a sentence may begin with, where the capital proves nothing: who works somewhere has one."""
    opening = _OPENING_NAME.match(sentence)
    words = without_openers(opening[1].split()) if opening else []
    text = _ENDING.sub("", " ".join(words))
    start = sentence.find(text)
    return [Span(start, start + len(text), text)] if text and start >= 0 else []
