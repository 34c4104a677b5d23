"""Entities, their names, and the edges from turns and notes to them."""

from collections.abc import Iterable, Sequence

from memgraph_core.records.graph import About, Entity, Mention, Name, NameSource
from memgraph_core.records.plan import TurnUpdate
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.write.batch import Batch, values_of

# An existing entity keeps its name, and its type unless it is Thing.
_ENTITIES = """
INSERT OR ROLLBACK INTO entity (space, uid, name, type)
SELECT :space, value ->> '$.uid', value ->> '$.name', value ->> '$.type' FROM json_each(:rows) WHERE true
ON CONFLICT (space, uid) DO UPDATE SET type = excluded.type WHERE type = 'Thing' AND excluded.type <> 'Thing'
"""
# In the next four statements, a row that belongs to a merged entity (`via`) becomes a row of the entity itself.
_NAMES = """
INSERT OR ROLLBACK INTO name (space, key, text, entity)
SELECT :space, row.value ->> '$.key', row.value ->> '$.text', e.id FROM json_each(:rows) row
CROSS JOIN entity e ON e.space = :space AND e.uid = row.value ->> '$.entity' WHERE true
ON CONFLICT DO UPDATE SET text = iif(via IS NULL, text, excluded.text), via = NULL
"""
_SPEAKERS = """
INSERT OR ROLLBACK INTO edge (source, type, target)
SELECT t.id, 'SPOKEN_BY', e.id FROM json_each(:rows) row
CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value ->> '$.turn'
CROSS JOIN entity e ON e.space = :space AND e.uid = row.value ->> '$.entity' WHERE true
ON CONFLICT DO UPDATE SET via = NULL
"""
# A mention by name keeps this label.
_MENTIONS = """
INSERT OR ROLLBACK INTO edge (source, type, target, at, label)
SELECT t.id, 'MENTIONS', e.id, row.value ->> '$.at', row.value ->> '$.how' FROM json_each(:rows) row
CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value ->> '$.turn'
CROSS JOIN entity e ON e.space = :space AND e.uid = row.value ->> '$.entity' WHERE true
ON CONFLICT DO UPDATE SET at = excluded.at, label = iif(via IS NULL AND label = 'named', label, excluded.label), via = NULL
"""
# A note keeps the first role that an entity had in it.
_ABOUTS = """
INSERT OR ROLLBACK INTO edge (source, type, target, at, label)
SELECT n.id, 'ABOUT', e.id, n.at, row.value ->> '$.role' FROM json_each(:rows) row
CROSS JOIN note n ON n.space = :space AND n.uid = row.value ->> '$.note'
CROSS JOIN entity e ON e.space = :space AND e.uid = row.value ->> '$.entity' WHERE true
ON CONFLICT DO UPDATE SET at = excluded.at, label = iif(via IS NULL, label, excluded.label), via = NULL
"""
_NAME_SOURCES = """
INSERT OR ROLLBACK INTO name_source (space, key, turn)
SELECT :space, row.value ->> '$.key', t.id FROM json_each(:rows) row
CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value ->> '$.turn'
WHERE EXISTS (SELECT 1 FROM name WHERE space IN (:space, -:space) AND key = row.value ->> '$.key')
ON CONFLICT DO NOTHING
"""
# Agent-generated mentions do not count. They have an index of their own: the number of other mentions is the difference of two
# index counts, and the first and last time are at the ends of an index.
_RECOUNT = """
UPDATE entity SET (mentions, first_at, last_at) = (
  SELECT (SELECT count(*) FROM edge WHERE target = entity.id AND edge.type = 'MENTIONS')
      - (SELECT count(*) FROM edge WHERE target = entity.id AND edge.type = 'MENTIONS' AND edge.label = 'agent_generated'),
    (SELECT at FROM edge WHERE target = entity.id AND edge.type = 'MENTIONS' AND edge.label <> 'agent_generated'
      ORDER BY at LIMIT 1),
    (SELECT at FROM edge WHERE target = entity.id AND edge.type = 'MENTIONS' AND edge.label <> 'agent_generated'
      ORDER BY at DESC LIMIT 1))
"""
_RECOUNT_IDS = f"{_RECOUNT} WHERE id IN (SELECT value FROM json_each(:entities))"
_RECOUNT_UIDS = f"{_RECOUNT} WHERE space = :space AND uid IN (SELECT value ->> '$.uid' FROM json_each(:rows))"


def write(
    batch: Batch, entities: Sequence[Entity], names: Sequence[Name], sources: Sequence[NameSource]
) -> None:
    """Insert entities, their names, and the turns that contain these names."""
    batch.write(_ENTITIES, list(map(values_of, entities)))
    batch.write(_NAMES, list(map(values_of, names)))
    batch.write(_NAME_SOURCES, list(map(values_of, sources)))


def write_speakers(batch: Batch, turns: Sequence[TurnUpdate]) -> None:
    """Insert the edges from turns to the entities that spoke them."""
    batch.write(_SPEAKERS, [{"turn": turn.uid, "entity": turn.speaker} for turn in turns if turn.speaker])


def write_mentions(batch: Batch, mentions: Sequence[Mention]) -> None:
    """Insert mentions. `recount_uids` must follow."""
    batch.write(_MENTIONS, list(map(values_of, mentions)))


def write_abouts(batch: Batch, abouts: Sequence[About]) -> None:
    """Insert the edges from notes to the entities that they are about."""
    batch.write(_ABOUTS, list(map(values_of, abouts)))


def recount_uids(batch: Batch, entities: Iterable[str]) -> None:
    """Recount the mentions of these entities (uids)."""
    batch.write(_RECOUNT_UIDS, [{"uid": uid} for uid in sorted(set(entities))])


def recount(connection: Connection, entities: Iterable[int]) -> None:
    """Recount the mentions of these entities (ids)."""
    connection.run(_RECOUNT_IDS, {"entities": json_array(entities)})
