"""Reads facts, notes and names restricted to what the turns that pass filters state, for views of a part of a namespace.

Facts and entities may have sources in turns of several users. A view for one user shows only values, intervals and names
that the turns of this user contain.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from memgraph_core.engine.batches import in_batches, names_of_entities
from memgraph_core.engine.listing import turn_uids
from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Entity, Fact, Note
from memgraph_core.records.grouping import grouped
from memgraph_core.records.inspect import EntityQuery, StreamItem, StreamQuery
from memgraph_core.records.kinds import EntityType
from memgraph_core.records.plan import Invalidation
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.records.validation import EARLIEST
from memgraph_core.retrieve.history import entity_uids
from memgraph_core.store.contract import Store
from memgraph_core.store.invalidations import EndReason, end_of, reason_of


def checked_turn_filters(filters: Filters | None) -> Filters:
    """The filters. Raises InvalidInput if one of them does not select turns."""
    filters = filters or Filters()
    if given := filters.not_of_turns:
        raise InvalidInput(
            f"filters has {given}; this view takes filters of turns: "
            "since, until, speaker, role, session, agent, trust, metadata."
        )
    return filters


@dataclass(frozen=True)
class VisibleRecords:
    """Reads from a store what the visible turns state. A turn is visible if it passes the filters.

    Without filters all turns are visible, and records are returned unchanged.
    """

    store: Store
    filters: Filters

    @cached_property
    def turns(self) -> frozenset[str] | None:
        """The uids of the turns that pass; None without filters: all turns pass."""
        return None if self.filters == Filters() else frozenset(turn_uids(self.store, self.filters))

    def passes(self, turn: str) -> bool:
        """Whether a turn (uid) passes the filters."""
        return self.turns is None or turn in self.turns

    def notes(self, notes: Iterable[Note]) -> tuple[Note, ...]:
        """The notes whose source turns all pass, in the given order."""
        return tuple(note for note in notes if self.turns is None or self.turns.issuperset(note.turns))

    def notes_stating(self, facts: Iterable[Fact]) -> tuple[Note, ...]:
        """The visible notes from which facts come, by uid."""
        return self.read_notes(sorted({uid for fact in facts for uid in fact.notes}))

    def read_notes(self, uids: Sequence[str]) -> tuple[Note, ...]:
        """The visible ones of these notes (uids), in the given order."""
        return self.notes(note for batch in in_batches(uids) for note in self.store.notes(batch))

    def ends_of(self, facts: Iterable[Fact]) -> dict[str, list[Invalidation]]:
        """The visible invalidations of the facts that have an end, by fact (uid)."""
        ends: dict[str, list[Invalidation]] = {fact.uid: [] for fact in facts if fact.holds_until is not None}
        for batch in in_batches(list(ends)):
            for edge in self.store.incident_edges("fact", batch).invalidations:
                if edge.fact in ends and (edge.turn is None or self.passes(edge.turn)):
                    ends[edge.fact].append(edge)
        return ends

    def facts(self, facts: Sequence[Fact]) -> tuple[Fact, ...]:
        """The facts that a visible note states, in the given order, each restricted to what visible notes state.

        If some notes of a fact are not visible, its text, start and trust come from its earliest visible note. Its end is removed
        if only a turn or a superseding fact that is not visible states it.
        """
        if self.turns is None or not facts:
            return tuple(facts)
        incident = [
            self.store.incident_edges("fact", batch) for batch in in_batches([fact.uid for fact in facts])
        ]
        edges = [edge for each in incident for edge in each.invalidations]
        own_ends = {uid: (until, at) for each in incident for uid, _, _, until, at in each.fact_ends}
        newer = sorted({edge.superseded_by for edge in edges if edge.superseded_by is not None})
        superseding = self._stated(self.store.facts(None, UNLIMITED, newer), {}) if newer else {}
        stated = self._stated(facts, own_ends)
        reasons = grouped(
            (edge.fact, reason)
            for edge in edges
            if edge.fact in stated and (reason := self._reason(edge, superseding)) is not None
        )
        return tuple(
            _with_end(stated[fact.uid], reasons.get(fact.uid, ()), stated.keys())
            for fact in facts
            if fact.uid in stated
        )

    def stream(self, items: Sequence[StreamItem]) -> Sequence[StreamItem]:
        """The mentions in visible turns, in the given order, with names that visible turns contain."""
        if self.turns is None:
            return items
        kept = [item for item in items if item.turn in self.turns]
        names = self.names_in({item.entity: item.name for item in kept}, {item.turn for item in kept})
        return [replace(item, name=names[item.entity]) for item in kept if item.entity in names]

    def entity(self, entity: Entity, name: str) -> Entity:
        """An entity with the name, the number and the times of its mentions in visible turns.

        Without such a mention it has the given name, 0 mentions and no times.
        """
        if self.turns is None:
            return entity
        items = self.stream(self.store.stream(StreamQuery(entity=entity.uid, limit=UNLIMITED)))
        unmentioned = replace(entity, name=name, mentions=0, first_at=None, last_at=None)
        return next(iter(_as_mentioned(items, {entity.uid: entity})), unmentioned)

    def entities_of(self, type_: EntityType, limit: int) -> tuple[Entity, ...]:
        """At most `limit` entities of a type, most recently mentioned first. Names and mentions are as in `entity`."""
        query = EntityQuery(type=type_, order="recent", limit=limit)
        if self.turns is None:
            return self.store.entities(query)
        known = {entity.uid: entity for entity in self.store.entities(replace(query, limit=UNLIMITED))}
        items = self.stream(self.store.stream(StreamQuery(limit=UNLIMITED)))
        return _as_mentioned(items, known)[:limit]

    def names(self, facts: Sequence[Fact]) -> dict[str, str]:
        """The names of the subjects and objects of facts, by uid."""
        return self.names_of(entity_uids(facts), sorted({uid for fact in facts for uid in fact.notes}))

    def names_of(self, entities: Sequence[str], notes: Sequence[str] = ()) -> dict[str, str]:
        """The names of entities (uids), by uid. With filters, only names that the visible turns of these notes (uids) contain.

        See `names_in` for the choice among several names. An entity without a name is left out.
        """
        if not entities:
            return {}
        names = names_of_entities(self.store, entities)
        if self.turns is None:
            return names
        turns = {turn for note in self.read_notes(notes) for turn in note.turns}
        return self.names_in(names, turns)

    def names_in(self, names: Mapping[str, str], turns: Iterable[str]) -> dict[str, str]:
        """One name for each entity in `names` (uid → display name), by uid: a name that a visible one of these turns contains.

        It is the display name if they contain it, else the longest of the names that they contain. An entity without such a
        name is left out.
        """
        visible = sorted(turn for turn in turns if self.passes(turn))
        keys = {
            source.key
            for batch in in_batches(visible)
            for source in self.store.incident_edges("turn", batch).name_sources
        }
        merged = self.store.entities(EntityQuery(merged=True, limit=UNLIMITED))
        owners = {uid: uid for uid in names}
        owners |= {
            alias.uid: alias.canonical
            for alias in merged
            if alias.canonical is not None and alias.canonical in names
        }
        spelled = grouped(
            (owners[name.entity], name.text)
            for batch in in_batches(sorted(owners))
            for name in self.store.incident_edges("entity", batch).names
            if name.key in keys
        )
        return {
            uid: names[uid] if names[uid] in texts else max(texts, key=lambda text: (len(text), text))
            for uid, texts in spelled.items()
        }

    def _stated(
        self, facts: Sequence[Fact], own_ends: Mapping[str, tuple[datetime | None, datetime | None]]
    ) -> dict[str, Fact]:
        """Each visible fact as its visible notes state it, without ends that other turns state.

        `own_ends` are the ends that the text of each fact states, and when they were recorded.
        """
        notes = {note.uid: note for note in self.notes_stating(facts)}
        stated: dict[str, Fact] = {}
        for fact in facts:
            visible = [notes[uid] for uid in fact.notes if uid in notes]
            if len(visible) == len(fact.notes) > 0:
                until, at = own_ends.get(fact.uid, (None, None))
                stated[fact.uid] = replace(fact, holds_until=until, retired_at=at)
            elif visible:
                stated[fact.uid] = _as_stated(fact, visible)
        return stated

    def _reason(self, edge: Invalidation, visible: Mapping[str, Fact]) -> EndReason | None:
        """Why a fact ended, as visible turns state it; None if no visible turn states it."""
        until: datetime | None = edge.stated_until or edge.holds_until
        if edge.turn is None or not self.passes(edge.turn):
            newer = visible.get(edge.superseded_by or "")
            until = newer.holds_from if newer is not None else None
        if until is None or (edge.superseded_by is not None and edge.superseded_by not in visible):
            return None
        return replace(reason_of(edge), until=until)


def _as_mentioned(items: Iterable[StreamItem], entities: Mapping[str, Entity]) -> tuple[Entity, ...]:
    """The entities that these mentions name, most recently mentioned first. `items` are newest first, `entities` by uid."""
    by_entity = grouped((item.entity, item) for item in items if item.entity in entities)
    return tuple(
        replace(
            entities[uid],
            name=mentions[0].name,
            mentions=len({item.turn for item in mentions if item.how != "agent_generated"}),
            first_at=mentions[-1].at,
            last_at=mentions[0].at,
        )
        for uid, mentions in by_entity.items()
    )


def _as_stated(fact: Fact, notes: Sequence[Note]) -> Fact:
    """A fact as these notes state it, if it also has notes that are not visible."""
    first = min(notes, key=lambda note: (note.said_at or EARLIEST, note.uid))
    return replace(
        fact,
        text=first.text,
        notes=tuple(note.uid for note in notes),
        holds_from=first.holds_from or first.said_at,
        holds_until=first.holds_until,
        grain=first.grain if first.holds_from is not None else None,
        recorded_at=first.recorded_at,
        retired_at=None,
        trust=first.trust,
        confidence=first.confidence,
    )


def _with_end(fact: Fact, reasons: Sequence[EndReason], visible: Iterable[str]) -> Fact:
    """A visible fact with the end that the visible reasons give. Without a reason it keeps the end that its own text states."""
    reason = end_of(reasons)
    conflicts = tuple(sorted(set(fact.conflicts).intersection(visible)))
    if reason is None:
        return replace(fact, conflicts=conflicts)
    return replace(fact, conflicts=conflicts, holds_until=reason.until, retired_at=reason.at)
