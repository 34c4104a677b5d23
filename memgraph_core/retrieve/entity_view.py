"""The view of one entity: its facts, neighbours, notes and links."""

from dataclasses import dataclass

from memgraph_core.records.graph import Entity, Link, Note
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.representation import short_repr
from memgraph_core.records.search import Subgraph
from memgraph_core.records.validation import EARLIEST


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityView:
    """An entity with its facts, its neighbours and its notes."""

    entity: Entity
    facts: tuple[NamedFact, ...]  # with the entity as subject or object, newest first, ended ones included
    names: dict[str, str]  # uid → name, of every entity in facts and neighbours
    neighbours: tuple[tuple[str, int], ...]  # entity uid and number of notes about both, most notes first
    notes: tuple[Note, ...]  # newest first
    links: tuple[Link, ...] = ()  # from or to these notes

    __repr__ = short_repr


def view_of(entity: Entity, facts: tuple[NamedFact, ...], around: Subgraph, limit: int) -> EntityView:
    """The view of an entity with at most `limit` neighbours and at most `limit` notes."""
    shared: dict[str, set[str]] = {}
    for note, mentioned in around.about.items():
        if entity.uid in mentioned:
            for other in mentioned:
                shared.setdefault(other, set()).add(note)
    shared.pop(entity.uid, None)
    ranked = sorted(
        ((uid, len(notes)) for uid, notes in shared.items()), key=lambda pair: (-pair[1], pair[0])
    )
    own = [n for n in around.notes if entity.uid in around.about.get(n.uid, ())]
    oldest_first = sorted(own, key=lambda n: (n.at or EARLIEST, n.uid))
    names = {uid: e.name for uid, e in around.entities.items()} | {entity.uid: entity.name}
    notes = tuple(reversed(oldest_first))[:limit]
    uids = {note.uid for note in notes}
    return EntityView(
        entity=entity,
        facts=facts,
        names=names,
        neighbours=tuple(ranked[:limit]),
        notes=notes,
        links=tuple(link for link in around.links if uids & {link.a, link.b}),
    )
