"""Questions about a generated life: what is usual, what was on a day, and what was the exception; and whether a context answers."""

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from memgraph_core.bench.daily_life import Language, Life, Message, Routine, TrueHabit, routines, stated
from memgraph_core.language.derived_text import clock
from memgraph_core.language.pack import pack_of
from memgraph_core.records.recurrence import BYDAY, weekly
from memgraph_core.records.search import Context, Hit

LifeQuestionKind = Literal["habit", "detail", "exception"]
KINDS: tuple[LifeQuestionKind, ...] = ("habit", "detail", "exception")

_OF_EACH = 3  # days and exceptions of each routine that are asked about
_NEAR = 20  # minutes
_MIN_OWN_SHARE = 0.8  # of the instances of an abstraction of a routine
_ARTICLE = re.compile(r"^(?:an? |一[杯壶碗])")
_DAILY = 5  # weekdays from which a routine of all seven is seen


@dataclass(frozen=True, slots=True, kw_only=True)
class LifeQuestion:
    """A question about a routine, and what a context must contain to answer it."""

    kind: LifeQuestionKind
    asks: str  # time, days, thing, detail, instead or exceptions
    text: str
    routine: Routine
    habit: TrueHabit
    messages: tuple[Message, ...] = ()  # of the day that is asked about, or all exceptions


def questions_about(life: Life, language: Language, *, seed: int, least: int) -> list[LifeQuestion]:
    """The questions about the routines with at least `least` messages."""
    numbers = random.Random(f"questions {language} {seed}")
    by_uid = {message.uid: message for message in life.messages}
    by_name = {routine.name: routine for routine in routines(language)}
    return [
        question
        for habit in stated(life.habits, least)
        for question in _of_routine(numbers, by_name[habit.name], habit, by_uid, language)
    ]


def _of_routine(
    numbers: random.Random,
    routine: Routine,
    habit: TrueHabit,
    by_uid: Mapping[str, Message],
    language: Language,
) -> Iterator[LifeQuestion]:
    for asks in ("time", "days", "thing"):
        if asks in routine.asks:
            yield LifeQuestion(kind="habit", asks=asks, text=routine.asks[asks], routine=routine, habit=habit)
    dated: tuple[tuple[LifeQuestionKind, str, list[str]], ...] = (
        ("detail", "detail", habit.messages),
        ("exception", "instead", habit.exceptions),
    )
    for kind, asks, uids in dated:
        for uid in numbers.sample(uids, min(_OF_EACH, len(uids))) if asks in routine.asks else ():
            message = by_uid[uid]
            text = routine.asks[asks].format(day=_day(message.said_at.date(), language))
            yield LifeQuestion(
                kind=kind, asks=asks, text=text, routine=routine, habit=habit, messages=(message,)
            )
    if "exceptions" in routine.asks and habit.exceptions:
        yield LifeQuestion(
            kind="exception",
            asks="exceptions",
            text=routine.asks["exceptions"],
            routine=routine,
            habit=habit,
            messages=tuple(by_uid[uid] for uid in habit.exceptions),
        )


def is_answered(question: LifeQuestion, context: Context, life: Life, language: Language) -> bool:
    """Whether a context contains the answer, in messages of the routine or in an abstraction of them."""
    own = set(question.habit.messages)
    abstractions = [hit for hit in context.hits if hit.is_abstraction and _is_of(hit, own)]
    said = [message for message in life.messages if message.uid in own and message.uid in context.turns]
    match question.asks:
        case "time":
            return any(_has_time(hit.text, question.routine.minute) for hit in abstractions) or any(
                any(character.isdigit() for character in message.text) for message in said
            )
        case "days":
            return _shows_days(question.routine, abstractions, said)
        case "thing":
            return _shows_thing(question.routine, abstractions, said)
        case _:
            shown = sum(_is_shown(message, context, abstractions, language) for message in question.messages)
            return shown >= min(_OF_EACH, len(question.messages))


def _is_of(hit: Hit, messages: set[str]) -> bool:
    turns = [note.turns[0] for note in hit.instances()]
    return bool(turns) and sum(turn in messages for turn in turns) >= _MIN_OWN_SHARE * len(turns)


def _has_time(text: str, minute: int) -> bool:
    minutes = range(minute - _NEAR, minute + _NEAR + 1)
    return any(clock(each) in text for each in minutes)


def _shows_days(routine: Routine, abstractions: Sequence[Hit], said: Sequence[Message]) -> bool:
    seen = {message.said_at.weekday() for message in said}
    if len(routine.weekdays) == len(BYDAY):
        return bool(abstractions) or len(seen) >= _DAILY
    rule = weekly(routine.weekdays)
    return seen == set(routine.weekdays) or any(hit.note and hit.note.recurs == rule for hit in abstractions)


def _shows_thing(routine: Routine, abstractions: Sequence[Hit], said: Sequence[Message]) -> bool:
    name = _ARTICLE.sub("", max(routine.things, key=lambda item: item[1])[0])
    return any(name in text for text in [*(hit.text for hit in abstractions), *(each.text for each in said)])


def _is_shown(message: Message, context: Context, abstractions: Sequence[Hit], language: Language) -> bool:
    """Whether a context shows a message with its day, or an abstraction that names this day as an exception."""
    day = message.said_at.date()
    if message.uid in context.turns and day.isoformat() in context.text:
        return True
    return message.exception_to is not None and any(_day(day, language) in hit.text for hit in abstractions)


def _day(day: date, language: Language) -> str:
    return pack_of(language).derived_text.day(day)
