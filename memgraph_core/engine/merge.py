"""Merge and split by the word of people: decided, planned, carried out, and told again after a rebuild."""

from collections.abc import Sequence
from datetime import datetime

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import InvalidInput, StoreUnavailable
from memgraph_core.language.names import name_key
from memgraph_core.plan.merging import decided, merge_change, plan_again, split_change
from memgraph_core.records.graph import Change, Entity
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.plan import Applied, Merge, PlanningSnapshot, SnapshotRequest, Split, WritePlan
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.validation import utc
from memgraph_core.store.contract import Store

_ASKED_TO_MERGE = "asked to merge"
_ASKED_TO_SPLIT = "asked to split"


def merge(
    engine: MemoryEngine, store: Store, name: str, into: str, reason: str, moment: datetime
) -> tuple[Entity, Entity]:
    """Whom `name` means, merged into whom `into` means; both as they were. The same twice: nothing was to do.

    Raises InvalidInput for a name that nobody has, StoreUnavailable when others write all the time.
    """
    at = utc(moment, "now")
    for _ in range(engine.settings.ingest.attempts):
        known = store.snapshot(SnapshotRequest(name_keys=(name_key(name), name_key(into))))
        alias, other = _meant(known, name), _meant(known, into)
        if alias.uid == other.uid:
            return alias, other
        decision = Merge(alias=alias.uid, into=other.uid, reason=reason or _ASKED_TO_MERGE)
        change = merge_change(decision, store.namespace, at=at, by="user", version=known.version)
        plan = WritePlan(
            space=known.space, version=known.version, at=at, merges=(decision,), changes=(change,)
        )
        if isinstance(store.apply(plan), Applied):
            return alias, other
    raise _overtaken(engine, store)


def split(engine: MemoryEngine, store: Store, name: str, reason: str, moment: datetime) -> Entity:
    """Whom `name` meant until it was merged into another, as it was then; it is on its own again. Of several the first
    by name and uid.

    Raises InvalidInput when there is none, StoreUnavailable when others write all the time.
    """
    at = utc(moment, "now")
    for _ in range(engine.settings.ingest.attempts):
        known = store.snapshot(
            SnapshotRequest()
        )  # before it is looked for: if another writer comes between, the plan is stale
        found = _merged(store, name)
        decision = Split(alias=found.uid, into=found.canonical or found.uid)
        told = reason or _ASKED_TO_SPLIT
        change = split_change(decision, store.namespace, at=at, reason=told, version=known.version)
        plan = WritePlan(
            space=known.space, version=known.version, at=at, splits=(decision,), changes=(change,)
        )
        if isinstance(store.apply(plan), Applied):
            return found
    raise _overtaken(engine, store)


def decisions(store: Store) -> tuple[Change, ...]:
    """What people decided about who is the same, oldest first."""
    return decided(store.changes(UNLIMITED))


def decide_again(store: Store, changes: Sequence[Change], at: datetime, space: str | None = None) -> bool:
    """Carry out what people decided in a space that was derived anew (None: the current one), as far as those that it
    is about are there. False when another writer was faster; deciding all of it again does no harm.
    """
    return all(
        isinstance(store.apply(plan_again(change, store.snapshot(SnapshotRequest(space=space)), at)), Applied)
        for change in changes
    )


def _meant(known: PlanningSnapshot, name: str) -> Entity:
    """Of several that are called so the most mentioned."""
    found = known.entities.get(name_key(name), ())
    if not found:
        raise InvalidInput(f"nobody and nothing is called {name!r:.80}. Give a name as `entities` lists it.")
    return found[0]


def _merged(store: Store, name: str) -> Entity:
    keys = (name_key(name),)
    if found := store.entities(EntityQuery(name_keys=keys, merged=True)):
        return min(found, key=lambda e: (e.name, e.uid))
    if not store.entities(EntityQuery(name_keys=keys, limit=1)):
        raise InvalidInput(f"nobody and nothing is called {name!r:.80}. Give the name of what was merged.")
    raise InvalidInput(
        f"{name!r:.80} is not merged into another. To split what was merged into it, give the name of that."
    )


def _overtaken(engine: MemoryEngine, store: Store) -> StoreUnavailable:
    return StoreUnavailable(
        f"{engine.settings.ingest.attempts} plans in a row were overtaken by other writers of {store.namespace!r}; "
        "nothing was changed. Try again when fewer write at once."
    )
