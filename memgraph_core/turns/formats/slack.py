"""Days of channels in an export of Slack → turns."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from memgraph_core.turns.fields import SourcePosition
from memgraph_core.turns.formats.chats import MessageDraft, message_draft, read_messages
from memgraph_core.turns.formats.found import ReadTurns
from memgraph_core.turns.formats.json_rows import first_object, object_or_empty, objects_in, objects_of_list

_LINK = re.compile(r"<(?:@|#|!)?(?P<target>[^<>|]+)(?:\|(?P<label>[^<>]*))?>")
_NOTICES = ("join", "leave", "topic", "purpose", "name", "archive")


def is_slack(value: object) -> bool:
    """Whether a JSON value is a day of a channel in an export of Slack."""
    return {"type", "ts"} <= first_object(value).keys()


def read_slack(value: object, source: SourcePosition, users: Mapping[str, str] | None = None) -> ReadTurns:
    """The messages of one day of a channel. `users` are the names of the members by id. Raises InvalidInput."""
    names = {**(users or {}), **dict(_profiles(value))}
    return read_messages(_drafts(value, names, source), source)


def slack_users(value: object) -> dict[str, str]:
    """The names in the file users.json of an export of Slack, by id."""
    return {
        str(user.get("id")): name
        for user in objects_in(value)
        if (name := _name_of(user.get("profile") or user))
    }


def _drafts(messages: object, names: Mapping[str, str], source: SourcePosition) -> Iterator[MessageDraft]:
    for row, at in objects_of_list(messages, "message", source):
        if isinstance(row, str):
            yield row, at
            continue
        text = _words(str(row.get("text") or ""), names)
        notice = str(row.get("subtype") or "").split("_")[-1] in _NOTICES
        if row.get("type") != "message" or notice or not text.strip():
            continue
        try:
            said_at = datetime.fromtimestamp(float(str(row.get("ts"))), UTC)
        except (OverflowError, ValueError, OSError):
            yield f"ts is {row.get('ts')!r:.40}, which is not a time.", at
            continue
        user = str(row.get("user") or "")
        bot = row.get("username") or row.get("bot_id") if not user or "bot_id" in row else None
        speaker = names.get(user) or user or str(bot or "unknown")
        yield message_draft(at, source.session, speaker, said_at, text, agent=bot), at


def _profiles(messages: object) -> Iterator[tuple[str, str]]:
    """The ids and names of the members in the messages."""
    for message in objects_in(messages):
        if name := _name_of(message.get("user_profile")):
            yield str(message.get("user")), name


def _name_of(profile: object) -> str:
    given = object_or_empty(profile)
    found = (given.get(key) for key in ("real_name", "display_name", "name"))
    return next((name for name in found if isinstance(name, str) and name.strip()), "")


def _words(text: str, names: Mapping[str, str]) -> str:
    """The text with names in place of ids, and without the markup of links."""
    words = _LINK.sub(lambda found: found["label"] or names.get(found["target"], found["target"]), text)
    return words.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
