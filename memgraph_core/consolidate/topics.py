"""Habits that are named in any words: recurring topics as routines, joined with those that the actions show."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from memgraph_core.consolidate.abstractions import MIN_INSTANCES
from memgraph_core.consolidate.completion import Reports
from memgraph_core.consolidate.mentions import Mention
from memgraph_core.consolidate.occurrences import Occurrence
from memgraph_core.consolidate.recurrence import Recurrence, recurrences_in
from memgraph_core.consolidate.routines import Routine

TOPIC = "topic"  # the matter of a routine that actions do not show
_MIN_PART = 0.5  # of the notes of a habit that name a topic at its usual times, so that it is about the topic


def with_topics(habits: Sequence[Routine], reports: Reports, instead: Set[str]) -> list[Routine]:
    """The habits with recurring topics of the notes of no habit, without those (`instead`) of their exceptions.

    Each is a habit of its own, or adds its mentions to the habits that it is about.
    """
    habitual = reports.turns(note for each in habits for note in each.uids)
    others: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    for each in reports.named.values():
        if each.note not in instead and habitual.isdisjoint(reports.turns([each.note])):
            others[each.subject, each.user].append(each)
    left: dict[tuple[str, str], list[Routine]] = defaultdict(list)
    for habit in habits:
        left[habit.subject, habit.user].append(habit)
    for person, own in sorted(others.items()):
        for recurrence in recurrences_in(own):
            topic = _routine(recurrence, reports)
            if not topic.events:
                continue
            parts = [habit for habit in left[person] if _is_about(habit, recurrence, reports.named)]
            left[person] = [*(habit for habit in left[person] if habit not in parts), *_joined(topic, parts)]
    return [habit for own in left.values() for habit in own]


def _routine(recurrence: Recurrence, reports: Reports) -> Routine:
    done: list[Occurrence] = []
    denied: list[Occurrence] = []
    for each in recurrence.mentions:
        if reports.is_denied(each.note, recurrence.topics):
            denied.append(reports.denial(each.note, recurrence.topics))
        elif reports.is_done(each.note):
            done.append(reports.event(each.note))
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


def _is_about(habit: Routine, recurrence: Recurrence, named: Mapping[str, Mention]) -> bool:
    """Whether most notes of a habit name a recurring topic, at its usual times."""
    mentions = [named[each.note] for each in habit.events if each.note in named]
    return sum(each.names(recurrence.topics) and recurrence.expects(each) for each in mentions) >= (
        _MIN_PART * len(habit.events)
    )


def _joined(topic: Routine, parts: Sequence[Routine]) -> Iterator[Routine]:
    """A topic with the habits that are about it. The largest of them gives it its name if it is larger than the topic."""
    main = max(parts, key=lambda part: (len(part.events), part.key), default=None)
    joined = topic
    if main is not None and len(main.events) > len(topic.events):
        joined = replace(main, topics=topic.topics, denied=topic.denied)
    for part in parts:
        joined = joined.with_events(part.events)
    joined = joined.with_events(topic.events)
    if len(joined.days) >= MIN_INSTANCES["habit"]:
        yield joined
