"""Preferences and trajectories: what the facts of one subject and relation state together."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime

from memgraph_core.consolidate.abstractions import MIN_INSTANCES, Draft, most_frequent
from memgraph_core.consolidate.material import Material
from memgraph_core.language.derived_text import PREFERENCES, Preference, Trajectory
from memgraph_core.language.pack import pack_of
from memgraph_core.language.relations import relation_of
from memgraph_core.records.graph import Fact, Note
from memgraph_core.records.validation import EARLIEST

_MIN_OBJECTS = 3


def relations_in(material: Material) -> list[Draft]:
    """The preferences and trajectories of all subjects, by subject and relation."""
    by_relation: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in material.facts:
        if not fact.never_held and fact.object in material.entities and fact.subject in material.entities:
            by_relation[fact.subject, fact.type].append(fact)
    return [
        draft
        for (subject, relation), facts in sorted(by_relation.items())
        for draft in _of_relation(subject, relation, sorted(facts, key=_order), material)
    ]


def _order(fact: Fact) -> tuple[datetime, str]:
    return fact.holds_from or fact.recorded_at or EARLIEST, fact.uid


def _of_relation(subject: str, relation: str, facts: Sequence[Fact], material: Material) -> Iterator[Draft]:
    properties = relation_of(relation)
    if properties.single and not (properties.literal or properties.fixed):
        yield from _trajectory(subject, relation, facts, material)
    elif relation in PREFERENCES:
        yield from _preference(subject, relation, [f for f in facts if f.holds_until is None], material)


def _notes(facts: Sequence[Fact], material: Material) -> list[Note]:
    """The notes that state the facts, each once, in the order of time."""
    notes = {uid: material.notes[uid] for fact in facts for uid in fact.notes if uid in material.notes}
    return sorted(notes.values(), key=lambda note: (note.said_at or EARLIEST, note.uid))


def _draft_times(notes: Sequence[Note]) -> tuple[datetime, datetime] | None:
    dated = [note.said_at for note in notes if note.said_at is not None]
    return (dated[0], dated[-1]) if dated else None


def _trajectory(subject: str, relation: str, facts: Sequence[Fact], material: Material) -> Iterator[Draft]:
    notes, steps = _notes(facts, material), _steps(facts)
    times = _draft_times(notes)
    if len(steps) < MIN_INSTANCES["trajectory"] or len(notes) < MIN_INSTANCES["trajectory"] or times is None:
        return
    language = most_frequent([note.language for note in notes])
    words = pack_of(language).derived_text

    def since(fact: Fact) -> str:
        known = fact.has_stated_start and fact.holds_from is not None
        return (
            words.day(fact.holds_from.astimezone(material.zone).date(), fact.grain)
            if known and fact.holds_from
            else ""
        )

    def until(fact: Fact) -> str:
        return words.day(fact.holds_until.astimezone(material.zone).date()) if fact.holds_until else ""

    yield Draft(
        kind="trajectory",
        subject=subject,
        key=(relation,),
        derived=Trajectory(
            subject=material.entities[subject].name,
            relation=relation,
            steps=tuple((material.entities[f.object].name, since(f), until(f)) for f in steps),
        ),
        language=language,
        instances=tuple(note.uid for note in notes),
        about=tuple(dict.fromkeys(fact.object for fact in steps)),
        first=times[0],
        last=times[1],
        contradicted=any(fact.conflicts for fact in facts),
    )


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
        counts[fact.object] += sum(uid in material.notes for uid in fact.notes)
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
            first=times[0].astimezone(material.zone).date(),
            last=times[1].astimezone(material.zone).date(),
            latest=name[latest.object],
        ),
        language=most_frequent([note.language for note in notes]),
        instances=tuple(note.uid for note in notes),
        about=tuple(sorted(counts)),
        first=times[0],
        last=times[1],
    )
