"""Pages of turns and notes in order of time."""

from datetime import datetime

from memgraph_core.records.listing import ListedUid, ListQuery
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.read import filters
from memgraph_core.store.sqlite.times import micros, moment

_PAGE = """
AND (:after_at IS NULL OR {row}.at = :after_at AND {row}.uid > :after_uid
  OR iif(:newest, {row}.at < :after_at, {row}.at > :after_at))
ORDER BY iif(:newest, -{row}.at, {row}.at), {row}.uid LIMIT :limit
"""
_TURNS = f"""
SELECT t.uid, t.at FROM namespace CROSS JOIN turn t ON t.namespace = namespace.id
WHERE namespace.name = :namespace AND {filters.TURN} {_PAGE.format(row="t")}
"""
_NOTES = f"""
SELECT n.uid, n.at FROM namespace CROSS JOIN note n ON n.space = namespace.space
WHERE namespace.name = :namespace AND n.at IS NOT NULL AND {filters.NOTE} {_PAGE.format(row="n")}
"""
_SCHEDULED = """
WITH current AS (SELECT space FROM namespace WHERE name = :namespace), wanted AS (
  SELECT n.id FROM current CROSS JOIN note n ON n.space = current.space AND n.holds_from >= :since AND n.holds_from < :until
  UNION
  SELECT n.id FROM current CROSS JOIN note n ON n.space = current.space AND n.holds_from IS NULL
    AND n.holds_until >= :since AND n.holds_until < :until
  UNION
  SELECT n.id FROM current CROSS JOIN note n ON n.space = current.space AND n.recurs IS NOT NULL
)
SELECT n.uid FROM wanted CROSS JOIN note n ON n.id = wanted.id AND n.state = 'active' AND n.kind <> 'vault'
ORDER BY n.holds_from IS NULL, n.holds_from, n.uid
"""


def listed(connection: Connection, namespace: str, query: ListQuery) -> tuple[ListedUid, ...]:
    """See `Store.listed`."""
    values = {
        **filters.values_of(query.filters),
        "namespace": namespace,
        "newest": int(query.newest),
        "after_at": micros(query.after.at) if query.after else None,
        "after_uid": query.after.uid if query.after else None,
        "limit": query.limit,
    }
    if query.of not in ("turn", "note"):
        values["state"] = query.of
    rows = connection.run(_TURNS if query.of == "turn" else _NOTES, values)
    return tuple(ListedUid(uid, moment(at)) for uid, at in rows)


def scheduled(connection: Connection, namespace: str, since: datetime, until: datetime) -> tuple[str, ...]:
    """See `Store.scheduled`."""
    values = {"namespace": namespace, "since": micros(since), "until": micros(until)}
    return tuple(uid for (uid,) in connection.run(_SCHEDULED, values))
