"""Runs a saved query and returns its rows as plain Python values."""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any, cast

from neo4j.graph import Node, Path, Relationship
from neo4j.time import DateTime

from memgraph_core.language.secrets import redacted
from memgraph_core.records.inspect import QueryResult
from memgraph_core.store.neo4j.conversion import time_from
from memgraph_core.store.saved_queries import SavedQuery
from neo4j import ManagedTransaction

_IDENTIFIER = re.compile(r"[!-~]+")  # uids and types; some of them look like secrets
# Properties that are not shown: vectors, index terms and scope.
_HIDDEN = frozenset({"embedding", "vector", "other_embedding", "other_vector", "terms", "space", "namespace"})


def explore(
    tx: ManagedTransaction, query: SavedQuery, values: Mapping[str, object], rows: int
) -> QueryResult:
    """The first rows of a saved query. It fetches one more row to see whether there are more."""
    result = tx.run(query.statement, dict(values))
    columns = tuple(result.keys())
    fetched = [{name: _plain(record[name]) for name in columns} for record in islice(result, rows + 1)]
    return QueryResult(
        name=query.name,
        title=query.title,
        columns=columns,
        rows=tuple(fetched[:rows]),
        more=len(fetched) > rows,
    )


def _plain(value: Any) -> object:  # noqa: ANN401  any value of the driver
    """A value of the driver as plain Python data, with secrets in texts redacted."""
    if isinstance(value, Path):
        return {
            "nodes": [_plain(node) for node in value.nodes],
            "relationships": [_plain(edge) for edge in value.relationships],
        }
    if isinstance(value, Node):
        return {"labels": sorted(value.labels), **_properties(value)}
    if isinstance(value, Relationship):
        start, end = (_identity(node) for node in (value.start_node, value.end_node))
        return {"type": value.type, "start": start, "end": end, **_properties(value)}
    return _plain_property(value)


def _plain_property(value: Any) -> object:  # noqa: ANN401  any value of the driver
    if isinstance(value, DateTime):
        return time_from(value)
    if isinstance(value, list):
        return [_plain(one) for one in cast(list[Any], value)]
    return redacted(value) if isinstance(value, str) and not _IDENTIFIER.fullmatch(value) else value


def _properties(entity: Node | Relationship) -> dict[str, object]:
    return {name: _plain_property(value) for name, value in sorted(entity.items()) if name not in _HIDDEN}


def _identity(node: Node | None) -> object:
    """The uid, key or name of a node; its element id if the driver returned it without properties."""
    if node is None:
        return None
    return next((node[name] for name in ("uid", "key", "name") if name in node), node.element_id)
