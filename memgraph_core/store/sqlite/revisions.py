"""Notes that are better understood: their states, one after the other, and the way back when a cause is gone."""

import json
from collections.abc import Sequence

from memgraph_core.records.graph import Revision
from memgraph_core.records.plan import NoteRevision
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.records import blob_of, ids
from memgraph_core.store.sqlite.times import micros, moment_or_none

_STAND = "INSERT INTO restated (notes) VALUES (?)"
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


def rows_of(revised: Sequence[NoteRevision], stamp: EmbeddingStamp | None) -> list[tuple[object, ...]]:
    """What a plan is told of the new states of notes, each note's last (planned.sql). Without a model the vector stays that
    of the former state.
    """
    return [_row(each, stamp) for each in {each.note: each for each in revised}.values()]


def undo(link: Link, turns: Sequence[int]) -> None:
    """Give notes back the state they had before any of these turns led to another one."""
    caused = link.run(_CAUSED, (ids(turns),))
    link.many(_UNDO, caused)
    notes = [note for note, _ in caused]
    link.run(_STAND, (ids(notes),))
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


def _row(r: NoteRevision, stamp: EmbeddingStamp | None) -> tuple[object, ...]:
    vector = blob_of(r.vector, r.note, stamp).hex() if stamp and r.vector is not None else None
    return (r.note, r.turn, r.text, r.context, json.dumps(r.keywords), json.dumps(r.tags), r.terms, r.language,
            micros(r.at), stamp is not None, vector)  # fmt: skip
