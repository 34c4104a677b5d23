"""Why facts ended: every reason is kept, and a fact ends as those that are left say (`store.closings`)."""

from collections.abc import Collection, Iterable, Sequence

from memgraph_core.store.closings import Closed, Settled, settled
from memgraph_core.store.neo4j.rows import Row, certain, sent
from memgraph_core.store.queries import cypher
from memgraph_core.writes import Closing, Conflict, Reopening
from neo4j import ManagedTransaction


def closing_row(closing: Closing) -> Row:
    """A closing as `write/closings` takes it."""
    return {
        "fact": closing.fact,
        "holds_until": sent(closing.holds_until),
        "retired_at": sent(closing.retired_at),
        "by": closing.by,
        "turn": closing.turn,
        "properties": {
            "until": sent(closing.told_until or closing.holds_until),
            "at": sent(closing.retired_at),
            "dated": closing.dated,
            "corrects": closing.corrects,
            "reason": closing.reason,
        },
    }


def conflict_row(conflict: Conflict) -> Row:
    """A conflict as `write/closings` takes it, the lower uid first."""
    a, b = sorted((conflict.a, conflict.b))
    return {"a": a, "b": b, "at": sent(conflict.at), "reason": conflict.reason}


def reopen(tx: ManagedTransaction, whose: Row, reopenings: Sequence[Reopening]) -> None:
    """The facts end as the other reasons say, or hold again; in two statements."""
    closings = _bearing(tx, whose, {r.fact for r in reopenings})
    undone = [(r.fact, r.by, None if r.by else r.turn) for r in reopenings]
    rows = [{"fact": fact, "by": by, "turn": turn} for fact, by, turn in undone]
    _carry_out(tx, whose, settled(closings, undone=undone), rows)


def pass_on(
    tx: ManagedTransaction,
    whose: Row,
    closed: Iterable[str],
    facts: Collection[str],
    turns: Collection[str],
) -> Settled:
    """Settle what ended because of facts and turns that go, before they do; in two statements."""
    outcome = settled(_bearing(tx, whose, {*closed, *facts}), facts=facts, turns=turns)
    _carry_out(tx, whose, outcome, [])
    return outcome


def _bearing(tx: ManagedTransaction, whose: Row, facts: Iterable[str]) -> list[Closed]:
    found = tx.run(cypher("read/closings"), space=whose["space"], ask={"facts": sorted(facts)})
    return [
        Closed(
            fact=row["fact"],
            by=row["by"],
            turn=row["turn"],
            until=certain(row["until"]),
            at=certain(row["at"]),
            dated=row["dated"],
            corrects=row["corrects"],
            reason=row["reason"] or "",
        )
        for row in found
    ]


def _carry_out(tx: ManagedTransaction, whose: Row, outcome: Settled, undone: list[Row]) -> None:
    ends = [
        {"fact": fact, "until": sent(end.until) if end else None, "at": sent(end.at) if end else None}
        for fact, end in outcome.ends.items()
    ]
    plan = {"undone": undone, "ends": ends, "inherited": [_inherited(c) for c in outcome.inherited]}
    tx.run(cypher("write/reopen"), whose, plan=plan).consume()


def _inherited(reason: Closed) -> Row:
    properties = {
        "until": sent(reason.until),
        "at": sent(reason.at),
        "dated": reason.dated,
        "corrects": reason.corrects,
        "reason": reason.reason,
    }
    return {"fact": reason.fact, "by": reason.by, "turn": reason.turn, "properties": properties}
