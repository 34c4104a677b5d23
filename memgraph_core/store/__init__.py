"""Where memories live: one protocol, two implementations, chosen by URL."""

from memgraph_core.config import StoreSettings
from memgraph_core.store.protocol import Database, Stamp

_NEO4J_SCHEMES = ("neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc")


def open_database(settings: StoreSettings, stamp: Stamp | None = None) -> Database:
    """Open what the URL names: a Neo4j server, or a file (`memory.db`, `sqlite:///path`, `:memory:`).

    The driver of a store is imported only when it is used. Raises StoreUnavailable or StoreMismatch.
    """
    scheme, _, rest = settings.url.partition("://")
    if rest and scheme in _NEO4J_SCHEMES:
        from memgraph_core.store.neo4j import open_neo4j

        return open_neo4j(
            settings.url,
            username=settings.username,
            password=settings.password,
            database=settings.database,
            stamp=stamp,
        )
    from memgraph_core.store.sqlite import open_sqlite

    return open_sqlite(rest.removeprefix("/") if scheme == "sqlite" else settings.url, stamp)
