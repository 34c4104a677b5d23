"""Inspection: entities, facts, the memory stream and decisions. Nothing is written."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memgraph_core.engine.batches import names_of_entities
from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.language.people import own_kin_names
from memgraph_core.plan.corrections import UPDATE, corrected_turn_of, with_texts
from memgraph_core.records.changes import Change
from memgraph_core.records.graph import Entity, Fact
from memgraph_core.records.inspect import (
    EntityQuery,
    GraphDiff,
    NamedFact,
    NoteHistory,
    QueryResult,
    StreamQuery,
)
from memgraph_core.records.search import UNLIMITED, Query, Seeds
from memgraph_core.records.validation import checked_name, checked_period
from memgraph_core.retrieve.entity_view import EntityView, view_of
from memgraph_core.retrieve.history import entity_uids, fact_difference, facts_at, named_facts
from memgraph_core.store.contract import Store


def entity_by_name(store: Store, name: str) -> Entity | None:
    """The entity with this name; the most mentioned one if there are several.

    If there is none, a word for a relative means that of the only speaker who has one: "my mum", 妈妈.
    """
    found = entity_and_name(store, name)
    return found[0] if found else None


def entity_and_name(store: Store, name: str) -> tuple[Entity, str] | None:
    """The same entity, and its name to show: the given one, but not a word for a relative, which is no name.

    Raises InvalidInput for a blank name.
    """
    checked_name(name, "name")
    if called := entity_called(store, name):
        return called, name
    relative = relative_by_word(store, name)
    return (relative, relative.name) if relative else None


def entity_called(store: Store, name: str) -> Entity | None:
    """The entity that has this name; the most mentioned one if there are several."""
    entities = store.entities(EntityQuery(name_keys=(name_key(name),), limit=1))
    return entities[0] if entities else None


def relative_by_word(store: Store, name: str) -> Entity | None:
    """The relative of a speaker whom a word such as "my mum" or 妈妈 means; None if several speakers have one."""
    keys = tuple(map(name_key, own_kin_names(name, store.speakers())))
    found = store.entities(EntityQuery(name_keys=keys, limit=2)) if keys else ()
    return found[0] if len(found) == 1 else None


def stream_query(
    store: Store, since: datetime | None, until: datetime | None, entity: str | None, limit: int
) -> StreamQuery | None:
    """The query for a part of the memory stream; None if the entity is unknown, because then nothing matches."""
    query = StreamQuery(since=since, until=until, limit=limit)
    if entity is None:
        return query
    mentioned = entity_by_name(store, entity)
    return replace(query, entity=mentioned.uid) if mentioned else None


def show(store: Store, name: str, limit: int, moment: datetime) -> EntityView | None:
    """An entity with its facts, neighbours and newest notes; None when no entity has this name."""
    entity = entity_by_name(store, name)
    if entity is None:
        return None
    query = Query(text=name, now=moment)
    neighbourhood = store.expand(Seeds(entities=(entity.uid,), fan_out=limit, notes_per_entity=limit), query)
    return view_of(entity, with_names(store, store.facts(entity.uid, limit)), neighbourhood, limit)


def facts(
    store: Store, name: str | None, as_of: datetime | None, known_at: datetime | None, limit: int
) -> tuple[NamedFact, ...]:
    """Facts about an entity, or all facts; newest first. See `Memory.facts`."""
    entity = None if name is None else entity_by_name(store, name)
    if name is not None and entity is None:
        return ()
    read_limit = limit if as_of is None and known_at is None else UNLIMITED
    found = facts_at(store.facts(entity.uid if entity else None, read_limit), as_of, known_at)[:limit]
    return with_names(store, found)


def with_names(store: Store, facts: Sequence[Fact]) -> tuple[NamedFact, ...]:
    """The facts with the names of their subjects and objects."""
    return named_facts(facts, names_of_entities(store, entity_uids(facts)))


def diff(store: Store, start: datetime, end: datetime, *, transaction_time: bool) -> GraphDiff:
    """What changed from one moment to another. See `Memory.diff`."""
    checked_period(start, end)
    all_facts, changes = with_names(store, store.facts(None, UNLIMITED)), store.changes(UNLIMITED)
    return fact_difference(all_facts, changes, start, end, by_transaction_time=transaction_time)


def history(store: Store, uid: str) -> NoteHistory | None:
    """The states, links and turns of a note; None for an unknown uid."""
    notes = store.notes([uid])
    if not notes:
        return None
    return NoteHistory(
        note=notes[0],
        states=store.history(uid),
        links=store.links([uid]),
        turns=store.turns(notes[0].turns),
    )


def with_correction_texts(store: Store, changes: Sequence[Change]) -> tuple[Change, ...]:
    """The changes; each correction with the text before and after, if its turn exists."""
    corrected = {corrected_turn_of(change) for change in changes if change.kind == UPDATE}
    turns = store.turns(sorted(corrected)) if corrected else ()
    return with_texts(changes, {turn.uid: turn for turn in turns})


def explore(
    store: Store, name: str, parameters: Mapping[str, object] | None, limit: int, seconds: float
) -> QueryResult:
    """Run a saved query. See `Memory.explore`."""
    if limit < 1 or seconds <= 0:
        raise InvalidInput(f"limit is {limit} and seconds is {seconds}; give numbers above 0.")
    return store.explore(name, parameters or {}, limit, seconds)
