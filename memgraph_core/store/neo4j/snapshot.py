"""The verb `snapshot`: the records on which a plan depends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from memgraph_core.records.graph import Note
from memgraph_core.records.plan import Neighbour, NeighbourLookup, PlanningSnapshot, SnapshotRequest
from memgraph_core.records.validation import checked_vector
from memgraph_core.statements import cypher
from memgraph_core.store.checks import check_stamp
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.neo4j.conversion import Row, change_from, fact_from, floats, named_from, note_from
from memgraph_core.store.neo4j.generations import read_build
from memgraph_core.store.neo4j.namespace_state import NamespaceState, read_state
from memgraph_core.store.neo4j.overfetch import overfetch
from neo4j import ManagedTransaction, Record

# The largest request to the vector index. Approximate results are sufficient, even if the space is a small part of the database.
_MAX_FETCHED = 1000
# Up to this number of comparisons, all vectors are compared (17 µs each on Neo4j 5.26, so about 20 ms for all new notes).
_MAX_COMPARISONS = 1000


def snapshot(
    tx: ManagedTransaction, namespace: str, stamp: EmbeddingStamp | None, request: SnapshotRequest
) -> PlanningSnapshot:
    """See `Store.snapshot`. One to six statements, depending on what is requested."""
    state = read_state(tx, namespace) if request.space is None else read_build(tx, namespace, request.space)
    if state is None:
        return PlanningSnapshot(space=request.space or "", version=-1, entities={})
    check_stamp(namespace, state.stamp, stamp)
    if request.space is None and state.version == 0:  # no plan was written yet
        return PlanningSnapshot(space=state.space, version=0, entities={})
    ask: dict[str, Any] = {
        "keys": list(dict.fromkeys(request.name_keys)),
        "facts": [asdict(fact) for fact in request.facts],
    }
    names = {"namespace": namespace, "space": state.space}
    record = tx.run(cypher("read/snapshot"), names, ask=ask).single(strict=True)
    facts = {row["fact"]["uid"]: fact_from(row["fact"]) for row in record["facts"]}
    revision_counts, supporting = _of_notes(tx, state, request)
    return PlanningSnapshot(
        space=state.space,
        version=state.version,
        entities=named_from(record["named"]),
        facts=tuple(facts[uid] for uid in sorted(facts)),
        object_names={row["fact"]["object"]: row["object"] for row in record["facts"]},
        kept_apart=frozenset(frozenset(pair) for pair in record["kept_apart"]),
        user_decisions=tuple(change_from(row) for row in record["decisions"]),
        neighbours=_neighbours(tx, state, stamp, request.notes, request.neighbour_count),
        revision_counts=revision_counts,
        candidates=notes_by_terms(tx, state.space, request.candidate_terms.split(), request.candidate_count),
        supporting_notes=supporting,
    )


def notes_by_terms(tx: ManagedTransaction, space: str, terms: Iterable[str], limit: int) -> tuple[Note, ...]:
    """The active notes that share most of the terms, best first, without vectors. One statement, or none."""
    query = fulltext.query(terms, fulltext.of_notes(space)) if limit > 0 else None
    if query is None:
        return ()
    rows = tx.run(cypher("read/notes_by_terms"), space=space, ask={"query": query, "limit": limit})
    return tuple(note_from(row["note"]) for row in rows)


def _of_notes(
    tx: ManagedTransaction, state: NamespaceState, request: SnapshotRequest
) -> tuple[Mapping[str, int], Mapping[str, tuple[Neighbour, ...]]]:
    """The revision counts and the supporting notes. One statement, or none."""
    ask = {"revised": sorted(set(request.revision_counts)), "turns": list(request.supporting_turns)}
    if not any(ask.values()):
        return {}, {}
    names = {"namespace": state.namespace, "space": state.space}
    record = tx.run(cypher("read/snapshot_notes"), names, ask=ask).single(strict=True)
    supporting: dict[str, tuple[Neighbour, ...]] = {}
    for row in record["supporting"]:
        note = Neighbour(uid=row["uid"], terms=fulltext.plain(row["terms"]), text=row["text"])
        supporting[row["turn"]] = (*supporting.get(row["turn"], ()), note)
    return {row["uid"]: row["number"] for row in record["revisions"]}, supporting


def _neighbours(
    tx: ManagedTransaction,
    state: NamespaceState,
    stamp: EmbeddingStamp | None,
    lookups: Sequence[NeighbourLookup],
    k: int,
) -> dict[str, tuple[Neighbour, ...]]:
    """The nearest active notes of each new note: by vector if it has one, else by terms. At most two statements."""
    if k < 1:
        return {}
    with_vector = [lookup for lookup in lookups if stamp and lookup.vector is not None]
    others = [lookup for lookup in lookups if not stamp or lookup.vector is None]
    records: list[Record] = []
    if stamp and with_vector:
        records += _by_vector(tx, state, stamp, with_vector, k)
    records += _by_terms(tx, state, others, k)
    neighbours: dict[str, tuple[Neighbour, ...]] = {}
    for row in records:
        terms = fulltext.plain(row["terms"])
        neighbour = Neighbour(uid=row["uid"], terms=terms, similarity=row["similarity"], text=row["text"])
        neighbours[row["wanted"]] = (*neighbours.get(row["wanted"], ()), neighbour)
    return neighbours


def _by_vector(
    tx: ManagedTransaction,
    state: NamespaceState,
    stamp: EmbeddingStamp,
    lookups: Sequence[NeighbourLookup],
    k: int,
) -> list[Record]:
    vectors: list[Row] = []
    for lookup in lookups:
        if lookup.vector is not None:
            checked = checked_vector(lookup.vector, stamp.dimension, f"lookup {lookup.uid!r}")
            vectors.append({"uid": lookup.uid, "vector": floats(checked)})
    fetch = overfetch(k + 1, state.notes, state.all_notes)  # the new note itself may be among the results
    ask = {"vectors": vectors, "k": k, "fetch": min(fetch, _MAX_FETCHED)}
    compares = state.notes * len(vectors) <= _MAX_COMPARISONS
    statement = cypher("read/neighbours_by_comparison") if compares else cypher("read/neighbours_by_index")
    return list(tx.run(statement, space=state.space, ask=ask))


def _by_terms(
    tx: ManagedTransaction, state: NamespaceState, lookups: Sequence[NeighbourLookup], k: int
) -> list[Record]:
    token = fulltext.of_notes(state.space)
    queries = [
        {"uid": lookup.uid, "query": query}
        for lookup in lookups
        if (query := fulltext.query(lookup.terms.split(), token))
    ]
    if not queries:
        return []
    ask = {"queries": queries, "k": k}
    return list(tx.run(cypher("read/neighbours_by_terms"), space=state.space, ask=ask))
