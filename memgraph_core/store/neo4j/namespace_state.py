"""The state of a namespace. Every transaction reads it again, so that no process works with an outdated state."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from memgraph_core.records.rebuild import space_name
from memgraph_core.statements import cypher
from memgraph_core.store.checks import stamp_from
from memgraph_core.store.contract import EmbeddingStamp
from neo4j import ManagedTransaction


@dataclass(frozen=True, slots=True)
class TurnVectors:
    """The properties with the vector of a turn, and their index.

    There are two sets, because turns have vectors of two models while a generation with another model is derived.
    """

    embedding: str
    vector: str
    index: str


TURN_VECTORS = (
    TurnVectors("embedding", "vector", "memgraph_turn_vector"),
    TurnVectors("other_embedding", "other_vector", "memgraph_turn_other_vector"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamespaceState:
    """Generation, version and sizes of a namespace. The defaults are those of a namespace that does not exist yet.

    Properties that a namespace does not have keep their defaults.
    """

    namespace: str
    exists: bool = False
    generation: int = 1
    version: int = 0
    turns: int = 0
    agent_generated_turns: int = 0  # of these, turns of assistants and web pages
    notes: int = 0
    all_turns: int = 0  # of the whole database; the vector indexes contain all of them
    all_notes: int = 0
    building: int | None = None  # the generation that is being derived
    reached: int = 0  # the log position that it has reached
    to_remove: Sequence[int] = ()  # generations that are not removed yet
    novelty_state: str | None = None  # of the novelty filter
    salts: Sequence[str] = ()  # of its tombstones
    last_position: int = 0  # of the log
    model: str | None = None  # the embedding model
    dimension: int | None = None
    other_vectors: bool = False  # whether the second set of `TURN_VECTORS` is in use
    built_model: str | None = None  # the embedding model of the generation that is being derived
    built_dimension: int | None = None
    built_other_model: bool = False  # whether it differs from `model`

    @property
    def space(self) -> str:
        """The current generation of derived data."""
        return space_name(self.namespace, self.generation)

    @property
    def stamp(self) -> EmbeddingStamp | None:
        """The embedding stamp."""
        return stamp_from(self.model, self.dimension)

    @property
    def built_stamp(self) -> EmbeddingStamp | None:
        """The embedding stamp of the generation that is being derived."""
        return stamp_from(self.built_model, self.built_dimension)

    @property
    def turn_vectors(self) -> TurnVectors:
        """The properties with the vectors of its turns."""
        return TURN_VECTORS[self.other_vectors]

    @property
    def spaces(self) -> list[str]:
        """All generations up to the current one."""
        return [space_name(self.namespace, number) for number in range(1, self.generation + 1)]


_PROPERTIES = {field.name for field in fields(NamespaceState)} - {"namespace", "exists"}


def read_state(tx: ManagedTransaction, namespace: str) -> NamespaceState:
    """The present state."""
    record = tx.run(cypher("read/namespace"), namespace=namespace).single()
    if record is None:
        return NamespaceState(namespace=namespace)
    return _state(namespace, {**record["state"], **record.data("all_turns", "all_notes")})


def lock(tx: ManagedTransaction, namespace: str) -> NamespaceState:
    """The state, locked until the transaction ends. Creates the namespace if it does not exist."""
    return lock_plan(tx, namespace, space_name(namespace, 1), (), ())[0]


def lock_plan(
    tx: ManagedTransaction, namespace: str, space: str, turns: Iterable[str], entities: Iterable[str]
) -> tuple[NamespaceState, int, int]:
    """As `lock`. Also returns how many of these turns are missing in the log, and how many of these entities are merged."""
    names = {"namespace": namespace, "space": space}
    plan = {"turns": sorted(set(turns)), "entities": sorted(entities)}
    record = tx.run(cypher("write/lock"), names, plan=plan).single(strict=True)
    return _state(namespace, record["state"]), len(plan["turns"]) - record["logged"], record["merged"]


def lock_existing(tx: ManagedTransaction, namespace: str) -> NamespaceState:
    """As `lock`, but a namespace that does not exist is not created."""
    record = tx.run(cypher("write/lock_existing"), namespace=namespace).single()
    return _state(namespace, record["state"]) if record else NamespaceState(namespace=namespace)


def _state(namespace: str, properties: Mapping[str, Any]) -> NamespaceState:
    """The state of a namespace that exists, from its properties."""
    values = {name: value for name, value in properties.items() if name in _PROPERTIES}
    return NamespaceState(namespace=namespace, exists=True, **values)
