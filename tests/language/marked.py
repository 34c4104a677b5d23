"""Sentences with their spans written in: `[Ada]`, `[Clara|She]` for what stands there, `[Rome](Place)` for a type."""

import re

from memgraph_core.language.relations import phrases_and_topic
from memgraph_core.language.spans import Span

SPEAKER = {"en": "Eve", "zh": "小林"}
_SPAN = re.compile(r"\[(?P<name>[^\]|]+)(?:\|(?P<written>[^\]]+))?\](?:\((?P<type>\w+)\))?")


def read(marked):
    """The sentence without its marks, and the spans that they stand for."""
    text, spans, end = "", [], 0
    for match in _SPAN.finditer(marked):
        text += marked[end : match.start()]
        written = match["written"] or match["name"]
        spans.append(Span(len(text), len(text) + len(written), match["name"], match["type"]))
        text, end = text + written, match.end()
    return text + marked[end:], spans


def phrases(marked, language):
    """The relations of a marked sentence."""
    text, spans = read(marked)
    return phrases_and_topic(text, language, spans, SPEAKER[language], None)[0]


def said(marked, language):
    """The same as words: over has a cross, denied a not, planned a question mark."""
    return [
        f"{p.subject} {p.type}{'†' * p.ended}{'¬' * p.denied}{'?' * p.plan} {p.object}"
        for p in phrases(marked, language)
    ]
