"""The edges of records of the current space, for export. Merged entities are returned with their own edges, names and facts."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from memgraph_core.records.transfer import EdgeOwner, IncidentEdges
from memgraph_core.store.incident_edges import edges_from_rows
from memgraph_core.store.sqlite.connection import Connection
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

# The own edges of the root of a merge tree are those without `via`; those of a merged entity are its OWN_… edges.
_TO_ENTITIES = f"""
SELECT t.uid AS turn, e.uid AS entity{{columns}} {_TURN}
CROSS JOIN edge ON edge.source = t.id AND (edge.type = 'OWN_{{type}}' OR edge.type = '{{type}}' AND edge.via IS NULL)
CROSS JOIN entity e ON e.id = edge.target AND e.space = current.space
"""
# Columns have the names of the record's fields.
_STATEMENTS: Mapping[EdgeOwner, Mapping[str, str]] = {
    "turn": {
        "speaker": _TO_ENTITIES.format(type="SPOKEN_BY", columns=""),
        "mention": _TO_ENTITIES.format(type="MENTIONS", columns=", edge.at AS at, edge.label AS how"),
        "context_span": f"""
          SELECT t.uid AS turn, s.first AS first, s.last AS last
          {_TURN} CROSS JOIN context_span s ON s.space = current.space AND s.turn = t.id
        """,
        "name_source": f"""
          SELECT s.key AS key, t.uid AS turn
          {_TURN} CROSS JOIN name_source s ON s.turn = t.id AND s.space = current.space
        """,
    },
    "note": {
        "about": f"""
          SELECT n.uid AS note, e.uid AS entity, edge.label AS role {_NOTE}
          CROSS JOIN edge ON edge.source = n.id AND (edge.type = 'OWN_ABOUT' OR edge.type = 'ABOUT' AND edge.via IS NULL)
          CROSS JOIN entity e ON e.id = edge.target
        """,
        "similar": f"""
          SELECT min(n.uid, b.uid) AS a, max(n.uid, b.uid) AS b, s.weight AS weight, s.by AS by {_NOTE}
          CROSS JOIN similar s ON s.a = n.id CROSS JOIN note b ON b.id = s.b
        """,
        "support": f"""
          SELECT n.uid AS note, b.uid AS by {_NOTE}
          CROSS JOIN edge ON edge.source = n.id AND edge.type = 'SUPPORTED_BY' CROSS JOIN note b ON b.id = edge.target
        """,
        "abstracts": f"""
          SELECT n.uid AS note, i.uid AS instance {_NOTE}
          CROSS JOIN edge ON edge.source = n.id AND edge.type = 'ABSTRACTS' CROSS JOIN note i ON i.id = edge.target
        """,
        "link": f"""
          SELECT n.uid AS a, b.uid AS b, l.reason AS reason, l.weight AS weight {_NOTE}
          CROSS JOIN note_link l ON l.a = n.id CROSS JOIN note b ON b.id = l.b
        """,
        "revision": f"""
          SELECT n.uid AS note, r.number AS number, r.text AS text, r.context AS context, r.keywords AS keywords,
            r.tags AS tags, r.terms AS terms, r.language AS language, r.vector AS vector, r.at AS at, t.uid AS turn
          {_NOTE} CROSS JOIN revision r ON r.note = n.id LEFT JOIN turn t ON t.id = r.turn
        """,
    },
    "fact": {
        "invalidation": f"""
          SELECT f.uid AS fact, f.holds_until AS holds_until, i.until AS stated_until, i.at AS retired_at,
            i.reason AS reason, newer.uid AS superseded_by, t.uid AS turn, i.dated AS dated, i.corrects AS corrects
          {_FACT} CROSS JOIN invalidation i ON i.fact = f.id
          LEFT JOIN fact newer ON newer.id = i.by LEFT JOIN turn t ON t.id = i.turn
        """,
        "conflict": f"""
          SELECT f.uid AS a, b.uid AS b, edge.at AS at, edge.label AS reason {_FACT}
          CROSS JOIN edge ON edge.source = f.id AND edge.type = 'CONFLICTS' CROSS JOIN fact b ON b.id = edge.target
        """,
        "fact_end": f"""
          SELECT f.uid AS fact, s.uid AS subject, o.uid AS object, f.stated_until AS stated_until,
            f.stated_retired_at AS retired_at {_FACT}
          CROSS JOIN entity s ON s.id = coalesce(f.subject_via, f.subject)
          CROSS JOIN entity o ON o.id = coalesce(f.object_via, f.object)
        """,
    },
    "entity": {
        "name": f"""
          SELECT n.key AS key, n.text AS text, e.uid AS entity {_ENTITY}
          CROSS JOIN name n ON n.entity = e.id AND (n.space = -current.space OR n.space = current.space AND n.via IS NULL)
        """,
        "merge": f"""
          SELECT e.uid AS alias, parent.uid AS "into", s.reason AS reason, t.uid AS turn, s.at AS at {_ENTITY}
          CROSS JOIN same_as s ON s.alias = e.id CROSS JOIN entity parent ON parent.id = s.parent
          LEFT JOIN turn t ON t.id = s.turn
        """,
        "split": f"""
          SELECT e.uid AS alias, b.uid AS "into" {_ENTITY}
          CROSS JOIN edge ON edge.source = e.id AND edge.type = 'APART' CROSS JOIN entity b ON b.id = edge.target
        """,
    },
}
_NOVELTY_STATE = "SELECT state FROM current CROSS JOIN novelty_state ON novelty_state.space = current.space"
_CONVERTERS: Mapping[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("at", "holds_until", "stated_until", "retired_at"), moment_or_none),
    **dict.fromkeys(("keywords", "tags"), json.loads),
    **dict.fromkeys(("dated", "corrects"), bool),
}


def incident_edges(
    connection: Connection, namespace: str, of: EdgeOwner, uids: Sequence[str]
) -> IncidentEdges:
    """See `Store.incident_edges`."""
    values = {"namespace": namespace, "uids": json_array(uids)}
    statements = {**_STATEMENTS[of], "novelty_state": _NOVELTY_STATE}
    return edges_from_rows({
        kind: [_plain(row) for row in connection.named_rows(f"{_WANTED} {statement}", values)]
        for kind, statement in statements.items()
    })  # fmt: skip


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with its stored values converted to datetimes, lists and booleans."""
    return {name: _CONVERTERS[name](value) if name in _CONVERTERS else value for name, value in row.items()}
