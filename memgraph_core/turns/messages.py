"""Role/content messages, as agents keep them: read alike when they are handed over and when a file holds them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from memgraph_core.records.kinds import Role
from memgraph_core.records.validation import checked_text
from memgraph_core.turns.fields import Json, Place, Said, first_of, moment_of, role_of, text_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """What messages share unless they say otherwise."""

    speaker: str | None = None
    role: Role = "user"
    said_at: datetime | str | None = None
    session: str = "default"
    agent: str | None = None
    uid: str | None = None
    used: tuple[str, ...] = ()


def message_of(item: Json, place: Place, spoken: Spoken) -> Said | None:
    """A message with `content` or `text` (a string, or a list of parts of which text counts).

    It may also have `role`, `name` or `speaker`, `said_at`, `timestamp` or `time`, `session`, `uid` or `id`. None
    for one that only calls a tool: nothing is said. Raises InvalidInput with the place.
    """
    if first_of(item, "content", "text") is None and item.get("tool_calls"):
        return None
    role = role_of(text_of(item, "role", place) or spoken.role, place)
    given = first_of(item, "said_at", "timestamp", "time")
    return Said(
        place=place,
        uid=text_of(item, "uid", place) or text_of(item, "id", place) or spoken.uid,
        session=text_of(item, "session", place) or spoken.session,
        speaker=_name_in(item, place) or spoken.speaker or _speaker_of(role),
        role=role,
        said_at=moment_of(spoken.said_at if given is None else given, "said_at", place),
        text=_words_of(item, place),
        agent=spoken.agent,
        used=spoken.used,
    )


def _name_in(item: Json, place: Place) -> str | None:
    return text_of(item, "name", place) or text_of(item, "speaker", place)


def _speaker_of(role: Role) -> str | None:
    """Who speaks when nobody is named: the role itself, but a tool or a system hands over a document."""
    return role if role in ("user", "assistant") else None


def _words_of(item: Json, place: Place) -> str:
    content = first_of(item, "content", "text")
    if content is None:
        place.refuse(f"a message has no content: {dict(item)!r:.120}. Give role and content.")
    if isinstance(content, list):
        content = "\n".join(text for part in cast(list[object], content) if (text := _text_of_part(part)))
    with place.reading():
        return checked_text(cast(str, content), "content")


def _text_of_part(part: object) -> str:
    """The words of one part of a message; pictures and sounds have none."""
    text = cast(Mapping[str, object], part).get("text") if isinstance(part, Mapping) else part
    return text if isinstance(text, str) else ""
