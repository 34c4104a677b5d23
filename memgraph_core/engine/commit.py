"""The write service: take a snapshot, make a plan from it, apply it, and repeat if it was stale.

The threads of one process write to a namespace one after another. Otherwise each would make the plans of the others stale: with
eight threads a write took three to five attempts, and some gave up. Other processes are found by stale plans alone.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from threading import Lock, RLock
from typing import TypeVar
from weakref import WeakValueDictionary

from memgraph_core.errors import StoreUnavailable
from memgraph_core.records.plan import PlanningSnapshot, SnapshotRequest, Stale, WritePlan
from memgraph_core.store.contract import Store

ATTEMPTS = 20  # before a writer gives up; see `IngestSettings.attempts`
_REMEDY = "Nothing was changed. Try again when fewer programs write at once."

Result = TypeVar("Result")

# Namespace → the lock of its writers, while one of them has it or waits. Namespaces of the same name in two databases share a
# lock.
_writer_locks: WeakValueDictionary[str, AbstractContextManager[bool]] = WeakValueDictionary()
_registering = Lock()


@dataclass(frozen=True, slots=True)
class Committed:
    """A plan that was applied and is durable, and the version of the namespace after it."""

    plan: WritePlan
    version: int


def commit(
    store: Store,
    make_plan: Callable[[PlanningSnapshot], WritePlan | None],
    *,
    request: SnapshotRequest | None = None,
    attempts: int = ATTEMPTS,
    remedy: str = _REMEDY,
) -> Committed | None:
    """Apply the plan that `make_plan` makes from a snapshot. None if `make_plan` returns None.

    If the plan was stale, `make_plan` is called again with a new snapshot of the same request. It may read from the
    store, because a plan for an outdated snapshot is never applied. Raises StoreUnavailable, with the remedy, if
    `attempts` plans in a row were stale.
    """

    def attempt() -> Committed | Stale | None:
        plan = make_plan(store.snapshot(request or SnapshotRequest()))
        if plan is None:
            return None
        outcome = store.apply(plan)
        return outcome if isinstance(outcome, Stale) else Committed(plan, outcome.version)

    return repeat_while_stale(store, attempt, attempts=attempts, remedy=remedy)


def repeat_while_stale(
    store: Store, attempt: Callable[[], Result | Stale], *, attempts: int = ATTEMPTS, remedy: str = _REMEDY
) -> Result:
    """The first result of `attempt` that is not stale. Raises StoreUnavailable after `attempts` stale results."""
    with _writer_lock(store.namespace):
        for _ in range(attempts):
            result = attempt()
            if not isinstance(result, Stale):
                return result
    raise StoreUnavailable(
        f"other programs wrote to namespace {store.namespace!r} before each of {attempts} attempts to write. {remedy}"
    )


def _writer_lock(namespace: str) -> AbstractContextManager[bool]:
    """The lock of the writers of a namespace. It is reentrant, because a plan may be made by verbs that write."""
    with _registering:
        return _writer_locks.setdefault(namespace, RLock())
