"""Chats exported from WhatsApp as text → turns."""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Literal, get_args

from memgraph_core.turns.fields import SourcePosition
from memgraph_core.turns.formats.chats import MessageDraft, message_draft, read_messages
from memgraph_core.turns.formats.found import ReadTurns

DateOrder = Literal["dmy", "mdy", "ymd"]

# Notices, which begin with a mark on some telephones, "<Media omitted>", and what is written for a deleted message.
_NO_MESSAGE = re.compile(
    r"\u200e|<[^<>]{1,60}>$|(?:This message was deleted|You deleted this message)\.?$"
    r"|(?:[此该]消息已(?:被)?删除|[你您]已?删除了?[此该这]条?消息)。?$"
)
_EDITED = re.compile(r"\s*\u200e?<This message was edited>$")
_FIRST_LINE = re.compile(
    r"\u200e?\[?(?P<date>\d{1,4}[./-]\d{1,2}[./-]\d{1,4}),?\s(?P<half>[上下]午|凌晨|早上|中午|晚上)?\s?"
    r"(?P<hour>\d{1,2})[:.](?P<minute>\d{2})(?:[:.](?P<second>\d{2}))?(?:\s?(?P<ampm>[AaPp])\.?\s?[Mm]\.?)?"
    r"(?:\]|\s-)\s(?P<rest>.*)"
)
# A quotation mark before a full-width colon belongs to a notice: Ben 创建了群组“周末：爬山”
_SPEAKER = re.compile(
    r"(?P<speaker>[^:：]{1,80}(?=:)|[^:：“”\"「」『』]{1,80}(?=：))[:：] ?(?P<text>.*)", re.DOTALL
)
_AFTER_NOON = ("下午", "晚上", "p", "P")
_BEFORE_NOON = ("上午", "凌晨", "a", "A")


def is_whatsapp(text: str) -> bool:
    """Whether the first line is that of a chat exported from WhatsApp."""
    return _FIRST_LINE.match(text.lstrip("\ufeff\n\r ")) is not None


def read_whatsapp(text: str, source: SourcePosition, order: DateOrder | None = None) -> ReadTurns:
    """The messages of a chat exported from WhatsApp.

    The order of day, month and year depends on the telephone. Without `order` it is derived from the dates: in the right order
    all dates exist and none is before the previous one. Raises InvalidInput if several orders are possible, or none.
    """
    messages = list(_messages(text, source))
    dates = [_numbers(first["date"]) for first, _, _ in messages]
    order = order or _order_of(dates, source)
    drafts = (_draft(first, lines, at, order) for first, lines, at in messages)
    return read_messages((each for each in drafts if each), source)


def _messages(text: str, source: SourcePosition) -> Iterator[tuple[re.Match[str], list[str], SourcePosition]]:
    """The first line of each message, the lines of its text, and its position. Other lines continue a message."""
    current: tuple[re.Match[str], list[str], SourcePosition] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if first := _FIRST_LINE.match(line):
            if current:
                yield current
            current = first, [first["rest"]], source.at(f"line {number}")
        elif current:
            current[1].append(line)
        elif line.strip():
            source.at(f"line {number}").refuse(f"not a message of WhatsApp: {line.strip()[:60]!r}.")
    if current:
        yield current


def _draft(
    first: re.Match[str], lines: Sequence[str], at: SourcePosition, order: DateOrder
) -> MessageDraft | None:
    spoken = _SPEAKER.fullmatch("\n".join(lines).strip())
    words = _EDITED.sub("", spoken["text"].strip()) if spoken else ""
    if spoken is None or not words or _NO_MESSAGE.match(words):
        return None
    day = _date(_numbers(first["date"]), order)
    hour = int(first["hour"])
    half = first["half"] or first["ampm"] or ""
    hour = hour % 12 + 12 if half in _AFTER_NOON else hour % 12 if half in _BEFORE_NOON else hour
    minute, second = int(first["minute"]), int(first["second"] or 0)
    if day is None or hour > 23 or minute > 59 or second > 59:
        time = ":".join(filter(None, (first["hour"], first["minute"], first["second"])))
        return f"{first['date']} {time} is not a time.", at
    said_at = day.replace(hour=hour, minute=minute, second=second, tzinfo=at.zone)
    speaker = spoken["speaker"].strip("\u200e\u202a\u202c ~")
    return message_draft(at, at.session, speaker, said_at.astimezone(UTC), words), at


def _numbers(text: str) -> tuple[int, int, int]:
    first, second, third = (int(number) for number in re.split(r"[./-]", text))
    return first, second, third


def _date(numbers: tuple[int, int, int], order: DateOrder) -> datetime | None:
    """The day; None if there is no such day. A year of two digits is in this century."""
    year, month, day = (numbers[order.index(part)] for part in "ymd")
    try:
        return datetime(year + 2000 if year < 100 else year, month, day)
    except ValueError:
        return None


def _order_of(dates: Sequence[tuple[int, int, int]], source: SourcePosition) -> DateOrder:
    """The only order in which all dates exist and do not decrease."""
    if dates and dates[0][0] > 31:
        return "ymd"
    possible: list[DateOrder] = []
    for order in get_args(DateOrder)[:2]:
        days = [_date(numbers, order) for numbers in dates]
        known = [day for day in days if day is not None]
        if len(known) == len(days) and known == sorted(known):
            possible.append(order)
    if len(possible) == 1:
        return possible[0]
    same = possible and all(_date(each, "dmy") == _date(each, "mdy") for each in dates)
    if same:
        return possible[0]
    written = "/".join(map(str, dates[0])) if dates else ""
    source.at("").refuse(
        f"the order of day and month is not clear (first date: {written}). Give --date-order dmy or mdy."
    )
