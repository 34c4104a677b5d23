"""Leases: a reader's temporary right to process turns. They are properties of the turns."""

from collections.abc import Sequence
from dataclasses import replace

from memgraph_core.records.log import AppendResult, ExtractionNeeds, LeaseRequest
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j.conversion import turn_from
from memgraph_core.store.neo4j.log import append_result, lease_holders
from memgraph_core.store.neo4j.namespace_state import lock_existing, read_state
from neo4j import ManagedTransaction


def lease(
    tx: ManagedTransaction,
    namespace: str,
    uids: Sequence[str],
    needs: ExtractionNeeds,
    request: LeaseRequest | None,
) -> AppendResult:
    """See `Store.lease`. At most five statements. With a request, it must run in a write transaction.

    The namespace is locked before the turns are read, so that two readers do not lease the same turn.
    """
    state = (lock_existing if request else read_state)(tx, namespace)
    ask = {"uids": sorted(set(uids)), "sessions": list[str](), "marks": list[str]()}
    rows = tx.run(cypher("read/logged_turns"), namespace=namespace, ask=ask).single(strict=True)["turns"]
    logged = {row["uid"]: turn_from(row) for row in rows}
    turns = [logged[uid] for uid in dict.fromkeys(uids) if uid in logged]
    read = append_result(tx, state, turns, frozenset(), needs)
    result = replace(read, leased={**lease_holders(rows), **read.leased})
    return with_lease(tx, namespace, result, request) if request else replace(result, leased={})


def with_lease(
    tx: ManagedTransaction, namespace: str, result: AppendResult, request: LeaseRequest
) -> AppendResult:
    """Lease the turns that the request selects from the result; one statement. The namespace is locked.

    The returned result contains the current leases of other readers.
    """
    others = {
        uid: reader
        for uid, reader in result.leased.items()
        if reader != request.reader and not request.has_ended(reader)
    }
    result = replace(result, leased=others)
    if selected := request.select_turns(result):
        rows = [{"uid": uid, "milliseconds": round(1000 * seconds)} for uid, seconds in selected.items()]
        plan = {"turns": rows, "by": request.reader}
        tx.run(cypher("write/lease"), namespace=namespace, plan=plan).consume()
    return result


def release_leases(tx: ManagedTransaction, namespace: str, reader: str) -> None:
    """See `Store.release_lease`."""
    tx.run(cypher("write/release_lease"), namespace=namespace, plan={"by": reader}).consume()
