"""Entity resolution: names → entities.

A name is resolved by its exact key, then by another form of the same name, else to a new entity. Similarity is never used.
The uid of a new entity depends only on its name, so that concurrent processes do not create two entities.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from memgraph_core.language.aliases import can_be_same, can_be_stated_same, first_name, other_forms
from memgraph_core.language.names import name_key
from memgraph_core.language.persons.kin import FAMILY, PARTNERS
from memgraph_core.plan.draft import Draft, names_in
from memgraph_core.plan.undo import entities_split
from memgraph_core.records.extraction import ExtractedAlias
from memgraph_core.records.graph import Entity, Name, uid_of
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.plan import Merge, PlanningSnapshot

# Pairs of types that one entity cannot have. Other types are not distinguished reliably enough.
_INCOMPATIBLE = (frozenset(("Person", "Place")), frozenset(("Person", "Organization")))

# Relations that a relative rarely has too. "My sister Clara … I live with Clara" is about one person.
_AT_WORK = frozenset(("REPORTS_TO", "COLLEAGUE_OF"))


@dataclass(frozen=True, slots=True)
class Resolved:
    """The entities of the names in a draft."""

    by_key: Mapping[str, str]  # name key → entity uid; of the last turn that uses the name
    by_turn: Mapping[str, Mapping[str, str]]  # turn uid → name key → entity uid
    entities: tuple[Entity, ...]  # new ones, and stored ones that get a type; by uid
    names: tuple[Name, ...]  # new names, by key and entity
    # Entities that a turn states to be the same, in the order of the statements.
    merges: tuple[Merge, ...] = ()

    def uid(self, name: str, turn: str | None = None) -> str:
        """The uid of the entity that a turn means by this name; without a turn, the last turn that uses it."""
        return (self.by_key if turn is None else self.by_turn[turn])[name_key(name)]

    def find(self, name: str, turn: str) -> str | None:
        """The uid of the entity that a turn means by this name; None if the turn does not use the name."""
        return self.by_turn.get(turn, {}).get(name_key(name))


def resolve(draft: Draft, snapshot: PlanningSnapshot) -> Resolved:
    """Resolve every name of the draft, turn by turn, so that the result does not depend on the grouping of the turns.

    If several entities share a name, it is resolved to the one with the most mentions whose type fits. A new entity gets
    the longest written form of its name in its first turn; of equally long forms it gets the last one in alphabetical order.
    An alias in the draft ("my sister Clara") becomes a further name. If the alias already belongs to another entity, the two
    entities are merged, unless `add_alias` finds a reason against it.
    """
    kept_apart = snapshot.kept_apart | entities_split(snapshot.user_decisions)
    known = KnownEntities.of(snapshot.entities, kept_apart)
    for part in [draft] if draft.extraction.whole_window else _parts(draft):
        known.add(part)
    return Resolved(
        {key: uid for by_key in known.by_turn.values() for key, uid in by_key.items()},
        known.by_turn,
        tuple(sorted(known.changed.values(), key=lambda e: e.uid)),
        tuple(sorted(known.names.values(), key=lambda n: (n.key, n.entity))),
        tuple(known.merges.values()),
    )


def _parts(draft: Draft) -> Iterator[Draft]:
    """The draft of each turn that uses a name."""
    extraction, items = draft.extraction, ("notes", "mentions", "facts", "ends", "aliases")
    of_turn: dict[str, dict[str, list[object]]] = defaultdict(lambda: defaultdict(list))
    for name in items:
        for item in getattr(extraction, name):
            of_turn[item.turn][name].append(item)
    for turn in draft.window.turns:
        found = of_turn[turn.uid]
        own = replace(extraction, **{name: tuple(found[name]) for name in items})
        yield replace(draft, window=replace(draft.window, turns=(turn,)), extraction=own)


@dataclass(slots=True)
class KnownEntities:
    """The entities by the keys of their names: those of the graph, and those of the drafts that were added."""

    by_name: dict[str, tuple[str, ...]]  # name key → uids
    by_uid: dict[str, Entity]  # a merged entity has the entity that it is merged into
    kept_apart: Collection[frozenset[str]] = ()  # pairs of uids that a person declared to be different
    by_turn: dict[str, dict[str, str]] = field(default_factory=dict[str, dict[str, str]])
    changed: dict[str, Entity] = field(default_factory=dict[str, Entity])  # uid → new, or with a new type
    names: dict[tuple[str, str], Name] = field(default_factory=dict[tuple[str, str], Name])
    merges: dict[str, Merge] = field(default_factory=dict[str, Merge])  # uid of the alias → merge

    @classmethod
    def of(
        cls, stored: Mapping[str, Sequence[Entity]], kept_apart: Collection[frozenset[str]] = ()
    ) -> "KnownEntities":
        """The entities of the graph, by name key."""
        return cls(
            {key: tuple(entity.uid for entity in entities) for key, entities in stored.items()},
            {entity.uid: entity for entities in stored.values() for entity in entities},
            kept_apart,
        )

    def get(self, key: str, otherwise: Sequence[Entity] = ()) -> Sequence[Entity]:
        """The entities with a name, each once; the most mentioned one first."""
        found = {self.by_uid[uid].uid: self.by_uid[uid] for uid in self.by_name.get(key, ())}
        return sorted(found.values(), key=lambda entity: -entity.mentions) or otherwise

    def add(self, draft: Draft) -> Collection[str]:
        """Resolve the names of a draft, and add its entities. The result is the keys of the names that it uses."""
        speakers = frozenset(name_key(t.speaker) for t in draft.window.turns if t.speaker)
        resolver = _Resolver(
            draft.namespace, self, self.kept_apart, _types(draft), speakers, _turns_of_names(draft),
            _ties_of_names(draft),
        )  # fmt: skip
        written = _written_forms(draft)
        # Long forms first, so that a short form is resolved after its long form.
        for key in sorted(written, key=lambda key: (-len(written[key]), key)):
            resolver.resolve(key, written[key])
        for alias in draft.extraction.aliases:
            resolver.add_alias(alias)
        self.by_turn |= {turn.uid: resolver.by_key for turn in draft.window.turns}
        self._apply(resolver, draft)
        return {*resolver.by_key, *(name.key for name in resolver.names.values())}

    def _apply(self, resolver: "_Resolver", draft: Draft) -> None:
        last = max((turn.at for turn in draft.window.turns if turn.at), default=None)
        used = (resolver.by_key.get(name_key(mention.name)) for mention in draft.extraction.mentions)
        mentioned = {uid for uid in used if uid is not None}
        self.changed |= resolver.entities
        for uid, entity in resolver.entities.items():
            self.by_uid[uid] = replace(self.by_uid.get(uid, entity), type=entity.type)
        for uid in mentioned & self.by_uid.keys():
            entity = self.by_uid[uid]
            self.by_uid[uid] = replace(entity, mentions=entity.mentions + 1, last_at=last)
        for name in resolver.names.values():
            self.names[name.key, name.entity] = name
            self.by_name[name.key] = (*self.by_name.get(name.key, ()), name.entity)
        for merge in resolver.merges.values():
            self.merges[merge.alias] = merge
            self.by_uid[merge.alias] = self.by_uid[merge.into]


@dataclass(slots=True)
class _Resolver:
    """Resolves names one after the other."""

    namespace: str
    stored: KnownEntities  # those of the graph, and of the turns before
    kept_apart: Collection[frozenset[str]]  # pairs of uids that a person declared to be different
    types: Mapping[str, EntityType]  # name key → type in the draft
    speakers: Collection[str]  # name keys
    turns: Mapping[str, Sequence[str]]  # name key → the turns that use the name, the first one first
    # Turn and name key → what the turn states the person to be, and to whom.
    ties: Mapping[tuple[str, str], Collection[tuple[str, str]]]
    by_key: dict[str, str] = field(default_factory=dict[str, str])
    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])  # uid → new, or with a new type
    # Key → new name. A shared alias is stored under its key and the uid of the entity.
    names: dict[str, Name] = field(default_factory=dict[str, Name])
    forms: dict[str, Entity] = field(default_factory=dict[str, Entity])  # key of another form → new entity
    # Key of a first name → the one person whose full name begins with it in the first turn that uses it; None if there
    # are several.
    first_names: dict[str, Entity | None] = field(default_factory=dict[str, "Entity | None"])
    merges: dict[str, Merge] = field(default_factory=dict[str, Merge])  # uid of the alias → merge

    def resolve(self, key: str, text: str) -> None:
        """Resolve a name to a stored or a new entity."""
        type_ = self.types.get(key)
        entity = self._find(key, text, type_)
        if entity is None:
            self._create(key, text, type_)
            self._register_first_name(text, type_, self.entities[self.by_key[key]])
            return
        self._register_first_name(text, type_, entity)
        self.by_key[key] = entity.uid
        if not self.stored.get(key) and key not in self.names:
            self.names[key] = Name(key, text, entity.uid)
        if type_ is not None and entity.type == "Thing" and type_ != "Thing":
            self.entities[entity.uid] = Entity(uid=entity.uid, name=entity.name, type=type_)

    def _register_first_name(self, text: str, type_: EntityType | None, entity: Entity) -> None:
        """Resolve the first name alone to this person, unless a stored entity, a speaker or a second person has it.

        The first turn that uses the first name must contain the full name. Turns that are added together therefore give
        the same people as turns that are added one after the other.
        """
        first = first_name(text) if type_ == "Person" else None
        if first is None or self.stored.get(key := name_key(first)) or key in self.speakers:
            return
        turn, full = self.turns.get(key, ("",))[0], name_key(text)
        if turn not in self.turns.get(full, ()):
            return
        if _are_two_people(self.ties.get((turn, key), ()), self.ties.get((turn, full), ())):
            return
        other = self.first_names.setdefault(key, entity)
        if other is not None and other.uid != entity.uid:
            self.first_names[key] = None

    def add_alias(self, alias: ExtractedAlias) -> None:
        """Give an entity a further name, or merge it with the entity that has only this name.

        In doubt, nothing is done. An entity that has another proper name is not merged because of an alias: "my sister
        Clara" and "my sister Bea" are two entities.
        """
        key, uid = name_key(alias.alias), self.by_key.get(name_key(alias.name))
        if uid is None or not key:
            return
        if not self.stored.get(key) and key not in self.by_key:
            self.names[key] = Name(key, alias.alias, uid)
            self.by_key[key] = uid
            return
        if alias.shared:
            self._add_shared_name(key, alias.alias, uid)
            return
        into, merged = self._only_entity(alias.name), self._only_entity(alias.alias)
        if into is None or merged is None or name_key(merged.name) != key:
            return
        if self._can_merge(merged, into) and can_be_stated_same(alias.alias, alias.name):
            reason = f"stated by turn {alias.turn}"
            self.merges[merged.uid] = Merge(alias=merged.uid, into=into.uid, reason=reason, turn=alias.turn)

    def _add_shared_name(self, key: str, text: str, uid: str) -> None:
        bearers = {e.uid for e in self.stored.get(key, ())} | {self.by_key.get(key)}
        if uid not in bearers:
            self.names[f"{key}\n{uid}"] = Name(key, text, uid)

    def _only_entity(self, name: str) -> Entity | None:
        """The one entity with this name, stored or new; None if there are several."""
        key = name_key(name)
        stored = {e.uid: e for e in self.stored.get(key, ())}
        uid = self.by_key.get(key) or next(iter(stored), None)
        if uid is None or stored.keys() - {uid}:
            return None
        return self.entities.get(uid) or stored.get(uid) or self.stored.by_uid.get(uid)

    def _can_merge(self, alias: Entity, into: Entity) -> bool:
        """Whether two entities may be merged: not merged in this draft yet, compatible types, not split by a person."""
        merged = {uid for m in self.merges.values() for uid in (m.alias, m.into)}
        return (
            alias.uid != into.uid
            and alias.uid not in merged
            and into.uid not in self.merges
            and frozenset((alias.type, into.type)) not in _INCOMPATIBLE
            and frozenset((alias.uid, into.uid)) not in self.kept_apart
        )

    def _find(self, key: str, text: str, type_: EntityType | None) -> Entity | None:
        """The entity with this name, or with another form of it; None if there is none."""
        if entities := self.stored.get(key):
            return _first_compatible(entities, type_)
        if key in self.forms and can_be_same(self.forms[key].name, text):
            return self.forms[key]
        if (person := self.first_names.get(key)) is not None and type_ in ("Person", None):
            return person
        for form in other_forms(text):
            same = [e for e in self.stored.get(name_key(form), ()) if can_be_same(e.name, text)]
            if entity := _first_compatible(same, type_):
                return entity
        return None

    def _create(self, key: str, text: str, type_: EntityType | None) -> None:
        # If stored entities have this key, they have another type, so the type distinguishes the new one.
        parts = (key, type_) if self.stored.get(key) else (key,)
        entity = Entity(uid=uid_of(self.namespace, "entity", *parts), name=text, type=type_ or "Thing")
        self.entities[entity.uid] = entity
        self.by_key[key] = entity.uid
        self.names[key] = Name(key, text, entity.uid)
        for form in other_forms(text):
            form_key = name_key(form)
            if not self.stored.get(form_key) and form_key not in self.names:
                self.forms[form_key] = entity
                self.names[form_key] = Name(form_key, form, entity.uid)


def _first_compatible(entities: Iterable[Entity], type_: EntityType | None) -> Entity | None:
    """The first entity that can have the type."""
    compatible = (e for e in entities if type_ is None or frozenset((e.type, type_)) not in _INCOMPATIBLE)
    return next(compatible, None)


def _types(draft: Draft) -> dict[str, EntityType]:
    """Name key → type, as the draft gives it. A speaker is a person."""
    types: dict[str, EntityType] = {name_key(t.speaker): "Person" for t in draft.window.turns if t.speaker}
    for fact in draft.extraction.facts:
        if fact.object_type:
            types.setdefault(name_key(fact.object), fact.object_type)
    for mention in draft.extraction.mentions:
        if mention.type:
            types.setdefault(name_key(mention.name), mention.type)
    for alias in draft.extraction.aliases:
        if not alias.shared and types.get(name_key(alias.alias)) == "Person":
            types.setdefault(name_key(alias.name), "Person")
    return types


def _are_two_people(one: Collection[tuple[str, str]], other: Collection[tuple[str, str]]) -> bool:
    """Whether the relations of two names to the same people show two people: "my boss Anders Holm, my brother Anders"."""
    is_family = any(tie not in _AT_WORK for _, tie in (*one, *other))
    return bool(one and other) and is_family and set(one).isdisjoint(other)


def _ties_of_names(draft: Draft) -> dict[tuple[str, str], set[tuple[str, str]]]:
    """Turn (uid) and name key of a person → the relations that it states to them: from whom (name key), and of which kind."""
    ties: dict[tuple[str, str], set[tuple[str, str]]] = {}
    for fact in draft.extraction.facts:
        if fact.type in _AT_WORK or fact.type in FAMILY:
            tie = "partner" if fact.type in PARTNERS else fact.type
            ties.setdefault((fact.turn, name_key(fact.object)), set()).add((name_key(fact.subject), tie))
    return ties


def _turns_of_names(draft: Draft) -> dict[str, tuple[str, ...]]:
    """Name key → the turns (uid) whose extraction has the name, in their order."""
    extraction = draft.extraction
    used = {(m.turn, m.name) for m in extraction.mentions}
    used |= {(note.turn, name) for note in extraction.notes for name, _ in note.about}
    used |= {(fact.turn, name) for fact in extraction.facts for name in (fact.subject, fact.object)}
    used |= {(end.turn, name) for end in extraction.ends for name in (end.subject, end.replacement)}
    used |= {(alias.turn, alias.name) for alias in extraction.aliases}
    order = {turn.uid: number for number, turn in enumerate(draft.window.turns)}
    turns: dict[str, set[str]] = {}
    for turn, name in used:
        turns.setdefault(name_key(name), set()).add(turn)
    return {key: tuple(sorted(uids, key=lambda uid: order.get(uid, -1))) for key, uids in turns.items()}


def _written_forms(draft: Draft) -> dict[str, str]:
    """Name key → the longest written form, for every name in the draft that has a key."""
    written: dict[str, str] = {}
    for name in names_in(draft):
        if key := name_key(name):
            written[key] = max(written.get(key, ""), name, key=lambda n: (len(n), n))
    return written
