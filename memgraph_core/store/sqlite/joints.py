"""What joins the records of a namespace, each as its own."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from memgraph_core.records.transfer import EdgeOwner, IncidentEdges
from memgraph_core.store.incident_edges import joints_from
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.records import ids
from memgraph_core.store.sqlite.times import moment_or_none

_HERE = """
WITH here AS MATERIALIZED (SELECT * FROM namespace WHERE name = :namespace)
, wanted(uid) AS MATERIALIZED (SELECT value FROM json_each(:uids))
"""
_TURN = "FROM here CROSS JOIN wanted CROSS JOIN turn t ON t.namespace = here.id AND t.uid = wanted.uid"
_NOTE = "FROM here CROSS JOIN wanted CROSS JOIN note n ON n.space = here.space AND n.uid = wanted.uid"
_FACT = "FROM here CROSS JOIN wanted CROSS JOIN fact f ON f.space = here.space AND f.uid = wanted.uid"
_ENTITY = "FROM here CROSS JOIN wanted CROSS JOIN entity e ON e.space = here.space AND e.uid = wanted.uid"

# What an entity has now because another was merged into it bears `via`; what is its own and set aside is an OWN_.
_TO_ENTITIES = f"""
SELECT t.uid, e.uid, {{more}} {_TURN}
CROSS JOIN edge ON edge.source = t.id AND (edge.type = 'OWN_{{type}}' OR edge.type = '{{type}}' AND edge.via IS NULL)
CROSS JOIN entity e ON e.id = edge.target AND e.space = here.space
"""
_TO_NOTES = f"""
SELECT n.uid, b.uid, {{more}} {_NOTE}
CROSS JOIN edge ON edge.source = n.id AND edge.type = '{{type}}' CROSS JOIN note b ON b.id = edge.target
"""
_STATEMENTS: Mapping[EdgeOwner, Mapping[str, str]] = {
    "turn": {
        "spoken": _TO_ENTITIES.format(type="SPOKEN_BY", more="NULL"),
        "mention": _TO_ENTITIES.format(type="MENTIONS", more="edge.at, edge.label"),
        "saw": f"SELECT t.uid, s.first, s.last {_TURN} CROSS JOIN saw s ON s.space = here.space AND s.turn = t.id",
        "naming": f"SELECT s.key, t.uid {_TURN} CROSS JOIN said s ON s.turn = t.id AND s.space = here.space",
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
        "support": _TO_NOTES.format(type="SUPPORTED_BY", more="NULL"),
        "link": f"""
          SELECT n.uid, b.uid, l.reason, l.weight {_NOTE}
          CROSS JOIN linked l ON l.a = n.id CROSS JOIN note b ON b.id = l.b
        """,
        "revision": f"""
          SELECT n.uid, r.number, r.text, r.context, r.keywords, r.tags, r.terms, r.language, r.vector, r.at, t.uid
          {_NOTE} CROSS JOIN revision r ON r.note = n.id LEFT JOIN turn t ON t.id = r.turn
        """,
    },
    "fact": {
        "closing": f"""
          SELECT f.uid, f.holds_until, c.until, c.at, c.reason, newer.uid, t.uid, c.dated, c.corrects
          {_FACT} CROSS JOIN closing c ON c.fact = f.id
          LEFT JOIN fact newer ON newer.id = c.by LEFT JOIN turn t ON t.id = c.turn
        """,
        "conflict": f"""
          SELECT f.uid, b.uid, edge.at, edge.label {_FACT}
          CROSS JOIN edge ON edge.source = f.id AND edge.type = 'CONFLICTS' CROSS JOIN fact b ON b.id = edge.target
        """,
        "end": f"""
          SELECT f.uid, s.uid, o.uid, f.told_until, f.told_retired {_FACT}
          CROSS JOIN entity s ON s.id = coalesce(f.subject_via, f.subject)
          CROSS JOIN entity o ON o.id = coalesce(f.object_via, f.object)
        """,
    },
    "entity": {
        "name": f"""
          SELECT n.key, n.text, e.uid {_ENTITY}
          CROSS JOIN name n ON n.entity = e.id AND (n.space = -here.space OR n.space = here.space AND n.via IS NULL)
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
_GATE = "SELECT state FROM here CROSS JOIN gate ON gate.space = here.space"
_TIMES = {
    "mention": (2,),
    "closing": (1, 2, 3),
    "conflict": (2,),
    "end": (3, 4),
    "merge": (4,),
    "revision": (9,),
}
_LISTS = {"revision": (4, 5)}
_WIDTH = {"spoken": 2, "support": 2}


def joints(link: Link, namespace: str, of: EdgeOwner, uids: Sequence[str]) -> IncidentEdges:
    """See `Store.joints`."""
    values = {"namespace": namespace, "uids": ids(uids)}
    statements = {**_STATEMENTS[of], "gate": _GATE}
    return joints_from({
        kind: [_plain(kind, row) for row in link.run(f"{_HERE} {statement}", values)]
        for kind, statement in statements.items()
    })  # fmt: skip


def _plain(kind: str, row: Any) -> list[Any]:  # noqa: ANN401  a row is as its statement says
    values = list(row)[: _WIDTH.get(kind)]
    for place in _TIMES.get(kind, ()):
        values[place] = moment_or_none(values[place])
    for place in _LISTS.get(kind, ()):
        values[place] = json.loads(values[place])
    return values
