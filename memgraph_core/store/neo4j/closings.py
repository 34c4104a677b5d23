"""Why facts ended: every reason is kept, and a fact ends as those that are left say (`store.closings`)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from memgraph_core.records.plan import Conflict, Invalidation, WritePlan
from memgraph_core.statements import cypher
from memgraph_core.store.invalidations import Closed, Settled, settled
from memgraph_core.store.neo4j.rows import Row, by_kind, certain, sent
from neo4j import ManagedTransaction


def rows_of(told: Iterable[Row], plan: WritePlan) -> Row:
    """What `write/facts` takes of the reopenings, closings and conflicts of a plan; `told` are the closings that bear on the
    facts that are opened again. These end as the other reasons say, or hold again; then come new reasons.
    """
    undone = [(r.fact, r.superseded_by, None if r.superseded_by else r.turn) for r in plan.withdrawals]
    outcome = settled([_closed(row) for row in told], undone=undone)
    reasons, new = _reasons(outcome), [_closing(closing) for closing in plan.invalidations]
    ended = {c.fact: _end(c.fact, c.holds_until, c.retired_at) for c in plan.invalidations}
    return {
        "undone": [{"fact": fact, "by": by, "turn": turn} for fact, by, turn in undone],
        "kept": reasons + new,
        "ends": list({**_ends(outcome), **ended}.values()),
        "conflicts": [_conflict(conflict) for conflict in plan.conflicts],
    }


def pass_on(
    tx: ManagedTransaction,
    whose: Row,
    closed: Iterable[str],
    facts: Collection[str],
    turns: Collection[str],
) -> Settled:
    """Settle what ended because of facts and turns that go, before they do; in two statements."""
    told = affected(tx, whose["space"], facts={*closed, *facts})["closing"]
    outcome = settled([_closed(row) for row in told], facts=facts, turns=turns)
    plan = {"kept": _reasons(outcome), "ends": list(_ends(outcome).values())}
    nothing: Row = {"facts": [], "undone": [], "conflicts": []}
    tx.run(cypher("write/facts"), whose, plan=plan | nothing).consume()
    return outcome


def affected(
    tx: ManagedTransaction, space: str, entities: Iterable[str] = (), facts: Iterable[str] = ()
) -> Mapping[str, Sequence[Row]]:
    """What is there of trees of entities (`member`), and of why facts ended (`closing`), in one statement."""
    ask = {"entities": sorted(entities), "facts": sorted(facts)}
    return by_kind(tx.run(cypher("read/affected"), space=space, ask=ask))


def _closed(row: Row) -> Closed:
    return Closed(
        fact=row["fact"],
        by=row["by"],
        turn=row["turn"],
        until=certain(row["until"]),
        at=certain(row["at"]),
        dated=row["dated"],
        corrects=row["corrects"],
        reason=row["reason"] or "",
    )


def _ends(outcome: Settled) -> dict[str, Row]:
    return {
        fact: _end(fact, end.until if end else None, end.at if end else None)
        for fact, end in outcome.ends.items()
    }


def _end(fact: str, until: datetime | None, at: datetime | None) -> Row:
    return {"fact": fact, "until": sent(until), "at": sent(at)}


def _reasons(outcome: Settled) -> list[Row]:
    return [
        _reason(
            c.fact, c.by, c.turn, until=c.until, at=c.at, dated=c.dated, corrects=c.corrects, reason=c.reason
        )
        for c in outcome.inherited
    ]


def _closing(c: Invalidation) -> Row:
    until = c.stated_until or c.holds_until
    return _reason(
        c.fact,
        c.superseded_by,
        c.turn,
        until=until,
        at=c.retired_at,
        dated=c.dated,
        corrects=c.corrects,
        reason=c.reason,
    )


def _reason(
    fact: str, by: str | None, turn: str | None, *, until: datetime, at: datetime, **fields: object
) -> Row:
    properties = {"until": sent(until), "at": sent(at), **fields}
    return {"fact": fact, "by": by, "turn": turn, "properties": properties}


def _conflict(conflict: Conflict) -> Row:
    """The lower uid first."""
    a, b = sorted((conflict.a, conflict.b))
    return {"a": a, "b": b, "at": sent(conflict.at), "reason": conflict.reason}
