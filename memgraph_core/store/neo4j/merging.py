"""Merging and splitting entities: their trees, and the relationships that belong to the members."""

from collections.abc import Iterable, Sequence

from memgraph_core.records.plan import Merge, Split, WritePlan
from memgraph_core.statements import cypher
from memgraph_core.store.merging import Grouping, regrouped, without_merges
from memgraph_core.store.neo4j.conversion import Row, utc_or_none
from memgraph_core.store.neo4j.invalidations import trees_and_reasons
from neo4j import ManagedTransaction


def merge(tx: ManagedTransaction, plan: WritePlan, trees: Iterable[Row]) -> None:
    """Execute the splits and merges of a plan, and move the relationships that it wrote to merged entities. One statement.

    `trees` are the members of the trees before the plan. Entities that are not among them were created by the plan.
    """
    new: dict[str, str | None] = {entity.uid: None for entity in plan.entities}
    parents = {**new, **{row["uid"]: row["parent"] for row in trees}}
    grouping = regrouped(parents, plan.splits, plan.merges)
    links: list[Row] = [
        {**_pair(link), "reason": link.reason, "turn": link.turn, "at": utc_or_none(link.at or plan.at)}
        for link in grouping.links
    ]
    _write(tx, plan.space, grouping, links)


def undo_merges(
    tx: ManagedTransaction, space: str, affected: Sequence[str], deleted: Iterable[str]
) -> list[str]:
    """Undo the merges that these deleted turns stated, and those of affected entities without relationships of their own.

    At most two statements. Returns the members of all trees, sorted by uid.
    """
    trees = trees_and_reasons(tx, space, entities=affected)["member"]
    turns, of_affected = frozenset(deleted), frozenset(affected)
    parents = {row["uid"]: row["parent"] for row in trees}
    if any(parents.values()):
        grouping = without_merges(
            parents,
            unstated=(row["uid"] for row in trees if row["turn"] in turns),
            bare=(row["uid"] for row in trees if row["bare"] and row["uid"] in of_affected),
        )
        _write(tx, space, grouping, [])
    return sorted(parents)


def _write(tx: ManagedTransaction, space: str, grouping: Grouping, links: list[Row]) -> None:
    plan: Row = {
        "members": [{"uid": uid, "root": root} for uid, root in grouping.roots.items()],
        "roots": dict(grouping.roots),
        "cut": list(grouping.cut),
        "links": links,
        "keep_apart": [_pair(pair) for pair in grouping.apart],
        "together": [_pair(pair) for pair in grouping.links],
    }
    tx.run(cypher("write/merge"), space=space, plan=plan).consume()


def _pair(pair: Merge | Split) -> Row:
    return {"alias": pair.alias, "into": pair.into}
