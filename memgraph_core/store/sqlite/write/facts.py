"""Facts, the notes that support them, and conflicts between facts."""

from collections.abc import Sequence

from memgraph_core.records.graph import Fact
from memgraph_core.records.plan import Conflict
from memgraph_core.store.sqlite.times import micros
from memgraph_core.store.sqlite.write.batch import Batch, values_of

# An existing fact keeps its properties and gets further source notes. A fact with an unknown subject or object is left out.
_FACTS = """
INSERT OR ROLLBACK INTO fact (space, uid, subject, type, object, text, holds_from, holds_until, grain, recorded_at, retired_at,
  trust, confidence, stated_until, stated_retired_at)
SELECT :space, row.value ->> '$.uid', subject.id, row.value ->> '$.type', object.id, row.value ->> '$.text',
  row.value ->> '$.holds_from', row.value ->> '$.holds_until', row.value ->> '$.grain', row.value ->> '$.recorded_at',
  row.value ->> '$.retired_at', row.value ->> '$.trust', row.value ->> '$.confidence',
  row.value ->> '$.holds_until', row.value ->> '$.retired_at'
FROM json_each(:rows) row
CROSS JOIN entity subject ON subject.space = :space AND subject.uid = row.value ->> '$.subject'
CROSS JOIN entity object ON object.space = :space AND object.uid = row.value ->> '$.object' WHERE true
ON CONFLICT (space, uid) DO NOTHING
"""
_EVIDENCE = """
INSERT OR ROLLBACK INTO edge (source, type, target)
SELECT f.id, 'FACT_FROM', n.id FROM json_each(:rows) row
CROSS JOIN fact f ON f.space = :space AND f.uid = row.value ->> '$.fact'
CROSS JOIN note n ON n.space = :space AND n.uid = row.value ->> '$.note' WHERE true
ON CONFLICT DO NOTHING
"""
_CONFLICTS = """
INSERT INTO edge (source, type, target, at, label)
SELECT a.id, 'CONFLICTS', b.id, row.value ->> '$.at', row.value ->> '$.reason' FROM json_each(:rows) row
CROSS JOIN fact a ON a.space = :space AND a.uid = row.value ->> '$.a'
CROSS JOIN fact b ON b.space = :space AND b.uid = row.value ->> '$.b' WHERE true
ON CONFLICT DO NOTHING
"""


def write(batch: Batch, facts: Sequence[Fact]) -> None:
    """Insert facts, and the edges from all of them to their notes."""
    batch.write(_FACTS, list(map(values_of, facts)))
    batch.write(_EVIDENCE, [{"fact": fact.uid, "note": note} for fact in facts for note in fact.notes])


def write_conflicts(batch: Batch, conflicts: Sequence[Conflict]) -> None:
    """Insert conflicts; the lower uid is the source of the edge."""
    rows = [(min(c.a, c.b), max(c.a, c.b), c) for c in conflicts]
    batch.write(_CONFLICTS, [{"a": a, "b": b, "at": micros(c.at), "reason": c.reason} for a, b, c in rows])
