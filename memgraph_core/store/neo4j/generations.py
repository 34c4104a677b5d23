"""A rebuild's generation: created, filled while it is invisible, then made current or discarded.

It is a space like the current one. Data that must not be visible before the switch have other names. States of turns are in
a property of their own (`built_state`), and vectors of another model in the other set of properties (`TurnVectors`).
Decisions have an owner that cannot be the name of a namespace. Generations that are no longer visible are removed in parts,
each in a transaction of its own, because a single transaction could become too large. The namespace records the generations
that are not removed yet.
"""

from dataclasses import asdict

from memgraph_core.records.changes import Change
from memgraph_core.records.plan import Applied, Stale
from memgraph_core.records.rebuild import GenerationBuild, space_name
from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j.connection import Connection
from memgraph_core.store.neo4j.conversion import with_key
from memgraph_core.store.neo4j.namespace_state import NamespaceState, lock_existing
from neo4j import ManagedTransaction

_PART = 2000  # nodes of each kind that one transaction removes


class GenerationNotRemoved(Exception):
    """A generation is being derived or not removed yet. It is raised inside a transaction, which is then rolled back."""


def begin(
    tx: ManagedTransaction, namespace: str, extractor: str, stamp: EmbeddingStamp | None
) -> GenerationBuild | None:
    """See `Store.begin_generation`. One statement."""
    plan = {"extractor": extractor, "model": None, "dimension": None} | (asdict(stamp) if stamp else {})
    row = tx.run(cypher("write/begin_generation"), namespace=namespace, plan=plan).single()
    if row is None:
        return None
    return GenerationBuild(
        space=space_name(namespace, row["building"]),
        log_position=row["reached"],
        turns_done=row["done"],
        turns_total=row["turns"],
        novelty_state=row["novelty_state"],
        extractor=row["extractor"],
        model=row["model"],
    )


def read_build(tx: ManagedTransaction, namespace: str, space: str) -> NamespaceState | None:
    """The state of the generation that is being derived, with its log position as version; None if it is another space."""
    record = tx.run(cypher("read/generation_build"), namespace=namespace).single()
    state = NamespaceState(namespace=namespace, exists=True, **record.data()) if record else None
    return state if state and state.space == space else None


def switch(tx: ManagedTransaction, namespace: str, space: str, change: Change) -> Applied | Stale:
    """See `Store.switch_generation`. Two statements. `remove_old` removes the former generation."""
    state = lock_existing(tx, namespace)
    if state.building is None or space_name(namespace, state.building) != space:
        return Stale(state.version)
    plan = {
        "building_owner": owner_of(namespace, state.building),
        "owner": namespace,
        "changes": [with_key(change)],
    }
    record = tx.run(cypher("write/switch_generation"), namespace=namespace, plan=plan).single()
    return Applied(record["version"]) if record else Stale(state.version)


def discard(tx: ManagedTransaction, namespace: str) -> bool:
    """See `Store.discard_generation`. Two statements. `remove_old` removes its records."""
    state = lock_existing(tx, namespace)
    if state.building is None:
        return False
    plan = {"owner": owner_of(namespace, state.building)}
    tx.run(cypher("write/discard_generation"), namespace=namespace, plan=plan).consume()
    return True


def remove_old(connection: Connection, namespace: str) -> None:
    """Remove the generations that are no longer visible. After an interruption, the next call continues."""
    for generation in connection.read(lambda tx: _to_remove(tx, namespace)):
        while connection.write(lambda tx: _remove_part(tx, space_name(namespace, generation))):  # noqa: B023
            pass
        while connection.write(lambda tx: _remove_turn_vectors(tx, namespace)):
            pass
        connection.write(lambda tx: _record_removal(tx, namespace, generation))  # noqa: B023


def owner_of(namespace: str, generation: int) -> str:
    """The owner of decisions that are not visible yet. No namespace has a control character in its name."""
    return f"{namespace}\x1f{generation}"


def _to_remove(tx: ManagedTransaction, namespace: str) -> list[int]:
    records = tx.run(cypher("read/generations_to_remove"), namespace=namespace)
    return [record["generation"] for record in records]


def _remove_part(tx: ManagedTransaction, space: str) -> int:
    result = tx.run(cypher("write/remove_generation"), space=space, plan={"limit": _PART})
    return result.single(strict=True)["removed"]


def _remove_turn_vectors(tx: ManagedTransaction, namespace: str) -> int:
    result = tx.run(cypher("write/remove_turn_vectors"), namespace=namespace, plan={"limit": _PART})
    return result.single(strict=True)["removed"]


def _record_removal(tx: ManagedTransaction, namespace: str, generation: int) -> None:
    plan = {"generation": generation}
    tx.run(cypher("write/generation_removed"), namespace=namespace, plan=plan).consume()
