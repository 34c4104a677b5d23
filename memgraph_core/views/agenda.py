"""What notes plan: each planned day and routine of their texts, without what later notes end, move or resume."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta, tzinfo

from memgraph_core.language.pack import language_of, pack_of
from memgraph_core.language.relating.date_changes import SPEAKER, without_label
from memgraph_core.language.relating.same_words import has_words
from memgraph_core.language.relating.schedules import LeftOut, Occasion, ScheduleChange, whole_days
from memgraph_core.language.relating.stated_times import end_of_count
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.records.graph import Note
from memgraph_core.records.recurrence import at_clock, hour_of, on_weekdays, weekdays_of, weekly
from memgraph_core.records.validation import EARLIEST, clock_time

_ENDS = " \t,，.。;；!！"
_FOLLOWS = timedelta(days=3)  # in which a statement without a name may be about what was said before it
_NOW_MEANS = "→"  # between the words of a plan and those of a later change
_NOON = 12
_NOTHING = (0, 0, 0)
_ONE_HINT = (0, 1, 99)  # any number of people


@dataclass(slots=True)
class Planned:
    """An occasion of a note, and what later notes change of it."""

    note: Note
    text: str  # of the note, with the statement before it if that names what the note is about
    occasion: Occasion
    is_read: bool  # whether the words of the note give the time; False: it is the stored time
    beside: tuple[str, ...] = ()  # the parts of the note that are about its other occasions
    is_dropped: bool = False
    is_resumed: bool = False
    left_out: list[LeftOut] = field(default_factory=list[LeftOut])

    @property
    def weekdays(self) -> frozenset[int]:
        """The weekdays of a weekly routine."""
        rule = self.occasion.rule or ""
        return frozenset(weekdays_of(rule)) if rule.startswith("FREQ=WEEKLY") else frozenset()

    @property
    def has_days(self) -> bool:
        """Whether it takes place on some days only."""
        return self.occasion.rule is None or bool(self.weekdays)

    @property
    def own_words(self) -> str:
        """The words that are about it, after the speaker."""
        speaker = SPEAKER.match(self.note.text)
        return f"{speaker[0] if speaker else ''}{self.occasion.words}" if self.occasion.words else ""

    @property
    def wider_words(self) -> str:
        """The words of the note, without those that are about its other occasions."""
        text = self.text
        for words in self.beside:
            text = text.replace(words, " ")
        return text

    @property
    def timed(self) -> Note:
        """The note with the time of this occasion."""
        if not self.is_read:
            return self.note
        occasion = self.occasion
        return replace(
            self.note,
            text=self.text,
            holds_from=None if occasion.is_deadline else occasion.start,
            holds_until=occasion.end,
            grain=occasion.grain,
            recurs=occasion.rule,
        )

    def is_on(self, day: date) -> bool:
        """Whether it takes place on a day."""
        if self.occasion.rule is not None:
            return day.weekday() in self.weekdays
        return self.occasion.start is not None and self.occasion.start.date() == day


@dataclass(frozen=True, slots=True)
class _Stated:
    note: Note
    change: ScheduleChange


class Agenda:
    """The occasions of notes, after all changes that the notes state until a moment."""

    def __init__(self, notes: Iterable[Note], until: datetime, zone: tzinfo) -> None:
        self._zone = zone
        self._by_note: dict[str, list[Planned]] = {}
        self._settled = set[str]()  # the uids of notes that name what they change
        changes = list[_Stated]()
        every = {note.uid: note for note in notes}
        self._turns = beside = _texts_of_turns(every.values())
        for note in every.values():
            self._by_note[note.uid] = [*_planned(note, beside, zone)]
            if note.said_at is not None and not note.is_derived and note.said_at <= until:
                read = pack_of(language_of(note.text)).schedule_changes
                found = read(note.text, clock_time(note.said_at, zone), note.context)
                changes += (_Stated(note, each) for each in found)
        changes += self._restated()
        self._ending = {each.note.uid for each in changes if each.change.sort == "ended"}
        for each in sorted(changes, key=lambda each: (each.note.said_at or EARLIEST, each.note.uid)):
            self._apply(each)

    def planned(self, note: Note) -> list[Planned]:
        """The occasions of a note that later notes do not take back."""
        return [each for each in self._by_note.get(note.uid, ()) if not each.is_dropped]

    def is_dropped(self, uid: str, day: date | None) -> bool:
        """Whether a note plans nothing and ends something, or later notes take back what it plans for a day."""
        if uid in self._ending and not self._by_note.get(uid):
            return True
        if day is None:
            return False
        on_day = [
            each for each in self._by_note.get(uid, ()) if each.occasion.rule is None and each.is_on(day)
        ]
        return bool(on_day) and all(each.is_dropped for each in on_day)

    def _apply(self, stated: _Stated) -> None:
        change, own = stated.change, self._by_note.get(stated.note.uid, [])
        concerned, is_named = self._concerned(stated)
        if concerned and is_named:
            self._settled.add(stated.note.uid)
        for planned in own:
            self._apply_to_own(planned, change, concerned)
        if change.sort == "moved":
            self._drop_reasons(stated.note, concerned)
        for planned in concerned:
            self._change(planned, stated)
        routine = next((each for each in concerned if each.occasion.rule is not None), None)
        if routine is not None and change.new_weekday is not None:
            _make_weekly(own, change.new_weekday, routine)
        if concerned and not is_named and change.sort not in ("ended", "paused"):
            for planned in own:
                planned.text = _joined(concerned[-1].text, planned.text)

    def _apply_to_own(self, planned: Planned, change: ScheduleChange, concerned: Sequence[Planned]) -> None:
        """Apply a change to an occasion of the note that states it: "choir is on Mondays, but not on the 8th"."""
        start, new = planned.occasion.start, change.day.start if change.day is not None else None
        if planned.occasion.rule is not None:
            if change.sort in ("ended", "paused") and change.is_once and change.former:
                planned.left_out.append(LeftOut(change.since, change.until))
        elif start is None or (new is not None and start.date() == new.date()):
            return
        elif change.sort == "ended":
            planned.is_dropped |= change.is_once and change.is_former(start)
        elif change.sort == "moved":
            planned.is_dropped |= any(each.is_on(start.date()) for each in concerned)

    def _drop_reasons(self, note: Note, concerned: Sequence[Planned]) -> None:
        """Drop what other notes of the turn say about the former day: "the dentist is away on the 16th, so mine is the 14th"."""
        for uid in self._turns.get(tuple(note.turns), {}):
            for planned in self._by_note[uid] if uid != note.uid else ():
                start = planned.occasion.start
                if planned not in concerned and start is not None and planned.occasion.rule is None:
                    planned.is_dropped |= any(each.is_on(start.date()) for each in concerned)

    def _change(self, planned: Planned, stated: _Stated) -> None:
        """Apply a change to an occasion that it concerns."""
        change = stated.change
        if change.clock is not None:
            _set_clock(planned, change.clock)
            planned.text = _joined(planned.text, stated.note.text)
        elif change.sort == "resumed":
            planned.is_resumed = True
            planned.left_out = [_until(each, change.since) for each in planned.left_out]
        elif planned.occasion.rule is not None:
            since = change.since
            if change.left is not None:
                tomorrow = clock_time(stated.note.said_at or EARLIEST, self._zone) + timedelta(days=1)
                since = end_of_count(planned.occasion.rule, tomorrow, change.left) or since
            if change.until is not None and change.sort in ("ended", "paused"):
                planned.left_out = [_until(each, change.until) for each in planned.left_out]
            planned.left_out.append(LeftOut(since, change.until, change.weekdays))
        elif planned.occasion.start is not None and _covers(change, planned.occasion.start):
            planned.is_dropped = True
            if change.shift is not None:
                self._by_note[planned.note.uid].append(_shifted(planned, change.shift))

    def _restated(self) -> Iterator[_Stated]:
        """The routines that a later note states with other weekdays, with the same words and no others: they have moved."""
        weekly = [
            each
            for several in self._by_note.values()
            for each in several
            if each.weekdays and each.occasion.names
        ]
        for new in weekly:
            if pack_of(language_of(new.note.text)).adds(new.note.text):
                continue
            said_at, words = new.note.said_at or EARLIEST, new.occasion.names
            said_on = clock_time(said_at, self._zone)
            since = max(new.occasion.start or said_on, said_on)
            for old in weekly:
                is_older, former = (old.note.said_at or EARLIEST) < said_at, old.occasion.names
                if is_older and (former <= words or words <= former) and not old.weekdays & new.weekdays:
                    yield _Stated(
                        new.note,
                        ScheduleChange(
                            sort="moved", words=tuple(former & words), weekdays=old.weekdays, since=since
                        ),
                    )

    def _concerned(self, stated: _Stated) -> tuple[list[Planned], bool]:
        """The occasions that a change is about, and whether its statement names them.

        They have all its words, or share most hints, or are the only ones on its day, or were stated directly before it.
        """
        change = stated.change
        possible = [each for each in self._before(stated.note) if _is_possible(each, change)]
        if change.scope is not None:
            return [each for each in possible if _belongs_to(each, change)], True
        if best := _best(possible, change):
            return best, not change.refers or any(change.has_words_in(each.text) for each in best)
        is_of_day = change.is_once and whole_days(change.former) and not change.kinds
        if change.weekdays or is_of_day:
            # A statement that names something is not about a routine of every day without that name, such as a medicine.
            # One that names its thing is about no other plan, but may use other words for a routine.
            on_days = [each for each in possible if not change.hints or each.has_days]
            on_days = [each for each in on_days if not change.words or each.weekdays]
            only = on_days if len({each.note.uid for each in on_days}) == 1 else []
            return only, False
        uid = stated.note.uid
        is_of_own = change.sort in ("ended", "paused") and bool(self._by_note[uid])
        follows = change.follows and not (is_of_own or uid in self._settled)
        return (_directly_before(possible, stated.note) if follows else []), False

    def _before(self, note: Note) -> Iterator[Planned]:
        """What earlier notes plan, as far as it is not over."""
        said_at = note.said_at
        if said_at is None:
            return
        today = midnight(clock_time(said_at, self._zone))
        for planned in (each for several in self._by_note.values() for each in several):
            occasion, stated_at = planned.occasion, planned.note.said_at
            over = occasion.end if occasion.rule is not None else occasion.start or occasion.end
            if stated_at is None or planned.is_dropped or (over is not None and over < today):
                continue
            if stated_at < said_at or _precedes(planned.note, note):
                yield planned


def _texts_of_turns(notes: Iterable[Note]) -> dict[tuple[str, ...], dict[str, str]]:
    """The texts of the notes of each turn, by the uid of the note."""
    found: dict[tuple[str, ...], dict[str, str]] = {}
    for note in notes:
        found.setdefault(tuple(note.turns), {})[note.uid] = without_label(note.text)
    return found


def _planned(note: Note, turns: dict[tuple[str, ...], dict[str, str]], zone: tzinfo) -> Iterator[Planned]:
    """The occasions that the words of a note give; its stored time, if they give none."""
    pack, occasions, text = pack_of(language_of(note.text)), None, note.text
    if note.said_at is not None and not note.is_derived:
        said_on = clock_time(note.said_at, zone)
        others = (each for uid, each in turns[tuple(note.turns)].items() if uid != note.uid)
        beside = "\n".join(dict.fromkeys([note.context, *others] if note.context else others))
        occasions = pack.occasions(note.text, said_on, beside)
        if pack.needs_context(note.text, said_on):
            text = _with_context(note)
    if occasions is not None:
        for each in occasions:
            others = (other.words for other in occasions if other.words and other.words not in each.words)
            yield Planned(note, text, each, is_read=True, beside=tuple(others))
    elif note.holds_from or note.holds_until or note.recurs:
        is_deadline = note.holds_from is None
        times = Occasion(
            start=note.holds_from, end=note.holds_until, rule=note.recurs, is_deadline=is_deadline
        )
        yield Planned(note, text, times, is_read=False)


def _best(possible: Sequence[Planned], change: ScheduleChange) -> list[Planned]:
    """What shares most words with a change, by its own part of its statement, or else by all words.

    The statement before it counts only if it has all words of the change, or more than a hint of one character.
    """
    for texts, least in (
        ([each.own_words for each in possible], _NOTHING),
        ([each.wider_words for each in possible], _NOTHING),
        ([f"{each.note.context} {each.wider_words}" for each in possible], _ONE_HINT),
    ):
        scores = [_score(each, text, change) for each, text in zip(possible, texts, strict=True)]
        if (most := max(scores, default=_NOTHING)) > least:
            return [each for each, score in zip(possible, scores, strict=True) if score == most]
    return []


def _score(planned: Planned, text: str, change: ScheduleChange) -> tuple[int, int, int]:
    """How well a text fits a change: whether it has all words, and how many of the hints and people."""
    hints, people = change.shared_with(text)
    kinds = planned.occasion.kinds
    if change.kinds and kinds and kinds.isdisjoint(change.kinds) and hints <= 2:
        return _NOTHING  # another kind of event
    is_on_day = bool(planned.weekdays & {day.weekday() for day in whole_days(change.former)})
    has_all = change.has_words_in(text)
    counts_people = has_all or hints or is_on_day or not change.hints
    return int(has_all), hints, people if counts_people else 0


def _directly_before(possible: Sequence[Planned], note: Note) -> list[Planned]:
    """What the statement directly before a note plans; of the first of a turn, what the last one of the last days does."""
    said_at = note.said_at or EARLIEST
    recent = [
        each
        for each in possible
        if said_at - (each.note.said_at or EARLIEST) <= _FOLLOWS
        and (not note.context or each.note.turns == note.turns)
    ]
    last = max(
        recent,
        key=lambda each: (_precedes(each.note, note), each.note.said_at or EARLIEST, each.note.uid),
        default=None,
    )
    return [each for each in recent if last is not None and each.note.uid == last.note.uid]


def _precedes(note: Note, later: Note) -> bool:
    """Whether a note is the statement directly before another one of the same turn."""
    words = without_label(note.text).rstrip(_ENDS)
    return note.turns == later.turns and note.uid != later.uid and later.context.rstrip(_ENDS).endswith(words)


def _is_possible(planned: Planned, change: ScheduleChange) -> bool:
    """Whether an occasion has one of the days that a change names."""
    start, rule = planned.occasion.start, planned.occasion.rule
    if rule is not None:
        if change.sort == "resumed" and not planned.left_out:
            return False
        if rule.startswith("FREQ=YEARLY") or (
            change.sort != "resumed"
            and change.until is None
            and any(_is_open(each, change) for each in planned.left_out)
        ):
            return False
        named = change.weekdays | {day.weekday() for day in whole_days(change.former) if change.is_once}
        return not named or not planned.weekdays or bool(named & planned.weekdays)
    if start is None or change.sort == "resumed":
        return False
    if change.former:
        return change.is_former(start)
    return not change.weekdays or start.weekday() in change.weekdays


def _belongs_to(planned: Planned, change: ScheduleChange) -> bool:
    """Whether a routine belongs to what the speaker leaves."""
    if planned.occasion.rule is None:
        return False
    if change.scope == "place":
        return has_words(planned.text, change.hints)
    return planned.occasion.scope == change.scope


def _covers(change: ScheduleChange, start: datetime) -> bool:
    """Whether a change takes back a planned day that it concerns."""
    return change.sort in ("moved", "corrected") or change.is_once or change.since <= start


def _is_open(left_out: LeftOut, change: ScheduleChange) -> bool:
    """Whether a routine has ended before a change."""
    return left_out.until is None and not left_out.weekdays and left_out.since <= change.since


def _until(left_out: LeftOut, since: datetime) -> LeftOut:
    """The days that are left out up to a day on which the routine goes on."""
    is_open = left_out.since < since and (left_out.until is None or left_out.until > since)
    return replace(left_out, until=since) if is_open else left_out


def _make_weekly(own: Sequence[Planned], day: int, routine: Planned) -> None:
    """Make the new day of a routine recur as the routine does."""
    former = routine.occasion.rule or ""
    rule = on_weekdays(former, [day]) if routine.weekdays else weekly([day])
    for planned in own:
        start = planned.occasion.start
        if planned.occasion.rule is None and start is not None and start.weekday() == day:
            planned.occasion = replace(planned.occasion, end=None, rule=rule)


def _set_clock(planned: Planned, clock: time) -> None:
    """Give an occasion another time of day; of the two hours that "at seven" may mean, the one nearer to the former hour."""
    occasion, start = planned.occasion, planned.occasion.start
    former = hour_of(occasion.rule) if occasion.rule else start.hour if start else None
    if (
        former is not None
        and clock.hour < _NOON
        and abs(clock.hour + _NOON - former) < abs(clock.hour - former)
    ):
        clock = clock.replace(hour=clock.hour + _NOON)
    if occasion.rule is not None:
        planned.occasion = replace(occasion, rule=at_clock(occasion.rule, clock))
    elif start is not None:
        start = start.replace(hour=clock.hour, minute=clock.minute)
        planned.occasion = replace(occasion, start=start, end=start + timedelta(minutes=1), grain="minute")


def _joined(former: str, now: str) -> str:
    """The words of a plan and those of a change of it."""
    former = former.rstrip(_ENDS)
    return now if without_label(former) in now else f"{former} {_NOW_MEANS} {without_label(now)}"


def _shifted(planned: Planned, shift: timedelta) -> Planned:
    """An occasion on its new day."""
    start, end = planned.occasion.start, planned.occasion.end
    moved = replace(planned.occasion, start=start and start + shift, end=end and end + shift)
    return Planned(planned.note, planned.text, moved, is_read=True)


def _with_context(note: Note) -> str:
    """The text of a note after the statement before it, if that names what the note is about."""
    speaker = SPEAKER.match(note.text)
    start = speaker.end() if speaker else 0
    return f"{note.text[:start]}{note.context} {note.text[start:]}" if note.context else note.text
