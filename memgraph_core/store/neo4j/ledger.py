"""The ledger: what calls of models a namespace has cost."""

from collections.abc import Sequence

from memgraph_core.records.graph import Call
from memgraph_core.records.log import CallTotals
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j.rows import call_from, call_row
from memgraph_core.store.neo4j.standing import lock
from neo4j import ManagedTransaction


def spend(tx: ManagedTransaction, namespace: str, calls: Sequence[Call]) -> CallTotals:
    """See `Store.spend`."""
    if calls:
        lock(tx, namespace)
        plan = {"calls": [call_row(call) for call in calls]}
        tx.run(cypher("write/spend"), namespace=namespace, plan=plan).consume()
    return CallTotals(**tx.run(cypher("read/spent"), namespace=namespace).single(strict=True).data())


def ledger(
    tx: ManagedTransaction, namespace: str, limit: int, uids: Sequence[str] | None
) -> tuple[Call, ...]:
    """See `Store.ledger`."""
    these = None if uids is None else [*uids]
    rows = tx.run(cypher("read/ledger"), namespace=namespace, limit=limit, uids=these)
    return tuple(call_from(row["call"]) for row in rows)
