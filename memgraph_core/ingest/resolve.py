"""Names → entities: exact key first, then another form of the same name, then a new entity. Never by similarity.

Two processes that meet a new name at once give it the same uid, so no entity is made twice.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memgraph_core.ingest.draft import Draft, names_in
from memgraph_core.language.aliases import can_be_same, other_forms
from memgraph_core.language.names import name_key
from memgraph_core.types import Entity, EntityType, Name, uid_of
from memgraph_core.writes import Known

# What a name cannot mean at once: somebody, and a place or a firm. Other types are told apart too badly.
_APART = (frozenset(("Person", "Place")), frozenset(("Person", "Organization")))


@dataclass(frozen=True, slots=True)
class Resolved:
    """Whom the names of a draft mean."""

    by_key: Mapping[str, str]  # name key → entity uid
    entities: tuple[Entity, ...]  # new ones, and known ones whose type becomes clear; by uid
    names: tuple[Name, ...]  # new names, by key and entity

    def uid(self, name: str) -> str:
        """The entity that a name of the draft means."""
        return self.by_key[name_key(name)]


def resolve(draft: Draft, known: Known) -> Resolved:
    """Every name of the draft with its entity.

    A name that means several entities means the one most spoken of whose type fits. The longest written form
    names a new entity, so that "AT&T" does not become "at&t" because of who wrote first. What the draft says
    somebody is also called ("my sister Clara") becomes a further name, if it means nobody else.
    """
    resolving = _Resolving(draft.namespace, known.entities, _types(draft))
    written = _written(draft)
    for key in sorted(
        written, key=lambda key: (-len(written[key]), key)
    ):  # forms after what they are forms of
        resolving.take(key, written[key])
    for same in draft.extraction.same:
        resolving.also_called(same.name, same.called)
    return Resolved(
        resolving.by_key,
        tuple(sorted(resolving.entities.values(), key=lambda e: e.uid)),
        tuple(sorted(resolving.names.values(), key=lambda n: (n.key, n.entity))),
    )


@dataclass(slots=True)
class _Resolving:
    """Names as they are taken in, one after the other."""

    namespace: str
    known: Mapping[str, Sequence[Entity]]
    types: Mapping[str, EntityType]
    by_key: dict[str, str] = field(default_factory=dict[str, str])
    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])  # uid → new, or of a new type
    names: dict[str, Name] = field(default_factory=dict[str, Name])  # key → new name
    forms: dict[str, Entity] = field(default_factory=dict[str, Entity])  # key of another form → new entity

    def take(self, key: str, text: str) -> None:
        type_ = self.types.get(key)
        entity = self._meant(key, text, type_)
        if entity is None:
            self._make(key, text, type_)
            return
        self.by_key[key] = entity.uid
        if not self.known.get(key) and key not in self.names:
            self.names[key] = Name(key, text, entity.uid)
        if type_ is not None and entity.type == "Thing" and type_ != "Thing":
            self.entities[entity.uid] = Entity(uid=entity.uid, name=entity.name, type=type_)

    def also_called(self, name: str, called: str) -> None:
        """Give somebody a further name, unless that means somebody already."""
        key, uid = name_key(called), self.by_key.get(name_key(name))
        if uid is not None and key and not self.known.get(key) and key not in self.by_key:
            self.names[key] = Name(key, called, uid)
            self.by_key[key] = uid

    def _meant(self, key: str, text: str, type_: EntityType | None) -> Entity | None:
        """Whom a name means that is known, or that is another form of a known or new one."""
        if found := self.known.get(key):
            return _fitting(found, type_)
        if key in self.forms and can_be_same(self.forms[key].name, text):
            return self.forms[key]
        for form in other_forms(text):
            same = [e for e in self.known.get(name_key(form), ()) if can_be_same(e.name, text)]
            if entity := _fitting(same, type_):
                return entity
        return None

    def _make(self, key: str, text: str, type_: EntityType | None) -> None:
        parts = (key, type_) if self.known.get(key) else (key,)  # another one is called so
        entity = Entity(uid=uid_of(self.namespace, "entity", *parts), name=text, type=type_ or "Thing")
        self.entities[entity.uid] = entity
        self.by_key[key] = entity.uid
        self.names[key] = Name(key, text, entity.uid)
        for form in other_forms(text):
            form_key = name_key(form)
            if not self.known.get(form_key) and form_key not in self.names:
                self.forms[form_key] = entity
                self.names[form_key] = Name(form_key, form, entity.uid)


def _fitting(found: Iterable[Entity], type_: EntityType | None) -> Entity | None:
    """The first that can be of the type."""
    return next((e for e in found if type_ is None or frozenset((e.type, type_)) not in _APART), None)


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
    written: dict[str, str] = {}
    for name in names_in(draft):
        if key := name_key(name):
            written[key] = max(written.get(key, ""), name, key=lambda n: (len(n), n))
    return written
