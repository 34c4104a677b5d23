"""Decisions of the engine and of users."""

from collections.abc import Sequence

from memgraph_core.records.changes import Change
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.write.batch import values_of

_INSERT = """
INSERT INTO change (namespace, uid, kind, by, at, reason, before, after)
VALUES (:owner, :uid, :kind, :by, :at, :reason, :before, :after) ON CONFLICT (namespace, uid) DO NOTHING
"""


def write(connection: Connection, owner: int, changes: Sequence[Change]) -> None:
    """Record decisions. `owner` is the id of the namespace, or -space for a generation that is being derived."""
    connection.run_many(_INSERT, [values_of(change) | {"owner": owner} for change in changes])
