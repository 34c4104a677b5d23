"""A generator of daily life: a year of short messages of one person, with the habits that are behind them.

The habits are known, so that what consolidation derives can be compared with them. Messages have several wordings, most
with a time of day and some without. Around the habits there are exceptions, a change of a habit, single events, plans,
denials, opinions, and events of other people. The same seed gives the same messages.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cache
from importlib import resources
from typing import Any, Literal

import yaml

Language = Literal["en", "zh"]
START = date(2026, 1, 5)
_YEAR = 365  # days, after which the routines begin again
_UPDATE = 90  # days in which a relation gets one new object


@dataclass(frozen=True, slots=True)
class Routine:
    """What a person does on some weekdays at about a time, in several wordings with `{thing}` and `{when}`."""

    name: str
    weekdays: tuple[int, ...]
    minute: int
    wordings: tuple[str, ...]
    things: tuple[tuple[str, int], ...] = (("", 1),)  # with their weights
    instead: tuple[str, ...] = ()  # wordings of exceptions
    days: tuple[int, int] = (0, 365)  # first and last day of each year of 365 days
    share: float = 0.85  # of the days on which it is done and mentioned
    asks: Mapping[str, str] = field(default_factory=dict[str, str])  # kind → question, some about a `{day}`


@dataclass(frozen=True, slots=True)
class Message:
    """One message, and the routine that it is an event or an exception of."""

    uid: str
    text: str
    said_at: datetime
    routine: str | None = None
    exception_to: str | None = None


@dataclass(slots=True)
class TrueHabit:
    """A routine as it was lived."""

    name: str
    minute: int
    messages: list[str] = field(default_factory=list[str])  # uids
    exceptions: list[str] = field(default_factory=list[str])  # uids


@dataclass(frozen=True, slots=True)
class Life:
    """The messages in the order of time, the habits behind them, and what changed."""

    speaker: str
    messages: tuple[Message, ...]
    habits: tuple[TrueHabit, ...]
    # relation → its objects; each replaced the one before
    updates: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


@cache
def _data(language: Language) -> Mapping[str, Any]:
    file = resources.files("memgraph_core.bench").joinpath("daily_life.yaml")
    return yaml.safe_load(file.read_text(encoding="utf-8"))[language]


@cache
def routines(language: Language) -> tuple[Routine, ...]:
    """The routines of a person."""
    return tuple(
        Routine(
            name=name,
            weekdays=tuple(row["weekdays"]),
            minute=row["minute"],
            wordings=tuple(row["wordings"]),
            things=tuple(row.get("things", {"": 1}).items()),
            instead=tuple(row.get("instead", ())),
            days=tuple(row.get("days", (0, 365))),
            share=row.get("share", 0.85),
            asks=row.get("asks", {}),
        )
        for name, row in _data(language)["routines"].items()
    )


def daily_life(language: Language, *, days: int = 365, seed: int = 1, noise: float = 1.5) -> Life:
    """The messages of some days. `noise` is the number of other messages a day.

    In the first year, some statements change: where the person lives and works.
    """
    numbers, data = random.Random(f"{language} {seed}"), _data(language)
    habits = {routine.name: TrueHabit(routine.name, routine.minute) for routine in routines(language)}
    messages: list[Message] = []
    updates = _updates(language, days, seed)
    for number in range(days):
        day = START + timedelta(days=number)
        messages += [each for each, _, _ in updates.get(number, ())]
        messages += sorted(_of_day(numbers, language, day, number), key=lambda each: each.said_at)
        for _ in range(int(noise) + (numbers.random() < noise % 1)):
            said_at = _moment(day, 22 * 60 + numbers.randrange(60))
            text = numbers.choice(data["noise"]).format(
                name=numbers.choice(data["names"]),
                object=numbers.choice(data["objects"]),
                subject=numbers.choice(data["subjects"]),
            )
            denied = _denied(text, language, number, messages)
            messages.append(Message(f"{number}-noise-{len(messages)}", text, said_at, exception_to=denied))
    for message in messages:
        if message.routine is not None:
            habits[message.routine].messages.append(message.uid)
        if message.exception_to is not None:
            habits[message.exception_to].exceptions.append(message.uid)
    values: dict[str, tuple[str, ...]] = {}
    for of_day in updates.values():
        for _, relation, value in of_day:
            values[relation] = (*values.get(relation, ()), value)
    return Life(data["speaker"], tuple(messages), tuple(habits.values()), values)


def _denied(text: str, language: Language, number: int, messages: Sequence[Message]) -> str | None:
    """The routine of which a message says that it was not done, if it belongs to the day and was not reported."""
    name = _data(language)["denials"].get(text)
    routine = next((each for each in routines(language) if each.name == name), None)
    if routine is None or not _is_expected(routine, number):
        return None
    of_day = (message for message in messages if message.uid.startswith(f"{number}-"))
    return None if any(name in (each.routine, each.exception_to) for each in of_day) else name


def _is_expected(routine: Routine, number: int) -> bool:
    first, last = routine.days
    day = START + timedelta(days=number)
    return day.weekday() in routine.weekdays and first <= number % _YEAR <= last


def _updates(language: Language, days: int, seed: int) -> Mapping[int, list[tuple[Message, str, str]]]:
    """Number of a day → the messages of this day that give a relation a new object, with relation and object."""
    numbers = random.Random(f"updates {language} {seed}")
    found: dict[int, list[tuple[Message, str, str]]] = {}
    for relation, row in _data(language).get("updates", {}).items():
        for step, value in enumerate(row["values"]):
            number = step * _UPDATE + numbers.randrange(5, _UPDATE - 5)
            if number < days:
                said_at = _moment(START + timedelta(days=number), 5 * 60 + numbers.randrange(60))
                text = numbers.choice(row["wordings"]).format(value=value)
                message = Message(f"{number}-{relation}", text, said_at)
                found.setdefault(number, []).append((message, relation, value))
    return found


def _of_day(numbers: random.Random, language: Language, day: date, number: int) -> Iterator[Message]:
    for routine in routines(language):
        if not _is_expected(routine, number):
            continue
        chance = numbers.random()
        minute = routine.minute + numbers.randrange(-10, 11)
        when, said_at = _when(numbers, language, minute), _moment(day, minute + numbers.randrange(5, 90))
        if routine.instead and chance > 0.96:
            text = numbers.choice(routine.instead).format(when=when)
            yield Message(f"{number}-{routine.name}", _sentence(text), said_at, exception_to=routine.name)
        elif chance < routine.share:
            things = [thing for thing, weight in routine.things for _ in range(weight)]
            text = numbers.choice(routine.wordings).format(thing=numbers.choice(things), when=when)
            yield Message(f"{number}-{routine.name}", _sentence(text), said_at, routine=routine.name)


def _when(numbers: random.Random, language: Language, minute: int) -> str:
    """A time of day, mostly exact."""
    data, (hour, rest) = _data(language), divmod(minute, 60)
    part = data["parts"][0 if hour < 11 else 1 if hour < 14 else 2 if hour < 18 else 3]
    form = data["clock"] if rest else data["full_hour"]
    half = "am" if hour < 12 else "pm"
    clock = form.format(hour=hour if hour <= 12 else hour - 12, minute=rest, half=half)
    return numbers.choice(data["times"]).format(clock=clock, part=part)


def _moment(day: date, minute: int) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(minutes=min(minute, 1_439))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def stated(habits: Sequence[TrueHabit], least: int) -> list[TrueHabit]:
    """The habits with at least so many messages."""
    return [habit for habit in habits if len(habit.messages) >= least]
