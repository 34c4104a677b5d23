"""Records which messages have left the queue of their conversation, as decisions of the user.

A chat integration keeps a queue of messages for each session. Deleting a message from the queue does not forget its turn.
The decision is durable, so that the message does not come back after a restart or a rebuild.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memgraph_core.engine.commit import commit
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.records.changes import Change, ChangeState, decision_of_user
from memgraph_core.store.contract import Store

_KIND = "queue"
DELETED = "deleted"
ARCHIVED = "archived"


@dataclass(frozen=True, slots=True)
class RemovedMessages:
    """The turns (uids) whose messages were deleted from a queue or archived."""

    deleted: frozenset[str]
    archived: frozenset[str]


def record_removed_messages(
    engine: MemoryEngine, store: Store, session: str, turns: Sequence[str], status: str
) -> None:
    """Record that the messages of these turns (uids) left the queue with this status (`DELETED` or `ARCHIVED`).

    Raises StoreUnavailable when other programs write all the time.
    """
    if not turns:
        return
    now = engine.clock()
    change = decision_of_user(
        store.namespace,
        _KIND,
        (session, status, *turns),
        at=now,
        reason="these messages left the queue of their conversation",
        after=ChangeState(turns=tuple(turns), status=status),
    )
    commit(store, lambda snapshot: snapshot.plan(now, changes=(change,)))


def removed_messages(changes: Iterable[Change]) -> RemovedMessages:
    """The turns that left a queue, according to these changes."""
    turns: dict[str, set[str]] = {DELETED: set(), ARCHIVED: set()}
    for change in changes:
        if change.kind == _KIND:
            turns[change.after.status or ""].update(change.after.turns)
    return RemovedMessages(frozenset(turns[DELETED]), frozenset(turns[ARCHIVED]))
