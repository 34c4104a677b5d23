"""The ledger of model calls. It contains numbers and no text, so it stays when turns are forgotten."""

from collections.abc import Sequence

from memgraph_core.records.graph import Call
from memgraph_core.records.log import CallTotals
from memgraph_core.store.sqlite import namespace_state
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.read import ledger
from memgraph_core.store.sqlite.write.batch import values_of

_INSERT = """
INSERT INTO call (namespace, uid, at, model, kind, outcome, turns, tokens_in, tokens_out, seconds, cost, session)
VALUES (:namespace, :uid, :at, :model, :kind, :outcome, :turns, :tokens_in, :tokens_out, :seconds, :cost, :session)
ON CONFLICT DO NOTHING RETURNING tokens_in, tokens_out, cost
"""
_ADD_TO_TOTAL = """
INSERT INTO call_total (namespace, calls, tokens_in, tokens_out, cost) VALUES (:namespace, 1, :tokens_in, :tokens_out, :cost)
ON CONFLICT DO UPDATE SET calls = calls + 1, tokens_in = tokens_in + excluded.tokens_in,
  tokens_out = tokens_out + excluded.tokens_out, cost = cost + excluded.cost
"""


def record(connection: Connection, namespace: str, calls: Sequence[Call]) -> CallTotals:
    """See `Store.record_calls`."""
    state = namespace_state.find_or_create(connection, namespace)
    write(connection, state.namespace, calls)
    return ledger.totals(connection, state.namespace)


def write(connection: Connection, namespace: int, calls: Sequence[Call]) -> None:
    """Add calls to the ledger of a namespace (id) and to its totals, each uid once."""
    new = connection.run_many(_INSERT, [values_of(call) | {"namespace": namespace} for call in calls])
    connection.run_many(
        _ADD_TO_TOTAL,
        [
            {"namespace": namespace, "tokens_in": tokens_in, "tokens_out": tokens_out, "cost": cost}
            for tokens_in, tokens_out, cost in new
        ],
    )
