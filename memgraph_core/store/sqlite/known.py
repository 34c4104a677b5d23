"""`known`: the entities, facts and neighbours that a plan must know, in two statements."""

import json
from collections import defaultdict
from collections.abc import Iterable

from memgraph_core.records.graph import Change
from memgraph_core.records.plan import Neighbour, NeighbourLookup, PlanningSnapshot, SnapshotRequest
from memgraph_core.records.search import Limits
from memgraph_core.store.sqlite.connection import Row
from memgraph_core.store.sqlite.mirror import Snapshot
from memgraph_core.store.sqlite.place import Place, space_name
from memgraph_core.store.sqlite.records import FACT, KEYS, NOTE, by_uid, ids, named, read_records, row_of
from memgraph_core.store.sqlite.search import ALIKE, FREQUENCY, tokens_of
from memgraph_core.store.sqlite.times import moment
from memgraph_core.store.sqlite.tokens import token
from memgraph_core.store.sqlite.vectors import ARCHIVED, Searchable

# :facts rows are [subject key, type, object key, single]; :by_terms rows [probe uid, tokens as a JSON array];
# :by_vector rows [probe uid, note id, cosine], best first; :alike tokens of turns that are about to be read.
_KNOWN = f"""
WITH {FREQUENCY}
, asked AS MATERIALIZED (
  SELECT value ->> 0 AS probe, (
    SELECT coalesce(group_concat(wanted.value, ' OR '), 'none') FROM json_each(row.value -> 1) wanted
    WHERE wanted.value IN (SELECT note_token FROM telling)) AS question
  FROM json_each(:by_terms) row
), by_terms AS (
  SELECT probe, id, row_number() OVER (PARTITION BY probe ORDER BY score, uid) AS place FROM (
    SELECT asked.probe, n.id, n.uid, note_terms.rank AS score
    FROM asked CROSS JOIN note_terms ON note_terms MATCH asked.question
    CROSS JOIN note n ON n.id = note_terms.rowid
    WHERE n.space = :space AND n.state = 'active' AND n.uid <> asked.probe)
), spoken(token) AS MATERIALIZED (SELECT DISTINCT value FROM json_each(:alike))
, {ALIKE}
{row_of("near", "probe", "NULL", "n.uid", "n.terms", "NULL", "n.text")}
  FROM (SELECT * FROM by_terms WHERE place <= :k ORDER BY probe, place) CROSS JOIN note n USING (id)
UNION ALL
{row_of("near", "value ->> 0", "NULL", "n.uid", "n.terms", "value ->> 2", "n.text")}
  FROM json_each(:by_vector) CROSS JOIN note n ON n.id = value ->> 1
UNION ALL
{NOTE} FROM alike CROSS JOIN note n ON n.id = alike.id
UNION ALL
{row_of("used", "t.uid", "NULL", "n.uid", "n.terms", "NULL", "n.text")}
  FROM json_each(:used) CROSS JOIN turn t ON t.namespace = :namespace AND t.uid = value
  CROSS JOIN edge ON edge.target = t.id AND edge.type = 'FROM'
  CROSS JOIN note n ON n.id = edge.source AND n.space = :space AND n.state = 'active'
UNION ALL
{row_of("state", "n.uid", "NULL", "coalesce((SELECT max(number) FROM revision WHERE note = n.id), 0)")}
  FROM json_each(:states) wanted CROSS JOIN note n ON n.space = :space AND n.uid = wanted.value
UNION ALL
{FACT} FROM fact f WHERE f.id IN (
  SELECT stated.id FROM json_each(:facts) CROSS JOIN name s ON s.space = :space AND s.key = value ->> 0
    CROSS JOIN fact stated ON stated.subject = s.entity AND stated.type = value ->> 1 WHERE value ->> 3
  UNION ALL
  SELECT stated.id FROM json_each(:facts) CROSS JOIN name s ON s.space = :space AND s.key = value ->> 0
    CROSS JOIN name o ON o.space = :space AND o.key = value ->> 2
    CROSS JOIN fact stated ON stated.subject = s.entity AND stated.type = value ->> 1 AND stated.object = o.entity
  WHERE NOT value ->> 3)
UNION ALL
{row_of("apart", "one.uid", "NULL", "other.uid")}
  FROM (SELECT DISTINCT k.entity AS id FROM json_each(:keys) wanted
    CROSS JOIN name k ON k.space = :space AND k.key = wanted.value) named
  CROSS JOIN entity one ON one.id = named.id
  CROSS JOIN edge ON edge.type = 'APART' AND edge.source IN (
    SELECT named.id UNION ALL SELECT alias FROM same_as WHERE canonical = named.id)
  CROSS JOIN entity other
    ON other.id = coalesce((SELECT canonical FROM same_as WHERE alias = edge.target), edge.target)
  WHERE other.id <> one.id
UNION ALL
{row_of("decided", "c.uid", "NULL", "c.by", "c.at", "c.reason", "c.before", "c.after", "c.id")}
  FROM change c WHERE c.namespace = :namespace AND c.kind = 'undo'
UNION ALL {KEYS}
"""


_NO_RECORDS = frozenset({"decided", "near", "used", "apart", "state"})


def known(namespace: str, snapshot: Snapshot, probe: SnapshotRequest) -> PlanningSnapshot:
    """See `Store.known`."""
    place = snapshot.place
    by_terms = [note for note in probe.notes if snapshot.notes is None or note.vector is None]
    values = {
        "space": place.space,
        "namespace": place.namespace,
        "used": ids(probe.supporting_turns),
        "keys": ids(probe.name_keys),
        "facts": json.dumps([(f.subject, f.type, f.object, int(f.single)) for f in probe.facts]),
        "k": probe.neighbour_count,
        "tokens": tokens_of(place, _terms(by_terms)),
        "frequency_cap": Limits().max_document_frequency,
        "states": ids(probe.revision_counts),
        "alike": json.dumps(_tokens(place, probe.candidate_terms)) if probe.candidate_count > 0 else "[]",
        "candidates": probe.candidate_count,
        "by_terms": json.dumps([(note.uid, _tokens(place, note.terms)) for note in by_terms]),
        "by_vector": json.dumps(_near(snapshot.notes, probe) if snapshot.notes else []),
    }
    rows = snapshot.link.run(_KNOWN, values)
    records = read_records(row for row in rows if row[0] not in _NO_RECORDS)
    return PlanningSnapshot(
        space=space_name(namespace, place.generation),
        version=place.version,
        entities=named(records.names),
        facts=by_uid(records.facts.values()),
        user_decisions=_decided(rows),
        kept_apart=frozenset(frozenset((row[2], row[4])) for row in rows if row[0] == "apart"),
        neighbours=_nears(rows, "near"),
        supporting_notes=_nears(rows, "used"),
        revision_counts={row[2]: row[4] for row in rows if row[0] == "state"},
        candidates=tuple(records.notes.values()),
    )


def nothing(namespace: str) -> PlanningSnapshot:
    """The answer of a namespace that does not exist yet."""
    return PlanningSnapshot(space=space_name(namespace, 1), version=0, entities={})


def _terms(probes: Iterable[NeighbourLookup]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(term for probe in probes for term in probe.terms.split(" ") if term))


def _tokens(place: Place, terms: str) -> list[str]:
    return [token(place.salt, place.space, term) for term in dict.fromkeys(terms.split(" ")) if term]


def _near(notes: Searchable, probe: SnapshotRequest) -> list[tuple[str, int, float]]:
    asked = [(note.uid, note.vector) for note in probe.notes if note.vector is not None]
    # One more, for it may find itself.
    nearest = notes.nearest([vector for _, vector in asked], probe.neighbour_count + 1, least=ARCHIVED + 1)
    rows: list[tuple[str, int, float]] = []
    for (uid, _), found in zip(asked, nearest, strict=True):
        others = [(row, cosine) for row, cosine in found if notes.uids[row] != uid]
        rows += [(uid, int(notes.ids[row]), cosine) for row, cosine in others[: probe.neighbour_count]]
    return rows


def _nears(rows: list[Row], wanted: str) -> dict[str, tuple[Neighbour, ...]]:
    near: dict[str, list[Neighbour]] = defaultdict(list)
    for kind, _, probe, _, uid, terms, similarity, text, *_ in rows:
        if kind == wanted:
            near[probe].append(Neighbour(uid=uid, terms=terms, similarity=similarity, text=text))
    order = {probe: tuple(found) for probe, found in near.items()}
    return (
        order
        if wanted == "near"
        else {uid: tuple(sorted(found, key=lambda n: n.uid)) for uid, found in order.items()}
    )


def _decided(rows: list[Row]) -> tuple[Change, ...]:
    found = sorted((row for row in rows if row[0] == "decided"), key=lambda row: (row[5], row[9]))
    return tuple(
        Change(uid=uid, kind="undo", by=by, at=moment(at), reason=reason, before=before, after=after)
        for _, _, uid, _, by, at, reason, before, after, *_ in found
    )
