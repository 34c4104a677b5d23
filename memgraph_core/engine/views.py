"""Derived views of a namespace: read what they need, and compute them. Nothing is written."""

from datetime import datetime

from memgraph_core.engine.inspect import entity_called
from memgraph_core.engine.listing import list_notes
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.search import UNLIMITED, Filters
from memgraph_core.retrieve.history import entity_uids, facts_at
from memgraph_core.store.contract import Store
from memgraph_core.views.profile import Profile, profile_of

_MAX_NOTES = 2_000  # the newest notes about an entity that count for its topics


def profile(
    store: Store, name: str, moment: datetime, known_at: datetime | None, *, is_past: bool
) -> Profile | None:
    """The profile of an entity; None if no entity has this name. See `Memory.profile`.

    If the moment is in the past, what was said later is left out.
    """
    entity = entity_called(store, name)
    if entity is None:
        return None
    facts = facts_at(store.facts(entity.uid, UNLIMITED), None, known_at)
    if is_past:
        facts = tuple(fact for fact in facts if fact.holds_from is None or fact.holds_from <= moment)
    names = {e.uid: e.name for e in store.entities(EntityQuery(uids=entity_uids(facts), limit=UNLIMITED))}
    filters = Filters(entity=name, until=moment if is_past else None)
    notes = list_notes(store, filters, "newest", _MAX_NOTES, None).items
    return profile_of(entity, facts, names, notes, moment)
