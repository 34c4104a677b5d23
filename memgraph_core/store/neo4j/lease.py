"""The verb `lease`: read logged turns with what extraction needs, and reserve them for one reader."""

from collections.abc import Sequence
from dataclasses import replace

from memgraph_core.records.log import AppendResult, LeaseRequest
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j import claims
from memgraph_core.store.neo4j.log import append_result, readers
from memgraph_core.store.neo4j.rows import turn_from
from memgraph_core.store.neo4j.standing import lock_existing, read_standing
from neo4j import ManagedTransaction


def lease(
    tx: ManagedTransaction,
    namespace: str,
    uids: Sequence[str],
    keys: Sequence[str],
    before: int,
    candidates: int,
    request: LeaseRequest | None,
) -> AppendResult:
    """See `Store.lease`. Four statements; with a request the transaction must be a writing one.

    The namespace is locked before the turns are read, so that two readers do not lease the same turn.
    """
    standing = (lock_existing if request else read_standing)(tx, namespace)
    ask = {"uids": sorted(set(uids)), "sessions": [], "marks": []}
    rows = tx.run(cypher("read/logged"), namespace=namespace, ask=ask).single(strict=True)["turns"]
    logged = {row["uid"]: turn_from(row) for row in rows}
    turns = [logged[uid] for uid in dict.fromkeys(uids) if uid in logged]
    found = append_result(tx, standing, turns, frozenset(), keys, before, candidates)
    result = replace(found, leased={**readers(rows), **found.leased})
    return claims.take(tx, namespace, result, request) if request else replace(result, leased={})
