"""What is due: planned days, appointments, deadlines, birthdays and recurring days within a coming period."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, tzinfo
from typing import Literal, get_args

from memgraph_core.language.entries import entries
from memgraph_core.language.pack import answer_language, language_of, pack_of
from memgraph_core.language.quoting import encoded_name
from memgraph_core.language.relating.schedules import LeftOut
from memgraph_core.language.scripts import one_line
from memgraph_core.language.times import times_in
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.records.graph import Fact, Note, uid_of
from memgraph_core.records.kinds import DAY_GRAINS, Grain
from memgraph_core.records.recurrence import names_days
from memgraph_core.records.representation import as_date, last_date, short_repr
from memgraph_core.records.validation import EARLIEST, clock_time
from memgraph_core.views.agenda import Agenda, Planned
from memgraph_core.views.recurring_days import Period, next_birthday, next_days
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


@dataclass(frozen=True, slots=True, kw_only=True)
class DueItem:
    """One item that is due."""

    kind: DueKind
    at: datetime  # the first moment in the period
    grain: Grain  # precision of `at`
    text: str  # the name of a person with a birthday, or the words of the note
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
        text = encoded_name(item.text) if item.kind == "birthday" else one_line(item.text)
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
    over: Collection[str] = (),
) -> Due:
    """What is due in a period, from the notes that begin in it or recur, and the facts of `DATE_RELATIONS`.

    `stating` are the notes of these facts, and `later` are further notes that may change a date. A note whose date a later one
    moves, corrects or cancels gives nothing; of a recurrence, only the occasions that it moves or cancels are left out.
    `language` is that of an empty result. `over` are the uids of notes whose facts have all ended; of these, only what later
    notes resume is due.

    Facts that have ended (a cancelled or moved appointment, somebody who died) and the notes that state only them give
    nothing. Stored times of notes are times of day in the time zone `zone`, written as UTC. A whole day is due until it ends.
    """
    period = Period(since, until, zone)
    known = sorted(facts, key=lambda fact: fact.uid)
    open_notes = {note.uid: note for note in notes}
    agenda = Agenda((*open_notes.values(), *stating, *later), since, zone)
    stated_days = {fact.uid: _day_in(fact, names, period) for fact in known}
    days = {uid: _whole_day(stated) for uid, stated in stated_days.items()}
    holding = [
        fact
        for fact in known
        if fact.holds(since) and not fact.never_held and not _is_taken_back(fact, days[fact.uid], agenda)
    ]
    stated = _StatedDays.of(known, days, since)
    said = {note.uid: note for note in (*open_notes.values(), *stating)}
    of_facts = (
        _in_words(item, said, agenda)
        for fact in holding
        for item in _of_fact(fact, names, stated_days[fact.uid], period)
    )
    items = _distinct((*of_facts, *_of_agenda(open_notes.values(), agenda, stated, over, period)))
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

    # uid of a note with facts → their days, without those of facts that are stated only later
    days: Mapping[str, Collection[date]]
    born: Collection[str]  # the uids of notes that state a birthday

    @classmethod
    def of(cls, facts: Iterable[Fact], days: Mapping[str, date | None], since: datetime) -> "_StatedDays":
        found, born = dict[str, set[date]](), set[str]()
        for fact in facts:
            day = days[fact.uid]
            known = [day] if day and not _is_news(fact, since) else []
            for uid in fact.notes:
                found.setdefault(uid, set()).update(known)
            if DATE_RELATIONS[fact.type] == "birthday":
                born.update(fact.notes)
        return cls(found, born)


def _of_agenda(
    notes: Iterable[Note], agenda: Agenda, stated: _StatedDays, over: Collection[str], period: Period
) -> Iterator[DueItem]:
    """What is due by notes, without what facts state."""
    for planned in (each for note in notes for each in agenda.planned(note)):
        note = planned.timed
        is_birthday = note.uid in stated.born and (note.recurs or "").startswith("FREQ=YEARLY")
        is_over = note.uid in over and not planned.is_resumed
        if not (is_birthday or is_over or _is_stated(planned, note, stated)):
            yield from _of_note(note, period, planned.left_out)


def _is_stated(planned: Planned, note: Note, stated: _StatedDays) -> bool:
    """Whether facts state what a note plans for a day."""
    if not planned.is_read:
        return note.uid in stated.days
    return _date_of(note) in stated.days.get(note.uid, ())


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
    """Whether all notes of a fact end something, or later notes take back its day."""
    return bool(fact.notes) and all(agenda.is_dropped(uid, day) for uid in fact.notes)


def _of_note(note: Note, period: Period, without: Sequence[LeftOut]) -> Iterator[DueItem]:
    is_course = note.holds_until is not None and (note.recurs or "").startswith("FREQ=DAILY")
    if note.recurs and (names_days(note.recurs) or is_course):
        grain = "hour" if "BYHOUR=" in note.recurs else "day"
        for at in next_days(note, note.recurs, period, without):
            yield DueItem(
                kind="recurring", at=at, grain=grain, text=note.text, rule=note.recurs, notes=(note.uid,)
            )
        return
    start, said, grain = note.holds_from, note.said_at, note.grain or "day"
    if start is None:
        if note.holds_until is not None:
            yield from _of_deadline(note, period)
        return
    at = _next_day(start, note.holds_until, grain, period)
    if period.includes(at, grain) and (said is None or said < start.replace(tzinfo=period.zone)):
        yield DueItem(kind="plan", at=at, grain=grain, text=note.text, notes=(note.uid,))


def _next_day(start: datetime, end: datetime | None, grain: Grain, period: Period) -> datetime:
    """The first day of a plan of several days that is not over, or else its only one."""
    first = start.replace(tzinfo=period.zone)
    if end is None or grain not in DAY_GRAINS or end - start <= timedelta(days=1):
        return first
    last = midnight(end.replace(tzinfo=period.zone) - timedelta(microseconds=1))
    return max(first, min(midnight(period.since.astimezone(period.zone)), last))


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
        at = _next_day(
            at, datetime.fromisoformat(several[2]).replace(tzinfo=zone) + timedelta(days=1), "day", period
        )
    if period.includes(at, grain):
        name = names.get(fact.subject, fact.subject)
        yield DueItem(
            kind=kind, at=at, grain=grain, text=name, turning=turning, notes=fact.notes, fact=fact.uid
        )


def _in_words(item: DueItem, said: Mapping[str, Note], agenda: Agenda) -> DueItem:
    """An appointment or a deadline in the newest words that plan its day, or else that state it."""
    notes = sorted(
        (said[uid] for uid in item.notes if uid in said),
        key=lambda note: (note.said_at or EARLIEST, note.uid),
    )
    if item.kind == "birthday" or not notes:
        return item
    on_day = (
        each.text for note in notes[::-1] for each in agenda.planned(note) if each.is_on(item.at.date())
    )
    return replace(item, text=next(on_day, notes[-1].text))


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
