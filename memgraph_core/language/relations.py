"""Relation phrases: what a statement says of two ends.

A subject is somebody whom a span or the first person stands for; an object that meets a span is called as the
span is, else it is a trimmed noun phrase. Questions give nothing. What is over, denied or only planned is told
as such, and what is merely imagined is left out: better no fact than a wrong one.
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
    """The relations that a statement words, ties between persons first, each once.

    `spans` are where the sentence speaks of somebody or something; `speaker` is whom the first person and a
    Chinese clause without a subject stand for. Without spans the names that the sentence shows are taken, and
    only what it plainly states is told: nothing denied, nothing planned.
    """
    if len(sentence) > _LONGEST or is_question(sentence):
        return []
    seen = _names(sentence, language) if spans is None else spans
    plain = pack_of(language).plain(sentence)
    found = [p for p in pack_of(language).phrases(plain, seen, speaker) if p.subject and p.object]
    if plain != sentence:
        found = [replace(p, object=as_written(p.object, sentence)) for p in found]
    if spans is None:
        found = [p for p in found if not p.denied and not p.plan and p.type not in _ONLY_WITH_SPANS]
    return _each_once(found)


def _each_once(phrases: Iterable[Phrase]) -> list[Phrase]:
    """The first phrase of each kind; a denial or an end said in the same sentence goes before the bare fact."""
    first: dict[tuple[str, str, str, str | None], Phrase] = {}
    for phrase in phrases:
        key = (phrase.subject, phrase.type, phrase.object, phrase.only_if)
        held = first.get(key)
        if held is None or (phrase.denied and not held.denied):
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
