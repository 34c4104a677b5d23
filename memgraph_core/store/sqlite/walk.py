"""`around`: two hops from the seeds, in three statements, whatever hangs on them.

No recursion: one statement per hop, and every entity's ties are cut off by an index in their order before
they are joined to anything, so that a hub costs no more than its quota.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from memgraph_core.reads import Hop, Query, Seeds, Subgraph
from memgraph_core.store.sqlite import filters
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.records import RECORDS, by_uid, ids, read_records

# So many of the newest notes about a seed, or about an entity further on, show whom it shares most notes with:
# enough to tell friends from strangers, few enough to count in a millisecond.
_LOOKED_AT = 500
_LOOKED_AT_FURTHER = 50

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
  SELECT start.id AS source, there.target AS target, there.source AS note, there.at AS at
  FROM start CROSS JOIN edge there ON there.type = 'ABOUT' AND there.target <> start.id AND there.source IN (
    SELECT n.id FROM edge CROSS JOIN note n ON n.id = edge.source AND {filters.NOTE}
    WHERE edge.target = start.id AND edge.type = 'ABOUT'
    ORDER BY edge.at DESC, edge.source DESC LIMIT :looked_at)
  WHERE there.target NOT IN (SELECT id FROM walked)
), neighbour AS MATERIALIZED (
  SELECT source, target FROM (
    SELECT source, target,
      row_number() OVER (PARTITION BY source ORDER BY often DESC, (SELECT uid FROM entity WHERE id = target)) AS nth
    FROM (SELECT source, target, count(*) AS often FROM shared GROUP BY source, target))
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

# What is wanted of somebody or something: the newest notes about an entity, a note, or the notes of a fact.
# A row of :nearer or :farther is [entity uid, note uid, fact uid], one of them given. CROSS JOIN keeps the order of
# the rows and LIMIT stops there, so that what is beyond the cap is not even looked up.
_WANTED = f"""
SELECT n.id FROM here CROSS JOIN json_each(:{{rows}}) wanted CROSS JOIN note n ON n.id IN (
  SELECT * FROM (
    SELECT n.id FROM entity e CROSS JOIN edge ON edge.target = e.id AND edge.type = 'ABOUT'
    CROSS JOIN note n ON n.id = edge.source AND {filters.NOTE}
    WHERE e.space = here.space AND e.uid = wanted.value ->> 0
    ORDER BY edge.at DESC, edge.source DESC LIMIT {{quota}})
  UNION ALL
  SELECT n.id FROM note n WHERE n.space = here.space AND n.uid = wanted.value ->> 1
  UNION ALL
  SELECT n.id FROM fact f CROSS JOIN edge ON edge.source = f.id AND edge.type = 'FACT_FROM'
  CROSS JOIN note n ON n.id = edge.target AND {filters.NOTE}
  WHERE f.space = here.space AND f.uid = wanted.value ->> 2)
"""
_RECORDS = f"""
WITH here AS MATERIALIZED (SELECT space FROM namespace WHERE name = :namespace)
, picked_note(id) AS MATERIALIZED (
  SELECT DISTINCT id FROM (
    {_WANTED.format(rows="nearer", quota=":notes_each")}
    UNION ALL
    {_WANTED.format(rows="farther", quota=":notes_each / 2")})
  LIMIT :cap
), picked_turn(id) AS (SELECT NULL WHERE 0)
, picked_fact(id) AS MATERIALIZED (
  SELECT f.id FROM here CROSS JOIN json_each(:facts) CROSS JOIN fact f ON f.space = here.space AND f.uid = value
), picked_entity(id) AS MATERIALIZED (
  SELECT e.id FROM here CROSS JOIN json_each(:entities) CROSS JOIN entity e ON e.space = here.space AND e.uid = value
)
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
    """See `Store.around`. The notes of a hop come before further notes about whom it leads to."""
    first = _hop(
        link, namespace, seeds, query, starts=seeds.entities, walked=(), reach=(seeds.fan_out, _LOOKED_AT)
    )
    through = [uid for uid in first.on_to() if uid not in first.hubs and uid not in first.starts]
    reach = (seeds.fan_out // 2, _LOOKED_AT_FURTHER)
    second = _hop(link, namespace, seeds, query, starts=through, walked=first.starts, reach=reach)
    hops = _each_once((*first.hops, *second.hops))
    entities = dict.fromkeys((*first.starts, *first.on_to(), *second.on_to()))
    values = filters.values_of(query.filters) | {
        "namespace": namespace,
        "entities": ids(entities),
        "facts": ids({hop.uid for hop in hops if hop.kind == "fact"}),
        "nearer": json.dumps(
            [*_of(first.starts), *_notes_of(first), *_of(first.on_to()), *_notes_of(second)]
        ),
        "farther": json.dumps(_of(second.on_to())),
        "notes_each": seeds.notes_each,
        "cap": seeds.cap,
    }
    records = read_records(link.run(_RECORDS, values), with_vectors)
    spoken_of = {uid for note in records.notes for uid in records.about[note]}
    return Subgraph(
        entities={
            uid: entity for uid, entity in records.entities.items() if uid in entities or uid in spoken_of
        },
        hops=hops,
        facts=records.facts,
        notes=by_uid(records.notes),
        turns=by_uid(records.turns),
        about={uid: records.about[uid] for uid in records.notes},
    )


_Wanted = tuple[str | None, str | None, str | None]  # uid of an entity, note or fact


def _of(entities: Iterable[str]) -> list[_Wanted]:
    return [(uid, None, None) for uid in entities]


def _notes_of(reached: _Reached) -> list[_Wanted]:
    return [(None, hop.uid, None) if hop.kind == "note" else (None, None, hop.uid) for hop in reached.hops]


def _hop(
    link: Link,
    namespace: str,
    seeds: Seeds,
    query: Query,
    *,
    starts: Iterable[str],
    walked: Iterable[str],
    reach: tuple[int, int],
) -> _Reached:
    values = filters.values_of(query.filters) | {
        "namespace": namespace,
        "starts": ids(dict.fromkeys(starts)),
        "walked": ids(walked),
        "fan_out": reach[0],
        "looked_at": reach[1],
        "shared_notes": seeds.shared_notes,
        "hub": seeds.hub,
    }
    rows = link.run(_HOP, values)
    return _Reached(
        starts=tuple(row[1] for row in rows if row[0] == "start"),
        hops=tuple(
            Hop(source, target, kind, uid, type_)
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
