"""Reads the transcript of a session of Claude Code: a file with one JSON object per line, to which Claude Code appends."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

_MAX_TEXT = 20_000  # characters of one message that are stored
# What Claude Code adds to the messages of a user.
_ADDED = re.compile(
    r"<(system-reminder|command-[a-z-]+|local-command-[a-z-]+|ide_[a-z_]+)>.*?</\1>", re.DOTALL
)
_INTERRUPTED = "[Request interrupted"
_SKIPPED = ("isMeta", "isSidechain", "isCompactSummary")


def new_turns(
    path: Path, offset: int, session: str, speaker: str, *, has_ended: bool
) -> tuple[list[dict[str, Any]], int]:
    """The messages after a position in the file, as turns in their order, and the position of the next call. Positions are bytes.

    If the assistant writes several texts before the next message of the user, only the last one is returned: it is the
    answer. Unless the last answer `has_ended`, its text is left for the next call. Calls and results of tools, and lines that
    Claude Code adds, are left out. An incomplete last line is left for the next call. Raises OSError if the file cannot be
    read.
    """
    with path.open("rb") as file:
        file.seek(offset)
        content = file.read()
    end = content.rfind(b"\n") + 1
    turns: list[dict[str, Any]] = []
    last = 0  # where the line of the last turn begins
    for start, entry in _entries(content[:end]):
        text = _text_of(entry)
        if not text:
            continue
        if entry["type"] == "assistant" and turns and turns[-1]["role"] == "assistant":
            turns.pop()
        turns.append(_turn(entry, text, session, speaker))
        last = start
    if not has_ended and turns and turns[-1]["role"] == "assistant":
        turns.pop()
        end = last
    return turns, offset + end


def _turn(entry: Mapping[str, Any], text: str, session: str, speaker: str) -> dict[str, Any]:
    is_user = entry["type"] == "user"
    return {
        "uid": f"claude-code:{entry['uuid']}",
        "text": text,
        "role": "user" if is_user else "assistant",
        "speaker": speaker if is_user else "Claude",
        "session": session,
        "metadata": {"source": "claude-code"},
        **({"said_at": entry["timestamp"]} if "timestamp" in entry else {}),
    }


def _entries(content: bytes) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The messages of users and of the assistant, each with the position where its line begins."""
    end = 0
    for line in content.splitlines(keepends=True):
        start, end = end, end + len(line)
        try:
            found = json.loads(line)
        except ValueError:
            continue
        entry = cast(dict[str, Any], found) if isinstance(found, dict) else {}
        if any(entry.get(name) for name in _SKIPPED):
            continue
        if entry.get("type") in ("user", "assistant") and "uuid" in entry:
            yield start, entry


def _text_of(entry: Mapping[str, Any]) -> str:
    """The text of a message; empty for results of tools and for interruptions."""
    content = entry.get("message", {}).get("content", "")
    if isinstance(content, list):
        blocks = cast(list[dict[str, Any]], content)
        content = "\n".join(block["text"] for block in blocks if block.get("type") == "text")
    text = _ADDED.sub("", content).strip()
    return "" if text.startswith(_INTERRUPTED) else text[:_MAX_TEXT]
