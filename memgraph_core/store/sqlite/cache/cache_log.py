"""The log of changed rows, from which a cache is updated (see schema.sql)."""

from memgraph_core.records.grouping import grouped
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.rows import Kind

_BOUNDS = "SELECT (SELECT min(sequence) FROM cache_log), (SELECT max(sequence) FROM cache_log)"
# The log is short and read from its end; the + stops SQLite from using an index of namespaces.
_CHANGES = "SELECT DISTINCT kind, node FROM cache_log WHERE sequence > :seen AND +namespace = :namespace"


def bounds(connection: Connection) -> tuple[int, int]:
    """The first and the last sequence number; (1, 0) for an empty log."""
    ((first, last),) = connection.run(_BOUNDS)
    return (1, 0) if first is None else (first, last)


def changes_since(connection: Connection, namespace: int, seen: int) -> dict[Kind, list[int]]:
    """The rows of a namespace that changed after a sequence number: ids by kind."""
    return grouped(
        (kind, node) for kind, node in connection.run(_CHANGES, {"namespace": namespace, "seen": seen})
    )
