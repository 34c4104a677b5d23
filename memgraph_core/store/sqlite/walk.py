"""`around`: two hops from the seeds, in three statements, whatever hangs on them.

No recursion: each hop is written out, and every entity's ties are cut off by an index in their order before
they are joined to anything, so that a hub costs no more than its quota.
"""

import json
from collections.abc import Iterable
from itertools import chain
from typing import Literal, cast

from memgraph_core.reads import TIES, Hop, Query, Seeds, Subgraph
from memgraph_core.store.sqlite import filters
from memgraph_core.store.sqlite.connection import Link, Row
from memgraph_core.store.sqlite.mirror import Mirror
from memgraph_core.store.sqlite.place import HERE
from memgraph_core.store.sqlite.records import by_uid, ids
from memgraph_core.store.sqlite.ties import Gathered, Wanted
from memgraph_core.types import Link as Tie
from memgraph_core.types import LinkReason

# So many of the newest notes about a seed, or about an entity further on, show whom it shares most notes with:
# enough to tell friends from strangers, few enough to count in a millisecond.
_LOOKED_AT = 500
_LOOKED_AT_FURTHER = 50

# From each entity of `start` to up to :fan_out others by facts, those of :relations first and then the newest,
# and as many by notes, never back to :walked.
_HOPS = f"""
walked AS MATERIALIZED (SELECT value AS id FROM json_each(:walked))
, by_fact AS MATERIALIZED (
  SELECT start.id AS source, iif(f.subject = start.id, f.object, f.subject) AS target, f.id, f.uid, f.type
  FROM start CROSS JOIN fact f ON f.id IN (
    SELECT id FROM (
      SELECT * FROM (
        SELECT f.id, f.recorded_at, 1 AS asked FROM json_each(:relations) CROSS JOIN fact f
        ON f.subject = start.id AND f.type = value AND f.object <> start.id
        AND f.object NOT IN (SELECT id FROM walked) ORDER BY f.recorded_at DESC LIMIT :fan_out)
      UNION ALL
      SELECT * FROM (
        SELECT f.id, f.recorded_at, 1 FROM json_each(:relations) CROSS JOIN fact f
        ON f.object = start.id AND f.type = value AND f.subject <> start.id
        AND f.subject NOT IN (SELECT id FROM walked) ORDER BY f.recorded_at DESC LIMIT :fan_out)
      UNION ALL
      SELECT * FROM (
        SELECT id, recorded_at, 0 FROM fact WHERE subject = start.id AND object <> start.id
        AND object NOT IN (SELECT id FROM walked) ORDER BY recorded_at DESC LIMIT :fan_out)
      UNION ALL
      SELECT * FROM (
        SELECT id, recorded_at, 0 FROM fact WHERE object = start.id AND subject <> start.id
        AND subject NOT IN (SELECT id FROM walked) ORDER BY recorded_at DESC LIMIT :fan_out))
    GROUP BY id ORDER BY max(asked) DESC, recorded_at DESC, id DESC LIMIT :fan_out)
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
), hop(kind, source, target, id, uid, type) AS MATERIALIZED (
  SELECT 'fact', source, target, id, uid, type FROM by_fact
  UNION ALL
  SELECT 'note', source, target, note, (SELECT uid FROM note WHERE id = note), 'ABOUT' FROM by_note
)
"""
# Rows: where the namespace stands; the seeds that exist; their hops; which of the entities reached are hubs.
_FIRST = f"""
WITH start AS MATERIALIZED (
  SELECT e.id FROM namespace here CROSS JOIN json_each(:seeds) CROSS JOIN entity e
  ON e.space = here.space AND e.uid = value WHERE here.name = :namespace
), {_HOPS}
SELECT *, NULL FROM ({HERE})
UNION ALL
SELECT 'seed', NULL, NULL, id, NULL, NULL FROM start
UNION ALL
SELECT * FROM hop
UNION ALL
SELECT 'hub', NULL, target, NULL, NULL, NULL FROM (SELECT DISTINCT target FROM hop) reached WHERE (
  SELECT 1 FROM edge WHERE edge.target = reached.target AND type = 'ABOUT' LIMIT 1 OFFSET :hub - 1) NOT NULL
"""

# Of the newest notes about an entity those that hold most of what is looked for; the note of a hop; the notes of a
# fact: one of the three is given.
# CROSS JOIN keeps the order of what is wanted and LIMIT stops there, so that what is beyond the cap is not
# even looked up.
_WANTED = f"""
SELECT n.id FROM {{wanted}} CROSS JOIN note n ON n.id IN (
  SELECT * FROM (
    SELECT id FROM (
      SELECT n.id, n.terms, edge.at FROM edge CROSS JOIN note n ON n.id = edge.source AND {filters.NOTE}
      WHERE edge.target = {{entity}} AND edge.type = 'ABOUT'
      ORDER BY edge.at DESC, edge.source DESC LIMIT {{looked_at}})
    ORDER BY {{worth}} DESC, at DESC, id DESC LIMIT {{quota}})
  UNION ALL
  SELECT {{note}}
  UNION ALL
  SELECT n.id FROM edge CROSS JOIN note n ON n.id = edge.target AND {filters.NOTE}
  WHERE edge.source = {{fact}} AND edge.type = 'FACT_FROM')
"""
_WORTH = "(SELECT total(value ->> 1) FROM json_each(:terms) WHERE instr(' ' || terms || ' ', value ->> 0))"
_NEARER = _WANTED.format(
    wanted="json_each(:nearer) wanted",
    entity="value ->> 0",
    note="value ->> 1",
    fact="value ->> 2",
    looked_at=":looked_at_for_terms",
    worth=_WORTH,
    quota=":notes_each",
)
_ON_THE_WAY = _WANTED.format(
    wanted="hop",
    entity="NULL",
    note="iif(hop.kind = 'note', hop.id, NULL)",
    fact="iif(hop.kind = 'fact', hop.id, NULL)",
    looked_at="0",
    worth="at",
    quota="0",
)
_FARTHER = _WANTED.format(
    wanted="(SELECT DISTINCT target FROM hop) reached",
    entity="reached.target",
    note="NULL",
    fact="NULL",
    looked_at=":notes_each / 2",
    worth="at",
    quota=":notes_each / 2",
)
# Rows: the hops from :starts; the notes that are wanted, and their strongest ties.
_SECOND = f"""
WITH start AS MATERIALIZED (SELECT value AS id FROM json_each(:starts))
, {_HOPS}
, picked AS MATERIALIZED (
  SELECT DISTINCT id FROM ({_NEARER} UNION ALL {_ON_THE_WAY} UNION ALL {_FARTHER}) LIMIT :cap
)
SELECT * FROM hop
UNION ALL
SELECT 'picked', NULL, NULL, id, NULL, NULL FROM picked
UNION ALL
SELECT 'link', linked.weight, NULL, NULL, json_array(a.uid, b.uid), linked.reason
  FROM picked CROSS JOIN linked ON linked.id IN (
    SELECT * FROM (SELECT id FROM linked WHERE a = picked.id ORDER BY weight DESC, reason, id LIMIT {TIES})
    UNION ALL
    SELECT * FROM (SELECT id FROM linked WHERE b = picked.id ORDER BY weight DESC, reason, id LIMIT {TIES}))
  CROSS JOIN note a ON a.id = linked.a CROSS JOIN note b ON b.id = linked.b
"""

_Hop = tuple[Literal["fact", "note"], int, int, int, str, str]  # kind, source, target, row; uid, type


def around(link: Link, mirror: Mirror, seeds: Seeds, query: Query) -> Subgraph:
    """See `Store.around`. The notes of a hop come before further notes about whom it leads to."""
    asked = filters.values_of(query.filters) | {
        "shared_notes": seeds.shared_notes,
        "relations": ids(sorted(query.relations)),
    }
    first = link.run(_FIRST, asked | _from_seeds(mirror.namespace, seeds))
    snapshot = mirror.at(link, first)
    if snapshot is None:
        return Subgraph(entities={}, hops=(), facts={}, notes=(), turns=(), about={})
    second = link.run(_SECOND, asked | _from_reached(first, seeds))
    hops = (*_hops(first), *_hops(second))
    records = snapshot.gather(
        Wanted(
            notes=[row for what, _, _, row, *_ in second if what == "picked"],
            facts=[row for kind, _, _, row, *_ in hops if kind == "fact"],
            entities={*_seeds(first), *chain.from_iterable([hop[1:3] for hop in hops])},
        )
    )
    return Subgraph(
        entities={entity.uid: entity for entity in by_uid(records.entities.values())},
        hops=_each_once(hops, records),
        facts={fact.uid: fact for fact in by_uid([fact.record for fact in records.facts.values()])},
        notes=by_uid([note.record for note in records.notes.values()]),
        turns=by_uid([turn.record for turn in records.turns.values()]),
        about={note.record.uid: records.about(note) for note in records.notes.values()},
        links=_links(second),
    )


def _from_seeds(namespace: str, seeds: Seeds) -> dict[str, object]:
    return {
        "namespace": namespace,
        "seeds": ids(dict.fromkeys(seeds.entities)),
        "walked": "[]",
        "fan_out": seeds.fan_out,
        "looked_at": _LOOKED_AT,
        "hub": seeds.hub,
    }


def _from_reached(first: list[Row], seeds: Seeds) -> dict[str, object]:
    starts, hops = _seeds(first), _hops(first)
    reached = list(dict.fromkeys(target for _, _, target, *_ in hops))
    not_through = {*starts, *(target for what, _, target, *_ in first if what == "hub")}
    nearer = [
        *((entity, None, None) for entity in starts),
        *((None, row, None) if kind == "note" else (None, None, row) for kind, _, _, row, *_ in hops),
        *((entity, None, None) for entity in reached),
    ]
    return {
        "starts": ids(entity for entity in reached if entity not in not_through),
        "walked": ids(starts),
        "fan_out": seeds.fan_out // 2,
        "looked_at": _LOOKED_AT_FURTHER,
        "nearer": json.dumps(nearer),
        "notes_each": seeds.notes_each,
        "looked_at_for_terms": max(seeds.looked_at, seeds.notes_each),
        "terms": json.dumps([(f" {term} ", worth) for term, worth in seeds.terms]),
        "cap": seeds.cap,
    }


def _seeds(rows: list[Row]) -> list[int]:
    return [row for what, _, _, row, *_ in rows if what == "seed"]


def _hops(rows: list[Row]) -> list[_Hop]:
    return [cast(_Hop, row) for row in rows if row[0] in ("fact", "note")]


def _links(rows: list[Row]) -> tuple[Tie, ...]:
    found: dict[tuple[str, str, LinkReason], Tie] = {}
    for what, weight, _, _, pair, reason in rows:
        if what == "link":
            a, b = json.loads(pair)
            found[a, b, reason] = Tie(a, b, reason, weight)
    return tuple(found[key] for key in sorted(found))


def _each_once(hops: Iterable[_Hop], records: Gathered) -> tuple[Hop, ...]:
    """Without the way back: two entities are joined by a fact or note once, in the direction met first."""
    entities = records.entities
    met: dict[tuple[frozenset[int], str], Hop] = {}
    for kind, source, target, _, uid, type_ in hops:
        hop = Hop(entities[source].uid, entities[target].uid, kind, uid, type_)
        met.setdefault((frozenset((source, target)), uid), hop)
    return tuple(met.values())
