"""Entities merged and split: the trees of those that a plan speaks of, and what hangs on them put where it belongs."""

from collections.abc import Iterable, Sequence

from memgraph_core.records.plan import Merge, Split, WritePlan
from memgraph_core.statements import cypher
from memgraph_core.store.merging import Grouping, regrouped, torn
from memgraph_core.store.neo4j.closings import affected
from memgraph_core.store.neo4j.rows import Row, sent
from neo4j import ManagedTransaction


def merge(tx: ManagedTransaction, plan: WritePlan, trees: Iterable[Row]) -> None:
    """Carry out the splits and merges of a plan, and put right what it says of entities that are merged. `trees` are as they
    were before the plan: who was not there yet came with it, alone.
    """
    new: dict[str, str | None] = {entity.uid: None for entity in plan.entities}
    parents = {**new, **{row["uid"]: row["parent"] for row in trees}}
    grouping = regrouped(parents, plan.splits, plan.merges)
    links: list[Row] = [
        {**_pair(link), "reason": link.reason, "turn": link.turn, "at": sent(link.at or plan.at)}
        for link in grouping.links
    ]
    _settle(tx, plan.space, grouping, links)


def tear(tx: ManagedTransaction, space: str, touched: Sequence[str], gone: Iterable[str]) -> list[str]:
    """Undo the merges that were told by turns that are gone; and, as far as they are touched, those of entities that
    have nothing of their own left. All in their trees, by uid; in two statements.
    """
    trees = affected(tx, space, entities=touched)["member"]
    turns, lost = frozenset(gone), frozenset(touched)
    parents = {row["uid"]: row["parent"] for row in trees}
    if any(parents.values()):
        grouping = torn(
            parents,
            untold=(row["uid"] for row in trees if row["turn"] in turns),
            bare=(row["uid"] for row in trees if row["bare"] and row["uid"] in lost),
        )
        _settle(tx, space, grouping, [])
    return sorted(parents)


def _settle(tx: ManagedTransaction, space: str, grouping: Grouping, links: list[Row]) -> None:
    plan: Row = {
        "members": [{"uid": uid, "root": root} for uid, root in grouping.roots.items()],
        "roots": dict(grouping.roots),
        "cut": list(grouping.cut),
        "links": links,
        "apart": [_pair(pair) for pair in grouping.apart],
        "together": [_pair(pair) for pair in grouping.links],
    }
    tx.run(cypher("write/merge"), space=space, plan=plan).consume()


def _pair(pair: Merge | Split) -> Row:
    return {"alias": pair.alias, "into": pair.into}
