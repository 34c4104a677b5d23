"""How a person reacts to an assistant: events between them, and requests about the style of answers. Rules, without a model.

The expressions are in reactions.yaml. Quoted words do not count. A question states no event, except thanks, and does
not judge an answer.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from memgraph_core.language.assertions import without_quotations
from memgraph_core.language.detection import language_of
from memgraph_core.language.sentences import sentences_of
from memgraph_core.language.word_lists import yaml_of
from memgraph_core.records.representation import short_repr

EventKind = Literal[
    "first_talk", "thanks", "praise", "complaint", "correction", "apology", "disagreement", "promise", "promise_kept",
    "promise_broken",
]  # fmt: skip
StyleAspect = Literal["detail", "formality", "proactivity", "humour"]
StyleDirection = Literal["less", "more"]

ASPECTS: tuple[StyleAspect, ...] = get_args(StyleAspect)
_DIRECTIONS: tuple[StyleDirection, ...] = get_args(StyleDirection)
_STATED: tuple[EventKind, ...] = get_args(EventKind)[1:]
# Events of an assistant. Its thanks, praise and complaints are turns of speech.
OF_AGENTS: tuple[EventKind, ...] = ("apology", "promise")
# An event that a sentence states → events that the same words would also suggest.
_INSTEAD_OF: Mapping[EventKind, Sequence[EventKind]] = {
    "promise_broken": ("promise", "promise_kept", "complaint"),
    "promise_kept": ("promise",),
    "correction": ("disagreement", "complaint"),
    "complaint": ("praise", "thanks"),
}
_IN_QUESTIONS: tuple[EventKind, ...] = ("thanks", "promise_kept", "promise_broken")
_QUESTION = re.compile(r"[?？]\W*$|吗[。.!！]*$")
_MAX_LENGTH = 300  # characters of a sentence; longer ones are not reactions


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """An event that a sentence states."""

    kind: EventKind
    text: str  # the sentence

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleRequest:
    """How answers should be, as a sentence asks for it."""

    aspect: StyleAspect
    direction: StyleDirection
    is_judgement: bool  # of the answer before it ("too long"); otherwise a request ("be brief")
    text: str  # the sentence

    __repr__ = short_repr


@dataclass(frozen=True, slots=True)
class _Style:
    aspect: StyleAspect
    direction: StyleDirection
    requests: re.Pattern[str]
    judgements: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class _Rules:
    """The expressions of one language."""

    lead: re.Pattern[str]
    deny: re.Pattern[str]
    events: Mapping[EventKind, re.Pattern[str]]
    styles: Sequence[_Style]


def reactions_of(text: str) -> list[Reaction]:
    """The events that an English or a Chinese text states, in its order; at most one of a kind for each sentence."""
    return [
        Reaction(kind=kind, text=sentence)
        for sentence, plain, rules in _sentences(text)
        for kind in _events(plain, rules)
    ]


def style_requests_of(text: str) -> list[StyleRequest]:
    """The requests about the style of answers in an English or a Chinese text, in its order."""
    return [
        request
        for sentence, plain, rules in _sentences(text)
        for style in rules.styles
        if (request := _style_request(style, sentence, plain, rules)) is not None
    ]


def _sentences(text: str) -> Iterator[tuple[str, str, _Rules]]:
    """The sentences, each with its plain form without words such as "ok" at its beginning, and the rules of its language."""
    for sentence in sentences_of(text):
        language = language_of(sentence)
        if language not in yaml_of("reactions") or len(sentence) > _MAX_LENGTH:
            continue
        rules = _rules(language)
        plain = without_quotations(sentence).lower().strip()
        yield sentence, plain[lead.end() :] if (lead := rules.lead.match(plain)) else plain, rules


def _events(plain: str, rules: _Rules) -> list[EventKind]:
    allowed = _IN_QUESTIONS if _QUESTION.search(plain) else _STATED
    found: list[EventKind] = [kind for kind in allowed if rules.events[kind].search(plain)]
    hidden = {other for kind in found for other in _INSTEAD_OF.get(kind, ())}
    return [kind for kind in found if kind not in hidden]


def _style_request(style: _Style, sentence: str, plain: str, rules: _Rules) -> StyleRequest | None:
    if found := style.requests.search(plain):
        is_denied = rules.deny.search(plain[: found.start()])
        direction = _DIRECTIONS[1 - _DIRECTIONS.index(style.direction)] if is_denied else style.direction
        return StyleRequest(aspect=style.aspect, direction=direction, is_judgement=False, text=sentence)
    if not _QUESTION.search(plain) and style.judgements.search(plain):
        return StyleRequest(aspect=style.aspect, direction=style.direction, is_judgement=True, text=sentence)
    return None


@cache
def _rules(language: str) -> _Rules:
    lists: Mapping[str, Any] = yaml_of("reactions")[language]
    return _Rules(
        lead=re.compile(lists["lead"]),
        deny=re.compile(lists["deny"]),
        events={kind: _any_of(lists["events"][kind]) for kind in _STATED},
        styles=[
            _Style(aspect, direction, _any_of(given["requests"]), _any_of(given.get("judgements", ())))
            for aspect in ASPECTS
            for direction in _DIRECTIONS
            for given in (lists["styles"][aspect][direction],)
        ],
    )


def _any_of(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(patterns) or "(?!)")
