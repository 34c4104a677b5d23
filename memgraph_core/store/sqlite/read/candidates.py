"""`candidates`: the notes and turns that each channel of a search finds, with connected records."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

from memgraph_core.language.terms import agent_generated_terms
from memgraph_core.records.kinds import Vector
from memgraph_core.records.rebuild import space_name
from memgraph_core.records.search import Candidates, Channel, Filters, Limits, Query
from memgraph_core.store.sqlite.cache.namespace_cache import Snapshot, VectorKind
from memgraph_core.store.sqlite.cache.record_cache import Gathered, Wanted
from memgraph_core.store.sqlite.cache.vectors import (
    AGENT_GENERATED,
    ARCHIVED,
    ORDINARY,
    SENSITIVE,
    VectorSnapshot,
)
from memgraph_core.store.sqlite.connection import Row
from memgraph_core.store.sqlite.read import filters
from memgraph_core.store.sqlite.read.term_frequencies import any_of, count_documents, distinctive
from memgraph_core.store.sqlite.rows import by_uid, json_array, ranked_names
from memgraph_core.store.sqlite.times import micros

# The subquery sorts the full-text results before the join (LIMIT -1 stops SQLite from flattening it), and CROSS JOIN
# keeps their order. So the outer LIMIT ends the statement as soon as enough rows have passed the filters. bm25() is used and not
# `rank`, for which FTS5 would prepare a statement each time.
_NOTES_BY_TERMS = f"""
SELECT n.id FROM (
  SELECT rowid AS id FROM note_terms WHERE note_terms MATCH :note_query ORDER BY bm25(note_terms), rowid LIMIT -1) matching
CROSS JOIN note n ON n.id = matching.id WHERE n.space = :space AND {filters.NOTE} LIMIT :terms_limit
"""
_TURNS_BY_TERMS = f"""
SELECT t.id FROM (
  SELECT rowid AS id FROM turn_terms WHERE turn_terms MATCH :turn_query ORDER BY bm25(turn_terms), rowid LIMIT -1) matching
CROSS JOIN turn t ON t.id = matching.id WHERE t.namespace = :namespace AND {filters.TURN} LIMIT :terms_limit
"""
_AGENT_GENERATED_TURNS = f"""
SELECT t.id FROM turn_terms CROSS JOIN turn t ON t.id = turn_terms.rowid
WHERE turn_terms MATCH :agent_query AND t.namespace = :namespace AND {filters.TURN}
ORDER BY turn_terms.rank, t.at DESC, t.uid DESC LIMIT :agent_generated_limit
"""
# json_each returns the ids in their order, the nearest first.
_AGENT_GENERATED_TURNS_BY_VECTOR = f"""
SELECT t.id FROM json_each(:nearest) nearest
CROSS JOIN turn t ON t.id = nearest.value AND t.namespace = :namespace AND {filters.TURN} LIMIT :agent_passage_limit
"""
_NOTES_BY_VECTOR = f"""
SELECT n.id, nearest.key FROM json_each(:nearest) nearest
CROSS JOIN note n ON n.id = nearest.value AND n.space = :space AND {filters.NOTE} LIMIT :vector_limit
"""
_TURNS_BY_VECTOR = f"""
SELECT t.id, nearest.key FROM json_each(:nearest) nearest
CROSS JOIN turn t ON t.id = nearest.value AND t.namespace = :namespace AND {filters.TURN} LIMIT :passage_limit
"""
_KEYS = """
SELECT name.key, entity FROM json_each(:keys) row CROSS JOIN name ON space = :space AND name.key = row.value
"""
# The newest notes about each entity, and the newest turns that mention it.
_NOTES_BY_ANCHOR = f"""
SELECT DISTINCT n.id FROM json_each(:entities) entity CROSS JOIN note n ON n.id IN (
  SELECT n.id FROM edge CROSS JOIN note n ON n.id = edge.source AND {filters.NOTE}
  WHERE edge.target = entity.value AND edge.type = 'ABOUT'
  ORDER BY edge.at DESC, n.uid DESC LIMIT :anchor_limit)
"""
_TURNS_BY_ANCHOR = f"""
SELECT DISTINCT t.id FROM json_each(:entities) entity CROSS JOIN turn t ON t.id IN (
  SELECT t.id FROM edge CROSS JOIN turn t ON t.id = edge.source AND {filters.TURN}
  WHERE edge.target = entity.value AND edge.type = 'MENTIONS' AND {filters.NOT_AGENT_GENERATED}
  ORDER BY edge.at DESC, t.uid DESC LIMIT :anchor_limit)
"""
_NOTES_BY_TIME = f"""
WITH of_time(id) AS (
  SELECT id FROM note WHERE space = :space AND said_at >= :range_start AND said_at < :range_end
  UNION
  SELECT id FROM note WHERE space = :space AND holds_from < :range_end AND coalesce(holds_until > :range_start, 1)
  UNION
  SELECT id FROM note WHERE space = :space AND holds_from IS NULL AND holds_until > :range_start
)
SELECT n.id FROM of_time CROSS JOIN note n ON n.id = of_time.id AND {filters.NOTE}
ORDER BY n.at DESC, n.uid DESC LIMIT :time_limit
"""
_TURNS_BY_TIME = f"""
SELECT t.id FROM turn t WHERE t.namespace = :namespace AND t.at >= :range_start AND t.at < :range_end
AND {filters.TURN} AND {filters.NOT_AGENT_GENERATED} ORDER BY t.at DESC, t.uid DESC LIMIT :time_limit
"""
_ABSTRACTIONS = f"""
SELECT n.id FROM note n INDEXED BY note_abstraction CROSS JOIN note_terms ON note_terms.rowid = n.id
WHERE n.space = :space AND n.state = 'abstraction' AND {filters.NOTE} AND note_terms MATCH :note_query
ORDER BY bm25(note_terms), n.at DESC, n.uid DESC LIMIT :abstraction_limit
"""
_ABSTRACTIONS_BY_ANCHOR = f"""
SELECT DISTINCT n.id FROM json_each(:entities) entity CROSS JOIN note n ON n.id IN (
  SELECT n.id FROM note n INDEXED BY note_abstraction
  CROSS JOIN edge ON edge.source = n.id AND edge.type = 'ABOUT' AND edge.target = entity.value
  WHERE n.space = :space AND n.state = 'abstraction' AND {filters.NOTE}
  ORDER BY n.at DESC, n.uid DESC LIMIT :abstraction_limit)
"""
_SOURCES = """
SELECT row.value, edge.target FROM json_each(:notes) row CROSS JOIN edge ON source = row.value AND edge.type = 'FROM'
"""
_TURN_UIDS = "SELECT id, uid FROM turn WHERE id IN (SELECT value FROM json_each(:turns))"
_TURNS_BY_NEIGHBOUR = f"""
SELECT DISTINCT t.id FROM json_each(:best) row CROSS JOIN turn best ON best.id = row.value
CROSS JOIN turn t ON t.namespace = best.namespace AND t.session = best.session AND t.id <> best.id
  AND t.position BETWEEN best.position - :neighbour_distance AND best.position + :neighbour_distance
WHERE {filters.TURN}
"""

# From this number of vectors on, they are searched in the background during the full-text search. For fewer vectors,
# starting a thread takes longer than the search.
_BACKGROUND_FROM = 2_000
_BEGINNING, _END = -(2**62), 2**62  # before and after all times

_NearestKind = Literal[VectorKind, "agent_generated"]  # the results of a vector search
Ranks = dict[int, int]  # id → rank in a channel; the best one has the lowest rank


@dataclass(slots=True)
class _ChannelResults:
    """The ids that the channels found."""

    notes: dict[int, set[Channel]] = field(default_factory=lambda: defaultdict[int, set[Channel]](set))
    turns: dict[int, set[Channel]] = field(default_factory=lambda: defaultdict[int, set[Channel]](set))
    keys: dict[str, list[int]] = field(default_factory=lambda: defaultdict[str, list[int]](list))

    def add(self, channel: Channel, notes: Iterable[int], turns: Iterable[int]) -> None:
        """Add the ids that a channel found."""
        for note in notes:
            self.notes[note].add(channel)
        for turn in turns:
            self.turns[turn].add(channel)


def candidates(namespace: str, snapshot: Snapshot, query: Query, limits: Limits) -> Candidates:
    """See `Store.candidates`."""
    nearest = _start_vector_search(snapshot, query, limits)
    frequencies = _frequencies(snapshot, query, limits)
    results = _search(
        snapshot, query, limits, distinctive(frequencies, limits.max_document_frequency), nearest
    )
    named = set(chain(*results.keys.values()))
    records = snapshot.gather(
        Wanted(notes=results.notes, turns=results.turns, entities=named, with_facts_and_mentions=True)
    )
    entities = records.entities
    return Candidates(
        space=space_name(namespace, snapshot.state.generation),
        documents=snapshot.state.documents,
        frequencies=frequencies,
        notes=by_uid([note.record for note in records.notes.values()]),
        turns=by_uid([turn.record for turn in records.turns.values()]),
        channels=_channels_by_uid(results, records),
        key_entities=ranked_names(
            {key: [entities[node] for node in nodes] for key, nodes in results.keys.items()}
        ),
        entities={e.uid: e for e in by_uid([entities[node] for node in _connected_entities(records)])},
        about={
            each.record.uid: records.about(each)
            for each in chain(records.notes.values(), records.turns.values())
        },
        facts=by_uid([fact.record for fact in records.facts.values()]),
    )


def _frequencies(snapshot: Snapshot, query: Query, limits: Limits) -> dict[str, int]:
    """The number of documents with each term of the query, in the order of the terms. Frequent terms have cached counts."""
    cap = limits.max_document_frequency
    cached = snapshot.frequent_terms.documents(query.terms, snapshot.sequence, cap)
    if len(cached) == len(query.terms):
        cached = {}  # all terms are frequent: the rarest are searched, so exact counts are needed
    to_count = [term for term in dict.fromkeys(query.terms) if term not in cached]
    counted = count_documents(snapshot.connection, snapshot.state, to_count)
    snapshot.frequent_terms.learn(counted, snapshot.sequence, cap)
    counts = cached | counted
    return {term: counts[term] for term in query.terms}


def _search(
    snapshot: Snapshot,
    query: Query,
    limits: Limits,
    terms: Sequence[str],
    nearest: Callable[[_NearestKind], Sequence[int]],
) -> _ChannelResults:
    """Search all channels. Vectors come last, because they are compared in the background during the others."""
    results = _ChannelResults()
    state, run = snapshot.state, snapshot.connection.run
    values = _values_of(snapshot, query, limits)

    def ids(statement: str) -> list[int]:
        return [row[0] for row in run(statement, values)]

    def by_vector(statement: str, kind: _NearestKind) -> Iterable[Row]:
        return run(statement, values | {"nearest": json_array(nearest(kind))})

    notes_by_terms = turns_by_terms = list[int]()
    if terms:
        values["note_query"] = any_of(state.salt, state.space, terms)
        values["turn_query"] = any_of(state.salt, state.namespace, terms)
        notes_by_terms, turns_by_terms = ids(_NOTES_BY_TERMS), ids(_TURNS_BY_TERMS)
        results.add("terms", notes_by_terms, turns_by_terms)
    if agent_query := any_of(state.salt, state.namespace, agent_generated_terms(query.terms)):
        values["agent_query"] = agent_query
        results.add("agent_generated", (), ids(_AGENT_GENERATED_TURNS))
    for key, entity in run(_KEYS, values):
        results.keys[key].append(entity)
    if results.keys:
        values["entities"] = json_array(dict.fromkeys(chain(*results.keys.values())))
        results.add("anchor", ids(_NOTES_BY_ANCHOR), ids(_TURNS_BY_ANCHOR))
    results.add("abstraction", _abstractions(snapshot, values), ())
    if query.since is not None or query.until is not None:
        results.add("time", ids(_NOTES_BY_TIME), ids(_TURNS_BY_TIME))
    notes_by_vector: Ranks = dict(by_vector(_NOTES_BY_VECTOR, "note"))
    turns_by_vector: Ranks = dict(by_vector(_TURNS_BY_VECTOR, "turn"))
    results.add("vector", notes_by_vector, turns_by_vector)
    if limits.agent_passages:
        generated = [row[0] for row in by_vector(_AGENT_GENERATED_TURNS_BY_VECTOR, "agent_generated")]
        results.add("agent_generated", (), generated)

    best = [
        *_best_turns(snapshot, _ranks(notes_by_terms), _ranks(turns_by_terms), limits.neighbour_seeds),
        *_best_turns(snapshot, notes_by_vector, turns_by_vector, limits.neighbour_seeds),
    ]
    if best:
        values["best"] = json_array(dict.fromkeys(best))
        results.add("neighbour", (), ids(_TURNS_BY_NEIGHBOUR))
    return results


def _values_of(snapshot: Snapshot, query: Query, limits: Limits) -> dict[str, object]:
    """The bound values of the statements, without full-text queries and ids."""
    return filters.values_of(query.filters) | {
        "namespace": snapshot.state.namespace,
        "space": snapshot.state.space,
        "keys": json_array(query.name_keys),
        "terms_limit": limits.terms,
        "vector_limit": limits.vector,
        "passage_limit": limits.passages,
        "anchor_limit": limits.anchor,
        "range_start": micros(query.since) if query.since else _BEGINNING,
        "range_end": micros(query.until) if query.until else _END,
        "time_limit": limits.time,
        "neighbour_distance": limits.neighbour_distance,
        "agent_generated_limit": limits.agent_generated,
        "agent_passage_limit": limits.agent_passages,
        "abstraction_limit": limits.abstraction,
    }


def _abstractions(snapshot: Snapshot, values: dict[str, object]) -> list[int]:
    """The abstractions with terms of the question, and about its key entities; none if archived notes are asked for."""
    if values["state"] != "active":
        return []
    values = values | {"state": "abstraction"}
    statements = [("note_query", _ABSTRACTIONS), ("entities", _ABSTRACTIONS_BY_ANCHOR)]
    run = snapshot.connection.run
    return [row[0] for name, statement in statements if name in values for row in run(statement, values)]


def _ranks(ids: Sequence[int]) -> Ranks:
    return {node: rank for rank, node in enumerate(ids, start=1)}


def _best_turns(snapshot: Snapshot, notes: Ranks, turns: Ranks, count: int) -> list[int]:
    """The best turns of a channel, by rank, then by uid. A note counts as its source turns."""
    ranks = dict(turns)
    if notes and count:
        for note, turn in snapshot.connection.run(_SOURCES, {"notes": json_array(notes)}):
            ranks[turn] = min(ranks.get(turn, notes[note]), notes[note])
    first = [turn for turn, rank in ranks.items() if rank <= count]
    uids = dict(snapshot.connection.run(_TURN_UIDS, {"turns": json_array(first)}))
    return sorted(first, key=lambda turn: (ranks[turn], uids[turn]))[:count]


def _start_vector_search(
    snapshot: Snapshot, query: Query, limits: Limits
) -> Callable[[_NearestKind], Sequence[int]]:
    """Start the search for the nearest notes and turns.

    The returned function waits for the result and returns the ids of a kind, nearest first.
    """
    if not snapshot.vectors or query.vector is None:
        return lambda _: ()
    query_vector = query.vector
    notes, turns = snapshot.vectors["note"], snapshot.vectors["turn"]
    # The filters are applied in SQL after this search, so with filters all rows are ranked.
    filtered = query.filters != Filters()

    def count(limit: int) -> int | None:
        return None if filtered and limit else limit

    visibility = (
        ARCHIVED if query.filters.archived else SENSITIVE if query.filters.kind == "vault" else ORDINARY
    )

    def search() -> dict[_NearestKind, Sequence[int]]:
        return {
            "note": _nearest_ids(notes, query_vector, count(limits.vector), visibility),
            "turn": _nearest_ids(turns, query_vector, count(limits.passages), ORDINARY),
            "agent_generated": _nearest_ids(
                turns, query_vector, count(limits.agent_passages), AGENT_GENERATED
            ),
        }

    if len(notes.ids) + len(turns.ids) < _BACKGROUND_FROM:
        return search().__getitem__
    result = snapshot.cache.background.submit(search)
    return lambda kind: result()[kind]


def _nearest_ids(
    vectors: VectorSnapshot, query_vector: Vector, count: int | None, visibility: int
) -> Sequence[int]:
    if count == 0:
        return ()
    (nearest,) = vectors.nearest((query_vector,), count, visibility)
    return vectors.ids[[row for row, _ in nearest]].tolist()


def _channels_by_uid(results: _ChannelResults, records: Gathered) -> dict[str, frozenset[Channel]]:
    notes = {records.notes[node].record.uid: frozenset(by) for node, by in results.notes.items()}
    turns = {records.turns[node].record.uid: frozenset(by) for node, by in results.turns.items()}
    return notes | turns


def _connected_entities(records: Gathered) -> set[int]:
    """The entities of this space that a note is about, a turn mentions or a fact connects."""
    each = chain(records.notes.values(), records.turns.values(), records.facts.values())
    return records.entities.keys() & set(chain.from_iterable([one.entities for one in each]))
