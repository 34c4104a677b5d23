"""Entities merged and split: the trees of those that a plan speaks of, and what hangs on them put where it belongs.

The whole of a tree is put right at once, however many merges and splits there are: first what is a member's own is set
aside, then everything that is lent is taken away, then each root is given its own and what it bears for others.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memgraph_core.store.merging import Grouping, named_in, regrouped, torn
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.counting import COUNTS
from memgraph_core.store.sqlite.place import Place
from memgraph_core.store.sqlite.records import ids
from memgraph_core.store.sqlite.times import micros
from memgraph_core.writes import WritePlan

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
# In what follows :members rows are [id of a member, id of its root by now].
_MEMBER = """
WITH member(id, root) AS MATERIALIZED (SELECT value ->> 0, value ->> 1 FROM json_each(:members))
"""
_EDGES = (
    f"""{_MEMBER}
    INSERT INTO edge (source, type, target, at, weight, label)
    SELECT edge.source, 'OWN_' || edge.type, edge.target, edge.at, edge.weight, edge.label
    FROM member CROSS JOIN edge ON edge.target = member.id AND edge.type IN ('MENTIONS', 'SPOKEN_BY', 'ABOUT')
    WHERE edge.via IS NULL AND member.id <> member.root
    ON CONFLICT DO UPDATE SET at = excluded.at, label = iif(label = 'named', label, excluded.label)
    """,
    f"""{_MEMBER}
    DELETE FROM edge WHERE target IN (SELECT id FROM member) AND type IN ('MENTIONS', 'SPOKEN_BY', 'ABOUT')
    AND (via IS NOT NULL OR target IN (SELECT id FROM member WHERE id <> root))
    """,
    f"""{_MEMBER}
    INSERT INTO edge (source, type, target, at, weight, label, via)
    SELECT edge.source, substr(edge.type, 5), member.root, edge.at, edge.weight, edge.label,
      nullif(member.id, member.root)
    FROM member CROSS JOIN entity e ON e.id = member.id
    CROSS JOIN edge ON edge.target = member.id AND edge.type IN ('OWN_MENTIONS', 'OWN_SPOKEN_BY', 'OWN_ABOUT')
    WHERE true ORDER BY member.id <> member.root, e.uid
    ON CONFLICT DO NOTHING
    """,
    f"""{_MEMBER}
    DELETE FROM edge WHERE target IN (SELECT id FROM member WHERE id = root)
    AND type IN ('OWN_MENTIONS', 'OWN_SPOKEN_BY', 'OWN_ABOUT')
    """,
)
_NAMES = (
    f"""{_MEMBER}
    INSERT INTO name (space, key, entity, text)
    SELECT -name.space, name.key, name.entity, name.text FROM member CROSS JOIN name ON name.entity = member.id
    WHERE name.space > 0 AND name.via IS NULL AND member.id <> member.root
    ON CONFLICT DO NOTHING
    """,
    f"""{_MEMBER}
    DELETE FROM name WHERE entity IN (SELECT id FROM member) AND space > 0
    AND (via IS NOT NULL OR entity IN (SELECT id FROM member WHERE id <> root))
    """,
    f"""{_MEMBER}
    INSERT INTO name (space, key, entity, text, via)
    SELECT -name.space, name.key, member.root, name.text, nullif(member.id, member.root)
    FROM member CROSS JOIN entity e ON e.id = member.id
    CROSS JOIN name ON name.entity = member.id WHERE name.space < 0
    ORDER BY member.id <> member.root, e.uid
    ON CONFLICT DO NOTHING
    """,
    f"""{_MEMBER}
    DELETE FROM name WHERE entity IN (SELECT id FROM member WHERE id = root) AND space < 0
    """,
)
_FACTS = tuple(
    f"""{_MEMBER}
    UPDATE fact SET {end} = member.root, {end}_via = nullif(member.id, member.root) FROM member
    WHERE fact.{end} IN (SELECT id FROM member) AND member.id = coalesce(fact.{end}_via, fact.{end})
    AND (fact.{end} <> member.root OR fact.{end}_via IS NOT nullif(member.id, member.root))
    """
    for end in ("subject", "object")
)
_ROOTS = f"""{_MEMBER}
UPDATE same_as SET canonical = member.root FROM member WHERE same_as.alias = member.id
"""
_COUNTS = f"""{_MEMBER}
UPDATE entity SET (mentions, first_at, last_at) = {COUNTS}
WHERE id IN (SELECT id FROM member)
"""
_UNLINK = "DELETE FROM same_as WHERE alias IN (SELECT value FROM json_each(?))"
_LINK = """
INSERT INTO same_as (alias, parent, canonical, turn, at, reason)
VALUES (?1, ?2, ?3, (SELECT id FROM turn WHERE namespace = ?4 AND uid = ?5), ?6, ?7)
ON CONFLICT DO NOTHING
"""
_APART = "INSERT INTO edge (source, type, target) VALUES (?1, 'APART', ?2), (?2, 'APART', ?1) ON CONFLICT DO NOTHING"
_NOT_APART = """
DELETE FROM edge WHERE type = 'APART' AND ((source = ?1 AND target = ?2) OR (source = ?2 AND target = ?1))
"""


@dataclass(frozen=True, slots=True)
class _Trees:
    """Members of trees, by uid."""

    ids: Mapping[str, int]
    parents: Mapping[str, str | None]
    bare: frozenset[str]


def merge(link: Link, place: Place, plan: WritePlan) -> None:
    """Carry out the splits and merges of a plan, and put right what it says of entities that are merged."""
    trees = _trees(link, place, uids=named_in(plan))
    grouping = regrouped(trees.parents, plan.splits, plan.merges)
    _settle(link, trees, grouping)
    of = trees.ids
    link.many(
        _LINK,
        [
            (
                of[m.alias],
                of[m.into],
                of[grouping.roots[m.alias]],
                place.namespace,
                m.turn,
                micros(m.at or plan.at),
                m.reason,
            )
            for m in grouping.links
        ],
    )
    link.many(_APART, [(of[pair.alias], of[pair.into]) for pair in grouping.apart])
    link.many(_NOT_APART, [(of[pair.alias], of[pair.into]) for pair in grouping.links])


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
    link.run(_UNLINK, (ids(of[uid] for uid in grouping.cut),))
    members = json.dumps([(of[uid], of[root]) for uid, root in grouping.roots.items()])
    for statement in (*_EDGES, *_NAMES, *_FACTS, _ROOTS, _COUNTS):
        link.run(statement, {"members": members})
