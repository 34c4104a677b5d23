"""Writes and deletes states of core blocks."""

from collections.abc import Sequence

from memgraph_core.records.core import CoreState
from memgraph_core.store.sqlite import namespace_state
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.write.batch import json_rows, values_of

_EXISTING = """
SELECT 1 FROM json_each(:rows) row CROSS JOIN core_state s ON s.namespace = :namespace
AND s.block = row.value ->> '$.block' AND s.number = row.value ->> '$.number' LIMIT 1
"""
_INSERT = """
INSERT INTO core_state (namespace, block, number, name, user, content, tokens, at, reason, turns, restores)
VALUES (:namespace, :block, :number, :name, :user, :content, :tokens, :at, :reason, :turns, :restores)
"""
_DELETE_BLOCKS = """
DELETE FROM core_state WHERE namespace = (SELECT id FROM namespace WHERE name = :namespace)
AND block IN (SELECT value FROM json_each(:blocks))
"""
# The states that are based on a turn, and all later states of their blocks.
_DELETE_BASED_ON = """
DELETE FROM core_state AS later WHERE later.namespace = :namespace AND EXISTS (
  SELECT 1 FROM core_state s CROSS JOIN json_each(s.turns) based
  WHERE s.namespace = :namespace AND s.block = later.block AND s.number <= later.number
  AND based.value IN (SELECT value FROM json_each(:turns)))
"""


def write(connection: Connection, namespace: str, states: Sequence[CoreState]) -> bool:
    """See `Store.write_core`."""
    if not states:
        return True
    owner = namespace_state.find_or_create(connection, namespace).namespace
    keys = [{"block": state.block, "number": state.number} for state in states]
    if connection.run(_EXISTING, {"namespace": owner, "rows": json_rows(keys)}):
        return False
    rows = [values_of(state) | {"namespace": owner, "block": state.block} for state in states]
    connection.run_many(_INSERT, rows)
    return True


def forget(connection: Connection, namespace: str, blocks: Sequence[str]) -> None:
    """See `Store.forget_core`. The caller must then erase the deleted bytes from the file."""
    connection.run(_DELETE_BLOCKS, {"namespace": namespace, "blocks": json_array(blocks)})


def forget_turns(connection: Connection, namespace: int, turns: Sequence[str]) -> None:
    """Delete the states that are based on these turns (uids), and all later states of their blocks."""
    connection.run(_DELETE_BASED_ON, {"namespace": namespace, "turns": json_array(turns)})
