"""What joins the records of a namespace, each as its own."""

import json
from typing import Any

from memgraph_core.store.joints import joints_from
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.times import moment_or_none
from memgraph_core.writes import Joints

_HERE = "WITH here AS MATERIALIZED (SELECT * FROM namespace WHERE name = ?)"

# What an entity has now because another was merged into it bears `via`; what is its own and set aside is an OWN_.
_OF_TURNS = """
SELECT t.uid, e.uid, {more} FROM here CROSS JOIN turn t ON t.namespace = here.id
CROSS JOIN edge ON edge.source = t.id AND (edge.type = 'OWN_{type}' OR edge.type = '{type}' AND edge.via IS NULL)
CROSS JOIN entity e ON e.id = edge.target AND e.space = here.space
"""
_OF_NOTES = """
SELECT a.uid, b.uid, {more} FROM here CROSS JOIN note a ON a.space = here.space
CROSS JOIN edge ON edge.source = a.id AND edge.type = '{type}' CROSS JOIN note b ON b.id = edge.target
"""
_STATEMENTS = {
    "spoken": _OF_TURNS.format(type="SPOKEN_BY", more="NULL"),
    "mention": _OF_TURNS.format(type="MENTIONS", more="edge.at, edge.label"),
    "saw": """
      SELECT t.uid, s.first, s.last FROM here CROSS JOIN saw s ON s.space = here.space CROSS JOIN turn t ON t.id = s.turn
    """,
    "name": """
      SELECT n.key, n.text, e.uid FROM here CROSS JOIN entity e ON e.space = here.space
      CROSS JOIN name n ON n.entity = e.id AND (n.space = -here.space OR n.space = here.space AND n.via IS NULL)
    """,
    "naming": """
      SELECT s.key, t.uid FROM here CROSS JOIN turn t ON t.namespace = here.id
      CROSS JOIN said s ON s.turn = t.id AND s.space = here.space
    """,
    "about": """
      SELECT n.uid, e.uid, edge.label FROM here CROSS JOIN note n ON n.space = here.space
      CROSS JOIN edge ON edge.source = n.id AND (edge.type = 'OWN_ABOUT' OR edge.type = 'ABOUT' AND edge.via IS NULL)
      CROSS JOIN entity e ON e.id = edge.target
    """,
    "similar": _OF_NOTES.format(type="SIMILAR", more="edge.weight, edge.label"),
    "support": _OF_NOTES.format(type="SUPPORTED_BY", more="NULL"),
    "link": """
      SELECT a.uid, b.uid, l.reason, l.weight FROM here CROSS JOIN note a ON a.space = here.space
      CROSS JOIN linked l ON l.a = a.id CROSS JOIN note b ON b.id = l.b
    """,
    "closing": """
      SELECT f.uid, f.holds_until, c.until, c.at, c.reason, newer.uid, t.uid, c.dated, c.corrects
      FROM here CROSS JOIN fact f ON f.space = here.space CROSS JOIN closing c ON c.fact = f.id
      LEFT JOIN fact newer ON newer.id = c.by LEFT JOIN turn t ON t.id = c.turn
    """,
    "conflict": """
      SELECT a.uid, b.uid, edge.at, edge.label FROM here CROSS JOIN fact a ON a.space = here.space
      CROSS JOIN edge ON edge.source = a.id AND edge.type = 'CONFLICTS' CROSS JOIN fact b ON b.id = edge.target
    """,
    "end": """
      SELECT f.uid, s.uid, o.uid, f.told_until, f.told_retired FROM here CROSS JOIN fact f ON f.space = here.space
      CROSS JOIN entity s ON s.id = coalesce(f.subject_via, f.subject)
      CROSS JOIN entity o ON o.id = coalesce(f.object_via, f.object)
    """,
    "merge": """
      SELECT e.uid, parent.uid, s.reason, t.uid FROM here CROSS JOIN entity e ON e.space = here.space
      CROSS JOIN same_as s ON s.alias = e.id CROSS JOIN entity parent ON parent.id = s.parent
      LEFT JOIN turn t ON t.id = s.turn
    """,
    "apart": """
      SELECT a.uid, b.uid FROM here CROSS JOIN entity a ON a.space = here.space
      CROSS JOIN edge ON edge.source = a.id AND edge.type = 'APART' CROSS JOIN entity b ON b.id = edge.target
    """,
    "revision": """
      SELECT n.uid, r.number, r.text, r.context, r.keywords, r.tags, r.terms, r.language, r.vector, r.at, t.uid
      FROM here CROSS JOIN note n ON n.space = here.space CROSS JOIN revision r ON r.note = n.id
      LEFT JOIN turn t ON t.id = r.turn
    """,
    "gate": "SELECT state FROM here CROSS JOIN gate ON gate.space = here.space",
}
_TIMES = {"mention": (2,), "closing": (1, 2, 3), "conflict": (2,), "end": (3, 4), "revision": (9,)}
_LISTS = {"revision": (4, 5)}
_WIDTH = {"spoken": 2, "support": 2}


def joints(link: Link, namespace: str) -> Joints:
    """See `Store.joints`."""
    return joints_from({
        kind: [_plain(kind, row) for row in link.run(f"{_HERE} {statement}", (namespace,))]
        for kind, statement in _STATEMENTS.items()
    })  # fmt: skip


def _plain(kind: str, row: Any) -> list[Any]:  # noqa: ANN401  a row is as its statement says
    values = list(row)[: _WIDTH.get(kind)]
    for place in _TIMES.get(kind, ()):
        values[place] = moment_or_none(values[place])
    for place in _LISTS.get(kind, ()):
        values[place] = json.loads(values[place])
    return values
