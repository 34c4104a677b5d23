"""The candidates of a search, with everything that ranking needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from memgraph_core.records.kinds import Vector
from memgraph_core.records.search import Candidates, Channel, Limits, Query
from memgraph_core.records.validation import checked_vector
from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.embedding_stamps import refuse_other
from memgraph_core.store.neo4j.channels import Found, best_turns, find
from memgraph_core.store.neo4j.filters import filter_parameters, turns_pass
from memgraph_core.store.neo4j.rows import named_from
from memgraph_core.store.neo4j.standing import Standing, read_standing
from memgraph_core.store.neo4j.tables import (
    Table,
    by_row,
    entities_from,
    facts_from,
    notes_from,
    tables,
    turns_from,
)
from neo4j import ManagedTransaction


def candidates(
    tx: ManagedTransaction, namespace: str, stamp: EmbeddingStamp | None, query: Query, limits: Limits
) -> Candidates:
    """The candidates, in three statements; in four where the vectors are compared one by one."""
    vector = _vector(query, stamp)
    standing = read_standing(tx, namespace)
    if not standing.exists:
        return _nothing(standing)
    refuse_other(namespace, standing.stamp, stamp)
    found, frequencies = find(tx, standing, query, vector, limits)
    told = _records(tx, standing, stamp, query, limits, found)
    return _assembled(standing, {term: frequencies.get(term, 0) for term in query.terms}, found, told)


def _vector(query: Query, stamp: EmbeddingStamp | None) -> Vector | None:
    if stamp is None or query.vector is None:
        return None
    return checked_vector(query.vector, stamp.dimension, "the question's vector")


def _records(
    tx: ManagedTransaction,
    standing: Standing,
    stamp: EmbeddingStamp | None,
    query: Query,
    limits: Limits,
    found: Sequence[Found],
) -> Mapping[str, Table]:
    whose = {"namespace": standing.namespace, "space": standing.space}
    ask: dict[str, Any] = {
        "notes": sorted({one.uid for one in found if one.note}),
        "turns": sorted({one.uid for one in found if not one.note}),
        "vectors": stamp is not None,
        "shelf": standing.shelf.vector,
        "best": best_turns(found, limits.neighbour_seeds),
        "distance": limits.neighbour_distance,
        "turns_too": turns_pass(query.filters),
        "keys": list(dict.fromkeys(query.name_keys)),
    }
    filters = filter_parameters(query.filters)
    return tables(tx.run(cypher("read/records"), whose, ask=ask, filters=filters))


def _assembled(
    standing: Standing,
    frequencies: Mapping[str, int],
    found: Sequence[Found],
    told: Mapping[str, Table],
) -> Candidates:
    notes, turns = notes_from(told["note"]), turns_from(told["turn"])
    there = {one.uid for one in (*notes, *turns)}  # another process may have forgotten some meanwhile
    channels: dict[str, frozenset[Channel]] = {}
    neighbours = [Found(uid, False, "neighbour", None, ()) for uid in told["neighbour"]["uid"]]
    for one in (*found, *neighbours):
        if one.uid in there:
            channels[one.uid] = frozenset[Channel]((*channels.get(one.uid, ()), one.channel))
    return Candidates(
        space=standing.space,
        documents=standing.turns - standing.asides + standing.notes,
        frequencies=frequencies,
        notes=tuple(notes),
        turns=tuple(turns),
        channels=channels,
        key_entities=named_from(
            {"key": key, "entity": entity} for key, entity in by_row(told["named"], "key", "entity")
        ),
        entities=entities_from(told["entity"]),
        about={
            uid: tuple(sorted(about))
            for kind in ("note", "turn")
            for uid, about in by_row(told[kind], "uid", "about")
        },
        facts=tuple(facts_from(told["fact"])),
    )


def _nothing(standing: Standing) -> Candidates:
    return Candidates(
        space=standing.space,
        documents=0,
        frequencies={},
        notes=(),
        turns=(),
        channels={},
        key_entities={},
        entities={},
        about={},
    )
