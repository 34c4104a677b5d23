"""Names → entities: exact key first, then a new entity. Never by similarity.

Two processes that meet a new name at once give it the same uid, so no entity is made twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from memgraph_core.ingest.draft import Draft
from memgraph_core.language.names import name_key
from memgraph_core.types import Entity, EntityType, Name, uid_of
from memgraph_core.writes import Known


@dataclass(frozen=True, slots=True)
class Resolved:
    """Whom the names of a draft mean."""

    by_key: Mapping[str, str]  # name key → entity uid
    entities: tuple[Entity, ...]  # new ones, and known ones whose type becomes clear; by uid
    names: tuple[Name, ...]  # new names, by key

    def uid(self, name: str) -> str:
        """The entity that a name of the draft means."""
        return self.by_key[name_key(name)]


def resolve(draft: Draft, known: Known) -> Resolved:
    """Every name of the draft with its entity.

    A name that means several entities means the one most spoken of. The longest written form names a new
    entity, so that "AT&T" does not become "at&t" because of who wrote first.
    """
    types, written = _types(draft), _written(draft)
    by_key: dict[str, str] = {}
    entities: list[Entity] = []
    names: list[Name] = []
    for key in sorted(written):
        found = known.entities.get(key, ())
        type_ = types.get(key)
        if not found:
            entity = Entity(
                uid=uid_of(draft.namespace, "entity", key), name=written[key], type=type_ or "Thing"
            )
            entities.append(entity)
            names.append(Name(key, written[key], entity.uid))
            by_key[key] = entity.uid
            continue
        by_key[key] = found[0].uid
        if type_ is not None and found[0].type == "Thing" and type_ != "Thing":
            entities.append(Entity(uid=found[0].uid, name=found[0].name, type=type_))
    return Resolved(by_key, tuple(sorted(entities, key=lambda e: e.uid)), tuple(names))


def _types(draft: Draft) -> dict[str, EntityType]:
    types: dict[str, EntityType] = {name_key(t.speaker): "Person" for t in draft.window.turns if t.speaker}
    for fact in draft.extraction.facts:
        if fact.object_type:
            types.setdefault(name_key(fact.object), fact.object_type)
    for mention in draft.extraction.mentions:
        if mention.type:
            types.setdefault(name_key(mention.name), mention.type)
    return types


def _written(draft: Draft) -> dict[str, str]:
    """Name key → how it is written, of every name in the draft that has a key."""
    extraction = draft.extraction
    names = [t.speaker for t in draft.window.turns if t.speaker]
    names += [m.name for m in extraction.mentions]
    names += [name for note in extraction.notes for name, _ in note.about]
    names += [name for fact in extraction.facts for name in (fact.subject, fact.object)]
    written: dict[str, str] = {}
    for name in names:
        if key := name_key(name):
            written[key] = max(written.get(key, ""), name, key=lambda n: (len(n), n))
    return written
