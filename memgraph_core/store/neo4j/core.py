"""Reads, writes and deletes states of core blocks."""

from collections.abc import Sequence

from memgraph_core.records.core import CoreState
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j.conversion import properties, record_from
from memgraph_core.store.neo4j.namespace_state import lock
from neo4j import ManagedTransaction


def states(tx: ManagedTransaction, namespace: str, *, current: bool = False) -> tuple[CoreState, ...]:
    """See `Store.core_states`."""
    rows = tx.run(cypher("read/core_states"), namespace=namespace, current=current)
    return tuple(record_from(CoreState, row["state"]) for row in rows)


def write(tx: ManagedTransaction, namespace: str, states: Sequence[CoreState]) -> bool:
    """See `Store.write_core`."""
    if not states:
        return True
    lock(tx, namespace)
    rows = [{"uid": state.uid, "properties": properties(state) | {"block": state.block}} for state in states]
    result = tx.run(cypher("write/core_states"), namespace=namespace, plan={"states": rows})
    return result.single(strict=True)["written"] == len(states)


def forget(tx: ManagedTransaction, namespace: str, blocks: Sequence[str]) -> None:
    """See `Store.forget_core`."""
    tx.run(cypher("write/forget_core"), namespace=namespace, plan={"blocks": list(blocks)}).consume()
