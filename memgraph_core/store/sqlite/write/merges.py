"""Merges and splits of entities.

Merged entities form trees (store/merging.py). The root of a tree has the edges, names and facts of all its members; `via` names
the member that they belong to. The members keep their own as OWN_… edges and as names under the negated space. After any
number of merges and splits, the statements of `_REGROUP` rewrite the affected trees.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memgraph_core.records.plan import Merge, Split, WritePlan
from memgraph_core.store.merging import Grouping, regrouped, without_merges
from memgraph_core.store.plan_references import entities_of_plan
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.times import micros
from memgraph_core.store.sqlite.write import entities
from memgraph_core.store.sqlite.write.batch import Batch, json_rows

_ANY_MERGED = """
SELECT EXISTS (
  SELECT 1 FROM json_each(:entities) row CROSS JOIN entity e ON e.space = :space AND e.uid = row.value
  CROSS JOIN same_as ON same_as.alias = e.id)
"""
# Every member of the trees that contain these entities (:uids or :ids). `bare`: it has no edges and facts of its own.
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
SELECT e.uid, e.id,
  (SELECT parent.uid FROM same_as CROSS JOIN entity parent ON parent.id = same_as.parent WHERE alias = e.id) AS parent,
  NOT EXISTS (
    SELECT 1 FROM edge WHERE edge.target = e.id AND edge.via IS NULL
    AND edge.type IN ('MENTIONS', 'SPOKEN_BY', 'ABOUT', 'OWN_MENTIONS', 'OWN_SPOKEN_BY', 'OWN_ABOUT'))
  AND NOT EXISTS (SELECT 1 FROM fact WHERE subject = member.root AND coalesce(subject_via, subject) = e.id)
  AND NOT EXISTS (SELECT 1 FROM fact WHERE object = member.root AND coalesce(object_via, object) = e.id) AS bare
FROM member CROSS JOIN entity e ON e.id = member.id
"""
_IDS = "SELECT uid, id FROM entity WHERE space = :space AND uid IN (SELECT value FROM json_each(:uids))"

_CUT = "DELETE FROM same_as WHERE alias IN (SELECT value FROM json_each(:cut))"
# Each statement of _REGROUP runs once, in this order. :rows are all members of the trees: {entity, root}, as ids.
_MEMBERS = "SELECT value ->> '$.entity' FROM json_each(:rows)"
_ROOTS = f"{_MEMBERS} WHERE value ->> '$.entity' = value ->> '$.root'"
_MERGED = f"{_MEMBERS} WHERE value ->> '$.entity' <> value ->> '$.root'"
_VIA = "nullif(member.value ->> '$.entity', member.value ->> '$.root')"
_REGROUP = (
    # Edges: keep the own edges of merged members as OWN_… edges.
    """
    INSERT INTO edge (source, type, target, at, label)
    SELECT edge.source, 'OWN_' || edge.type, edge.target, edge.at, edge.label
    FROM json_each(:rows) member CROSS JOIN edge
    ON edge.target = member.value ->> '$.entity' AND edge.type IN ('MENTIONS', 'SPOKEN_BY', 'ABOUT')
    WHERE edge.via IS NULL AND member.value ->> '$.entity' <> member.value ->> '$.root'
    ON CONFLICT DO UPDATE SET at = excluded.at, label = iif(label = 'named', label, excluded.label)
    """,
    # Delete all edges of merged members, and the copies of their edges at the roots.
    f"""
    DELETE FROM edge WHERE target IN ({_MEMBERS}) AND type IN ('MENTIONS', 'SPOKEN_BY', 'ABOUT')
    AND (via IS NOT NULL OR target IN ({_MERGED}))
    """,
    # Give each root its own edges, then those of the other members.
    f"""
    INSERT INTO edge (source, type, target, at, label, via)
    SELECT edge.source, substr(edge.type, 5), member.value ->> '$.root', edge.at, edge.label, {_VIA}
    FROM json_each(:rows) member CROSS JOIN entity e ON e.id = member.value ->> '$.entity'
    CROSS JOIN edge ON edge.target = e.id AND edge.type IN ('OWN_MENTIONS', 'OWN_SPOKEN_BY', 'OWN_ABOUT')
    WHERE true ORDER BY member.value ->> '$.entity' <> member.value ->> '$.root', e.uid
    ON CONFLICT DO NOTHING
    """,
    """
    INSERT INTO cache_log (namespace, kind, node)
    SELECT DISTINCT n.space >> 16, 'note', n.id FROM json_each(:rows) member
      CROSS JOIN edge ON edge.target = member.value ->> '$.entity' AND edge.type = 'OWN_ABOUT'
      CROSS JOIN note n ON n.id = edge.source
    UNION ALL
    SELECT DISTINCT t.namespace, 'turn', t.id FROM json_each(:rows) member
      CROSS JOIN edge ON edge.target = member.value ->> '$.entity' AND edge.type = 'OWN_MENTIONS'
      CROSS JOIN turn t ON t.id = edge.source
    """,
    f"""
    DELETE FROM edge WHERE target IN ({_ROOTS}) AND type IN ('OWN_MENTIONS', 'OWN_SPOKEN_BY', 'OWN_ABOUT')
    """,
    # Names: the same four steps.
    """
    INSERT INTO name (space, key, entity, text)
    SELECT -name.space, name.key, name.entity, name.text
    FROM json_each(:rows) member CROSS JOIN name ON name.entity = member.value ->> '$.entity'
    WHERE name.space > 0 AND name.via IS NULL AND member.value ->> '$.entity' <> member.value ->> '$.root'
    ON CONFLICT DO NOTHING
    """,
    f"""
    DELETE FROM name WHERE entity IN ({_MEMBERS}) AND space > 0 AND (via IS NOT NULL OR entity IN ({_MERGED}))
    """,
    f"""
    INSERT INTO name (space, key, entity, text, via)
    SELECT -name.space, name.key, member.value ->> '$.root', name.text, {_VIA}
    FROM json_each(:rows) member CROSS JOIN entity e ON e.id = member.value ->> '$.entity'
    CROSS JOIN name ON name.entity = e.id WHERE name.space < 0
    ORDER BY member.value ->> '$.entity' <> member.value ->> '$.root', e.uid
    ON CONFLICT DO NOTHING
    """,
    f"DELETE FROM name WHERE entity IN ({_ROOTS}) AND space < 0",
    # Facts: subject and object are the root.
    *(
        f"""
        UPDATE fact SET {end} = member.value ->> '$.root', {end}_via = {_VIA} FROM json_each(:rows) member
        WHERE fact.{end} IN ({_MEMBERS}) AND member.value ->> '$.entity' = coalesce(fact.{end}_via, fact.{end})
        AND (fact.{end} <> member.value ->> '$.root' OR fact.{end}_via IS NOT {_VIA})
        """
        for end in ("subject", "object")
    ),
    """
    UPDATE same_as SET canonical = member.value ->> '$.root' FROM json_each(:rows) member
    WHERE same_as.alias = member.value ->> '$.entity'
    """,
)

_MERGES = """
INSERT INTO same_as (alias, parent, canonical, turn, at, reason)
SELECT alias.id, parent.id, root.id, (SELECT id FROM turn WHERE namespace = :namespace AND uid = row.value ->> '$.turn'),
  row.value ->> '$.at', row.value ->> '$.reason'
FROM json_each(:rows) row CROSS JOIN entity alias ON alias.space = :space AND alias.uid = row.value ->> '$.alias'
CROSS JOIN entity parent ON parent.space = :space AND parent.uid = row.value ->> '$.into'
CROSS JOIN entity root ON root.space = :space AND root.uid = row.value ->> '$.root' WHERE true
ON CONFLICT DO NOTHING
"""
_APART = """
INSERT INTO edge (source, type, target)
SELECT a.id, 'APART', b.id FROM json_each(:rows) row
CROSS JOIN entity a ON a.space = :space AND a.uid = row.value ->> '$.a'
CROSS JOIN entity b ON b.space = :space AND b.uid = row.value ->> '$.b' WHERE true
ON CONFLICT DO NOTHING
"""
_DELETE_APART = """
DELETE FROM edge WHERE type = 'APART' AND (source, target) IN (
  SELECT a.id, b.id FROM json_each(:rows) row
  CROSS JOIN entity a ON a.space = :space AND a.uid = row.value ->> '$.a'
  CROSS JOIN entity b ON b.space = :space AND b.uid = row.value ->> '$.b')
"""


@dataclass(frozen=True, slots=True)
class _Trees:
    """The members of trees, by uid."""

    ids: Mapping[str, int]
    parents: Mapping[str, str | None]
    bare: frozenset[str]


def grouping_of(connection: Connection, space: int, plan: WritePlan) -> Grouping | None:
    """The trees of all entities in the plan after its splits and merges; None if no tree is affected.

    It must be computed before the plan is written. Each entity that the plan creates begins as a tree of its own.
    """
    uids = entities_of_plan(plan)
    if not (plan.merges or plan.splits or _any_merged(connection, space, uids)):
        return None
    new: dict[str, str | None] = {entity.uid: None for entity in plan.entities}
    parents = {**new, **_trees(connection, space, uids=uids).parents}
    return regrouped(parents, plan.splits, plan.merges)


def write(batch: Batch, grouping: Grouping, plan: WritePlan) -> None:
    """Write the trees of a plan, after its other rows about entities."""
    uids = [*grouping.roots, *grouping.roots.values(), *grouping.cut]
    ids = batch.connection.run(_IDS, {"space": batch.space, "uids": json_array(uids)})
    _regroup(batch.connection, dict(ids), grouping)
    batch.write(
        _MERGES,
        [
            {
                "alias": merge.alias,
                "into": merge.into,
                "root": grouping.roots[merge.alias],
                "turn": merge.turn,
                "at": micros(merge.at or plan.at),
                "reason": merge.reason,
            }
            for merge in grouping.links
        ],
    )
    batch.write(_APART, _both_directions(grouping.apart))
    batch.write(_DELETE_APART, _both_directions(grouping.links))


def undo_for_forget(
    connection: Connection, state: NamespaceState, touched: Sequence[int], unsourced: Sequence[int]
) -> list[int]:
    """Undo the merges of the entities `unsourced`, whose merge a forgotten turn stated, and of those `touched` entities that
    have no data of their own any more. All arguments are ids. Returns the ids of all members of their trees.
    """
    trees = _trees(connection, state.space, entities=touched)
    if any(trees.parents.values()):
        without_source, candidates = frozenset(unsourced), frozenset(touched)
        grouping = without_merges(
            trees.parents,
            unstated=(uid for uid, node in trees.ids.items() if node in without_source),
            bare=(uid for uid in trees.bare if trees.ids[uid] in candidates),
        )
        _regroup(connection, trees.ids, grouping)
    return sorted(trees.ids.values())


def _any_merged(connection: Connection, space: int, uids: Sequence[str]) -> bool:
    return bool(connection.run(_ANY_MERGED, {"space": space, "entities": json_array(uids)})[0][0])


def _trees(
    connection: Connection, space: int, uids: Iterable[str] = (), entities: Iterable[int] = ()
) -> _Trees:
    values = {"space": space, "uids": json_array(uids), "ids": json_array(entities)}
    rows = connection.run(_TREES, values)
    return _Trees(
        ids={uid: node for uid, node, _, _ in rows},
        parents={uid: parent for uid, _, parent, _ in rows},
        bare=frozenset(uid for uid, _, _, bare in rows if bare),
    )


def _regroup(connection: Connection, ids: Mapping[str, int], grouping: Grouping) -> None:
    """Move edges, names and facts between the members and the roots of the trees."""
    members = {uid: root for uid, root in grouping.roots.items() if uid in ids and root in ids}
    if not members:
        return
    connection.run(_CUT, {"cut": json_array(ids[uid] for uid in grouping.cut if uid in ids)})
    values = {"rows": json_rows([{"entity": ids[uid], "root": ids[root]} for uid, root in members.items()])}
    for statement in _REGROUP:
        connection.run(statement, values)
    entities.recount(connection, [ids[uid] for uid in members])


def _both_directions(pairs: Sequence[Merge | Split]) -> list[dict[str, str]]:
    return [
        row
        for pair in pairs
        for row in ({"a": pair.alias, "b": pair.into}, {"a": pair.into, "b": pair.alias})
    ]
