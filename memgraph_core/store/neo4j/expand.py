"""The verb `expand`: the subgraph within two hops of the seeds."""

from collections.abc import Iterable, Sequence
from itertools import count
from typing import Any

from memgraph_core.records.graph import Link
from memgraph_core.records.search import (
    LINKS_PER_NOTE,
    NOTES_OF_FURTHER,
    NOTES_OF_SEED,
    Hop,
    Query,
    Seeds,
    Subgraph,
)
from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j.column_tables import (
    FoundRecords,
    entities_from,
    facts_from,
    notes_from,
    read_records,
    turns_from,
)
from memgraph_core.store.neo4j.conversion import Row
from memgraph_core.store.neo4j.filters import ALL_ROWS, filter_parameters, omitted
from memgraph_core.store.neo4j.fulltext import escaped
from memgraph_core.store.neo4j.namespace_state import NamespaceState, read_state
from neo4j import ManagedTransaction


def expand(
    tx: ManagedTransaction, namespace: str, stamp: EmbeddingStamp | None, seeds: Seeds, query: Query
) -> Subgraph:
    """See `Store.expand`. Four or five statements: the state, the hops, the notes, and the records.

    A second hop never leads back to a seed, because the hops of the seed contain that connection.
    """
    state = read_state(tx, namespace)
    starts = list(dict.fromkeys(seeds.entities))
    first = _hops(tx, state, seeds, query, starts)
    through = [uid for uid in dict.fromkeys(hop.target for hop in first) if uid not in starts]
    second = _hops(tx, state, seeds, query, through, excluded=starts) if through else []
    filters, without = filter_parameters(query.filters), omitted(query.filters)
    ask = {
        "cap": seeds.max_notes,
        "terms": [{"text": f" {escaped(term)} ", "weight": weight} for term, weight in seeds.terms],
        "links": LINKS_PER_NOTE,
        **_wanted_notes(seeds, first, second, filtered=not without),
    }
    statement = cypher("read/expansion_notes", *without)
    chosen = tx.run(statement, space=state.space, ask=ask, filters=filters).single(strict=True)
    with_vectors = stamp is not None and state.stamp == stamp
    reached = dict.fromkeys((*starts, *(hop.target for hop in (*first, *second))))
    found = read_records(tx, state, {
        "notes": chosen["notes"],
        "facts": list({hop.uid: None for hop in (*first, *second) if hop.kind == "fact"}),
        "entities": list(reached),
        "note_vector": "vector" if with_vectors else None,
        "turn_vector": state.turn_vectors.vector if with_vectors else None,
    })  # fmt: skip
    return _subgraph((*first, *second), found, chosen["links"])


def _hops(
    tx: ManagedTransaction,
    state: NamespaceState,
    seeds: Seeds,
    query: Query,
    entities: Sequence[str],
    excluded: Sequence[str] = (),
) -> list[Hop]:
    """The hops from these entities, in order. An entity that is not a seed has fewer hops, and a hub has none."""
    ask: dict[str, Any] = {
        "entities": entities,
        "excluded": excluded,
        "hub": seeds.hub_size if excluded else ALL_ROWS,
        "fan_out": seeds.fan_out // 2 if excluded else seeds.fan_out,
        "counted_notes": NOTES_OF_FURTHER if excluded else NOTES_OF_SEED,
        "shared_notes": seeds.shared_notes,
        "relations": sorted(query.relations),
    }
    statement = cypher("read/hops", *omitted(query.filters))
    result = tx.run(statement, space=state.space, ask=ask, filters=filter_parameters(query.filters))
    return _ordered(result.single(strict=True)["hops"], entities)


def _ordered(hops: Iterable[Sequence[Any]], sources: Iterable[str]) -> list[Hop]:
    """The hops in the order of their sources; facts before notes; facts by uid, notes as given (newest first)."""
    position = {uid: number for number, uid in enumerate(dict.fromkeys(sources))}

    def place(hop: Hop) -> tuple[int, str, str, str]:
        return position[hop.source], hop.kind, hop.target, hop.uid if hop.kind == "fact" else ""

    return sorted((Hop(*hop) for hop in hops), key=place)


def _wanted_notes(seeds: Seeds, first: Sequence[Hop], second: Sequence[Hop], *, filtered: bool) -> Row:
    """The entities whose notes are requested, with their places and the numbers of notes.

    If there are too many notes, those of the lowest places are kept: notes about the seeds, notes of the first hops, notes
    about the entities that these reach, notes of the second hops, and notes about the entities that these reach.
    """
    # Without terms to compare, the newest notes are taken.
    considered = (
        max(seeds.notes_considered, seeds.notes_per_entity) if seeds.terms else seeds.notes_per_entity
    )
    half = seeds.notes_per_entity // 2
    place = count()
    entities = {uid: next(place) for uid in dict.fromkeys(seeds.entities)}
    notes: dict[str, int] = {}
    facts: dict[str, int] = {}
    for hops in (first, second):
        near = len(entities)
        for hop in hops:
            (notes if hop.kind == "note" else facts).setdefault(hop.uid, next(place))
        for hop in hops:
            entities.setdefault(hop.target, next(place))
    places = list(map(list, entities.items()))
    matched = min(seeds.entities_matched_by_terms, near)
    further = [[*each, seeds.notes_per_entity] for each in places[matched:near]]
    further += [[*each, half] for each in places[near:]]
    return {
        "near": places[:matched],
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


def _subgraph(hops: Iterable[Hop], found: FoundRecords, links: Iterable[Sequence[Any]]) -> Subgraph:
    notes = notes_from(found)
    return Subgraph(
        entities=entities_from(found),
        hops=_distinct(hops),
        facts={fact.uid: fact for fact in facts_from(found)},
        notes=tuple(notes),
        turns=tuple(turns_from(found)),
        about={note.uid: tuple(sorted(found.edges.get((note.uid, "ABOUT"), ()))) for note in notes},
        links=tuple(sorted((Link(*link) for link in links), key=lambda link: (link.a, link.b, link.reason))),
    )
