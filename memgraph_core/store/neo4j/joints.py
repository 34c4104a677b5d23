"""What joins the records of a namespace, each as its own."""

from collections.abc import Sequence
from typing import Any, get_args

from neo4j.time import DateTime

from memgraph_core.records.transfer import EdgeOwner, IncidentEdges
from memgraph_core.statements import cypher
from memgraph_core.store.incident_edges import joints_from
from memgraph_core.store.neo4j import fulltext
from memgraph_core.store.neo4j.rows import by_kind, certain
from memgraph_core.store.neo4j.standing import read_standing
from neo4j import ManagedTransaction

_TERMS = 6  # among the values of a revision


def joints(tx: ManagedTransaction, namespace: str, of: EdgeOwner, uids: Sequence[str]) -> IncidentEdges:
    """See `Store.joints`."""
    space = read_standing(tx, namespace).space
    ask = {owner: [*uids] if owner == of else [] for owner in get_args(EdgeOwner)}
    rows = by_kind(tx.run(cypher("read/joints"), namespace=namespace, space=space, ask=ask))
    found = {kind: [[_plain(value) for value in row] for row in of_kind] for kind, of_kind in rows.items()}
    for row in found.get("revision", ()):
        row[_TERMS] = fulltext.plain(row[_TERMS])
    return joints_from(found)


def _plain(value: Any) -> Any:  # noqa: ANN401  whatever the driver gives
    return certain(value) if isinstance(value, DateTime) else value
