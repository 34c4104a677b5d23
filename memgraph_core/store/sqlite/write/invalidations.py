"""Invalidations: all reasons for the end of a fact are stored, and the remaining reasons decide when it ends.

store/invalidations.py decides; this module reads the reasons and writes the outcome.
"""

from collections.abc import Collection, Sequence

from memgraph_core.records.plan import Invalidation, InvalidationWithdrawal
from memgraph_core.store import invalidations as ends
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.times import moment
from memgraph_core.store.sqlite.write.batch import Batch, values_of

# All reasons that are needed to decide about these facts (:facts ids, :touched uids) and about the facts that these facts or
# these turns ended: their own reasons, and those of the facts that ended them.
_REASONS = """
WITH affected(id) AS MATERIALIZED (
  SELECT i.fact FROM json_each(:facts) row CROSS JOIN invalidation i ON i.by = row.value
  UNION
  SELECT i.fact FROM json_each(:turns) row CROSS JOIN invalidation i ON i.turn = row.value AND i.by IS NULL
  UNION
  SELECT value FROM json_each(:facts)
  UNION
  SELECT f.id FROM json_each(:touched) row CROSS JOIN fact f ON f.space = :space AND f.uid = row.value
), related(id) AS MATERIALIZED (
  SELECT id FROM affected
  UNION
  SELECT i.fact FROM affected CROSS JOIN invalidation i ON i.by = affected.id
  UNION
  SELECT i.by FROM affected CROSS JOIN invalidation i ON i.fact = affected.id WHERE i.by IS NOT NULL
)
SELECT f.uid, newer.uid, t.uid, i.until, i.at, i.dated, i.corrects, i.reason
FROM related CROSS JOIN invalidation i ON i.fact = related.id CROSS JOIN fact f ON f.id = i.fact
LEFT JOIN fact newer ON newer.id = i.by LEFT JOIN turn t ON t.id = i.turn
"""
_FACT_UIDS = "SELECT uid FROM fact WHERE id IN (SELECT value FROM json_each(:ids))"
_TURN_UIDS = "SELECT uid FROM turn WHERE id IN (SELECT value FROM json_each(:ids))"
_DELETE_OF_TURNS = (
    "DELETE FROM invalidation WHERE by IS NULL AND turn IN (SELECT value FROM json_each(:turns))"
)
_DELETE = """
DELETE FROM invalidation WHERE rowid IN (
  SELECT i.rowid FROM json_each(:rows) row
  CROSS JOIN fact f ON f.space = :space AND f.uid = row.value ->> '$.fact'
  CROSS JOIN invalidation i ON i.fact = f.id
  AND i.by IS (SELECT id FROM fact WHERE space = :space AND uid = row.value ->> '$.by')
  AND (i.by IS NOT NULL
    OR i.turn IS (SELECT id FROM turn WHERE namespace = :namespace AND uid = row.value ->> '$.turn')))
"""
_INSERT = """
INSERT INTO invalidation (fact, by, turn, until, at, dated, corrects, reason)
SELECT f.id, (SELECT id FROM fact WHERE space = :space AND uid = row.value ->> '$.by'),
  (SELECT id FROM turn WHERE namespace = :namespace AND uid = row.value ->> '$.turn'),
  row.value ->> '$.until', row.value ->> '$.at', row.value ->> '$.dated', row.value ->> '$.corrects', row.value ->> '$.reason'
FROM json_each(:rows) row CROSS JOIN fact f ON f.space = :space AND f.uid = row.value ->> '$.fact' WHERE true
ON CONFLICT DO UPDATE SET until = excluded.until, at = excluded.at, dated = excluded.dated, corrects = excluded.corrects,
  reason = excluded.reason, turn = excluded.turn
"""
# Without an end (until: null), a fact has the end that its own text states.
_END_FACTS = """
UPDATE fact SET holds_until = coalesce(row.value ->> '$.until', stated_until),
  retired_at = iif(row.value ->> '$.until' IS NULL, stated_retired_at, row.value ->> '$.at')
FROM json_each(:rows) row
WHERE fact.id = (SELECT id FROM fact f WHERE f.space = :space AND f.uid = row.value ->> '$.fact')
"""


def outcome_of(
    connection: Connection,
    state: NamespaceState,
    withdrawals: Sequence[InvalidationWithdrawal],
    invalidations: Sequence[Invalidation],
) -> ends.Outcome:
    """See `ends.outcome_of`. It must be computed before the plan is written."""
    touched = [each.fact for each in withdrawals]
    stored = _reasons(connection, state, touched=touched) if touched else []
    return ends.outcome_of(stored, withdrawals, invalidations)


def write(batch: Batch, outcome: ends.Outcome) -> None:
    """Write the outcome: delete and insert invalidations, then set the ends of facts."""
    batch.write(_DELETE, [key._asdict() for key in outcome.withdrawn])
    batch.write(_INSERT, list(map(values_of, outcome.added)))
    batch.write(_END_FACTS, list(map(values_of, outcome.ends)))


def settle_deleted(
    connection: Connection, state: NamespaceState, facts: Collection[int], turns: Collection[int]
) -> ends.ResultingEnds:
    """Recompute the ends of facts that these facts and turns (ids) ended. Call it before deleting them."""
    result = ends.resulting_ends(
        _reasons(connection, state, facts, turns),
        facts=_uids(connection, _FACT_UIDS, facts),
        turns=_uids(connection, _TURN_UIDS, turns),
    )
    connection.run(_DELETE_OF_TURNS, {"turns": json_array(turns)})
    batch = Batch(connection=connection, namespace=state.namespace, space=state.space)
    write(batch, ends.Outcome((), result.inherited, result.fact_ends))
    return result


def _reasons(
    connection: Connection,
    state: NamespaceState,
    facts: Collection[int] = (),
    turns: Collection[int] = (),
    touched: Collection[str] = (),
) -> list[ends.EndReason]:
    """The reasons to read before these facts and turns (ids) are deleted, or reasons of the `touched` facts (uids) change."""
    values = {
        "facts": json_array(facts),
        "turns": json_array(turns),
        "touched": json_array(touched),
        "space": state.space,
    }
    return [
        ends.EndReason(
            fact=fact, by=by, turn=turn, until=moment(until), at=moment(at),
            dated=bool(dated), corrects=bool(corrects), reason=reason,
        )
        for fact, by, turn, until, at, dated, corrects, reason in connection.run(_REASONS, values)
    ]  # fmt: skip


def _uids(connection: Connection, statement: str, ids: Collection[int]) -> list[str]:
    return [uid for (uid,) in connection.run(statement, {"ids": json_array(ids)})]
