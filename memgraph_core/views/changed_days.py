"""The planned days and routines of notes, and which later statements move, correct, cancel or end them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo

from memgraph_core.language.pack import language_of, pack_of
from memgraph_core.language.relating.date_changes import DateChange, has_words, without_label
from memgraph_core.language.relating.stated_times import end_of_count, stored
from memgraph_core.records.graph import Note
from memgraph_core.records.recurrence import on_weekdays, weekdays_of
from memgraph_core.records.validation import EARLIEST, clock_time

_ENDS = " \t,，.。;；!！"
_FOLLOWS = timedelta(days=3)  # in which a statement without a name may be about what was said before it
_DAY = timedelta(days=1)
_NOW_MEANS = "→"  # between the words of a plan and those of a later change


@dataclass(frozen=True, slots=True)
class Part:
    """One planned day or routine of a note: the note with only this time."""

    note: Note
    about: str = ""  # the words for it, if the note states several
    is_read: bool = False  # whether the words of the note give the time; False: it is the stored time

    @property
    def text(self) -> str:
        """The words in which a later statement may name it."""
        return self.about or self.note.text


@dataclass(frozen=True, slots=True)
class StatedChange:
    """A note that moves, corrects, cancels or ends something with a date."""

    note: Note
    change: DateChange
    meant: frozenset[str] = frozenset()  # the uids of the notes that it means without naming their matter

    @property
    def is_end(self) -> bool:
        """Whether what it cancels goes on for a stated time, or on its other weekdays."""
        change = self.change
        return change.last is not None or change.left is not None or change.weekday is not None


def parts_of(note: Note, notes: Sequence[Note], zone: tzinfo) -> Iterator[Part]:
    """The planned days and routines of a note, by its words. The stored time, if the language has no rules for them."""
    found = None
    if note.said_at is not None and not note.is_derived:
        said_on = clock_time(note.said_at, zone)
        occasions = pack_of(language_of(note.text)).occasions
        found = occasions(note.text, said_on, "")
        if found and any(each.rule for each in found):
            found = occasions(note.text, said_on, _beside(note, notes))
    if found is None:
        yield Part(note)
        return
    for each in found:
        start = None if each.is_deadline else each.start
        times = replace(note, holds_from=start, holds_until=each.end, grain=each.grain, recurs=each.rule)
        yield Part(times, each.words, is_read=True)


def _beside(note: Note, notes: Sequence[Note]) -> str:
    """The text of the other notes of the same turn."""
    others = (each for each in notes if each.turns == note.turns and each.uid != note.uid)
    return "\n".join(without_label(each.text) for each in others)


def changes_of_dates(notes: Iterable[Note], dated: Sequence[Part], zone: tzinfo) -> list[StatedChange]:
    """The changes of dates that the notes state, oldest first."""
    found = list[StatedChange]()
    for note in notes:
        if note.said_at is not None:
            said_on = clock_time(note.said_at, zone)
            changes = pack_of(language_of(note.text)).date_changes(note.text, said_on)
            found += (StatedChange(note, change) for change in changes)
    found.sort(key=lambda each: (each.note.said_at or EARLIEST, each.note.uid))
    return [replace(each, meant=_meant(each, dated)) for each in found]


def _meant(changed: StatedChange, dated: Sequence[Part]) -> frozenset[str]:
    """The note that a change means by words beside it, or by following it, if no earlier note has its own words."""
    change = changed.change
    if not (change.hints or change.follows):
        return frozenset()
    before = [part for part in dated if _is_later(part.note, changed) or _precedes(part.note, changed.note)]
    before = [part for part in before if part.note.recurs or _is_ahead(part.note, changed.note)]
    if any(change.concerns(part.text) for part in before) or _only_on_former_day(changed, dated):
        return frozenset()
    sizes = {
        part: sum(len(hint) for hint in change.hints if has_words(part.text, (hint,))) for part in before
    }
    best = [part for part in before if sizes[part] and sizes[part] == max(sizes.values())]
    if not best and change.follows:
        best = [part for part in before if _follows(part.note, changed.note)]
    last = max(
        best,
        key=lambda part: (_precedes(part.note, changed.note), part.note.said_at or EARLIEST),
        default=None,
    )
    return frozenset([last.note.uid]) if last is not None else frozenset()


def _is_ahead(note: Note, later: Note) -> bool:
    """Whether a planned day was not over when a later statement was made."""
    start, said_at = note.holds_from, later.said_at
    return start is not None and said_at is not None and start >= said_at - _DAY


def _precedes(note: Note, later: Note) -> bool:
    """Whether a note is the statement directly before another one of the same turn."""
    words = without_label(note.text).rstrip(_ENDS)
    return note.turns == later.turns and note.uid != later.uid and later.context.rstrip(_ENDS).endswith(words)


def _follows(note: Note, later: Note) -> bool:
    """Whether a statement was made soon after a note."""
    if _precedes(note, later):
        return True
    said_at, since = note.said_at, later.said_at
    return said_at is not None and since is not None and since - said_at <= _FOLLOWS


def _is_later(note: Note, changed: StatedChange) -> bool:
    said_at, since = note.said_at, changed.note.said_at
    return note.uid != changed.note.uid and said_at is not None and since is not None and since > said_at


def is_changed_by(part: Part, later: StatedChange, dated: Sequence[Part]) -> bool:
    """Whether a later statement changes the date of a note. A change of one occasion leaves a recurrence."""
    change, note = later.change, part.note
    if note.recurs and change.is_once and not later.is_end:
        return False
    is_on_former_day = note.holds_from is not None and change.is_former(note.holds_from)
    if note.uid in later.meant:
        return change.former is None or note.holds_from is None or bool(note.recurs) or is_on_former_day
    if not _is_later(note, later):
        return False
    if not change.concerns(part.text):
        return is_on_former_day and _only_on_former_day(later, dated) == note.uid
    return change.former is None or note.holds_from is None or bool(note.recurs) or is_on_former_day


def cancels_own_day(part: Part, changes: Iterable[StatedChange]) -> bool:
    """Whether the day of a note is the day that the note cancels: "the meeting on the 21st is cancelled"."""
    note = part.note
    own = (
        each.change
        for each in changes
        if each.note.uid == note.uid and each.change.sort == "cancelled" and each.change.is_named
    )
    return (
        not note.recurs
        and note.holds_from is not None
        and any(change.is_former(note.holds_from) for change in own)
    )


def is_former_day(part: Part, changes: Iterable[StatedChange], dated: Sequence[Part]) -> bool:
    """Whether the day of a note is one of what the note moves to another day: 球局换周六了，周日他们没空."""
    note = part.note
    own = [each for each in changes if each.note.uid == note.uid and each.change.sort == "moved"]
    if note.recurs or note.holds_from is None or not own:
        return False
    moved = [former.note for former in dated for each in own if is_changed_by(former, each, dated)]
    return any(
        _takes_place(former, note.holds_from) for former in moved if former.uid != note.uid
    ) and not any(
        each.change.day is not None and stored(each.change.day.start) == note.holds_from for each in own
    )


def _takes_place(note: Note, moment: datetime) -> bool:
    """Whether a plan or a routine is on the day of a moment."""
    if note.recurs:
        return moment.weekday() in weekdays_of(note.recurs)
    return note.holds_from is not None and note.holds_from.date() == moment.date()


def _only_on_former_day(later: StatedChange, dated: Sequence[Part]) -> str | None:
    """The note on the former day that the change must mean: no other note on that day, and none about the same thing."""
    before = [part for part in dated if _is_later(part.note, later) and not part.note.recurs]
    on_day = {
        part.note.uid
        for part in before
        if part.note.holds_from is not None and later.change.is_former(part.note.holds_from)
    }
    if len(on_day) != 1 or any(later.change.concerns(part.text) for part in before):
        return None
    return next(iter(on_day))


def left_out(part: Part, changes: Iterable[StatedChange]) -> tuple[DateChange, ...]:
    """The changes of single occasions of a recurrence, which its own note may state, too."""
    note = part.note
    return tuple(
        each.change
        for each in changes
        if note.recurs
        and each.change.is_once
        and (
            each.note.uid == note.uid
            or note.uid in each.meant
            or (_is_later(note, each) and each.change.concerns(part.text))
        )
    )


def is_replaced_by(part: Part, changed: StatedChange) -> bool:
    """Whether a change that concerns a note leaves nothing of it as it was: all changes but an end that is still to come."""
    if not changed.is_end:
        return True
    note, last, weekday = part.note, changed.change.last, changed.change.weekday
    if weekday is not None:
        return not note.recurs or _without_weekday(note.recurs, weekday) is None
    end = None if last is None else stored(last.end)
    return end is not None and not note.recurs and note.holds_from is not None and note.holds_from >= end


def shifted_by(part: Part, changed: StatedChange) -> Part | None:
    """The part on its new day, if a change moves it by a number of days."""
    note, shift = part.note, changed.change.shift
    if shift is None or note.recurs or note.holds_from is None:
        return None
    until = None if note.holds_until is None else note.holds_until + shift
    return replace(part, note=replace(note, holds_from=note.holds_from + shift, holds_until=until))


def ended_by(note: Note, ends: Sequence[StatedChange], zone: tzinfo) -> Note:
    """The note with the end that later statements give to its routine."""
    for each in ends:
        if note.recurs and each.change.weekday is not None:
            note = replace(note, recurs=_without_weekday(note.recurs, each.change.weekday))
            continue
        last, said_at = each.change.last, each.note.said_at
        end = None if last is None else stored(last.end)
        if end is None and each.change.left is not None and note.recurs and said_at is not None:
            end = end_of_count(note.recurs, clock_time(said_at, zone) + timedelta(days=1), each.change.left)
        if end is not None and (note.holds_until is None or end < note.holds_until):
            note = replace(note, holds_until=end, grain=note.grain or "day")
    return note


def _without_weekday(rule: str, weekday: int) -> str | None:
    """The rule without one of its weekdays; None if it has no other one."""
    others = [day for day in weekdays_of(rule) if day != weekday]
    return on_weekdays(rule, others) if others else None


def on_new_weekday(note: Note, moved: StatedChange) -> Note:
    """The note that moves a recurrence, recurring on the new weekday."""
    day = moved.change.day
    if day is None or day.start is None:
        return note
    rule = on_weekdays(note.recurs or "", [day.start.weekday()])
    return replace(moved.note, recurs=rule, holds_from=None, holds_until=None, grain=None)


def with_former_words(note: Note, changes: Iterable[StatedChange], dated: Sequence[Part]) -> Note:
    """A note that changes a day without naming its matter, after the words of the note that names it."""
    for each in changes:
        if each.note.uid != note.uid or each.change.sort == "cancelled":
            continue
        former = next(iter(each.meant), None) or _only_on_former_day(each, dated)
        named = next((part.note for part in dated if part.note.uid == former), None)
        if named is not None and named.uid != note.uid:
            return replace(note, text=f"{named.text.rstrip(_ENDS)} {_NOW_MEANS} {without_label(note.text)}")
    return note
