"""The graph's part in a search: where to walk from, what was reached, and by which path.

Three ways through the graph add to a score. *Near*: a turn about entities that lie within two hops of the
question's key entities, rare ones more than common ones, and more when several of them meet there (a join).
*Fact*: a turn that states a fact of the relation asked about. *Bridge*: a good turn answers one part of the
question and names an entity; what the question asks beyond that turn, its residue, is looked for in the
turns about that entity.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log1p

import numpy as np

from memgraph_core.language.names import name_key
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Entity, Fact
from memgraph_core.records.search import Candidates, Hop, Query, Seeds, Step, Subgraph
from memgraph_core.retrieve.signals import Pool, Scores, above_chance, held_terms

BRIDGED = 5  # best turns whose entities are followed
MOST_SEEDS = 8
_AHEAD = 0.01  # of the score, by which what holds comes before what does no longer
_OF_ANYBODY = (
    0.4  # worth of a fact of the relation asked about where the question names nobody: "who lives in …"
)
_COVERED = 0.1  # share of the question up to which what a turn leaves over is no question any more
_MEANT = 0.8  # what meaning counts beside the words of the residue
_TITLED = 0.4  # what being a document about the entity counts beside them
_WRITTEN_SMALL_TOO = frozenset({"Person", "Place", "Organization"})  # by people in a hurry
_FADE = 0.5  # what a hop leaves of a seed's weight


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """What the walk needs: who is about whom, and how entities hang together."""

    entities: Mapping[str, Entity]
    about: Mapping[str, tuple[str, ...]]  # note or turn uid → entity uids
    key_entities: tuple[str, ...]  # uids of those that the question names
    documents: int
    speakers: frozenset[str] = (
        frozenset()
    )  # uids; who speaks is near to everything, so no way leads over them
    hops: Mapping[str, tuple[Hop, ...]] = field(default_factory=dict[str, tuple[Hop, ...]])
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])

    def rarity(self, entity: str) -> float:
        """1 for an entity that one turn speaks of, falling towards 0 for one that all do."""
        mentions = max(self.entities[entity].mentions, 1) if entity in self.entities else 1
        return log1p(self.documents / mentions) / log1p(self.documents) if self.documents else 0.0

    def is_person(self, entity: str) -> bool:
        """Whether it is known to be somebody."""
        return entity in self.entities and self.entities[entity].type == "Person"

    def of_turn(self, pool: Pool, place: int) -> frozenset[str]:
        """The entities that a turn of the pool or one of its notes is about."""
        uids = [pool.turns[place].uid, *(n.uid for n in pool.notes[place])]
        return frozenset(entity for uid in uids for entity in self.about.get(uid, ()))

    def members(self, pool: Pool) -> tuple[frozenset[str], ...]:
        """`of_turn` for every turn of the pool."""
        return tuple(self.of_turn(pool, place) for place in range(len(pool)))


def graph_of(query: Query, candidates: Candidates, subgraph: Subgraph | None = None) -> Graph:
    """Candidates and subgraph as one graph. No way leads over a fact that does not hold at the moment of
    asking, unless the question is about the past.
    """
    past = "past" in query.intents
    entities, about = dict(candidates.entities), dict(candidates.about)
    turns = (*candidates.turns, *(subgraph.turns if subgraph else ()))
    hops: dict[str, list[Hop]] = defaultdict(list)
    facts = {f.uid: f for f in candidates.facts}
    if subgraph is not None:
        entities |= subgraph.entities
        facts |= subgraph.facts
        for uid, named in subgraph.about.items():
            about[uid] = tuple(dict.fromkeys((*about.get(uid, ()), *named)))
        for hop in subgraph.hops:
            if hop.kind == "fact" and not past and not facts[hop.uid].holds(query.now):
                continue
            hops[hop.source].append(hop)
            hops[hop.target].append(Hop(hop.target, hop.source, hop.kind, hop.uid, hop.type))
    named = [found[0] for found in candidates.key_entities.values() if found]
    entities |= {e.uid: e for e in named}
    speaking = {name_key(speaker) for speaker in {t.speaker for t in turns} if speaker}
    return Graph(
        entities=entities,
        about=about,
        key_entities=tuple(dict.fromkeys(e.uid for e in _meant(query, candidates.key_entities))),
        documents=candidates.documents,
        speakers=frozenset(uid for uid, entity in entities.items() if name_key(entity.name) in speaking),
        hops={uid: tuple(found) for uid, found in hops.items()},
        facts=facts,
    )


def _meant(query: Query, key_entities: Mapping[str, tuple[Entity, ...]]) -> list[Entity]:
    """The entities of the keys that are no part of a longer key: "new york" hides "york"."""
    keys = [
        k for k in key_entities if not any(k != other and f" {k} " in f" {other} " for other in key_entities)
    ]
    found = [(key, entity) for key in keys for entity in key_entities[key][:2]]
    return [entity for key, entity in found if not _is_only_a_word(query.text, key, entity)]


def _is_only_a_word(question: str, key: str, entity: Entity) -> bool:
    """Whether a name is written small in a question that writes names large: "the country of …" means no *Country*."""
    if entity.name == entity.name.lower() or entity.type in _WRITTEN_SMALL_TOO:
        return False
    written = re.findall(rf"\b{re.escape(key)}\b", question, re.IGNORECASE)
    is_small = bool(written) and all(word == key for word in written)
    return is_small and bool(re.search(r"(?<=\s)[A-Z](?!\b)", question))


def seeds_of(query: Query, graph: Graph, pool: Pool, scores: Scores) -> Seeds:
    """Key entities first, then the rarest entities of the best turns; and the question's terms by how rare they are."""
    found = list(graph.key_entities)
    for place in _best_places(scores):
        found += sorted(graph.of_turn(pool, place), key=lambda uid: (-graph.rarity(uid), uid))[:4]
    terms = tuple(zip(query.terms, pool.idf.tolist(), strict=True))
    return Seeds(entities=tuple(dict.fromkeys(found))[:MOST_SEEDS], terms=terms)


def nearness(graph: Graph, pool: Pool, members: Sequence[frozenset[str]]) -> Scores:
    """How near each turn lies to the key entities, 0..1: a sum over them, so that a join counts double."""
    scores = np.zeros(len(pool))
    weights = {uid: graph.rarity(uid) for uid in graph.key_entities if uid not in graph.speakers}
    if not weights:
        return scores
    distances = {uid: _distances(graph, uid) for uid in weights}
    for place, named in enumerate(members):
        for uid, weight in weights.items():
            steps = min((distances[uid][e] for e in named if e in distances[uid]), default=None)
            scores[place] += weight * _FADE**steps if steps is not None else 0.0
    return scores / sum(weights.values())


def told_facts(query: Query, graph: Graph, pool: Pool) -> Scores:
    """How well each turn tells a fact that is asked about: the relation in the question, of a key entity.

    1 for the one object of a single-valued relation that holds; a third for one of many, and for what holds
    no longer, unless the question is about the past: then that counts as much. Where the question names nobody,
    such a fact of anybody is worth something: "the one who works in Turin".
    """
    past = "past" in query.intents
    named = set(graph.key_entities)
    of_others = 0.0 if any(graph.is_person(uid) for uid in named) else _OF_ANYBODY
    worth: dict[str, float] = {}
    for fact in graph.facts.values():
        if fact.type in query.relations:
            holds = past or fact.holds(query.now)
            value = 1.0 if holds and relation_of(fact.type).single else 1 / 3
            value = value if named & {fact.subject, fact.object} else min(value, of_others)
            worth |= {note: max(value, worth.get(note, 0.0)) for note in fact.notes}
    return np.array([max((worth.get(n.uid, 0.0) for n in notes), default=0.0) for notes in pool.notes])


def what_holds(query: Query, graph: Graph, pool: Pool, scores: Scores) -> Scores:
    """What the best turn lacks that states the one object of a relation as it is now, to come before the turns that state
    what it took the place of; nothing where the question is about the past, or none of a key entity.
    """
    lacks = np.zeros(len(pool))
    if "past" in query.intents:
        return lacks
    places: dict[str, int] = {note.uid: place for place, notes in enumerate(pool.notes) for note in notes}
    told: dict[tuple[str, str], dict[bool, set[int]]] = defaultdict(lambda: {True: set(), False: set()})
    for fact in graph.facts.values():
        if (
            fact.type in query.relations
            and fact.subject in graph.key_entities
            and relation_of(fact.type).single
        ):
            of_one = told[fact.subject, fact.type]
            of_one[fact.holds(query.now)] |= {places[note] for note in fact.notes if note in places}
    for of_one in told.values():
        now, before = of_one[True], of_one[False] - of_one[True]
        if now and before:
            best = max(now, key=lambda place: (scores[place], -place))
            lacks[best] = max(
                0.0, max(float(scores[place]) for place in before) - float(scores[best]) + _AHEAD
            )
    return lacks


@dataclass(frozen=True, slots=True)
class Bridge:
    """How a turn was reached from a better one: over which entity, and how much of the residue it holds."""

    source: int  # place in the pool
    entity: str
    score: float


def bridges(
    query: Query, graph: Graph, pool: Pool, members: Sequence[frozenset[str]], scores: Scores
) -> dict[int, Bridge]:
    """Place → the best bridge to it, from the best turns over entities other than speakers.

    Worth: how good the turn is that it leads from, how rare the entity, and how much there is to say for the turn
    it leads to: the share of the residue that it holds, its meaning, and being a document about just that entity.
    """
    holds, meaning = held_terms(query, pool), above_chance(pool)
    holders: dict[str, list[int]] = defaultdict(list)
    for place, entities in enumerate(members):
        for entity in entities:
            holders[entity].append(place)
    found: dict[int, Bridge] = {}
    top = scores.max(initial=0.0)
    for source in _best_places(scores):
        residue = pool.idf * ~holds[source]
        rest = holds @ residue / residue.sum() if residue.sum() > _COVERED * pool.idf.sum() else 0 * meaning
        for entity in sorted(members[source] - graph.speakers):
            strength = scores[source] / top * graph.rarity(entity)
            for place in holders[entity]:
                value = strength * _welcome(graph, pool, entity, place, rest[place] + _MEANT * meaning[place])
                if place != source and value > (found[place].score if place in found else 0.0):
                    found[place] = Bridge(source, entity, float(value))
    return found


def _welcome(graph: Graph, pool: Pool, entity: str, place: int, holds: float) -> float:
    """A document about the entity says more of it than one that names it in passing."""
    turn = pool.turns[place]
    if not turn.is_document:
        return holds
    is_title = name_key(turn.session) == name_key(graph.entities[entity].name)
    return holds + _TITLED if is_title else holds / 2


Routes = Mapping[str, tuple[Hop, ...]]  # entity → the hops that lead there


def routes_of(graph: Graph) -> dict[str, Routes]:
    """From each key entity the shortest way to all that lies within two hops."""
    return {uid: _routes(graph, uid) for uid in graph.key_entities}


def path_to(
    graph: Graph, pool: Pool, place: int, bridge: Bridge | None, routes: Mapping[str, Routes]
) -> tuple[Step, ...]:
    """The stops from the question to a turn: over a bridge, from a key entity by the shortest of its `routes_of`, or none."""
    here = Step("Turn", pool.turns[place].uid, pool.turns[place].text)
    if bridge is not None:
        source = pool.turns[bridge.source]
        return Step("Turn", source.uid, source.text), _entity_step(graph, bridge.entity), here
    named = graph.of_turn(pool, place)
    each = ((uid, _shortest(graph, uid, named, routes[uid])) for uid in graph.key_entities)
    ways = [(way, uid) for uid, way in each if way is not None]
    if not ways:
        return (here,)
    way, _ = min(ways, key=lambda found: (len(found[0]), found[1] in graph.speakers, found[1]))
    return (*way, here)


def _entity_step(graph: Graph, uid: str) -> Step:
    return Step("Entity", uid, graph.entities[uid].name)


def _distances(graph: Graph, start: str) -> dict[str, int]:
    """Entity → hops from the start, up to two."""
    return {uid: len(hops) for uid, hops in _routes(graph, start).items()}


def _routes(graph: Graph, start: str) -> Routes:
    """Entity → the hops that lead there, breadth first; facts before notes, then by uid."""
    routes: dict[str, tuple[Hop, ...]] = {start: ()}
    frontier = [start]
    for _ in range(2):
        reached: list[str] = []
        for uid in frontier:
            for hop in sorted(graph.hops.get(uid, ()), key=lambda h: (h.kind != "fact", h.target, h.uid)):
                if hop.target not in routes and hop.target not in graph.speakers:
                    routes[hop.target] = (*routes[uid], hop)
                    reached.append(hop.target)
        frontier = reached
    return routes


def _shortest(graph: Graph, start: str, ends: frozenset[str], routes: Routes) -> tuple[Step, ...] | None:
    end = min((uid for uid in ends if uid in routes), key=lambda uid: (len(routes[uid]), uid), default=None)
    if end is None:
        return None
    steps = [_entity_step(graph, start)]
    for hop in routes[end]:
        if hop.kind == "fact":
            steps.append(Step("Fact", hop.uid, graph.facts[hop.uid].text))
        else:
            steps.append(Step("Note", hop.uid, ""))
        steps.append(_entity_step(graph, hop.target))
    return tuple(steps)


def _best_places(scores: Scores) -> list[int]:
    order: Iterable[int] = np.argsort(-scores, kind="stable")[:BRIDGED].tolist()
    return [place for place in order if scores[place] > 0]
