"""The part of the cache log that plans write: new records. Triggers log changes of existing rows (see schema.sql)."""

from collections.abc import Iterable

from memgraph_core.records.plan import WritePlan
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.write.batch import Batch

_LOG = """
INSERT INTO cache_log (namespace, kind, node)
SELECT :namespace, 'note', n.id FROM json_each(:notes) row CROSS JOIN note n ON n.space = :space AND n.uid = row.value
UNION ALL
SELECT :namespace, 'turn', t.id FROM json_each(:turns) row CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value
UNION ALL
SELECT :namespace, 'fact', f.id FROM json_each(:facts) row CROSS JOIN fact f ON f.space = :space AND f.uid = row.value
"""
# A cache that is older than the last 20,000 entries is loaded again. The log is trimmed in steps of 900 entries, because each
# plan runs this statement.
_TRIM = """
DELETE FROM cache_log WHERE sequence <= (
  SELECT iif(first < last - 20900, last - 20000, 0)
  FROM (SELECT (SELECT min(sequence) FROM cache_log) AS first, (SELECT max(sequence) FROM cache_log) AS last))
"""


def write(batch: Batch, plan: WritePlan) -> None:
    """Log the records of a plan that are new or have new edges, and trim the log."""
    notes = {note.uid for note in plan.notes} | {about.note for about in plan.abouts}
    notes = notes.union(*(fact.notes for fact in plan.facts))
    notes |= {edge.note for edge in plan.abstracts}
    facts = {fact.uid for fact in plan.facts} | {end for c in plan.conflicts for end in (c.a, c.b)}
    turns = {mention.turn for mention in plan.mentions}
    if notes or turns or facts:
        batch.connection.run(
            _LOG,
            {
                "namespace": batch.namespace,
                "space": batch.space,
                "notes": _sorted(notes),
                "turns": _sorted(turns),
                "facts": _sorted(facts),
            },
        )
    batch.connection.run(_TRIM)


def _sorted(uids: Iterable[str]) -> str:
    return json_array(sorted(uids))
