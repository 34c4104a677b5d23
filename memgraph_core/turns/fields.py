"""Reads and checks the fields of messages and conversation files. Errors contain the position in the source."""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from pathlib import PurePath
from typing import Any, NoReturn, TypeVar, cast

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.records.kinds import Role
from memgraph_core.records.validation import checked_message, checked_metadata, checked_role, moment_of
from memgraph_core.turns.parts import part_uid, parts_of

Json = Mapping[str, Any]
Row = TypeVar("Row")
Read = TypeVar("Read")

_ROLE_NAMES: Mapping[str, Role] = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "tool": "tool",
    "function": "tool",
    "system": "system",
    "developer": "system",
}
# A larger timestamp is in milliseconds: in seconds it would be after the year 5138.
_MILLISECONDS = 100_000_000_000


def raise_error(error: InvalidInput) -> None:
    """Raise the error of a row: the whole content is refused."""
    raise error


@dataclass(frozen=True, slots=True)
class SourcePosition:
    """A position in a file or in the content given by a caller, for error messages, and the default time zone.

    `on_bad_row` is called with the error of a row that cannot be read. If it returns, the other rows are read.
    """

    file: str  # empty for content given by a caller
    where: str  # "line 3, turn 2"; empty for the whole file
    zone: tzinfo = UTC  # of times without one
    name: str = ""  # name of the conversation; empty: the name of the file
    on_bad_row: Callable[[InvalidInput], None] = raise_error

    @property
    def session(self) -> str:
        """The session of turns that do not name one."""
        return self.name or PurePath(self.file).stem or self.file

    def at(self, where: str) -> "SourcePosition":
        """Another position in the same file."""
        return replace(self, where=where)

    def refuse(self, problem: str, cause: Exception | None = None) -> NoReturn:
        """Raise InvalidInput with this position."""
        raise self.error(problem) from cause

    def error(self, problem: str) -> InvalidInput:
        """The error with this position."""
        where = ", ".join(filter(None, (self.file, self.where)))
        return InvalidInput(f"{where}: {problem}" if where else problem)

    @contextmanager
    def located_errors(self) -> Generator[None]:
        """Add this position to any InvalidInput raised in the block."""
        try:
            yield
        except InvalidInput as e:
            self.refuse(str(e), e)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDraft:
    """A turn as it is given in a message or file, before it has a uid and a position."""

    source: SourcePosition
    session: str
    speaker: str | None
    role: Role
    said_at: datetime | None
    text: str
    uid: str | None = None
    caption: str | None = None
    agent: str | None = None
    used: tuple[str, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=dict[str, object])

    def as_turns(self, uid: str, position: int | None = None) -> tuple[Turn, ...]:
        """The records: one, or several consecutive ones for a text over the limit of a turn.

        Without a position, the log assigns the next ones. Raises InvalidInput.
        """
        return tuple(
            self._as_turn(part_uid(uid, number), text, None if position is None else position + number)
            for number, text in enumerate(parts_of(checked_message(self.text, f"turn {uid!r}: text")))
        )

    def _as_turn(self, uid: str, text: str, position: int | None) -> Turn:
        return Turn(
            uid=uid,
            session=self.session,
            speaker=self.speaker,
            role=self.role,
            said_at=self.said_at,
            text=text,
            caption=self.caption,
            agent=self.agent,
            used=self.used,
            metadata=self.metadata,
            position=position,
        )


def decoded_text(content: bytes, source: SourcePosition) -> str:
    """The text of a file. Raises InvalidInput with the line of a byte that is not UTF-8."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        line = content.count(b"\n", 0, e.start) + 1
        source.at(f"line {line}").refuse(
            f"byte {content[e.start]:#04x} is not valid UTF-8. Save the file as UTF-8 text.", e
        )


def read_rows(
    rows: Iterable[tuple[Row, SourcePosition]], read: Callable[[Row, SourcePosition], Read | None]
) -> Iterator[Read]:
    """What each row states; nothing for a row of which `read` returns None. See `SourcePosition` for bad rows."""
    for row, at in rows:
        try:
            found = read(row, at)
        except InvalidInput as e:
            at.on_bad_row(e)
            continue
        if found is not None:
            yield found


def turns_of(drafts: Iterable[TurnDraft]) -> tuple[Turn, ...]:
    """The turns with their positions in their sessions, and with uids if the file has none.

    Such a uid is a hash of session, speaker, time and text; for a repetition the number of the repetition is added.
    """
    turns: dict[str, Turn] = {}
    positions: Counter[str] = Counter()
    repeated: Counter[str] = Counter()
    for each in drafts:
        uid = each.uid or uid_of(each.session, each.speaker, each.said_at, each.text)
        if each.uid is None and uid in turns:
            repeated[uid] += 1
            uid = uid_of(uid, repeated[uid])
        try:
            with each.source.located_errors():
                if uid in turns:
                    raise InvalidInput(f"two turns have the id {uid!r}. Give each its own, or none.")
                parts = each.as_turns(uid, positions[each.session])
        except InvalidInput as e:
            each.source.on_bad_row(e)
            continue
        turns |= {part.uid: part for part in parts}
        positions[each.session] += len(parts)
    return tuple(turns.values())


def items_of(value: object, what: str, source: SourcePosition) -> Iterator[tuple[Json, SourcePosition]]:
    """The objects of a JSON list, each with its position. Another item is a bad row."""
    if not isinstance(value, list):
        source.refuse(f"{what}s are {value!r:.60}; give a list of objects.")
    for number, item in enumerate(cast(list[object], value), start=1):
        at = source.at(f"{source.where}, {what} {number}" if source.where else f"{what} {number}")
        if isinstance(item, dict):
            yield cast(Json, item), at
        else:
            at.on_bad_row(at.error(f"{item!r:.60} is not an object. Write each {what} as {{...}}."))


def first_of(item: Json, *keys: str) -> object:
    """The first value that is not None, in the order of the keys."""
    return next((item[key] for key in keys if item.get(key) is not None), None)


def text_of(item: Json, key: str, source: SourcePosition) -> str | None:
    """The value of a key as text; None if it is missing. Numbers are converted, because many ids are numbers."""
    value = item.get(key)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    source.refuse(f"{key} is {value!r:.60}; give text.")


def metadata_of(item: Json, source: SourcePosition) -> dict[str, object] | None:
    """The value of `metadata`; None if it is missing."""
    if (value := item.get("metadata")) is None:
        return None
    with source.located_errors():
        return checked_metadata(value)


def role_of(name: str, source: SourcePosition) -> Role:
    """The role for a role name, including the names that other programs use."""
    with source.located_errors():
        return _ROLE_NAMES.get(name.lower()) or checked_role(name)


def role_of_speaker(name: str) -> Role:
    """The role of a speaker in plain text: names such as Assistant are roles, others are users."""
    return _ROLE_NAMES.get(name.lower(), "user")


def time_of(value: object, what: str, source: SourcePosition) -> datetime | None:
    """The moment in UTC from a datetime, ISO text, or a timestamp in seconds or milliseconds."""
    if value is None or value == "":
        return None
    with source.located_errors():
        if not isinstance(value, int | float) or isinstance(value, bool):
            return moment_of(value, what, source.zone)
        try:
            return datetime.fromtimestamp(value / (1000 if value > _MILLISECONDS else 1), UTC)
        except (ValueError, OverflowError, OSError) as e:
            raise InvalidInput(f"{what} is not a timestamp: {value!r:.60}. Give seconds since 1970.") from e
