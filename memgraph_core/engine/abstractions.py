"""Lists abstractions with the notes that they represent."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import get_args

from memgraph_core.engine.listing import notes_listed
from memgraph_core.language.names import name_key
from memgraph_core.records.consolidation import CITED, EXCEPTION, Abstraction, AbstractionKind
from memgraph_core.records.graph import Note
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.listing import ListQuery
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.records.validation import EARLIEST
from memgraph_core.store.contract import Store


def abstractions(store: Store, entity: str | None, limit: int) -> tuple[Abstraction, ...]:
    """The abstractions in use, the one with the latest instance first. See `Memory.abstractions`."""
    within = Filters(entity=None if entity is None else name_key(entity))
    listed = notes_listed(store, ListQuery(of="abstraction", filters=within, limit=UNLIMITED))
    notes = sorted(listed, key=_by_time, reverse=True)[:limit]
    uids = [note.uid for note in notes]
    instances_of, exceptions_of = instances_by_note(store, uids), exceptions_by_note(store, uids)
    cited_by = _linked(store, uids, CITED)
    subjects = _subjects(store, uids)
    about = _notes_about(store, subjects.values())

    def newer(note: Note) -> int:
        known = instances_of[note.uid] | exceptions_of[note.uid]
        others = about.get(subjects.get(note.uid, ""), ())
        return sum(at > (note.said_at or at) and uid not in known for at, uid in others)

    return tuple(
        Abstraction(
            note=note,
            kind=kind_of(note),
            instances=tuple(sorted(instances_of[note.uid])),
            exceptions=tuple(sorted(exceptions_of[note.uid])),
            cites=tuple(sorted(cited_by[note.uid])),
            first=note.holds_from,
            last=note.said_at,
            newer=newer(note),
        )
        for note in notes
    )


def instances(store: Store, uid: str) -> tuple[Note, ...]:
    """The notes that an abstraction represents, oldest first. See `Memory.instances`."""
    return tuple(sorted(store.notes(sorted(instances_by_note(store, [uid])[uid])), key=_by_time))


def kind_of(note: Note) -> AbstractionKind:
    """The kind of an abstraction. It is stored as a tag; an imported abstraction without the tag counts as a habit."""
    for kind in get_args(AbstractionKind):
        if kind in note.tags:
            return kind
    return "habit"


def _by_time(note: Note) -> tuple[datetime, str]:
    return note.at or EARLIEST, note.uid


def exceptions_by_note(store: Store, abstractions: Sequence[str]) -> Mapping[str, set[str]]:
    """Abstraction → its exceptions; all uids."""
    return _linked(store, abstractions, EXCEPTION)


def instances_by_note(store: Store, abstractions: Sequence[str]) -> Mapping[str, set[str]]:
    """Abstraction → its instances; all uids."""
    found: dict[str, set[str]] = {uid: set() for uid in abstractions}
    for edge in store.abstracts(abstractions):
        if edge.note in found:
            found[edge.note].add(edge.instance)
    return found


def citing(store: Store, uid: str) -> list[Note]:
    """The insights in use that cite this insight, directly or through other insights."""
    found: dict[str, Note] = {}
    unread = [uid]
    while unread:
        cited = {link.b for link in store.links(unread) if link.reason == CITED and link.a in unread}
        notes = [note for note in store.notes(sorted(cited - found.keys())) if note.state == "abstraction"]
        found |= {note.uid: note for note in notes}
        unread = [note.uid for note in notes]
    return list(found.values())


def _linked(store: Store, abstractions: Sequence[str], reason: str) -> Mapping[str, set[str]]:
    """Abstraction → the notes that are linked to it for a reason."""
    found: dict[str, set[str]] = {uid: set() for uid in abstractions}
    for link in store.links(abstractions):
        if link.b in found and link.reason == reason:
            found[link.b].add(link.a)
    return found


def _subjects(store: Store, abstractions: Sequence[str]) -> Mapping[str, str]:
    """Abstraction → the entity that is its subject."""
    edges = store.incident_edges("note", abstractions).abouts
    return {about.note: about.entity for about in edges if about.role == "subject"}


def _notes_about(store: Store, entities: Iterable[str]) -> Mapping[str, list[tuple[datetime, str]]]:
    """Entity → time and uid of each active note about it."""
    uids = tuple(sorted(set(entities)))
    found: dict[str, list[tuple[datetime, str]]] = {}
    for entity in store.entities(EntityQuery(uids=uids, limit=UNLIMITED)) if uids else ():
        within = Filters(entity=name_key(entity.name))
        listed = store.listed(ListQuery(of="note", filters=within, limit=UNLIMITED))
        found[entity.uid] = [(each.at, each.uid) for each in listed]
    return found
