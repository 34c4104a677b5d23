"""Pages of the log in its order, for rebuilds and exports."""

from memgraph_core.records.graph import position_key
from memgraph_core.records.rebuild import LogPage
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.rows import TURN, turn_from

# The position of a turn in the log is its id. Ids ascend; after turns were forgotten, a rebuild starts again.
_PAGE = f"""
SELECT {TURN} FROM namespace CROSS JOIN turn t ON t.namespace = namespace.id AND t.id > :after
WHERE namespace.name = :name ORDER BY t.id LIMIT :limit
"""
_BEFORE = f"""
WITH current AS MATERIALIZED (SELECT id FROM namespace WHERE name = :name)
, page AS MATERIALIZED (
  SELECT t.session, t.position FROM current CROSS JOIN turn t
  ON t.namespace = current.id AND t.id > :after AND t.id <= :last
), first AS MATERIALIZED (SELECT session, min(position) AS position FROM page GROUP BY session)
SELECT {TURN} FROM current CROSS JOIN first CROSS JOIN turn t ON t.id IN (
  SELECT id FROM turn
  WHERE namespace = current.id AND session = first.session AND position < first.position AND id <= :after
  ORDER BY position DESC, uid DESC LIMIT :before)
"""


def log_page(connection: Connection, namespace: str, after: int, limit: int, before: int) -> LogPage:
    """See `Store.log_page`."""
    rows = connection.run(_PAGE, {"name": namespace, "after": after, "limit": limit})
    last = rows[-1][0] if rows else after
    earlier = connection.run(_BEFORE, {"name": namespace, "after": after, "last": last, "before": before})
    return LogPage(
        turns=tuple(map(turn_from, rows)),
        preceding=tuple(sorted(map(turn_from, earlier), key=position_key)),
        last_position=last,
    )
