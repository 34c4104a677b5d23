"""The row of a namespace. Each transaction reads it again, because another process may have changed it."""

import json
from dataclasses import dataclass

from memgraph_core.store.checks import stamp_from
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.sqlite.connection import Connection, Row

_COLUMNS = "id, space, version, generation, documents, salt, model, dimension, tombstone_salts"
_FIND = f"SELECT {_COLUMNS} FROM namespace WHERE name = :name"
# The generated column `space` is not yet computed in RETURNING of an INSERT.
_CREATE = f"""
INSERT INTO namespace (name) VALUES (:name) RETURNING {_COLUMNS.replace("space", "id * 65536 + generation")}
"""
_ADVANCE = f"""
UPDATE namespace SET version = version + 1, dimension = iif(model IS NULL, :dimension, dimension), model = coalesce(model, :model)
WHERE name = :name AND version = :version AND generation = :generation RETURNING {_COLUMNS}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamespaceState:
    """A namespace at one moment. `namespace` and `space` are the ids that other tables refer to."""

    namespace: int
    space: int
    version: int
    generation: int
    documents: int  # turns and notes that count in ranking
    salt: bytes  # of the hashed terms
    stamp: EmbeddingStamp | None = None
    tombstone_salts: tuple[str, ...] = ()


def find(connection: Connection, name: str) -> NamespaceState | None:
    """The namespace, None if it does not exist."""
    rows = connection.run(_FIND, {"name": name})
    return _state_from(rows[0]) if rows else None


def find_or_create(connection: Connection, name: str) -> NamespaceState:
    """The namespace, created if it does not exist."""
    return find(connection, name) or _state_from(connection.run(_CREATE, {"name": name})[0])


def advance(
    connection: Connection, name: str, version: int, generation: int, stamp: EmbeddingStamp | None = None
) -> NamespaceState | None:
    """Increment the version and return the new state; None if the version or the generation is another one.

    A namespace without an embedding stamp gets `stamp`.
    """
    rows = connection.run(
        _ADVANCE,
        {
            "name": name,
            "version": version,
            "generation": generation,
            "model": stamp.model if stamp else None,
            "dimension": stamp.dimension if stamp else None,
        },
    )
    return _state_from(rows[0]) if rows else None


def _state_from(row: Row) -> NamespaceState:
    number, space, version, generation, documents, salt, model, dimension, salts = row
    return NamespaceState(
        namespace=number,
        space=space,
        version=version,
        generation=generation,
        documents=documents,
        salt=salt,
        stamp=stamp_from(model, dimension),
        tombstone_salts=tuple(json.loads(salts)) if salts else (),
    )
