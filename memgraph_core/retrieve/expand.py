"""The graph's part in a search: seeds for the expansion, graph signals, and the path to each hit.

Three signals come from the graph. *near*: the turn is about entities within two hops of the entities that the question
names; rare entities count more, and a turn near several of them (a join) counts more. *fact*: the turn states a fact of a
relation that the question asks about. *bridge*: a good turn answers one part of the question and names an entity. The
*residue* is what the question asks beyond that turn. It is searched for in the turns about that entity.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log1p

import numpy as np

from memgraph_core.language.names import name_key
from memgraph_core.language.vocabulary import relation_of
from memgraph_core.records.graph import Entity, Fact
from memgraph_core.records.grouping import grouped
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.search import Candidates, Hop, Query, Seeds, Step, Subgraph
from memgraph_core.retrieve.history import entity_uids, named_facts
from memgraph_core.retrieve.pool import Pool, Scores
from memgraph_core.retrieve.signals import above_chance, term_presence

MAX_BRIDGE_SOURCES = 5  # best turns whose entities are followed
MAX_SEEDS = 8
_ENTITIES_PER_SEED_TURN = 4
_CURRENT_FACT_MARGIN = 0.01  # of the score, by which a current fact ranks above those that it replaced
_FIRST_HITS = 4  # among which a comparison has a turn about each side
# Value of a fact of the relation asked about where the question names nobody: "who lives in …".
_FACT_OF_ANYBODY = 0.4
_MIN_RESIDUE = 0.1  # share of the question; a smaller residue asks for nothing more
_MEANING_WEIGHT = 0.8  # weight of a bridged turn's similarity; the residue's terms have weight 1
_TITLE_BONUS = 0.4  # added for a document whose title is the entity
# types whose names are often typed in lower case
_OFTEN_LOWER_CASE = frozenset({"Person", "Place", "Organization"})
_HOP_DECAY = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchGraph:
    """Candidates and subgraph of one search: which records are about which entities, and the hops between entities."""

    entities: Mapping[str, Entity]
    about: Mapping[str, tuple[str, ...]]  # note or turn uid → entity uids
    key_entities: tuple[str, ...]  # uids of the entities that the question names
    documents: int
    # Uids. Every turn of a speaker is about the speaker, so paths over speakers say nothing and are not used.
    speakers: frozenset[str] = frozenset()
    hops: Mapping[str, tuple[Hop, ...]] = field(default_factory=dict[str, tuple[Hop, ...]])
    facts: Mapping[str, Fact] = field(default_factory=dict[str, Fact])

    def rarity(self, entity: str) -> float:
        """1 for an entity with one mention, falling towards 0 for one that every document mentions."""
        mentions = max(self.entities[entity].mentions, 1) if entity in self.entities else 1
        return log1p(self.documents / mentions) / log1p(self.documents) if self.documents else 0.0

    def is_person(self, entity: str) -> bool:
        """Whether the entity is known and has the type Person."""
        return entity in self.entities and self.entities[entity].type == "Person"

    def named(self, facts: Collection[Fact]) -> tuple[NamedFact, ...]:
        """The facts with the names of their subjects and objects."""
        ends = entity_uids(facts)
        return named_facts(facts, {uid: self.entities[uid].name for uid in ends if uid in self.entities})

    def entities_of_turn(self, pool: Pool, index: int) -> frozenset[str]:
        """The entities that a turn of the pool or one of its notes is about."""
        uids = [pool.turns[index].uid, *(n.uid for n in pool.notes[index])]
        return frozenset(entity for uid in uids for entity in self.about.get(uid, ()))

    def entities_of_turns(self, pool: Pool) -> tuple[frozenset[str], ...]:
        """`entities_of_turn` of every turn of the pool."""
        return tuple(self.entities_of_turn(pool, index) for index in range(len(pool)))


def graph_of(query: Query, candidates: Candidates, subgraph: Subgraph | None = None) -> SearchGraph:
    """Candidates and subgraph as one graph.

    A hop over a fact that does not hold at the time of the question is left out, unless the question asks about the
    past.
    """
    past = "past" in query.intents
    entities, about = dict(candidates.entities), dict(candidates.about)
    turns = (*candidates.turns, *(subgraph.turns if subgraph else ()))
    hops: dict[str, list[Hop]] = defaultdict(list)
    facts = {f.uid: f for f in candidates.facts}
    if subgraph is not None:
        entities |= subgraph.entities
        facts |= subgraph.facts
        for uid, mentioned in subgraph.about.items():
            about[uid] = tuple(dict.fromkeys((*about.get(uid, ()), *mentioned)))
        for hop in subgraph.hops:
            if hop.kind == "fact" and not past and not facts[hop.uid].holds(query.now):
                continue
            hops[hop.source].append(hop)
            hops[hop.target].append(Hop(hop.target, hop.source, hop.kind, hop.uid, hop.type))
    named = [found[0] for found in candidates.key_entities.values() if found]
    entities |= {e.uid: e for e in named}
    speaker_keys = {name_key(speaker) for speaker in {t.speaker for t in turns} if speaker}
    return SearchGraph(
        entities=entities,
        about=about,
        key_entities=tuple(dict.fromkeys(e.uid for e in _named_entities(query, candidates.key_entities))),
        documents=candidates.documents,
        speakers=frozenset(uid for uid, entity in entities.items() if name_key(entity.name) in speaker_keys),
        hops={uid: tuple(found) for uid, found in hops.items()},
        facts=facts,
    )


def _named_entities(query: Query, key_entities: Mapping[str, tuple[Entity, ...]]) -> list[Entity]:
    """The entities that the question names, at most two for one name.

    A key that is part of a longer key is left out: "new york" hides "york".
    """
    keys = [
        k for k in key_entities if not any(k != other and f" {k} " in f" {other} " for other in key_entities)
    ]
    found = [(key, entity) for key in keys for entity in key_entities[key][:2]]
    return [entity for key, entity in found if not _is_common_word(query.text, key, entity)]


def _is_common_word(question: str, key: str, entity: Entity) -> bool:
    """Whether the question capitalises names but not this one: "the country of …" does not mean an entity *Country*."""
    if entity.name == entity.name.lower() or entity.type in _OFTEN_LOWER_CASE:
        return False
    written = re.findall(rf"\b{re.escape(key)}\b", question, re.IGNORECASE)
    is_lower_case = bool(written) and all(word == key for word in written)
    return is_lower_case and bool(re.search(r"(?<=\s)[A-Z](?!\b)", question))


def seeds_of(query: Query, graph: SearchGraph, pool: Pool, scores: Scores) -> Seeds:
    """Seeds of the expansion: key entities first, then the rarest entities of the best turns; and the terms with idf."""
    found = list(graph.key_entities)
    for index in _best_indexes(scores):
        entities = graph.entities_of_turn(pool, index)
        found += sorted(entities, key=lambda uid: (-graph.rarity(uid), uid))[:_ENTITIES_PER_SEED_TURN]
    terms = tuple(zip(query.terms, pool.idf.tolist(), strict=True))
    return Seeds(entities=tuple(dict.fromkeys(found))[:MAX_SEEDS], terms=terms)


def nearness(graph: SearchGraph, pool: Pool, entities: Sequence[frozenset[str]]) -> Scores:
    """The nearness of each turn to the key entities, 0..1: the mean of 0.5^hops, weighted by rarity.

    `entities` are those of each turn. Key entities that are speakers are left out.
    """
    scores = np.zeros(len(pool))
    weights = {uid: graph.rarity(uid) for uid in graph.key_entities if uid not in graph.speakers}
    if not weights:
        return scores
    distances = {uid: _distances(graph, uid) for uid in weights}
    for index, mentioned in enumerate(entities):
        for uid, weight in weights.items():
            hops = min((distances[uid][e] for e in mentioned if e in distances[uid]), default=None)
            scores[index] += weight * _HOP_DECAY**hops if hops is not None else 0.0
    return scores / sum(weights.values())


def fact_scores(query: Query, graph: SearchGraph, pool: Pool) -> Scores:
    """How well each turn states a fact that the question asks about, 0..1.

    Such a fact has a relation of the question and a key entity as an end. It counts 1 if its relation is single-valued
    and it holds, otherwise 1/3; for a question about the past, ended facts count like current ones. If the question
    names no person, facts of anybody count up to 0.4: "the one who works in Turin".
    """
    past = "past" in query.intents
    named = set(graph.key_entities)
    of_others = 0.0 if any(graph.is_person(uid) for uid in named) else _FACT_OF_ANYBODY
    values: dict[str, float] = {}
    for fact in graph.facts.values():
        if fact.type in query.relations:
            holds = past or fact.holds(query.now)
            value = 1.0 if holds and relation_of(fact.type).single else 1 / 3
            value = value if named & {fact.subject, fact.object} else min(value, of_others)
            values |= {note: max(value, values.get(note, 0.0)) for note in fact.notes}
    return np.array([max((values.get(n.uid, 0.0) for n in notes), default=0.0) for notes in pool.notes])


def current_fact_boost(query: Query, graph: SearchGraph, pool: Pool, scores: Scores) -> Scores:
    """The score to add to the best turn with a current fact, so that it ranks above the replaced facts.

    Only for single-valued relations of the question and of key entities; zeros for a question about the past.
    """
    boost = np.zeros(len(pool))
    if "past" in query.intents:
        return boost
    index_of = {note.uid: index for index, notes in enumerate(pool.notes) for note in notes}
    stating: dict[tuple[str, str], dict[bool, set[int]]] = defaultdict(lambda: {True: set(), False: set()})
    for fact in graph.facts.values():
        is_asked = fact.type in query.relations and fact.subject in graph.key_entities
        if is_asked and relation_of(fact.type).single:
            indexes = {index_of[note] for note in fact.notes if note in index_of}
            stating[fact.subject, fact.type][fact.holds(query.now)] |= indexes
    for by_validity in stating.values():
        current, ended = by_validity[True], by_validity[False] - by_validity[True]
        if current and ended:
            best = max(current, key=lambda index: (scores[index], -index))
            best_ended = max(float(scores[index]) for index in ended)
            boost[best] = max(0.0, best_ended - float(scores[best]) + _CURRENT_FACT_MARGIN)
    return boost


def side_boost(
    query: Query, graph: SearchGraph, entities: Sequence[frozenset[str]], scores: Scores
) -> Scores:
    """For a comparison, what the best turn about each compared entity lacks to be among the first hits.

    `entities` are those of each turn. Zeros where the question compares nothing or names fewer than two entities.
    """
    boost = np.zeros(len(scores))
    if "comparison" not in query.intents or len(graph.key_entities) < 2:
        return boost
    first = np.argsort(-scores, kind="stable")[:_FIRST_HITS].tolist()
    for side in graph.key_entities:
        of_side = [index for index, mentioned in enumerate(entities) if side in mentioned]
        if of_side and not set(of_side) & set(first):
            best = max(of_side, key=lambda index: (scores[index], -index))
            boost[best] = max(0.0, float(scores[first[-1]] - scores[best]) + _CURRENT_FACT_MARGIN)
    return boost


@dataclass(frozen=True, slots=True)
class Bridge:
    """A path from a higher-ranked turn through an entity to another turn."""

    source: int  # index in the pool
    entity: str
    score: float


def bridges(
    query: Query, graph: SearchGraph, pool: Pool, entities: Sequence[frozenset[str]], scores: Scores
) -> dict[int, Bridge]:
    """Index of a turn → the best bridge to it, from the best turns over entities that are not speakers.

    The score is the product of the relative score of the source turn, the rarity of the entity, and the value of the
    target turn: its share of the residue plus its meaning, adjusted for documents.
    """
    present, meaning = term_presence(pool), above_chance(pool)
    turns_of = grouped((entity, index) for index, mentioned in enumerate(entities) for entity in mentioned)
    found: dict[int, Bridge] = {}
    top = scores.max(initial=0.0)
    for source in _best_indexes(scores):
        residue = pool.idf * ~present[source]
        has_residue = residue.sum() > _MIN_RESIDUE * pool.idf.sum()
        shares = present @ residue / residue.sum() if has_residue else 0 * meaning
        for entity in sorted(entities[source] - graph.speakers):
            strength = scores[source] / top * graph.rarity(entity)
            for target in turns_of[entity]:
                content = shares[target] + _MEANING_WEIGHT * meaning[target]
                value = strength * _adjusted_for_document(graph, pool, entity, target, content)
                if target != source and value > (found[target].score if target in found else 0.0):
                    found[target] = Bridge(source, entity, float(value))
    return found


def _adjusted_for_document(graph: SearchGraph, pool: Pool, entity: str, index: int, value: float) -> float:
    """A higher value for a document whose title is the entity, half for a document that only mentions it."""
    turn = pool.turns[index]
    if not turn.is_document:
        return value
    is_title = name_key(turn.session) == name_key(graph.entities[entity].name)
    return value + _TITLE_BONUS if is_title else value / 2


Routes = Mapping[str, tuple[Hop, ...]]  # entity → the hops that lead to it


def routes_of(graph: SearchGraph) -> dict[str, Routes]:
    """Key entity → the shortest route to every entity within two hops."""
    return {uid: _routes(graph, uid) for uid in graph.key_entities}


def path_to(
    graph: SearchGraph, pool: Pool, index: int, bridge: Bridge | None, routes: Mapping[str, Routes]
) -> tuple[Step, ...]:
    """The steps from the question to a turn; the turn itself is the last.

    With a `bridge`, from its source turn through its entity; otherwise the shortest of the `routes`
    from a key entity to an entity of the turn. Only the turn where there is no route.
    """
    last = Step("Turn", pool.turns[index].uid, pool.turns[index].text)
    if bridge is not None:
        source = pool.turns[bridge.source]
        return Step("Turn", source.uid, source.text), _entity_step(graph, bridge.entity), last
    entities = graph.entities_of_turn(pool, index)
    each = ((uid, _shortest(graph, uid, entities, routes[uid])) for uid in graph.key_entities)
    paths = [(path, uid) for uid, path in each if path is not None]
    if not paths:
        return (last,)
    path, _ = min(paths, key=lambda found: (len(found[0]), found[1] in graph.speakers, found[1]))
    return (*path, last)


def _entity_step(graph: SearchGraph, uid: str) -> Step:
    return Step("Entity", uid, graph.entities[uid].name)


def _distances(graph: SearchGraph, start: str) -> dict[str, int]:
    """Entity → hops from the start, up to two."""
    return {uid: len(hops) for uid, hops in _routes(graph, start).items()}


def _routes(graph: SearchGraph, start: str) -> Routes:
    """Entity → the hops that lead to it, up to two, breadth first; facts before notes, then by uid."""
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


def _shortest(
    graph: SearchGraph, start: str, ends: frozenset[str], routes: Routes
) -> tuple[Step, ...] | None:
    """The steps from the start to the nearest of `ends`; of several, to the one with the smallest uid."""
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


def _best_indexes(scores: Scores) -> list[int]:
    """Indexes of the best turns with a positive score, best first."""
    order: Iterable[int] = np.argsort(-scores, kind="stable")[:MAX_BRIDGE_SOURCES].tolist()
    return [index for index in order if scores[index] > 0]
