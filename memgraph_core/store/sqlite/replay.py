"""The log told again in its order, and what was made of its turns."""

from collections.abc import Sequence

from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.rebuild import LogPage
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.records import NOTE, TURN, by_uid, ids, read_records

# A turn's place in the log is its id: they are given upwards, and who asks from one on begins anew when turns
# are forgotten.
_REPLAY = f"""
WITH here AS MATERIALIZED (SELECT id FROM namespace WHERE name = :namespace)
, page AS MATERIALIZED (
  SELECT t.id, t.session, t.position FROM here CROSS JOIN turn t ON t.namespace = here.id AND t.id > :after
  ORDER BY t.id LIMIT :limit
), first AS MATERIALIZED (SELECT session, min(position) AS position FROM page GROUP BY session)
, shown(id) AS (
  SELECT id FROM page
  UNION ALL
  SELECT t.id FROM here CROSS JOIN first CROSS JOIN turn t ON t.id IN (
    SELECT id FROM turn
    WHERE namespace = here.id AND session = first.session AND position < first.position AND id <= :after
    ORDER BY position DESC, uid DESC LIMIT :before)
)
{TURN} FROM shown CROSS JOIN turn t ON t.id = shown.id
"""
_NOTES_OF = f"""
WITH here AS MATERIALIZED (SELECT * FROM namespace WHERE name = :namespace)
, drawn AS MATERIALIZED (
  SELECT DISTINCT edge.source AS id FROM here CROSS JOIN json_each(:turns) wanted
  CROSS JOIN turn t ON t.namespace = here.id AND t.uid = wanted.value
  CROSS JOIN edge ON edge.target = t.id AND edge.type = 'FROM'
)
{NOTE} FROM here CROSS JOIN drawn CROSS JOIN note n ON n.id = drawn.id AND n.space = here.space
"""


def replay(link: Link, namespace: str, after: int, limit: int, before: int) -> LogPage:
    """See `Store.replay`."""
    values = {"namespace": namespace, "after": after, "limit": limit, "before": before}
    found = read_records(link.run(_REPLAY, values)).turns
    return LogPage(
        turns=tuple(found[node] for node in sorted(found) if node > after),
        preceding=tuple(sorted((turn for node, turn in found.items() if node <= after), key=_place)),
        last_position=max(found, default=after),
    )


def notes_of(link: Link, namespace: str, turns: Sequence[str]) -> tuple[Note, ...]:
    """See `Store.notes_of`."""
    rows = link.run(_NOTES_OF, {"namespace": namespace, "turns": ids(turns)})
    return by_uid(read_records(rows).notes.values())


def _place(turn: Turn) -> tuple[str, int, str]:
    return turn.session, turn.position or 0, turn.uid
