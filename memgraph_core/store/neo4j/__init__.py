"""The store on a Neo4j server, version 5.26 or newer, Community or Enterprise."""

from memgraph_core.store.neo4j.database import Neo4jDatabase, open_neo4j
from memgraph_core.store.neo4j.store import Neo4jStore

__all__ = ["Neo4jDatabase", "Neo4jStore", "open_neo4j"]
