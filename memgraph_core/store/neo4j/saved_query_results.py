"""Runs saved queries and converts their results to plain values."""

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

# Uids and types: some look like secret keys, but they are not text.
_ONE_WORD = re.compile(r"[!-~]+")
# Properties for search and for confinement to a namespace, which say nothing to a reader.
_HIDDEN = frozenset({"embedding", "vector", "other_embedding", "other_vector", "terms", "space", "namespace"})


def explore(
    tx: ManagedTransaction, query: SavedQuery, values: Mapping[str, object], rows: int
) -> QueryResult:
    """The first rows of a saved query. One more row is read to find out whether there are more."""
    result = tx.run(query.statement, dict(values))
    columns = tuple(result.keys())
    found = [{name: _plain(record[name]) for name in columns} for record in islice(result, rows + 1)]
    return QueryResult(
        name=query.name,
        title=query.title,
        columns=columns,
        rows=tuple(found[:rows]),
        more=len(found) > rows,
    )


def _plain(value: Any) -> object:  # noqa: ANN401  any value of the driver
    """A value of the driver as plain Python value; secrets in text are redacted."""
    if isinstance(value, Path):
        return {
            "nodes": [_plain(node) for node in value.nodes],
            "relationships": [_plain(edge) for edge in value.relationships],
        }
    if isinstance(value, Node):
        return {"labels": sorted(value.labels), **_properties(value)}
    if isinstance(value, Relationship):
        start, end = (_name_of(node) for node in (value.start_node, value.end_node))
        return {"type": value.type, "start": start, "end": end, **_properties(value)}
    return _plain_property(value)


def _plain_property(value: Any) -> object:  # noqa: ANN401  any value of the driver
    if isinstance(value, DateTime):
        return time_from(value)
    if isinstance(value, list):
        return [_plain(one) for one in cast(list[Any], value)]
    return redacted(value) if isinstance(value, str) and not _ONE_WORD.fullmatch(value) else value


def _properties(of: Node | Relationship) -> dict[str, object]:
    return {name: _plain_property(value) for name, value in sorted(of.items()) if name not in _HIDDEN}


def _name_of(node: Node | None) -> object:
    """The name of a node. The end of a relationship may have no properties, only an element id."""
    if node is None:
        return None
    return next((node[name] for name in ("uid", "key", "name") if name in node), node.element_id)
