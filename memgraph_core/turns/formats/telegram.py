"""Chats exported from Telegram (result.json) → turns."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, tzinfo
from typing import cast

from memgraph_core.errors import InvalidInput
from memgraph_core.turns.fields import SourcePosition, time_of
from memgraph_core.turns.formats.chats import MessageDraft, message_draft, read_messages, session_named
from memgraph_core.turns.formats.found import ReadTurns
from memgraph_core.turns.formats.json_rows import Json, object_or_empty, objects_in, objects_of_list


def is_telegram(value: object) -> bool:
    """Whether a JSON value is an export of Telegram: one chat, or all of them."""
    given = object_or_empty(value)
    return isinstance(given.get("chats"), Mapping) or {"messages", "type", "id"} <= given.keys()


def read_telegram(value: object, source: SourcePosition) -> ReadTurns:
    """The messages of an export of Telegram (result.json). Each chat is a session. Raises InvalidInput."""
    given = object_or_empty(value)
    chats = list(objects_in(object_or_empty(given["chats"]).get("list")) if "chats" in given else [given])
    chats_of_name = Counter(str(chat.get("name")) for chat in chats)
    drafts = (
        draft
        for chat in chats
        for draft in _drafts(chat, _session_of(chat, chats_of_name[str(chat.get("name"))], source), source)
    )
    return read_messages(drafts, source)


def _session_of(chat: Json, chats_of_name: int, source: SourcePosition) -> str:
    """The name of the chat, with its id if several chats have this name."""
    name = chat.get("name") or chat.get("id") or source.session
    return session_named(f"{name} ({chat['id']})" if chats_of_name > 1 and "id" in chat else name)


def _drafts(chat: Json, session: str, source: SourcePosition) -> Iterator[MessageDraft]:
    # A message whose author has deleted the account has no name, but other messages of the chat may have it.
    names = {
        row["from_id"]: row["from"]
        for row in objects_in(chat.get("messages"))
        if row.get("from") and isinstance(row.get("from_id"), str)
    }
    for row, at in objects_of_list(chat.get("messages"), f"{session}, message", source):
        if isinstance(row, str):
            yield row, at
            continue
        text = _text(row.get("text"))
        if row.get("type") != "message" or not text.strip():
            continue
        when = row.get("date_unixtime") or row.get("date")
        try:
            said_at = _time(when, source.zone)
        except InvalidInput as e:
            yield str(e), at
            continue
        speaker = str(
            row.get("from") or names.get(str(row.get("from_id"))) or row.get("from_id") or "unknown"
        )
        forwarded = row.get("forwarded_from")
        yield message_draft(at, session, speaker, said_at, text, forwarded_from=forwarded), at


def _time(value: object, zone: tzinfo) -> datetime | None:
    number = int(value) if isinstance(value, str) and value.isdigit() else value
    if number is None:
        raise InvalidInput("the message has no date.")
    return time_of(number, "date", SourcePosition("", "", zone))


def _text(value: object) -> str:
    """The words of a message: a text, or a list of texts and formatted parts."""
    if isinstance(value, str):
        return value
    parts = cast(list[object], value) if isinstance(value, list) else []
    return "".join(
        part if isinstance(part, str) else str(object_or_empty(part).get("text", "")) for part in parts
    )
