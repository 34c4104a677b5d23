"""Habits: what somebody does again and again, when, with what variants and exceptions."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from statistics import median

from memgraph_core.consolidate.abstractions import MIN_INSTANCES, Draft, most_frequent
from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.occurrences import Occurrence
from memgraph_core.consolidate.runs import runs
from memgraph_core.language.activities import is_listed, thing_of
from memgraph_core.language.derived_text import Habit, PartOfDay, Schedule

_RUN = 3  # events in a run: less frequent ones are no habit
_MAX_EXCEPTIONS = 0.25  # for each instance
_WORKING_SHARE, _ONE_DAY, _SOME_DAYS, _DAILY = 0.93, 0.75, 0.9, 0.7  # shares of the events, or of the days
_LEAST_SHARE = 0.2  # of a weekday that is named
_MIN_TIMED = 3  # events with a time of day, for a typical one
_MAX_SPREAD = 75  # minutes between the quartiles
_ROUNDED = 15  # minutes
_RRULE_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")


def habits_in(occurrences: Iterable[Occurrence], material: Material, gap: timedelta | None) -> list[Draft]:
    """The habits of all subjects, by subject and key."""
    by_matter: dict[tuple[str, str, str], list[Occurrence]] = defaultdict(list)
    for each in sorted(occurrences, key=lambda each: (each.moment, each.note)):
        by_matter[each.subject, _matter(each), material.users.get(each.note, "")].append(each)
    return [
        draft
        for (subject, matter, _), events in sorted(by_matter.items())
        for draft in _of_matter(subject, matter, events, material, gap)
    ]


def _matter(event: Occurrence) -> str:
    """What events must share to be compared: a listed activity, or the thing, with which people use several verbs."""
    action = event.action
    return action.activity if is_listed(action.activity) else action.kind or action.activity


def _of_matter(
    subject: str, matter: str, events: Sequence[Occurrence], material: Material, gap: timedelta | None
) -> Iterator[Draft]:
    by_kind: dict[str, list[Occurrence]] = defaultdict(list)
    for each in events if is_listed(matter) else _with_usual_verbs(events):
        by_kind[each.action.kind].append(each)
    found: dict[tuple[str, PartOfDay | None], list[Occurrence]] = {
        (kind, part): close
        for kind, members in sorted(by_kind.items())
        for part, group in _by_part(members).items()
        if _is_frequent(close := _in_runs(group, gap))
    }
    habitual = {each.note for group in found.values() for each in group}
    for (kind, part), group in found.items():
        exceptions = _exceptions(group, part, _others(events, habitual, kind)) if is_listed(matter) else []
        draft = _draft(subject, (matter, kind, part or ""), group, exceptions, material)
        if draft is not None:
            yield draft


def _others(events: Sequence[Occurrence], habitual: set[str], kind: str) -> list[Occurrence]:
    """The events of other kinds that belong to no habit. Only the few listed activities need them."""
    return [each for each in events if each.note not in habitual and each.action.kind != kind]


def _with_usual_verbs(events: Sequence[Occurrence]) -> list[Occurrence]:
    """The events without those of rare verbs: "took the cat to the vet" among many of "fed the cat"."""
    verbs = Counter(each.action.activity for each in events)
    return [each for each in events if verbs[each.action.activity] >= _RUN]


def _by_part(events: Sequence[Occurrence]) -> Mapping[PartOfDay | None, list[Occurrence]]:
    """The events by part of the day, if several parts have enough; those without a time belong to the largest part."""
    timed: dict[PartOfDay | None, list[Occurrence]] = defaultdict(list)
    for each in events:
        timed[each.part].append(each)
    untimed = timed.pop(None, [])
    large: dict[PartOfDay | None, list[Occurrence]] = {
        part: group for part, group in timed.items() if len(group) >= MIN_INSTANCES["habit"]
    }
    if len(large) < 2:
        only: PartOfDay | None = next(iter(large), None)
        return {only: list(events)}
    largest = max(large, key=lambda part: (len(large[part]), part or ""))
    large[largest] = sorted([*large[largest], *untimed], key=lambda each: (each.moment, each.note))
    return {part: large[part] for part in sorted(large, key=lambda part: part or "")}


def _in_runs(events: Sequence[Occurrence], gap: timedelta | None) -> list[Occurrence]:
    """The events, which are in the order of time, without those of short runs."""
    found = runs([each.moment for each in events], gap)
    return [events[index] for run in found if len(run) >= _RUN for index in run]


def _is_frequent(events: Sequence[Occurrence]) -> bool:
    return len({each.day for each in events}) >= MIN_INSTANCES["habit"]


def _exceptions(
    events: Sequence[Occurrence], part: PartOfDay | None, others: Iterable[Occurrence]
) -> list[Occurrence]:
    """What was done instead on days of the habit; none if there is too much of it."""
    done, weekdays = {each.day for each in events}, _weekdays(_schedule(events))
    first, last = events[0].day, events[-1].day
    found = [
        each
        for each in others
        if first <= each.day <= last
        and each.day not in done
        and each.day.weekday() in weekdays
        and (each.part == part or each.part is None or part is None)
    ]
    return found if len(found) <= max(1, _MAX_EXCEPTIONS * len(events)) else []


def _draft(
    subject: str,
    key: tuple[str, ...],
    events: Sequence[Occurrence],
    exceptions: Sequence[Occurrence],
    material: Material,
) -> Draft | None:
    """The habit; None if the events follow no rule of days or time and are less frequent than every other day."""
    schedule = _schedule(events)
    if schedule == Schedule():
        return None
    language = most_frequent([each.language for each in events])
    of_language = [each for each in events if each.language == language]
    variants = Counter(each.action.variant for each in events if each.action.variant)
    return Draft(
        kind="habit",
        subject=subject,
        key=key,
        user=material.users.get(events[0].note, ""),
        derived=Habit(
            subject=material.entities[subject].name,
            phrase=most_frequent([each.action.phrase for each in of_language]),
            schedule=schedule,
            variants=tuple(sorted(variants.items(), key=lambda item: (-item[1], item[0]))),
            count=len(events),
            first=events[0].day,
            last=events[-1].day,
            exceptions=tuple((_thing(each), each.day) for each in exceptions),
        ),
        language=language,
        instances=tuple(each.note for each in events),
        exceptions=tuple(dict.fromkeys(each.note for each in exceptions)),
        first=events[0].moment,
        last=events[-1].moment,
        recurs=_rrule(schedule),
    )


def _thing(event: Occurrence) -> str:
    """What was eaten, drunk or done in an event, as a noun."""
    return event.action.variant or thing_of(event.language, event.action.activity, event.action.kind)


def _schedule(events: Sequence[Occurrence]) -> Schedule:
    days = sorted({each.day for each in events})
    minutes = sorted(each.minute for each in events if each.minute is not None)
    minute = _typical(minutes)
    parts: Counter[PartOfDay] = Counter(each.part for each in events if each.part is not None)
    timed = sum(parts.values())
    part: PartOfDay | None = next((part for part, n in parts.most_common(1) if n >= _ONE_DAY * timed), None)
    at = Schedule(part=part if timed >= _MIN_TIMED else None, minute=minute)
    counts = Counter(day.weekday() for day in days)
    working = sum(counts[weekday] for weekday in range(5))
    ordered = sorted(counts, key=lambda weekday: (-counts[weekday], weekday))
    if len(days) < _DAILY * ((days[-1] - days[0]).days + 1) or working >= _WORKING_SHARE * len(days):
        if counts[ordered[0]] >= _ONE_DAY * len(days):
            return _with_days(at, weekdays=(ordered[0],))
        for number in (2, 3):
            named = ordered[:number]
            is_regular = min(counts[day] for day in named) >= _LEAST_SHARE * len(days)
            if (
                len(named) == number
                and is_regular
                and sum(counts[d] for d in named) >= _SOME_DAYS * len(days)
            ):
                is_weekend = set(named) == {5, 6}
                return (
                    _with_days(at, days="weekend")
                    if is_weekend
                    else _with_days(at, weekdays=tuple(sorted(named)))
                )
        if working >= _WORKING_SHARE * len(days) and len(days) >= 2 * MIN_INSTANCES["habit"]:
            return _with_days(at, days="weekdays")
        return at
    return _with_days(at, days="daily")


def _with_days(at: Schedule, *, days: str = "", weekdays: tuple[int, ...] = ()) -> Schedule:
    assert days in ("", "daily", "weekdays", "weekend")
    return Schedule(days=days, weekdays=weekdays, part=at.part, minute=at.minute)


def _typical(minutes: Sequence[int]) -> int | None:
    """The median minute of the day, rounded; None for few or scattered times."""
    if len(minutes) < _MIN_TIMED:
        return None
    quarter = len(minutes) // 4
    if minutes[-1 - quarter] - minutes[quarter] > _MAX_SPREAD:
        return None
    return round(median(minutes) / _ROUNDED) * _ROUNDED % 1_440


def _weekdays(schedule: Schedule) -> Sequence[int]:
    """The weekdays on which the habit is expected."""
    expected = {"daily": range(7), "weekdays": range(5), "weekend": (5, 6)}
    return expected.get(schedule.days) or schedule.weekdays or range(7)


def _rrule(schedule: Schedule) -> str | None:
    if schedule.days == "daily":
        return "FREQ=DAILY"
    if not schedule.days and not schedule.weekdays:
        return None
    days = ",".join(_RRULE_DAYS[day] for day in _weekdays(schedule))
    return f"FREQ=WEEKLY;BYDAY={days}"
