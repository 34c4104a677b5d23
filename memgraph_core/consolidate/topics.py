"""Habits that are named in any words: recurring topics as routines, joined with those that the actions show."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from memgraph_core.consolidate.abstractions import MIN_INSTANCES
from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.mentions import Mention, mentions_in
from memgraph_core.consolidate.occurrences import Occurrence
from memgraph_core.consolidate.recurrence import Recurrence, recurrences_in, usual_times
from memgraph_core.consolidate.routines import Routine
from memgraph_core.language.actions import denies, is_instead
from memgraph_core.language.activities import is_listed_kind, thing_of

Habit = tuple[Routine, list[Occurrence]]  # what somebody does, and its events in order
TOPIC = "topic"  # the matter of a routine that actions do not show
_MIN_PART = 0.5  # of the notes of a habit that name a topic at its usual times, so that it is about the topic


def with_topics(habits: Sequence[Habit], events: Sequence[Occurrence], material: Material) -> list[Habit]:
    """The habits with recurring topics of the notes of no habit.

    Each is a habit of its own, or adds its mentions to the habits that it is about.
    """
    habitual = {each.note for _, own in habits for each in own}
    actions = _actions_by_note(events)
    named = {each.note: each for each in (_with_thing(m, actions.get(m.note)) for m in mentions_in(material))}
    others: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    for each in named.values():
        if each.note not in habitual:
            others[each.subject, each.user].append(each)
    left: dict[tuple[str, str], list[Habit]] = defaultdict(list)
    for habit in habits:
        left[habit[0].subject, habit[0].user].append(habit)
    for person, own in sorted(others.items()):
        for recurrence in recurrences_in(own):
            topic = _routine(recurrence, actions, material)
            parts = [habit for habit in left[person] if _is_about(habit, recurrence, named)]
            left[person] = [*(habit for habit in left[person] if habit not in parts), *_joined(topic, parts)]
    return [
        _with_mentions(*habit, others[person], named, actions, material)
        for person, own in left.items()
        for habit in own
    ]


def _with_mentions(
    routine: Routine,
    events: list[Occurrence],
    mentions: Sequence[Mention],
    named: Mapping[str, Mention],
    actions: Mapping[str, Occurrence],
    material: Material,
) -> Habit:
    """A habit that actions show, with the mentions of its thing: those which say that it did not happen, and, if the
    thing is a listed one, those at its usual times of other days. Notes that state another action are no such mentions.
    """
    names = {_thing(each) for each in events} - {""}
    if routine.topics or not names:
        return routine, events
    usual = usual_times([named[each.note] for each in events if each.note in named])
    is_listed = is_listed_kind(routine.matter, routine.kind) and usual.hours is not None
    done = {each.day for each in events}
    denied: list[Occurrence] = []
    added: list[Occurrence] = []
    for each in mentions:
        if not each.names(names):
            continue
        if (absent := _denied(each, sorted(each.topics & names), material)) is not None:
            denied.append(absent)
        elif (
            is_listed
            and each.note not in actions
            and not is_instead(material.statement(material.notes[each.note]), events[0].language)
            and each.minute is not None
            and usual.expects(each)
            and events[0].day <= each.day <= events[-1].day
            and each.day not in done
        ):
            added.append(_event(each, None, material.notes[each.note].language))
    more = sorted([*events, *added], key=lambda each: (each.moment, each.note))
    return replace(routine, denied=tuple(denied)), more


def _denied(mention: Mention, topics: Sequence[str], material: Material) -> Occurrence | None:
    """The event that a note says did not happen; None if it says no such thing."""
    note = material.notes[mention.note]
    if not denies(material.statement(note), note.language, topics):
        return None
    named = next((topic for topic in topics if topic in mention.topics), topics[0])
    return replace(_event(mention, None, note.language), words=frozenset({named}), is_instead=True)


def _thing(event: Occurrence) -> str:
    """The general name of what an action is about, in small letters; empty if there is none."""
    action = event.action
    return thing_of(event.language, action.activity, action.kind).lower() if action else ""


def _with_thing(mention: Mention, known: Occurrence | None) -> Mention:
    """A mention with the general name of the thing of a listed action: run for a note that states one in other words."""
    if known is None or known.action is None or known.subject != mention.subject:
        return mention
    action = known.action
    if not is_listed_kind(action.activity, action.kind):
        return mention
    name = thing_of(known.language, action.activity, action.kind).lower()
    return replace(mention, topics=mention.topics | {name})


def _actions_by_note(events: Sequence[Occurrence]) -> Mapping[str, Occurrence]:
    """Uid of a note → its first event with an action."""
    found: dict[str, Occurrence] = {}
    for each in events:
        if each.action is not None:
            found.setdefault(each.note, each)
    return found


def _routine(recurrence: Recurrence, actions: Mapping[str, Occurrence], material: Material) -> Routine:
    done: list[Occurrence] = []
    denied: list[Occurrence] = []
    for each in recurrence.mentions:
        absent = _denied(each, recurrence.topics, material)
        if absent is not None:
            denied.append(absent)
        else:
            done.append(_event(each, actions.get(each.note), material.notes[each.note].language))
    first = recurrence.mentions[0]
    return Routine(
        subject=first.subject,
        user=first.user,
        matter=TOPIC,
        kind="",
        activity=recurrence.topics[0],
        topics=recurrence.topics,
        denied=tuple(denied),
        events=tuple(done),
    )


def _event(mention: Mention, known: Occurrence | None, language: str) -> Occurrence:
    if known is not None and known.subject == mention.subject:
        return replace(known, part=known.part or mention.part, words=mention.topics)
    return Occurrence(
        note=mention.note,
        subject=mention.subject,
        action=None,
        words=mention.topics,
        day=mention.day,
        moment=mention.moment,
        minute=mention.minute if mention.has_time else None,
        part=mention.part,
        language=language,
    )


def _is_about(habit: Habit, recurrence: Recurrence, named: Mapping[str, Mention]) -> bool:
    """Whether most notes of a habit name a recurring topic, at its usual times."""
    _, events = habit
    mentions = [named[each.note] for each in events if each.note in named]
    return sum(each.names(recurrence.topics) and recurrence.expects(each) for each in mentions) >= (
        _MIN_PART * len(events)
    )


def _joined(topic: Routine, parts: Sequence[Habit]) -> Iterator[Habit]:
    """A topic with the habits that are about it. The largest of them gives it its name if it is larger than the topic."""
    main = max(parts, key=lambda part: (len(part[1]), part[0].key), default=None)
    joined = topic
    if main is not None and len(main[1]) > len(topic.events):
        joined = replace(main[0], events=tuple(main[1]), topics=topic.topics, denied=topic.denied)
    for _, events in parts:
        joined = joined.with_events(events)
    joined = joined.with_events(topic.events)
    if len(joined.days) >= MIN_INSTANCES["habit"]:
        yield joined, list(joined.events)
