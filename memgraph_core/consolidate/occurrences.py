"""Events of daily life: who did what on which day, at which time, as the notes state it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memgraph_core.consolidate.material import Material, statement_of
from memgraph_core.language.actions import Action, actions_in
from memgraph_core.language.derived_text import PartOfDay
from memgraph_core.language.names import name_key
from memgraph_core.records.graph import Note

Progress = Callable[[int, int], None]  # called with the number of notes read, and of all notes
ReadAhead = Callable[[Sequence[str], str], None]  # called with the next statements and their language

_BATCH = 500
_KINDS = ("episodic", "semantic", "resource")
_LONGEST_PART = timedelta(hours=12)  # of a day; a longer interval gives the day alone
_EXACT = ("minute", "hour")
_COARSE = ("week", "month", "year")


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One event: an action of somebody on a day."""

    note: str  # uid
    subject: str  # entity uid
    action: Action
    day: date
    moment: datetime  # the stated time, or else when it was said
    minute: int | None = None  # of the day, if it is stated
    part: PartOfDay | None = None
    language: str = "en"


def occurrences_in(material: Material, read_ahead: ReadAhead, progress: Progress) -> list[Occurrence]:
    """The events that the notes state, by time and uid of the note.

    `read_ahead` prepares the reading of many texts at once.
    """
    dated = [note for note in material.notes.values() if _may_state_event(note, material)]
    dated.sort(key=lambda note: (note.language, note.uid))
    found: list[Occurrence] = []
    read: dict[
        tuple[str, str], list[Action]
    ] = {}  # statement and language → its actions; people repeat themselves
    for start in range(0, len(dated), _BATCH):
        batch = dated[start : start + _BATCH]
        statements = [statement_of(note, _speaker_name(note, material)) for note in batch]
        for language in sorted({note.language for note in batch}):
            texts = {text for note, text in zip(batch, statements, strict=True) if note.language == language}
            new = sorted(text for text in texts if (text, language) not in read)
            read_ahead(new, language)
            read |= {(text, language): actions_in(text, language) for text in new}
        for note, statement in zip(batch, statements, strict=True):
            found += _of_note(note, read[statement, note.language], material)
        progress(min(start + _BATCH, len(dated)), len(dated))
    return sorted(found, key=lambda each: (each.moment, each.note, each.action.kind))


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


def _may_state_event(note: Note, material: Material) -> bool:
    stated = note.kind in _KINDS and note.recurs is None and note.state in ("active", "archived")
    return stated and note.grain not in _COARSE and note.uid in material.about and _time_of(note) is not None


def _time_of(note: Note) -> datetime | None:
    return note.holds_from if note.grain is not None and note.holds_from else note.said_at


def _speaker_name(note: Note, material: Material) -> str | None:
    speaker = material.entities.get(material.speakers.get(note.uid, ""))
    return speaker.name if speaker else None


def _of_note(note: Note, actions: Sequence[Action], material: Material) -> Iterator[Occurrence]:
    time = _time_of(note)
    assert time is not None  # see _may_state_event
    local = material.local(time, stated=note.grain is not None and note.holds_from is not None)
    minute, part = _time_of_day(note, local)
    seen: set[tuple[str | None, str, str]] = set()
    for action in sorted(actions, key=lambda each: not each.variant):
        subject, key = _subject(action, note, material), (action.subject, action.activity, action.kind)
        if subject is None or key in seen:
            continue
        seen.add(key)
        yield Occurrence(
            note=note.uid,
            subject=subject,
            action=action,
            day=local.date(),
            moment=time,
            minute=minute,
            part=part,
            language=note.language,
        )


def _time_of_day(note: Note, local: datetime) -> tuple[int | None, PartOfDay | None]:
    if note.grain is None or note.holds_from is None:
        return None, None
    if note.grain in _EXACT:
        minute = 60 * local.hour + local.minute
        return minute, part_of_day(minute)
    length = note.holds_until - note.holds_from if note.holds_until else _LONGEST_PART
    if length >= _LONGEST_PART:
        return None, None
    middle = local + length / 2
    return None, part_of_day(60 * middle.hour + middle.minute)


def _subject(action: Action, note: Note, material: Material) -> str | None:
    """The entity that did it; None if it is not known."""
    if action.subject is None:
        return material.speakers.get(note.uid)
    key = name_key(action.subject)
    named = (uid for uid in material.about[note.uid] if name_key(material.entities[uid].name) == key)
    return next(named, None)
