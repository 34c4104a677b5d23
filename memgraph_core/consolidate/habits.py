"""Habits: what somebody does again and again, when, with what variants and exceptions."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from memgraph_core.consolidate.abstractions import MIN_INSTANCES, Draft, most_frequent
from memgraph_core.consolidate.completion import Reports, completed
from memgraph_core.consolidate.exceptions import Slot, done_instead, exceptions_to
from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.occurrences import Occurrence, in_order
from memgraph_core.consolidate.periods import periods_of
from memgraph_core.consolidate.phrases import phrase_of
from memgraph_core.consolidate.routines import Routine, routines_in
from memgraph_core.consolidate.runs import runs
from memgraph_core.consolidate.schedules import rrule_of
from memgraph_core.consolidate.topics import with_topics
from memgraph_core.consolidate.variants import by_number, variants_of
from memgraph_core.language.activities import is_listed_kind
from memgraph_core.language.derived_text import Habit, PartOfDay, Schedule

_MIN_RUN = 3  # events in a run: less frequent ones are not a habit
_MAX_EXCEPTIONS = 0.25  # events of a rare alternative, for each event of the usual one


def habits_in(occurrences: Iterable[Occurrence], material: Material, gap: timedelta | None) -> list[Draft]:
    """The habits of all subjects, by subject and key."""
    ordered = in_order(occurrences)
    routines = routines_in(_groups(ordered, material))
    frequent = [
        (each, close)
        for each in routines
        if not each.is_instead and _is_frequent(close := _in_runs(each.events, gap))
    ]
    reports = Reports.of(ordered, material)
    seeds = [routine.with_only(close) for routine, close in _without_parts(frequent)]
    instead = {
        note for events in done_instead(seeds, [*map(Slot.of, seeds)], routines).values() for note in events
    }
    found = _found(completed(with_topics(seeds, reports, instead), reports, instead), routines, material)
    drafts = (each.draft(material) for each in found if _is_frequent(each.routine.events))
    return [draft for draft in drafts if draft is not None]


def _found(
    completed: Iterable[Routine], routines: Sequence[Routine], material: Material
) -> Iterator["_Found"]:
    """The habits, each period of one that changed on its own."""
    periods: list[tuple[Routine, Mapping[str, str], bool]] = []
    for routine in completed:
        variants = variants_of(routine, material)
        of_routine = list(periods_of(routine, variants))
        for each in of_routine:
            own = {note: name for note, name in variants.items() if note in each.uids}
            periods.append((each, own, each is not of_routine[-1]))
    habits = [routine for routine, _, _ in periods]
    slots = [Slot.of(each) for each in habits]
    instead, ends = done_instead(habits, slots, routines), _last_days(material)
    for number, (routine, variants, is_replaced) in enumerate(periods):
        end = ends[routine.user]
        yield _Found(routine, slots[number], instead.get(number, {}), variants, end, is_replaced)


def _last_days(material: Material) -> Mapping[str, date]:
    """User → the last day on which something was said."""
    found: dict[str, date] = {}
    for uid, note in material.notes.items():
        if (moment := note.said_at or note.holds_from) is not None:
            user = material.users.get(uid, "")
            day = material.day(moment)
            found[user] = max(found.get(user, day), day)
    return found


def _groups(events: Sequence[Occurrence], material: Material) -> Iterator[Routine]:
    """The events with the same words: the same action, or without an action the same terms."""
    by_words: dict[tuple[str, str, bool, str, str, str], list[Occurrence]] = defaultdict(list)
    for each in events:
        user = material.users.get(each.note, "")
        by_words[each.subject, user, each.is_instead, *_matter(each)].append(each)
    for (subject, user, is_instead, matter, kind, activity), members in sorted(by_words.items()):
        for part, group in _by_part(members).items():
            yield Routine(
                subject=subject,
                user=user,
                matter=matter,
                kind=kind,
                activity=activity,
                is_instead=is_instead,
                part=part,
                events=tuple(group),
            )


def _matter(event: Occurrence) -> tuple[str, str, str]:
    """What events must share to be compared, the kind of the action, and what else events of one group share.

    The alternatives of a listed activity are compared, such as coffee and tea. Other things occur with several verbs.
    """
    action = event.action
    if action is None:
        return "", "", " ".join(sorted(event.words))
    if is_listed_kind(action.activity, action.kind):
        return action.activity, action.kind, ""
    return action.kind or action.activity, action.kind, action.activity


def _by_part(events: Sequence[Occurrence]) -> Mapping[PartOfDay | None, list[Occurrence]]:
    """The events by part of the day, if several parts have enough; those without a time belong to the largest part.

    With one such part, or none, all events are under None.
    """
    timed: dict[PartOfDay | None, list[Occurrence]] = defaultdict(list)
    for each in events:
        timed[each.part].append(each)
    untimed = timed.pop(None, [])
    large: dict[PartOfDay | None, list[Occurrence]] = {
        part: group for part, group in timed.items() if len(group) >= MIN_INSTANCES["habit"]
    }
    if len(large) < 2 or _follow_each_other(list(large.values())):
        return {None: list(events)}
    largest = max(large, key=lambda part: (len(large[part]), part or ""))
    large[largest] = [*in_order([*large[largest], *untimed])]
    return {part: large[part] for part in sorted(large, key=lambda part: part or "")}


def _follow_each_other(groups: Sequence[Sequence[Occurrence]]) -> bool:
    """Whether most events of each group are before or after those of the others: the time of day was changed."""
    spans = sorted((days[len(days) // 5], days[-1 - len(days) // 5]) for days in map(_days, groups))
    return all(earlier[1] < later[0] for earlier, later in pairwise(spans))


def _days(events: Sequence[Occurrence]) -> list[date]:
    return sorted(each.day for each in events)


def _without_parts(
    habits: Sequence[tuple[Routine, list[Occurrence]]],
) -> list[tuple[Routine, list[Occurrence]]]:
    """The habits without those that are part of a larger one, or exceptions to it: a few taxis among many trams.

    Of a habit that is part of another, all notes are notes of the other: "mopped and cleaned the windows".
    """
    notes = [frozenset(each.note for each in events) for _, events in habits]
    with_note: dict[str, list[int]] = defaultdict(list)
    for number, uids in enumerate(notes):
        for uid in uids:
            with_note[uid].append(number)

    def is_part(number: int, other: int) -> bool:
        is_smaller = (len(notes[number]), habits[number][0].key) < (len(notes[other]), habits[other][0].key)
        return is_smaller and notes[number] <= notes[other]

    def is_exception(number: int, other: int) -> bool:
        return _is_exception_to(*habits[number], *habits[other])

    of_person = _by_person(habits)
    return [
        (routine, events)
        for number, (routine, events) in enumerate(habits)
        if not any(is_part(number, other) for other in with_note[events[0].note])
        and not any(is_exception(number, other) for other in of_person[_person(routine)])
    ]


def _person(routine: Routine) -> tuple[str, str]:
    return routine.subject, routine.user


def _by_person(habits: Sequence[tuple[Routine, list[Occurrence]]]) -> Mapping[tuple[str, str], list[int]]:
    """Subject and user → the places of their habits."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, (routine, _) in enumerate(habits):
        found[_person(routine)].append(number)
    return found


def _is_exception_to(
    routine: Routine, events: Sequence[Occurrence], other: Routine, more: Sequence[Occurrence]
) -> bool:
    return (
        routine.is_alternative_to(other)
        and routine.usual_part == other.usual_part
        and len(events) <= _MAX_EXCEPTIONS * len(more)
        and more[0].day <= events[0].day
        and events[-1].day <= more[-1].day
        and not routine.days & other.days
    )


def _in_runs(events: Sequence[Occurrence], gap: timedelta | None) -> list[Occurrence]:
    """The events, which are in the order of time, without those of short runs."""
    found = runs([each.moment for each in events], gap)
    return [events[index] for run in found if len(run) >= _MIN_RUN for index in run]


def _is_frequent(events: Sequence[Occurrence]) -> bool:
    return len({each.day for each in events}) >= MIN_INSTANCES["habit"]


@dataclass(frozen=True, slots=True)
class _Found:
    """A habit with what was found out about it."""

    routine: Routine
    slot: Slot
    instead: Mapping[str, Occurrence]  # note → what was done in place of it
    variants: Mapping[str, str]  # note → variant
    end: date  # the last day on which the person said something
    is_replaced: bool  # a later period of the routine is another habit

    def draft(self, material: Material) -> Draft | None:
        """The habit; None if its events follow no rule of days or time, or if nothing names it."""
        events, schedule = self.routine.events, self.slot.schedule
        phrase = phrase_of(self.routine, material)
        if schedule == Schedule() or phrase is None:
            return None
        exceptions = exceptions_to(self.routine, self.slot, self.instead, self.variants, material)
        return Draft(
            kind="habit",
            subject=self.routine.subject,
            key=self.routine.key,
            user=self.routine.user,
            derived=Habit(
                subject=material.entities[self.routine.subject].name,
                phrase=phrase,
                schedule=schedule,
                variants=by_number(self.variants),
                count=len(events),
                first=self.slot.first,
                last=self.slot.last,
                exceptions=tuple((each.name, each.event.day) for each in exceptions),
                is_over=self.is_replaced or self.slot.is_over(self.end),
            ),
            language=most_frequent([each.language for each in events]),
            instances=tuple(each.note for each in events),
            exceptions=tuple(dict.fromkeys(each.event.note for each in exceptions)),
            first=events[0].moment,
            last=events[-1].moment,
            recurs=rrule_of(schedule),
        )
