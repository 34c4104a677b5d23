"""The reasons for the ends of facts. All are stored, and the remaining reasons decide (see `store.invalidations`)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from memgraph_core.records.plan import Conflict, Invalidation, WritePlan
from memgraph_core.statements import cypher
from memgraph_core.store.invalidations import EndReason, ResultingEnds, resulting_ends
from memgraph_core.store.neo4j.conversion import Row, by_kind, time_from, utc_or_none
from neo4j import ManagedTransaction


def invalidation_rows(stored: Iterable[Row], plan: WritePlan) -> Row:
    """The withdrawals, invalidations and conflicts of a plan as parameters of `write/invalidations`.

    `stored` are the reasons of the facts of the withdrawals and of connected facts. First the withdrawals are applied: the
    facts end by their other reasons, or hold again. Then the new reasons are applied.
    """
    withdrawn = [
        (each.fact, each.superseded_by, None if each.superseded_by else each.turn)
        for each in plan.withdrawals
    ]
    outcome = resulting_ends([_reason_from(row) for row in stored], undone=withdrawn)
    ended = {each.fact: _end(each.fact, each.holds_until, each.retired_at) for each in plan.invalidations}
    return {
        "withdrawn": [{"fact": fact, "by": by, "turn": turn} for fact, by, turn in withdrawn],
        "reasons": _inherited(outcome) + [_new_reason(each) for each in plan.invalidations],
        "ends": list({**_ends(outcome), **ended}.values()),
        "conflicts": [_conflict(conflict) for conflict in plan.conflicts],
    }


def settle_deleted(
    tx: ManagedTransaction,
    names: Row,
    ended: Iterable[str],
    facts: Collection[str],
    turns: Collection[str],
) -> ResultingEnds:
    """Set the ends of the facts that these facts and turns ended, before the latter are deleted. Two statements.

    `ended`: uids of the facts that they ended, which now hold again or end for other reasons.
    """
    stored = trees_and_reasons(tx, names["space"], facts={*ended, *facts})["invalidation"]
    outcome = resulting_ends([_reason_from(row) for row in stored], facts=facts, turns=turns)
    plan = {
        "withdrawn": list[Row](),
        "reasons": _inherited(outcome),
        "ends": list(_ends(outcome).values()),
        "conflicts": list[Row](),
    }
    tx.run(cypher("write/invalidations"), names, plan=plan).consume()
    return outcome


def trees_and_reasons(
    tx: ManagedTransaction, space: str, entities: Iterable[str] = (), facts: Iterable[str] = ()
) -> Mapping[str, Sequence[Row]]:
    """The members of the trees that contain these entities (`member`), and the reasons for the ends of these facts and of
    facts connected with them (`invalidation`). One statement.
    """
    ask = {"entities": sorted(entities), "facts": sorted(facts)}
    return by_kind(tx.run(cypher("read/merges_and_invalidations"), space=space, ask=ask))


def _reason_from(row: Row) -> EndReason:
    return EndReason(
        fact=row["fact"],
        by=row["by"],
        turn=row["turn"],
        until=time_from(row["until"]),
        at=time_from(row["at"]),
        dated=row["dated"],
        corrects=row["corrects"],
        reason=row["reason"] or "",
    )


def _ends(outcome: ResultingEnds) -> dict[str, Row]:
    return {
        fact: _end(fact, end.until if end else None, end.at if end else None)
        for fact, end in outcome.ends.items()
    }


def _end(fact: str, until: datetime | None, at: datetime | None) -> Row:
    return {"fact": fact, "until": utc_or_none(until), "at": utc_or_none(at)}


def _inherited(outcome: ResultingEnds) -> list[Row]:
    return [
        _reason(
            each.fact,
            each.by,
            each.turn,
            until=each.until,
            at=each.at,
            dated=each.dated,
            corrects=each.corrects,
            reason=each.reason,
        )
        for each in outcome.inherited
    ]


def _new_reason(invalidation: Invalidation) -> Row:
    return _reason(
        invalidation.fact,
        invalidation.superseded_by,
        invalidation.turn,
        until=invalidation.stated_until or invalidation.holds_until,
        at=invalidation.retired_at,
        dated=invalidation.dated,
        corrects=invalidation.corrects,
        reason=invalidation.reason,
    )


def _reason(
    fact: str, by: str | None, turn: str | None, *, until: datetime, at: datetime, **fields: object
) -> Row:
    properties = {"until": utc_or_none(until), "at": utc_or_none(at), **fields}
    return {"fact": fact, "by": by, "turn": turn, "properties": properties}


def _conflict(conflict: Conflict) -> Row:
    """The row of a conflict; `a` is the lower uid."""
    a, b = sorted((conflict.a, conflict.b))
    return {"a": a, "b": b, "at": utc_or_none(conflict.at), "reason": conflict.reason}
