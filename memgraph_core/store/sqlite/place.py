"""Where a namespace stands. Every transaction reads it itself: another process may have moved it."""

import json
from dataclasses import dataclass

from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.embedding_stamps import stamp_from
from memgraph_core.store.sqlite.connection import Link, Row

# Where :namespace stands, and the end of the change log.
HERE = """
SELECT 'here', id, json_array(space, version, generation, documents, coalesce(
    (SELECT max(sequence) FROM change_log), 0), 0, model, dimension), salts, salt FROM namespace WHERE name = :namespace
"""
# To start a WITH: `here`, where :namespace stands, and what `changed` since :seen for a copy in memory that is of :space.
# One of nothing (-1), of another space, or of a time before the log was trimmed is not `known`, and must learn all.
SINCE = """
here AS MATERIALIZED (
  SELECT *, coalesce((SELECT max(sequence) FROM change_log), 0) AS last,
    :space = space AND :seen >= coalesce((SELECT min(sequence) FROM change_log), 1) - 1 AS known
  FROM namespace WHERE name = :namespace
), changed AS MATERIALIZED (
  SELECT DISTINCT c.kind, c.node FROM here CROSS JOIN change_log c
  ON +c.namespace = here.id AND c.sequence > :seen WHERE known
)
"""
_MADE = """
INSERT INTO namespace (name) VALUES (?)
RETURNING 'here', id, json_array(id * 65536 + generation, version, generation, documents, 0, 0, model, dimension), salts, salt
"""
_MOVED = """
UPDATE namespace SET version = version + 1, dimension = iif(model IS NULL, ?5, dimension), model = coalesce(model, ?4)
WHERE name = ?1 AND version = ?2 AND generation = ?3
RETURNING 'here', id, json_array(space, version, generation, documents, 0, 0, model, dimension), salts, salt
"""
_JSON = json.JSONDecoder()  # json.loads looks at every text twice more


@dataclass(frozen=True, slots=True)
class Place:
    """A namespace at one moment. `namespace` and `space` are the numbers that rows bear."""

    namespace: int
    space: int
    version: int
    generation: int
    documents: int  # turns, and notes of the space
    salt: bytes
    stamp: EmbeddingStamp | None = None  # of its vectors
    salts: tuple[str, ...] = ()  # of its tombstones, where it was asked for itself


def space_name(namespace: str, generation: int) -> str:
    """The space as other rooms call it."""
    return f"{namespace}#{generation}"


def place_of(row: Row) -> tuple[Place, int, bool]:
    """The place, the last sequence of the change log, and whether the copy in memory is of this space."""
    _, namespace, text, salts, salt = row
    space, version, generation, documents, last, known, model, dimension = _JSON.raw_decode(text)[0]
    stamp = stamp_from(model, dimension)
    left = tuple(json.loads(salts)) if salts else ()
    return Place(namespace, space, version, generation, documents, salt, stamp, left), last, bool(known)


def find(link: Link, name: str) -> Place | None:
    """The namespace, if it exists."""
    rows = link.run(HERE, {"namespace": name})
    return place_of(rows[0])[0] if rows else None


def make(link: Link, name: str) -> Place:
    """The namespace; it comes into being here."""
    return find(link, name) or place_of(link.run(_MADE, (name,))[0])[0]


def move(
    link: Link, name: str, version: int, generation: int, stamp: EmbeddingStamp | None = None
) -> Place | None:
    """Make the version one more, if it is still this one and this generation; the place then. Where no model made vectors
    so far, that of the stamp did.
    """
    model, dimension = (stamp.model, stamp.dimension) if stamp else (None, None)
    rows = link.run(_MOVED, (name, version, generation, model, dimension))
    return place_of(rows[0])[0] if rows else None
