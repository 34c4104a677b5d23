"""What a caller or a conversation file says, place by place: values are checked and errors say where."""

from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from pathlib import PurePath
from typing import Any, NoReturn, cast

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Turn, uid_of
from memgraph_core.records.kinds import Role
from memgraph_core.records.validation import checked_role, utc

Json = Mapping[str, Any]

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
# A timestamp above this counts thousandths: in seconds it would be the year 5138.
_MILLISECONDS = 100_000_000_000


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file or in what a caller hands over, for errors, and the zone of times that have none."""

    file: str  # empty for what a caller hands over
    where: str  # "line 3, turn 2"; empty for the file as a whole
    zone: tzinfo | None = None  # None: a time without a zone is refused
    name: str = ""  # what the conversation is called; empty: like its file

    @property
    def session(self) -> str:
        """What turns of a file that names no session belong to."""
        return self.name or PurePath(self.file).stem or self.file

    def at(self, where: str) -> "Place":
        """Another place in the same file."""
        return replace(self, where=where)

    def refuse(self, problem: str, cause: Exception | None = None) -> NoReturn:
        """Raise InvalidInput that says where."""
        where = ", ".join(filter(None, (self.file, self.where)))
        raise InvalidInput(f"{where}: {problem}" if where else problem) from cause

    @contextmanager
    def reading(self) -> Generator[None]:
        """What a record refuses is refused with this place."""
        try:
            yield
        except InvalidInput as e:
            self.refuse(str(e), e)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A turn as a caller or a file gives it."""

    place: Place
    session: str
    speaker: str | None
    role: Role
    said_at: datetime | None
    text: str
    uid: str | None = None
    caption: str | None = None
    agent: str | None = None
    used: tuple[str, ...] = ()

    def as_turn(self, uid: str, position: int | None = None) -> Turn:
        """The record; the log gives a turn without a position the next one. Raises InvalidInput."""
        return Turn(
            uid=uid,
            session=self.session,
            speaker=self.speaker,
            role=self.role,
            said_at=self.said_at,
            text=self.text,
            caption=self.caption,
            agent=self.agent,
            used=self.used,
            position=position,
        )


def turns_of(said: Iterable[Said]) -> tuple[Turn, ...]:
    """The turns with their places in their sessions, and with uids where the file gives none.

    Such a uid is a hash of session, speaker, time and text, and for the same said again of which time it is.
    """
    turns: dict[str, Turn] = {}
    positions: Counter[str] = Counter()
    repeated: Counter[str] = Counter()
    for each in said:
        uid = each.uid or uid_of(each.session, each.speaker, each.said_at, each.text)
        if each.uid is None and uid in turns:
            repeated[uid] += 1
            uid = uid_of(uid, repeated[uid])
        if uid in turns:
            each.place.refuse(f"a second turn has the id {uid!r}. Give each its own, or none.")
        with each.place.reading():
            turns[uid] = each.as_turn(uid, positions[each.session])
        positions[each.session] += 1
    return tuple(turns.values())


def items_of(value: object, what: str, place: Place) -> Iterator[tuple[Json, Place]]:
    """The objects of a JSON list, each with its place."""
    if not isinstance(value, list):
        place.refuse(f"{what}s are {value!r:.60}; a list of objects is accepted.")
    for number, item in enumerate(cast(list[object], value), start=1):
        at = place.at(f"{place.where}, {what} {number}" if place.where else f"{what} {number}")
        if not isinstance(item, dict):
            at.refuse(f"{item!r:.60} is no object. Write one {what} as {{...}}.")
        yield cast(Json, item), at


def first_of(item: Json, *keys: str) -> object:
    """The value of the first of these keys that has one."""
    return next((item[key] for key in keys if item.get(key) is not None), None)


def text_of(item: Json, key: str, place: Place) -> str | None:
    """The text under a key; numbers, which many use as ids, as text too; None when there is nothing."""
    value = item.get(key)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    place.refuse(f"{key} is {value!r:.60}; text is accepted.")


def role_of(name: str, place: Place) -> Role:
    """The role that other programs call so."""
    with place.reading():
        return _ROLE_NAMES.get(name.lower()) or checked_role(name)


def role_of_speaker(name: str) -> Role:
    """In plain text a speaker called Assistant is one; anybody else is a person."""
    return _ROLE_NAMES.get(name.lower(), "user")


def moment_of(value: object, what: str, place: Place) -> datetime | None:
    """The moment in UTC that a datetime, a text, or a timestamp in seconds or thousandths stands for."""
    if value is None or value == "":
        return None
    try:
        if isinstance(value, datetime):
            moment = value
        elif isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / (1000 if value > _MILLISECONDS else 1), UTC)
        else:
            moment = datetime.fromisoformat(str(value).strip())
    except (ValueError, OverflowError, OSError) as e:
        place.refuse(
            f"{what} is no date: {value!r:.60}. Write 2026-03-20 09:00 or 2026-03-20T09:00+01:00.", e
        )
    with place.reading():
        return utc(moment if moment.tzinfo else moment.replace(tzinfo=place.zone), what)
