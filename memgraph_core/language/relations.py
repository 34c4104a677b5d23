"""Relation phrases: the relations that a statement words, with what is denied, ended and planned.

English is read from a dependency parse; without a parser only a few certain forms are read. Chinese is read by patterns.
"""

import logging
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from memgraph_core.language.en import certain
from memgraph_core.language.en import relations as english
from memgraph_core.language.en.parser import installed_pipeline
from memgraph_core.language.entities import named_in, without_openers
from memgraph_core.language.relating import zh as relations_zh
from memgraph_core.language.relating.here import places_here
from memgraph_core.language.relating.mask import masked
from memgraph_core.language.relating.ties import tie_of, ties_in
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.sentences import is_question
from memgraph_core.language.spans import Span
from memgraph_core.language.traditional import as_written, simplified
from memgraph_core.language.vocabulary import VOCABULARY, Phrase, Relation, relation_of

__all__ = [
    "VOCABULARY", "Phrase", "Relation", "has_english_parser", "phrases_in", "places_here", "relation_of", "tie_of",
]  # fmt: skip

_log = logging.getLogger(__name__)
_LONGEST = 2_000  # characters; what goes on longer is no sentence
_LONGEST_PARSED = (
    600  # characters; a longer English sentence is a list or a paste, and its parse is not reliable
)
_ENDING = re.compile(r"['’](?:s|m|re|ve|ll|d)?$")
_PRONOUNS = frozenset(
    ["i", "we", "you", "he", "she", "it", "they", "my", "our", "your", "his", "her", "their", "its", "the"]
)
_OPENING_NAME = re.compile(rf"[^\w]{{0,3}}((?:[{CAPITAL}][\w'’\-]{{0,40}} ?){{1,5}})")


@cache
def has_english_parser() -> bool:
    """Whether an English pipeline is installed. If it is not, the first call logs a warning that names the extra."""
    if installed_pipeline() is not None:
        return True
    _log.warning(
        "No English parser is installed, so few facts are found in English text. Remedy: "
        "pip install 'memgraph-core[en]', and `memgraph-core rebuild` for what was written before."
    )
    return False


def phrases_in(
    sentence: str, language: str, spans: Sequence[Span] | None = None, speaker: str = "I"
) -> list[Phrase]:
    """The relations that a statement words, each once. Questions word none.

    `spans` are the places where the sentence names or refers to somebody or something; without spans the names that the
    sentence shows are taken. `speaker` is the name of the first person and of subjects that are left out.
    """
    if len(sentence) > _LONGEST or is_question(sentence):
        return []
    known = _names(sentence, language) if spans is None else spans
    found = _chinese(sentence, known, speaker) if language == "zh" else _english(sentence, known, speaker)
    return _each_once(phrase for phrase in found if phrase.subject and phrase.object)


def _english(sentence: str, spans: Sequence[Span], speaker: str) -> list[Phrase]:
    if not has_english_parser():
        return certain.phrases_in(sentence, spans, speaker)
    return english.phrases_in(sentence, spans, speaker) if len(sentence) <= _LONGEST_PARSED else []


def _chinese(sentence: str, spans: Sequence[Span], speaker: str) -> list[Phrase]:
    plain = simplified(sentence)
    ties = ties_in(plain, "zh", spans, speaker)
    found = ties + relations_zh.phrases_in(masked(plain, "zh", spans, speaker), speaker)
    return [replace(p, object=as_written(p.object, sentence)) for p in found] if plain != sentence else found


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
        bounded = re.escape(name.text) if language == "zh" else rf"(?<!\w){re.escape(name.text)}(?!\w)"
        spans += [Span(m.start(), m.end(), name.text, name.type) for m in re.finditer(bounded, sentence)]
    if language != "zh":
        spans += _opening_name(sentence)
    return [s for s in spans if s.name.lower() not in _PRONOUNS]


def _opening_name(sentence: str) -> list[Span]:
    """The name that a sentence may begin with, where the capital proves nothing: who works somewhere has one."""
    opening = _OPENING_NAME.match(sentence)
    words = without_openers(opening[1].split()) if opening else []
    text = _ENDING.sub("", " ".join(words))
    start = sentence.find(text)
    return [Span(start, start + len(text), text)] if text and start >= 0 else []
