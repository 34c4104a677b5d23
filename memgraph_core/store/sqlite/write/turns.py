"""Turns: new ones in the log, and the state, terms, vector and context span that a plan gives them."""

import json
from collections.abc import Sequence
from datetime import datetime

from memgraph_core.records.graph import MAX_USES, Turn
from memgraph_core.records.plan import TurnUpdate
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.rows import json_array, optional_blob
from memgraph_core.store.sqlite.times import micros
from memgraph_core.store.sqlite.write.batch import Batch, values_of
from memgraph_core.store.values import corrections_row, metadata_row

# A turn without a position gets the next one of its session.
_INSERT = """
INSERT INTO turn (namespace, uid, session, position, speaker, role, agent, said_at, recorded_at, state, terms, text, caption,
  used, used_at, corrections, metadata)
VALUES (:namespace, :uid, :session,
  coalesce(:position, (SELECT max(position) + 1 FROM turn WHERE namespace = :namespace AND session = :session), 0),
  :speaker, :role, :agent, :said_at, :recorded_at, :state, :terms, :text, :caption, :used, :used_at, :corrections, :metadata)
ON CONFLICT (namespace, uid) DO NOTHING RETURNING uid
"""
_EXTEND_SESSIONS = """
INSERT INTO session (namespace, uid, started_at, last_at)
SELECT :namespace, t.session, min(t.at), max(t.at)
FROM json_each(:turns) row CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value GROUP BY t.session
ON CONFLICT DO UPDATE SET started_at = min(started_at, excluded.started_at), last_at = max(last_at, excluded.last_at)
"""
_UPDATE = """
UPDATE turn SET state = coalesce(:state, state), terms = coalesce(:terms, terms) WHERE namespace = :namespace AND uid = :uid
"""
_VECTOR = """
INSERT INTO turn_vector (turn, vector) SELECT id, :vector FROM turn WHERE namespace = :namespace AND uid = :uid
ON CONFLICT DO UPDATE SET vector = excluded.vector
"""
_BUILT_VECTOR = """
INSERT INTO built_turn_vector (namespace, turn, vector) SELECT namespace, id, :vector FROM turn
WHERE namespace = :namespace AND uid = :uid
ON CONFLICT DO UPDATE SET vector = excluded.vector
"""
# A span can only grow, until the turn is derived again.
_CONTEXT_SPAN = """
INSERT INTO context_span (turn, space, first, last) SELECT id, :space, :first, :last FROM turn
WHERE namespace = :namespace AND uid = :uid
ON CONFLICT DO UPDATE SET first = min(first, excluded.first), last = max(last, excluded.last)
"""
_RECORD_USES = """
UPDATE turn SET used_at = (
  SELECT json_group_array(at) FROM (
    SELECT at FROM (
      SELECT value AS at FROM json_each(coalesce(turn.used_at, '[]')) UNION SELECT :at ORDER BY at DESC LIMIT :max_uses)
    ORDER BY at))
WHERE namespace = (SELECT id FROM namespace WHERE name = :namespace) AND uid IN (SELECT value FROM json_each(:turns))
RETURNING uid
"""
_END_LEASES = """
DELETE FROM lease WHERE turn IN (
  SELECT t.id FROM json_each(:turns) row CROSS JOIN turn t
  ON t.namespace = :namespace AND t.uid = row.value AND t.state <> 'pending')
"""


def insert(connection: Connection, namespace: int, turns: Sequence[Turn]) -> frozenset[str]:
    """Insert the turns that are not in the log, and return their uids."""
    rows = connection.run_many(_INSERT, [_turn_row(namespace, turn) for turn in turns])
    new = frozenset(uid for (uid,) in rows)
    if new:
        connection.run(_EXTEND_SESSIONS, {"namespace": namespace, "turns": json_array(sorted(new))})
    return new


def update(
    batch: Batch, turns: Sequence[TurnUpdate], *, states_visible: bool = True, new_model: bool = False
) -> None:
    """Write the turn updates of a plan.

    A rebuild passes `states_visible=False`: states do not change before the switch. With `new_model`, vectors do not change
    either.
    """
    rows = [
        {
            "uid": turn.uid,
            "state": turn.state if states_visible else None,
            "terms": turn.terms or None,
            "vector": optional_blob(turn.vector, turn.uid, batch.stamp),
        }
        for turn in turns
    ]
    batch.write_each(_UPDATE, rows)
    batch.write_each(
        _BUILT_VECTOR if new_model else _VECTOR, [row for row in rows if row["vector"] is not None]
    )
    batch.write_each(
        _CONTEXT_SPAN,
        [
            {"uid": turn.uid, "first": turn.context_span[0], "last": turn.context_span[1]}
            for turn in turns
            if turn.context_span
        ],
    )
    if turns and states_visible:
        end_leases(batch.connection, batch.namespace, [turn.uid for turn in turns])


def record_uses(
    connection: Connection, namespace: str, turns: Sequence[str], at: datetime
) -> tuple[str, ...]:
    """See `Store.record_uses`."""
    values = {"namespace": namespace, "turns": json_array(turns), "at": micros(at), "max_uses": MAX_USES}
    known = {uid for (uid,) in connection.run(_RECORD_USES, values)}
    return tuple(uid for uid in turns if uid in known)


def end_leases(connection: Connection, namespace: int, turns: Sequence[str]) -> None:
    """End the leases on these turns, except on those that are still pending."""
    connection.run(_END_LEASES, {"namespace": namespace, "turns": json_array(turns)})


def _turn_row(namespace: int, turn: Turn) -> dict[str, object]:
    return values_of(turn, "used_at", "corrections", "metadata") | {
        "namespace": namespace,
        "used": json.dumps(turn.used) if turn.used else None,
        "used_at": json.dumps([micros(at) for at in turn.used_at]) if turn.used_at else None,
        "corrections": corrections_row(turn.corrections),
        "metadata": metadata_row(turn.metadata),
    }
