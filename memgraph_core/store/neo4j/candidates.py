"""The candidates of a search, with everything that ranking needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from memgraph_core.records.kinds import Vector
from memgraph_core.records.search import Candidates, Channel, Limits, Query
from memgraph_core.records.validation import checked_vector
from memgraph_core.store.checks import check_stamp
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j.channels import ChannelResult, best_turns, find
from memgraph_core.store.neo4j.column_tables import (
    FoundRecords,
    entities_from,
    facts_from,
    named_entities_from,
    notes_from,
    read_records,
    turns_from,
)
from memgraph_core.store.neo4j.namespace_state import NamespaceState, read_state
from neo4j import ManagedTransaction


def candidates(
    tx: ManagedTransaction, namespace: str, stamp: EmbeddingStamp | None, query: Query, limits: Limits
) -> Candidates:
    """See `Store.candidates`. Four statements; five with a vector; six, rarely seven, if the index returns too few."""
    vector = _vector(query, stamp)
    state = read_state(tx, namespace)
    if not state.exists:
        return Candidates(space=state.space)
    check_stamp(namespace, state.stamp, stamp)
    results, frequencies = find(tx, state, query, vector, limits)
    records = _records(tx, state, stamp, query, limits, results)
    return _assembled(state, {term: frequencies.get(term, 0) for term in query.terms}, results, records)


def _vector(query: Query, stamp: EmbeddingStamp | None) -> Vector | None:
    if stamp is None or query.vector is None:
        return None
    return checked_vector(query.vector, stamp.dimension, "the question's vector")


def _records(
    tx: ManagedTransaction,
    state: NamespaceState,
    stamp: EmbeddingStamp | None,
    query: Query,
    limits: Limits,
    results: Sequence[ChannelResult],
) -> FoundRecords:
    ask: dict[str, Any] = {
        "facts_of_notes": True,
        "mentions": True,
        "notes": sorted({one.uid for one in results if one.note}),
        "turns": sorted({one.uid for one in results if not one.note}),
        "note_vector": "vector" if stamp else None,
        "turn_vector": state.turn_vectors.vector if stamp else None,
        "best": [] if query.filters.only_notes else best_turns(results, limits.neighbour_seeds),
        "distance": limits.neighbour_distance,
        "keys": list(dict.fromkeys(query.name_keys)),
    }
    return read_records(tx, state, ask, query.filters)


def _assembled(
    state: NamespaceState,
    frequencies: Mapping[str, int],
    results: Sequence[ChannelResult],
    found: FoundRecords,
) -> Candidates:
    notes, turns = notes_from(found), turns_from(found)
    # Another process may have deleted some of the found records since the channels were searched.
    existing = {one.uid for one in (*notes, *turns)}
    channels: dict[str, frozenset[Channel]] = {}
    neighbours = [
        ChannelResult(uid, False, "neighbour", None, ()) for uid in found.tables["neighbour"]["uid"]
    ]
    for one in (*results, *neighbours):
        if one.uid in existing:
            channels[one.uid] = frozenset[Channel]((*channels.get(one.uid, ()), one.channel))
    return Candidates(
        space=state.space,
        documents=state.turns - state.agent_generated_turns + state.notes,
        frequencies=frequencies,
        notes=tuple(notes),
        turns=tuple(turns),
        channels=channels,
        key_entities=named_entities_from(found),
        entities=entities_from(found),
        about={
            uid: tuple(sorted(found.edges.get((uid, edge), ())))
            for kind, edge in (("note", "ABOUT"), ("turn", "MENTIONS"))
            for uid in found.tables[kind]["uid"]
        },
        facts=tuple(facts_from(found)),
    )
