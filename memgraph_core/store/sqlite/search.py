"""`candidates`: what the five channels bring, and everything that hangs on it, in three statements."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain

from memgraph_core.language.terms import aside_terms
from memgraph_core.records.kinds import Vector
from memgraph_core.records.search import Candidates, Channel, Limits, Query
from memgraph_core.store.sqlite import filters
from memgraph_core.store.sqlite.connection import Row
from memgraph_core.store.sqlite.mirror import Snapshot
from memgraph_core.store.sqlite.place import Place, space_name
from memgraph_core.store.sqlite.records import Kind, by_uid, ids, named
from memgraph_core.store.sqlite.ties import Gathered, Wanted
from memgraph_core.store.sqlite.times import micros
from memgraph_core.store.sqlite.tokens import token
from memgraph_core.store.sqlite.vectors import PLAIN, VAULT, Searchable

# In how many documents each term stands whose tokens are a row [in notes, in turns, the number if it is known] of :tokens.
# `telling`: those that are not in too many documents to say anything; if all are, the rarest.
FREQUENCY = """
frequency(term, note_token, turn_token, documents) AS MATERIALIZED (
  SELECT key, value ->> 0, value ->> 1, coalesce(value ->> 2,
    coalesce((SELECT doc FROM note_vocabulary WHERE term = value ->> 0), 0)
    + coalesce((SELECT doc FROM turn_vocabulary WHERE term = value ->> 1), 0))
  FROM json_each(:tokens)
), telling AS MATERIALIZED (
  SELECT note_token, turn_token FROM (SELECT *, min(nullif(documents, 0)) OVER () AS rarest FROM frequency)
  WHERE documents BETWEEN 1 AND max(:frequency_cap, rarest)
)
"""
# Active notes that share most terms with a text whose tokens are in `spoken`, best first: by the rarest of the terms, and not
# by those that are in too many notes to say anything, so that it takes as long in a large memory.
ALIKE = """
rarest(question) AS MATERIALIZED (
  SELECT coalesce(group_concat(token, ' OR '), 'none') FROM (
    SELECT spoken.token FROM spoken CROSS JOIN note_vocabulary ON note_vocabulary.term = spoken.token
    WHERE note_vocabulary.doc <= :frequency_cap ORDER BY note_vocabulary.doc, spoken.token LIMIT 64)
), alike AS MATERIALIZED (
  SELECT n.id FROM note_terms CROSS JOIN note n ON n.id = note_terms.rowid
  WHERE note_terms MATCH (SELECT question FROM rarest) AND n.space = :space AND n.state = 'active' AND n.kind <> 'vault'
  ORDER BY note_terms.rank, n.uid LIMIT :candidates
)
"""
# A token is 16 hexadecimal digits, so 'none' is no token: FTS5 refuses a question of nothing.
_ANY_IN_NOTES = "(SELECT coalesce(group_concat(note_token, ' OR '), 'none') FROM telling)"
_ANY_IN_TURNS = "(SELECT coalesce(group_concat(turn_token, ' OR '), 'none') FROM telling)"

# In tables named for their channel: (id, place), the best place being 0 or 1.
# Full text is sorted before it meets its rows (LIMIT -1 keeps it apart), json_each gives its rows best first, and CROSS JOIN
# keeps their order, so that LIMIT stops the filters as soon as enough rows have passed. `rank` would sort in a
# statement that FTS5 prepares anew each time. Vectors and their neighbours come last in `found`: they are looked for meanwhile.
_CHANNELS = f"""
WITH {FREQUENCY}
, note_by_terms AS MATERIALIZED (
  SELECT id, row_number() OVER (ORDER BY score, id) AS place FROM (
    SELECT n.id, score FROM (
      SELECT rowid AS id, bm25(note_terms) AS score FROM note_terms WHERE note_terms MATCH {_ANY_IN_NOTES}
      ORDER BY score, rowid LIMIT -1) alike
    CROSS JOIN note n ON n.id = alike.id WHERE n.space = :space AND {filters.NOTE} LIMIT :terms_limit)
), turn_by_terms AS MATERIALIZED (
  SELECT id, row_number() OVER (ORDER BY score, id) AS place FROM (
    SELECT t.id, score FROM (
      SELECT rowid AS id, bm25(turn_terms) AS score FROM turn_terms WHERE turn_terms MATCH {_ANY_IN_TURNS}
      ORDER BY score, rowid LIMIT -1) alike
    CROSS JOIN turn t ON t.id = alike.id WHERE t.namespace = :namespace AND {filters.TURN} LIMIT :terms_limit)
), turn_by_aside AS MATERIALIZED (
  SELECT t.id FROM turn_terms CROSS JOIN turn t ON t.id = turn_terms.rowid
  WHERE turn_terms MATCH :asides AND t.namespace = :namespace AND {filters.TURN}
  ORDER BY turn_terms.rank, t.id LIMIT :aside_limit
), note_by_vector AS MATERIALIZED (
  SELECT n.id, nearest.key AS place FROM json_each(nearest('note')) nearest CROSS JOIN note n
  ON n.id = nearest.value AND n.space = :space AND {filters.NOTE} LIMIT :vector_limit
), turn_by_vector AS MATERIALIZED (
  SELECT t.id, nearest.key AS place FROM json_each(nearest('turn')) nearest CROSS JOIN turn t
  ON t.id = nearest.value AND t.namespace = :namespace AND {filters.TURN} LIMIT :passage_limit
), key_entity AS MATERIALIZED (
  SELECT DISTINCT entity AS id FROM name WHERE space = :space AND key IN (SELECT value FROM json_each(:keys))
), note_by_anchor AS (
  SELECT DISTINCT n.id FROM key_entity CROSS JOIN note n ON n.id IN (
    SELECT n.id FROM edge CROSS JOIN note n ON n.id = edge.source AND {filters.NOTE}
    WHERE edge.target = key_entity.id AND edge.type = 'ABOUT'
    ORDER BY edge.at DESC, edge.source DESC LIMIT :anchor_limit)
), turn_by_anchor AS (
  SELECT DISTINCT t.id FROM key_entity CROSS JOIN turn t ON t.id IN (
    SELECT t.id FROM edge CROSS JOIN turn t ON t.id = edge.source AND {filters.TURN}
    WHERE edge.target = key_entity.id AND edge.type = 'MENTIONS' AND {filters.NO_ASIDE}
    ORDER BY edge.at DESC, edge.source DESC LIMIT :anchor_limit)
), note_of_time(id) AS (
  SELECT id FROM note WHERE space = :space AND said_at >= :asked_since AND said_at < :asked_until
  UNION SELECT id FROM note WHERE space = :space AND holds_from < :asked_until
    AND coalesce(holds_until > :asked_since, 1)
  UNION SELECT id FROM note WHERE space = :space AND holds_from IS NULL AND holds_until > :asked_since
), note_by_time AS (
  SELECT n.id FROM note_of_time CROSS JOIN note n ON n.id = note_of_time.id AND {filters.NOTE}
  ORDER BY n.at DESC, n.id DESC LIMIT :time_limit
), turn_by_time AS (
  SELECT t.id FROM turn t WHERE t.namespace = :namespace
    AND t.at >= :asked_since AND t.at < :asked_until AND {filters.TURN} AND {filters.NO_ASIDE}
  ORDER BY t.at DESC, t.id DESC LIMIT :time_limit
), found_turn(channel, id, place) AS (
  SELECT 'terms', id, place FROM turn_by_terms
  UNION ALL SELECT 'vector', id, place FROM turn_by_vector
  UNION ALL SELECT 'terms', edge.target, place FROM note_by_terms CROSS JOIN edge ON source = id AND type = 'FROM'
  UNION ALL SELECT 'vector', edge.target, place FROM note_by_vector CROSS JOIN edge ON source = id AND type = 'FROM'
), best_turn(id) AS MATERIALIZED (
  SELECT DISTINCT id FROM (
    SELECT id, row_number() OVER (PARTITION BY channel ORDER BY min(place), id) AS nth
    FROM found_turn GROUP BY channel, id)
  WHERE nth <= :neighbours_of
), turn_by_neighbour AS (
  SELECT DISTINCT t.id FROM best_turn CROSS JOIN turn best ON best.id = best_turn.id
  CROSS JOIN turn t ON t.namespace = best.namespace AND t.session = best.session AND t.id <> best.id
    AND t.position BETWEEN best.position - :neighbour_distance AND best.position + :neighbour_distance
  WHERE {filters.TURN}
)
, found(kind, channel, id) AS MATERIALIZED (
  SELECT 'note', 'terms', id FROM note_by_terms UNION ALL SELECT 'turn', 'terms', id FROM turn_by_terms
  UNION ALL SELECT 'turn', 'agent_generated', id FROM turn_by_aside
  UNION ALL SELECT 'note', 'anchor', id FROM note_by_anchor UNION ALL SELECT 'turn', 'anchor', id FROM turn_by_anchor
  UNION ALL SELECT 'note', 'time', id FROM note_by_time UNION ALL SELECT 'turn', 'time', id FROM turn_by_time
  UNION ALL SELECT 'note', 'vector', id FROM note_by_vector UNION ALL SELECT 'turn', 'vector', id FROM turn_by_vector
  UNION ALL SELECT 'turn', 'neighbour', id FROM turn_by_neighbour
)
SELECT kind, channel, id FROM found
UNION ALL
SELECT 'key', name.key, entity FROM json_each(:keys) wanted
  CROSS JOIN name ON space = :space AND name.key = wanted.value
UNION ALL
SELECT 'frequency', term, documents FROM frequency
"""

_MANY = 2_000  # vectors from which to look for the nearest beside the statement: fewer take no longer than to begin there
_BEGINNING, _END = -(2**62), 2**62  # of all time, in microseconds


@dataclass(slots=True)
class _Found:
    """What the channels brought, by ids of rows."""

    frequencies: dict[int, int] = field(default_factory=dict[int, int])  # position of the term → documents
    channels_of_notes: dict[int, set[Channel]] = field(default_factory=dict[int, set[Channel]])
    channels_of_turns: dict[int, set[Channel]] = field(default_factory=dict[int, set[Channel]])
    keys: dict[str, list[int]] = field(default_factory=dict[str, list[int]])


def candidates(namespace: str, snapshot: Snapshot, query: Query, limits: Limits) -> Candidates:
    """See `Store.candidates`."""
    common = _common(snapshot, query, limits)
    answers = {"nearest": _nearest(snapshot, query, limits)}
    values = _channel_values(snapshot, query, limits, common)
    found = _found_by(snapshot.link.run(_CHANNELS, values, answers))
    frequencies = {query.terms[nth]: documents for nth, documents in found.frequencies.items()}
    counted = {term: documents for term, documents in frequencies.items() if term not in common}
    snapshot.common.learn(counted, snapshot.sequence, limits.max_document_frequency)
    named_in = set(chain(*found.keys.values()))
    records = snapshot.gather(
        Wanted(notes=found.channels_of_notes, turns=found.channels_of_turns, entities=named_in, all=True)
    )
    entities = records.entities
    return Candidates(
        space=space_name(namespace, snapshot.place.generation),
        documents=snapshot.place.documents,
        frequencies=frequencies,
        notes=by_uid([note.record for note in records.notes.values()]),
        turns=by_uid([turn.record for turn in records.turns.values()]),
        channels=_by_channel(found, records),
        key_entities=named({key: [entities[node] for node in nodes] for key, nodes in found.keys.items()}),
        entities={e.uid: e for e in by_uid([entities[node] for node in _spoken_of(records)])},
        about=about_of(records),
        facts=by_uid([fact.record for fact in records.facts.values()]),
    )


def about_of(records: Gathered) -> dict[str, tuple[str, ...]]:
    """By the uid of each note and turn the uids of the entities that it is about or mentions."""
    each = chain(records.notes.values(), records.turns.values())
    return {tied.record.uid: records.about(tied) for tied in each}


def nothing(namespace: str) -> Candidates:
    """The answer of a namespace that does not exist yet."""
    return Candidates(
        space=space_name(namespace, 1),
        documents=0,
        frequencies={},
        notes=(),
        turns=(),
        channels={},
        key_entities={},
        entities={},
        about={},
    )


def tokens_of(place: Place, terms: Iterable[str], common: Mapping[str, int] | None = None) -> str:
    """The tokens of terms, as the statements that start with FREQUENCY bind them; `common` ones are not counted."""
    known = common or {}
    rows = [
        (token(place.salt, place.space, term), token(place.salt, place.namespace, term), known.get(term))
        for term in terms
    ]
    return json.dumps(rows)


def _common(snapshot: Snapshot, query: Query, limits: Limits) -> dict[str, int]:
    """Terms that need not be counted; none where all are common, for then the rarest of them is wanted."""
    common = snapshot.common.documents(query.terms, snapshot.sequence, limits.max_document_frequency)
    return common if len(common) < len(query.terms) else {}


def _channel_values(
    snapshot: Snapshot, query: Query, limits: Limits, common: Mapping[str, int]
) -> dict[str, object]:
    return filters.values_of(query.filters) | {
        "namespace": snapshot.place.namespace,
        "space": snapshot.place.space,
        "tokens": tokens_of(snapshot.place, query.terms, common),
        "frequency_cap": limits.max_document_frequency,
        "terms_limit": limits.terms,
        "vector_limit": limits.vector,
        "passage_limit": limits.passages,
        "keys": ids(query.name_keys),
        "anchor_limit": limits.anchor,
        **_time_asked_about(query),
        "time_limit": limits.time,
        "neighbours_of": limits.neighbour_seeds,
        "neighbour_distance": limits.neighbour_distance,
        "asides": _any_of(snapshot.place, aside_terms(query.terms)),
        "aside_limit": limits.agent_generated,
    }


def _any_of(place: Place, terms: Iterable[str]) -> str:
    """A question for turns that hold any of these terms; one that nothing answers, where there is none."""
    return " OR ".join(token(place.salt, place.namespace, term) for term in terms) or "none"


def _time_asked_about(query: Query) -> dict[str, object]:
    """The range, open where the question leaves it open; a question without a time gets an empty one."""
    if query.since is None and query.until is None:
        return {"asked_since": _END, "asked_until": _BEGINNING}
    return {
        "asked_since": micros(query.since) if query.since else _BEGINNING,
        "asked_until": micros(query.until) if query.until else _END,
    }


def _nearest(snapshot: Snapshot, query: Query, limits: Limits) -> Callable[[Kind], str]:
    """What tells the ids of the nearest notes or turns; they are looked for beside the statement where there are many."""
    notes, turns = snapshot.notes, snapshot.turns
    if notes is None or turns is None or query.vector is None:
        return lambda _: "[]"
    # With filters all rows are offered in their order, for those that pass are known to SQL only.
    of_notes, of_turns = (None, None) if filters.is_set(query.filters) else (limits.vector, limits.passages)
    least = VAULT if query.filters.kind == "vault" else PLAIN
    probe = query.vector

    def found() -> dict[Kind, str]:
        return {"note": _ids(notes, probe, of_notes, least), "turn": _ids(turns, probe, of_turns, PLAIN)}

    if len(notes.ids) + len(turns.ids) < _MANY:
        return found().__getitem__
    awaited = snapshot.mirror.beside.begin(found)
    return lambda kind: awaited()[kind]


def _ids(vectors: Searchable, probe: Vector, count: int | None, least: int) -> str:
    (found,) = vectors.nearest((probe,), count, least)
    return ids(vectors.ids[[row for row, _ in found]].tolist())


def _found_by(rows: list[Row]) -> _Found:
    found = _Found()
    for what, a, b in rows:
        if what == "note":
            found.channels_of_notes.setdefault(b, set()).add(a)
        elif what == "turn":
            found.channels_of_turns.setdefault(b, set()).add(a)
        elif what == "key":
            found.keys.setdefault(a, []).append(b)
        else:
            found.frequencies[a] = b
    return found


def _by_channel(found: _Found, records: Gathered) -> dict[str, frozenset[Channel]]:
    notes, turns = records.notes, records.turns
    of_notes = {notes[node].record.uid: frozenset(by) for node, by in found.channels_of_notes.items()}
    of_turns = {turns[node].record.uid: frozenset(by) for node, by in found.channels_of_turns.items()}
    return of_notes | of_turns


def _spoken_of(records: Gathered) -> set[int]:
    """Entities of this space that a note is about, a turn mentions or a fact joins."""
    each = chain(records.notes.values(), records.turns.values(), records.facts.values())
    return records.entities.keys() & set(chain.from_iterable([tied.entities for tied in each]))
