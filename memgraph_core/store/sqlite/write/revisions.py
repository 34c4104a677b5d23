"""Revisions of notes: write new states, and restore the former state when the causing turn is forgotten."""

from collections.abc import Iterable, Sequence

from memgraph_core.records.plan import NoteRevision
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.rows import json_array, optional_blob
from memgraph_core.store.sqlite.write.batch import Batch, values_of

# Stores the first state of notes without revisions.
_INSERT_FIRST_STATE = """
INSERT INTO revision (note, number, text, context, keywords, tags, terms, language, vector, at)
SELECT n.id, 0, n.text, n.context, n.keywords, n.tags, n.terms, n.language,
  (SELECT vector FROM note_vector WHERE note = n.id), n.recorded_at
FROM note n WHERE n.space = :space AND n.uid = :note
ON CONFLICT DO NOTHING
"""
# Without an embedding model (:has_model = 0) the new state keeps the vector of the former one.
_INSERT_STATE = """
INSERT INTO revision (note, number, text, context, keywords, tags, terms, language, at, vector, turn)
SELECT n.id, 1 + (SELECT max(number) FROM revision WHERE note = n.id), :text, :context, :keywords, :tags, :terms, :language, :at,
  iif(:has_model, :vector, (SELECT vector FROM note_vector WHERE note = n.id)), t.id
FROM note n CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = :turn
WHERE n.space = :space AND n.uid = :note
"""
_NOTE_IDS = "SELECT id FROM note WHERE space = :space AND uid IN (SELECT value FROM json_each(:notes))"
_RESTORE = """
UPDATE note SET (text, context, keywords, tags, terms, language) = (
  SELECT text, context, keywords, tags, terms, language FROM revision WHERE note = note.id ORDER BY number DESC LIMIT 1)
WHERE id IN (SELECT value FROM json_each(:notes))
"""
_DELETE_VECTORS = "DELETE FROM note_vector WHERE note IN (SELECT value FROM json_each(:notes))"
_RESTORE_VECTORS = """
INSERT INTO note_vector (note, vector)
SELECT last.note, last.vector FROM json_each(:notes) row CROSS JOIN revision last
ON last.note = row.value AND last.number = (SELECT max(number) FROM revision WHERE note = row.value)
WHERE last.vector IS NOT NULL
"""
_CAUSED_BY = """
SELECT note, min(number) FROM json_each(:turns) row CROSS JOIN revision ON revision.turn = row.value GROUP BY note
"""
_DELETE_FROM_NUMBER = "DELETE FROM revision WHERE note = :note AND number >= :number"
_DELETE_ONLY_STATE = """
DELETE FROM revision WHERE note = :note AND NOT EXISTS (SELECT 1 FROM revision WHERE note = :note AND number > 0)
"""


def write(batch: Batch, revisions: Sequence[NoteRevision]) -> None:
    """Give notes a new state. If a note has several revisions here, the last one counts."""
    if not revisions:
        return
    has_model = int(batch.stamp is not None)
    rows = [
        values_of(each)
        | {"has_model": has_model, "vector": optional_blob(each.vector, each.note, batch.stamp)}
        for each in {each.note: each for each in revisions}.values()
    ]
    batch.write_each(_INSERT_FIRST_STATE, rows)
    batch.write_each(_INSERT_STATE, rows)
    uids = json_array(str(row["note"]) for row in rows)
    ids = batch.connection.run(_NOTE_IDS, {"space": batch.space, "notes": uids})
    _restore_last_state(batch.connection, [note for (note,) in ids])


def withdraw(connection: Connection, turns: Sequence[int]) -> None:
    """Delete the states that these turns (ids) caused and all later ones, and restore the state before them."""
    caused = [
        {"note": note, "number": number}
        for note, number in connection.run(_CAUSED_BY, {"turns": json_array(turns)})
    ]
    connection.run_many(_DELETE_FROM_NUMBER, caused)
    _restore_last_state(connection, [row["note"] for row in caused])
    connection.run_many(_DELETE_ONLY_STATE, caused)


def _restore_last_state(connection: Connection, notes: Iterable[int]) -> None:
    """Give notes (ids) the text and vector of their last state."""
    values = {"notes": json_array(notes)}
    for statement in (_RESTORE, _DELETE_VECTORS, _RESTORE_VECTORS):
        connection.run(statement, values)
