"""Lists abstractions with what they represent."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import get_args

from memgraph_core.consolidate.plan import EXCEPTION
from memgraph_core.language.names import name_key
from memgraph_core.records.consolidation import Abstraction, AbstractionKind
from memgraph_core.records.graph import Note
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.store.contract import Store


def abstractions(store: Store, entity: str | None, limit: int) -> tuple[Abstraction, ...]:
    """The abstractions in use, the one with the latest instance first. See `Memory.abstractions`."""
    notes = store.notes(_abstraction_uids(store, entity))
    newest = sorted(notes, key=lambda note: (note.said_at or note.recorded_at, note.uid), reverse=True)[
        :limit
    ]
    uids = [note.uid for note in newest]
    edges, links = store.abstracts(uids), store.links(uids)
    subjects = {
        about.note: about.entity
        for about in store.incident_edges("note", uids).abouts
        if about.role == "subject"
    }
    entities = store.entities(EntityQuery(uids=tuple(sorted(set(subjects.values()))), limit=UNLIMITED))
    names = {each.uid: each.name for each in entities}
    about = _notes_about(store, subjects.values(), names)
    instances_of: dict[str, set[str]] = {uid: set() for uid in uids}
    exceptions_of: dict[str, set[str]] = {uid: set() for uid in uids}
    for edge in edges:
        if edge.note in instances_of:
            instances_of[edge.note].add(edge.instance)
    for link in links:
        if link.b in exceptions_of and link.reason == EXCEPTION:
            exceptions_of[link.b].add(link.a)
    return tuple(
        Abstraction(
            note=note,
            kind=kind_of(note),
            instances=tuple(sorted(instances_of[note.uid])),
            exceptions=tuple(sorted(exceptions_of[note.uid])),
            first=note.holds_from,
            last=note.said_at,
            newer=sum(
                at > (note.said_at or at) and uid not in instances_of[note.uid] | exceptions_of[note.uid]
                for at, uid in about.get(subjects.get(note.uid, ""), ())
            ),
        )
        for note in newest
    )


def instances(store: Store, uid: str) -> tuple[Note, ...]:
    """The notes that an abstraction represents, oldest first. See `Memory.instances`."""
    uids = [edge.instance for edge in store.abstracts([uid]) if edge.note == uid]
    return tuple(sorted(store.notes(uids), key=lambda note: (note.said_at or note.recorded_at, note.uid)))


def kind_of(note: Note) -> AbstractionKind:
    """The kind of an abstraction, which is its tag; habit for an imported one without a tag."""
    for kind in get_args(AbstractionKind):
        if kind in note.tags:
            return kind
    return "habit"


def _abstraction_uids(store: Store, entity: str | None) -> list[str]:
    within = Filters(entity=None if entity is None else name_key(entity))
    query = ListQuery(of="abstraction", filters=within, limit=UNLIMITED)
    return [each.uid for each in store.listed(query)]


def _notes_about(
    store: Store, subjects: Iterable[str], names: Mapping[str, str]
) -> dict[str, list[tuple[datetime, str]]]:
    """The notes about each of these entities, with their time."""
    found: dict[str, list[tuple[datetime, str]]] = {}
    for subject in sorted(set(subjects) & set(names)):
        within = Filters(entity=name_key(names[subject]))
        listed = store.listed(ListQuery(of="note", filters=within, limit=UNLIMITED))
        found[subject] = [(each.at, each.uid) for each in listed]
    return found
