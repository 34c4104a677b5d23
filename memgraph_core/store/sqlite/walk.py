"""`around`: two hops from the seeds, in three statements: what the graph must learn, words of notes, the records.

A walk goes over ids in memory. Of every entity only so many of the newest notes and facts are looked at, so that a hub
costs no more than its quota.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Literal, NamedTuple

from memgraph_core.records.search import Hop, Query, Seeds, Subgraph
from memgraph_core.store.sqlite import filters
from memgraph_core.store.sqlite.connection import Link, Row
from memgraph_core.store.sqlite.graph import Graph
from memgraph_core.store.sqlite.mirror import Mirror, Snapshot
from memgraph_core.store.sqlite.place import place_of
from memgraph_core.store.sqlite.records import by_uid, ids
from memgraph_core.store.sqlite.ties import Gathered, Wanted

# So many of the newest notes about a seed, or about an entity further on, show whom it shares most notes with:
# enough to tell friends from strangers, few enough to count in no time.
_LOOKED_AT = 500
_LOOKED_AT_FURTHER = 50


class _Hop(NamedTuple):
    kind: Literal["fact", "note"]
    source: int
    target: int
    row: int
    notes: tuple[int, ...]  # that tell of it


@dataclass(frozen=True, slots=True, kw_only=True)
class _Walk:
    """One walk through a graph: what may be met, and how much of it."""

    graph: Graph
    seeds: Seeds
    relations: Sequence[str]
    passing: Collection[int] | None  # notes that pass the filters; None: there are none

    def hops(self, starts: Sequence[int], barred: Collection[int], fan_out: int, look_at: int) -> list[_Hop]:
        """From each start to so many others by facts, and to as many by notes, never to those barred."""
        by_note = [hop for start in sorted(starts) for hop in self._by_note(start, barred, fan_out, look_at)]
        return [*(hop for start in starts for hop in self._by_fact(start, barred, fan_out)), *by_note]

    def wordy(self, entities: Sequence[int]) -> dict[int, list[int]]:
        """Entities with more notes than may come, and the newest of them, of which those come that hold most of what is
        looked for.
        """
        each, look_at = (
            self.seeds.notes_per_entity,
            max(self.seeds.notes_considered, self.seeds.notes_per_entity),
        )
        if not self.seeds.terms or not each:
            return {}
        first = entities[: self.seeds.entities_matched_by_terms]
        newest = {entity: self.graph.newest(entity, look_at, self.passing) for entity in first}
        return {entity: notes for entity, notes in newest.items() if len(notes) > each}

    def picked(
        self,
        starts: Sequence[int],
        nearer: Sequence[_Hop],
        farther: Sequence[_Hop],
        wordy: Mapping[int, list[int]],
    ) -> list[int]:
        """The notes that come: about the seeds, of their hops, about those reached; then the same further on."""
        each = self.seeds.notes_per_entity
        wanted = chain(
            (self._best(entity, each, wordy) for entity in starts),
            (self._telling(hop) for hop in nearer),
            (self._best(entity, each, wordy) for entity in _reached(nearer)),
            (self._telling(hop) for hop in farther),
            (self._best(entity, each // 2, {}) for entity in _reached(farther)),
        )
        picked: dict[int, None] = {}
        for notes in wanted:
            picked.update(dict.fromkeys(notes))
            if len(picked) >= self.seeds.max_notes:
                break
        return list(picked)[: self.seeds.max_notes]

    def _by_fact(self, start: int, barred: Collection[int], fan_out: int) -> list[_Hop]:
        found = self.graph.facts(start, self.relations, barred, fan_out)
        hops = [_Hop("fact", start, stated.beyond(start), stated.fact, stated.notes) for stated in found]
        return sorted(hops, key=attrgetter("row"))

    def _by_note(self, start: int, barred: Collection[int], fan_out: int, look_at: int) -> list[_Hop]:
        most = fan_out + len(barred)
        company = self.graph.company(start, look_at, most, self.seeds.shared_notes, self.passing)
        met = sorted([each for each in company if each[0] not in barred][:fan_out])
        return [_Hop("note", start, target, note, (note,)) for target, notes in met for note in notes]

    def _best(self, entity: int, count: int, wordy: Mapping[int, list[int]]) -> list[int]:
        """Of the notes about it those that hold most of what is looked for, and of these the newest."""
        if entity not in wordy:
            return sorted(self.graph.newest(entity, count, self.passing))
        terms = [(f" {term} ", worth) for term, worth in self.seeds.terms]
        worth = {note: self.graph.worth(note, terms) for note in wordy[entity]}
        return sorted(sorted(wordy[entity], key=worth.__getitem__, reverse=True)[:count])

    def _telling(self, hop: _Hop) -> list[int]:
        return sorted(note for note in hop.notes if self.graph.shows(note, self.passing))


@dataclass(frozen=True, slots=True)
class _Met:
    """Where a walk led, as ids of rows."""

    starts: list[int]
    hops: list[_Hop]
    notes: list[int]
    uids: dict[int, str]  # of the notes that hops go over


def around(link: Link, mirror: Mirror, seeds: Seeds, query: Query) -> Subgraph:
    """See `Store.around`. The notes of a hop come before further notes about whom it leads to."""
    with mirror.graph.lock:
        rows = mirror.graph.in_step(link, _asked(mirror.namespace, seeds, query))
        met = _met(link, mirror.graph, rows, seeds, query)
    snapshot = _snapshot(link, mirror, rows)
    if snapshot is None:
        return Subgraph(entities={}, hops=(), facts={}, notes=(), turns=(), about={})
    ends = {*met.starts, *chain.from_iterable([hop[1:3] for hop in met.hops])}
    facts = [hop.row for hop in met.hops if hop.kind == "fact"]
    records = snapshot.gather(Wanted(notes=met.notes, facts=facts, entities=ends, linked=met.notes))
    return Subgraph(
        entities={entity.uid: entity for entity in by_uid(records.entities.values())},
        hops=_each_once(met.hops, records, met.uids),
        facts={fact.uid: fact for fact in by_uid([fact.record for fact in records.facts.values()])},
        notes=by_uid([note.record for note in records.notes.values()]),
        turns=by_uid([turn.record for turn in records.turns.values()]),
        about={note.record.uid: records.about(note) for note in records.notes.values()},
        links=records.links,
    )


def _asked(namespace: str, seeds: Seeds, query: Query) -> dict[str, object]:
    return filters.values_of(query.filters) | {
        "namespace": namespace,
        "seeds": ids(dict.fromkeys(seeds.entities)),
        "filtered": filters.is_set(query.filters),
    }


def _met(link: Link, graph: Graph, rows: list[Row], seeds: Seeds, query: Query) -> _Met:
    passing = {row[1] for row in rows if row[0] == "passes"} if filters.is_set(query.filters) else None
    walk = _Walk(graph=graph, seeds=seeds, relations=sorted(query.relations), passing=passing)
    starts = [row[1] for row in rows if row[0] == "seed"]
    nearer = walk.hops(starts, (), seeds.fan_out, _LOOKED_AT)
    through = [
        entity
        for entity in _reached(nearer)
        if entity not in starts and not graph.is_hub(entity, seeds.hub_size)
    ]
    farther = walk.hops(through, starts, seeds.fan_out // 2, _LOOKED_AT_FURTHER)
    wordy = walk.wordy(list(dict.fromkeys([*starts, *_reached(nearer)])))
    hops = [*nearer, *farther]
    over = [hop.row for hop in hops if hop.kind == "note"]
    graph.read(link, chain(over, *wordy.values()))
    notes = walk.picked(starts, nearer, farther, wordy)
    return _Met(starts, hops, notes, {note: graph.uid_of_note(note) for note in over})


def _snapshot(link: Link, mirror: Mirror, rows: list[Row]) -> Snapshot | None:
    here = next((row[:5] for row in rows if row[0] == "here"), None)
    if here is None:
        return None
    place, sequence, _ = place_of(here)
    return mirror.at(link, place, sequence)


def _reached(hops: Iterable[_Hop]) -> list[int]:
    """Whom they lead to, each once, in their order."""
    return list(dict.fromkeys(hop.target for hop in hops))


def _each_once(hops: Iterable[_Hop], records: Gathered, notes: dict[int, str]) -> tuple[Hop, ...]:
    """Without the way back: two entities are joined by a fact or note once, in the direction met first."""
    entities, facts = records.entities, records.facts
    met: dict[tuple[int, int, str, int], Hop] = {}
    for hop in hops:
        key = (min(hop[1:3]), max(hop[1:3]), hop.kind, hop.row)
        if key not in met:
            source, target = entities[hop.source].uid, entities[hop.target].uid
            if hop.kind == "fact":
                fact = facts[hop.row].record
                met[key] = Hop(source, target, "fact", fact.uid, fact.type)
            else:
                met[key] = Hop(source, target, "note", notes[hop.row], "ABOUT")
    return tuple(met.values())
