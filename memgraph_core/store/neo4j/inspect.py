"""The verbs that list, get and count records: turns, notes, entities, facts, the memory stream, decisions, statistics."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memgraph_core.records.changes import Change
from memgraph_core.records.graph import Abstracts, Entity, Fact, Link, Note, Revision, Support, Turn
from memgraph_core.records.inspect import Day, EntityQuery, Stats, StreamItem, StreamQuery
from memgraph_core.records.kinds import Role
from memgraph_core.records.listing import ListedUid, ListQuery
from memgraph_core.records.log import Tombstone
from memgraph_core.records.transfer import RecordKind
from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp
from memgraph_core.store.neo4j.channels import LAST_TIME
from memgraph_core.store.neo4j.conversion import (
    UNKNOWN_TIME,
    change_from,
    entity_from,
    fact_from,
    note_from,
    record_from,
    time_from,
    time_or_none,
    turn_from,
    utc_or_none,
)
from memgraph_core.store.neo4j.filters import filter_parameters, omitted
from memgraph_core.store.neo4j.namespace_state import read_state
from neo4j import ManagedTransaction


def pending(tx: ManagedTransaction, namespace: str, limit: int) -> tuple[Turn, ...]:
    """See `Store.pending`."""
    return tuple(
        turn_from(row["turn"]) for row in tx.run(cypher("read/pending"), namespace=namespace, limit=limit)
    )


def turns(
    tx: ManagedTransaction, namespace: str, stamp: EmbeddingStamp | None, uids: Sequence[str]
) -> tuple[Turn, ...]:
    """See `Store.turns`."""
    ask = {"uids": sorted(set(uids)), "vectors": stamp is not None}
    rows = tx.run(cypher("read/turns"), namespace=namespace, ask=ask)
    by_uid = {row["turn"]["uid"]: turn_from(row["turn"]) for row in rows}
    return tuple(by_uid[uid] for uid in uids if uid in by_uid)


def notes(
    tx: ManagedTransaction, namespace: str, stamp: EmbeddingStamp | None, uids: Sequence[str]
) -> tuple[Note, ...]:
    """See `Store.notes`."""
    ask = {"uids": sorted(set(uids)), "vectors": stamp is not None}
    rows = tx.run(cypher("read/notes"), namespace=namespace, ask=ask)
    by_uid = {row["note"]["uid"]: note_from(row["note"]) for row in rows}
    return tuple(by_uid[uid] for uid in uids if uid in by_uid)


def notes_of(tx: ManagedTransaction, namespace: str, turns: Sequence[str]) -> tuple[Note, ...]:
    """See `Store.notes_of`."""
    rows = tx.run(cypher("read/notes_of"), namespace=namespace, ask={"turns": sorted(set(turns))})
    return tuple(note_from(row["note"]) for row in rows)


def history(tx: ManagedTransaction, namespace: str, note: str) -> tuple[Revision, ...]:
    """See `Store.history`."""
    rows = tx.run(cypher("read/history"), namespace=namespace, note=note)
    return tuple(record_from(Revision, row["state"], note=note) for row in rows)


def links(tx: ManagedTransaction, namespace: str, notes: Sequence[str]) -> tuple[Link, ...]:
    """See `Store.links`."""
    rows = tx.run(cypher("read/links"), namespace=namespace, ask={"notes": sorted(set(notes))})
    return tuple(Link(**row.data()) for row in rows)


def conversation(tx: ManagedTransaction, namespace: str, session: str, limit: int) -> tuple[Turn, ...]:
    """See `Store.conversation`."""
    ask = {"session": session, "limit": limit}
    rows = tx.run(cypher("read/conversation"), namespace=namespace, ask=ask)
    return tuple(turn_from(row["turn"]) for row in rows)[::-1]


def sessions(tx: ManagedTransaction, namespace: str) -> tuple[str, ...]:
    """See `Store.sessions`."""
    return tuple(row["uid"] for row in tx.run(cypher("read/sessions"), namespace=namespace))


def supports(tx: ManagedTransaction, namespace: str, notes: Sequence[str]) -> tuple[Support, ...]:
    """See `Store.supports`."""
    rows = tx.run(cypher("read/supports"), namespace=namespace, ask={"uids": sorted(set(notes))})
    return tuple(Support(row["note"], row["by"]) for row in rows)


def abstracts(tx: ManagedTransaction, namespace: str, notes: Sequence[str]) -> tuple[Abstracts, ...]:
    """See `Store.abstracts`."""
    rows = tx.run(cypher("read/abstracts"), namespace=namespace, ask={"uids": sorted(set(notes))})
    return tuple(Abstracts(row["note"], row["instance"]) for row in rows)


def facts(
    tx: ManagedTransaction,
    namespace: str,
    entity: str | None,
    limit: int,
    uids: Sequence[str] | None = None,
    types: Sequence[str] | None = None,
) -> tuple[Fact, ...]:
    """See `Store.facts`."""
    ask = {
        "entity": entity,
        "limit": limit,
        "uids": None if uids is None else [*uids],
        "types": None if types is None else [*types],
    }
    rows = tx.run(cypher("read/facts"), namespace=namespace, ask=ask)
    return tuple(fact_from(row["fact"]) for row in rows)


def entities(tx: ManagedTransaction, namespace: str, query: EntityQuery) -> tuple[Entity, ...]:
    """See `Store.entities`."""
    ask: dict[str, Any] = {
        "keys": None if query.name_keys is None else list(query.name_keys),
        "uids": None if query.uids is None else list(query.uids),
        "merged": query.merged,
        "type": query.type,
        "order": query.order,
        "now": utc_or_none(query.now),
        "half_life": query.half_life_days,
        "limit": query.limit,
    }
    rows = tx.run(cypher("read/entities"), namespace=namespace, ask=ask)
    return tuple(entity_from(row["entity"] | {"relevance": row["relevance"]}) for row in rows)


def stream(tx: ManagedTransaction, namespace: str, query: StreamQuery) -> tuple[StreamItem, ...]:
    """See `Store.stream`."""
    rows = tx.run(cypher("read/stream"), namespace=namespace, ask=_ask(query))
    return tuple(record_from(StreamItem, row) for row in rows)


def timeline(tx: ManagedTransaction, namespace: str, query: StreamQuery) -> tuple[Day, ...]:
    """See `Store.timeline`."""
    rows = tx.run(cypher("read/timeline"), namespace=namespace, ask=_ask(query))
    return tuple(Day(row["day"].to_native(), row["mentions"]) for row in rows)


def speakers(tx: ManagedTransaction, namespace: str, role: Role | None = None) -> tuple[str, ...]:
    """See `Store.speakers`."""
    rows = tx.run(cypher("read/speakers"), namespace=namespace, role=role)
    return tuple(sorted(row["speaker"] for row in rows))


def changes(
    tx: ManagedTransaction, namespace: str, limit: int, uids: Sequence[str] | None = None
) -> tuple[Change, ...]:
    """See `Store.changes`."""
    ask = None if uids is None else [*uids]
    rows = tx.run(cypher("read/changes"), namespace=namespace, limit=limit, uids=ask)
    return tuple(change_from(row["change"]) for row in rows)


def uids(tx: ManagedTransaction, namespace: str, of: RecordKind) -> tuple[str, ...]:
    """See `Store.uids`."""
    space = read_state(tx, namespace).space
    rows = tx.run(cypher("read/uids"), namespace=namespace, space=space, of=of)
    return tuple(row["uid"] for row in rows)


def stats(tx: ManagedTransaction, namespace: str) -> Stats:
    """See `Store.stats`."""
    state = read_state(tx, namespace)
    row = tx.run(cypher("read/stats"), namespace=namespace, space=state.space).single(strict=True).data()
    row |= {name: time_or_none(row[name]) for name in ("first_at", "last_at")}
    return Stats(namespace=namespace, space=state.space, version=state.version, **row)


def _ask(query: StreamQuery) -> dict[str, Any]:
    return {
        "since": utc_or_none(query.since) or UNKNOWN_TIME,
        "until": utc_or_none(query.until) or LAST_TIME,
        "entity": query.entity,
        "limit": query.limit,
    }


def listed(tx: ManagedTransaction, namespace: str, query: ListQuery) -> tuple[ListedUid, ...]:
    """See `Store.listed`."""
    if query.of == "turn" and query.filters.only_notes:
        return ()
    after = query.after
    first_at = LAST_TIME if query.newest else UNKNOWN_TIME
    ask = {
        "at": utc_or_none(after.at) if after else first_at,
        "uid": after.uid if after else "",
        "limit": query.limit,
    }
    without = omitted(query.filters)
    if query.of == "turn":
        newest, oldest = cypher("read/newest_turns", *without), cypher("read/oldest_turns", *without)
    else:
        newest, oldest = cypher("read/newest_notes", *without), cypher("read/oldest_notes", *without)
    parameters = filter_parameters(query.filters)
    if query.of not in ("turn", "note"):
        parameters["state"] = query.of
    rows = tx.run(newest if query.newest else oldest, namespace=namespace, ask=ask, filters=parameters)
    return tuple(ListedUid(row["uid"], time_from(row["at"])) for row in rows)


def scheduled(tx: ManagedTransaction, namespace: str, since: datetime, until: datetime) -> tuple[str, ...]:
    """See `Store.scheduled`."""
    rows = tx.run(
        cypher("read/scheduled"), namespace=namespace, since=utc_or_none(since), until=utc_or_none(until)
    )
    return tuple(row["uid"] for row in rows)


def tombstones(tx: ManagedTransaction, namespace: str) -> tuple[Tombstone, ...]:
    """See `Store.tombstones`."""
    rows = tx.run(cypher("read/tombstones"), namespace=namespace)
    return tuple(Tombstone(digest=row["mark"], salt=row["salt"], at=time_from(row["at"])) for row in rows)
