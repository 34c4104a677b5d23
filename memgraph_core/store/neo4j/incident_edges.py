"""The verb `incident_edges`: the relationships of records, each with its original entity."""

from collections.abc import Sequence
from typing import Any, get_args

from neo4j.time import DateTime

from memgraph_core.records.transfer import EdgeOwner, IncidentEdges
from memgraph_core.statements import cypher
from memgraph_core.store.incident_edges import edges_from_rows
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.neo4j.conversion import by_kind, time_from
from memgraph_core.store.neo4j.namespace_state import read_state
from neo4j import ManagedTransaction


def incident_edges(
    tx: ManagedTransaction, namespace: str, of: EdgeOwner, uids: Sequence[str]
) -> IncidentEdges:
    """See `Store.incident_edges`."""
    space = read_state(tx, namespace).space
    ask = {owner: [*uids] if owner == of else [] for owner in get_args(EdgeOwner)}
    result = tx.run(cypher("read/incident_edges"), namespace=namespace, space=space, ask=ask)
    return edges_from_rows({
        kind: [{name: _plain(name, value) for name, value in row.items()} for row in rows]
        for kind, rows in by_kind(result).items()
    })  # fmt: skip


def _plain(name: str, value: Any) -> Any:  # noqa: ANN401  any value of the driver
    if name == "terms":
        return fulltext.plain(value)
    return time_from(value) if isinstance(value, DateTime) else value
