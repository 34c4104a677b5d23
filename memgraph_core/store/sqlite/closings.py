"""Why facts ended: every reason is kept, and a fact ends as those that are left say (`store.closings`)."""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain

from memgraph_core.store.closings import Closed, Settled, settled
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.place import Place
from memgraph_core.store.sqlite.records import ids
from memgraph_core.store.sqlite.times import micros, moment
from memgraph_core.writes import Closing, Conflict, Reopening

_END = "UPDATE fact SET holds_until = ?3, retired_at = ?4 WHERE space = ?1 AND uid = ?2"
_RESTORE = "UPDATE fact SET holds_until = told_until, retired_at = told_retired WHERE space = ?1 AND uid = ?2"
_KEEP = """
INSERT INTO closing (fact, by, turn, until, at, dated, corrects, reason)
SELECT f.id, (SELECT id FROM fact WHERE space = ?2 AND uid = ?4),
  (SELECT id FROM turn WHERE namespace = ?1 AND uid = ?5), ?6, ?7, ?8, ?9, ?10
FROM fact f WHERE f.space = ?2 AND f.uid = ?3
ON CONFLICT DO UPDATE SET until = excluded.until, at = excluded.at, dated = excluded.dated,
  corrects = excluded.corrects, reason = excluded.reason, turn = excluded.turn
"""
# All reasons that bear on facts that are ended by given facts, or by what given turns say; of those given facts, of what
# these are ended by, and of what they end.
_BEARING = """
WITH hit(id) AS MATERIALIZED (
  SELECT closing.fact FROM json_each(:facts) row CROSS JOIN closing ON closing.by = row.value
  UNION
  SELECT closing.fact FROM json_each(:turns) row CROSS JOIN closing ON closing.turn = row.value AND closing.by IS NULL
  UNION
  SELECT value FROM json_each(:facts)
  UNION
  SELECT value FROM json_each(:touched)
), bearing(id) AS MATERIALIZED (
  SELECT id FROM hit
  UNION
  SELECT closing.fact FROM hit CROSS JOIN closing ON closing.by = hit.id
  UNION
  SELECT closing.by FROM hit CROSS JOIN closing ON closing.fact = hit.id WHERE closing.by IS NOT NULL
)
SELECT f.uid, newer.uid, t.uid, c.until, c.at, c.dated, c.corrects, c.reason
FROM bearing CROSS JOIN closing c ON c.fact = bearing.id CROSS JOIN fact f ON f.id = c.fact
LEFT JOIN fact newer ON newer.id = c.by LEFT JOIN turn t ON t.id = c.turn
"""
_UIDS = """
SELECT uid, 0 FROM fact WHERE id IN (SELECT value FROM json_each(:facts))
UNION ALL
SELECT uid, 1 FROM turn WHERE id IN (SELECT value FROM json_each(:turns))
"""
_FACTS = "SELECT id FROM fact WHERE space = ? AND uid IN (SELECT value FROM json_each(?))"
_UNSAID = "DELETE FROM closing WHERE by IS NULL AND turn IN (SELECT value FROM json_each(?))"
_UNDONE = """
DELETE FROM closing WHERE fact = (SELECT id FROM fact WHERE space = ?2 AND uid = ?3)
AND by IS (SELECT id FROM fact WHERE space = ?2 AND uid = ?4)
AND (by IS NOT NULL OR turn IS (SELECT id FROM turn WHERE namespace = ?1 AND uid = ?5))
"""
_CONFLICT = """
INSERT INTO edge (source, type, target, at, label)
SELECT a.id, 'CONFLICTS', b.id, ?4, ?5 FROM fact a CROSS JOIN fact b
WHERE a.space = ?1 AND a.uid = ?2 AND b.space = ?1 AND b.uid = ?3
ON CONFLICT DO NOTHING
"""


def close(link: Link, place: Place, closings: Sequence[Closing]) -> None:
    """The facts end, and it is kept why."""
    link.many(_END, [(place.space, c.fact, micros(c.holds_until), micros(c.retired_at)) for c in closings])
    _keep(
        link,
        place,
        (
            Closed(
                fact=c.fact, by=c.by, turn=c.turn, until=c.told_until or c.holds_until, at=c.retired_at,
                dated=c.dated, corrects=c.corrects, reason=c.reason,
            )
            for c in closings
        ),
    )  # fmt: skip


def contradict(link: Link, place: Place, conflicts: Iterable[Conflict]) -> None:
    """Of these facts it cannot be told which holds."""
    rows = [(place.space, *sorted((c.a, c.b)), micros(c.at), c.reason) for c in conflicts]
    link.many(_CONFLICT, rows)


def reopen(link: Link, place: Place, reopenings: Sequence[Reopening]) -> None:
    """The facts end as the other reasons say, or hold again."""
    if not reopenings:
        return
    touched = [row[0] for row in link.run(_FACTS, (place.space, ids(r.fact for r in reopenings)))]
    closings = _bearing(link, facts=(), turns=(), touched=touched)
    undone = {(r.fact, r.by, None if r.by else r.turn) for r in reopenings}
    rows = [(place.namespace, place.space, r.fact, r.by, r.turn) for r in reopenings]
    link.many(_UNDONE, rows)
    _carry_out(link, place, settled(closings, undone=undone))


def pass_on(link: Link, place: Place, facts: Collection[int], turns: Collection[int]) -> Settled:
    """Settle what ended because of facts and turns (their ids) that go, before they do."""
    told = link.run(_UIDS, {"facts": ids(facts), "turns": ids(turns)})
    closings = _bearing(link, facts, turns, touched=())
    outcome = settled(
        closings,
        facts=[uid for uid, of_turn in told if not of_turn],
        turns=[uid for uid, of_turn in told if of_turn],
    )
    link.run(_UNSAID, (ids(turns),))
    _carry_out(link, place, outcome)
    return outcome


def _bearing(
    link: Link, facts: Collection[int], turns: Collection[int], touched: Collection[int]
) -> list[Closed]:
    rows = link.run(_BEARING, {"facts": ids(facts), "turns": ids(turns), "touched": ids(touched)})
    return [
        Closed(
            fact=fact, by=by, turn=turn, until=moment(until), at=moment(at),
            dated=bool(dated), corrects=bool(corrects), reason=reason,
        )
        for fact, by, turn, until, at, dated, corrects, reason in rows
    ]  # fmt: skip


def _carry_out(link: Link, place: Place, outcome: Settled) -> None:
    _keep(link, place, outcome.inherited)
    link.many(_RESTORE, [(place.space, fact) for fact in outcome.restored])
    link.many(
        _END,
        [
            (place.space, fact, micros(end.until), micros(end.at))
            for fact, end in outcome.ends.items()
            if end is not None
        ],
    )


def _keep(link: Link, place: Place, reasons: Iterable[Closed]) -> None:
    whose = (place.namespace, place.space)
    rows = [
        (c.fact, c.by, c.turn, micros(c.until), micros(c.at), int(c.dated), int(c.corrects), c.reason)
        for c in reasons
    ]
    link.many(_KEEP, [tuple(chain(whose, row)) for row in rows])
