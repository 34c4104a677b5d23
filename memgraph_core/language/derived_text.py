"""The texts of derived notes: what an abstraction states, and its sentence in a language."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal, Protocol

from memgraph_core.language.entries import entries
from memgraph_core.language.word_lists import yaml_of
from memgraph_core.records.kinds import Grain

PartOfDay = Literal["morning", "noon", "afternoon", "evening", "night"]
# Relations whose objects together show what somebody likes and does.
PREFERENCES = frozenset(
    ["LIKES", "DISLIKES", "PLAYS", "PRACTICES", "LISTENS_TO", "VISITED", "READ", "WATCHED", "EATS"]
)
_OPTIONAL = re.compile(r"<([^<>]*)>")
_VALUE = re.compile(r"\{(\w+)\}")
_MAX_NAMES = 4  # names in one enumeration; the others are counted together


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """When something is usually done. Empty values are not known, or there is no rule."""

    days: Literal["daily", "weekdays", "weekend", "monthly", ""] = ""
    weekdays: tuple[int, ...] = ()  # 0 is Monday; only if `days` is empty
    part: PartOfDay | None = None
    minute: int | None = None  # of the day


@dataclass(frozen=True, slots=True, kw_only=True)
class Habit:
    """What somebody does again and again."""

    subject: str
    phrase: str  # in the plain form: drink coffee
    schedule: Schedule
    variants: tuple[tuple[str, int], ...] = ()  # name and number, the most frequent first
    count: int
    first: date
    last: date
    exceptions: tuple[tuple[str, date], ...] = ()  # what was different, empty for another day; and when
    is_over: bool = False  # it is no longer done


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """Several objects of one relation."""

    subject: str
    relation: str
    objects: tuple[tuple[str, int], ...]  # name and number, the most frequent first
    count: int
    first: date
    last: date
    latest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trajectory:
    """The objects of a relation that has one at a time, in the order of time."""

    subject: str
    relation: str
    steps: tuple[tuple[str, str, str], ...]  # object, and since when and until when as text; empty if unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """What somebody said about one matter, within days or repeatedly over weeks."""

    subject: str
    matter: str
    count: int  # of the notes
    first: date
    last: date
    sentences: tuple[tuple[date, str], ...]  # when each was said, and its words, in the order of time


@dataclass(frozen=True, slots=True, kw_only=True)
class Feeling:
    """What somebody feels about a topic."""

    subject: str
    topic: str
    label: str  # an AffectLabel
    count: int  # of notes that express a feeling of this sign
    first: date
    last: date
    # The day when the clearest statement was said, and its words.
    quoted: tuple[date, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What changed for somebody within a short time."""

    subject: str
    steps: tuple[tuple[str, str, str], ...]  # relation, object and day, in the order of time


@dataclass(frozen=True, slots=True, kw_only=True)
class Feelings:
    """Several topics about which somebody feels good, or feels bad."""

    subject: str
    sign: Literal["good", "bad"]
    topics: tuple[tuple[str, str], ...]  # topic and AffectLabel, the topic with most notes first
    count: int  # of notes
    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Contrast:
    """The topics about which somebody feels good, and those about which the person feels bad."""

    subject: str
    good: tuple[str, ...]
    bad: tuple[str, ...]
    count: int  # of notes
    first: date
    last: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Aftermath:
    """What somebody feels since several things changed."""

    subject: str
    steps: tuple[tuple[str, str, str], ...]  # relation, object and day of each change, in the order of time
    topics: tuple[tuple[str, str], ...]  # topic and AffectLabel
    first: date
    last: date


Derived = Habit | Preference | Trajectory | Episode | Feeling | Changes | Feelings | Contrast | Aftermath


class DerivedText(Protocol):
    """The parts of a sentence that depend on the language."""

    @property
    def code(self) -> str:
        """The code of the language."""
        ...

    def done(self, phrase: str) -> str:
        """A verb phrase in the third person: `drink coffee` becomes `drinks coffee`."""
        ...

    def having(self, thing: str) -> str:
        """A verb phrase for a thing without a known action: `have stand-up`."""
        ...

    def mentioning(self, thing: str) -> str:
        """A verb phrase for a thing that is mentioned, without a known action: `mention choir`."""
        ...

    def without(self, thing: str) -> str:
        """The name of an exception without anything in its place: `no choir`."""
        ...

    def day(self, moment: date, grain: Grain | None = None) -> str:
        """A date as people write it, as exact as is known: a year, a month or a day."""
        ...

    def label(self, relation: str) -> str:
        """A relation type as a verb phrase in the third person."""
        ...


def sentence_of(derived: Derived, words: DerivedText) -> str:
    """The sentence that states what was derived."""
    match derived:
        case Habit():
            return _habit(derived, words)
        case Preference():
            return _preference(derived, words)
        case Trajectory():
            return _trajectory(derived, words)
        case Episode():
            return _episode(derived, words)
        case Feeling():
            return _feeling(derived, words)
        case Changes():
            return _changes(derived, words)
        case Feelings():
            return _feelings(derived, words)
        case Contrast():
            return _contrast(derived, words)
        case Aftermath():
            return _aftermath(derived, words)


def question_of(derived: Derived, words: DerivedText) -> str:
    """The question that an episode or insight answers; empty for other abstractions."""
    questions = _texts(words)["questions"]
    match derived:
        case Episode():
            return _filled(questions["episode"], subject=derived.subject, topic=derived.matter)
        case Feeling():
            return _filled(questions["feeling"], subject=derived.subject, topic=derived.topic)
        case Changes():
            return _filled(questions["changes"], subject=derived.subject)
        case Feelings():
            return _filled(questions[derived.sign], subject=derived.subject)
        case Contrast():
            return _filled(questions["contrast"], subject=derived.subject)
        case Aftermath():
            return _filled(questions["aftermath"], subject=derived.subject)
        case _:
            return ""


def asks_for_pattern(question: str, language: str) -> bool:
    """Whether a question asks for something usual, for its exceptions, for how often it is done, or for how it has changed."""
    names = ("asks_usual", "asks_exceptions", "asks_changes")
    return any(_asks(name, question, language) for name in names)


def asks_for_habit(question: str, language: str) -> bool:
    """Whether a question asks for something usual, for how often it is done, or for its exceptions."""
    return _asks("asks_usual", question, language) or asks_for_exceptions(question, language)


def asks_for_exceptions(question: str, language: str) -> bool:
    """Whether a question asks when something usual was not done, or what was done instead."""
    return _asks("asks_exceptions", question, language)


def without_pattern_words(question: str, language: str) -> str:
    """A question without the words that ask what is usual or for exceptions, such as "usually" or "instead of"."""
    texts = yaml_of("derived_text").get(language)
    if texts is None:
        return question
    words = f"{texts['asks_usual']}|{texts['exception_words']}"
    return re.sub(words, " ", question, flags=re.IGNORECASE)


def _asks(name: str, question: str, language: str) -> bool:
    texts = yaml_of("derived_text").get(language)
    return texts is not None and re.search(texts[name], question, re.IGNORECASE) is not None


def chinese_label(relation: str) -> str | None:
    """The name of a relation type in Chinese pictures; None without one."""
    entry = entries().get(relation)
    return entry.label.get("zh") if entry else None


def clock(minute: int) -> str:
    """A minute of the day as abstractions write it: 7:05."""
    return f"{minute // 60}:{minute % 60:02}"


def _habit(habit: Habit, words: DerivedText) -> str:
    texts, minute = _texts(words), habit.schedule.minute
    return _stated(
        texts["habit_over" if habit.is_over else "habit"],
        habit,
        words,
        phrase=habit.phrase if habit.is_over else words.done(habit.phrase),
        days=_days(habit.schedule, texts),
        part=texts["parts"].get(habit.schedule.part, ""),
        time="" if minute is None else clock(minute),
        variants=_variants(habit, texts),
        exceptions=_exceptions(habit.exceptions, words),
    )


def _days(schedule: Schedule, texts: Mapping[str, Any]) -> str:
    if schedule.days:
        return texts["days"][schedule.days]
    names = [texts["weekdays"][day] for day in schedule.weekdays]
    *before, last = names or [""]
    listed = texts["and"].join([texts["separator"].join(before), last]) if before else last
    return _filled(texts["each"], weekdays=listed) if names else ""


def _variants(habit: Habit, texts: Mapping[str, Any]) -> str:
    """What the events were about, such as drinks, most frequent first.

    "Always" if all events have the thing, "mostly" for the first thing if more than half of the events have it, else "sometimes".
    """
    named = sum(number for _, number in habit.variants)
    parts: list[str] = []
    for name, number in habit.variants[: _MAX_NAMES - 1]:
        form = (
            "always"
            if number == habit.count
            else "mostly"
            if not parts and 2 * number > named
            else "sometimes"
        )
        parts.append(_filled(texts[form], name=name, count=number, all=habit.count))
    return texts["separator"].join(parts)


def _exceptions(exceptions: Sequence[tuple[str, date]], words: DerivedText) -> str:
    texts = _texts(words)
    named = [
        _filled(texts["exception"], name=name, day=words.day(day)) for name, day in exceptions[:_MAX_NAMES]
    ]
    if rest := len(exceptions) - len(named):
        named.append(_filled(texts["more"], count=rest))
    return texts["separator"].join(named)


def _preference(preference: Preference, words: DerivedText) -> str:
    texts = _texts(words)
    shown = preference.objects[: 2 * _MAX_NAMES]
    named = [
        _filled(texts["counted"], name=name, count=number) if number > 1 else name for name, number in shown
    ]
    if rest := sum(number for _, number in preference.objects[len(shown) :]):
        named.append(_filled(texts["more"], count=rest))
    return _stated(
        texts["preference"],
        preference,
        words,
        label=words.label(preference.relation),
        objects=texts["separator"].join(named),
        latest=preference.latest,
    )


def _trajectory(trajectory: Trajectory, words: DerivedText) -> str:
    texts = _texts(words)
    steps = [
        _filled(texts["step"], object=o, since=since, until=until) for o, since, until in trajectory.steps
    ]
    label = words.label(trajectory.relation)
    return _filled(
        texts["trajectory"], subject=trajectory.subject, label=label, steps=texts["steps"].join(steps)
    )


def _episode(episode: Episode, words: DerivedText) -> str:
    texts = _texts(words)
    return _stated(
        texts["episode"],
        episode,
        words,
        matter=episode.matter,
        sentences=texts["separator"].join(
            _filled(texts["quotation"], day=words.day(day), text=text) for day, text in episode.sentences
        ),
    )


def _feeling(feeling: Feeling, words: DerivedText) -> str:
    texts = _texts(words)
    quotation = ""
    if feeling.quoted is not None:
        quotation = _filled(texts["quotation"], day=words.day(feeling.quoted[0]), text=feeling.quoted[1])
    return _stated(
        texts["feeling"],
        feeling,
        words,
        topic=feeling.topic,
        feeling=texts["feelings"][feeling.label],
        quotation=quotation,
    )


def _changes(changes: Changes, words: DerivedText) -> str:
    return _filled(_texts(words)["changes"], subject=changes.subject, steps=_steps(changes.steps, words))


def _steps(steps: Sequence[tuple[str, str, str]], words: DerivedText) -> str:
    """The changes in one enumeration."""
    texts = _texts(words)
    return texts["separator"].join(
        _filled(texts["change"], label=words.label(relation), object=name, day=day)
        for relation, name, day in steps
    )


def _topics(topics: Sequence[tuple[str, str]], words: DerivedText) -> str:
    """The topics with their feelings in one enumeration."""
    texts = _texts(words)
    return texts["separator"].join(
        _filled(texts["felt"], topic=topic, feeling=texts["feelings"][label]) for topic, label in topics
    )


def _feelings(feelings: Feelings, words: DerivedText) -> str:
    template = _texts(words)["several"][feelings.sign]
    return _stated(template, feelings, words, topics=_topics(feelings.topics, words))


def _contrast(contrast: Contrast, words: DerivedText) -> str:
    texts = _texts(words)
    good, bad = (texts["separator"].join(topics) for topics in (contrast.good, contrast.bad))
    return _stated(texts["contrast"], contrast, words, good=good, bad=bad)


def _aftermath(aftermath: Aftermath, words: DerivedText) -> str:
    return _filled(
        _texts(words)["aftermath"],
        subject=aftermath.subject,
        steps=_steps(aftermath.steps, words),
        topics=_topics(aftermath.topics, words),
        first=words.day(aftermath.first),
        last=words.day(aftermath.last),
    )


def _stated(
    template: str,
    derived: Habit | Preference | Episode | Feeling | Feelings | Contrast,
    words: DerivedText,
    **values: object,
) -> str:
    """The template with these values, and with the subject, the number of notes, and the first and the last day."""
    days = {"first": words.day(derived.first), "last": words.day(derived.last)}
    return _filled(template, subject=derived.subject, count=derived.count, **days, **values)


def _filled(template: str, **values: object) -> str:
    """The template with its values; optional parts with an empty value are left out."""
    texts = {name: str(value) for name, value in values.items()}

    def part(match: re.Match[str]) -> str:
        names = _VALUE.findall(match[1])
        return match[1] if all(texts[name] for name in names) else ""

    return _VALUE.sub(lambda match: texts[match[1]], _OPTIONAL.sub(part, template))


def _texts(words: DerivedText) -> Mapping[str, Any]:
    return yaml_of("derived_text")[words.code]
