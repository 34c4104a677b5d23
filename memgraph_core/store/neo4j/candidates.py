"""The candidates of a search, with everything that ranking needs."""

from collections.abc import Mapping, Sequence
from typing import Any

from memgraph_core.reads import Candidates, Channel, Limits, Query
from memgraph_core.store.neo4j.channels import Found, best_turns, find
from memgraph_core.store.neo4j.filters import filter_parameters, turns_pass
from memgraph_core.store.neo4j.rows import (
    Row,
    entity_from,
    fact_from,
    named_from,
    note_from,
    tables,
    turn_from,
)
from memgraph_core.store.neo4j.standing import Standing, read_standing
from memgraph_core.store.protocol import Stamp
from memgraph_core.store.queries import cypher
from memgraph_core.store.stamps import refuse_other
from memgraph_core.types import Vector, checked_vector
from neo4j import ManagedTransaction


def candidates(
    tx: ManagedTransaction, namespace: str, stamp: Stamp | None, query: Query, limits: Limits
) -> Candidates:
    """The candidates, in three statements; in four where the vectors are compared one by one."""
    vector = _vector(query, stamp)
    standing = read_standing(tx, namespace)
    if not standing.exists:
        return _nothing(standing)
    refuse_other(namespace, standing.stamp, stamp)
    found, frequencies = find(tx, standing, query, vector, limits)
    rows = _records(tx, standing, stamp, query, limits, found)
    return _assembled(standing, {term: frequencies.get(term, 0) for term in query.terms}, found, rows)


def _vector(query: Query, stamp: Stamp | None) -> Vector | None:
    if stamp is None or query.vector is None:
        return None
    return checked_vector(query.vector, stamp.dimension, "the question's vector")


def _records(
    tx: ManagedTransaction,
    standing: Standing,
    stamp: Stamp | None,
    query: Query,
    limits: Limits,
    found: Sequence[Found],
) -> Mapping[str, Sequence[Row]]:
    whose = {"namespace": standing.namespace, "space": standing.space}
    ask: dict[str, Any] = {
        "notes": sorted({one.uid for one in found if one.note}),
        "turns": sorted({one.uid for one in found if not one.note}),
        "vectors": stamp is not None,
        "shelf": standing.shelf.vector,
        "best": best_turns(found, limits.neighbours_of),
        "distance": limits.neighbour_distance,
        "turns_too": turns_pass(query.filters),
        "keys": list(dict.fromkeys(query.keys)),
    }
    filters = filter_parameters(query.filters)
    return tables(tx.run(cypher("read/records"), whose, ask=ask, filters=filters))


def _assembled(
    standing: Standing,
    frequencies: Mapping[str, int],
    found: Sequence[Found],
    rows: Mapping[str, Sequence[Row]],
) -> Candidates:
    notes = sorted((note_from(row) for row in rows["note"]), key=lambda note: note.uid)
    turns = sorted((turn_from(row) for row in rows["turn"]), key=lambda turn: turn.uid)
    there = {one.uid for one in (*notes, *turns)}  # another process may have forgotten some meanwhile
    channels: dict[str, frozenset[Channel]] = {}
    neighbours = [Found(row["uid"], False, "neighbour", None, ()) for row in rows["neighbour"]]
    for one in (*found, *neighbours):
        if one.uid in there:
            channels[one.uid] = frozenset[Channel]((*channels.get(one.uid, ()), one.channel))
    facts = sorted((fact_from(row) for row in rows["fact"]), key=lambda fact: fact.uid)
    return Candidates(
        space=standing.space,
        documents=standing.turns - standing.asides + standing.notes,
        frequencies=frequencies,
        notes=tuple(notes),
        turns=tuple(turns),
        channels=channels,
        key_entities=named_from(rows["named"]),
        entities={row["uid"]: entity_from(row) for row in rows["entity"]},
        about={row["uid"]: tuple(sorted(row["about"])) for row in (*rows["note"], *rows["turn"])},
        facts=tuple(facts),
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
