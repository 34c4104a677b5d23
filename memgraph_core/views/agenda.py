"""What notes plan: each planned day and routine of their texts, without what later notes end, move or resume.

Only languages whose pack reads occasions have them; of a note in another language the stored time counts.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo

from memgraph_core.language.pack import language_of, pack_of
from memgraph_core.language.relating.date_changes import SPEAKER
from memgraph_core.language.relating.occasions import LeftOut, Occasion, ScheduleChange, is_of_work, shared
from memgraph_core.records.graph import Note
from memgraph_core.records.validation import EARLIEST, clock_time


@dataclass(slots=True)
class _Planned:
    """An occasion of a note, and what later notes change of it."""

    note: Note
    text: str  # of the note, with the statement before it if that names what the note is about
    occasion: Occasion
    weekdays: frozenset[int]  # of a routine
    is_dropped: bool = False
    left_out: list[LeftOut] = field(default_factory=list[LeftOut])


@dataclass(frozen=True, slots=True)
class _Change:
    note: Note
    change: ScheduleChange


class Agenda:
    """The occasions of notes, after all changes that the notes state."""

    def __init__(self, notes: Iterable[Note], zone: tzinfo) -> None:
        self._by_note: dict[str, list[_Planned]] = {}
        changes = list[_Change]()
        for note in {note.uid: note for note in notes}.values():
            if note.said_at is None or note.is_derived:
                continue
            said_on, pack = clock_time(note.said_at, zone), pack_of(language_of(note.text))
            occasions = pack.occasions(note.text, said_on, note.context)
            if occasions is not None:
                text = _with_context(note, needs_context=pack.needs_context(note.text, said_on))
                self._by_note[note.uid] = [_Planned(note, text, each, _weekdays(each)) for each in occasions]
            changes += (_Change(note, each) for each in pack.schedule_changes(note.text, said_on, note.context))
        for each in sorted(changes, key=lambda each: (each.note.said_at or EARLIEST, each.note.uid)):
            self._apply(each)

    def occasions(self, note: Note) -> list[tuple[Note, Sequence[LeftOut]]] | None:
        """The note once for each of its occasions, with its time, and with the days that are left out; None without rules."""
        if note.uid not in self._by_note:
            return None
        return [
            (_timed(planned), planned.left_out)
            for planned in self._by_note[note.uid]
            if not planned.is_dropped
        ]

    def has(self, note: Note) -> bool:
        """Whether the language of a note reads its occasions."""
        return note.uid in self._by_note

    def is_dropped(self, uid: str, day: date) -> bool:
        """Whether later notes take back what a note plans for a day."""
        on_day = [
            each
            for each in self._by_note.get(uid, ())
            if each.occasion.rule is None and each.occasion.start is not None and each.occasion.start.date() == day
        ]
        return bool(on_day) and all(each.is_dropped for each in on_day)

    def _apply(self, changed: _Change) -> None:
        change = changed.change
        for planned in self._concerned(changed):
            if change.sort == "resumed":
                planned.left_out = [_until(each, change.since) for each in planned.left_out]
            elif planned.occasion.rule is not None:
                planned.left_out.append(LeftOut(change.since, change.until, change.weekdays))
            elif planned.occasion.start is not None and (change.is_once or change.since <= planned.occasion.start):
                planned.is_dropped = True

    def _concerned(self, changed: _Change) -> list[_Planned]:
        """The occasions that a change is about: those that share most words with it."""
        change = changed.change
        possible = [each for each in self._before(changed.note) if _is_possible(each, change)]
        if change.is_work:
            return [each for each in possible if each.occasion.rule is not None and is_of_work(each.note.text)]
        for words in (change.words, change.wider if not change.words else frozenset[str]()):
            if best := _best(possible, words):
                return best
        if change.days or change.weekdays:
            return possible if len({each.note.uid for each in possible}) == 1 else []
        return []

    def _before(self, note: Note) -> Iterator[_Planned]:
        said_at = note.said_at
        for planned in (each for several in self._by_note.values() for each in several):
            is_before = said_at is not None and planned.note.said_at is not None and planned.note.said_at < said_at
            if is_before and not planned.is_dropped:
                yield planned


def _best(possible: Sequence[_Planned], words: frozenset[str]) -> list[_Planned]:
    scores = [shared(words, each.text) for each in possible]
    most = max(scores, default=0)
    return [each for each, score in zip(possible, scores, strict=True) if most and score == most]


def _is_possible(planned: _Planned, change: ScheduleChange) -> bool:
    """Whether an occasion has one of the days that a change names."""
    start = planned.occasion.start
    if planned.occasion.rule is not None:
        if change.sort == "resumed":
            return bool(planned.left_out)
        named = change.weekdays | {day.weekday() for day in change.days}
        return not named or not planned.weekdays or bool(named & planned.weekdays)
    if start is None or change.sort == "resumed":
        return False
    if change.days:
        return any((day.month, day.day) == (start.month, start.day) for day in change.days)
    return not change.weekdays or start.weekday() in change.weekdays


def _until(left_out: LeftOut, since: datetime) -> LeftOut:
    """The days that are left out up to a day on which the routine goes on."""
    is_open = left_out.since < since and (left_out.until is None or left_out.until > since)
    return replace(left_out, until=since) if is_open else left_out


def _weekdays(occasion: Occasion) -> frozenset[int]:
    if occasion.rule is None or not occasion.rule.startswith("FREQ=WEEKLY"):
        return frozenset()
    days = occasion.rule.partition("BYDAY=")[2].partition(";")[0].split(",")
    return frozenset(_BYDAY.index(day) for day in days if day in _BYDAY)


_BYDAY = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def _timed(planned: _Planned) -> Note:
    occasion = planned.occasion
    return replace(
        planned.note,
        text=planned.text,
        holds_from=None if occasion.is_deadline else occasion.start,
        holds_until=occasion.end,
        grain=occasion.grain,
        recurs=occasion.rule,
    )


def _with_context(note: Note, *, needs_context: bool) -> str:
    """The text of a note after the statement before it, if that names what the note is about."""
    if not (needs_context and note.context):
        return note.text
    speaker = SPEAKER.match(note.text)
    start = speaker.end() if speaker else 0
    return f"{note.text[:start]}{note.context} {note.text[start:]}"
