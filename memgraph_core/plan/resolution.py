"""Names → entities: exact key first, then another form of the same name, then a new entity. Never by similarity.

Two processes that meet a new name at once give it the same uid, so no entity is made twice.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from memgraph_core.language.aliases import can_be_same, can_be_told_same, other_forms
from memgraph_core.language.names import name_key
from memgraph_core.plan.draft import Draft, names_in
from memgraph_core.records.extraction import ExtractedAlias
from memgraph_core.records.graph import Entity, Name, uid_of
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.plan import Merge, PlanningSnapshot

# What a name cannot mean at once: somebody, and a place or a firm. Other types are told apart too badly.
_APART = (frozenset(("Person", "Place")), frozenset(("Person", "Organization")))


@dataclass(frozen=True, slots=True)
class Resolved:
    """Whom the names of a draft mean."""

    by_key: Mapping[str, str]  # name key → entity uid
    entities: tuple[Entity, ...]  # new ones, and known ones whose type becomes clear; by uid
    names: tuple[Name, ...]  # new names, by key and entity
    merges: tuple[Merge, ...] = ()  # of entities that a turn tells to be the same, as they were told

    def uid(self, name: str) -> str:
        """The entity that a name of the draft means."""
        return self.by_key[name_key(name)]


def resolve(draft: Draft, known: PlanningSnapshot) -> Resolved:
    """Every name of the draft with its entity.

    A name that means several entities means the one most spoken of whose type fits. The longest written form
    names a new entity, so that "AT&T" does not become "at&t" because of who wrote first. What the draft says
    somebody is also called ("my sister Clara") becomes a further name; if it means somebody already, the two are
    merged, where nothing speaks against it.
    """
    resolving = _Resolving(draft.namespace, known.entities, known.kept_apart, _types(draft))
    written = _written(draft)
    for key in sorted(
        written, key=lambda key: (-len(written[key]), key)
    ):  # forms after what they are forms of
        resolving.take(key, written[key])
    for same in draft.extraction.aliases:
        resolving.also_called(same)
    return Resolved(
        resolving.by_key,
        tuple(sorted(resolving.entities.values(), key=lambda e: e.uid)),
        tuple(sorted(resolving.names.values(), key=lambda n: (n.key, n.entity))),
        tuple(resolving.merges.values()),
    )


@dataclass(slots=True)
class _Resolving:
    """Names as they are taken in, one after the other."""

    namespace: str
    known: Mapping[str, Sequence[Entity]]
    apart: Collection[frozenset[str]]  # who are two, by the word of people
    types: Mapping[str, EntityType]
    by_key: dict[str, str] = field(default_factory=dict[str, str])
    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])  # uid → new, or of a new type
    names: dict[str, Name] = field(
        default_factory=dict[str, Name]
    )  # key → new name; of one that others bear too, key and bearer
    forms: dict[str, Entity] = field(default_factory=dict[str, Entity])  # key of another form → new entity
    merges: dict[str, Merge] = field(default_factory=dict[str, Merge])  # uid of the alias → merge

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

    def also_called(self, same: ExtractedAlias) -> None:
        """Give somebody a further name; if somebody is known by that name alone, merge the two. In doubt, neither.

        Who has a name already is not merged away by it: of "my sister Clara" and "my sister Bea" there are two.
        """
        key, uid = name_key(same.alias), self.by_key.get(name_key(same.name))
        if uid is None or not key:
            return
        if not self.known.get(key) and key not in self.by_key:
            self.names[key] = Name(key, same.alias, uid)
            self.by_key[key] = uid
            return
        if same.shared:
            self._share(key, same.alias, uid)
            return
        into, alias = self._alone(same.name), self._alone(same.alias)
        if into is None or alias is None or name_key(alias.name) != key:
            return
        if self._can_merge(alias, into) and can_be_told_same(same.alias, same.name):
            reason = f"told by turn {same.turn}"
            self.merges[alias.uid] = Merge(alias=alias.uid, into=into.uid, reason=reason, turn=same.turn)

    def _share(self, key: str, called: str, uid: str) -> None:
        """One more that is called so."""
        bearers = {e.uid for e in self.known.get(key, ())} | {self.by_key.get(key)}
        if uid not in bearers:
            self.names[f"{key}\n{uid}"] = Name(key, called, uid)

    def _alone(self, name: str) -> Entity | None:
        """The one entity that a name means, known or new; None if it means several."""
        key = name_key(name)
        known = {e.uid: e for e in self.known.get(key, ())}
        uid = self.by_key.get(key) or next(iter(known), None)
        if uid is None or known.keys() - {uid}:
            return None
        return self.entities.get(uid) or known.get(uid) or self._known_by_uid(uid)

    def _known_by_uid(self, uid: str) -> Entity | None:
        return next((e for found in self.known.values() for e in found if e.uid == uid), None)

    def _can_merge(self, alias: Entity, into: Entity) -> bool:
        """Whether they are two, neither merged in this draft, of types that one can have, and nobody said they are two."""
        merged = {uid for m in self.merges.values() for uid in (m.alias, m.into)}
        return (
            alias.uid != into.uid
            and alias.uid not in merged
            and into.uid not in self.merges
            and frozenset((alias.type, into.type)) not in _APART
            and frozenset((alias.uid, into.uid)) not in self.apart
        )

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
    for same in draft.extraction.aliases:
        if not same.shared and types.get(name_key(same.alias)) == "Person":
            types.setdefault(name_key(same.name), "Person")
    return types


def _written(draft: Draft) -> dict[str, str]:
    """Name key → how it is written, of every name in the draft that has a key."""
    written: dict[str, str] = {}
    for name in names_in(draft):
        if key := name_key(name):
            written[key] = max(written.get(key, ""), name, key=lambda n: (len(n), n))
    return written
