"""Opening a Neo4j database."""

from memgraph_core.records.counts import StoreCounts
from memgraph_core.records.validation import checked_name
from memgraph_core.statements import cypher
from memgraph_core.store.contract import EmbeddingStamp, OnStatement
from memgraph_core.store.neo4j.connection import Connection, connect
from memgraph_core.store.neo4j.schema import prepare
from memgraph_core.store.neo4j.store import Neo4jStore
from neo4j import ManagedTransaction


def open_neo4j(
    uri: str,
    *,
    username: str | None = None,
    password: str | None = None,
    database: str | None = None,
    stamp: EmbeddingStamp | None = None,
    on_statement: OnStatement | None = None,
) -> "Neo4jDatabase":
    """Connect to a Neo4j server and prepare its database.

    Without `stamp`, vectors are neither written nor searched. With it, the verbs that need vectors refuse namespaces of
    another embedding model. `on_statement` receives every statement before it is sent, and BEGIN and COMMIT of each
    transaction. Raises StoreUnavailable when the server does not answer within ten seconds or refuses the password,
    StoreMismatch when the database has another schema version.
    """
    connection = connect(uri, username, password, database, on_statement)
    try:
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return Neo4jDatabase(connection, stamp)


class Neo4jDatabase:
    """A database on a Neo4j server. Threads may share it."""

    def __init__(self, connection: Connection, stamp: EmbeddingStamp | None) -> None:
        self._connection = connection
        self._stamp = stamp

    def store(self, namespace: str) -> Neo4jStore:
        """The handle of one namespace, which is created with its first turn."""
        return Neo4jStore(self._connection, checked_name(namespace, "namespace"), self._stamp)

    def namespaces(self) -> tuple[str, ...]:
        """Names of all namespaces, sorted."""
        return tuple(sorted(self._connection.read(_names)))

    @property
    def stamp(self) -> EmbeddingStamp | None:
        """The embedding model that it was opened with."""
        return self._stamp

    def with_stamp(self, stamp: EmbeddingStamp | None) -> "Neo4jDatabase":
        """The same connection with another embedding model. Closing either closes both."""
        return Neo4jDatabase(self._connection, stamp)

    def counts(self) -> StoreCounts:
        """See `Database.counts`."""
        return self._connection.counter.counts()

    def close(self) -> None:
        """Close the connection. May be called several times."""
        self._connection.close()


def _names(tx: ManagedTransaction) -> list[str]:
    return [record["name"] for record in tx.run(cypher("read/namespaces"))]
