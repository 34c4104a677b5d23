"""Exceptions to habits: events that did not happen, or were different in place of the usual ones, and unusual events."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, timedelta

from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.occurrences import Occurrence
from memgraph_core.consolidate.phrases import written
from memgraph_core.consolidate.routines import Routine
from memgraph_core.consolidate.schedules import expected_weekdays, schedule_of, usual_time
from memgraph_core.consolidate.variants import by_number
from memgraph_core.language.actions import is_unusual
from memgraph_core.language.activities import thing_of
from memgraph_core.language.derived_text import Schedule, clock
from memgraph_core.language.pack import pack_of

_MAX_EXCEPTIONS = 0.25  # events done instead, and unusual events, for each instance
_MAX_DENIED = 0.5  # days on which it did not happen, for each instance
_MAX_DIFFERENCE = 30  # minutes between the usual time of a habit and that of an event done in place of it
_OTHER_TIME = 90  # minutes from the usual time, from which on an event is unusual
_MIN_USUAL = 0.7  # share of the named variants that is the usual one
_MIN_NAMED = 0.2  # share of the events that name the usual variant
_MAX_UNUSUAL = 0.1  # share of the named variants that is an unusual one
_LEVEL = 0.002  # of significance, for a habit that is over
_MAX_RATE = 0.9  # share of the days on which a habit may be reported
_MONTHS_OVER = 75  # days after the last event of a monthly habit that is over
_FEW = 3  # events with an unusual variant
_MARGIN = timedelta(days=7)  # before the first and after the last event, in which a habit is expected


@dataclass(frozen=True, slots=True)
class Exception_:
    """An exception, and what was different: tea, no coffee, or 14:30. Empty for another day."""

    event: Occurrence
    name: str


@dataclass(frozen=True, slots=True)
class Slot:
    """The days and the time at which a habit is expected."""

    schedule: Schedule
    done: frozenset[date]
    first: date
    last: date

    @classmethod
    def of(cls, routine: Routine) -> "Slot":
        """The days and the time of a routine."""
        schedule = schedule_of(routine.events)
        if schedule == Schedule() and routine.topics:
            schedule = usual_time(routine.events)  # its days or times were tested
        return cls(schedule, routine.days, min(routine.days), max(routine.days))

    def expects(self, event: Occurrence) -> bool:
        """Whether the habit is expected on the day of an event, and was not reported for it."""
        is_within = self.first - _MARGIN <= event.day <= self.last + _MARGIN and event.day not in self.done
        return is_within and event.day.weekday() in expected_weekdays(self.schedule)

    def is_over(self, end: date) -> bool:
        """Whether the habit is no longer done on the last day that is known: chance does not explain its absence."""
        expected = set(expected_weekdays(self.schedule))
        if self.schedule.days == "monthly":
            return (end - self.last).days > _MONTHS_OVER
        known = _number_of(expected, self.first, self.last)
        usual = sum(day.weekday() in expected for day in self.done)
        rate = min(_MAX_RATE, usual / max(1, known))
        return (1 - rate) ** (_number_of(expected, self.last, end) - 1) < _LEVEL

    def is_at(self, event: Occurrence) -> bool:
        """Whether an event was at the time of day of the habit."""
        if event.minute is not None and self.schedule.minute is not None:
            return abs(event.minute - self.schedule.minute) <= _MAX_DIFFERENCE
        return event.part is not None and event.part == self.schedule.part


def _number_of(weekdays: Set[int], first: date, last: date) -> int:
    """The number of days on these weekdays from a first to a last day."""
    weeks, rest = divmod((last - first).days + 1, 7)
    return weeks * len(weekdays) + sum((first.weekday() + day) % 7 in weekdays for day in range(rest))


def done_instead(
    habits: Sequence[Routine], slots: Sequence[Slot], routines: Sequence[Routine]
) -> Mapping[int, Mapping[str, Occurrence]]:
    """Index of a habit → note → what was done instead on one of its days; none if there are too many.

    Such an event is an alternative of a listed activity, or its note says that it was done in place of something; the
    latter belongs to the only habit at its time of day.
    """
    habitual = {note for each in habits for note in each.uids}
    of_person: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, habit in enumerate(habits):
        of_person[habit.subject, habit.user].append(number)
    found: dict[int, dict[str, Occurrence]] = defaultdict(dict)
    for of in routines:
        own = of_person.get((of.subject, of.user), ())
        for event in of.events:
            if event.action is None or event.note in habitual:
                continue
            expected = [number for number in own if slots[number].expects(event)]
            chosen = [number for number in expected if _are_alternatives(habits[number], of, event)]
            if not chosen and event.is_instead:
                near = [number for number in expected if slots[number].is_at(event)]
                chosen = near if len(near) == 1 else []
            for number in chosen:
                found[number].setdefault(event.note, event)
    return {
        number: events
        for number, events in found.items()
        if len(events) <= _at_most(habits[number], _MAX_EXCEPTIONS)
    }


def exceptions_to(
    habit: Routine,
    slot: Slot,
    instead: Mapping[str, Occurrence],
    variants: Mapping[str, str],
    material: Material,
) -> list[Exception_]:
    """The exceptions to a habit: what was done instead, what did not happen, and what was unusual."""
    found = {note: Exception_(event, _thing(event)) for note, event in instead.items()}
    absent = [each for each in habit.denied if each.note not in habit.uids and slot.expects(each)]
    if len(absent) <= _at_most(habit, _MAX_DENIED):
        for each in absent:
            name = written(min(each.words), habit.events, material)
            without = pack_of(each.language).derived_text.without
            found.setdefault(each.note, Exception_(each, without(name)))
    unusual = list(_unusual(habit, slot.schedule, variants))
    if len(unusual) <= _at_most(habit, _MAX_EXCEPTIONS):
        for each in unusual:
            found.setdefault(each.event.note, each)
    for event in habit.events:
        note = material.notes[event.note]
        if is_unusual(material.statement(note), note.language):
            name = variants.get(event.note, "") if len(set(variants.values())) > 1 else ""
            found.setdefault(event.note, Exception_(event, name))
    return list(found.values())


def _unusual(habit: Routine, schedule: Schedule, variants: Mapping[str, str]) -> Iterator[Exception_]:
    """The events on other days, at other times and with other variants."""
    is_named = bool(schedule.weekdays) or schedule.days in ("weekdays", "weekend")
    expected, numbers = expected_weekdays(schedule), by_number(variants)
    total = sum(number for _, number in numbers)
    rare = {name for name, number in numbers if number <= max(_FEW, _MAX_UNUSUAL * total)}
    has_usual = bool(numbers) and numbers[0][1] >= max(_MIN_USUAL * total, _MIN_NAMED * len(habit.events))
    for each in habit.events:
        if is_named and each.day.weekday() not in expected:
            yield Exception_(each, "")
        elif _is_at_other_time(each, schedule):
            assert each.minute is not None  # see _is_at_other_time
            yield Exception_(each, clock(each.minute))
        elif has_usual and (name := variants.get(each.note)) in rare and name != numbers[0][0]:
            yield Exception_(each, name)


def _is_at_other_time(event: Occurrence, schedule: Schedule) -> bool:
    return (
        event.minute is not None
        and schedule.minute is not None
        and abs(event.minute - schedule.minute) > _OTHER_TIME
    )


def _at_most(habit: Routine, share: float) -> float:
    """How many exceptions a habit may have."""
    return max(1, share * len(habit.events))


def _are_alternatives(habit: Routine, other: Routine, event: Occurrence) -> bool:
    is_same_time = event.part == habit.part or event.part is None or habit.part is None
    return habit.is_alternative_to(other) and is_same_time


def _thing(event: Occurrence) -> str:
    """What was eaten, drunk or done in an event, as a noun."""
    action = event.action
    assert action is not None  # only actions are done instead
    return action.variant or thing_of(event.language, action.activity, action.kind) or action.phrase
