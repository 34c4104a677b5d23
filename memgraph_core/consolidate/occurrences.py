"""Events of daily life: who did what on which day, at which time, as the notes state it.

Most events are actions that the language pack reads ("took the tram at 9"). A note that reports something with a time of
day in other words ("Tram at 9, late again") is an event without an action; its keywords show what it is about.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memgraph_core.consolidate.material import Material
from memgraph_core.language.actions import Action, actions_in, is_instead, may_have_happened, without_contrast
from memgraph_core.language.activities import thing_of
from memgraph_core.language.derived_text import PartOfDay
from memgraph_core.language.names import name_key
from memgraph_core.language.terms import terms_of
from memgraph_core.language.times import ReadTimes
from memgraph_core.records.graph import Note
from memgraph_core.records.kinds import DAY_GRAINS
from memgraph_core.records.progress import Progress

ReadAhead = Callable[[Sequence[str], str], None]  # called with the next statements and their language

_BATCH = 500
_KINDS = ("episodic", "semantic", "resource", "procedural")  # "Set off at 7:30" may be read as an instruction
_LONGEST_PART = timedelta(hours=12)  # of a day; a longer interval gives the day alone
_EXACT = ("minute", "hour")
_SURE = 0.9  # confidence of an expression such as yesterday; that of a weekday is lower
_COARSE = ("week", "month", "year")


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One event: what somebody did on a day."""

    note: str  # uid
    subject: str  # entity uid
    action: Action | None  # None if the words show none
    words: frozenset[str] = frozenset()  # the terms of the note's keywords, if a time of day is stated
    is_instead: bool = False  # the words say that it replaced another event
    day: date
    moment: datetime  # the stated time, or else when it was said
    minute: int | None = None  # of the day, if it is stated
    part: PartOfDay | None = None
    language: str = "en"

    @property
    def things(self) -> frozenset[str]:
        """The terms that name what it is about: those of the thing of an action, or all words if there is no action."""
        if self.action is None:
            return frozenset(word for word in self.words if len(word) > 1)
        thing = thing_of(self.language, self.action.activity, self.action.kind)
        named = terms_of(f"{thing} {self.action.variant}")
        return frozenset(term for term in named if len(term) > 1 or len(thing) == 1)

    @property
    def thing(self) -> str:
        """The general name of what an action is about, in small letters; empty if there is none."""
        action = self.action
        return thing_of(self.language, action.activity, action.kind).lower() if action else ""

    def is_about(self, name: str) -> bool:
        """Whether it is about what a name means."""
        return name in self.words or not self.things.isdisjoint(terms_of(name))


def occurrences_in(material: Material, read_ahead: ReadAhead, progress: Progress) -> list[Occurrence]:
    """The events that the notes state, by time and uid of the note.

    `read_ahead` prepares the reading of many texts at once.
    """
    dated = [note for note in material.notes.values() if may_state_event(note, material)]
    dated.sort(key=lambda note: (note.language, note.uid))
    found: list[Occurrence] = []
    # Statement and language → its actions; people repeat statements.
    read: dict[tuple[str, str], list[Action]] = {}
    for start in range(0, len(dated), _BATCH):
        batch = dated[start : start + _BATCH]
        times = [_times_of(note, material) for note in batch]
        plain = [each.without_clocks for each in times]
        for language in sorted({note.language for note in batch}):
            texts = {text for note, text in zip(batch, plain, strict=True) if note.language == language}
            new = sorted(text for text in texts if (text, language) not in read)
            read_ahead(new, language)
            read |= {(text, language): actions_in(text, language) for text in new}
        for note, read_times, text in zip(batch, times, plain, strict=True):
            time = _Time.of(note, read_times, material)
            found += _of_note(note, text, time, read[text, note.language], material)
        progress(min(start + _BATCH, len(dated)), len(dated))
    return sorted(found, key=lambda each: (each.moment, each.note, each.action.kind if each.action else ""))


def in_order(events: Iterable[Occurrence]) -> tuple[Occurrence, ...]:
    """Events by time and uid of the note."""
    return tuple(sorted(events, key=lambda each: (each.moment, each.note)))


def part_of_day(minute: int) -> PartOfDay:
    """The part of the day that a minute of the day belongs to."""
    hour = minute // 60
    if hour < 5 or hour >= 23:
        return "night"
    if hour < 11:
        return "morning"
    if hour < 14:
        return "noon"
    return "afternoon" if hour < 18 else "evening"


def may_state_event(note: Note, material: Material) -> bool:
    """Whether a note may state an event: its kind, its state and its time allow it."""
    stated = note.kind in _KINDS and note.state in ("active", "archived")
    # "Daily stand-up at 9:30 this morning" names a recurrence and states one event.
    is_one = note.recurs is None or is_stated(note)
    return (
        stated
        and is_one
        and note.grain not in _COARSE
        and note.uid in material.about
        and time_of(note) is not None
    )


def is_stated(note: Note) -> bool:
    """Whether a note states the time of its event."""
    return note.grain is not None and note.holds_from is not None


def time_of(note: Note) -> datetime | None:
    """The stated time of a note, or else when it was said."""
    return note.holds_from if is_stated(note) else note.said_at


def _times_of(note: Note, material: Material) -> ReadTimes:
    """The times that the statement of a note states, relative to the local time when it was said."""
    said_at = material.said_at(note) or time_of(note)
    assert said_at is not None  # see may_state_event
    return ReadTimes.of(without_contrast(material.statement(note), note.language), said_at, note.language)


def _of_note(
    note: Note, statement: str, time: "_Time", actions: Sequence[Action], material: Material
) -> Iterator[Occurrence]:
    words = frozenset(terms_of(" ".join(note.keywords))) if time.part else frozenset[str]()

    def event(subject: str, action: Action | None) -> Occurrence:
        return Occurrence(
            note=note.uid,
            subject=subject,
            action=action,
            words=words,
            is_instead=is_instead(statement, note.language),
            day=time.local.date(),
            moment=time.moment,
            minute=time.minute,
            part=time.part,
            language=note.language,
        )

    found: dict[tuple[str | None, str, str], Occurrence] = {}
    for action in sorted(actions, key=lambda each: not each.variant):
        subject, key = _subject(action, note, material), (action.subject, action.activity, action.kind)
        if subject is not None and key not in found:
            found[key] = event(subject, action)
    yield from found.values()
    speaker = material.speakers.get(note.uid)
    is_over = note.said_at is None or time.moment <= note.said_at
    if found or not words or not is_over or speaker is None:
        return
    if may_have_happened(statement, note.language):
        yield event(speaker, None)


@dataclass(frozen=True, slots=True)
class _Time:
    """When an event was, as exactly as its note states it."""

    moment: datetime
    local: datetime  # local time of the person
    minute: int | None = None  # of the day
    part: PartOfDay | None = None

    @classmethod
    def of(cls, note: Note, times: ReadTimes, material: Material) -> "_Time":
        moment = time_of(note)
        assert moment is not None  # see may_state_event
        has_time = is_stated(note)
        local = material.local(moment, stated=has_time)
        if has_time and (named := _named_day(times)) is not None and named != local.date():
            local = local + (named - local.date())
            moment = moment + (
                local.replace(tzinfo=None) - material.local(moment, stated=True).replace(tzinfo=None)
            )
        # Without words for a time, it is inherited from the sentence before.
        part = stated_part(note, local) if has_time and times.expressions else None
        if part is not None and note.grain in _EXACT:
            return cls(moment, local, 60 * local.hour + local.minute, part)
        said_at = material.said_at(note)
        if said_at is None or said_at.date() != local.date():
            return cls(moment, local, None, part)
        stated = times.time_of_day
        if stated is None or (part is not None and not stated.is_exact):
            return cls(moment, local, None, part)
        clock, minute = stated.start, 60 * stated.start.hour + stated.start.minute
        if stated.is_exact:
            return cls(moment, clock, minute, part_of_day(minute))
        return cls(moment, local, None, _part_between(stated.start, stated.end))


def _named_day(times: ReadTimes) -> date | None:
    """Today or yesterday, if the words name the day so: "Yesterday I ran at 6:55"."""
    days = {
        each.meaning.interval.start.date()
        for each in times.expressions
        if each.meaning.interval and each.meaning.grain in DAY_GRAINS and each.meaning.confidence >= _SURE
    }
    said = times.said_at.date()
    near = [day for day in (said - timedelta(days=1), said) if day in days]
    return near[0] if len(near) == 1 else None


def stated_part(note: Note, local: datetime) -> PartOfDay | None:
    """The part of the day that a note states; None if it states a day, or no time."""
    if note.grain in _EXACT:
        return part_of_day(60 * local.hour + local.minute)
    assert note.holds_from is not None
    length = note.holds_until - note.holds_from if note.holds_until else _LONGEST_PART
    return None if length >= _LONGEST_PART else _part_between(local, local + length)


def _part_between(start: datetime, end: datetime) -> PartOfDay:
    middle = start + (end - start) / 2
    return part_of_day(60 * middle.hour + middle.minute)


def _subject(action: Action, note: Note, material: Material) -> str | None:
    """The entity that did it; None if it is not known."""
    if action.subject is None:
        return material.speakers.get(note.uid)
    key = name_key(action.subject)
    named = (uid for uid in material.about[note.uid] if name_key(material.entities[uid].name) == key)
    return next(named, None)
