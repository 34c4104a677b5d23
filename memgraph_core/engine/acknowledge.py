"""Records that somebody has acknowledged items of views, and leaves these items out of the views."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from memgraph_core.engine.commit import commit
from memgraph_core.errors import InvalidInput
from memgraph_core.records.changes import Change, ChangeState, decision_of_user
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.validation import checked_name
from memgraph_core.store.contract import Store
from memgraph_core.views.due import Due

ACKNOWLEDGE = "acknowledge"  # the kind of the decision


def acknowledge(store: Store, items: Sequence[str], at: datetime, attempts: int) -> Change:
    """Record that somebody has seen these items (uids). See `Memory.acknowledge`. Raises InvalidInput without items."""
    if isinstance(items, str) or not items:
        raise InvalidInput(f"items is {items!r:.80}; give a list of uids of items.")
    uids = tuple(dict.fromkeys(checked_name(uid, "items") for uid in items))
    key, state = (at.isoformat(), *uids), ChangeState(items=uids)
    change = decision_of_user(store.namespace, ACKNOWLEDGE, key, at=at, reason="seen", after=state)
    commit(store, lambda snapshot: snapshot.plan(at, changes=(change,)), attempts=attempts)
    return change


def acknowledged(store: Store) -> Mapping[str, datetime]:
    """When each item (uid) was acknowledged last."""
    found: dict[str, datetime] = {}
    for change in store.changes(UNLIMITED):
        if change.kind == ACKNOWLEDGE:
            for uid in change.after.items:
                found[uid] = max(change.at, found.get(uid, change.at))
    return found


def due_without(due: Due, seen: Mapping[str, datetime]) -> Due:
    """What is due, without the acknowledged items."""
    return replace(due, items=tuple(item for item in due.items if item.uid not in seen))


def is_unseen(fact: NamedFact, recorded_at: datetime | None, seen: Mapping[str, datetime]) -> bool:
    """Whether the beginning or the end of a fact was not acknowledged, or was recorded after that."""
    at = seen.get(fact.uid)
    return at is None or (recorded_at is not None and recorded_at > at)
