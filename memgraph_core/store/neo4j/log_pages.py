"""The verb `log_page`: turns in the order of the log; and the notes that were derived from turns."""

from collections.abc import Sequence

from memgraph_core.records.graph import Note
from memgraph_core.records.rebuild import LogPage
from memgraph_core.statements import cypher
from memgraph_core.store.neo4j.conversion import note_from, turn_from
from neo4j import ManagedTransaction


def log_page(tx: ManagedTransaction, namespace: str, after: int, limit: int, before: int) -> LogPage:
    """See `Store.log_page`."""
    ask = {"after": after, "limit": limit, "before": before}
    record = tx.run(cypher("read/log_page"), namespace=namespace, ask=ask).single()
    if record is None:
        return LogPage(turns=(), last_position=after)
    return LogPage(
        turns=tuple(turn_from(row) for row in record["turns"]),
        preceding=tuple(turn_from(row) for row in record["before"]),
        last_position=after if record["last"] is None else record["last"],
    )


def notes_of(tx: ManagedTransaction, namespace: str, turns: Sequence[str]) -> tuple[Note, ...]:
    """See `Store.notes_of`."""
    rows = tx.run(cypher("read/notes_of"), namespace=namespace, ask={"turns": sorted(set(turns))})
    return tuple(note_from(row["note"]) for row in rows)
