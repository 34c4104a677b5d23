"""Routines: the events of one subject that may be one habit, also if they are reported in different words.

Words alone do not show that "took my blood pressure pill" and "BP meds done" report the same routine. Their times do:
both are reported for about the same time of the same weekdays, within the same months, but never for the same day,
although by chance this would have been expected. So groups of events with the same words are joined if their times say
so, or if they also name the same thing. Known alternatives (tea and coffee) are joined only if both are frequent:
a rare one is an exception to the other.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from statistics import median

from memgraph_core.consolidate.occurrences import Occurrence, in_order
from memgraph_core.consolidate.weekdays import alike, common_time, expected_together, overlap, weekdays_of
from memgraph_core.language.activities import is_listed, listed_verbs, thing_of
from memgraph_core.language.derived_text import PartOfDay

_MIN_DAYS = 3  # of a group that shows a time of its own; smaller ones are only added to others
_MIN_LARGE = 5  # events with a time, for parts of the day to be distinguished, and events whose weekdays can be compared
_NEAR = 30  # minutes between the usual times of two groups of one routine
_MAX_TOGETHER = 0.05  # of the days of the smaller group on which both are reported
_MIN_ALIKE = 0.4  # the share of the weekdays of two groups that is common
_MIN_EXPECTED = 0.5  # days on which both would have been reported by chance
_MIN_EXPECTED_OF_ALTERNATIVES = 2.0  # the same for alternatives of a listed activity
_MIN_SHARE_OF_ALTERNATIVES = 0.1  # of the larger group; less frequent alternatives are exceptions to it
_MIN_MAIN = 0.25  # share of the events about an unlisted thing, so that it is what the habit is about
_MIN_NAMING = 3  # events about the thing of a routine without a topic that is not listed
_MARGIN = timedelta(days=14)  # before the first and after the last event of a routine


@dataclass(frozen=True, kw_only=True)
class Routine:
    """Events of one subject, in the order of time, that have the same words or were joined."""

    subject: str  # entity uid
    user: str
    matter: str  # what alternatives share: a listed activity, or a thing
    kind: str  # of the actions; empty for events without one
    activity: str = ""  # the verb, if the activity is not listed; the words, if there are no actions
    is_instead: bool = False  # each event was done in place of something else
    part: PartOfDay | None = None  # if the matter has several routines at different parts of the day
    period: str = ""  # what was usual in this period (weekdays, time or variant), if that changed
    topics: tuple[str, ...] = ()  # the names that it is known by
    denied: tuple[Occurrence, ...] = ()  # events that did not happen
    events: tuple[Occurrence, ...]

    @property
    def key(self) -> tuple[str, ...]:
        """Identifies the routine among those of the subject."""
        period = (self.period,) if self.period else ()
        return self.matter, self.kind, self.activity, self.part or "", *period

    @cached_property
    def days(self) -> frozenset[date]:
        """The days of the events."""
        return frozenset(each.day for each in self.events)

    @cached_property
    def uids(self) -> frozenset[str]:
        """The uids of the notes of the events."""
        return frozenset(each.note for each in self.events)

    @cached_property
    def notes(self) -> Mapping[date, frozenset[str]]:
        """The uids of the notes of each day."""
        found: dict[date, set[str]] = defaultdict(set)
        for each in self.events:
            found[each.day].add(each.note)
        return {day: frozenset(uids) for day, uids in found.items()}

    @cached_property
    def weekdays(self) -> Counter[int]:
        """The number of days on each weekday; 0 is Monday."""
        return weekdays_of(self.days)

    @cached_property
    def minute(self) -> int | None:
        """The usual minute of the day; None if none is stated."""
        minutes = [each.minute for each in self.events if each.minute is not None]
        return round(median(minutes)) if minutes else None

    @cached_property
    def usual_part(self) -> PartOfDay | None:
        """The most frequent part of the day; None if none is stated."""
        parts: Counter[PartOfDay] = Counter(each.part for each in self.events if each.part is not None)
        return min(parts, key=lambda part: (-parts[part], str(part))) if parts else None

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of the listed activity; several if alternatives were joined."""
        return frozenset(
            each.action.kind for each in self.events if each.action and each.action.activity == self.matter
        )

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The verbs of the actions, without those that go with many things, such as have and take."""
        found = {(each.language, each.action.activity) for each in self.events if each.action}
        return frozenset(
            verb for language, verb in found if not is_listed(verb) and verb not in listed_verbs(language)
        )

    def is_alternative_to(self, other: "Routine") -> bool:
        """Whether both are kinds of one listed activity, such as coffee and tea."""
        return self.matter == other.matter and is_listed(self.matter) and not self.kinds & other.kinds

    @cached_property
    def things(self) -> frozenset[str]:
        """The terms that name what the routine is about: those of a thing, or all of an event without an action."""
        return frozenset(term for each in self.events for term in each.things)

    @cached_property
    def words(self) -> frozenset[str]:
        """The keywords of the events with a time of day, as terms."""
        return frozenset(term for each in self.events for term in each.words)

    @cached_property
    def names(self) -> Mapping[str, int]:
        """What it is about, in small letters, with the number of its events: its topics, and the things of its actions; the most
        frequent first.
        """
        things = Counter(each.thing for each in self.events if each.thing)
        own = thing_of(self.events[0].language, self.matter, self.kind).lower() if self.kind else ""
        least, most = _MIN_MAIN * len(self.events), max(things.values(), default=0)
        main = {
            name
            for name, number in things.items()
            if number >= least or name == own or (number == most >= _MIN_NAMING and not self.topics)
        }
        counts = {name: sum(each.is_about(name) for each in self.events) for name in (*self.topics, *main)}
        return {name: counts[name] for name in sorted(counts, key=lambda name: (-counts[name], name))}

    def together_with(self, other: "Routine") -> int:
        """The number of days on which both are reported, by different notes."""
        return sum(not self.notes[day] & other.notes[day] for day in self.days & other.days)

    def with_only(self, events: Iterable[Occurrence]) -> "Routine":
        """The same routine with these of its events."""
        return replace(self, events=tuple(events))

    def with_events(self, events: Iterable[Occurrence]) -> "Routine":
        """The same routine with the events of further notes."""
        together = [*self.events, *(each for each in events if each.note not in self.uids)]
        return replace(self, events=in_order(together))


def routines_in(groups: Iterable[Routine]) -> list[Routine]:
    """The groups of events with the same words, joined; by subject, user and key."""
    by_person: dict[tuple[str, str], list[Routine]] = defaultdict(list)
    for group in groups:
        by_person[group.subject, group.user].append(group)
    return [routine for _, own in sorted(by_person.items()) for routine in _joined(own)]


def _joined(groups: Sequence[Routine]) -> list[Routine]:
    timed = [group for group in groups if group.usual_part is not None and not group.is_instead]
    large = _together(group for group in timed if len(group.days) >= _MIN_DAYS)
    small = [group for group in timed if len(group.days) < _MIN_DAYS]
    others = [group for group in groups if group.usual_part is None or group.is_instead]
    return sorted([*_with_small(large, small), *others], key=lambda each: each.key)


def _together(groups: Iterable[Routine]) -> list[Routine]:
    """The groups after those of one routine were joined, the most certain pair first.

    Repeated, because a joined group has more days, which may show that a third group belongs to it.
    """
    left = list(groups)
    while True:
        left.sort(key=lambda each: (-len(each.days), each.key))
        found = sorted(_pairs(left), key=lambda pair: (-pair[0], pair[1], pair[2]))
        if not found:
            return left
        joined: dict[int, int] = {}
        for _, first, second in found:
            if first not in joined and second not in joined and _evidence(left[first], left[second]):
                left[first] = _one_routine(left[first], left[second])
                joined[second] = first
        left = [each for number, each in enumerate(left) if number not in joined]


def _one_routine(one: Routine, other: Routine) -> Routine:
    """Two groups joined. The key is that of the larger one, but a group with an action precedes one without."""
    named, added = (other, one) if other.matter and not one.matter else (one, other)
    return named.with_events(added.events)


def _pairs(groups: Sequence[Routine]) -> Iterator[tuple[float, int, int]]:
    """The evidence of each pair of groups that may be one routine, with their indexes, the larger group first."""
    by_time = sorted(range(len(groups)), key=lambda number: (_hour(groups[number]), number))
    for place, one in enumerate(by_time):
        for other in by_time[place + 1 :]:
            if groups[one].minute is not None and _hour(groups[other]) - _hour(groups[one]) > _NEAR:
                break
            first, second = min(one, other), max(one, other)
            if evidence := _evidence(groups[first], groups[second]):
                yield evidence, first, second


def _hour(group: Routine) -> int:
    return group.minute if group.minute is not None else -1


def _evidence(one: Routine, other: Routine) -> float:
    """How certain it is that two groups are one routine; 0 if they are not, or if it is not known."""
    if not _are_at_one_time(one, other):
        return 0.0
    together = one.together_with(other)
    if together > _MAX_TOGETHER * min(len(one.days), len(other.days)):
        return 0.0
    if not overlap(one.days, other.days):  # the later one replaced the earlier one
        return 1.0 if one.kind and one.kind == other.kind else 0.0
    expected = expected_together(one.days, other.days)
    if one.is_alternative_to(other):
        return (
            expected if _are_both_frequent(one, other) and expected >= _MIN_EXPECTED_OF_ALTERNATIVES else 0.0
        )
    if _name_one_thing(one, other):
        return 1 + expected
    return expected if expected >= _MIN_EXPECTED else 0.0


def _are_both_frequent(one: Routine, other: Routine) -> bool:
    """Whether two alternatives with times of day are both frequent in the time that is common to them."""
    first, last = common_time(one.days, other.days)
    fewer, more = sorted(sum(first <= day <= last for day in each.days) for each in (one, other))
    return fewer >= _MIN_SHARE_OF_ALTERNATIVES * more and None not in (one.minute, other.minute)


def _are_at_one_time(one: Routine, other: Routine) -> bool:
    if one.minute is None or other.minute is None:
        return one.usual_part == other.usual_part and _name_one_thing(one, other)
    if abs(one.minute - other.minute) > _NEAR:
        return False
    if min(len(one.days), len(other.days)) < _MIN_LARGE:
        return True
    return alike(one.weekdays, other.weekdays) >= _MIN_ALIKE


def _name_one_thing(one: Routine, other: Routine) -> bool:
    """Whether both name the same thing, or do the same with different things: paint bamboo, paint shrimps."""
    return bool(one.things & other.words or other.things & one.words or one.verbs & other.verbs)


def _with_small(routines: Sequence[Routine], groups: Sequence[Routine]) -> list[Routine]:
    """The routines with the events of small groups that name the same thing at the same time of other days.

    A small group that belongs to no routine stays separate.
    """
    added: dict[int, list[Occurrence]] = defaultdict(list)
    left: list[Routine] = []
    days = [set(each.days) for each in routines]
    by_term: dict[str, list[int]] = defaultdict(list)
    for number, each in enumerate(routines):
        for term in each.words | each.things | each.verbs:
            by_term[term].append(number)
    for group in groups:
        similar = {
            number for term in group.words | group.things | group.verbs for number in by_term.get(term, ())
        }
        fitting = (
            (_distance(routines[number], group), number)
            for number in similar
            if _fits(routines[number], group) and not days[number] & group.days
        )
        best = min(fitting, default=None)
        if best is None:
            left.append(group)
            continue
        added[best[1]] += group.events
        days[best[1]] |= group.days
    return [
        each.with_events(added[number]) if number in added else each for number, each in enumerate(routines)
    ] + left


def _fits(routine: Routine, group: Routine) -> bool:
    return (
        _name_one_thing(routine, group)
        and not routine.is_alternative_to(group)
        and _are_at_one_time(routine, group)
        and group.weekdays.keys() <= routine.weekdays.keys()
        and min(routine.days) - _MARGIN <= min(group.days)
        and max(group.days) <= max(routine.days) + _MARGIN
    )


def _distance(routine: Routine, group: Routine) -> int:
    """The minutes between the times of two groups."""
    if routine.minute is None or group.minute is None:
        return _NEAR
    return abs(routine.minute - group.minute)
