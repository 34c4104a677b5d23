"""Leases: temporary rights of readers to process pending turns."""

from collections.abc import Sequence

from memgraph_core.records.log import AppendResult, LeaseRequest
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.write.batch import json_rows

_TAKE = """
INSERT INTO lease (turn, reader, expires_at)
SELECT t.id, :reader, :now + (row.value ->> '$.seconds') FROM json_each(:rows) row
CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value ->> '$.turn' AND t.state = 'pending' WHERE true
ON CONFLICT DO UPDATE SET reader = excluded.reader, expires_at = excluded.expires_at
"""
_RELEASE = """
DELETE FROM lease WHERE reader = :reader AND turn IN (
  SELECT t.id FROM namespace CROSS JOIN turn t ON t.namespace = namespace.id
  WHERE namespace.name = :name AND t.state = 'pending')
"""
_OF_OTHERS = """
SELECT t.uid, lease.reader FROM json_each(:turns) row CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = row.value
CROSS JOIN lease ON lease.turn = t.id AND lease.expires_at > :now AND lease.reader <> :reader
"""


def take(
    connection: Connection, state: NamespaceState, request: LeaseRequest, result: AppendResult, now: float
) -> None:
    """Lease the turns that the request selects from the result of `append`. `now` is in seconds since 1970."""
    if selected := request.select_turns(result):
        rows = [{"turn": turn, "seconds": seconds} for turn, seconds in selected.items()]
        values = {"namespace": state.namespace, "reader": request.reader, "now": now}
        connection.run(_TAKE, values | {"rows": json_rows(rows)})


def of_others(
    connection: Connection, state: NamespaceState, request: LeaseRequest, turns: Sequence[str], now: float
) -> dict[str, str]:
    """The turns that other readers have leased (turn uid → reader). Readers that have ended are left out."""
    values = {
        "namespace": state.namespace,
        "reader": request.reader,
        "now": now,
        "turns": json_array(turns),
    }
    rows = connection.run(_OF_OTHERS, values)
    return {uid: reader for uid, reader in rows if not request.has_ended(reader)}


def release(connection: Connection, namespace: str, reader: str) -> None:
    """See `Store.release_lease`."""
    connection.run(_RELEASE, {"name": namespace, "reader": reader})
