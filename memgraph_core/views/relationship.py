"""Events between people and an assistant, and the style of answers that the people ask for."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from memgraph_core.language.quoting import encoded_name, encoded_text
from memgraph_core.language.reactions import (
    ASPECTS,
    OF_AGENTS,
    EventKind,
    StyleAspect,
    StyleDirection,
    StyleRequest,
    reactions_of,
)
from memgraph_core.language.sentences import sentences_of
from memgraph_core.records.graph import Turn, position_key
from memgraph_core.records.grouping import grouped
from memgraph_core.records.representation import as_date, short_repr
from memgraph_core.records.validation import EARLIEST
from memgraph_core.views.sheet import Sheet, as_text, in_order, newest_kept
from memgraph_core.views.words import WORDS

# A person may mention these later. All other events of people are reactions to the answer directly before them.
_LATER: tuple[EventKind, ...] = ("apology", "promise", "promise_kept", "promise_broken")


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationshipEvent:
    """One event between a person and an assistant."""

    kind: EventKind
    at: datetime | None
    turn: str  # uid of the turn that states it
    by_agent: bool  # whether the assistant said it
    speaker: str | None
    # uid of the turn of the assistant before it; of a promise kept or broken, the turn of the promise
    answer: str | None
    text: str  # the sentence

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Relationship:
    """The events between people and assistants in a period (half-open)."""

    since: datetime | None
    until: datetime
    language: str
    events: tuple[RelationshipEvent, ...]  # oldest first
    total: int  # turns that were considered

    __repr__ = short_repr

    @property
    def counts(self) -> dict[EventKind, int]:
        """The number of events of each kind, most frequent first."""
        return dict(Counter[EventKind](event.kind for event in self.events).most_common())

    def text(self, tokens: int | None = None) -> str:
        """The events as text for a prompt, oldest first, of at most `tokens` estimated tokens; the newest are kept."""
        words = WORDS[self.language]
        if not self.events:
            return f"{words.relationship_title}\n{words.no_events}"
        lines = newest_kept([_line(event, self.language) for event in self.events])
        sheet = Sheet(
            title=words.relationship_title,
            language=self.language,
            day=as_date(self.until),
            sections=[(words.events, lines)],
        )
        return as_text(sheet, tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleHint:
    """How answers should be in one respect."""

    aspect: StyleAspect
    direction: StyleDirection  # of the latest reaction
    at: datetime | None  # when that was said
    turn: str  # uid of its turn
    speaker: str | None
    text: str  # its sentence
    turns: tuple[str, ...]  # uids of all reactions of this direction, oldest first
    against: tuple[str, ...]  # uids of the reactions of the other direction, oldest first

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How people want the answers of an assistant, from their reactions. The latest reaction decides."""

    language: str
    hints: tuple[StyleHint, ...]  # at most one of each aspect: detail, formality, proactivity, humour

    __repr__ = short_repr

    def text(self, tokens: int | None = None) -> str:
        """The hints as text for a prompt, of at most `tokens` estimated tokens. Empty without hints."""
        if not self.hints:
            return ""
        words = WORDS[self.language]
        lines = in_order(_hint_line(hint, self.language) for hint in self.hints)
        day = max((hint.at for hint in self.hints if hint.at), default=EARLIEST)
        sheet = Sheet(
            title=words.style_title,
            language=self.language,
            day=as_date(day),
            sections=[(words.style_hints, lines)],
        )
        return as_text(sheet, tokens)


def events_of(turns: Iterable[Turn], speaker: str | None) -> list[RelationshipEvent]:
    """The events of turns in any order, oldest first; with a speaker, those of this person and of assistants."""
    known = [(turn, before) for turn, before in _with_answer(turns) if _is_of(turn, speaker)]
    found: list[RelationshipEvent] = []
    talked = set[str | None]()
    promise: str | None = None
    for turn, before in sorted(known, key=lambda pair: _time(pair[0])):
        if turn.role == "user" and turn.speaker not in talked:
            talked.add(turn.speaker)
            found.append(_event("first_talk", turn, before, next(iter(sentences_of(turn.text)), turn.text)))
        for reaction in reactions_of(turn.text):
            kind = reaction.kind
            if turn.is_agent_generated and kind not in OF_AGENTS:
                continue
            if not turn.is_agent_generated and before is None and kind not in _LATER:
                continue
            is_outcome = kind in ("promise_kept", "promise_broken")
            found.append(_event(kind, turn, promise or before if is_outcome else before, reaction.text))
            if kind == "promise" and turn.is_agent_generated:
                promise = turn.uid
    return found


def style_of(requests: Iterable[tuple[Turn, StyleRequest]]) -> tuple[StyleHint, ...]:
    """The style that people ask for, one hint for each aspect, from requests with their turns in any order."""
    ordered = sorted(requests, key=lambda pair: (*_time(pair[0]), pair[0].text.find(pair[1].text)))
    asked = grouped((request.aspect, (turn, request)) for turn, request in ordered)
    return tuple(_hint(aspect, asked[aspect]) for aspect in ASPECTS if aspect in asked)


def _hint(aspect: StyleAspect, asked: Sequence[tuple[Turn, StyleRequest]]) -> StyleHint:
    turn, latest = asked[-1]

    def uids(*, agree: bool) -> tuple[str, ...]:
        same = (each.uid for each, request in asked if (request.direction == latest.direction) is agree)
        return tuple(dict.fromkeys(same))

    return StyleHint(
        aspect=aspect,
        direction=latest.direction,
        at=turn.at,
        turn=turn.uid,
        speaker=turn.speaker,
        text=latest.text,
        turns=uids(agree=True),
        against=uids(agree=False),
    )


def _with_answer(turns: Iterable[Turn]) -> Iterator[tuple[Turn, str | None]]:
    """The turns of sessions in which an assistant takes part, each with the uid of the assistant's turn directly before it.

    Several turns of one person in a row have the same answer before them.
    """
    sessions = grouped((turn.session, turn) for turn in turns if turn.role in ("user", "assistant"))
    for session in sessions.values():
        if not any(turn.role == "assistant" for turn in session):
            continue
        answer, last_speaker = None, None
        for turn in sorted(session, key=position_key):
            if turn.role == "assistant":
                yield turn, None
                answer, last_speaker = turn.uid, None
            else:
                if last_speaker not in (None, turn.speaker):
                    answer = None
                last_speaker = turn.speaker
                yield turn, answer


def _is_of(turn: Turn, speaker: str | None) -> bool:
    return speaker is None or turn.is_agent_generated or turn.speaker == speaker


def _time(turn: Turn) -> tuple[datetime, str, int, str]:
    return turn.at or EARLIEST, *position_key(turn)


def _event(kind: EventKind, turn: Turn, answer: str | None, text: str) -> RelationshipEvent:
    return RelationshipEvent(
        kind=kind,
        at=turn.at,
        turn=turn.uid,
        by_agent=turn.is_agent_generated,
        speaker=turn.speaker,
        answer=answer,
        text=text,
    )


def _line(event: RelationshipEvent, language: str) -> str:
    """The line of an event: `2026-06-01 thanks, Ada: "Thank you!"`."""
    words = WORDS[language]
    who = words.assistant if event.by_agent else encoded_name(event.speaker) if event.speaker else words.user
    day = f"{as_date(event.at)} " if event.at else ""
    return f"{day}{words.event_kinds[event.kind]}{words.comma}{who}{words.colon}{encoded_text(event.text)}"


def _hint_line(hint: StyleHint, language: str) -> str:
    """The line of a hint: `Be brief. (2026-06-05: "Too long.")`."""
    words = WORDS[language]
    day = as_date(hint.at) if hint.at else ""
    quoted = encoded_text(hint.text)
    source = words.style_source.format(day=day, count=len(hint.turns), text=quoted)
    return words.styles[hint.aspect, hint.direction] + source
