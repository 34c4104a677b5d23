"""The end of a write: decisions, model calls, tombstones and job requests, and the new version."""

from typing import LiteralString

from memgraph_core.statements import cypher
from memgraph_core.store.neo4j.conversion import Row
from neo4j import ManagedTransaction

# Each statement with its parameters. A statement without rows is not sent, because a server that has just started needs up
# to half a second to plan it.
_STATEMENTS: tuple[tuple[LiteralString, tuple[str, ...]], ...] = (
    (cypher("write/changes"), ("changes",)),
    (cypher("write/record_calls"), ("calls",)),
    (cypher("write/tombstones"), ("tombstones", "salts")),
)


def finish(tx: ManagedTransaction, namespace: str, rows: Row) -> int:
    """End a plan or a deletion in the current generation. Returns the new version. One to four statements."""
    record(tx, namespace, rows, owner=namespace)
    names = ("jobs", "novelty_state", "created", "model", "dimension")
    plan = {name: rows[name] for name in names}
    result = tx.run(cypher("write/finish"), namespace=namespace, plan=plan)
    return result.single(strict=True)["version"]


def record(tx: ManagedTransaction, namespace: str, rows: Row, owner: str) -> None:
    """Add decisions, model calls and tombstones, if there are any. `owner`: of the decisions."""
    for statement, names in _STATEMENTS:
        plan = {name: rows[name] for name in names}
        if any(plan.values()):
            tx.run(statement, namespace=namespace, plan=plan | {"owner": owner}).consume()
