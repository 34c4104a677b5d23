"""What is due: planned days, appointments, deadlines, birthdays and recurring days within a coming period."""

import re
from calendar import isleap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Literal, get_args

from dateutil.rrule import rrulestr

from memgraph_core.language.entries import entries
from memgraph_core.language.pack import answer_language, language_of, pack_of
from memgraph_core.language.quoting import encoded_name
from memgraph_core.language.relating.date_changes import DateChange
from memgraph_core.language.relating.occasions import LeftOut
from memgraph_core.language.scripts import one_line
from memgraph_core.language.times import times_in
from memgraph_core.records.graph import Fact, Note, uid_of
from memgraph_core.records.kinds import Grain
from memgraph_core.records.representation import as_date, last_date, short_repr
from memgraph_core.records.validation import EARLIEST, clock_time
from memgraph_core.views.agenda import Agenda
from memgraph_core.views.sheet import Sheet, as_text, in_order
from memgraph_core.views.words import WORDS

DueKind = Literal["appointment", "deadline", "birthday", "plan", "recurring"]

KINDS: tuple[DueKind, ...] = get_args(DueKind)
DATE_RELATIONS: Mapping[str, DueKind] = {  # relations whose object is a day
    type_: entry.due for type_, entry in entries().items() if entry.due is not None
}
_LeavesOut = DateChange | LeftOut
_DAY_GRAINS = ("day", "hour", "minute")
_CLOCK_GRAINS = ("hour", "minute")
# A birthday is read near each of these years. If the results differ, the birthday is stated without a year. Both years
# have a 29 February.
_LEAP_YEAR, _OTHER_LEAP_YEAR = 2000, 2020
_SEVERAL_DAYS = re.compile(r"^(\d{4}-\d\d-\d\d)/(\d{4}-\d\d-\d\d)$")  # the first and the last day of an event
_LATE_DAY = re.compile(r"BYMONTHDAY=(29|30|31)(?![\d,])")
_BYDAY = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_WEEKDAYS = re.compile(r"BYDAY=((?:[A-Z]{2},?)+)")
_MANY_WEEKDAYS = 4
_ON_CERTAIN_DAYS = ("BYDAY=", "BYMONTHDAY=", "BYYEARDAY=")  # parts of a rule that name days


@dataclass(frozen=True, slots=True, kw_only=True)
class DueItem:
    """One item that is due."""

    kind: DueKind
    at: datetime  # the first moment in the period
    grain: Grain  # precision of `at`
    text: str  # the name of the event or person, or the words of the note
    turning: int | None = None  # age on a birthday, if the year of birth is known
    rule: str | None = None  # RRULE of a recurring day
    notes: tuple[str, ...] = ()  # uids of source notes
    fact: str | None = None  # uid
    uid: str = (
        ""  # of this day of the plan or fact, for `Memory.acknowledge`; empty: computed from the other fields
    )

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if not self.uid:
            uid = uid_of("due", self.kind, self.at.date().isoformat(), self.fact or "", *self.notes)
            object.__setattr__(self, "uid", uid)


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What is due in a period (half-open), in order of time."""

    since: datetime
    until: datetime
    language: str
    items: tuple[DueItem, ...]

    __repr__ = short_repr

    def text(self, tokens: int | None = None) -> str:
        """The items as text for a prompt, the nearest days first; of at most `tokens` estimated tokens."""
        words = WORDS[self.language]
        title = words.due_title.format(since=as_date(self.since), until=last_date(self.until))
        lines = in_order(self.lines())
        sheet = Sheet(
            title=title, language=self.language, day=as_date(self.since), sections=[(words.due, lines)]
        )
        return as_text(sheet, tokens) if lines else f"{title}\n{words.nothing_due}"

    def lines(self) -> tuple[str, ...]:
        """One line for each item: `2026-06-12 birthday: Clara (turns 41)`."""
        return tuple(map(self._line, self.items))

    def _line(self, item: DueItem) -> str:
        words = WORDS[self.language]
        day = as_date(item.at, item.grain)
        if item.grain in ("hour", "minute"):
            day += f" {item.at:%H:%M}"
        age = words.turning.format(age=item.turning) if item.turning is not None else ""
        text = encoded_name(item.text) if item.fact else one_line(item.text)
        return f"{day} {words.due_kinds[item.kind]}{words.colon}{text}{age}"


def due_of(
    notes: Iterable[Note],
    facts: Iterable[Fact],
    names: Mapping[str, str],
    since: datetime,
    until: datetime,
    zone: tzinfo,
    stating: Iterable[Note] = (),
    later: Iterable[Note] = (),
    language: str = "en",
) -> Due:
    """What is due in a period, from the notes that begin in it or recur, and the facts of `DATE_RELATIONS`.

    `stating` are the notes of these facts, and `later` are further notes that may change a date. A note whose date a later one
    moves, corrects or cancels gives nothing; of a recurrence, only the occasions that it moves or cancels are left out.
    `language` is that of an empty result.

    Facts that have ended (a cancelled or moved appointment, somebody who died) and the notes that state only them give
    nothing. Stored times of notes are times of day in the time zone `zone`, written as UTC. A whole day is due until it ends.
    """
    known = sorted(facts, key=lambda fact: fact.uid)
    notes, said = tuple(notes), {note.uid: note for note in stating}
    changes = _changes((*notes, *said.values(), *later), zone)
    agenda = Agenda((*notes, *said.values(), *later), zone)
    dated = (*notes, *said.values())
    days = {fact.uid: _day_of(fact, names, since, zone) for fact in known}
    holding = [
        fact
        for fact in known
        if fact.holds(since)
        and not fact.never_held
        and not _is_changed_fact(fact, said, changes, dated)
        and not _is_taken_back(fact, days[fact.uid], agenda)
    ]
    items = _distinct(item for fact in holding for item in _of_fact(fact, names, since, until, zone))
    stated = {uid for fact in known for uid in fact.notes}
    stated_days = {
        (uid, day)
        for fact in known
        if (day := days[fact.uid]) and not _is_news(fact, since)
        for uid in fact.notes
    }
    born = {uid for fact in known if DATE_RELATIONS[fact.type] == "birthday" for uid in fact.notes}
    for note, left_out in _each_occasion(notes, agenda):
        is_stated = (note.uid, _date_of(note)) in stated_days if agenda.has(note) else note.uid in stated
        is_birthday = note.uid in born and (note.recurs or "").startswith("FREQ=YEARLY")
        if is_stated or is_birthday or _cancels_own_day(note, changes):
            continue
        found = [each for each in changes if _is_changed_by(note, each, dated)]
        if not found:
            items += _of_note(note, since, until, zone, (*left_out, *_left_out(note, changes)))
        elif note.recurs and (moved := found[-1]).change.day is not None:
            listed = {(item.at.date(), uid) for item in items for uid in item.notes}
            recurring = _of_note(_on_new_weekday(note, moved), since, until, zone)
            items += (item for item in recurring if (item.at.date(), *item.notes) not in listed)
    texts = [item.text for item in items]
    ordered = sorted(items, key=lambda item: (item.at, KINDS.index(item.kind), item.text))
    return Due(
        since=since,
        until=until,
        language=answer_language(" ".join(texts)) if texts else language,
        items=tuple(ordered),
    )


def _each_occasion(notes: Iterable[Note], agenda: Agenda) -> Iterator[tuple[Note, Sequence[LeftOut]]]:
    """The notes, once for each day or routine that they plan, with its time."""
    for note in notes:
        occasions = agenda.occasions(note)
        yield from [(note, ())] if occasions is None else occasions


def _date_of(note: Note) -> date | None:
    """The day of a note that does not recur; the last day of a deadline."""
    if note.recurs is not None:
        return None
    last = note.holds_until - timedelta(microseconds=1) if note.holds_until is not None else None
    day = note.holds_from or last
    return day.date() if day is not None else None


def _day_of(fact: Fact, names: Mapping[str, str], since: datetime, zone: tzinfo) -> date | None:
    """The day in the object of a fact."""
    stated = _stated_day(names.get(fact.object, ""), _stated_at(fact, since, zone))
    return stated[0].date() if stated is not None and stated[1] in _DAY_GRAINS else None


def _is_news(fact: Fact, since: datetime) -> bool:
    """Whether a fact is stated only after a moment; then it does not hold yet."""
    return fact.holds_from is not None and fact.holds_from > since and fact.holds_until is None


def _is_taken_back(fact: Fact, day: date | None, agenda: Agenda) -> bool:
    """Whether later notes take back the day of a fact in all its notes."""
    return day is not None and bool(fact.notes) and all(agenda.is_dropped(uid, day) for uid in fact.notes)


@dataclass(frozen=True, slots=True)
class _StatedChange:
    """A note that moves or corrects the date of something."""

    note: Note
    change: DateChange


def _changes(notes: Iterable[Note], zone: tzinfo) -> list[_StatedChange]:
    """The changes of dates that the notes state, oldest first."""
    found = list[_StatedChange]()
    for note in {note.uid: note for note in notes}.values():
        if note.said_at is not None:
            said_on = clock_time(note.said_at, zone)
            pack = pack_of(language_of(note.text))
            changes = pack.date_changes(note.text, said_on) if pack.occasions is None else ()
            found += (_StatedChange(note, change) for change in changes)
    return sorted(found, key=lambda each: (each.note.said_at or EARLIEST, each.note.uid))


def _is_later(note: Note, changed: _StatedChange) -> bool:
    said_at, since = note.said_at, changed.note.said_at
    return note.uid != changed.note.uid and said_at is not None and since is not None and since > said_at


def _is_changed_by(note: Note, later: _StatedChange, dated: Sequence[Note]) -> bool:
    """Whether a later statement changes the date of a note. A change of one occasion leaves a recurrence."""
    change = later.change
    if not _is_later(note, later) or (note.recurs and change.is_once):
        return False
    is_on_former_day = note.holds_from is not None and change.is_former(note.holds_from)
    if not change.concerns(note.text):
        return is_on_former_day and _only_on_former_day(later, dated) == note.uid
    return change.former is None or note.holds_from is None or is_on_former_day


def _cancels_own_day(note: Note, changes: Iterable[_StatedChange]) -> bool:
    """Whether the day of a note is the day that the note cancels: "the meeting on the 21st is cancelled"."""
    own = (each.change for each in changes if each.note.uid == note.uid and each.change.sort == "cancelled")
    return note.holds_from is not None and any(change.is_former(note.holds_from) for change in own)


def _only_on_former_day(later: _StatedChange, dated: Sequence[Note]) -> str | None:
    """The note on the former day that the change must mean: no other note on that day, and none about the same thing."""
    before = [note for note in dated if _is_later(note, later) and not note.recurs]
    on_day = {
        note.uid for note in before if note.holds_from is not None and later.change.is_former(note.holds_from)
    }
    named = any(later.change.concerns(note.text) for note in before)
    return next(iter(on_day)) if len(on_day) == 1 and not named else None


def _left_out(note: Note, changes: Iterable[_StatedChange]) -> tuple[DateChange, ...]:
    """The changes of single occasions of a recurrence."""
    return tuple(
        each.change
        for each in changes
        if note.recurs and each.change.is_once and _is_later(note, each) and each.change.concerns(note.text)
    )


def _is_changed_fact(
    fact: Fact, said: Mapping[str, Note], changes: Iterable[_StatedChange], dated: Sequence[Note]
) -> bool:
    """Whether later statements, which are not notes of the fact, change the date of all its notes."""
    notes = [said[uid] for uid in fact.notes if uid in said]
    others = [each for each in changes if each.note.uid not in fact.notes]
    return bool(notes) and all(any(_is_changed_by(note, each, dated) for each in others) for note in notes)


def _on_new_weekday(note: Note, moved: _StatedChange) -> Note:
    """The note that moves a recurrence, recurring on the new weekday."""
    day = moved.change.day
    if day is None or day.start is None:
        return note
    weekday = _WEEKDAYS.sub(f"BYDAY={_BYDAY[day.start.weekday()]}", note.recurs or "")
    return replace(moved.note, recurs=weekday, holds_from=None, holds_until=None, grain=None)


def _of_note(
    note: Note, since: datetime, until: datetime, zone: tzinfo, left_out: Sequence[_LeavesOut] = ()
) -> Iterator[DueItem]:
    if note.recurs and any(part in note.recurs for part in _ON_CERTAIN_DAYS):
        grain = "hour" if "BYHOUR=" in note.recurs else "day"
        for rule in _each_weekday(note.recurs):
            at = _next_occurrence(note, rule, since, until, zone, left_out)
            if at is not None:
                yield DueItem(
                    kind="recurring", at=at, grain=grain, text=note.text, rule=note.recurs, notes=(note.uid,)
                )
        return
    if note.holds_from is None and note.holds_until is not None:
        yield from _of_deadline(note, since, until, zone)
        return
    start, said, grain = note.holds_from, note.said_at, note.grain or "day"
    at = None if start is None else start.replace(tzinfo=zone)
    if at is not None and _is_within(at, grain, since, until, zone) and (said is None or said < at):
        yield DueItem(kind="plan", at=at, grain=grain, text=note.text, notes=(note.uid,))


def _of_deadline(note: Note, since: datetime, until: datetime, zone: tzinfo) -> Iterator[DueItem]:
    """The day before which something must be done, if the words of the note state that."""
    if note.said_at is None:
        return
    day = pack_of(language_of(note.text)).deadline(note.text, clock_time(note.said_at, zone))
    if day is None or day.start is None:
        return
    at = day.start.replace(tzinfo=zone)
    if _is_within(at, day.grain, since, until, zone):
        yield DueItem(kind="deadline", at=at, grain=day.grain, text=note.text, notes=(note.uid,))


def _each_weekday(rule: str) -> list[str]:
    """The rule for each of its weekdays: every Tuesday and Thursday has two next days. Workdays are one rule."""
    days = _WEEKDAYS.search(rule)
    each = days[1].split(",") if days else []
    if days is None or not 1 < len(each) < _MANY_WEEKDAYS:
        return [rule]
    return [f"{rule[: days.start(1)]}{day}{rule[days.end(1) :]}" for day in each]


def _is_within(at: datetime, grain: Grain, since: datetime, until: datetime, zone: tzinfo) -> bool:
    """Whether a moment is in the period. A whole day is in it until the day ends."""
    if at >= until:
        return False
    return at >= since if grain in _CLOCK_GRAINS else at.date() >= since.astimezone(zone).date()


def _distinct(items: Iterable[DueItem]) -> list[DueItem]:
    """The items, one for each day of a note: "the rent is due on June 3rd" is a deadline and an appointment."""
    found: dict[tuple[object, ...], DueItem] = {}
    for item in items:
        key = (item.at.date(), *(item.notes or (item.text,)))
        if key not in found or KINDS.index(item.kind) > KINDS.index(found[key].kind):
            found[key] = item
    return list(found.values())


def _next_occurrence(
    note: Note, rule: str, since: datetime, until: datetime, zone: tzinfo, left_out: Sequence[_LeavesOut]
) -> datetime | None:
    """The first day of a recurrence in the period. None for a rule that names no days, such as "daily".

    All is computed with local times without a zone, so a change to or from summer time does not shift a day.
    """
    first, last = (moment.astimezone(zone).replace(tzinfo=None) for moment in (since, until))
    begins = _local(note.holds_from, note, zone) or _local(note.said_at, None, zone) or first
    ends = _local(note.holds_until, note, zone) or last
    if "BYHOUR=" not in rule:
        first = _midnight(first)
    occurrences = rrulestr(_with_last_days(rule), dtstart=_midnight(begins))
    last, found = min(last, ends), occurrences.after(first, inc=True)
    while found is not None and found < last:
        if not any(change.is_former(found.replace(tzinfo=UTC)) for change in left_out):
            return found.replace(tzinfo=zone)
        found = occurrences.after(found)
    return None


def _local(time: datetime | None, stated_by: Note | None, zone: tzinfo) -> datetime | None:
    """A stored time as local time. A time that the text states is stored as local time; other times are converted."""
    if time is None:
        return None
    is_stated = stated_by is not None and stated_by.grain is not None
    return (time if is_stated else time.astimezone(zone)).replace(tzinfo=None)


def _midnight(time: datetime) -> datetime:
    return time.replace(hour=0, minute=0, second=0, microsecond=0)


def _with_last_days(rule: str) -> str:
    """A rule in which the 29th, 30th or 31st is the last day of a shorter month, as for birthdays."""
    day = _LATE_DAY.search(rule)
    if day is None:
        return rule
    days = ",".join(map(str, range(28, int(day[1]) + 1)))
    return f"{rule[: day.start()]}BYMONTHDAY={days};BYSETPOS=-1{rule[day.end() :]}"


def _of_fact(
    fact: Fact, names: Mapping[str, str], since: datetime, until: datetime, zone: tzinfo
) -> Iterator[DueItem]:
    kind = DATE_RELATIONS[fact.type]
    value = names.get(fact.object, "")
    now = datetime(_LEAP_YEAR, 1, 1, tzinfo=zone) if kind == "birthday" else _stated_at(fact, since, zone)
    stated = _stated_day(value, now)
    if stated is None or (kind == "birthday" and stated[1] not in _DAY_GRAINS):
        return
    (day, grain), turning = stated, None
    at = day
    if kind == "birthday":
        at = _birthday(day, since.astimezone(zone), zone)
        in_other_years = _stated_day(value, now.replace(year=_OTHER_LEAP_YEAR))
        turning = at.year - day.year if in_other_years == stated else None
    if several := _SEVERAL_DAYS.match(value):
        today = since.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
        last = datetime.fromisoformat(several[2]).replace(tzinfo=zone)
        at = max(at, min(today, last))  # an event of several days is due on each of them
    if _is_within(at, grain, since, until, zone):
        name = names.get(fact.subject, fact.subject)
        yield DueItem(
            kind=kind, at=at, grain=grain, text=name, turning=turning, notes=fact.notes, fact=fact.uid
        )


def _stated_at(fact: Fact, since: datetime, zone: tzinfo) -> datetime:
    """The moment near which the day of a fact is read: the start of its validity, or else when it was recorded."""
    if fact.holds_from is not None and fact.has_stated_start:
        return fact.holds_from.replace(tzinfo=zone)
    return (fact.holds_from or fact.recorded_at or since).astimezone(zone)


def _stated_day(value: str, now: datetime) -> tuple[datetime, Grain] | None:
    """The first day in the object of a fact, and its precision. A day without a year is near `now`."""
    value = _SEVERAL_DAYS.sub(r"\1", value)
    dates = (span for span in times_in(value, now, language_of(value)) if span.kind in ("date", "until"))
    stated = next(dates, None)
    day = None if stated is None else stated.start or stated.end
    return None if stated is None or day is None else (day, stated.grain)


def _birthday(born: datetime, today: datetime, zone: tzinfo) -> datetime:
    """The next birthday from today on. Somebody born on 29 February has it on 28 February in other years."""
    for year in (today.year, today.year + 1):
        is_leap_day = (born.month, born.day) == (2, 29) and not isleap(year)
        found = datetime(year, born.month, 28 if is_leap_day else born.day, tzinfo=zone)
        if found.date() >= today.date():
            return found
    raise AssertionError(born)  # one of the two years has a later birthday
