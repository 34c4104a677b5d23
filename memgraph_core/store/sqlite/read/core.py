"""Reads states of core blocks."""

import json

from memgraph_core.records.core import CoreState
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.times import moment

_STATES = """
SELECT s.name, s.user, s.number, s.content, s.tokens, s.at, s.reason, s.turns, s.restores
FROM core_state s WHERE s.namespace = (SELECT id FROM namespace WHERE name = :namespace)
AND (NOT :current OR NOT EXISTS (
  SELECT 1 FROM core_state later WHERE later.namespace = s.namespace AND later.block = s.block AND later.number > s.number))
ORDER BY s.user, s.name, s.number
"""


def states(connection: Connection, namespace: str, *, current: bool = False) -> tuple[CoreState, ...]:
    """See `Store.core_states`."""
    rows = connection.named_rows(_STATES, {"namespace": namespace, "current": current})
    for row in rows:
        row["at"], row["turns"] = moment(row["at"]), tuple(json.loads(row["turns"]))
    return tuple(CoreState(**row) for row in rows)
