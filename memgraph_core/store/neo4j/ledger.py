"""The ledger of model calls."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memgraph_core.records.graph import Call
from memgraph_core.records.log import CallTotals
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j.conversion import record_from, utc_or_none, with_key
from memgraph_core.store.neo4j.namespace_state import lock
from neo4j import ManagedTransaction


def record_calls(tx: ManagedTransaction, namespace: str, calls: Sequence[Call]) -> CallTotals:
    """See `Store.record_calls`."""
    if calls:
        lock(tx, namespace)
        plan = {"calls": list(map(with_key, calls))}
        tx.run(cypher("write/record_calls"), namespace=namespace, plan=plan).consume()
    return CallTotals(**tx.run(cypher("read/call_totals"), namespace=namespace).single(strict=True).data())


def ledger(
    tx: ManagedTransaction,
    namespace: str,
    limit: int,
    uids: Sequence[str] | None = None,
    *,
    since: datetime | None = None,
    session: str | None = None,
) -> tuple[Call, ...]:
    """See `Store.ledger`."""
    values: dict[str, Any] = {
        "namespace": namespace,
        "limit": limit,
        "uids": None if uids is None else [*uids],
        "since": utc_or_none(since),
        "session": session,
    }
    rows = tx.run(cypher("read/ledger"), **values)
    return tuple(record_from(Call, row["call"]) for row in rows)
