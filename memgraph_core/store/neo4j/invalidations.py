"""The reasons for the ends of facts. All are stored, and the remaining reasons decide (see `store.invalidations`)."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from memgraph_core.records.plan import Conflict, WritePlan
from memgraph_core.statements import cypher
from memgraph_core.store.invalidations import EndReason, Outcome, ResultingEnds, outcome_of, resulting_ends
from memgraph_core.store.neo4j.conversion import Row, by_kind, properties, record_from, utc_or_none
from neo4j import ManagedTransaction


def invalidation_rows(stored: Iterable[Row], plan: WritePlan) -> Row:
    """The withdrawals, invalidations and conflicts of a plan as parameters of `write/invalidations`.

    `stored` are the reasons of the facts of the withdrawals and of connected facts.
    """
    stored_reasons = [_reason_from(row) for row in stored]
    outcome = outcome_of(stored_reasons, plan.withdrawals, plan.invalidations)
    return _rows(outcome) | {"conflicts": [_conflict(conflict) for conflict in plan.conflicts]}


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
    result = resulting_ends([_reason_from(row) for row in stored], facts=facts, turns=turns)
    plan = _rows(Outcome((), result.inherited, result.fact_ends)) | {"conflicts": list[Row]()}
    tx.run(cypher("write/invalidations"), names, plan=plan).consume()
    return result


def trees_and_reasons(
    tx: ManagedTransaction, space: str, entities: Iterable[str] = (), facts: Iterable[str] = ()
) -> Mapping[str, Sequence[Row]]:
    """The members of the trees that contain these entities (`member`), and the reasons for the ends of these facts and of
    facts connected with them (`invalidation`). One statement.
    """
    ask = {"entities": sorted(entities), "facts": sorted(facts)}
    return by_kind(tx.run(cypher("read/merges_and_invalidations"), space=space, ask=ask))


def _reason_from(row: Row) -> EndReason:
    return record_from(EndReason, row, reason=row["reason"] or "")


def _rows(outcome: Outcome) -> Row:
    """The outcome as parameters of `write/invalidations`."""
    return {
        "withdrawn": [key._asdict() for key in outcome.withdrawn],
        "reasons": list(map(_reason_row, outcome.added)),
        "ends": list(map(properties, outcome.ends)),
    }


def _reason_row(reason: EndReason) -> Row:
    row = properties(reason)
    return {name: row.pop(name) for name in ("fact", "by", "turn")} | {"properties": row}


def _conflict(conflict: Conflict) -> Row:
    """The row of a conflict; `a` is the lower uid."""
    a, b = sorted((conflict.a, conflict.b))
    return {"a": a, "b": b, "at": utc_or_none(conflict.at), "reason": conflict.reason}
