"""Where a namespace stands: every transaction asks anew, so that no process works from what was."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.embedding_stamps import stamp_from
from neo4j import ManagedTransaction


@dataclass(frozen=True, slots=True)
class Shelf:
    """The properties that hold a turn's vector, and their index. There are two such places: while a generation with
    vectors of another model is derived, turns have theirs of both.
    """

    embedding: str
    vector: str
    index: str


SHELVES = (
    Shelf("embedding", "vector", "memgraph_turn_vector"),
    Shelf("other_embedding", "other_vector", "memgraph_turn_other_vector"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A namespace's pointer, and its share of the database. One that is not there yet stands at its start."""

    namespace: str
    exists: bool = False
    generation: int = 1
    version: int = 0
    turns: int = 0
    asides: int = 0  # turns of programs and pages among them
    notes: int = 0
    all_turns: int = 0  # of the whole database, which the vector indexes span
    all_notes: int = 0
    building: int | None = None  # the generation that is being derived
    reached: int = 0  # how far in the log it has come
    unfinished: Sequence[int] = ()  # generations that are not removed yet
    gate: str | None = None  # what it remembers
    salts: Sequence[str] = ()  # of its tombstones
    logged: int | None = None  # the last place given in the log; None before turns had places
    model: str | None = None  # that made its vectors
    dimension: int | None = None
    other: bool = False  # whether those of its turns are in the other property
    built_model: str | None = None  # of the generation that is being derived
    built_dimension: int | None = None
    built_anew: bool = False  # whether that is another model

    @property
    def space(self) -> str:
        """The current generation of what is derived."""
        return space_name(self.namespace, self.generation)

    @property
    def stamp(self) -> EmbeddingStamp | None:
        """The model of its vectors."""
        return stamp_from(self.model, self.dimension)

    @property
    def built_stamp(self) -> EmbeddingStamp | None:
        """The model of the vectors of the generation that is being derived."""
        return stamp_from(self.built_model, self.built_dimension)

    @property
    def shelf(self) -> "Shelf":
        """Where the vectors of its turns are."""
        return SHELVES[self.other]

    @property
    def spaces(self) -> list[str]:
        """All generations."""
        return [space_name(self.namespace, number) for number in range(1, self.generation + 1)]


def space_name(namespace: str, generation: int) -> str:
    """The space as other rooms call it."""
    return f"{namespace}#{generation}"


def read_standing(tx: ManagedTransaction, namespace: str) -> Standing:
    """Where the namespace stands at this moment."""
    record = tx.run(cypher("read/namespace"), namespace=namespace).single()
    return standing_from(namespace, record.data() if record else None)


def lock(tx: ManagedTransaction, namespace: str) -> Standing:
    """Where the namespace stands from now to the end of this transaction; it comes into being if need be."""
    record = tx.run(cypher("write/lock"), namespace=namespace).single(strict=True)
    return standing_from(namespace, record.data())


def lock_with(
    tx: ManagedTransaction, namespace: str, space: str, turns: Iterable[str], entities: Iterable[str]
) -> tuple[Standing, int, int]:
    """As `lock`, how many of these turns are not in the log, and how many of these entities of the space are merged
    into others; one statement, for the sake of the budget.
    """
    whose = {"namespace": namespace, "space": space}
    plan = {"turns": sorted(turns), "entities": sorted(entities)}
    found = tx.run(cypher("write/lock_plan"), whose, plan=plan).single(strict=True).data()
    missing, merged = found.pop("missing"), found.pop("merged")
    return standing_from(namespace, found), missing, merged


def lock_existing(tx: ManagedTransaction, namespace: str) -> Standing:
    """The same, but a namespace that is not there stays away."""
    record = tx.run(cypher("write/lock_existing"), namespace=namespace).single()
    return standing_from(namespace, record.data() if record else None)


def standing_from(namespace: str, found: Mapping[str, Any] | None) -> Standing:
    """From the row of a statement that tells it, or none."""
    return Standing(namespace=namespace, exists=found is not None, **(found or {}))
