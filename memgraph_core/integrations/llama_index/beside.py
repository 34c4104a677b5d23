"""LlamaIndex's own store for Neo4j on the database of a memory, with deletes that keep to its own nodes.

Needs `llama-index-graph-stores-neo4j` (`pip install llama-index-graph-stores-neo4j`), and APOC on the server for its upserts.
"""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

from typing import Any

from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore

_OWN = "`__Node__`"  # the label that it gives to every node of its own


class BesideMemory(Neo4jPropertyGraphStore):
    """As the stock store, whose own `delete` by name or by property takes any node of the database that has it, and by
    relation every relationship of that type: those of a memory too, which then must be derived anew (`Memory.rebuild`).
    """

    def delete(
        self,
        entity_names: list[str] | None = None,
        relation_names: list[str] | None = None,
        properties: dict[str, Any] | None = None,
        ids: list[str] | None = None,
    ) -> None:
        """Delete nodes and relations of this store; nothing of a memory."""
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
