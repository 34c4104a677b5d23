"""The ledger: what calls of models a namespace has cost. Numbers and no words, so that it outlives what it paid for."""

from collections.abc import Sequence
from typing import Any

from memgraph_core.records.graph import Call
from memgraph_core.records.log import CallTotals
from memgraph_core.store.sqlite import place as places
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.records import ids
from memgraph_core.store.sqlite.times import micros, moment

_CALL = """
INSERT INTO call (namespace, uid, at, model, kind, outcome, turns, tokens_in, tokens_out, seconds, cost)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
# What the ledger of :namespace adds up to; no row without any calls.
SPENT = "SELECT calls, tokens_in, tokens_out, cost FROM spent WHERE namespace = :namespace"
_LEDGER = """
SELECT c.uid, c.at, c.model, c.kind, c.outcome, c.turns, c.tokens_in, c.tokens_out, c.seconds, c.cost
FROM namespace here CROSS JOIN call c ON c.namespace = here.id WHERE here.name = :namespace
AND (:uids IS NULL OR c.uid IN (SELECT value FROM json_each(:uids)))
ORDER BY c.at DESC, c.uid LIMIT :limit
"""


def spend(link: Link, namespace: str, calls: Sequence[Call]) -> CallTotals:
    """See `Store.spend`."""
    place = places.make(link, namespace)
    keep(link, place.namespace, calls)
    return _spent(link, place.namespace)


def spent(link: Link, namespace: str) -> CallTotals:
    """What is in the ledger by now."""
    place = places.find(link, namespace)
    return _spent(link, place.namespace) if place else CallTotals()


def spent_of(row: Sequence[Any]) -> CallTotals:
    """A row of SPENT."""
    calls, tokens_in, tokens_out, cost = row
    return CallTotals(calls=calls, tokens_in=tokens_in, tokens_out=tokens_out, cost=cost)


def keep(link: Link, namespace: int, calls: Sequence[Call]) -> None:
    """Put calls into the ledger of a namespace, given by its number."""
    link.many(_CALL, [(namespace, *row) for row in rows_of(calls)])


def rows_of(calls: Sequence[Call]) -> list[tuple[object, ...]]:
    """What a plan is told of calls (planned.sql)."""
    return [
        (
            c.uid,
            micros(c.at),
            c.model,
            c.kind,
            c.outcome,
            c.turns,
            c.tokens_in,
            c.tokens_out,
            c.seconds,
            c.cost,
        )
        for c in calls
    ]


def ledger(link: Link, namespace: str, limit: int, uids: Sequence[str] | None) -> tuple[Call, ...]:
    """See `Store.ledger`."""
    return tuple(
        Call(
            uid=uid,
            at=moment(at),
            model=model,
            kind=kind,
            outcome=outcome,
            turns=turns,
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            seconds=seconds,
            cost=cost,
        )
        for uid, at, model, kind, outcome, turns, tokens_in, tokens_out, seconds, cost in link.run(
            _LEDGER, {"namespace": namespace, "limit": limit, "uids": None if uids is None else ids(uids)}
        )
    )


def _spent(link: Link, namespace: int) -> CallTotals:
    rows = link.run(SPENT, {"namespace": namespace})
    return spent_of(rows[0]) if rows else CallTotals()
