"""An entity with what lies around it, for people."""

from dataclasses import dataclass
from datetime import UTC, datetime

from memgraph_core.records.graph import Entity, Fact, Link, Note
from memgraph_core.records.search import Subgraph


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityView:
    """An entity with what lies around it."""

    entity: Entity
    facts: tuple[Fact, ...]  # with it as subject or object, newest first, ended ones too
    names: dict[str, str]  # uid → name, of every entity in facts and neighbours
    neighbours: tuple[tuple[str, int], ...]  # entity uid, notes about both; most first
    notes: tuple[Note, ...]  # newest first
    links: tuple[Link, ...] = ()  # of these notes, to each other and to others


def view_of(entity: Entity, facts: tuple[Fact, ...], around: Subgraph, limit: int) -> EntityView:
    """The neighbourhood, cut to `limit` neighbours and notes."""
    shared: dict[str, set[str]] = {}
    for note, named in around.about.items():
        if entity.uid in named:
            for other in named:
                shared.setdefault(other, set()).add(note)
    shared.pop(entity.uid, None)
    ranked = sorted(
        ((uid, len(notes)) for uid, notes in shared.items()), key=lambda pair: (-pair[1], pair[0])
    )
    own = [n for n in around.notes if entity.uid in around.about.get(n.uid, ())]
    newest = sorted(
        own, key=lambda n: (n.said_at or n.recorded_at or datetime.min.replace(tzinfo=UTC), n.uid)
    )
    names = {uid: e.name for uid, e in around.entities.items()} | {entity.uid: entity.name}
    shown = tuple(reversed(newest))[:limit]
    uids = {note.uid for note in shown}
    return EntityView(
        entity=entity,
        facts=facts,
        names=names,
        neighbours=tuple(ranked[:limit]),
        notes=shown,
        links=tuple(link for link in around.links if uids & {link.a, link.b}),
    )
