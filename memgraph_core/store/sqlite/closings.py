"""Why facts ended: every reason is kept, and a fact ends as those that are left say (`store.closings`)."""

import json
from collections.abc import Collection, Mapping, Sequence

from memgraph_core.records.plan import Invalidation, InvalidationWithdrawal
from memgraph_core.store.invalidations import Closed, Settled, settled
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.place import Place
from memgraph_core.store.sqlite.records import ids
from memgraph_core.store.sqlite.times import micros, moment

_CLOSED = "INSERT INTO closed (namespace, space, undone, kept, ends) VALUES (?, ?, NULL, ?, ?)"
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
  SELECT f.id FROM json_each(:touched) row CROSS JOIN fact f ON f.space = :space AND f.uid = row.value
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
_UNSAID = "DELETE FROM closing WHERE by IS NULL AND turn IN (SELECT value FROM json_each(?))"


Rows = Mapping[str, Sequence[object]]


def rows_of(
    link: Link, place: Place, reopenings: Sequence[InvalidationWithdrawal], closings: Sequence[Invalidation]
) -> Rows:
    """What `closed` is told of these (planned.sql): reasons are taken back first, and facts end as the others say, or hold
    again; then come new reasons.
    """
    outcome, undone = Settled(ends={}, inherited=()), list[tuple[str, str | None, str | None]]()
    if reopenings:
        told = _bearing(link, place, touched=[r.fact for r in reopenings])
        undone = [(r.fact, r.superseded_by, None if r.superseded_by else r.turn) for r in reopenings]
        outcome = settled(told, undone=set(undone))
    ended = {c.fact: (c.fact, micros(c.holds_until), micros(c.retired_at)) for c in closings}
    return {
        "undone": undone,
        "kept": [*map(_kept, outcome.inherited), *(_kept(_closed(c)) for c in closings)],
        "ends": list({**_ends(outcome), **ended}.values()),
    }


def pass_on(link: Link, place: Place, facts: Collection[int], turns: Collection[int]) -> Settled:
    """Settle what ended because of facts and turns (their ids) that go, before they do."""
    told = link.run(_UIDS, {"facts": ids(facts), "turns": ids(turns)})
    outcome = settled(
        _bearing(link, place, facts, turns),
        facts=[uid for uid, of_turn in told if not of_turn],
        turns=[uid for uid, of_turn in told if of_turn],
    )
    link.run(_UNSAID, (ids(turns),))
    kept, ends = [_kept(reason) for reason in outcome.inherited], list(_ends(outcome).values())
    link.run(_CLOSED, (place.namespace, place.space, json.dumps(kept, ensure_ascii=False), json.dumps(ends)))
    return outcome


def _bearing(
    link: Link,
    place: Place,
    facts: Collection[int] = (),
    turns: Collection[int] = (),
    touched: Collection[str] = (),
) -> list[Closed]:
    """By facts and turns that go (ids of rows), and by facts that are touched (uids)."""
    asked = {"facts": ids(facts), "turns": ids(turns), "touched": ids(touched), "space": place.space}
    return [
        Closed(
            fact=fact, by=by, turn=turn, until=moment(until), at=moment(at),
            dated=bool(dated), corrects=bool(corrects), reason=reason,
        )
        for fact, by, turn, until, at, dated, corrects, reason in link.run(_BEARING, asked)
    ]  # fmt: skip


def _ends(outcome: Settled) -> dict[str, tuple[object, ...]]:
    return {
        fact: (fact, micros(end.until), micros(end.at)) if end else (fact, None, None)
        for fact, end in outcome.ends.items()
    }


def _closed(c: Invalidation) -> Closed:
    return Closed(
        fact=c.fact, by=c.superseded_by, turn=c.turn, until=c.stated_until or c.holds_until, at=c.retired_at,
        dated=c.dated, corrects=c.corrects, reason=c.reason,
    )  # fmt: skip


def _kept(c: Closed) -> tuple[object, ...]:
    return (c.fact, c.by, c.turn, micros(c.until), micros(c.at), int(c.dated), int(c.corrects), c.reason)
