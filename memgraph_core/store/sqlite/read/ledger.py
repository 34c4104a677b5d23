"""The ledger of model calls: its rows and its totals."""

from collections.abc import Sequence
from datetime import datetime

from memgraph_core.records.graph import Call
from memgraph_core.records.log import CallTotals
from memgraph_core.store.sqlite import namespace_state
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.times import micros, moment

_TOTALS = "SELECT calls, tokens_in, tokens_out, cost FROM call_total WHERE namespace = :namespace"
_CALLS = """
SELECT c.uid, c.at, c.model, c.kind, c.outcome, c.turns, c.tokens_in, c.tokens_out, c.seconds, c.cost, c.session
FROM namespace CROSS JOIN call c ON c.namespace = namespace.id WHERE namespace.name = :name
AND (:uids IS NULL OR c.uid IN (SELECT value FROM json_each(:uids)))
AND (:since IS NULL OR c.at >= :since) AND (:session IS NULL OR c.session = :session)
ORDER BY c.at DESC, c.uid LIMIT :limit
"""


def totals(connection: Connection, namespace: int) -> CallTotals:
    """The totals of a namespace (id)."""
    for calls, tokens_in, tokens_out, cost in connection.run(_TOTALS, {"namespace": namespace}):
        return CallTotals(calls=calls, tokens_in=tokens_in, tokens_out=tokens_out, cost=cost)
    return CallTotals()


def totals_of(connection: Connection, namespace: str) -> CallTotals:
    """The totals of a namespace (name)."""
    state = namespace_state.find(connection, namespace)
    return totals(connection, state.namespace) if state else CallTotals()


def calls(
    connection: Connection,
    namespace: str,
    limit: int,
    uids: Sequence[str] | None = None,
    *,
    since: datetime | None = None,
    session: str | None = None,
) -> tuple[Call, ...]:
    """See `Store.ledger`."""
    values = {
        "name": namespace,
        "limit": limit,
        "uids": None if uids is None else json_array(uids),
        "since": None if since is None else micros(since),
        "session": session,
    }
    rows = connection.named_rows(_CALLS, values)
    for row in rows:
        row["at"] = moment(row["at"])
    return tuple(Call(**row) for row in rows)
