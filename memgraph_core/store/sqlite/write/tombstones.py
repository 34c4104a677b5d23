"""Tombstones: `append` looks them up, `forget` writes them, and `append` with `force` removes them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from memgraph_core.records.graph import Turn
from memgraph_core.records.log import Tombstone
from memgraph_core.store.forgetting import digests_of, new_salt, rows_of
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.namespace_state import NamespaceState
from memgraph_core.store.sqlite.times import moment
from memgraph_core.store.sqlite.write.batch import json_rows, values_of

_SET_SALTS = "UPDATE namespace SET tombstone_salts = :salts WHERE id = :namespace"
_INSERT = """
INSERT INTO tombstone (namespace, digest, salt, at) VALUES (:namespace, :digest, :salt, :at) ON CONFLICT DO NOTHING
"""
# The tombstones of turns that are not in the log; once a turn is logged, its tombstone no longer matters.
_NOT_LOGGED = """
NOT EXISTS (SELECT 1 FROM turn WHERE turn.namespace = :namespace AND turn.uid = row.value ->> '$.turn')
"""
_FIND = f"""
SELECT row.value ->> '$.turn', tombstone.at FROM json_each(:rows) row CROSS JOIN tombstone
ON tombstone.namespace = :namespace AND tombstone.digest = row.value ->> '$.digest' WHERE {_NOT_LOGGED}
"""
_DELETE = f"""
DELETE FROM tombstone WHERE namespace = :namespace AND digest IN (
  SELECT row.value ->> '$.digest' FROM json_each(:rows) row WHERE {_NOT_LOGGED})
"""
_ALL = """
SELECT digest, salt, at FROM tombstone WHERE namespace = (SELECT id FROM namespace WHERE name = :name) ORDER BY digest
"""


def find(connection: Connection, state: NamespaceState, turns: Sequence[Turn]) -> Mapping[str, datetime]:
    """The forgotten ones among these turns: uid → time of forgetting."""
    if not state.tombstone_salts:
        return {}
    return {uid: moment(at) for uid, at in connection.run(_FIND, _digests(state, turns))}


def remove(connection: Connection, state: NamespaceState, turns: Sequence[Turn]) -> None:
    """Remove the tombstones of these turns, which are about to be logged again."""
    if state.tombstone_salts:
        connection.run(_DELETE, _digests(state, turns))


def write_for(connection: Connection, state: NamespaceState, turns: Iterable[Turn], at: datetime) -> None:
    """Write a tombstone for each text that these turns have had."""
    salt = next(iter(state.tombstone_salts), None) or new_salt()
    digests = dict.fromkeys(digest for turn in turns for digest in digests_of([salt], turn))
    write(connection, state, [Tombstone(digest=digest, salt=salt, at=at) for digest in digests])


def write(connection: Connection, state: NamespaceState, tombstones: Sequence[Tombstone]) -> None:
    """Insert tombstones, and add their salts to those of the namespace."""
    if not tombstones:
        return
    rows, salts = rows_of(tombstones)
    all_salts = list(dict.fromkeys([*state.tombstone_salts, *salts]))
    connection.run(_SET_SALTS, {"namespace": state.namespace, "salts": json.dumps(all_salts)})
    connection.run_many(
        _INSERT,
        [values_of(row) | {"namespace": state.namespace} for row in rows],
    )


def all_of(connection: Connection, namespace: str) -> tuple[Tombstone, ...]:
    """See `Store.tombstones`."""
    rows = connection.run(_ALL, {"name": namespace})
    return tuple(Tombstone(digest=digest, salt=salt, at=moment(at)) for digest, salt, at in rows)


def _digests(state: NamespaceState, turns: Iterable[Turn]) -> dict[str, object]:
    rows = [
        {"turn": turn.uid, "digest": digest}
        for turn in turns
        for digest in digests_of(state.tombstone_salts, turn)
    ]
    return {"namespace": state.namespace, "rows": json_rows(rows)}
