"""The verb `expand`: the subgraph within two hops of the seeds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from memgraph_core.records.graph import Link
from memgraph_core.records.search import LINKS_PER_NOTE, Hop, Query, Seeds, Subgraph
from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j.column_tables import (
    COLUMNS,
    Table,
    by_row,
    entities_from,
    facts_from,
    notes_from,
    tables,
    turns_from,
)
from memgraph_core.store.neo4j.conversion import Row
from memgraph_core.store.neo4j.filters import ALL_ROWS, filter_parameters, omitted
from memgraph_core.store.neo4j.fulltext import escaped
from neo4j import ManagedTransaction


def expand(
    tx: ManagedTransaction, namespace: str, stamp: EmbeddingStamp | None, seeds: Seeds, query: Query
) -> Subgraph:
    """See `Store.expand`. Two statements: the hops, and their records."""
    filters, without = filter_parameters(query.filters), omitted(query.filters)
    ask: dict[str, Any] = {
        "seeds": list(dict.fromkeys(seeds.entities)),
        "fan_out": seeds.fan_out,
        "half": seeds.fan_out // 2,
        "shared_notes": seeds.shared_notes,
        "relations": sorted(query.relations),
        "hub": seeds.hub_size,
    }
    result = tx.run(cypher("read/expansion", *without), namespace=namespace, ask=ask, filters=filters)
    hops = result.single(strict=True)["hops"]
    first = _ordered((hop for each, _ in hops for hop in each), seeds.entities)
    second = _ordered((hop for _, each in hops for hop in each), (hop.target for hop in first))
    ask = {
        "cap": seeds.max_notes,
        "terms": [{"text": f" {escaped(term)} ", "weight": weight} for term, weight in seeds.terms],
        "model": stamp.model if stamp else None,
        "links": LINKS_PER_NOTE,
        **_wanted_notes(seeds, first, second, filtered=not without),
    }
    records = tx.run(
        cypher("read/expansion_records", *without),
        namespace=namespace,
        ask=ask,
        filters=filters,
        columns=COLUMNS,
    )
    return _subgraph((*first, *second), tables(records))


def _ordered(hops: Iterable[Sequence[Any]], sources: Iterable[str]) -> list[Hop]:
    """The hops in the order of their sources; facts before notes."""
    position = {uid: number for number, uid in enumerate(dict.fromkeys(sources))}
    return sorted(
        (Hop(*hop) for hop in hops), key=lambda hop: (position[hop.source], hop.kind, hop.target, hop.uid)
    )


def _wanted_notes(seeds: Seeds, first: Sequence[Hop], second: Sequence[Hop], *, filtered: bool) -> Row:
    """The entities whose notes are requested, with their levels and the numbers of notes.

    If there are too many notes, those of the seeds (level 0) are kept first, then those of the first hops.
    """
    # Without terms to compare, the newest notes are taken.
    considered = (
        max(seeds.notes_considered, seeds.notes_per_entity) if seeds.terms else seeds.notes_per_entity
    )
    half = seeds.notes_per_entity // 2
    level: dict[str, int] = dict.fromkeys(seeds.entities, 0)
    notes: dict[str, int] = {}
    facts: dict[str, int] = {}
    for number, hops in ((1, first), (2, second)):
        for hop in hops:
            (notes if hop.kind == "note" else facts).setdefault(hop.uid, number)
            level.setdefault(hop.target, number)
    near = [[uid, number] for uid, number in level.items() if number < 2]
    further = [
        [uid, number, seeds.notes_per_entity] for uid, number in near[seeds.entities_matched_by_terms :]
    ]
    further += [[uid, number, half] for uid, number in level.items() if number == 2]
    return {
        "near": near[: seeds.entities_matched_by_terms],
        "further": further,
        "near_fetch": ALL_ROWS if filtered else considered,
        "further_fetch": ALL_ROWS if filtered else seeds.notes_per_entity,
        "considered": considered,
        "kept": seeds.notes_per_entity,
        "notes": list(map(list, notes.items())),
        "facts": list(map(list, facts.items())),
    }


def _distinct(hops: Iterable[Hop]) -> tuple[Hop, ...]:
    """Each pair of entities once per fact or note, in the direction that was found first."""
    distinct: dict[tuple[frozenset[str], str], Hop] = {}
    for hop in hops:
        distinct.setdefault((frozenset((hop.source, hop.target)), hop.uid), hop)
    return tuple(distinct.values())


def _subgraph(hops: Iterable[Hop], records: Mapping[str, Table]) -> Subgraph:
    links = (Link(*link) for link in by_row(records["link"], "a", "b", "reason", "weight"))
    return Subgraph(
        entities=entities_from(records["entity"]),
        hops=_distinct(hops),
        facts={fact.uid: fact for fact in facts_from(records["fact"])},
        notes=tuple(notes_from(records["note"])),
        turns=tuple(turns_from(records["turn"])),
        about={uid: tuple(about) for uid, about in by_row(records["note"], "uid", "about")},
        links=tuple(sorted(links, key=lambda link: (link.a, link.b, link.reason))),
    )
