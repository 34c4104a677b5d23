"""Reads role/content messages, given by a caller or in a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import cast

from memgraph_core.records.kinds import Role
from memgraph_core.records.validation import checked_message
from memgraph_core.turns.fields import (
    Json,
    SourcePosition,
    TurnDraft,
    first_of,
    metadata_of,
    role_of,
    text_of,
    time_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageDefaults:
    """Default values of the fields of messages."""

    speaker: str | None = None
    role: Role = "user"
    said_at: datetime | None = None
    session: str = "default"
    agent: str | None = None
    uid: str | None = None
    used: tuple[str, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=dict[str, object])
    user: str | None = None  # speaker of the user's messages
    zone: tzinfo = UTC  # of times without one


def message_of(item: Json, source: SourcePosition, spoken: MessageDefaults) -> TurnDraft | None:
    """Read a message with `content` or `text`: a string, or a list of parts. Only text parts are read.

    Optional keys are `role`, `name` or `speaker`, `said_at`, `timestamp` or `time`, `session`, `uid` or `id`. Returns None
    for a message that only calls a tool. Raises InvalidInput with the position.
    """
    if first_of(item, "content", "text") is None and item.get("tool_calls"):
        return None
    role = role_of(text_of(item, "role", source) or spoken.role, source)
    given = first_of(item, "said_at", "timestamp", "time")
    return TurnDraft(
        source=source,
        uid=text_of(item, "uid", source) or text_of(item, "id", source) or spoken.uid,
        session=text_of(item, "session", source) or spoken.session,
        speaker=_name_in(item, source) or spoken.speaker or _speaker_of(role, spoken.user),
        role=role,
        said_at=time_of(spoken.said_at if given is None else given, "said_at", source),
        text=_words_of(item, source),
        agent=spoken.agent,
        used=spoken.used,
        metadata={**spoken.metadata, **(metadata_of(item, source) or {})},
    )


def _name_in(item: Json, source: SourcePosition) -> str | None:
    return text_of(item, "name", source) or text_of(item, "speaker", source)


def _speaker_of(role: Role, user: str | None) -> str | None:
    """The default speaker: the user, else the role. None for tool and system, whose messages are documents."""
    if role == "user":
        return user or role
    return role if role == "assistant" else None


def _words_of(item: Json, source: SourcePosition) -> str:
    content = first_of(item, "content", "text")
    if content is None:
        source.refuse(f"a message has no content: {dict(item)!r:.120}. Give role and content.")
    if isinstance(content, list):
        content = "\n".join(text for part in cast(list[object], content) if (text := _text_of_part(part)))
    with source.located_errors():
        return checked_message(cast(str, content), "content")


def _text_of_part(part: object) -> str:
    """The text of one part of a message; empty for pictures and sounds."""
    text = cast(Mapping[str, object], part).get("text") if isinstance(part, Mapping) else part
    return text if isinstance(text, str) else ""
