"""`expand`: two hops from the seed entities through the cached graph.

Only a limited number of the newest notes and facts of each entity is considered, so that an entity with very many notes does
not take longer than others.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Literal, NamedTuple

from memgraph_core.records.search import (
    NOTES_OF_FURTHER,
    NOTES_OF_SEED,
    Filters,
    Hop,
    Query,
    Seeds,
    Subgraph,
)
from memgraph_core.store.sqlite.cache.graph_cache import GraphCache
from memgraph_core.store.sqlite.cache.namespace_cache import NamespaceCache
from memgraph_core.store.sqlite.cache.record_cache import Gathered, Wanted
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.read import filters
from memgraph_core.store.sqlite.rows import by_uid, json_array

_SEEDS = """
SELECT e.id FROM json_each(:seeds) row CROSS JOIN entity e ON e.space = :space AND e.uid = row.value
"""
_PASSING_NOTES = f"SELECT n.id FROM note n WHERE n.space = :space AND {filters.NOTE}"


class _Hop(NamedTuple):
    kind: Literal["fact", "note"]
    source: int
    target: int
    row: int  # id of the fact or the note
    notes: tuple[int, ...]  # the notes that support it


@dataclass(frozen=True, slots=True, kw_only=True)
class _Expansion:
    """One expansion: the graph and the limits."""

    graph: GraphCache
    seeds: Seeds
    relations: Sequence[str]
    passing: Collection[int] | None  # notes that pass the filters; None without filters

    def hops(
        self, starts: Sequence[int], excluded: Collection[int], fan_out: int, counted_notes: int
    ) -> list[_Hop]:
        """From each start, up to `fan_out` hops by facts, and hops to as many entities by notes; not to excluded entities.

        Co-occurrences are counted in the newest `counted_notes` notes of an entity.
        """
        return [
            hop
            for start in starts
            for hop in (
                *self._by_fact(start, excluded, fan_out),
                *self._by_note(start, excluded, fan_out, counted_notes),
            )
        ]

    def notes_to_compare(self, entities: Sequence[int]) -> dict[int, list[int]]:
        """Entities with more notes than the limit, each with the newest notes from which those with most terms are chosen."""
        limit = self.seeds.notes_per_entity
        considered = max(self.seeds.notes_considered, limit)
        if not self.seeds.terms or not limit:
            return {}
        first = entities[: self.seeds.entities_matched_by_terms]
        newest = {entity: self.graph.newest(entity, considered, self.passing) for entity in first}
        return {entity: notes for entity, notes in newest.items() if len(notes) > limit}

    def choose_notes(
        self,
        starts: Sequence[int],
        nearer: Sequence[_Hop],
        further: Sequence[_Hop],
        compared: Mapping[int, list[int]],
    ) -> list[int]:
        """At most `max_notes` notes, in this order: notes about the seeds, notes of the nearer hops, notes about the entities
        these hops reach, notes of the further hops, notes about the entities these hops reach.
        """
        limit, near = self.seeds.notes_per_entity, {*starts, *_reached(nearer)}
        groups = chain(
            (self._best_notes(entity, limit, compared) for entity in starts),
            (self._supporting_notes(hop) for hop in nearer),
            (self._best_notes(entity, limit, compared) for entity in _reached(nearer)),
            (self._supporting_notes(hop) for hop in further),
            (self._best_notes(entity, limit // 2, {}) for entity in _reached(further) if entity not in near),
        )
        chosen: dict[int, None] = {}
        for notes in groups:
            chosen.update(dict.fromkeys(notes))
            if len(chosen) >= self.seeds.max_notes:
                break
        return list(chosen)[: self.seeds.max_notes]

    def _by_fact(self, start: int, excluded: Collection[int], fan_out: int) -> list[_Hop]:
        facts = self.graph.facts(start, self.relations, excluded, fan_out)
        uid = self.graph.uid_of_entity
        facts.sort(key=lambda fact: (uid(fact.other_end(start)), fact.uid))
        return [_Hop("fact", start, fact.other_end(start), fact.fact, fact.notes) for fact in facts]

    def _by_note(self, start: int, excluded: Collection[int], fan_out: int, counted_notes: int) -> list[_Hop]:
        count = fan_out + len(excluded)
        all_others = self.graph.co_occurrences(
            start, counted_notes, count, self.seeds.shared_notes, self.passing
        )
        others = [each for each in all_others if each[0] not in excluded][:fan_out]
        others.sort(key=lambda each: self.graph.uid_of_entity(each[0]))
        return [_Hop("note", start, target, note, (note,)) for target, notes in others for note in notes]

    def _best_notes(self, entity: int, count: int, compared: Mapping[int, list[int]]) -> list[int]:
        """The notes about an entity with the highest weight of query terms, then the newest; the newest if not `compared`."""
        if entity not in compared:
            return self.graph.newest(entity, count, self.passing)
        terms = [(f" {term} ", weight) for term, weight in self.seeds.terms]
        weights = {note: self.graph.weight(note, terms) for note in compared[entity]}
        return sorted(compared[entity], key=weights.__getitem__, reverse=True)[:count]

    def _supporting_notes(self, hop: _Hop) -> list[int]:
        """The notes that support a hop and pass the filters, newest first."""
        notes = [note for note in hop.notes if self.graph.shows(note, self.passing)]
        return self.graph.newest_first(notes) if len(notes) > 1 else notes


@dataclass(frozen=True, slots=True)
class _Reached:
    """The result of an expansion, as ids."""

    starts: list[int]
    hops: list[_Hop]
    notes: list[int]
    note_uids: dict[int, str]  # of the notes of hops


def expand(connection: Connection, cache: NamespaceCache, seeds: Seeds, query: Query) -> Subgraph:
    """See `Store.expand`. Notes of a hop come before further notes about the entity that it reaches."""
    with cache.graph.lock:
        synchronized = cache.graph.synchronize(connection)
        if synchronized is None:
            return Subgraph(entities={}, hops=(), facts={}, notes=(), turns=(), about={})
        state, sequence = synchronized
        reached = _expand(connection, cache.graph, state.space, seeds, query)
    snapshot = cache.snapshot_without_vectors(connection, state, sequence)
    ends = {*reached.starts, *chain.from_iterable([hop[1:3] for hop in reached.hops])}
    facts = [hop.row for hop in reached.hops if hop.kind == "fact"]
    wanted = Wanted(notes=reached.notes, facts=facts, entities=ends, linked=reached.notes)
    records = snapshot.gather(wanted)
    return Subgraph(
        entities={entity.uid: entity for entity in by_uid(records.entities.values())},
        hops=_unique_hops(reached, records),
        facts={fact.uid: fact for fact in by_uid([fact.record for fact in records.facts.values()])},
        notes=by_uid([note.record for note in records.notes.values()]),
        turns=by_uid([turn.record for turn in records.turns.values()]),
        about={note.record.uid: records.about(note) for note in records.notes.values()},
        links=records.links,
    )


def _expand(connection: Connection, graph: GraphCache, space: int, seeds: Seeds, query: Query) -> _Reached:
    values = {"space": space, "seeds": json_array(dict.fromkeys(seeds.entities))}
    starts = [row[0] for row in connection.run(_SEEDS, values)]
    expansion = _Expansion(
        graph=graph,
        seeds=seeds,
        relations=sorted(query.relations),
        passing=_passing_notes(connection, space, query),
    )
    nearer = expansion.hops(starts, (), seeds.fan_out, NOTES_OF_SEED)
    through = [
        entity
        for entity in _reached(nearer)
        if entity not in starts and not graph.is_hub(entity, seeds.hub_size)
    ]
    further = expansion.hops(through, starts, seeds.fan_out // 2, NOTES_OF_FURTHER)
    compared = expansion.notes_to_compare(list(dict.fromkeys([*starts, *_reached(nearer)])))
    hops = [*nearer, *further]
    hop_notes = [hop.row for hop in hops if hop.kind == "note"]
    sorted_notes = chain.from_iterable([hop.notes for hop in hops if len(hop.notes) > 1])
    graph.read_terms(connection, chain(hop_notes, sorted_notes, *compared.values()))
    notes = expansion.choose_notes(starts, nearer, further, compared)
    return _Reached(starts, hops, notes, {note: graph.uid_of_note(note) for note in hop_notes})


def _passing_notes(connection: Connection, space: int, query: Query) -> set[int] | None:
    if query.filters == Filters():
        return None
    values = filters.values_of(query.filters) | {"space": space}
    return {note for (note,) in connection.run(_PASSING_NOTES, values)}


def _reached(hops: Iterable[_Hop]) -> list[int]:
    """The targets of hops, each once, in order."""
    return list(dict.fromkeys(hop.target for hop in hops))


def _unique_hops(reached: _Reached, records: Gathered) -> tuple[Hop, ...]:
    """Each pair of entities once per fact or note, in the direction that was found first."""
    entities, facts = records.entities, records.facts
    hops: dict[tuple[int, int, str, int], Hop] = {}
    for hop in reached.hops:
        key = (min(hop[1:3]), max(hop[1:3]), hop.kind, hop.row)
        if key not in hops:
            source, target = entities[hop.source].uid, entities[hop.target].uid
            if hop.kind == "fact":
                fact = facts[hop.row].record
                hops[key] = Hop(source, target, "fact", fact.uid, fact.type)
            else:
                hops[key] = Hop(source, target, "note", reached.note_uids[hop.row], "ABOUT")
    return tuple(hops.values())
