"""LlamaIndex's own Neo4j store for a database that it shares with memories: it deletes only its own nodes.

Needs `llama-index-graph-stores-neo4j` (`pip install llama-index-graph-stores-neo4j`), and APOC on the server for its upserts.
"""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

from typing import Any

try:
    from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore
except ModuleNotFoundError as e:
    raise ModuleNotFoundError(
        "memgraph_core.integrations.llama_index.shared_database needs LlamaIndex and its Neo4j store: "
        "pip install 'memgraph-core[llamaindex]' llama-index-graph-stores-neo4j",
        name=e.name,
    ) from e

_OWN = "`__Node__`"  # the label of all nodes of that store


class SharedDatabaseStore(Neo4jPropertyGraphStore):
    """`Neo4jPropertyGraphStore` with a `delete` that is limited to its own nodes.

    The original `delete` deletes all matching nodes of the database by name or property, and by relation every
    relationship of that type. Those include nodes of memories, which `Memory.rebuild` must then derive again.
    """

    def delete(
        self,
        entity_names: list[str] | None = None,
        relation_names: list[str] | None = None,
        properties: dict[str, Any] | None = None,
        ids: list[str] | None = None,
    ) -> None:
        """Delete nodes and relations of this store only; memories are not changed."""
        for key, values in (("name", entity_names), ("id", ids)):
            if values:
                statement = f"MATCH (n:{_OWN}) WHERE n.{key} IN $values DETACH DELETE n"
                self.structured_query(statement, param_map={"values": values})
        for relation in relation_names or ():
            self.structured_query(
                f"MATCH (:{_OWN})-[r]->(:{_OWN}) WHERE type(r) = $type DELETE r", {"type": relation}
            )
        if properties:
            statement = f"MATCH (n:{_OWN}) WHERE all(key IN keys($properties) WHERE n[key] = $properties[key]) DETACH DELETE n"
            self.structured_query(statement, param_map={"properties": properties})
