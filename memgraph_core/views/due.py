"""What is due: planned days, appointments, deadlines, birthdays and recurring days within a coming period."""

import re
from calendar import isleap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
from memgraph_core.records.kinds import DAY_GRAINS, Grain
from memgraph_core.records.recurrence import names_days, on_weekdays, weekdays_of
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
from memgraph_core.views.sheet import Sheet, as_text, in_order
from memgraph_core.views.words import WORDS

DueKind = Literal["appointment", "deadline", "birthday", "plan", "recurring"]

KINDS: tuple[DueKind, ...] = get_args(DueKind)
DATE_RELATIONS: Mapping[str, DueKind] = {  # relations whose object is a day
    type_: entry.due for type_, entry in entries().items() if entry.due is not None
}
_LeavesOut = DateChange | LeftOut
_CLOCK_GRAINS = ("hour", "minute")
# A birthday is read near each of these years. If the results differ, the birthday is stated without a year. Both years
# have a 29 February.
_LEAP_YEAR, _OTHER_LEAP_YEAR = 2000, 2020
_SEVERAL_DAYS = re.compile(r"^(\d{4}-\d\d-\d\d)/(\d{4}-\d\d-\d\d)$")  # the first and the last day of an event
_MOVED_BY = timedelta(days=62)  # by which a later statement may move a day into the period
_LATE_DAY = re.compile(r"BYMONTHDAY=(29|30|31)(?![\d,])")
_MANY_WEEKDAYS = 4


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
    said = {note.uid: note for note in stating}
    every = tuple({note.uid: note for note in (*notes, *said.values(), *later)}.values())
    period = _Period(since, until, zone)
    agenda, plans = Agenda(every, zone), _ChangedPlans.of(every, period)
    days = {fact.uid: _day_of(fact, names, since, zone) for fact in known}
    holding = [
        fact
        for fact in known
        if fact.holds(since)
        and not fact.never_held
        and not plans.is_changed_fact(fact, said)
        and not _is_taken_back(fact, days[fact.uid], agenda)
    ]
    items = _distinct(item for fact in holding for item in _of_fact(fact, names, since, until, zone))
    stated = _StatedDays.of(known, days, since)
    open_notes = {note.uid: note for note in notes}
    items += _of_agenda([note for note in open_notes.values() if has_agenda(note)], agenda, stated, period)
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
class _Period:
    since: datetime
    until: datetime
    zone: tzinfo


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
    notes: Iterable[Note], agenda: Agenda, stated: _StatedDays, period: _Period
) -> Iterator[DueItem]:
    """What is due by the notes of the languages that have an agenda."""
    for note in notes:
        occasions = agenda.occasions(note)
        for each, skipped in [(note, ())] if occasions is None else occasions:
            is_birthday = each.uid in stated.born and (each.recurs or "").startswith("FREQ=YEARLY")
            of_day = _date_of(each) in stated.known_days.get(each.uid, ())
            is_stated = each.uid in stated.days if occasions is None else of_day
            if not is_stated and not is_birthday:
                yield from _of_note(each, period.since, period.until, period.zone, skipped)


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
    period: _Period

    @classmethod
    def of(cls, notes: Iterable[Note], period: _Period) -> "_ChangedPlans":
        own = tuple(note for note in notes if not has_agenda(note))
        dated = tuple(part for note in own for part in parts_of(note, own, period.zone))
        changes = [
            each
            for each in changes_of_dates(own, dated, period.zone)
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
        since, until, zone = self.period.since, self.period.until, self.period.zone
        for part in (part for part in self.dated if part.note.uid in open_notes and self._is_near(part.note)):
            note = part.note
            found = [each for each in self.changes if is_changed_by(part, each, self.dated)]
            replacing = [each for each in found if is_replaced_by(part, each)]
            if shifted := shifted_by(part, replacing[-1]) if replacing else None:
                yield from _of_note(shifted.note, since, until, zone)
            is_known = note.uid in stated.days and not _has_other_day(part, stated.days[note.uid])
            if (
                is_known
                or cancels_own_day(part, self.changes)
                or is_former_day(part, self.changes, self.dated)
            ):
                continue
            if not replacing:
                shown = with_former_words(ended_by(note, found, zone), self.changes, self.dated)
                yield from _of_note(shown, since, until, zone, left_out(part, self.changes))
            elif note.recurs and (moved := replacing[-1]).change.day is not None:
                recurring = on_new_weekday(note, moved)
                shown = with_former_words(recurring, self.changes, self.dated)
                yield from _of_note(shown, since, until, zone)

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


def _of_note(
    note: Note, since: datetime, until: datetime, zone: tzinfo, left_out: Sequence[_LeavesOut] = ()
) -> Iterator[DueItem]:
    if note.recurs and names_days(note.recurs):
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
    days = weekdays_of(rule)
    if not 1 < len(days) < _MANY_WEEKDAYS:
        return [rule]
    return [on_weekdays(rule, [day]) for day in days]


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
    if stated is None or (kind == "birthday" and stated[1] not in DAY_GRAINS):
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
