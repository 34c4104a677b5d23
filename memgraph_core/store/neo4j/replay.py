"""The log told again in its order, and what was made of its turns."""

from collections.abc import Sequence

from memgraph_core.records.graph import Note
from memgraph_core.records.rebuild import LogPage
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j.connection import Connection
from memgraph_core.store.neo4j.rows import note_from, turn_from
from neo4j import ManagedTransaction


def replay(connection: Connection, namespace: str, after: int, limit: int, before: int) -> LogPage:
    """See `Store.replay`. Turns that were logged before turns had places get theirs first."""
    ask = {"after": after, "limit": limit, "before": before}
    found = connection.read(lambda tx: _replay(tx, namespace, ask))
    if found is None:
        connection.write(lambda tx: number(tx, namespace))
        found = connection.read(lambda tx: _replay(tx, namespace, ask))
    return found or LogPage(turns=(), last_position=after)


def number(tx: ManagedTransaction, namespace: str) -> int:
    """Give turns without a place in the log theirs; the last place that is given."""
    record = tx.run(cypher("write/number"), namespace=namespace).single()
    return record["logged"] if record else 0


def notes_of(tx: ManagedTransaction, namespace: str, turns: Sequence[str]) -> tuple[Note, ...]:
    """See `Store.notes_of`."""
    rows = tx.run(cypher("read/notes_of"), namespace=namespace, ask={"turns": sorted(set(turns))})
    return tuple(note_from(row["note"]) for row in rows)


def _replay(tx: ManagedTransaction, namespace: str, ask: dict[str, int]) -> LogPage | None:
    """None where turns have no places yet."""
    record = tx.run(cypher("read/replay"), namespace=namespace, ask=ask).single()
    if record is None:
        return LogPage(turns=(), last_position=ask["after"])
    if not record["numbered"]:
        return None
    return LogPage(
        turns=tuple(turn_from(row) for row in record["turns"]),
        preceding=tuple(turn_from(row) for row in record["before"]),
        last_position=ask["after"] if record["last"] is None else record["last"],
    )
