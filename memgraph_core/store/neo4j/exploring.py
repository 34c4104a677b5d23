"""Saved queries, run: what they return as plain values."""

import re
from collections.abc import Mapping
from itertools import islice
from typing import Any, cast

from neo4j.graph import Node, Path, Relationship
from neo4j.time import DateTime

from memgraph_core.language.secrets import redacted
from memgraph_core.records.inspect import QueryResult
from memgraph_core.store.neo4j.rows import certain
from memgraph_core.store.saved_queries import SavedQuery
from neo4j import ManagedTransaction

# What machines search by, and what confines a statement: of no use to who reads a row.
_BARE = re.compile(r"[!-~]+")  # uids and types: some look like keys, and none is a sentence
_HIDDEN = frozenset({"embedding", "vector", "other_embedding", "other_vector", "terms", "space", "namespace"})


def explore(
    tx: ManagedTransaction, query: SavedQuery, values: Mapping[str, object], rows: int
) -> QueryResult:
    """The first rows of a saved query; one more is fetched, to tell whether there are more."""
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


def _plain(value: Any) -> object:  # noqa: ANN401  whatever the driver gives
    """Values of the driver as Python's own; text without secrets."""
    if isinstance(value, Path):
        return {
            "nodes": [_plain(node) for node in value.nodes],
            "relationships": [_plain(edge) for edge in value.relationships],
        }
    if isinstance(value, Node):
        return {"labels": sorted(value.labels), **_properties(value)}
    if isinstance(value, Relationship):
        start, end = (_called(node) for node in (value.start_node, value.end_node))
        return {"type": value.type, "start": start, "end": end, **_properties(value)}
    return _plain_property(value)


def _plain_property(value: Any) -> object:  # noqa: ANN401  whatever the driver gives
    if isinstance(value, DateTime):
        return certain(value)
    if isinstance(value, list):
        return [_plain(one) for one in cast(list[Any], value)]
    return redacted(value) if isinstance(value, str) and not _BARE.fullmatch(value) else value


def _properties(of: Node | Relationship) -> dict[str, object]:
    return {name: _plain_property(value) for name, value in sorted(of.items()) if name not in _HIDDEN}


def _called(node: Node | None) -> object:
    """What a node goes by, also one of which a path brought nothing but its number."""
    if node is None:
        return None
    return next((node[name] for name in ("uid", "key", "name") if name in node), node.element_id)
