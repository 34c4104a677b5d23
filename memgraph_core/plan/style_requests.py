"""Stored requests about the style of answers: "too long", "be brief", 说详细点.

A stored request is a derived note in the state `style_request`, with the turn that makes the request as its source. So the view
of the style reads no other turns.
"""

from collections.abc import Iterator, Mapping
from typing import cast

from memgraph_core.language.detection import language_of
from memgraph_core.language.reactions import (
    StyleAspect,
    StyleDirection,
    StyleRequest,
    style_requests_of,
)
from memgraph_core.language.secrets import redacted
from memgraph_core.plan.draft import Draft, note_uid
from memgraph_core.records.graph import CONSOLIDATION, Note, Turn

_EXTRACTOR = "style"  # in the uids of stored requests
_JUDGEMENT = "judgement"  # tag of a judgement of the answer before it


def style_notes(draft: Draft) -> tuple[Note, ...]:
    """The requests of the new turns of people, without turns with a secret.

    A judgement counts only after an answer: "too long" may be about anything else.
    """
    sensitive = draft.sensitive_turns()
    turns = draft.turns_by_position()
    return tuple(
        note
        for turn in draft.window.turns
        if turn.role == "user" and turn.uid not in sensitive
        for note in _notes_of(draft, turn, follows_answer=_follows_answer(turn, turns))
    )


def style_request_of(note: Note) -> StyleRequest:
    """The request that a note stores."""
    aspect, direction, *others = note.tags
    return StyleRequest(
        aspect=cast(StyleAspect, aspect),
        direction=cast(StyleDirection, direction),
        is_judgement=_JUDGEMENT in others,
        text=note.text,
    )


def _notes_of(draft: Draft, turn: Turn, *, follows_answer: bool) -> Iterator[Note]:
    for number, request in enumerate(style_requests_of(turn.text)):
        if request.is_judgement and not follows_answer:
            continue
        judgement = (_JUDGEMENT,) if request.is_judgement else ()
        yield Note(
            uid=note_uid(draft.namespace, turn.uid, _EXTRACTOR, number),
            text=redacted(request.text),
            turns=(turn.uid,),
            tags=(request.aspect, request.direction, *judgement),
            said_at=turn.said_at,
            recorded_at=turn.recorded_at or draft.at,
            state="style_request",
            trust=turn.trust,
            language=language_of(request.text),
            extractor=CONSOLIDATION,
        )


def _follows_answer(turn: Turn, turns: Mapping[tuple[str, int | None], Turn]) -> bool:
    """Whether a turn follows an answer of an assistant directly, or after other turns of its speaker."""
    position = turn.position or 0
    while (before := turns.get((turn.session, position - 1))) is not None:
        if before.role == "assistant":
            return True
        if before.role == "user" and before.speaker != turn.speaker:
            return False
        position -= 1
    return False
