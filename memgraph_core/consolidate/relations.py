"""Preferences and trajectories: what the facts of one subject and relation state together."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime

from memgraph_core.consolidate.abstractions import MIN_INSTANCES, Draft, most_frequent
from memgraph_core.consolidate.material import TRUSTED, Material
from memgraph_core.language.derived_text import PREFERENCES, Preference, Trajectory
from memgraph_core.language.pack import pack_of
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Fact, Note
from memgraph_core.records.validation import EARLIEST

_MIN_OBJECTS = 3


def relations_in(material: Material) -> list[Draft]:
    """The preferences and trajectories of all subjects, by subject and relation."""
    by_relation: dict[tuple[str, str, str], list[Fact]] = defaultdict(list)
    for fact in material.facts:
        known = fact.object in material.entities and fact.subject in material.entities
        if known and not fact.never_held and fact.trust in TRUSTED:
            for user, stated in facts_by_user(fact, material):
                by_relation[fact.subject, fact.type, user].append(stated)
    return [
        replace(draft, user=user)
        for (subject, relation, user), facts in sorted(by_relation.items())
        for draft in _of_relation(subject, relation, sorted(facts, key=_order), material)
    ]


def facts_by_user(fact: Fact, material: Material) -> list[tuple[str, Fact]]:
    """Each user with the fact as the notes of that user state it; none if no note of the material states it."""
    notes: dict[str, list[str]] = defaultdict(list)
    for uid in fact.notes:
        if uid in material.notes:
            notes[material.users.get(uid, "")].append(uid)
    return [(user, replace(fact, notes=tuple(uids))) for user, uids in sorted(notes.items())]


def _order(fact: Fact) -> tuple[datetime, str]:
    return fact.holds_from or fact.recorded_at or EARLIEST, fact.uid


def _of_relation(subject: str, relation: str, facts: Sequence[Fact], material: Material) -> Iterator[Draft]:
    properties = relation_of(relation)
    if properties.single and not (properties.literal or properties.fixed):
        yield from _trajectory(subject, relation, facts, material)
    elif relation in PREFERENCES:
        present = [fact for fact in facts if fact.holds_until is None and _is_named(fact, material)]
        yield from _preference(subject, relation, present, material)


def _is_named(fact: Fact, material: Material) -> bool:
    """Whether a note of the fact contains the name of its object. After a merge it may have another name only."""
    name = material.entities[fact.object].name.casefold()
    return any(name in material.notes[uid].text.casefold() for uid in fact.notes)


def _notes(facts: Sequence[Fact], material: Material) -> list[Note]:
    """The notes that state the facts, each once, in the order of time."""
    notes = {uid: material.notes[uid] for fact in facts for uid in fact.notes if uid in material.notes}
    return sorted(notes.values(), key=lambda note: (note.said_at or EARLIEST, note.uid))


def _draft_times(notes: Sequence[Note]) -> tuple[datetime, datetime] | None:
    dated = [note.said_at for note in notes if note.said_at is not None]
    return (dated[0], dated[-1]) if dated else None


def _trajectory(subject: str, relation: str, facts: Sequence[Fact], material: Material) -> Iterator[Draft]:
    notes = _notes(facts, material)
    steps = _steps(_in_order(facts, notes))
    times = _draft_times(notes)
    if len(steps) < MIN_INSTANCES["trajectory"] or len(notes) < MIN_INSTANCES["trajectory"] or times is None:
        return
    language = most_frequent([note.language for note in notes])
    words = pack_of(language).derived_text

    def since(fact: Fact) -> str:
        if not fact.has_stated_start or fact.holds_from is None:
            return ""
        return words.day(fact.holds_from.date(), fact.grain)

    yield Draft(
        kind="trajectory",
        subject=subject,
        key=(relation,),
        derived=Trajectory(
            subject=material.entities[subject].name,
            relation=relation,
            steps=tuple(
                (material.entities[fact.object].name, since(fact), words.day(end) if end else "")
                for fact, end in zip(steps, _ends(steps, notes, material), strict=True)
            ),
        ),
        language=language,
        instances=tuple(note.uid for note in notes),
        about=tuple(dict.fromkeys(fact.object for fact in steps)),
        first=times[0],
        last=times[1],
        contradicted=any(fact.conflicts for fact in facts),
    )


def _in_order(facts: Sequence[Fact], notes: Sequence[Note]) -> list[Fact]:
    """The facts in the order in which they held: those stated only as past come before the others, unless their end is stated."""
    stated = _stated_times(notes)

    def began(fact: Fact) -> tuple[datetime, bool]:
        if not fact.is_only_past:
            return _order(fact)[0], True
        until = fact.holds_until
        return until if until in stated and until is not None else EARLIEST, False

    return sorted(facts, key=began)


def _stated_times(notes: Sequence[Note]) -> set[datetime]:
    return {time for note in notes if note.grain for time in (note.holds_from, note.holds_until) if time}


def _ends(steps: Sequence[Fact], notes: Sequence[Note], material: Material) -> list[date | None]:
    """The day when each step ended; None if it did not end, or if only other notes state the end.

    Then the abstraction would keep the day after those notes are forgotten. The day on which somebody said that it was over is
    not its end: "I used to be a waiter".
    """
    stated = _stated_times(notes)
    said = {note.said_at for note in notes}
    starts = {fact.holds_from for fact in steps[1:] if fact.has_stated_start}

    def end(fact: Fact) -> date | None:
        until = fact.holds_until
        if until in starts or until in stated:
            return material.local(until, stated=True).date() if until else None
        is_day = until in said and not fact.is_only_past
        return material.day(until) if until and is_day else None

    return [end(fact) for fact in steps]


def _steps(facts: Sequence[Fact]) -> list[Fact]:
    """The facts without repetitions of the object before."""
    steps: list[Fact] = []
    for fact in facts:
        if not steps or steps[-1].object != fact.object:
            steps.append(fact)
    return steps


def _preference(subject: str, relation: str, facts: Sequence[Fact], material: Material) -> Iterator[Draft]:
    notes = _notes(facts, material)
    times = _draft_times(notes)
    counts = Counter({fact.object: 0 for fact in facts})
    for fact in facts:
        counts[fact.object] += len(fact.notes)
    if len(counts) < _MIN_OBJECTS or times is None:
        return
    name = {uid: material.entities[uid].name for uid in counts}
    latest = max(
        facts,
        key=lambda f: max(
            (material.notes[n].said_at or EARLIEST for n in f.notes if n in material.notes), default=EARLIEST
        ),
    )
    yield Draft(
        kind="preference",
        subject=subject,
        key=(relation,),
        derived=Preference(
            subject=material.entities[subject].name,
            relation=relation,
            objects=tuple(
                (name[uid], n) for uid, n in sorted(counts.items(), key=lambda i: (-i[1], name[i[0]]))
            ),
            count=len(notes),
            first=material.day(times[0]),
            last=material.day(times[1]),
            latest=name[latest.object],
        ),
        language=most_frequent([note.language for note in notes]),
        instances=tuple(note.uid for note in notes),
        about=tuple(sorted(counts)),
        first=times[0],
        last=times[1],
    )
