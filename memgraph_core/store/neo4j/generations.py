"""The generation that a rebuild derives: begun, looked at unseen, then switched to or discarded.

It is a space like the current one. What must not be seen early waits elsewhere: states of turns in a property of
their own (`built`), their vectors of another model on the other `Shelf`, decisions under an owner that no namespace is
called like. What is no longer seen is removed in parts, each a transaction, so that no generation is too large for one;
the namespace remembers what is left.
"""

from dataclasses import asdict

from memgraph_core.records.graph import Change
from memgraph_core.records.plan import Applied, Stale
from memgraph_core.records.rebuild import GenerationBuild
from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j.connection import Connection
from memgraph_core.store.neo4j.rows import change_row
from memgraph_core.store.neo4j.standing import Standing, lock_existing, space_name, standing_from
from neo4j import ManagedTransaction

_PART = 2000  # nodes of each kind that one transaction removes


class Unfinished(Exception):
    """A generation is being derived, or not removed yet: raised inside, so that everything is rolled back."""


def begin(
    tx: ManagedTransaction, namespace: str, extractor: str, stamp: EmbeddingStamp | None
) -> GenerationBuild | None:
    """See `Store.begin`; two statements."""
    if tx.run(cypher("write/number"), namespace=namespace).single() is None:
        return None
    plan = {"extractor": extractor, "model": None, "dimension": None} | (asdict(stamp) if stamp else {})
    row = tx.run(cypher("write/begin"), namespace=namespace, plan=plan).single(strict=True)
    space = space_name(namespace, row["building"])
    return GenerationBuild(
        space=space,
        log_position=row["reached"],
        turns_done=row["done"],
        turns_total=row["turns"],
        novelty_state=row["gate"],
        extractor=row["extractor"],
        model=row["model"],
    )


def read_building(tx: ManagedTransaction, namespace: str, space: str) -> Standing | None:
    """Where this generation stands, its version being how far it has come; None when it is not being derived."""
    record = tx.run(cypher("read/building"), namespace=namespace).single()
    standing = standing_from(namespace, record.data() if record else None)
    return standing if standing.exists and standing.space == space else None


def switch(tx: ManagedTransaction, namespace: str, space: str, change: Change) -> Applied | Stale:
    """See `Store.switch`; two statements. What is left of the old generation is for `sweep`."""
    standing = lock_existing(tx, namespace)
    if standing.building is None or space_name(namespace, standing.building) != space:
        return Stale(standing.version)
    row = {"uid": change.uid, "properties": change_row(change)}
    plan = {"owner": owner_of(namespace, standing.building), "changes": [row]}
    record = tx.run(cypher("write/switch"), namespace=namespace, plan=plan).single()
    return Applied(record["version"]) if record else Stale(standing.version)


def discard(tx: ManagedTransaction, namespace: str) -> bool:
    """See `Store.discard`; two statements. What is left of it is for `sweep`."""
    standing = lock_existing(tx, namespace)
    if standing.building is None:
        return False
    plan = {"owner": owner_of(namespace, standing.building)}
    tx.run(cypher("write/discard"), namespace=namespace, plan=plan).consume()
    return True


def sweep(connection: Connection, namespace: str) -> None:
    """Remove what is left of generations that nobody sees any more; interrupted, the next one goes on."""
    for generation in connection.read(lambda tx: _unfinished(tx, namespace)):
        while connection.write(lambda tx: _sweep(tx, space_name(namespace, generation))):  # noqa: B023
            pass
        while connection.write(lambda tx: _sweep_turns(tx, namespace)):
            pass
        connection.write(lambda tx: _swept(tx, namespace, generation))  # noqa: B023


def owner_of(namespace: str, generation: int) -> str:
    """Under what decisions stand that are not seen yet: no name has a control sign."""
    return f"{namespace}\x1f{generation}"


def _unfinished(tx: ManagedTransaction, namespace: str) -> list[int]:
    return [record["generation"] for record in tx.run(cypher("read/unfinished"), namespace=namespace)]


def _sweep(tx: ManagedTransaction, space: str) -> int:
    return tx.run(cypher("write/sweep"), space=space, plan={"limit": _PART}).single(strict=True)["removed"]


def _sweep_turns(tx: ManagedTransaction, namespace: str) -> int:
    plan = {"limit": _PART}
    return tx.run(cypher("write/sweep_turns"), namespace=namespace, plan=plan).single(strict=True)["removed"]


def _swept(tx: ManagedTransaction, namespace: str, generation: int) -> None:
    tx.run(cypher("write/swept"), namespace=namespace, plan={"generation": generation}).consume()
