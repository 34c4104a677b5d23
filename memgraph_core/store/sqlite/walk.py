"""`around`: two hops from the seeds, in three statements, whatever hangs on them.

No recursion: one statement per hop, and every entity's ties are cut off by an index in their order before
they are joined to anything, so that a hub costs no more than its quota.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from memgraph_core.reads import Hop, Query, Seeds, Subgraph
from memgraph_core.store.sqlite import filters
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.records import RECORDS, by_uid, ids, read_records

# Of an entity that very many notes are about, these newest show whom it shares most notes with: enough
# to tell friends from strangers, few enough to count in a millisecond.
_LOOKED_AT = 500

# From each entity in :starts to up to :fan_out others by facts, and as many by notes, never back to :walked.
# Rows: kind, source, target, uid of the fact or note, type; and for each start and target whether it is a hub.
_HOP = f"""
WITH here AS MATERIALIZED (SELECT space FROM namespace WHERE name = :namespace)
, walked AS MATERIALIZED (
  SELECT e.id FROM here CROSS JOIN json_each(:walked) CROSS JOIN entity e ON e.space = here.space AND e.uid = value
), start AS MATERIALIZED (
  SELECT e.id, e.uid FROM here CROSS JOIN json_each(:starts) CROSS JOIN entity e
  ON e.space = here.space AND e.uid = value
), by_fact AS MATERIALIZED (
  SELECT start.id AS source, iif(f.subject = start.id, f.object, f.subject) AS target, f.uid, f.type
  FROM start CROSS JOIN fact f ON f.id IN (
    SELECT id FROM (
      SELECT * FROM (
        SELECT id, recorded_at FROM fact WHERE subject = start.id AND object <> start.id
        AND object NOT IN (SELECT id FROM walked) ORDER BY recorded_at DESC LIMIT :fan_out)
      UNION ALL
      SELECT * FROM (
        SELECT id, recorded_at FROM fact WHERE object = start.id AND subject <> start.id
        AND subject NOT IN (SELECT id FROM walked) ORDER BY recorded_at DESC LIMIT :fan_out))
    ORDER BY recorded_at DESC, id DESC LIMIT :fan_out)
), shared AS MATERIALIZED (
  SELECT start.id AS source, there.target AS target, n.id AS note, n.at AS at
  FROM start CROSS JOIN note n ON n.id IN (
    SELECT n.id FROM edge CROSS JOIN note n ON n.id = edge.source AND {filters.NOTE}
    WHERE edge.target = start.id AND edge.type = 'ABOUT'
    ORDER BY edge.at DESC, edge.source DESC LIMIT {_LOOKED_AT})
  CROSS JOIN edge there ON there.source = n.id AND there.type = 'ABOUT' AND there.target <> start.id
  WHERE there.target NOT IN (SELECT id FROM walked)
), neighbour AS MATERIALIZED (
  SELECT source, target FROM (
    SELECT source, target, row_number() OVER (PARTITION BY source ORDER BY count(*) DESC, e.uid) AS nth
    FROM shared JOIN entity e ON e.id = target GROUP BY source, target)
  WHERE nth <= :fan_out
), by_note AS MATERIALIZED (
  SELECT source, target, note FROM (
    SELECT source, target, note,
      row_number() OVER (PARTITION BY source, target ORDER BY at DESC, note DESC) AS nth
    FROM neighbour JOIN shared USING (source, target))
  WHERE nth <= :shared_notes
), hop(kind, source, target, uid, type) AS (
  SELECT 'fact', source, target, uid, type FROM by_fact
  UNION ALL
  SELECT 'note', source, target, (SELECT uid FROM note WHERE id = note), 'ABOUT' FROM by_note
)
SELECT kind, (SELECT uid FROM entity WHERE id = source), (SELECT uid FROM entity WHERE id = target), uid, type
  FROM hop
UNION ALL
SELECT 'start', uid, NULL, NULL, NULL FROM start
UNION ALL
SELECT 'hub', NULL, (SELECT uid FROM entity WHERE id = target), NULL, NULL FROM (SELECT DISTINCT target FROM hop) reached
  WHERE (SELECT count(*) FROM (
    SELECT 1 FROM edge WHERE edge.target = reached.target AND type = 'ABOUT' LIMIT :hub)) >= :hub
"""

# :reached rows are [entity uid, notes wanted, level]; :hop_notes and :hop_facts are [uid, level].
_RECORDS = f"""
WITH here AS MATERIALIZED (SELECT space FROM namespace WHERE name = :namespace)
, reached(id, wanted, level) AS MATERIALIZED (
  SELECT e.id, value ->> 1, value ->> 2 FROM here CROSS JOIN json_each(:reached) CROSS JOIN entity e
  ON e.space = here.space AND e.uid = value ->> 0
), hop_fact(id, level) AS MATERIALIZED (
  SELECT f.id, value ->> 1 FROM here CROSS JOIN json_each(:hop_facts) CROSS JOIN fact f
  ON f.space = here.space AND f.uid = value ->> 0
), newest AS MATERIALIZED (
  SELECT n.id, reached.level, reached.wanted,
    row_number() OVER (PARTITION BY reached.id ORDER BY n.at DESC, n.id DESC) AS nth
  FROM reached CROSS JOIN note n ON n.id IN (
    SELECT n.id FROM edge CROSS JOIN note n ON n.id = edge.source AND {filters.NOTE}
    WHERE edge.target = reached.id AND edge.type = 'ABOUT'
    ORDER BY edge.at DESC, edge.source DESC LIMIT :notes_each)
), wanted_note(id, level) AS (
  SELECT id, level FROM newest WHERE nth <= wanted
  UNION ALL
  SELECT n.id, value ->> 1 FROM here CROSS JOIN json_each(:hop_notes) CROSS JOIN note n
    ON n.space = here.space AND n.uid = value ->> 0
  UNION ALL
  SELECT n.id, hop_fact.level FROM hop_fact CROSS JOIN edge ON edge.source = hop_fact.id AND edge.type = 'FACT_FROM'
    CROSS JOIN note n ON n.id = edge.target AND {filters.NOTE}
), picked_note(id) AS MATERIALIZED (
  SELECT id FROM (SELECT id, min(level) AS level FROM wanted_note GROUP BY id)
  JOIN note n USING (id) ORDER BY level, n.at DESC, id DESC LIMIT :cap
), picked_turn(id) AS (SELECT NULL WHERE 0)
, picked_fact(id) AS MATERIALIZED (SELECT id FROM hop_fact)
, picked_entity(id) AS MATERIALIZED (SELECT id FROM reached)
{RECORDS}
"""


@dataclass(frozen=True, slots=True)
class _Reached:
    """What one statement of the walk brought."""

    starts: tuple[str, ...]  # those that exist
    hops: tuple[Hop, ...]
    hubs: frozenset[str]

    def on_to(self) -> tuple[str, ...]:
        """Whom the hops lead to, each once, in their order."""
        return tuple(dict.fromkeys(hop.target for hop in self.hops))


def around(link: Link, namespace: str, seeds: Seeds, query: Query, with_vectors: bool) -> Subgraph:
    """See `Store.around`."""
    first = _hop(link, namespace, seeds, query, starts=seeds.entities, walked=(), fan_out=seeds.fan_out)
    through = [uid for uid in first.on_to() if uid not in first.hubs and uid not in first.starts]
    second = _hop(
        link, namespace, seeds, query, starts=through, walked=first.starts, fan_out=seeds.fan_out // 2
    )
    levels = (
        dict.fromkeys(second.on_to(), 2) | dict.fromkeys(first.on_to(), 1) | dict.fromkeys(first.starts, 0)
    )
    wanted = (seeds.notes_each, seeds.notes_each, seeds.notes_each // 2)
    hops = _each_once((*first.hops, *second.hops))
    level_of = {hop.uid: 2 for hop in second.hops} | {hop.uid: 1 for hop in first.hops}
    values = filters.values_of(query.filters) | {
        "namespace": namespace,
        "reached": json.dumps([(uid, wanted[level], level) for uid, level in levels.items()]),
        "hop_notes": json.dumps([(hop.uid, level_of[hop.uid]) for hop in hops if hop.kind == "note"]),
        "hop_facts": json.dumps([(hop.uid, level_of[hop.uid]) for hop in hops if hop.kind == "fact"]),
        "notes_each": seeds.notes_each,
        "cap": seeds.cap,
    }
    records = read_records(link.run(_RECORDS, values), with_vectors)
    spoken_of = {uid for note in records.notes for uid in records.about[note]}
    return Subgraph(
        entities={
            uid: entity for uid, entity in records.entities.items() if uid in levels or uid in spoken_of
        },
        hops=hops,
        facts=records.facts,
        notes=by_uid(records.notes),
        turns=by_uid(records.turns),
        about={uid: records.about[uid] for uid in records.notes},
    )


def _hop(
    link: Link,
    namespace: str,
    seeds: Seeds,
    query: Query,
    *,
    starts: Iterable[str],
    walked: Iterable[str],
    fan_out: int,
) -> _Reached:
    values = filters.values_of(query.filters) | {
        "namespace": namespace,
        "starts": ids(dict.fromkeys(starts)),
        "walked": ids(walked),
        "fan_out": fan_out,
        "shared_notes": seeds.shared_notes,
        "hub": seeds.hub,
    }
    rows = cast(list[tuple[str, str, str, str, str]], link.run(_HOP, values))
    return _Reached(
        starts=tuple(row[1] for row in rows if row[0] == "start"),
        hops=tuple(
            Hop(source, target, "fact" if kind == "fact" else "note", uid, type_)
            for kind, source, target, uid, type_ in rows
            if kind in ("fact", "note")
        ),
        hubs=frozenset(row[2] for row in rows if row[0] == "hub"),
    )


def _each_once(hops: Iterable[Hop]) -> tuple[Hop, ...]:
    """Without the way back: two entities are joined by a fact or note once, in the direction met first."""
    met: dict[tuple[frozenset[str], str], Hop] = {}
    for hop in hops:
        met.setdefault((frozenset((hop.source, hop.target)), hop.uid), hop)
    return tuple(met.values())
