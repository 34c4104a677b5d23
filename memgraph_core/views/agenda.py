"""What notes plan: each planned day and routine of their texts, without what later notes end, move or resume.

Only languages whose pack has `schedule_changes` have an agenda; for notes in other languages see `changed_days`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo

from memgraph_core.language.pack import language_of, pack_of
from memgraph_core.language.relating.date_changes import SPEAKER
from memgraph_core.language.relating.occasions import (
    LeftOut,
    Occasion,
    ScheduleChange,
    is_of_work,
    names_event,
    naming_terms,
    shared,
)
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.records.graph import Note
from memgraph_core.records.recurrence import BYDAY, weekdays_of
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
        self._zone = zone
        self._by_note: dict[str, list[_Planned]] = {}
        changes = list[_Change]()
        for note in {note.uid: note for note in notes}.values():
            pack = pack_of(language_of(note.text))
            if note.said_at is None or note.is_derived or pack.schedule_changes is None:
                continue
            said_on = clock_time(note.said_at, zone)
            occasions = pack.occasions(note.text, said_on, note.context)
            if occasions is not None:
                text = _with_context(note, needs_context=pack.needs_context(note.text, said_on))
                self._by_note[note.uid] = [_Planned(note, text, each, _weekdays(each)) for each in occasions]
            changes += (
                _Change(note, each) for each in pack.schedule_changes(note.text, said_on, note.context)
            )
        changes += self._restated()
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
            if each.occasion.rule is None
            and each.occasion.start is not None
            and each.occasion.start.date() == day
        ]
        return bool(on_day) and all(each.is_dropped for each in on_day)

    def _apply(self, changed: _Change) -> None:
        change = changed.change
        concerned = self._concerned(changed)
        if change.new_weekday is not None and any(each.occasion.rule is not None for each in concerned):
            self._make_weekly(changed.note, change.new_weekday)
        for planned in concerned:
            if change.sort == "resumed":
                planned.left_out = [_until(each, change.since) for each in planned.left_out]
            elif planned.occasion.rule is not None:
                if change.until is not None and change.sort == "ended":
                    planned.left_out = [_until(each, change.until) for each in planned.left_out]
                planned.left_out.append(LeftOut(change.since, change.until, change.weekdays))
            elif planned.occasion.start is not None and (
                change.sort == "moved" or change.is_once or change.since <= planned.occasion.start
            ):
                planned.is_dropped = True

    def _restated(self) -> Iterator[_Change]:
        """The routines that a later note states with other weekdays, with the same words and no others: they have moved."""
        weekly = [
            (each, words)
            for several in self._by_note.values()
            for each in several
            if each.weekdays and (words := naming_terms(each.occasion.words))
        ]
        for new, words in weekly:
            if pack_of(language_of(new.note.text)).adds(new.note.text):
                continue
            said_at = new.note.said_at or EARLIEST
            said_on = clock_time(said_at, self._zone)
            since = max(new.occasion.start or said_on, said_on)
            for old, former in weekly:
                is_older = (old.note.said_at or EARLIEST) < said_at
                if is_older and not old.weekdays & new.weekdays and (former <= words or words <= former):
                    moved = ScheduleChange(
                        sort="moved", words=former & words, weekdays=old.weekdays, since=since
                    )
                    yield _Change(new.note, moved)

    def _make_weekly(self, note: Note, day: int) -> None:
        """The new day of a routine recurs."""
        for planned in self._by_note.get(note.uid, ()):
            start = planned.occasion.start
            if planned.occasion.rule is None and start is not None and start.weekday() == day:
                planned.occasion = replace(planned.occasion, end=None, rule=f"FREQ=WEEKLY;BYDAY={BYDAY[day]}")
                planned.weekdays = frozenset([day])

    def _concerned(self, changed: _Change) -> list[_Planned]:
        """The occasions that a change is about: those that share most words with it."""
        change = changed.change
        possible = [each for each in self._before(changed.note) if _is_possible(each, change)]
        if change.is_work:
            return [
                each for each in possible if each.occasion.rule is not None and is_of_work(each.note.text)
            ]
        if best := _best(possible, change):
            return best
        is_of_day = change.is_once and change.days and not names_event(change.words)
        if change.weekdays or is_of_day:
            return possible if len({each.note.uid for each in possible}) == 1 else []
        return []

    def _before(self, note: Note) -> Iterator[_Planned]:
        """What earlier notes plan, as far as it is not over."""
        said_at = note.said_at
        if said_at is None:
            return
        today = midnight(clock_time(said_at, self._zone))
        for planned in (each for several in self._by_note.values() for each in several):
            occasion = planned.occasion
            over = occasion.end if occasion.rule is not None else occasion.start
            if (stated_at := planned.note.said_at) is None:
                continue
            follows = stated_at == said_at and bool(note.context) and note.context in planned.note.text
            is_before = stated_at < said_at or follows
            if is_before and not planned.is_dropped and (over is None or over >= today):
                yield planned


def has_agenda(note: Note) -> bool:
    """Whether the language of a note has rules for what ends, moves or resumes occasions."""
    return pack_of(language_of(note.text)).schedule_changes is not None


def _best(possible: Sequence[_Planned], change: ScheduleChange) -> list[_Planned]:
    """What shares most words with a change, by its own part of its statement or else by all words."""
    for texts in ([each.occasion.words for each in possible], [each.text for each in possible]):
        scores = [_score(each, text, change) for each, text in zip(possible, texts, strict=True)]
        if most := max(scores, default=0):
            return [each for each, score in zip(possible, scores, strict=True) if score == most]
    return []


def _score(planned: _Planned, text: str, change: ScheduleChange) -> int:
    """How much a text shares with a change. Names count beside another word or the day, or if there is no other word."""
    words, names = shared(change.words, text), shared(change.names, text)
    if not (change.words or change.names):
        return shared(change.wider, text)
    is_on_day = bool(planned.weekdays & {day.weekday() for day in change.days})
    return 2 * words + names if words or is_on_day or not change.words else 0


def _is_possible(planned: _Planned, change: ScheduleChange) -> bool:
    """Whether an occasion has one of the days that a change names."""
    start = planned.occasion.start
    if planned.occasion.rule is not None:
        if change.sort == "resumed" and not planned.left_out:
            return False
        if planned.occasion.rule.startswith("FREQ=YEARLY") or (
            change.sort != "resumed"
            and change.until is None
            and any(_is_open(each, change) for each in planned.left_out)
        ):
            return False
        named = change.weekdays | {day.weekday() for day in change.days if change.is_once}
        return not named or not planned.weekdays or bool(named & planned.weekdays)
    if start is None or change.sort == "resumed":
        return False
    if change.days:
        return any((day.month, day.day) == (start.month, start.day) for day in change.days)
    return not change.weekdays or start.weekday() in change.weekdays


def _is_open(left_out: LeftOut, change: ScheduleChange) -> bool:
    """Whether a routine has ended before a change."""
    return left_out.until is None and not left_out.weekdays and left_out.since <= change.since


def _until(left_out: LeftOut, since: datetime) -> LeftOut:
    """The days that are left out up to a day on which the routine goes on."""
    is_open = left_out.since < since and (left_out.until is None or left_out.until > since)
    return replace(left_out, until=since) if is_open else left_out


def _weekdays(occasion: Occasion) -> frozenset[int]:
    if occasion.rule is None or not occasion.rule.startswith("FREQ=WEEKLY"):
        return frozenset()
    return frozenset(weekdays_of(occasion.rule))


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
