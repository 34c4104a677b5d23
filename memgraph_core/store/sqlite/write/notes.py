"""Notes with their vectors, states, source turns, supporting notes, instances, similar notes and named links."""

from collections.abc import Sequence

from memgraph_core.records.graph import Abstracts, Link, Note, Similar, Support
from memgraph_core.records.plan import StateChange
from memgraph_core.store.sqlite.rows import optional_blob
from memgraph_core.store.sqlite.write.batch import Batch, names_of, values_of

# One statement for all notes: before each statement that may fail on its own, FTS5 writes its collected data as a new segment.
# That takes as long as writing the note, and more segments make searches slower.
_COLUMNS = [name for name in names_of(Note) if name != "turns"]
_INSERT = f"""
INSERT INTO note (space, {", ".join(_COLUMNS)})
SELECT :space, {", ".join(f"value ->> '$.{name}'" for name in _COLUMNS)} FROM json_each(:rows) WHERE true
ON CONFLICT (space, uid) DO UPDATE SET {", ".join(f"{name} = excluded.{name}" for name in _COLUMNS if name != "uid")}
"""
# A note that is derived again loses its former states.
_DELETE_REVISIONS = """
DELETE FROM revision WHERE note IN (
  SELECT n.id FROM json_each(:rows) row CROSS JOIN note n ON n.space = :space AND n.uid = row.value ->> '$.uid')
"""
_VECTOR = """
INSERT INTO note_vector (note, vector) SELECT id, :vector FROM note WHERE space = :space AND uid = :uid
ON CONFLICT DO UPDATE SET vector = excluded.vector
"""
_SOURCES = """
INSERT OR ROLLBACK INTO edge (source, type, target)
SELECT n.id, 'FROM', t.id FROM json_each(:rows) row
CROSS JOIN note n ON n.space = :space AND n.uid = row.value ->> '$.note'
CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value ->> '$.turn' WHERE true
ON CONFLICT DO NOTHING
"""
_SUPPORTS = """
INSERT OR ROLLBACK INTO edge (source, type, target)
SELECT n.id, 'SUPPORTED_BY', b.id FROM json_each(:rows) row
CROSS JOIN note n ON n.space = :space AND n.uid = row.value ->> '$.note'
CROSS JOIN note b ON b.space = :space AND b.uid = row.value ->> '$.by' WHERE true
ON CONFLICT DO NOTHING
"""
_REMOVE_ABSTRACTS = """
DELETE FROM edge WHERE type = 'ABSTRACTS' AND (source, target) IN (
  SELECT n.id, i.id FROM json_each(:rows) row
  CROSS JOIN note n ON n.space = :space AND n.uid = row.value ->> '$.note'
  CROSS JOIN note i ON i.space = :space AND i.uid = row.value ->> '$.instance')
"""
_ABSTRACTS = """
INSERT OR ROLLBACK INTO edge (source, type, target)
SELECT n.id, 'ABSTRACTS', i.id FROM json_each(:rows) row
CROSS JOIN note n ON n.space = :space AND n.uid = row.value ->> '$.note'
CROSS JOIN note i ON i.space = :space AND i.uid = row.value ->> '$.instance' WHERE n.id <> i.id
ON CONFLICT DO NOTHING
"""
# All rows have the same state. UPDATE … FROM would read every note of the space for each statement.
_STATES = """
UPDATE note SET state = (SELECT value ->> '$.state' FROM json_each(:rows) LIMIT 1)
WHERE space = :space AND uid IN (SELECT value ->> '$.note' FROM json_each(:rows))
"""
_SIMILAR = """
INSERT OR ROLLBACK INTO similar (a, b, weight, by)
SELECT max(a.id, b.id), min(a.id, b.id), row.value ->> '$.weight', row.value ->> '$.by' FROM json_each(:rows) row
CROSS JOIN note a ON a.space = :space AND a.uid = row.value ->> '$.a'
CROSS JOIN note b ON b.space = :space AND b.uid = row.value ->> '$.b' WHERE a.id <> b.id
ON CONFLICT DO UPDATE SET weight = excluded.weight, by = excluded.by
"""
_LINKS = """
INSERT INTO note_link (a, b, reason, weight)
SELECT a.id, b.id, row.value ->> '$.reason', row.value ->> '$.weight' FROM json_each(:rows) row
CROSS JOIN note a ON a.space = :space AND a.uid = row.value ->> '$.a'
CROSS JOIN note b ON b.space = :space AND b.uid = row.value ->> '$.b' WHERE a.id <> b.id
ON CONFLICT DO UPDATE SET weight = excluded.weight
"""

_REMOVE_LINKS = """
DELETE FROM note_link WHERE (a, b, reason) IN (
  SELECT a.id, b.id, row.value ->> '$.reason' FROM json_each(:rows) row
  CROSS JOIN note a ON a.space = :space AND a.uid = row.value ->> '$.a'
  CROSS JOIN note b ON b.space = :space AND b.uid = row.value ->> '$.b')
"""


def write(batch: Batch, notes: Sequence[Note]) -> None:
    """Insert or replace notes, with their vectors and the edges to their source turns."""
    batch.write(_INSERT, list(map(values_of, notes)))
    batch.write(_DELETE_REVISIONS, [{"uid": note.uid} for note in notes])
    vectors = [
        {"uid": note.uid, "vector": optional_blob(note.vector, note.uid, batch.stamp)} for note in notes
    ]
    batch.write_each(_VECTOR, [row for row in vectors if row["vector"] is not None])
    batch.write(_SOURCES, [{"note": note.uid, "turn": turn} for note in notes for turn in note.turns])


def write_supports(batch: Batch, supports: Sequence[Support]) -> None:
    """Insert the edges from agent-generated notes to the notes that they are based on."""
    batch.write(_SUPPORTS, list(map(values_of, supports)))


def write_abstracts(batch: Batch, added: Sequence[Abstracts], removed: Sequence[Abstracts]) -> None:
    """Delete and insert the edges from abstractions to their instances."""
    batch.write(_REMOVE_ABSTRACTS, list(map(values_of, removed)))
    batch.write(_ABSTRACTS, list(map(values_of, added)))


def write_states(batch: Batch, states: Sequence[StateChange]) -> None:
    """Give notes a new state."""
    for state in sorted({each.state for each in states}):
        batch.write(_STATES, [values_of(each) for each in states if each.state == state])


def write_similar(batch: Batch, pairs: Sequence[Similar]) -> None:
    """Insert or replace pairs of similar notes."""
    batch.write(_SIMILAR, list(map(values_of, pairs)))


def write_links(batch: Batch, links: Sequence[Link], removed: Sequence[Link] = ()) -> None:
    """Delete named links, and insert or replace others."""
    batch.write(_REMOVE_LINKS, list(map(values_of, removed)))
    batch.write(_LINKS, list(map(values_of, links)))
