"""What a plan must know before it is made."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from memgraph_core.records.plan import Neighbour, NeighbourLookup, PlanningSnapshot, SnapshotRequest
from memgraph_core.records.validation import checked_vector
from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.embedding_stamps import refuse_other
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.neo4j.generations import read_building
from memgraph_core.store.neo4j.overfetch import overfetch
from memgraph_core.store.neo4j.rows import Row, change_from, fact_from, floats, named_from, note_from
from memgraph_core.store.neo4j.standing import Standing, read_standing
from neo4j import ManagedTransaction

# Approximate is fine here, so the index is asked for this many at most, where the space is a small part of
# a large database …
_MOST_FETCHED = 1000
# … unless comparing every vector costs no more than about 20 ms (17 µs each on 5.26) for all probes.
_FEW_COMPARISONS = 1000


def known(
    tx: ManagedTransaction, namespace: str, stamp: EmbeddingStamp | None, probe: SnapshotRequest
) -> PlanningSnapshot:
    """Entities by name, current facts and near notes, in three statements."""
    standing = _standing(tx, namespace, probe)
    if standing is None:
        return PlanningSnapshot(space=probe.space or "", version=-1, entities={})
    refuse_other(namespace, standing.stamp, stamp)
    ask: dict[str, Any] = {
        "keys": list(dict.fromkeys(probe.name_keys)),
        "facts": [asdict(fact) for fact in probe.facts],
        "alike": _alike(probe, standing.space),
        "candidates": probe.candidate_count,
        "used": list(probe.supporting_turns),
        "states": sorted(set(probe.revision_counts)),
    }
    whose = {"namespace": namespace, "space": standing.space}
    record = tx.run(cypher("read/known"), whose, ask=ask).single(strict=True)
    facts = {row["uid"]: fact_from(row) for row in record["facts"]}
    return PlanningSnapshot(
        space=standing.space,
        version=standing.version,
        entities=named_from(record["named"]),
        facts=tuple(facts[uid] for uid in sorted(facts)),
        kept_apart=frozenset(frozenset(pair) for pair in record["apart"]),
        user_decisions=tuple(change_from(row) for row in record["decided"]),
        neighbours=_near(tx, standing, stamp, probe.notes, probe.neighbour_count),
        revision_counts={row["uid"]: row["number"] for row in record["states"]},
        candidates=tuple(note_from(row) for row in record["candidates"]),
        supporting_notes=_used(record["used"]),
    )


def _alike(probe: SnapshotRequest, space: str) -> list[str]:
    """The question for notes that share terms with turns: one or none."""
    query = (
        fulltext.query(probe.candidate_terms.split(), fulltext.of_notes(space))
        if probe.candidate_count > 0
        else None
    )
    return [query] if query else []


def _used(rows: Sequence[Row]) -> dict[str, tuple[Neighbour, ...]]:
    used: dict[str, tuple[Neighbour, ...]] = {}
    for row in rows:
        near = Neighbour(uid=row["uid"], terms=fulltext.plain(row["terms"]), text=row["text"])
        used[row["turn"]] = (*used.get(row["turn"], ()), near)
    return used


def _standing(tx: ManagedTransaction, namespace: str, probe: SnapshotRequest) -> Standing | None:
    """Of the space asked about; None when that is not being derived."""
    return read_standing(tx, namespace) if probe.space is None else read_building(tx, namespace, probe.space)


def _near(
    tx: ManagedTransaction,
    standing: Standing,
    stamp: EmbeddingStamp | None,
    probes: Sequence[NeighbourLookup],
    k: int,
) -> dict[str, tuple[Neighbour, ...]]:
    vectors = [
        {
            "uid": probe.uid,
            "vector": floats(checked_vector(probe.vector, stamp.dimension, f"probe {probe.uid!r}")),
        }
        for probe in probes
        if stamp and probe.vector is not None
    ]
    worded = [
        {"uid": probe.uid, "query": query}
        for probe in probes
        if not (stamp and probe.vector is not None)
        and (query := fulltext.query(probe.terms.split(), fulltext.of_notes(standing.space)))
    ]
    if k < 1 or not (vectors or worded):
        return {}
    wanted = overfetch(k + 1, standing.notes, standing.all_notes)  # the probe itself may be found
    ask: dict[str, Any] = {
        "k": k,
        "vectors": vectors,
        "worded": worded,
        "exact": standing.notes * len(vectors) <= _FEW_COMPARISONS,
        "fetch": min(wanted, _MOST_FETCHED),
    }
    near: dict[str, tuple[Neighbour, ...]] = {}
    for row in tx.run(cypher("read/near"), space=standing.space, ask=ask):
        terms = fulltext.plain(row["terms"])
        found = Neighbour(uid=row["uid"], terms=terms, similarity=row["similarity"], text=row["text"])
        near[row["probe"]] = (*near.get(row["probe"], ()), found)
    return near
