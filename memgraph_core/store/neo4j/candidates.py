"""What the channels of a search bring, with everything that ranking needs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from neo4j import ManagedTransaction

from memgraph_core.reads import Candidates, Channel, Limits, Query
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.neo4j.filters import filter_parameters, turns_pass
from memgraph_core.store.neo4j.overfetch import overfetch
from memgraph_core.store.neo4j.rows import (
    UNKNOWN,
    Row,
    entity_from,
    fact_from,
    floats,
    named_from,
    note_from,
    sent,
    turn_from,
)
from memgraph_core.store.neo4j.standing import Standing, read_standing
from memgraph_core.store.protocol import Stamp
from memgraph_core.store.queries import cypher
from memgraph_core.types import checked_vector

# Up to here every vector of a space is compared, which takes about 26 ms; the index takes about 15.
_FEW_VECTORS = 1000
# What the index is asked for at most (20 ms). When too few of them are the space's own, all are compared.
_MOST_FETCHED = 2000
_ALL = 1_000_000  # "as many as there are", where what passes the filters can only be seen afterwards

END = datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Found:
    """A note or turn that a channel found. `score` only compares within the channel."""

    uid: str
    note: bool
    channel: Channel
    score: float | None
    turns: tuple[str, ...]  # sources of a note, a turn itself


def candidates(
    tx: ManagedTransaction, namespace: str, stamp: Stamp | None, query: Query, limits: Limits
) -> Candidates:
    """The candidates, in three statements; in four where the vector index brought too few of this space."""
    vector = None if stamp is None or query.vector is None else query.vector
    checked = (
        checked_vector(vector, stamp.dimension, "the question's vector")
        if stamp and vector is not None
        else None
    )
    standing = read_standing(tx, namespace)
    if not standing.exists:
        return _nothing(standing)
    parameters = _channel_parameters(standing, query, limits)
    exact = standing.turns + standing.notes <= _FEW_VECTORS
    parameters |= {"vector": None if checked is None else floats(checked), "exact": exact}
    found = _find(tx, parameters)
    if checked is not None and not exact and _too_few(found, standing, query, limits):
        only_vectors: dict[str, Any] = {"exact": True, "queries": [], "keys": [], "times": []}
        again = _find(tx, parameters | only_vectors)
        found = [one for one in found if one.channel != "vector"] + again
    record = _records(tx, standing, stamp, query, limits, found)
    return _assembled(standing, query, found, record)


def best_turns(found: Iterable[Found], count: int) -> list[str]:
    """The best turns of the terms channel and of the vector channel; a note stands for its source turns."""
    best: set[str] = set()
    ranked = sorted(
        (one for one in found if one.score is not None), key=lambda one: (-(one.score or 0), one.uid)
    )
    for channel in ("terms", "vector"):
        turns = (uid for one in ranked if one.channel == channel for uid in one.turns)
        best |= set(list(dict.fromkeys(turns))[:count])
    return sorted(best)


def _channel_parameters(standing: Standing, query: Query, limits: Limits) -> dict[str, Any]:
    filters = filter_parameters(query.filters)
    per_channel = {
        "vector": limits.vector,
        "terms": limits.terms,
        "anchor": limits.anchor,
        "time": limits.time,
    }
    texts = [fulltext.query(query.terms, token) for token in _tokens(standing)]
    return {
        "namespace": standing.namespace,
        "space": standing.space,
        "limits": per_channel,
        "fetch": _ALL if filters["filtered"] else max(per_channel.values()),
        "note_fetch": _fetch(limits.vector, standing.notes, standing.all_notes, filters["filtered"]),
        "turn_fetch": _fetch(limits.vector, standing.turns, standing.all_turns, filters["filtered"]),
        "queries": [text for text in texts if text],
        "keys": list(dict.fromkeys(query.keys)),
        "times": _times(query),
        **filters,
    }


def _tokens(standing: Standing) -> tuple[str, str]:
    return fulltext.of_notes(standing.space), fulltext.of_turns(standing.namespace)


def _fetch(k: int, own: int, all: int, filtered: bool) -> int:
    return _MOST_FETCHED if filtered else min(overfetch(k, own, all), _MOST_FETCHED)


def _times(query: Query) -> list[dict[str, datetime]]:
    if query.since is None and query.until is None:
        return []
    return [{"since": sent(query.since) or UNKNOWN, "until": sent(query.until) or END}]


def _find(tx: ManagedTransaction, parameters: Mapping[str, Any]) -> list[Found]:
    return [
        Found(
            uid=row["uid"],
            note=row["note"],
            channel=row["channel"],
            score=row["score"],
            turns=tuple(row["turns"]) if row["note"] else (row["uid"],),
        )
        for row in tx.run(cypher("read/candidates"), dict(parameters))
    ]


def _too_few(found: Sequence[Found], standing: Standing, query: Query, limits: Limits) -> bool:
    """Whether the index, which spans all spaces, may have missed some of this one."""
    notes = sum(one.channel == "vector" and one.note for one in found)
    turns = sum(one.channel == "vector" and not one.note for one in found)
    missed_turns = turns_pass(query.filters) and turns < min(limits.vector, standing.turns)
    return missed_turns or notes < min(limits.vector, standing.notes)


def _records(
    tx: ManagedTransaction,
    standing: Standing,
    stamp: Stamp | None,
    query: Query,
    limits: Limits,
    found: Sequence[Found],
) -> Row:
    queries = {term: fulltext.query([term], *_tokens(standing)) for term in dict.fromkeys(query.terms)}
    filters = filter_parameters(query.filters)
    del filters["vault"]
    parameters: dict[str, Any] = {
        "namespace": standing.namespace,
        "space": standing.space,
        "notes": sorted({one.uid for one in found if one.note}),
        "turns": sorted({one.uid for one in found if not one.note}),
        "vectors": stamp is not None,
        "best": best_turns(found, limits.neighbours_of),
        "distance": limits.neighbour_distance,
        "turns_too": turns_pass(query.filters),
        "keys": list(dict.fromkeys(query.keys)),
        "frequencies": [{"term": term, "query": text} for term, text in queries.items() if text],
        "cap": max(1, limits.frequency_cap),
        **filters,
    }
    return tx.run(cypher("read/records"), parameters).single(strict=True).data()


def _assembled(standing: Standing, query: Query, found: Iterable[Found], record: Row) -> Candidates:
    notes = sorted((note_from(row) for row in record["notes"]), key=lambda note: note.uid)
    turns = sorted((turn_from(row) for row in record["turns"]), key=lambda turn: turn.uid)
    there = {one.uid for one in (*notes, *turns)}  # another process may have forgotten some meanwhile
    channels: dict[str, frozenset[Channel]] = {}
    neighbours = [Found(uid, False, "neighbour", None, (uid,)) for uid in record["neighbours"]]
    for one in (*found, *neighbours):
        if one.uid in there:
            channels[one.uid] = frozenset[Channel]((*channels.get(one.uid, ()), one.channel))
    facts = sorted((fact_from(row) for row in record["facts"]), key=lambda fact: fact.uid)
    counted = {row["term"]: row["documents"] for row in record["frequencies"]}
    return Candidates(
        space=standing.space,
        documents=standing.turns + standing.notes,
        frequencies={term: counted.get(term, 0) for term in query.terms},
        notes=tuple(notes),
        turns=tuple(turns),
        channels=channels,
        key_entities=named_from(record["named"]),
        entities={row["uid"]: entity_from(row) for row in record["entities"]},
        about={row["uid"]: tuple(row["about"]) for row in (*record["notes"], *record["turns"])},
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
