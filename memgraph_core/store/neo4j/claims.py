"""Who reads turns that wait: a property of theirs, which goes when they are read or read otherwise."""

from dataclasses import replace

from memgraph_core.records.log import AppendResult, LeaseRequest
from memgraph_core.statements import cypher
from neo4j import ManagedTransaction

# What a turn has no longer when a plan or a correction of it is written.
OVER = {"reader": None, "read_until": None}


def take(tx: ManagedTransaction, namespace: str, there: AppendResult, claim: LeaseRequest) -> AppendResult:
    """What the log tells, without readers who are gone; the rest as far as wanted is this reader's from now on. The
    namespace is locked; one statement.
    """
    taken = {uid: by for uid, by in there.leased.items() if by != claim.reader and not claim.has_ended(by)}
    answer = replace(there, leased=taken)
    if wanted := claim.select_turns(answer):
        rows = [{"uid": uid, "milliseconds": round(1000 * seconds)} for uid, seconds in wanted.items()]
        tx.run(cypher("write/take"), namespace=namespace, plan={"turns": rows, "by": claim.reader}).consume()
    return answer


def release(tx: ManagedTransaction, namespace: str, by: str) -> None:
    """See `Store.release`."""
    tx.run(cypher("write/release"), namespace=namespace, plan={"by": by}).consume()
