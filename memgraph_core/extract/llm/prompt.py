"""A window → the messages that ask for its notes. What was said goes in as data, and without its secrets."""

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
from memgraph_core.records.kinds import EntityType, LinkReason

KEYWORDS, TAGS, NOTES = 8, 4, 10  # at most: of a note, of a note, of a turn
LONGEST = 12_000  # characters of a turn to read; the rules read one that is longer
_EARLIER = 1_000  # of one that has been read before
_SHOWN = 400  # characters of a known note


def shown(window: ExtractionWindow) -> tuple[Note, ...]:
    """The known notes that a model is shown, in this order: K1, K2, …; none of the vault."""
    return tuple(note for note in window.candidates if note.kind != "vault")


def messages_of(window: ExtractionWindow) -> Messages:
    """The instructions, and the window as lines of JSON: whatever a turn says stays inside its string."""
    parts = {
        "earlier": (_line(turn, _EARLIER) for turn in window.preceding),
        "turns": (
            {"turn": number} | _line(turn, LONGEST) for number, turn in enumerate(window.turns, start=1)
        ),
        "known": (_known(number, note) for number, note in enumerate(shown(window), start=1)),
    }
    return [
        {"role": "system", "content": instructions()},
        {"role": "user", "content": "\n".join(_lines(parts))},
    ]


def mending(messages: Messages, answer: str, problem: str) -> Messages:
    """The messages that ask once more, after an answer that cannot be read."""
    return [
        *messages,
        {"role": "assistant", "content": answer[:_MENDED]},
        {
            "role": "user",
            "content": f"This cannot be read: {problem}. Answer again, with the JSON object alone.",
        },
    ]


_MENDED = 4_000  # characters of an unreadable answer that are shown again


@cache
def instructions() -> str:
    """What a model is told to do."""
    text = (resources.files("memgraph_core.extract.llm") / "instructions.md").read_text(encoding="utf-8")
    return Template(text).substitute(
        types=", ".join(get_args(EntityType)),
        relations=", ".join(VOCABULARY),
        reasons=", ".join(get_args(LinkReason)),
        notes=NOTES,
        keywords=KEYWORDS,
        tags=TAGS,
    )


def _lines(parts: Mapping[str, Iterable[Mapping[str, object]]]) -> Iterable[str]:
    for name, items in parts.items():
        yield f"{name}:"
        yield from (json.dumps(item, ensure_ascii=False) for item in items)


def _line(turn: Turn, longest: int) -> dict[str, object]:
    line: dict[str, object] = {"speaker": turn.speaker or turn.role, "at": _moment(turn.said_at)}
    if turn.is_document:
        line["speaker"] = f"document {redacted(turn.session)}"
    line["text"] = redacted(turn.text)[:longest]
    if turn.caption:
        line["picture"] = redacted(turn.caption)[:_EARLIER]
    return line


def _known(number: int, note: Note) -> dict[str, object]:
    return {
        "note": f"K{number}",
        "at": _moment(note.said_at),
        "text": redacted(note.text)[:_SHOWN],
        "context": redacted(note.context)[:_SHOWN],
        "keywords": _redacted(note.keywords),
        "tags": _redacted(note.tags),
    }


def _redacted(words: Sequence[str]) -> list[str]:
    return [redacted(word) for word in words]


def _moment(moment: datetime | None) -> str:
    return f"{moment:%A %Y-%m-%d %H:%M}" if moment else "unknown"
