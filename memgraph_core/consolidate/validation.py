"""Checks of an abstraction before it is written: each name, number and date must come from its instances."""

from collections.abc import Mapping
from datetime import date
from typing import Literal

from memgraph_core.consolidate.abstractions import MIN_INSTANCES, Draft
from memgraph_core.consolidate.episodes import NUMBER
from memgraph_core.consolidate.insights_about import MAX_DEPTH, MIN_CITED
from memgraph_core.consolidate.material import Material
from memgraph_core.language.derived_text import (
    Aftermath,
    Changes,
    Contrast,
    Episode,
    Feeling,
    Feelings,
    Habit,
    Preference,
    Trajectory,
)
from memgraph_core.language.grounds import intervals_in
from memgraph_core.records.graph import Note

# few: too few instances. contradiction: facts that it states contradict each other. name, date: it states one that no
# instance has. count: it states another number than that of its instances. coverage: it leaves out too many of the numbers in
# its instances. duplicate: another abstraction of the subject has the same text.
# depth: an insight about insights cites too many levels of insights.
Reason = Literal["few", "contradiction", "name", "date", "count", "coverage", "duplicate", "depth"]

_MIN_COVERAGE = 0.6  # of the numbers in the instances of an episode


def problem_with(draft: Draft, material: Material) -> Reason | None:
    """Why an abstraction must not be written; None if it may be written."""
    notes = [material.notes.get(uid) for uid in draft.instances]
    known = [note for note in notes if note is not None]
    if len(known) < max(MIN_INSTANCES[draft.kind], len(draft.instances)):
        return "few"
    if draft.contradicted:
        return "contradiction"
    if not all(
        draft.subject in material.about.get(note.uid, ()) or draft.subject == material.speakers.get(note.uid)
        for note in known
    ):
        return "name"
    texts = "\n".join(text for note in known for text in _texts(note, material)).casefold()
    days = {day for note in known for day in _days(note, material)}
    return _problem(draft, texts, days, material)


def _days(note: Note, material: Material) -> set[date]:
    """The days of a note, and those that its statement names."""
    said_at = material.said_at(note)
    named = intervals_in(material.statement(note), said_at) if said_at is not None else ()
    return {*material.days_of(note), *(interval.start.date() for interval in named)}


def _texts(note: Note, material: Material) -> list[str]:
    """The text of a note, and its statement as it was said if it has other words."""
    return [note.text, *filter(None, [material.spoken.get(note.uid)])]


def duplicates(texts: Mapping[str, tuple[str, str, str]]) -> frozenset[str]:
    """The abstractions that repeat another one with a smaller uid. `texts` is uid → subject, user and text."""
    first: dict[tuple[str, str, str], str] = {}
    for uid in sorted(texts):
        first.setdefault(texts[uid], uid)
    return frozenset(texts) - frozenset(first.values())


def _problem(draft: Draft, texts: str, days: set[date], material: Material) -> Reason | None:
    match draft.derived:
        case Habit() as habit:
            return _problem_with_habit(habit, draft, texts, days, material)
        case Preference() as preference:
            return _problem_with_preference(preference, draft, texts, days)
        case Trajectory() as trajectory:
            if not all(name.casefold() in texts for name, _, _ in trajectory.steps):
                return "name"
            return None if len({name for name, _, _ in trajectory.steps}) > 1 else "few"
        case Episode() as episode:
            return _problem_with_episode(episode, draft, texts, days, material)
        case Feeling() | Changes() as insight:
            return _problem_with_insight(insight, draft, texts, days)
        case Feelings() | Contrast() | Aftermath() as insight:
            return _problem_with_insight_about(insight, draft, texts, days)


def _problem_with_habit(
    habit: Habit, draft: Draft, texts: str, days: set[date], material: Material
) -> Reason | None:
    if habit.count != len(draft.instances) or sum(n for _, n in habit.variants) > habit.count:
        return "count"
    if not all(name.casefold() in texts for name, _ in habit.variants):
        return "name"
    excepted = {day for uid in draft.exceptions for day in _days(material.notes[uid], material)}
    has_dates = {habit.first, habit.last} <= days and {day for _, day in habit.exceptions} <= excepted
    return None if has_dates else "date"


def _problem_with_preference(
    preference: Preference, draft: Draft, texts: str, days: set[date]
) -> Reason | None:
    if not {preference.first, preference.last} <= days:
        return "date"
    if not all(name.casefold() in texts for name, _ in preference.objects):
        return "name"
    return None if preference.count == len(draft.instances) else "count"


def _problem_with_episode(
    episode: Episode, draft: Draft, texts: str, days: set[date], material: Material
) -> Reason | None:
    if episode.count != len(draft.instances):
        return "count"
    if not {episode.first, episode.last, *(day for day, _ in episode.sentences)} <= days:
        return "date"
    if any(matter not in material.about[uid] for uid in draft.instances for matter in draft.about):
        return "name"
    if not draft.about and episode.matter.casefold() not in texts:
        return "name"
    if not episode.sentences or not all(text.casefold() in texts for _, text in episode.sentences):
        return "name"
    numbers = set(NUMBER.findall(texts))
    stated = {number for _, text in episode.sentences for number in NUMBER.findall(text)}
    return None if len(numbers & stated) >= _MIN_COVERAGE * len(numbers) else "coverage"


def _problem_with_insight(
    insight: Feeling | Changes, draft: Draft, texts: str, days: set[date]
) -> Reason | None:
    if isinstance(insight, Changes):
        return None if all(name.casefold() in texts for _, name, _ in insight.steps) else "name"
    if insight.count != len(draft.instances):
        return "count"
    day, quoted = insight.quoted or (insight.first, "")
    if insight.topic.casefold() not in texts or quoted.casefold() not in texts:
        return "name"
    return None if {insight.first, insight.last, day} <= days else "date"


def _problem_with_insight_about(
    insight: Feelings | Contrast | Aftermath, draft: Draft, texts: str, days: set[date]
) -> Reason | None:
    if len(set(draft.cites)) < MIN_CITED:
        return "few"
    if not 1 < draft.depth <= MAX_DEPTH:
        return "depth"
    match insight:
        case Feelings():
            names = [topic for topic, _ in insight.topics]
        case Contrast():
            names = [*insight.good, *insight.bad]
        case Aftermath():
            names = [*(topic for topic, _ in insight.topics), *(name for _, name, _ in insight.steps)]
    if not all(name.casefold() in texts for name in names):
        return "name"
    if not isinstance(insight, Aftermath) and insight.count != len(draft.instances):
        return "count"
    return None if {insight.first, insight.last} <= days else "date"
