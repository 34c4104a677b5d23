"""What is due: planned days, appointments, deadlines, birthdays and recurring days within a coming period."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo
from typing import Literal, get_args

from memgraph_core.language.entries import entries
from memgraph_core.language.pack import answer_language, language_of, pack_of
from memgraph_core.language.quoting import encoded_name
from memgraph_core.language.scripts import one_line
from memgraph_core.language.times import times_in
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.records.graph import Fact, Note, uid_of
from memgraph_core.records.kinds import DAY_GRAINS, Grain
from memgraph_core.records.recurrence import names_days
from memgraph_core.records.representation import as_date, last_date, short_repr
from memgraph_core.records.validation import clock_time
from memgraph_core.views.agenda import Agenda, has_agenda
from memgraph_core.views.changed_days import (
    Part,
    StatedChange,
    cancels_own_day,
    changes_of_dates,
    ended_by,
    is_changed_by,
    is_former_day,
    is_replaced_by,
    left_out,
    on_new_weekday,
    parts_of,
    shifted_by,
    with_former_words,
)
from memgraph_core.views.recurring_days import LeavesOut, Period, next_birthday, next_days
from memgraph_core.views.sheet import Sheet, as_text, in_order
from memgraph_core.views.words import WORDS

DueKind = Literal["appointment", "deadline", "birthday", "plan", "recurring"]

KINDS: tuple[DueKind, ...] = get_args(DueKind)
DATE_RELATIONS: Mapping[str, DueKind] = {  # relations whose object is a day
    type_: entry.due for type_, entry in entries().items() if entry.due is not None
}
# A birthday is read near each of these years. If the results differ, the birthday is stated without a year. Both years
# have a 29 February.
_LEAP_YEAR, _OTHER_LEAP_YEAR = 2000, 2020
_SEVERAL_DAYS = re.compile(r"^(\d{4}-\d\d-\d\d)/(\d{4}-\d\d-\d\d)$")  # the first and the last day of an event
_MOVED_BY = timedelta(days=62)  # by which a later statement may move a day into the period


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
    period = Period(since, until, zone)
    known = sorted(facts, key=lambda fact: fact.uid)
    said, open_notes = ({note.uid: note for note in some} for some in (stating, notes))
    every = {note.uid: note for note in (*open_notes.values(), *said.values(), *later)}
    on_agenda = {uid: note for uid, note in every.items() if has_agenda(note)}
    agenda = Agenda(on_agenda.values(), zone)
    plans = _ChangedPlans.of([note for uid, note in every.items() if uid not in on_agenda], period)
    stated_days = {fact.uid: _day_in(fact, names, period) for fact in known}
    days = {uid: _whole_day(stated) for uid, stated in stated_days.items()}
    holding = [
        fact
        for fact in known
        if fact.holds(since)
        and not fact.never_held
        and not plans.is_changed_fact(fact, said)
        and not _is_taken_back(fact, days[fact.uid], agenda)
    ]
    items = _distinct(
        item for fact in holding for item in _of_fact(fact, names, stated_days[fact.uid], period)
    )
    stated = _StatedDays.of(known, days, since)
    items += _of_agenda(
        [note for uid, note in open_notes.items() if uid in on_agenda], agenda, stated, period
    )
    items += plans.items(open_notes.keys(), stated)
    items = _distinct(items)
    texts = [item.text for item in items]
    ordered = sorted(items, key=lambda item: (item.at, KINDS.index(item.kind), item.text))
    return Due(
        since=since,
        until=until,
        language=answer_language(" ".join(texts)) if texts else language,
        items=tuple(ordered),
    )


@dataclass(frozen=True, slots=True)
class _StatedDays:
    """The days that facts give for their notes: a note gives its other days."""

    days: Mapping[str, Collection[date]]  # uid of a note → the days that its facts give
    known_days: Mapping[str, Collection[date]]  # the same without facts that are stated only later
    born: Collection[str]  # the uids of notes that state a birthday

    @classmethod
    def of(cls, facts: Iterable[Fact], days: Mapping[str, date | None], since: datetime) -> "_StatedDays":
        found, known_days, born = dict[str, set[date]](), dict[str, set[date]](), set[str]()
        for fact in facts:
            day = days[fact.uid]
            for uid in fact.notes:
                found.setdefault(uid, set()).update([day] if day else ())
                known_days.setdefault(uid, set()).update([day] if day and not _is_news(fact, since) else ())
            if DATE_RELATIONS[fact.type] == "birthday":
                born.update(fact.notes)
        return cls(found, known_days, born)


def _of_agenda(
    notes: Iterable[Note], agenda: Agenda, stated: _StatedDays, period: Period
) -> Iterator[DueItem]:
    """What is due by the notes of the languages that have an agenda."""
    for note in notes:
        occasions = agenda.occasions(note)
        for each, skipped in [(note, ())] if occasions is None else occasions:
            is_birthday = each.uid in stated.born and (each.recurs or "").startswith("FREQ=YEARLY")
            of_day = _date_of(each) in stated.known_days.get(each.uid, ())
            is_stated = each.uid in stated.days if occasions is None else of_day
            if not is_stated and not is_birthday:
                yield from _of_note(each, period, skipped)


def _date_of(note: Note) -> date | None:
    """The day of a note that does not recur; the last day of a deadline."""
    if note.recurs is not None:
        return None
    last = note.holds_until - timedelta(microseconds=1) if note.holds_until is not None else None
    day = note.holds_from or last
    return day.date() if day is not None else None


def _whole_day(stated: tuple[datetime, Grain] | None) -> date | None:
    """The day of a time that is precise to a day."""
    return stated[0].date() if stated is not None and stated[1] in DAY_GRAINS else None


def _is_news(fact: Fact, since: datetime) -> bool:
    """Whether a fact is stated only after a moment; then it does not hold yet."""
    return fact.holds_from is not None and fact.holds_from > since and fact.holds_until is None


def _is_taken_back(fact: Fact, day: date | None, agenda: Agenda) -> bool:
    """Whether later notes take back the day of a fact in all its notes."""
    return day is not None and bool(fact.notes) and all(agenda.is_dropped(uid, day) for uid in fact.notes)


@dataclass(frozen=True, slots=True)
class _ChangedPlans:
    """The plans of notes in languages without an agenda, and the changes of their dates."""

    dated: Sequence[Part]
    changes: Sequence[StatedChange]
    period: Period

    @classmethod
    def of(cls, notes: Sequence[Note], period: Period) -> "_ChangedPlans":
        dated = tuple(part for note in notes for part in parts_of(note, notes, period.zone))
        changes = [
            each
            for each in changes_of_dates(notes, dated, period.zone)
            if each.note.said_at is None or each.note.said_at <= period.since  # a later one was not yet known
        ]
        return cls(dated, changes, period)

    def is_changed_fact(self, fact: Fact, said: Mapping[str, Note]) -> bool:
        """Whether later statements, which are not notes of the fact, change the date of all its notes."""
        notes = [said[uid] for uid in fact.notes if uid in said]
        others = [each for each in self.changes if each.note.uid not in fact.notes]
        return bool(notes) and all(
            any(is_changed_by(Part(note), each, self.dated) for each in others) for note in notes
        )

    def items(self, open_notes: Collection[str], stated: _StatedDays) -> Iterator[DueItem]:
        """What is due by these notes (uids)."""
        for part in (part for part in self.dated if part.note.uid in open_notes and self._is_near(part.note)):
            note = part.note
            found = [each for each in self.changes if is_changed_by(part, each, self.dated)]
            replacing = [each for each in found if is_replaced_by(part, each)]
            if shifted := shifted_by(part, replacing[-1]) if replacing else None:
                yield from _of_note(shifted.note, self.period)
            is_known = note.uid in stated.days and not _has_other_day(part, stated.days[note.uid])
            if (
                is_known
                or cancels_own_day(part, self.changes)
                or is_former_day(part, self.changes, self.dated)
            ):
                continue
            if not replacing:
                shown = with_former_words(ended_by(note, found, self.period.zone), self.changes, self.dated)
                yield from _of_note(shown, self.period, left_out(part, self.changes))
            elif note.recurs and (moved := replacing[-1]).change.day is not None:
                recurring = on_new_weekday(note, moved)
                shown = with_former_words(recurring, self.changes, self.dated)
                yield from _of_note(shown, self.period)

    def _is_near(self, note: Note) -> bool:
        """Whether a note recurs, or its day is so near that a change may move it into the period."""
        if note.recurs is not None or note.holds_from is None:
            return True
        return self.period.since - _MOVED_BY <= note.holds_from < self.period.until + _MOVED_BY


def _has_other_day(part: Part, days: Collection[date]) -> bool:
    """Whether a part of a note is a routine, or a day that no fact of the note gives."""
    note = part.note
    if not part.is_read:
        return False
    return note.recurs is not None or (note.holds_from is not None and note.holds_from.date() not in days)


def _of_note(note: Note, period: Period, without: Sequence[LeavesOut] = ()) -> Iterator[DueItem]:
    if note.recurs and names_days(note.recurs):
        grain = "hour" if "BYHOUR=" in note.recurs else "day"
        for at in next_days(note, note.recurs, period, without):
            yield DueItem(
                kind="recurring", at=at, grain=grain, text=note.text, rule=note.recurs, notes=(note.uid,)
            )
        return
    if note.holds_from is None and note.holds_until is not None:
        yield from _of_deadline(note, period)
        return
    start, said, grain = note.holds_from, note.said_at, note.grain or "day"
    at = None if start is None else start.replace(tzinfo=period.zone)
    if at is not None and period.includes(at, grain) and (said is None or said < at):
        yield DueItem(kind="plan", at=at, grain=grain, text=note.text, notes=(note.uid,))


def _of_deadline(note: Note, period: Period) -> Iterator[DueItem]:
    """The day before which something must be done, if the words of the note state that."""
    if note.said_at is None:
        return
    day = pack_of(language_of(note.text)).deadline(note.text, clock_time(note.said_at, period.zone))
    if day is None or day.start is None:
        return
    at = day.start.replace(tzinfo=period.zone)
    if period.includes(at, day.grain):
        yield DueItem(kind="deadline", at=at, grain=day.grain, text=note.text, notes=(note.uid,))


def _distinct(items: Iterable[DueItem]) -> list[DueItem]:
    """The items, one for each day of a note: "the rent is due on June 3rd" is a deadline and an appointment."""
    found: dict[tuple[object, ...], DueItem] = {}
    for item in items:
        key = (item.at.date(), *(item.notes or (item.text,)))
        if key not in found or KINDS.index(item.kind) > KINDS.index(found[key].kind):
            found[key] = item
    return list(found.values())


def _day_in(fact: Fact, names: Mapping[str, str], period: Period) -> tuple[datetime, Grain] | None:
    """The day in the object of a fact and its precision, near the time of its statement."""
    return _stated_day(names.get(fact.object, ""), _stated_at(fact, period))


def _of_fact(
    fact: Fact, names: Mapping[str, str], stated: tuple[datetime, Grain] | None, period: Period
) -> Iterator[DueItem]:
    """What is due by a fact. `stated` is the day in its object."""
    kind, value, zone = DATE_RELATIONS[fact.type], names.get(fact.object, ""), period.zone
    now = datetime(_LEAP_YEAR, 1, 1, tzinfo=zone)
    if kind == "birthday":
        stated = _stated_day(value, now)
    if stated is None or (kind == "birthday" and stated[1] not in DAY_GRAINS):
        return
    (day, grain), turning = stated, None
    at = day
    if kind == "birthday":
        at = next_birthday(day, period)
        in_other_years = _stated_day(value, now.replace(year=_OTHER_LEAP_YEAR))
        turning = at.year - day.year if in_other_years == stated else None
    if several := _SEVERAL_DAYS.match(value):
        today = midnight(period.since.astimezone(zone))
        last = datetime.fromisoformat(several[2]).replace(tzinfo=zone)
        at = max(at, min(today, last))  # an event of several days is due on each of them
    if period.includes(at, grain):
        name = names.get(fact.subject, fact.subject)
        yield DueItem(
            kind=kind, at=at, grain=grain, text=name, turning=turning, notes=fact.notes, fact=fact.uid
        )


def _stated_at(fact: Fact, period: Period) -> datetime:
    """The moment near which the day of a fact is read: the start of its validity, or else when it was recorded."""
    if fact.holds_from is not None and fact.has_stated_start:
        return fact.holds_from.replace(tzinfo=period.zone)
    return (fact.holds_from or fact.recorded_at or period.since).astimezone(period.zone)


def _stated_day(value: str, now: datetime) -> tuple[datetime, Grain] | None:
    """The first day in the object of a fact, and its precision. A day without a year is near `now`."""
    value = _SEVERAL_DAYS.sub(r"\1", value)
    dates = (span for span in times_in(value, now, language_of(value)) if span.kind in ("date", "until"))
    stated = next(dates, None)
    day = None if stated is None else stated.start or stated.end
    return None if stated is None or day is None else (day, stated.grain)
