"""Notes that are better understood: their states, one after the other, and the way back when a cause is gone."""

import json
from collections.abc import Sequence

from memgraph_core.store.protocol import Stamp
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.place import Place
from memgraph_core.store.sqlite.records import blob_of, ids
from memgraph_core.store.sqlite.times import micros, moment_or_none
from memgraph_core.types import Revision
from memgraph_core.writes import Revised

# As it was derived, of those that have not been revised so far.
_FIRST = """
INSERT INTO revision (note, number, text, context, keywords, tags, terms, language, vector, at)
SELECT n.id, 0, n.text, n.context, n.keywords, n.tags, n.terms, n.language,
  (SELECT vector FROM note_vector WHERE note = n.id), n.recorded_at
FROM json_each(:notes) row CROSS JOIN note n ON n.space = :space AND n.uid = row.value WHERE true
ON CONFLICT DO NOTHING
"""
_NEXT = """
INSERT INTO revision (note, number, text, context, keywords, tags, terms, language, vector, at, turn)
SELECT n.id, 1 + (SELECT max(number) FROM revision WHERE note = n.id), ?4, ?5, ?6, ?7, ?8, ?9,
  iif(?12, ?10, (SELECT vector FROM note_vector WHERE note = n.id)), ?11, t.id
FROM note n CROSS JOIN turn t ON t.namespace = ?3 AND t.uid = ?13 WHERE n.space = ?1 AND n.uid = ?2
RETURNING note
"""
# Notes are as their last state says: after one more, or after some are gone.
_STAND = (
    """
    UPDATE note SET (text, context, keywords, tags, terms, language) = (
      SELECT text, context, keywords, tags, terms, language FROM revision WHERE note = note.id
      ORDER BY number DESC LIMIT 1)
    WHERE id IN (SELECT value FROM json_each(:notes))
    """,
    "DELETE FROM note_vector WHERE note IN (SELECT value FROM json_each(:notes))",
    """
    INSERT INTO note_vector (note, vector)
    SELECT last.note, last.vector FROM json_each(:notes) row CROSS JOIN revision last ON last.note = row.value
    AND last.number = (SELECT max(number) FROM revision WHERE note = row.value) WHERE last.vector IS NOT NULL
    """,
)
_CAUSED = """
SELECT note, min(number) FROM json_each(?) row CROSS JOIN revision ON revision.turn = row.value GROUP BY note
"""
_UNDO = "DELETE FROM revision WHERE note = ? AND number >= ?"
_NEVER_REVISED = "DELETE FROM revision WHERE note = ? AND NOT EXISTS (SELECT 1 FROM revision WHERE note = ?1 AND number > 0)"
_HISTORY = """
WITH of AS MATERIALIZED (
  SELECT n.* FROM namespace here CROSS JOIN note n ON n.space = here.space AND n.uid = :note
  WHERE here.name = :namespace
)
SELECT r.number, r.text, r.context, r.keywords, r.tags, r.at, t.uid
FROM of CROSS JOIN revision r ON r.note = of.id LEFT JOIN turn t ON t.id = r.turn
UNION ALL
SELECT 0, text, context, keywords, tags, recorded_at, NULL FROM of
WHERE NOT EXISTS (SELECT 1 FROM revision r WHERE r.note = of.id)
ORDER BY 1
"""


def revise(link: Link, place: Place, revised: Sequence[Revised], stamp: Stamp | None) -> None:
    """Give notes a new state each, and keep the former ones; unknown notes and turns make none."""
    if not revised:
        return
    link.run(_FIRST, {"space": place.space, "notes": ids(sorted({each.note for each in revised}))})
    changed = link.many(_NEXT, [_row(place, each, stamp) for each in revised])
    _stand(link, sorted({note for (note,) in changed}))


def undo(link: Link, turns: Sequence[int]) -> None:
    """Give notes back the state they had before any of these turns led to another one."""
    caused = link.run(_CAUSED, (ids(turns),))
    link.many(_UNDO, caused)
    notes = [note for note, _ in caused]
    _stand(link, notes)
    link.many(_NEVER_REVISED, [(note,) for note in notes])


def history(link: Link, namespace: str, note: str) -> tuple[Revision, ...]:
    """See `Store.history`."""
    rows = link.run(_HISTORY, {"namespace": namespace, "note": note})
    return tuple(
        Revision(
            note=note,
            number=number,
            text=text,
            context=context,
            keywords=tuple(json.loads(keywords)),
            tags=tuple(json.loads(tags)),
            at=moment_or_none(at),
            turn=turn,
        )
        for number, text, context, keywords, tags, at, turn in rows
    )


def _stand(link: Link, notes: Sequence[int]) -> None:
    for statement in _STAND:
        link.run(statement, {"notes": ids(notes)})


def _row(place: Place, r: Revised, stamp: Stamp | None) -> tuple[object, ...]:
    """Without a model the vector stays that of the former state."""
    vector = blob_of(r.vector, r.note, stamp) if stamp and r.vector is not None else None
    return (place.space, r.note, place.namespace, r.text, r.context, json.dumps(r.keywords), json.dumps(r.tags),
            r.terms, r.language, vector, micros(r.at), stamp is not None, r.turn)  # fmt: skip
