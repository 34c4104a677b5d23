"""Extraction window → messages for a language model. Memory text is inserted as data, with secrets redacted."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib import resources
from string import Template
from typing import get_args

from memgraph_core.language.secrets import redacted
from memgraph_core.language.vocabulary import VOCABULARY
from memgraph_core.models.protocol import Messages
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.kinds import EntityType, StatedLinkReason

MAX_KEYWORDS = 8  # of a note
MAX_TAGS = 4  # of a note
MAX_NOTES = 10  # of a turn
MAX_TURN = 12_000  # characters of a turn to read; longer turns are extracted by the rules
_MAX_EARLIER = 1_000  # characters of an earlier turn
_MAX_KNOWN = 400  # characters of a known note
_MAX_REPEATED = 4_000  # characters of an unreadable answer that are sent back


def shown_notes(window: ExtractionWindow) -> tuple[Note, ...]:
    """The known notes for the prompt, in the order K1, K2, …, without sensitive notes."""
    return tuple(note for note in window.candidates if note.kind != "vault")


def messages_of(window: ExtractionWindow) -> Messages:
    """The instructions, and the window as JSON lines. Texts are JSON strings, so no text can imitate the end of a line."""
    parts = {
        "earlier": (_line(turn, _MAX_EARLIER) for turn in window.preceding),
        "turns": (
            {"turn": number} | _line(turn, MAX_TURN) for number, turn in enumerate(window.turns, start=1)
        ),
        "known": (_known(number, note) for number, note in enumerate(shown_notes(window), start=1)),
    }
    return [
        {"role": "system", "content": instructions()},
        {"role": "user", "content": "\n".join(_lines(parts))},
    ]


def repair_messages(messages: Messages, answer: str, problem: str) -> Messages:
    """The messages that ask again after an unreadable answer."""
    return [
        *messages,
        {"role": "assistant", "content": answer[:_MAX_REPEATED]},
        {
            "role": "user",
            "content": f"Your answer cannot be parsed: {problem}. Answer again, with the JSON object alone.",
        },
    ]


@cache
def instructions() -> str:
    """The instructions with their placeholders filled in."""
    text = (resources.files("memgraph_core.extract.llm") / "instructions.md").read_text(encoding="utf-8")
    return Template(text).substitute(
        types=", ".join(get_args(EntityType)),
        relations=", ".join(VOCABULARY),
        reasons=", ".join(get_args(StatedLinkReason)),
        notes=MAX_NOTES,
        keywords=MAX_KEYWORDS,
        tags=MAX_TAGS,
    )


def _lines(parts: Mapping[str, Iterable[Mapping[str, object]]]) -> Iterable[str]:
    for name, items in parts.items():
        yield f"{name}:"
        yield from (json.dumps(item, ensure_ascii=False) for item in items)


def _line(turn: Turn, max_length: int) -> dict[str, object]:
    line: dict[str, object] = {"speaker": turn.speaker or turn.role, "at": _moment(turn.said_at)}
    if turn.is_document:
        line["speaker"] = f"document {redacted(turn.session)}"
    line["text"] = redacted(turn.text)[:max_length]
    if turn.caption:
        line["picture"] = redacted(turn.caption)[:_MAX_EARLIER]
    return line


def _known(number: int, note: Note) -> dict[str, object]:
    return {
        "note": f"K{number}",
        "at": _moment(note.said_at),
        "text": redacted(note.text)[:_MAX_KNOWN],
        "context": redacted(note.context)[:_MAX_KNOWN],
        "keywords": _redacted(note.keywords),
        "tags": _redacted(note.tags),
    }


def _redacted(words: Sequence[str]) -> list[str]:
    return [redacted(word) for word in words]


def _moment(moment: datetime | None) -> str:
    return f"{moment:%A %Y-%m-%d %H:%M}" if moment else "unknown"
