"""The edges of records of the current space, for export: merged entities have their own edges, names and facts."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from memgraph_core.records.transfer import EdgeOwner, IncidentEdges
from memgraph_core.store.incident_edges import edges_from_rows
from memgraph_core.store.sqlite.connection import Connection, Row
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.times import moment_or_none

_WANTED = """
WITH current AS MATERIALIZED (SELECT * FROM namespace WHERE name = :namespace)
, wanted(uid) AS MATERIALIZED (SELECT value FROM json_each(:uids))
"""
_TURN = "FROM current CROSS JOIN wanted CROSS JOIN turn t ON t.namespace = current.id AND t.uid = wanted.uid"
_NOTE = "FROM current CROSS JOIN wanted CROSS JOIN note n ON n.space = current.space AND n.uid = wanted.uid"
_FACT = "FROM current CROSS JOIN wanted CROSS JOIN fact f ON f.space = current.space AND f.uid = wanted.uid"
_ENTITY = (
    "FROM current CROSS JOIN wanted CROSS JOIN entity e ON e.space = current.space AND e.uid = wanted.uid"
)

# Of an entity with merged ones, the edges without `via` are its own; those of a merged entity are the OWN_… edges.
_TO_ENTITIES = f"""
SELECT t.uid, e.uid, {{columns}} {_TURN}
CROSS JOIN edge ON edge.source = t.id AND (edge.type = 'OWN_{{type}}' OR edge.type = '{{type}}' AND edge.via IS NULL)
CROSS JOIN entity e ON e.id = edge.target AND e.space = current.space
"""
_TO_NOTES = f"""
SELECT n.uid, b.uid, {{columns}} {_NOTE}
CROSS JOIN edge ON edge.source = n.id AND edge.type = '{{type}}' CROSS JOIN note b ON b.id = edge.target
"""
_STATEMENTS: Mapping[EdgeOwner, Mapping[str, str]] = {
    "turn": {
        "spoken": _TO_ENTITIES.format(type="SPOKEN_BY", columns="NULL"),
        "mention": _TO_ENTITIES.format(type="MENTIONS", columns="edge.at, edge.label"),
        "saw": f"SELECT t.uid, s.first, s.last {_TURN} CROSS JOIN context_span s ON s.space = current.space AND s.turn = t.id",
        "naming": f"SELECT s.key, t.uid {_TURN} CROSS JOIN name_source s ON s.turn = t.id AND s.space = current.space",
    },
    "note": {
        "about": f"""
          SELECT n.uid, e.uid, edge.label {_NOTE}
          CROSS JOIN edge ON edge.source = n.id AND (edge.type = 'OWN_ABOUT' OR edge.type = 'ABOUT' AND edge.via IS NULL)
          CROSS JOIN entity e ON e.id = edge.target
        """,
        "similar": f"""
          SELECT min(n.uid, b.uid), max(n.uid, b.uid), s.weight, s.by {_NOTE}
          CROSS JOIN similar s ON s.a = n.id CROSS JOIN note b ON b.id = s.b
        """,
        "support": _TO_NOTES.format(type="SUPPORTED_BY", columns="NULL"),
        "link": f"""
          SELECT n.uid, b.uid, l.reason, l.weight {_NOTE}
          CROSS JOIN note_link l ON l.a = n.id CROSS JOIN note b ON b.id = l.b
        """,
        "revision": f"""
          SELECT n.uid, r.number, r.text, r.context, r.keywords, r.tags, r.terms, r.language, r.vector, r.at, t.uid
          {_NOTE} CROSS JOIN revision r ON r.note = n.id LEFT JOIN turn t ON t.id = r.turn
        """,
    },
    "fact": {
        "closing": f"""
          SELECT f.uid, f.holds_until, i.until, i.at, i.reason, newer.uid, t.uid, i.dated, i.corrects
          {_FACT} CROSS JOIN invalidation i ON i.fact = f.id
          LEFT JOIN fact newer ON newer.id = i.by LEFT JOIN turn t ON t.id = i.turn
        """,
        "conflict": f"""
          SELECT f.uid, b.uid, edge.at, edge.label {_FACT}
          CROSS JOIN edge ON edge.source = f.id AND edge.type = 'CONFLICTS' CROSS JOIN fact b ON b.id = edge.target
        """,
        "end": f"""
          SELECT f.uid, s.uid, o.uid, f.stated_until, f.stated_retired_at {_FACT}
          CROSS JOIN entity s ON s.id = coalesce(f.subject_via, f.subject)
          CROSS JOIN entity o ON o.id = coalesce(f.object_via, f.object)
        """,
    },
    "entity": {
        "name": f"""
          SELECT n.key, n.text, e.uid {_ENTITY}
          CROSS JOIN name n ON n.entity = e.id AND (n.space = -current.space OR n.space = current.space AND n.via IS NULL)
        """,
        "merge": f"""
          SELECT e.uid, parent.uid, s.reason, t.uid, s.at {_ENTITY}
          CROSS JOIN same_as s ON s.alias = e.id CROSS JOIN entity parent ON parent.id = s.parent
          LEFT JOIN turn t ON t.id = s.turn
        """,
        "apart": f"""
          SELECT e.uid, b.uid {_ENTITY}
          CROSS JOIN edge ON edge.source = e.id AND edge.type = 'APART' CROSS JOIN entity b ON b.id = edge.target
        """,
    },
}
_NOVELTY_STATE = "SELECT state FROM current CROSS JOIN novelty_state ON novelty_state.space = current.space"
# Columns with times and JSON arrays, by kind.
_TIMES = {
    "mention": (2,),
    "closing": (1, 2, 3),
    "conflict": (2,),
    "end": (3, 4),
    "merge": (4,),
    "revision": (9,),
}
_ARRAYS = {"revision": (4, 5)}
_WIDTHS = {"spoken": 2, "support": 2}


def incident_edges(
    connection: Connection, namespace: str, of: EdgeOwner, uids: Sequence[str]
) -> IncidentEdges:
    """See `Store.incident_edges`."""
    values = {"namespace": namespace, "uids": json_array(uids)}
    statements = {**_STATEMENTS[of], "novelty_state": _NOVELTY_STATE}
    return edges_from_rows({
        kind: [_plain(kind, row) for row in connection.run(f"{_WANTED} {statement}", values)]
        for kind, statement in statements.items()
    })  # fmt: skip


def _plain(kind: str, row: Row) -> list[Any]:
    """The values of a row, with times and arrays in place of what the file stores."""
    values = list(row)[: _WIDTHS.get(kind)]
    for column in _TIMES.get(kind, ()):
        values[column] = moment_or_none(values[column])
    for column in _ARRAYS.get(kind, ()):
        values[column] = json.loads(values[column])
    return values
