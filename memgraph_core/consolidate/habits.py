"""Habits: what somebody does again and again, when, with what variants and exceptions."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from memgraph_core.consolidate.abstractions import MIN_INSTANCES, Draft, most_frequent
from memgraph_core.consolidate.completion import Reports, completed
from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.mentions import names_in, words_of
from memgraph_core.consolidate.occurrences import Occurrence
from memgraph_core.consolidate.routines import Routine, routines_in
from memgraph_core.consolidate.runs import runs
from memgraph_core.consolidate.schedules import (
    expected_weekdays,
    only_weekday,
    rrule_of,
    schedule_of,
    usual_time,
)
from memgraph_core.consolidate.topics import TOPIC, with_topics
from memgraph_core.language.activities import is_listed_kind, thing_of
from memgraph_core.language.derived_text import Habit, PartOfDay, Schedule
from memgraph_core.language.pack import pack_of
from memgraph_core.language.terms import terms_of
from memgraph_core.records.recurrence import BYDAY

_MIN_RUN = 3  # events in a run: less frequent ones are not a habit
_MAX_EXCEPTIONS = 0.25  # events done instead, for each instance
_MAX_DENIED = 0.5  # days on which it did not happen, for each instance
_MAX_DIFFERENCE = 30  # minutes between the usual time of a habit and that of an exception
_MIN_NAMED = 0.4  # share of the events that have the name of the habit as a keyword, if it has no action
_MIN_NAMING = 3  # events that name the action or the variant of a topic
_MIN_KEYWORD_SHARE = 0.75  # of the keywords with the topic, so that the most frequent one names the habit
_MIN_VARIANT = 0.1  # of the events of a topic that name a variant
_MIN_PERIOD = 5  # events of a habit of one weekday, before or after another one


def habits_in(occurrences: Iterable[Occurrence], material: Material, gap: timedelta | None) -> list[Draft]:
    """The habits of all subjects, by subject and key."""
    ordered = sorted(occurrences, key=lambda each: (each.moment, each.note))
    routines = routines_in(_groups(ordered, material))
    frequent = [
        (each, close)
        for each in routines
        if not each.is_instead and _is_frequent(close := _in_runs(each.events, gap))
    ]
    reports = Reports.of(ordered, material)
    found = _without_parts(frequent)
    instead = {each.note for events in _exceptions(found, _slots(found), routines).values() for each in events}
    habits = [
        period
        for routine, close in completed(with_topics(found, reports, instead), reports, instead)
        for period in _periods(routine, close)
    ]
    slots = _slots(habits)
    exceptions = _exceptions(habits, slots, routines)
    drafts = [
        _draft(routine, close, slots[number].schedule, exceptions.get(number, ()), material)
        for number, (routine, close) in enumerate(habits)
    ]
    return [draft for draft in drafts if draft is not None]


def _slots(habits: Iterable[tuple[Routine, list[Occurrence]]]) -> list["_Slot"]:
    return [_Slot.of(routine, events) for routine, events in habits]


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
    if len(large) < 2:
        return {None: list(events)}
    largest = max(large, key=lambda part: (len(large[part]), part or ""))
    large[largest] = sorted([*large[largest], *untimed], key=lambda each: (each.moment, each.note))
    return {part: large[part] for part in sorted(large, key=lambda part: part or "")}


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


def _periods(routine: Routine, events: Sequence[Occurrence]) -> Iterator[tuple[Routine, list[Occurrence]]]:
    """A habit of one weekday, then of another one, as two habits; every other habit as it is."""
    for number in range(_MIN_PERIOD, len(events) - _MIN_PERIOD + 1):
        before, after = list(events[:number]), list(events[number:])
        one, other = only_weekday(before), only_weekday(after)
        if one is not None and other is not None and one != other:
            for part, weekday in ((before, one), (after, other)):
                denied = (each for each in routine.denied if (each.day < after[0].day) is (part is before))
                period = BYDAY[weekday]
                yield replace(routine, events=tuple(part), period=period, denied=tuple(denied)), part
            return
    yield routine, list(events)


def _is_frequent(events: Sequence[Occurrence]) -> bool:
    return len({each.day for each in events}) >= MIN_INSTANCES["habit"]


def _exceptions(
    habits: Sequence[tuple[Routine, list[Occurrence]]], slots: Sequence["_Slot"], routines: Sequence[Routine]
) -> Mapping[int, list[Occurrence]]:
    """Index of a habit → the events that were done instead on its days; none if there are too many.

    Such an event is an alternative of a listed activity, or its note says that it was done in place of something; the
    latter belongs to the only habit at its time of day.
    """
    habitual = {event.note for _, close in habits for event in close}
    of_person = _by_person(habits)
    found: dict[int, dict[str, Occurrence]] = defaultdict(dict)
    for of in routines:
        own = of_person.get(_person(of), ())
        for event in of.events:
            if event.action is None or event.note in habitual:
                continue
            expected = [number for number in own if slots[number].expects(event)]
            chosen = [number for number in expected if _are_alternatives(habits[number][0], of, event)]
            if not chosen and event.is_instead:
                near = [number for number in expected if slots[number].is_at(event)]
                chosen = near if len(near) == 1 else []
            for number in chosen:
                found[number].setdefault(event.note, event)
    few = {
        number: events
        for number, events in found.items()
        if len(events) <= _at_most(habits[number][1], _MAX_EXCEPTIONS)
    }
    for number, (routine, done) in enumerate(habits):
        denied = {
            each.note: each
            for each in routine.denied
            if each.note not in habitual and slots[number].expects(each)
        }
        if len(denied) <= _at_most(done, _MAX_DENIED):
            few[number] = few.get(number, {}) | denied
    return {number: list(events.values()) for number, events in few.items()}


def _at_most(events: Sequence[Occurrence], share: float) -> float:
    """How many exceptions a habit with these events may have."""
    return max(1, share * len(events))


def _are_alternatives(habit: Routine, other: Routine, event: Occurrence) -> bool:
    is_same_time = event.part == habit.part or event.part is None or habit.part is None
    return habit.is_alternative_to(other) and is_same_time


@dataclass(frozen=True, slots=True)
class _Slot:
    """The days and the time at which a habit is expected."""

    schedule: Schedule
    done: frozenset[date]
    first: date
    last: date

    @classmethod
    def of(cls, routine: Routine, events: Sequence[Occurrence]) -> "_Slot":
        days = frozenset(each.day for each in events)
        schedule = schedule_of(events)
        if schedule == Schedule() and routine.topics:
            schedule = usual_time(events)  # its days or times were tested
        return cls(schedule, days, min(days), max(days))

    def expects(self, event: Occurrence) -> bool:
        """Whether the habit is expected on the day of an event, and was not reported for it."""
        is_within = self.first <= event.day <= self.last and event.day not in self.done
        return is_within and event.day.weekday() in expected_weekdays(self.schedule)

    def is_at(self, event: Occurrence) -> bool:
        """Whether an event was at the time of day of the habit."""
        if event.minute is not None and self.schedule.minute is not None:
            return abs(event.minute - self.schedule.minute) <= _MAX_DIFFERENCE
        return event.part is not None and event.part == self.schedule.part


def _draft(
    routine: Routine,
    events: Sequence[Occurrence],
    schedule: Schedule,
    exceptions: Sequence[Occurrence],
    material: Material,
) -> Draft | None:
    """The habit; None if the events follow no rule of days or time and are less frequent than every other day."""
    phrase = (
        _topic_phrase(routine, events, material) if routine.matter == TOPIC else _phrase(events, material)
    )
    if schedule == Schedule() or phrase is None:
        return None
    language = most_frequent([each.language for each in events])
    variants = _named(routine, events, material) if routine.matter == TOPIC else _variants(routine, events)
    without = pack_of(language).derived_text.without
    return Draft(
        kind="habit",
        subject=routine.subject,
        key=routine.key,
        user=routine.user,
        derived=Habit(
            subject=material.entities[routine.subject].name,
            phrase=phrase,
            schedule=schedule,
            variants=tuple(sorted(variants.items(), key=lambda item: (-item[1], item[0]))),
            count=len(events),
            first=events[0].day,
            last=events[-1].day,
            exceptions=tuple(
                (
                    _thing(each) if each.action else without(_written(min(each.words), events, material)),
                    each.day,
                )
                for each in exceptions
            ),
        ),
        language=language,
        instances=tuple(each.note for each in events),
        exceptions=tuple(dict.fromkeys(each.note for each in exceptions)),
        first=events[0].moment,
        last=events[-1].moment,
        recurs=rrule_of(schedule),
    )


def _phrase(events: Sequence[Occurrence], material: Material) -> str | None:
    """What is done: the most frequent action, with a thing that many events name; without actions the usual keyword.

    None if no keyword is usual.
    """
    language = most_frequent([each.language for each in events])
    counts: Counter[str] = Counter()
    named: dict[str, int] = {}
    for each in events:
        if each.action is not None and each.language == language:
            phrase = each.action.phrase
            counts[phrase] += 1
            if phrase not in named:
                named[phrase] = sum(bool(each.things & (one.words | one.things)) for one in events)
    if counts:
        return min(counts, key=lambda phrase: (-named[phrase] * counts[phrase], phrase))
    keywords = Counter(
        keyword.lower() for each in events for keyword in set(material.notes[each.note].keywords)
    )
    keyword = min(keywords, key=lambda keyword: (-keywords[keyword], keyword), default=None)
    if keyword is None or keywords[keyword] < _MIN_NAMED * len(events):
        return None
    return pack_of(language).derived_text.having(keyword)


def _topic_phrase(routine: Routine, events: Sequence[Occurrence], material: Material) -> str:
    """What is done: the most frequent action with the topic, if there are several, or else that the topic is mentioned."""
    language = most_frequent([each.language for each in events])
    main = set(terms_of(routine.topics[0]))
    actions = [
        each.action.phrase
        for each in events
        if each.action and each.language == language and each.things & main
    ]
    if actions and Counter(actions)[phrase := most_frequent(actions)] >= _MIN_NAMING:
        return phrase
    return pack_of(language).derived_text.mentioning(_written(routine.topics[0], events, material))


def _written(topic: str, events: Sequence[Occurrence], material: Material) -> str:
    """A topic as most notes write it, with the words that nearly always go with it: green tea."""
    notes = [material.notes[each.note] for each in events]
    names = [name for note in notes for name in names_in(note, material) if name.lower() == topic]
    if names:
        return most_frequent(names)
    keywords = [
        keyword for note in notes for keyword in words_of(note, material) if topic in keyword.lower().split()
    ]
    if not keywords:
        return topic
    usual = most_frequent(keywords)
    if keywords.count(usual) >= _MIN_KEYWORD_SHARE * len(events):
        return usual
    return most_frequent([word for keyword in keywords for word in keyword.split() if word.lower() == topic])


def _named(routine: Routine, events: Sequence[Occurrence], material: Material) -> Counter[str]:
    """The other words that several events of a topic name, by number of events; each event has at most one."""
    main = routine.topics[0]
    words = [
        {
            word
            for word in each.words
            if word not in main
            and terms_of(word) != terms_of(main)
            and word in material.statement(material.notes[each.note]).lower()
        }
        for each in events
    ]
    counts = Counter(word for of_event in words for word in of_event)
    named: Counter[str] = Counter()
    for of_event in words:
        word = min(of_event, key=lambda word: (-counts[word], word), default="")
        if word and counts[word] >= max(_MIN_NAMING, _MIN_VARIANT * len(events)):
            named[word] += 1
    return Counter({word: number for word, number in named.items() if number >= _MIN_NAMING})


def _variants(routine: Routine, events: Sequence[Occurrence]) -> Counter[str]:
    """The things by number of events: those that the name of the habit does not say; all of them if alternatives were joined."""
    if len(routine.kinds) > 1:
        counts = Counter(_thing(each) for each in events if each.action and each.action.kind in routine.kinds)
    else:
        counts = Counter(each.action.variant for each in events if each.action)
    del counts[""]
    return counts


def _thing(event: Occurrence) -> str:
    """What was eaten, drunk or done in an event, as a noun."""
    action = event.action
    assert action is not None  # only actions are exceptions
    return action.variant or thing_of(event.language, action.activity, action.kind) or action.phrase
