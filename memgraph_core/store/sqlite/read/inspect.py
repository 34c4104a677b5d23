"""The verbs that list, get and count records. Each runs one statement, whose ORDER BY is the order of the result."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

from memgraph_core.records.changes import Change
from memgraph_core.records.graph import Abstracts, Entity, Fact, Link, Note, Revision, Support, Turn
from memgraph_core.records.inspect import Day, EntityQuery, Stats, StreamItem, StreamQuery
from memgraph_core.records.kinds import Role
from memgraph_core.records.rebuild import space_name
from memgraph_core.records.transfer import RecordKind
from memgraph_core.store.sqlite.connection import Connection, Row
from memgraph_core.store.sqlite.namespace_state import find
from memgraph_core.store.sqlite.rows import (
    CHANGE,
    ENTITY,
    FACT,
    NOTE,
    NOTE_TURNS,
    NOTE_VECTOR,
    TURN,
    TURN_VECTOR,
    by_uid,
    change_from,
    entity_from,
    fact_from,
    json_array,
    note_with_turns,
    turn_from,
)
from memgraph_core.store.sqlite.times import DAY, micros, moment, moment_or_none
from memgraph_core.store.values import vector_from

_CURRENT = "WITH current AS MATERIALIZED (SELECT * FROM namespace WHERE name = :namespace)"

_PENDING = f"""
{_CURRENT} SELECT {TURN}, {TURN_VECTOR} FROM current CROSS JOIN turn t ON t.namespace = current.id AND t.state = 'pending'
ORDER BY t.session, t.position, t.uid LIMIT :limit
"""
_TURNS = f"""
{_CURRENT} SELECT {TURN}, {TURN_VECTOR} FROM current CROSS JOIN json_each(:uids) wanted
CROSS JOIN turn t ON t.namespace = current.id AND t.uid = wanted.value
"""
_NOTES = f"""
{_CURRENT} SELECT {NOTE}, {NOTE_TURNS}, {NOTE_VECTOR} FROM current CROSS JOIN json_each(:uids) wanted
CROSS JOIN note n ON n.space = current.space AND n.uid = wanted.value
"""
_LINKS = f"""
{_CURRENT}, given AS MATERIALIZED (
  SELECT n.id FROM current CROSS JOIN json_each(:uids) wanted CROSS JOIN note n ON n.space = current.space AND n.uid = wanted.value
), found(id) AS (
  SELECT note_link.id FROM given CROSS JOIN note_link ON a = given.id
  UNION
  SELECT note_link.id FROM given CROSS JOIN note_link ON b = given.id
)
SELECT a.uid, b.uid, note_link.reason, note_link.weight FROM found CROSS JOIN note_link ON note_link.id = found.id
CROSS JOIN note a ON a.id = note_link.a CROSS JOIN note b ON b.id = note_link.b
ORDER BY a.uid, b.uid, note_link.reason
"""
_FACTS = f"""
{_CURRENT} SELECT {FACT} FROM current CROSS JOIN fact f ON f.space = current.space
WHERE :entity IS NULL ORDER BY f.recorded_at DESC, f.uid LIMIT :limit
"""
_FACTS_OF = f"""
{_CURRENT} SELECT {FACT} FROM current CROSS JOIN entity e ON e.space = current.space AND e.uid = :entity
CROSS JOIN fact f ON f.subject = e.id OR f.object = e.id
ORDER BY f.recorded_at DESC, f.uid LIMIT :limit
"""
_FACTS_OF_TYPES = f"""
{_CURRENT} SELECT {FACT} FROM current CROSS JOIN json_each(:types) type
CROSS JOIN fact f ON f.space = current.space AND f.type = type.value
ORDER BY f.recorded_at DESC, f.uid LIMIT :limit
"""
_WANTED = "CROSS JOIN json_each(:uids) wanted"
_FACTS_BY_UID = f"""
{_CURRENT} SELECT {FACT} FROM current {_WANTED} CROSS JOIN fact f ON f.space = current.space AND f.uid = wanted.value
ORDER BY f.recorded_at DESC, f.uid LIMIT :limit
"""
_UIDS: Mapping[RecordKind, str] = {
    "note": f"{_CURRENT} SELECT n.uid FROM current CROSS JOIN note n ON n.space = current.space ORDER BY n.id",
    "entity": f"{_CURRENT} SELECT e.uid FROM current CROSS JOIN entity e ON e.space = current.space ORDER BY e.uid",
    "fact": f"{_CURRENT} SELECT f.uid FROM current CROSS JOIN fact f ON f.space = current.space ORDER BY f.uid",
    "change": f"{_CURRENT} SELECT c.uid FROM current CROSS JOIN change c ON c.namespace = current.id ORDER BY c.at, c.id",
    "call": f"{_CURRENT} SELECT c.uid FROM current CROSS JOIN call c ON c.namespace = current.id ORDER BY c.at, c.uid DESC",
}
# One of _ORDERS follows.
_ENTITIES = f"""
{_CURRENT} SELECT {ENTITY}, iif(e.mentions = 0, 0.0, e.mentions * pow(2.0, (e.last_at - :now) / :half_life)) AS relevance, (
  SELECT root.uid FROM same_as CROSS JOIN entity root ON root.id = same_as.canonical WHERE alias = e.id) AS canonical
FROM current CROSS JOIN entity e ON e.space = current.space
WHERE (:type IS NULL OR e.type = :type)
AND :merged = EXISTS (SELECT 1 FROM same_as WHERE alias = e.id)
AND (:uids IS NULL OR e.uid IN (SELECT value FROM json_each(:uids)))
AND (:keys IS NULL OR e.id IN (
  SELECT entity FROM name WHERE space = iif(:merged, -current.space, current.space)
  AND key IN (SELECT value FROM json_each(:keys))))
"""
_ORDERS = {
    "count": f"{_ENTITIES} ORDER BY e.mentions DESC, e.name, e.uid LIMIT :limit",
    "recent": f"{_ENTITIES} ORDER BY e.last_at DESC, e.name, e.uid LIMIT :limit",
    "relevance": f"{_ENTITIES} ORDER BY relevance DESC, e.name, e.uid LIMIT :limit",
}
_MENTIONS = """
FROM current CROSS JOIN entity e ON e.space = current.space AND (:entity IS NULL OR e.uid = :entity)
CROSS JOIN edge ON edge.target = e.id AND edge.type = 'MENTIONS' AND edge.label <> 'agent_generated'
AND edge.at >= :since AND edge.at < :until
"""
_STREAM = f"""
{_CURRENT} SELECT edge.at, e.uid, e.name, t.uid, t.session, t.speaker, edge.label {_MENTIONS}
CROSS JOIN turn t ON t.id = edge.source
ORDER BY edge.at DESC, t.position, e.uid, t.uid LIMIT :limit
"""
# The remainder is made positive, because days before 1970 are negative.
_TIMELINE = f"""
{_CURRENT} SELECT * FROM (
  SELECT (edge.at - ((edge.at % {DAY}) + {DAY}) % {DAY}) / {DAY} AS day, count(*) {_MENTIONS}
  GROUP BY day ORDER BY day DESC LIMIT :limit)
ORDER BY day
"""
_CONVERSATION = f"""
{_CURRENT} SELECT {TURN} FROM current CROSS JOIN turn t ON t.namespace = current.id AND t.session = :session
ORDER BY t.position DESC, t.uid DESC LIMIT :limit
"""
_SESSIONS = f"""
{_CURRENT} SELECT session.uid FROM current CROSS JOIN session ON session.namespace = current.id
ORDER BY session.last_at DESC, session.uid
"""
_NOTE_EDGES = """
WITH given AS MATERIALIZED (
  SELECT n.id FROM namespace current CROSS JOIN json_each(:uids) wanted
  CROSS JOIN note n ON n.space = current.space AND n.uid = wanted.value
  WHERE current.name = :namespace)
SELECT n.uid, b.uid FROM (
  SELECT source, target FROM given CROSS JOIN edge ON edge.source = given.id AND edge.type = :type
  UNION
  SELECT source, target FROM given CROSS JOIN edge ON edge.target = given.id AND edge.type = :type)
CROSS JOIN note n ON n.id = source CROSS JOIN note b ON b.id = target
ORDER BY n.uid, b.uid
"""
_CHANGE = f"{_CURRENT} SELECT {CHANGE} FROM current"
_NEWEST_CHANGES = "ORDER BY c.at DESC, c.id DESC LIMIT :limit"
_CHANGES = f"{_CHANGE} CROSS JOIN change c ON c.namespace = current.id {_NEWEST_CHANGES}"
_CHANGES_BY_UID = f"""
{_CHANGE} {_WANTED} CROSS JOIN change c ON c.namespace = current.id AND c.uid = wanted.value {_NEWEST_CHANGES}
"""
_STATS = """
SELECT
  (SELECT count(*) FROM turn WHERE namespace = :namespace),
  (SELECT count(*) FROM turn WHERE namespace = :namespace AND state = 'pending'),
  (SELECT count(*) FROM turn WHERE namespace = :namespace AND state = 'skipped'),
  (SELECT count(*) FROM note WHERE space = :space AND extractor <> 'consolidation'),
  (SELECT count(*) FROM entity e WHERE space = :space AND NOT EXISTS (SELECT 1 FROM same_as WHERE alias = e.id)),
  (SELECT count(*) FROM fact WHERE space = :space),
  (SELECT sum(mentions) FROM entity WHERE space = :space),
  (SELECT count(*) FROM note n CROSS JOIN similar ON similar.a = n.id WHERE n.space = :space),
  (SELECT count(*) FROM session WHERE namespace = :namespace),
  (SELECT min(at) FROM turn WHERE namespace = :namespace),
  (SELECT max(at) FROM turn WHERE namespace = :namespace)
"""
_SPEAKERS = """
SELECT speaker FROM (
  SELECT DISTINCT t.namespace, t.speaker FROM namespace current JOIN turn t ON t.namespace = current.id
  WHERE current.name = :namespace AND t.speaker IS NOT NULL
) spoken
WHERE :role IS NULL
OR EXISTS (SELECT 1 FROM turn t WHERE t.namespace = spoken.namespace AND t.speaker = spoken.speaker AND t.role = :role)
ORDER BY speaker
"""
_NOTES_OF_TURNS = f"""
{_CURRENT}, source AS MATERIALIZED (
  SELECT DISTINCT edge.source AS note FROM current CROSS JOIN json_each(:turns) wanted
  CROSS JOIN turn t ON t.namespace = current.id AND t.uid = wanted.value
  CROSS JOIN edge ON edge.target = t.id AND edge.type = 'FROM'
)
SELECT {NOTE}, {NOTE_TURNS} FROM current CROSS JOIN source
CROSS JOIN note n ON n.id = source.note AND n.space = current.space AND n.extractor <> 'consolidation'
"""
# A note without revisions has only its present state.
_HISTORY = f"""
{_CURRENT}, this AS MATERIALIZED (
  SELECT n.* FROM current CROSS JOIN note n ON n.space = current.space AND n.uid = :note
)
SELECT r.number, r.text, r.context, r.keywords, r.tags, r.at, t.uid AS turn
FROM this CROSS JOIN revision r ON r.note = this.id LEFT JOIN turn t ON t.id = r.turn
UNION ALL
SELECT 0, text, context, keywords, tags, recorded_at, NULL FROM this
WHERE NOT EXISTS (SELECT 1 FROM revision r WHERE r.note = this.id)
ORDER BY 1
"""
_NAMESPACES = "SELECT name FROM namespace ORDER BY name"


def pending(connection: Connection, namespace: str, limit: int, with_vectors: bool) -> tuple[Turn, ...]:
    """See `Store.pending`."""
    rows = connection.run(_PENDING, {"namespace": namespace, "limit": limit})
    return tuple(_turn_with_vector(row, with_vectors) for row in rows)


def turns(
    connection: Connection, namespace: str, uids: Sequence[str], with_vectors: bool
) -> tuple[Turn, ...]:
    """See `Store.turns`."""
    rows = connection.run(_TURNS, {"namespace": namespace, "uids": json_array(uids)})
    turns_by_uid = {row[1]: _turn_with_vector(row, with_vectors) for row in rows}
    return tuple(turns_by_uid[uid] for uid in uids if uid in turns_by_uid)


def notes(
    connection: Connection, namespace: str, uids: Sequence[str], with_vectors: bool
) -> tuple[Note, ...]:
    """See `Store.notes`."""
    rows = connection.run(_NOTES, {"namespace": namespace, "uids": json_array(uids)})
    notes_by_uid = {row[1]: _note_with_vector(row, with_vectors) for row in rows}
    return tuple(notes_by_uid[uid] for uid in uids if uid in notes_by_uid)


def notes_of(connection: Connection, namespace: str, turns: Sequence[str]) -> tuple[Note, ...]:
    """See `Store.notes_of`."""
    rows = connection.run(_NOTES_OF_TURNS, {"namespace": namespace, "turns": json_array(turns)})
    return by_uid(map(note_with_turns, rows))


def history(connection: Connection, namespace: str, note: str) -> tuple[Revision, ...]:
    """See `Store.history`."""
    rows = connection.named_rows(_HISTORY, {"namespace": namespace, "note": note})
    for row in rows:
        row |= {name: tuple(json.loads(row[name])) for name in ("keywords", "tags")}
        row["at"] = moment_or_none(row["at"])
    return tuple(Revision(note=note, **row) for row in rows)


def links(connection: Connection, namespace: str, notes: Sequence[str]) -> tuple[Link, ...]:
    """See `Store.links`."""
    return tuple(
        Link(*row) for row in connection.run(_LINKS, {"namespace": namespace, "uids": json_array(notes)})
    )


def conversation(connection: Connection, namespace: str, session: str, limit: int) -> tuple[Turn, ...]:
    """See `Store.conversation`."""
    rows = connection.run(_CONVERSATION, {"namespace": namespace, "session": session, "limit": limit})
    return tuple(map(turn_from, reversed(rows)))


def sessions(connection: Connection, namespace: str) -> tuple[str, ...]:
    """See `Store.sessions`."""
    return tuple(row[0] for row in connection.run(_SESSIONS, {"namespace": namespace}))


def supports(connection: Connection, namespace: str, notes: Sequence[str]) -> tuple[Support, ...]:
    """See `Store.supports`."""
    return tuple(Support(*row) for row in _note_edges(connection, namespace, notes, "SUPPORTED_BY"))


def abstracts(connection: Connection, namespace: str, notes: Sequence[str]) -> tuple[Abstracts, ...]:
    """See `Store.abstracts`."""
    return tuple(Abstracts(*row) for row in _note_edges(connection, namespace, notes, "ABSTRACTS"))


def _note_edges(connection: Connection, namespace: str, notes: Sequence[str], type_: str) -> list[Row]:
    values = {"namespace": namespace, "uids": json_array(notes), "type": type_}
    return connection.run(_NOTE_EDGES, values)


def facts(
    connection: Connection,
    namespace: str,
    entity: str | None,
    limit: int,
    uids: Sequence[str] | None = None,
    types: Sequence[str] | None = None,
) -> tuple[Fact, ...]:
    """See `Store.facts`."""
    values = {"namespace": namespace, "limit": limit}
    if types is not None:
        rows = connection.run(_FACTS_OF_TYPES, values | {"types": json_array(types)})
    elif uids is not None:
        rows = connection.run(_FACTS_BY_UID, values | {"uids": json_array(uids)})
    else:
        rows = connection.run(_FACTS if entity is None else _FACTS_OF, values | {"entity": entity})
    return tuple(map(fact_from, rows))


def entities(connection: Connection, namespace: str, query: EntityQuery) -> tuple[Entity, ...]:
    """See `Store.entities`."""
    by_relevance = query.order == "relevance"

    values = {
        "namespace": namespace,
        "keys": None if query.name_keys is None else json_array(query.name_keys),
        "uids": None if query.uids is None else json_array(query.uids),
        "merged": int(query.merged),
        "type": query.type,
        "now": float(micros(query.now)) if query.now else 0.0,
        "half_life": query.half_life_days * DAY,
        "limit": query.limit,
    }
    rows = connection.run(_ORDERS[query.order], values)
    return tuple(
        entity_from(
            row[:-2], row[-2] if by_relevance else None, row[-1] if query.merged or by_relevance else None
        )
        for row in rows
    )


def stream(connection: Connection, namespace: str, query: StreamQuery) -> tuple[StreamItem, ...]:
    """See `Store.stream`."""
    rows = connection.run(_STREAM, _stream_values(namespace, query))
    return tuple(
        StreamItem(moment(at), entity, name, turn, session, speaker, how)
        for at, entity, name, turn, session, speaker, how in rows
    )


def timeline(connection: Connection, namespace: str, query: StreamQuery) -> tuple[Day, ...]:
    """See `Store.timeline`."""
    rows = connection.run(_TIMELINE, _stream_values(namespace, query))
    return tuple(Day(date(1970, 1, 1) + timedelta(days=day), count) for day, count in rows)


def uids(connection: Connection, namespace: str, of: RecordKind) -> tuple[str, ...]:
    """See `Store.uids`."""
    return tuple(uid for (uid,) in connection.run(_UIDS[of], {"namespace": namespace}))


def changes(
    connection: Connection, namespace: str, limit: int, uids: Sequence[str] | None = None
) -> tuple[Change, ...]:
    """See `Store.changes`."""
    values = {"namespace": namespace, "limit": limit}
    wanted = {} if uids is None else {"uids": json_array(uids)}
    rows = connection.run(_CHANGES if uids is None else _CHANGES_BY_UID, values | wanted)
    return tuple(map(change_from, rows))


def speakers(connection: Connection, namespace: str, role: Role | None = None) -> tuple[str, ...]:
    """See `Store.speakers`."""
    return tuple(row[0] for row in connection.run(_SPEAKERS, {"namespace": namespace, "role": role}))


def stats(connection: Connection, namespace: str) -> Stats:
    """See `Store.stats`."""
    state = find(connection, namespace)
    numbers = {"namespace": state.namespace if state else -1, "space": state.space if state else -1}
    (counts,) = connection.run(_STATS, numbers)
    stamp = state.stamp if state else None
    return Stats(
        namespace=namespace,
        space=space_name(namespace, state.generation if state else 1),
        version=state.version if state else 0,
        turns=counts[0],
        pending=counts[1],
        skipped=counts[2],
        notes=counts[3],
        entities=counts[4],
        facts=counts[5],
        mentions=counts[6] or 0,
        similar=counts[7],
        sessions=counts[8],
        first_at=moment_or_none(counts[9]),
        last_at=moment_or_none(counts[10]),
        model=stamp.model if stamp else None,
        dimension=stamp.dimension if stamp else None,
    )


def namespaces(connection: Connection) -> tuple[str, ...]:
    """Names of all namespaces, sorted."""
    return tuple(row[0] for row in connection.run(_NAMESPACES))


def _stream_values(namespace: str, query: StreamQuery) -> dict[str, object]:
    return {
        "namespace": namespace,
        "entity": query.entity,
        "since": micros(query.since or datetime.min.replace(tzinfo=UTC)),
        "until": micros(query.until or datetime.max.replace(tzinfo=UTC)),
        "limit": query.limit,
    }


def _turn_with_vector(row: Row, with_vectors: bool) -> Turn:
    return turn_from(row[:-1], vector_from(row[-1]) if with_vectors else None)


def _note_with_vector(row: Row, with_vectors: bool) -> Note:
    return note_with_turns(row[:-1], vector_from(row[-1]) if with_vectors else None)
