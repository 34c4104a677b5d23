"""What lies within two hops of the seeds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memgraph_core.records.graph import Link
from memgraph_core.records.search import LINKS_PER_NOTE, Hop, Query, Seeds, Subgraph
from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j.filters import ALL, filter_parameters
from memgraph_core.store.neo4j.fulltext import marked
from memgraph_core.store.neo4j.rows import Row
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


def around(
    tx: ManagedTransaction, namespace: str, stamp: EmbeddingStamp | None, seeds: Seeds, query: Query
) -> Subgraph:
    """The walk and its records, in two statements."""
    filters = filter_parameters(query.filters)
    ask: dict[str, Any] = {
        "seeds": list(dict.fromkeys(seeds.entities)),
        "fan_out": seeds.fan_out,
        "half": seeds.fan_out // 2,
        "shared_notes": seeds.shared_notes,
        "relations": sorted(query.relations),
        "hub": seeds.hub_size,
    }
    walked = tx.run(cypher("read/walk"), namespace=namespace, ask=ask, filters=filters).single(strict=True)
    first = _ordered((hop for hops, _ in walked["hops"] for hop in hops), seeds.entities)
    second = _ordered((hop for _, hops in walked["hops"] for hop in hops), (hop.target for hop in first))
    ask = {
        "cap": seeds.max_notes,
        "terms": [{"text": f" {marked(term)} ", "worth": worth} for term, worth in seeds.terms],
        "model": stamp.model if stamp else None,
        "ties": LINKS_PER_NOTE,
        **_wanted(seeds, first, second, filtered=filters["given"]),
    }
    found = tx.run(cypher("read/surroundings"), namespace=namespace, ask=ask, filters=filters)
    return _subgraph((*first, *second), tables(found))


def _ordered(hops: Iterable[Sequence[Any]], sources: Iterable[str]) -> list[Hop]:
    """The hops by their sources, which are in order; facts before notes."""
    place = {uid: number for number, uid in enumerate(dict.fromkeys(sources))}
    walked = (Hop(*hop) for hop in hops)
    return sorted(walked, key=lambda hop: (place[hop.source], hop.kind, hop.target, hop.uid))


def _wanted(seeds: Seeds, first: Sequence[Hop], second: Sequence[Hop], *, filtered: bool) -> Row:
    """Whose notes are wanted, how many of how many, and on which level: when they are too many, those of the
    seeds (0) stay, then those of the first hops.
    """
    # Where nothing is looked for, the newest are the best.
    looked_at = max(seeds.notes_considered, seeds.notes_per_entity) if seeds.terms else seeds.notes_per_entity
    half = seeds.notes_per_entity // 2
    level: dict[str, int] = dict.fromkeys(seeds.entities, 0)
    evidence: dict[str, int] = {}
    facts: dict[str, int] = {}
    for number, hops in ((1, first), (2, second)):
        for hop in hops:
            (evidence if hop.kind == "note" else facts).setdefault(hop.uid, number)
            level.setdefault(hop.target, number)
    near = [[uid, number] for uid, number in level.items() if number < 2]
    newest = [
        [uid, number, seeds.notes_per_entity] for uid, number in near[seeds.entities_matched_by_terms :]
    ]
    newest += [[uid, number, half] for uid, number in level.items() if number == 2]
    return {
        "near": near[: seeds.entities_matched_by_terms],
        "further": newest,
        "near_fetch": ALL if filtered else looked_at,
        "further_fetch": ALL if filtered else seeds.notes_per_entity,
        "looked_at": looked_at,
        "each": seeds.notes_per_entity,
        "evidence": list(map(list, evidence.items())),
        "facts": list(map(list, facts.items())),
    }


def _each_once(hops: Iterable[Hop]) -> tuple[Hop, ...]:
    """Two entities are joined by a fact or note once, in the direction met first."""
    met: dict[tuple[frozenset[str], str], Hop] = {}
    for hop in hops:
        met.setdefault((frozenset((hop.source, hop.target)), hop.uid), hop)
    return tuple(met.values())


def _subgraph(hops: Iterable[Hop], told: Mapping[str, Table]) -> Subgraph:
    links = (Link(*tie) for tie in by_row(told["link"], "a", "b", "reason", "weight"))
    return Subgraph(
        entities=entities_from(told["entity"]),
        hops=_each_once(hops),
        facts={fact.uid: fact for fact in facts_from(told["fact"])},
        notes=tuple(notes_from(told["note"])),
        turns=tuple(turns_from(told["turn"])),
        about={uid: tuple(about) for uid, about in by_row(told["note"], "uid", "about")},
        links=tuple(sorted(links, key=lambda tie: (tie.a, tie.b, tie.reason))),
    )
