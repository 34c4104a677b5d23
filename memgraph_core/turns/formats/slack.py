"""Days of channels in an export of Slack → turns."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, cast

from memgraph_core.turns.fields import SourcePosition
from memgraph_core.turns.formats.chats import MessageDraft, message_draft, read_messages
from memgraph_core.turns.formats.found import ReadTurns

_LINK = re.compile(r"<(?:@|#|!)?(?P<target>[^<>|]+)(?:\|(?P<label>[^<>]*))?>")
_NOTICES = ("join", "leave", "topic", "purpose", "name", "archive")


def is_slack(value: object) -> bool:
    """Whether a JSON value is a day of a channel in an export of Slack."""
    if not isinstance(value, list) or not value:
        return False
    first = cast(list[object], value)[0]
    return isinstance(first, Mapping) and {"type", "ts"} <= cast(Mapping[str, Any], first).keys()


def read_slack(value: object, source: SourcePosition, users: Mapping[str, str] | None = None) -> ReadTurns:
    """The messages of one day of a channel. `users` are the names of the members by id. Raises InvalidInput."""
    rows = cast(list[Mapping[str, Any]], value)
    names = {**(users or {}), **dict(_profiles(rows))}
    return read_messages(_drafts(rows, names, source), source)


def slack_users(value: object) -> dict[str, str]:
    """The names in the file users.json of an export of Slack, by id."""
    rows = cast(list[object], value) if isinstance(value, list) else []
    users = [cast(Mapping[str, Any], row) for row in rows if isinstance(row, Mapping)]
    return {str(user.get("id")): name for user in users if (name := _name_of(user.get("profile") or user))}


def _drafts(
    rows: Sequence[object], names: Mapping[str, str], source: SourcePosition
) -> Iterator[MessageDraft]:
    for number, given in enumerate(rows, start=1):
        at = source.at(f"message {number}")
        if not isinstance(given, Mapping):
            yield f"{given!r:.60} is not an object.", at
            continue
        row = cast(Mapping[str, Any], given)
        text = _words(str(row.get("text") or ""), names)
        notice = str(row.get("subtype") or "").split("_")[-1] in _NOTICES
        if row.get("type") != "message" or notice or not text.strip():
            continue
        try:
            said_at = datetime.fromtimestamp(float(row.get("ts", "")), UTC)
        except (OverflowError, ValueError, OSError):
            yield f"ts is {row.get('ts')!r:.40}, which is no time.", at
            continue
        user = str(row.get("user") or "")
        bot = row.get("username") or row.get("bot_id") if not user or "bot_id" in row else None
        yield (
            message_draft(at, source.session, names.get(user) or user or str(bot), said_at, text, agent=bot),
            at,
        )


def _profiles(rows: Sequence[object]) -> Iterator[tuple[str, str]]:
    for row in rows:
        given = _object(row)
        if name := _name_of(given.get("user_profile")):
            yield str(given.get("user")), name


def _object(value: object) -> Mapping[str, Any]:
    """The value if it is an object, else an empty one."""
    return cast(Mapping[str, Any], value) if isinstance(value, Mapping) else dict[str, Any]()


def _name_of(profile: object) -> str:
    given = _object(profile)
    found = (given.get(key) for key in ("real_name", "display_name", "name"))
    return next((name for name in found if isinstance(name, str) and name.strip()), "")


def _words(text: str, names: Mapping[str, str]) -> str:
    """The text with names in place of ids, and without the marks of links."""
    words = _LINK.sub(lambda found: found["label"] or names.get(found["target"], found["target"]), text)
    return words.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
