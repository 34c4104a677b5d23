"""The verbs for people and upkeep: each one question, one statement, one answer in a told order."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Change, Entity, Fact, Note, Support, Turn
from memgraph_core.records.graph import Link as Tie
from memgraph_core.records.inspect import Day, EntityQuery, Stats, StreamItem, StreamQuery
from memgraph_core.records.transfer import RecordKind
from memgraph_core.store.sqlite.connection import Link
from memgraph_core.store.sqlite.place import find, space_name
from memgraph_core.store.sqlite.records import (
    ENTITY,
    FACT,
    NOTE_WITH_VECTOR,
    TURN,
    TURN_WITH_VECTOR,
    ids,
    read_records,
)
from memgraph_core.store.sqlite.times import DAY, micros, moment, moment_or_none

_HERE = "WITH here AS MATERIALIZED (SELECT * FROM namespace WHERE name = :namespace)"

_PENDING = f"""
{_HERE} {TURN_WITH_VECTOR} FROM here CROSS JOIN turn t ON t.namespace = here.id AND t.state = 'pending'
ORDER BY t.session, t.position, t.uid LIMIT :limit
"""
_TURNS = f"""
{_HERE} {TURN_WITH_VECTOR} FROM here CROSS JOIN json_each(:uids) wanted
CROSS JOIN turn t ON t.namespace = here.id AND t.uid = wanted.value
"""
_NOTES = f"""
{_HERE} {NOTE_WITH_VECTOR} FROM here CROSS JOIN json_each(:uids) wanted
CROSS JOIN note n ON n.space = here.space AND n.uid = wanted.value
"""
_LINKS = f"""
{_HERE}, given AS MATERIALIZED (
  SELECT n.id FROM here CROSS JOIN json_each(:uids) wanted CROSS JOIN note n ON n.space = here.space AND n.uid = wanted.value
), ties(id) AS (
  SELECT linked.id FROM given CROSS JOIN linked ON a = given.id
  UNION
  SELECT linked.id FROM given CROSS JOIN linked ON b = given.id
)
SELECT a.uid, b.uid, linked.reason, linked.weight FROM ties CROSS JOIN linked ON linked.id = ties.id
CROSS JOIN note a ON a.id = linked.a CROSS JOIN note b ON b.id = linked.b
ORDER BY a.uid, b.uid, linked.reason
"""
_FACTS = f"""
{_HERE} {FACT} FROM here CROSS JOIN fact f ON f.space = here.space
WHERE :entity IS NULL ORDER BY f.recorded_at DESC, f.uid LIMIT :limit
"""
_FACTS_OF = f"""
{_HERE} {FACT} FROM here CROSS JOIN entity whom ON whom.space = here.space AND whom.uid = :entity
CROSS JOIN fact f ON f.subject = whom.id OR f.object = whom.id
ORDER BY f.recorded_at DESC, f.uid LIMIT :limit
"""
_THESE = "CROSS JOIN json_each(:uids) these"
_THESE_FACTS = f"""
{_HERE} {FACT} FROM here {_THESE} CROSS JOIN fact f ON f.space = here.space AND f.uid = these.value
ORDER BY f.recorded_at DESC, f.uid LIMIT :limit
"""
_UIDS: Mapping[RecordKind, str] = {
    "note": f"{_HERE} SELECT n.uid FROM here CROSS JOIN note n ON n.space = here.space ORDER BY n.id",
    "entity": f"{_HERE} SELECT e.uid FROM here CROSS JOIN entity e ON e.space = here.space ORDER BY e.uid",
    "fact": f"{_HERE} SELECT f.uid FROM here CROSS JOIN fact f ON f.space = here.space ORDER BY f.uid",
    "change": f"{_HERE} SELECT c.uid FROM here CROSS JOIN change c ON c.namespace = here.id ORDER BY c.at, c.id",
    "call": f"{_HERE} SELECT c.uid FROM here CROSS JOIN call c ON c.namespace = here.id ORDER BY c.at, c.uid DESC",
}
# Behind it stands one of the orders; equals always by name and uid.
_ENTITIES = f"""
{_HERE} {ENTITY}, iif(e.mentions = 0, 0.0, e.mentions * pow(2.0, (e.last_at - :now) / :half_life)) AS relevance, (
  SELECT root.uid FROM same_as CROSS JOIN entity root ON root.id = same_as.canonical WHERE alias = e.id) AS canonical
FROM here CROSS JOIN entity e ON e.space = here.space
WHERE (:type IS NULL OR e.type = :type)
AND :merged = EXISTS (SELECT 1 FROM same_as WHERE alias = e.id)
AND (:uids IS NULL OR e.uid IN (SELECT value FROM json_each(:uids)))
AND (:keys IS NULL OR e.id IN (
  SELECT entity FROM name WHERE space = iif(:merged, -here.space, here.space)
  AND key IN (SELECT value FROM json_each(:keys))))
"""
_ORDERS = {
    "count": f"{_ENTITIES} ORDER BY e.mentions DESC, e.name, e.uid LIMIT :limit",
    "recent": f"{_ENTITIES} ORDER BY e.last_at DESC, e.name, e.uid LIMIT :limit",
    "relevance": f"{_ENTITIES} ORDER BY relevance DESC, e.name, e.uid LIMIT :limit",
}
_MENTIONS = """
FROM here CROSS JOIN entity e ON e.space = here.space AND (:entity IS NULL OR e.uid = :entity)
CROSS JOIN edge ON edge.target = e.id AND edge.type = 'MENTIONS' AND edge.label <> 'agent_generated'
AND edge.at >= :since AND edge.at < :until
"""
_STREAM = f"""
{_HERE} SELECT edge.at, e.uid, e.name, t.uid, t.session, t.speaker, edge.label {_MENTIONS}
CROSS JOIN turn t ON t.id = edge.source
ORDER BY edge.at DESC, t.position, e.uid, t.uid LIMIT :limit
"""
# Days are counted from the year 1970 downwards too, hence the floor.
_TIMELINE = f"""
{_HERE} SELECT * FROM (
  SELECT (edge.at - ((edge.at % {DAY}) + {DAY}) % {DAY}) / {DAY} AS day, count(*) {_MENTIONS}
  GROUP BY day ORDER BY day DESC LIMIT :limit)
ORDER BY day
"""
_CONVERSATION = f"""
{_HERE} {TURN} FROM here CROSS JOIN turn t ON t.namespace = here.id AND t.session = :session
ORDER BY t.position DESC, t.uid DESC LIMIT :limit
"""
_SESSIONS = f"""
{_HERE} SELECT session.uid FROM here CROSS JOIN session ON session.namespace = here.id
ORDER BY session.last_at DESC, session.uid
"""
_SUPPORTS = """
WITH asked AS MATERIALIZED (
  SELECT n.id FROM namespace here CROSS JOIN json_each(:uids) wanted
  CROSS JOIN note n ON n.space = here.space AND n.uid = wanted.value
  WHERE here.name = :namespace)
SELECT n.uid, b.uid FROM (
  SELECT source, target FROM asked CROSS JOIN edge ON edge.source = asked.id AND edge.type = 'SUPPORTED_BY'
  UNION
  SELECT source, target FROM asked CROSS JOIN edge ON edge.target = asked.id AND edge.type = 'SUPPORTED_BY')
CROSS JOIN note n ON n.id = source CROSS JOIN note b ON b.id = target
ORDER BY n.uid, b.uid
"""
_CHANGE = f"{_HERE} SELECT c.uid, c.kind, c.by, c.at, c.reason, c.before, c.after FROM here"
_NEWEST_CHANGES = "ORDER BY c.at DESC, c.id DESC LIMIT :limit"
_CHANGES = f"{_CHANGE} CROSS JOIN change c ON c.namespace = here.id {_NEWEST_CHANGES}"
_THESE_CHANGES = f"""
{_CHANGE} {_THESE} CROSS JOIN change c ON c.namespace = here.id AND c.uid = these.value {_NEWEST_CHANGES}
"""
_STATS = """
SELECT
  (SELECT count(*) FROM turn WHERE namespace = :namespace),
  (SELECT count(*) FROM turn WHERE namespace = :namespace AND state = 'pending'),
  (SELECT count(*) FROM turn WHERE namespace = :namespace AND state = 'skipped'),
  (SELECT count(*) FROM note WHERE space = :space),
  (SELECT count(*) FROM entity e WHERE space = :space AND NOT EXISTS (SELECT 1 FROM same_as WHERE alias = e.id)),
  (SELECT count(*) FROM fact WHERE space = :space),
  (SELECT sum(mentions) FROM entity WHERE space = :space),
  (SELECT count(*) FROM note n CROSS JOIN similar ON similar.a = n.id WHERE n.space = :space),
  (SELECT count(*) FROM session WHERE namespace = :namespace),
  (SELECT min(at) FROM turn WHERE namespace = :namespace),
  (SELECT max(at) FROM turn WHERE namespace = :namespace)
"""
_SPEAKERS = """
SELECT DISTINCT t.speaker FROM namespace here JOIN turn t ON t.namespace = here.id
WHERE here.name = :namespace AND t.speaker IS NOT NULL ORDER BY t.speaker
"""
_NAMESPACES = "SELECT name FROM namespace ORDER BY name"


def pending(link: Link, namespace: str, limit: int, with_vectors: bool) -> tuple[Turn, ...]:
    """See `Store.pending`."""
    rows = link.run(_PENDING, {"namespace": namespace, "limit": limit})
    return tuple(read_records(rows, with_vectors).turns.values())


def turns(link: Link, namespace: str, uids: Sequence[str], with_vectors: bool) -> tuple[Turn, ...]:
    """See `Store.turns`."""
    rows = link.run(_TURNS, {"namespace": namespace, "uids": ids(uids)})
    found = {turn.uid: turn for turn in read_records(rows, with_vectors).turns.values()}
    return tuple(found[uid] for uid in uids if uid in found)


def notes(link: Link, namespace: str, uids: Sequence[str], with_vectors: bool) -> tuple[Note, ...]:
    """See `Store.notes`."""
    rows = link.run(_NOTES, {"namespace": namespace, "uids": ids(uids)})
    found = {note.uid: note for note in read_records(rows, with_vectors).notes.values()}
    return tuple(found[uid] for uid in uids if uid in found)


def links(link: Link, namespace: str, uids: Sequence[str]) -> tuple[Tie, ...]:
    """See `Store.links`."""
    return tuple(Tie(*row) for row in link.run(_LINKS, {"namespace": namespace, "uids": ids(uids)}))


def conversation(link: Link, namespace: str, session: str, limit: int) -> tuple[Turn, ...]:
    """See `Store.conversation`."""
    rows = link.run(_CONVERSATION, {"namespace": namespace, "session": session, "limit": limit})
    return tuple(reversed(read_records(rows).turns.values()))


def sessions(link: Link, namespace: str) -> tuple[str, ...]:
    """See `Store.sessions`."""
    return tuple(row[0] for row in link.run(_SESSIONS, {"namespace": namespace}))


def supports(link: Link, namespace: str, notes: Sequence[str]) -> tuple[Support, ...]:
    """See `Store.supports`."""
    rows = link.run(_SUPPORTS, {"namespace": namespace, "uids": ids(notes)})
    return tuple(Support(note, by) for note, by in rows)


def facts(
    link: Link, namespace: str, entity: str | None, limit: int, uids: Sequence[str] | None
) -> tuple[Fact, ...]:
    """See `Store.facts`."""
    values = {"namespace": namespace, "limit": limit}
    if uids is not None:
        rows = link.run(_THESE_FACTS, values | {"uids": ids(uids)})
    else:
        rows = link.run(_FACTS if entity is None else _FACTS_OF, values | {"entity": entity})
    return tuple(read_records(rows).facts.values())


def entities(link: Link, namespace: str, query: EntityQuery) -> tuple[Entity, ...]:
    """See `Store.entities`."""
    by_relevance = query.order == "relevance"
    if by_relevance and query.now is None:
        raise InvalidInput("now is None; relevance fades with time, so give the moment to judge it at.")
    values = {
        "namespace": namespace,
        "keys": None if query.name_keys is None else ids(query.name_keys),
        "uids": None if query.uids is None else ids(query.uids),
        "merged": int(query.merged),
        "type": query.type,
        "now": float(micros(query.now)) if query.now else 0.0,
        "half_life": query.half_life_days * DAY,
        "limit": query.limit,
    }
    rows = link.run(_ORDERS[query.order], values)
    found = read_records(row[:-2] for row in rows).entities
    if not (by_relevance or query.merged):
        return tuple(found.values())
    return tuple(
        replace(found[node], relevance=relevance if by_relevance else None, canonical=canonical)
        for _, node, *_, relevance, canonical in rows
    )


def stream(link: Link, namespace: str, query: StreamQuery) -> tuple[StreamItem, ...]:
    """See `Store.stream`."""
    rows = link.run(_STREAM, _stream_values(namespace, query))
    return tuple(
        StreamItem(moment(at), entity, name, turn, session, speaker, how)
        for at, entity, name, turn, session, speaker, how in rows
    )


def timeline(link: Link, namespace: str, query: StreamQuery) -> tuple[Day, ...]:
    """See `Store.timeline`."""
    rows = link.run(_TIMELINE, _stream_values(namespace, query))
    return tuple(Day(date(1970, 1, 1) + timedelta(days=day), count) for day, count in rows)


def uids(link: Link, namespace: str, of: RecordKind) -> tuple[str, ...]:
    """See `Store.uids`."""
    return tuple(uid for (uid,) in link.run(_UIDS[of], {"namespace": namespace}))


def changes(link: Link, namespace: str, limit: int, uids: Sequence[str] | None) -> tuple[Change, ...]:
    """See `Store.changes`."""
    values = {"namespace": namespace, "limit": limit}
    these = {} if uids is None else {"uids": ids(uids)}
    rows = link.run(_CHANGES if uids is None else _THESE_CHANGES, values | these)
    return tuple(
        Change(uid=uid, kind=kind, by=by, at=moment(at), reason=reason, before=before, after=after)
        for uid, kind, by, at, reason, before, after in rows
    )


def speakers(link: Link, namespace: str) -> tuple[str, ...]:
    """See `Store.speakers`."""
    return tuple(row[0] for row in link.run(_SPEAKERS, {"namespace": namespace}))


def stats(link: Link, namespace: str) -> Stats:
    """See `Store.stats`."""
    here = find(link, namespace)
    numbers = {"namespace": here.namespace if here else -1, "space": here.space if here else -1}
    (counts,) = link.run(_STATS, numbers)
    stamp = here.stamp if here else None
    return Stats(
        namespace=namespace,
        space=space_name(namespace, here.generation if here else 1),
        version=here.version if here else 0,
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


def namespaces(link: Link) -> tuple[str, ...]:
    """Names of all namespaces, sorted."""
    return tuple(row[0] for row in link.run(_NAMESPACES))


def _stream_values(namespace: str, query: StreamQuery) -> dict[str, object]:
    return {
        "namespace": namespace,
        "entity": query.entity,
        "since": micros(query.since or datetime.min.replace(tzinfo=UTC)),
        "until": micros(query.until or datetime.max.replace(tzinfo=UTC)),
        "limit": query.limit,
    }
