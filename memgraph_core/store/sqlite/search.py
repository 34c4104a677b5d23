"""`candidates`: what the five channels bring, and everything that hangs on it, in three statements."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from memgraph_core.reads import Candidates, Channel, Limits, Query
from memgraph_core.store.sqlite import filters
from memgraph_core.store.sqlite.connection import Link, Row
from memgraph_core.store.sqlite.place import Place, space_name
from memgraph_core.store.sqlite.records import KEYS, RECORDS, Records, by_uid, ids, read_records
from memgraph_core.store.sqlite.times import micros
from memgraph_core.store.sqlite.tokens import token
from memgraph_core.store.sqlite.vectors import PLAIN, VAULT, Searchable

# In how many documents each term stands whose tokens are a row [in notes, in turns] of :tokens.
# `telling`: those that are not in too many documents to say anything; if all are, the rarest.
FREQUENCY = """
frequency(term, note_token, turn_token, documents) AS MATERIALIZED (
  SELECT key, value ->> 0, value ->> 1,
    coalesce((SELECT doc FROM note_vocabulary WHERE term = value ->> 0), 0)
    + coalesce((SELECT doc FROM turn_vocabulary WHERE term = value ->> 1), 0)
  FROM json_each(:tokens)
), telling AS MATERIALIZED (
  SELECT note_token, turn_token FROM frequency WHERE documents BETWEEN 1 AND
    max(:frequency_cap, (SELECT min(documents) FROM frequency WHERE documents > 0))
)
"""
# A token is 16 hexadecimal digits, so 'none' is no token: FTS5 refuses a question of nothing.
_ANY_IN_NOTES = "(SELECT coalesce(group_concat(note_token, ' OR '), 'none') FROM telling)"
_ANY_IN_TURNS = "(SELECT coalesce(group_concat(turn_token, ' OR '), 'none') FROM telling)"

# In tables named for their channel: (id, place), the best place being 0 or 1.
# FTS5 and json_each give their rows best first, and CROSS JOIN keeps that order, so that LIMIT stops the
# filters as soon as enough rows have passed.
_CHANNELS = f"""
WITH {FREQUENCY}
, note_by_terms AS MATERIALIZED (
  SELECT id, row_number() OVER (ORDER BY score, id) AS place FROM (
    SELECT n.id, note_terms.rank AS score FROM note_terms CROSS JOIN note n ON n.id = note_terms.rowid
    WHERE note_terms MATCH {_ANY_IN_NOTES} AND n.space = :space AND {filters.NOTE}
    ORDER BY note_terms.rank LIMIT :terms_limit)
), turn_by_terms AS MATERIALIZED (
  SELECT id, row_number() OVER (ORDER BY score, id) AS place FROM (
    SELECT t.id, turn_terms.rank AS score FROM turn_terms CROSS JOIN turn t ON t.id = turn_terms.rowid
    WHERE turn_terms MATCH {_ANY_IN_TURNS} AND t.namespace = :namespace AND {filters.TURN}
    ORDER BY turn_terms.rank LIMIT :terms_limit)
), note_by_vector AS MATERIALIZED (
  SELECT n.id, nearest.key AS place FROM json_each(:nearest_notes) nearest CROSS JOIN note n
  ON n.id = nearest.value AND n.space = :space AND {filters.NOTE} LIMIT :vector_limit
), turn_by_vector AS MATERIALIZED (
  SELECT t.id, nearest.key AS place FROM json_each(:nearest_turns) nearest CROSS JOIN turn t
  ON t.id = nearest.value AND t.namespace = :namespace AND {filters.TURN} LIMIT :vector_limit
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
    WHERE edge.target = key_entity.id AND edge.type = 'MENTIONS'
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
    AND t.at >= :asked_since AND t.at < :asked_until AND {filters.TURN}
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
, found(kind, channel, id) AS (
  SELECT 'note', 'vector', id FROM note_by_vector UNION ALL SELECT 'turn', 'vector', id FROM turn_by_vector
  UNION ALL SELECT 'note', 'terms', id FROM note_by_terms UNION ALL SELECT 'turn', 'terms', id FROM turn_by_terms
  UNION ALL SELECT 'note', 'anchor', id FROM note_by_anchor UNION ALL SELECT 'turn', 'anchor', id FROM turn_by_anchor
  UNION ALL SELECT 'note', 'time', id FROM note_by_time UNION ALL SELECT 'turn', 'time', id FROM turn_by_time
  UNION ALL SELECT 'turn', 'neighbour', id FROM turn_by_neighbour
)
SELECT kind, channel, id, iif(kind = 'note', (SELECT uid FROM note WHERE note.id = found.id),
  (SELECT uid FROM turn WHERE turn.id = found.id)) FROM found
UNION ALL
SELECT 'frequency', NULL, term, documents FROM frequency
UNION ALL
SELECT 'documents', NULL, (SELECT count(*) FROM note WHERE space = :space)
  + (SELECT count(*) FROM turn WHERE namespace = :namespace), NULL
"""

_RECORDS = f"""
WITH here(space) AS (SELECT :space),
picked_note(id) AS MATERIALIZED (SELECT value FROM json_each(:notes)),
picked_turn(id) AS MATERIALIZED (SELECT value FROM json_each(:turns)),
picked_fact(id) AS MATERIALIZED (
  SELECT DISTINCT edge.source FROM picked_note p CROSS JOIN edge ON edge.target = p.id AND edge.type = 'FACT_FROM'
), picked_entity(id) AS (SELECT NULL WHERE 0)
{RECORDS}
UNION ALL {KEYS}
"""

_BEGINNING, _END = -(2**62), 2**62  # of all time, in microseconds


@dataclass(slots=True)
class _Found:
    """What the channels brought: ids to fetch, and who found which uid."""

    documents: int = 0
    frequencies: dict[str, int] = field(default_factory=dict[str, int])
    notes: set[int] = field(default_factory=set[int])
    turns: set[int] = field(default_factory=set[int])
    channels: dict[str, set[Channel]] = field(default_factory=lambda: defaultdict[str, set[Channel]](set))


def candidates(
    link: Link,
    namespace: str,
    place: Place,
    nearest: tuple[Searchable, Searchable] | None,
    query: Query,
    limits: Limits,
) -> Candidates:
    """See `Store.candidates`. `nearest`: the vectors of notes and turns of this snapshot, if there are any."""
    found = _found_by(link.run(_CHANNELS, _channel_values(place, nearest, query, limits)), query.terms)
    picked = {
        "notes": ids(sorted(found.notes)),
        "turns": ids(sorted(found.turns)),
        "keys": ids(query.keys),
        "space": place.space,
    }
    records = read_records(link.run(_RECORDS, picked), with_vectors=nearest is not None)
    return Candidates(
        space=space_name(namespace, place.generation),
        documents=found.documents,
        frequencies=found.frequencies,
        notes=by_uid(records.notes),
        turns=by_uid(records.turns),
        channels={uid: frozenset(channels) for uid, channels in found.channels.items()},
        key_entities=records.named(),
        entities={uid: records.entities[uid] for uid in sorted(_spoken_of(records))},
        about=records.about,
        facts=by_uid(records.facts),
    )


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


def tokens_of(place: Place, terms: Iterable[str]) -> str:
    """The tokens of terms, as the statements that start with FREQUENCY bind them."""
    rows = [
        (token(place.salt, place.space, term), token(place.salt, place.namespace, term)) for term in terms
    ]
    return json.dumps(rows)


def _channel_values(
    place: Place, nearest: tuple[Searchable, Searchable] | None, query: Query, limits: Limits
) -> dict[str, object]:
    # With filters all rows are offered in their order, for those that pass are known to SQL only.
    count = None if filters.is_set(query.filters) else limits.vector
    notes, turns = nearest or (None, None)
    return filters.values_of(query.filters) | {
        "namespace": place.namespace,
        "space": place.space,
        "tokens": tokens_of(place, query.terms),
        "frequency_cap": limits.frequency_cap,
        "terms_limit": limits.terms,
        "nearest_notes": _nearest(notes, query, count, VAULT if query.filters.kind == "vault" else PLAIN),
        "nearest_turns": _nearest(turns, query, count, PLAIN),
        "vector_limit": limits.vector,
        "keys": ids(query.keys),
        "anchor_limit": limits.anchor,
        **_time_asked_about(query),
        "time_limit": limits.time,
        "neighbours_of": limits.neighbours_of,
        "neighbour_distance": limits.neighbour_distance,
    }


def _time_asked_about(query: Query) -> dict[str, object]:
    """The range, open where the question leaves it open; a question without a time gets an empty one."""
    if query.since is None and query.until is None:
        return {"asked_since": _END, "asked_until": _BEGINNING}
    return {
        "asked_since": micros(query.since) if query.since else _BEGINNING,
        "asked_until": micros(query.until) if query.until else _END,
    }


def _nearest(vectors: Searchable | None, query: Query, count: int | None, least: int) -> str:
    if vectors is None or query.vector is None:
        return "[]"
    return ids(int(vectors.ids[row]) for row, _ in vectors.nearest(query.vector, count, least))


def _found_by(rows: list[Row], terms: tuple[str, ...]) -> _Found:
    found = _Found()
    for kind, channel, number, uid in rows:
        if kind == "documents":
            found.documents = number
        elif kind == "frequency":
            found.frequencies[terms[number]] = int(uid)
        else:
            (found.notes if kind == "note" else found.turns).add(number)
            found.channels[uid].add(channel)
    return found


def _spoken_of(records: Records) -> set[str]:
    """Entities that a note is about, a turn mentions or a fact joins."""
    uids = {uid for about in records.about.values() for uid in about}
    return uids.union(*((fact.subject, fact.object) for fact in records.facts.values()))
