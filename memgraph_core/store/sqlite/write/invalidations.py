"""Invalidations: all reasons for the end of a fact are stored, and the remaining reasons decide when it ends.

store/invalidations.py decides; this module reads the reasons and writes the outcome.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from memgraph_core.records.plan import Invalidation, InvalidationWithdrawal
from memgraph_core.store.invalidations import EndReason, ResultingEnds, resulting_ends
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.times import micros, moment
from memgraph_core.store.sqlite.write.batch import Batch, Rows, values_of

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The changes of invalidations and of the ends of facts, as rows."""

    withdrawn: Rows  # fact, by, turn
    added: Rows
    ends: Rows  # fact, until, at


def outcome_of(
    connection: Connection,
    state: NamespaceState,
    withdrawals: Sequence[InvalidationWithdrawal],
    invalidations: Sequence[Invalidation],
) -> Outcome:
    """The outcome of the withdrawals of a plan, then of its invalidations. It must be computed before the plan is written."""
    settled_withdrawals = ResultingEnds(ends={}, inherited=())
    withdrawn = [
        (each.fact, each.superseded_by, None if each.superseded_by else each.turn) for each in withdrawals
    ]
    if withdrawn:
        reasons = _reasons(connection, state, touched=[each.fact for each in withdrawals])
        settled_withdrawals = resulting_ends(reasons, undone=set(withdrawn))
    ends = _ends(settled_withdrawals) | {
        each.fact: {"until": micros(each.holds_until), "at": micros(each.retired_at)}
        for each in invalidations
    }
    return Outcome(
        withdrawn=[{"fact": fact, "by": by, "turn": turn} for fact, by, turn in withdrawn],
        added=[
            *map(values_of, settled_withdrawals.inherited),
            *(values_of(_reason_of(each)) for each in invalidations),
        ],
        ends=[{"fact": fact, **end} for fact, end in ends.items()],
    )


def write(batch: Batch, outcome: Outcome) -> None:
    """Write the outcome: delete and insert invalidations, then set the ends of facts."""
    batch.write(_DELETE, outcome.withdrawn)
    batch.write(_INSERT, outcome.added)
    batch.write(_END_FACTS, outcome.ends)


def settle_deleted(
    connection: Connection, state: NamespaceState, facts: Collection[int], turns: Collection[int]
) -> ResultingEnds:
    """Recompute the ends of facts that these facts and turns (ids) ended. Call it before deleting them."""
    result = resulting_ends(
        _reasons(connection, state, facts, turns),
        facts=_uids(connection, _FACT_UIDS, facts),
        turns=_uids(connection, _TURN_UIDS, turns),
    )
    connection.run(_DELETE_OF_TURNS, {"turns": json_array(turns)})
    batch = Batch(connection=connection, namespace=state.namespace, space=state.space)
    ends = [{"fact": fact, **end} for fact, end in _ends(result).items()]
    write(batch, Outcome(withdrawn=(), added=list(map(values_of, result.inherited)), ends=ends))
    return result


def _reasons(
    connection: Connection,
    state: NamespaceState,
    facts: Collection[int] = (),
    turns: Collection[int] = (),
    touched: Collection[str] = (),
) -> list[EndReason]:
    """The reasons to read before these facts and turns (ids) are deleted, or reasons of the `touched` facts (uids) change."""
    values = {
        "facts": json_array(facts),
        "turns": json_array(turns),
        "touched": json_array(touched),
        "space": state.space,
    }
    return [
        EndReason(
            fact=fact, by=by, turn=turn, until=moment(until), at=moment(at),
            dated=bool(dated), corrects=bool(corrects), reason=reason,
        )
        for fact, by, turn, until, at, dated, corrects, reason in connection.run(_REASONS, values)
    ]  # fmt: skip


def _uids(connection: Connection, statement: str, ids: Collection[int]) -> list[str]:
    return [uid for (uid,) in connection.run(statement, {"ids": json_array(ids)})]


def _ends(result: ResultingEnds) -> dict[str, dict[str, object]]:
    return {
        fact: {"until": micros(end.until) if end else None, "at": micros(end.at) if end else None}
        for fact, end in result.ends.items()
    }


def _reason_of(i: Invalidation) -> EndReason:
    return EndReason(
        fact=i.fact, by=i.superseded_by, turn=i.turn, until=i.stated_until or i.holds_until, at=i.retired_at,
        dated=i.dated, corrects=i.corrects, reason=i.reason,
    )  # fmt: skip
