"""Entities merged and split: the trees of those that a plan speaks of, and what hangs on them put where it belongs.

The whole of a tree is put right at once, however many merges and splits there are: see `regrouped` in planned.sql.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memgraph_core.records.plan import Merge, Split, WritePlan
from memgraph_core.store.merging import Grouping, named_in, regrouped, torn
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.place import Place
from memgraph_core.store.sqlite.records import ids
from memgraph_core.store.sqlite.times import micros

# Every member of the trees in which :entities are, given by uid or by id. `bare`: it has nothing of its own.
_TREES = """
WITH given(id) AS MATERIALIZED (
  SELECT e.id FROM json_each(:uids) row CROSS JOIN entity e ON e.space = :space AND e.uid = row.value
  UNION
  SELECT value FROM json_each(:ids)
), root(id) AS MATERIALIZED (
  SELECT DISTINCT coalesce((SELECT canonical FROM same_as WHERE alias = given.id), given.id) FROM given
), member(id, root) AS MATERIALIZED (
  SELECT id, id FROM root UNION ALL SELECT alias, canonical FROM root CROSS JOIN same_as ON canonical = root.id
)
SELECT e.uid, e.id, (
    SELECT parent.uid FROM same_as CROSS JOIN entity parent ON parent.id = same_as.parent WHERE alias = e.id),
  NOT EXISTS (
    SELECT 1 FROM edge WHERE edge.target = e.id AND edge.via IS NULL
    AND edge.type IN ('MENTIONS', 'SPOKEN_BY', 'ABOUT', 'OWN_MENTIONS', 'OWN_SPOKEN_BY', 'OWN_ABOUT'))
  AND NOT EXISTS (SELECT 1 FROM fact WHERE subject = member.root AND coalesce(subject_via, subject) = e.id)
  AND NOT EXISTS (SELECT 1 FROM fact WHERE object = member.root AND coalesce(object_via, object) = e.id)
FROM member CROSS JOIN entity e ON e.id = member.id
"""
_REGROUPED = "INSERT INTO regrouped (cut, members) VALUES (?, ?)"

Rows = Mapping[str, Sequence[object]]


@dataclass(frozen=True, slots=True)
class _Trees:
    """Members of trees, by uid."""

    ids: Mapping[str, int]
    parents: Mapping[str, str | None]
    bare: frozenset[str]


def rows_of(link: Link, place: Place, plan: WritePlan) -> Rows:
    """What the database is told of the splits and merges of a plan, and of entities that are merged and that it speaks of
    (planned.sql). Who is not there yet comes with the plan, alone.
    """
    new: dict[str, str | None] = {entity.uid: None for entity in plan.entities}
    parents = {**new, **_trees(link, place, uids=named_in(plan)).parents}
    grouping = regrouped(parents, plan.splits, plan.merges)
    return {
        "cut": grouping.cut,
        "members": list(grouping.roots.items()),
        "merges": [
            (m.alias, m.into, grouping.roots[m.alias], m.turn, micros(m.at or plan.at), m.reason)
            for m in grouping.links
        ],
        "apart": [ends for pair in grouping.apart for ends in _both_ways(pair)],
        "together": [ends for pair in grouping.links for ends in _both_ways(pair)],
    }


def tear(link: Link, place: Place, touched: Sequence[int], untold: Sequence[int]) -> list[int]:
    """Undo the merges that were told by what is gone; and, as far as they are touched, those of entities that have
    nothing of their own left. The ids of all in their trees.
    """
    trees = _trees(link, place, entities=touched)
    if any(trees.parents.values()):
        gone, lost = frozenset(untold), frozenset(touched)
        grouping = torn(
            trees.parents,
            untold=(uid for uid, node in trees.ids.items() if node in gone),
            bare=(uid for uid in trees.bare if trees.ids[uid] in lost),
        )
        _settle(link, trees, grouping)
    return sorted(trees.ids.values())


def _trees(link: Link, place: Place, uids: Iterable[str] = (), entities: Iterable[int] = ()) -> _Trees:
    rows = link.run(_TREES, {"space": place.space, "uids": ids(uids), "ids": ids(entities)})
    return _Trees(
        ids={uid: node for uid, node, _, _ in rows},
        parents={uid: parent for uid, _, parent, _ in rows},
        bare=frozenset(uid for uid, _, _, bare in rows if bare),
    )


def _settle(link: Link, trees: _Trees, grouping: Grouping) -> None:
    of = trees.ids
    members = [(of[uid], of[root]) for uid, root in grouping.roots.items()]
    link.run(_REGROUPED, (ids(of[uid] for uid in grouping.cut), json.dumps(members)))


def _both_ways(pair: Merge | Split) -> list[tuple[str, str]]:
    return [(pair.alias, pair.into), (pair.into, pair.alias)]
