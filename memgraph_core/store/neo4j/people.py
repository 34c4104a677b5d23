"""What people and upkeep ask: lists, the memory stream, the entity store, numbers."""

from collections.abc import Sequence
from typing import Any

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import Change, Entity, Fact, Link, Note, Revision, Support, Turn
from memgraph_core.records.inspect import Day, EntityQuery, Stats, StreamItem, StreamQuery
from memgraph_core.records.log import Tombstone
from memgraph_core.records.transfer import RecordKind
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j.channels import END
from memgraph_core.store.neo4j.rows import (
    UNKNOWN,
    certain,
    change_from,
    entity_from,
    fact_from,
    moment,
    note_from,
    revision_from,
    sent,
    turn_from,
)
from memgraph_core.store.neo4j.standing import read_standing
from neo4j import ManagedTransaction


def pending(tx: ManagedTransaction, namespace: str, limit: int) -> tuple[Turn, ...]:
    """Turns that no extractor has finished, by session and position."""
    return tuple(
        turn_from(row["turn"]) for row in tx.run(cypher("read/pending"), namespace=namespace, limit=limit)
    )


def turns(tx: ManagedTransaction, namespace: str, uids: Sequence[str], vectors: bool) -> tuple[Turn, ...]:
    """These turns, in the order asked."""
    rows = tx.run(
        cypher("read/turns"), namespace=namespace, ask={"uids": sorted(set(uids)), "vectors": vectors}
    )
    found = {row["turn"]["uid"]: turn_from(row["turn"]) for row in rows}
    return tuple(found[uid] for uid in uids if uid in found)


def notes(tx: ManagedTransaction, namespace: str, uids: Sequence[str], vectors: bool) -> tuple[Note, ...]:
    """These notes, in the order asked."""
    rows = tx.run(
        cypher("read/notes"), namespace=namespace, ask={"uids": sorted(set(uids)), "vectors": vectors}
    )
    found = {row["note"]["uid"]: note_from(row["note"]) for row in rows}
    return tuple(found[uid] for uid in uids if uid in found)


def history(tx: ManagedTransaction, namespace: str, note: str) -> tuple[Revision, ...]:
    """All states of a note, oldest first."""
    rows = tx.run(cypher("read/history"), namespace=namespace, note=note)
    return tuple(revision_from(row["state"], note) for row in rows)


def links(tx: ManagedTransaction, namespace: str, uids: Sequence[str]) -> tuple[Link, ...]:
    """The named ties of these notes, by a, b and reason."""
    rows = tx.run(cypher("read/links"), namespace=namespace, ask={"notes": sorted(set(uids))})
    return tuple(Link(**row.data()) for row in rows)


def conversation(tx: ManagedTransaction, namespace: str, session: str, limit: int) -> tuple[Turn, ...]:
    """The last turns of a session, oldest first."""
    ask = {"session": session, "limit": limit}
    rows = tx.run(cypher("read/conversation"), namespace=namespace, ask=ask)
    return tuple(turn_from(row["turn"]) for row in rows)[::-1]


def sessions(tx: ManagedTransaction, namespace: str) -> tuple[str, ...]:
    """Every session, the one that was last spoken in first."""
    return tuple(row["uid"] for row in tx.run(cypher("read/sessions"), namespace=namespace))


def supports(tx: ManagedTransaction, namespace: str, uids: Sequence[str]) -> tuple[Support, ...]:
    """What these notes, and the notes that rest on these, rest on; sorted."""
    rows = tx.run(cypher("read/supports"), namespace=namespace, ask={"uids": sorted(set(uids))})
    return tuple(Support(row["note"], row["by"]) for row in rows)


def facts(
    tx: ManagedTransaction, namespace: str, entity: str | None, limit: int, uids: Sequence[str] | None
) -> tuple[Fact, ...]:
    """Facts with this entity, or these, or all, newest first."""
    ask = {"entity": entity, "limit": limit, "uids": None if uids is None else [*uids]}
    rows = tx.run(cypher("read/facts"), namespace=namespace, ask=ask)
    return tuple(fact_from(row["fact"]) for row in rows)


def entities(tx: ManagedTransaction, namespace: str, query: EntityQuery) -> tuple[Entity, ...]:
    """Entities in the order asked."""
    ask: dict[str, Any] = {
        "keys": None if query.name_keys is None else list(query.name_keys),
        "uids": None if query.uids is None else list(query.uids),
        "merged": query.merged,
        "type": query.type,
        "order": query.order,
        "now": sent(query.now),
        "half_life": query.half_life_days,
        "limit": query.limit,
    }
    rows = tx.run(cypher("read/entities"), namespace=namespace, ask=ask)
    return tuple(entity_from(row["entity"], row["relevance"]) for row in rows)


def checked_entity_query(query: EntityQuery) -> EntityQuery:
    """The query as it is. Raises InvalidInput when relevance is asked for without a moment or a half-life."""
    if query.order == "relevance" and query.now is None:
        raise InvalidInput("entities ordered by relevance need `now`: relevance is told for a moment.")
    if query.half_life_days <= 0:
        raise InvalidInput(f"half_life_days is {query.half_life_days}; a number of days above 0 is accepted.")
    return query


def stream(tx: ManagedTransaction, namespace: str, query: StreamQuery) -> tuple[StreamItem, ...]:
    """The memory stream, newest first."""
    rows = tx.run(cypher("read/stream"), namespace=namespace, ask=_ask(query))
    items: list[dict[str, Any]] = [{**row.data(), "at": certain(row["at"])} for row in rows]
    return tuple(StreamItem(**item) for item in items)


def timeline(tx: ManagedTransaction, namespace: str, query: StreamQuery) -> tuple[Day, ...]:
    """Mentions per day, oldest first."""
    rows = tx.run(cypher("read/timeline"), namespace=namespace, ask=_ask(query))
    return tuple(Day(row["day"].to_native(), row["mentions"]) for row in rows)


def speakers(tx: ManagedTransaction, namespace: str) -> tuple[str, ...]:
    """Who speaks in the log, sorted."""
    return tuple(sorted(row["speaker"] for row in tx.run(cypher("read/speakers"), namespace=namespace)))


def changes(
    tx: ManagedTransaction, namespace: str, limit: int, uids: Sequence[str] | None
) -> tuple[Change, ...]:
    """What was decided, newest first."""
    these = None if uids is None else [*uids]
    rows = tx.run(cypher("read/changes"), namespace=namespace, limit=limit, uids=these)
    return tuple(change_from(row["change"]) for row in rows)


def uids(tx: ManagedTransaction, namespace: str, of: RecordKind) -> tuple[str, ...]:
    """Of all notes, entities, facts, changes or calls."""
    space = read_standing(tx, namespace).space
    rows = tx.run(cypher("read/uids"), namespace=namespace, space=space, of=of)
    return tuple(row["uid"] for row in rows)


def stats(tx: ManagedTransaction, namespace: str) -> Stats:
    """What the namespace holds."""
    standing = read_standing(tx, namespace)
    row = tx.run(cypher("read/stats"), namespace=namespace, space=standing.space).single(strict=True).data()
    row |= {name: moment(row[name]) for name in ("first_at", "last_at")}
    return Stats(namespace=namespace, space=standing.space, version=standing.version, **row)


def _ask(query: StreamQuery) -> dict[str, Any]:
    return {
        "since": sent(query.since) or UNKNOWN,
        "until": sent(query.until) or END,
        "entity": query.entity,
        "limit": query.limit,
    }


def tombstones(tx: ManagedTransaction, namespace: str) -> tuple[Tombstone, ...]:
    """What is left of turns that were forgotten, by mark."""
    found = tx.run(cypher("read/tombstones"), namespace=namespace)
    return tuple(Tombstone(digest=row["mark"], salt=row["salt"], at=certain(row["at"])) for row in found)
