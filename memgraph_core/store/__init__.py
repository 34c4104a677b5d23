"""The stores: one contract and two implementations, which the URL selects."""

import re
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from memgraph_core.config import NEO4J_SCHEMES, StoreSettings, file_of, masked_url
from memgraph_core.errors import ConfigError
from memgraph_core.store.contract import Database, EmbeddingStamp


def open_database(
    settings: StoreSettings,
    stamp: EmbeddingStamp | None = None,
    on_statement: Callable[[str], None] | None = None,
) -> Database:
    """Open `settings.url`: a Neo4j server, or a file (`memory.db`, `sqlite:///path`, `:memory:`).

    `on_statement` is called with every statement before it is sent, with a `BEGIN…` and a `COMMIT` around each transaction.
    The driver of a store is imported only when it is used. Raises StoreUnavailable, StoreMismatch, or ConfigError for a URL
    that is neither.
    """
    check_url(settings.url)
    path = file_of(settings.url)
    if path is None:
        from memgraph_core.store.neo4j import open_neo4j

        return open_neo4j(
            settings.url,
            username=settings.username,
            password=settings.password,
            database=settings.database,
            stamp=stamp,
            on_statement=on_statement,
        )
    from memgraph_core.store.sqlite import open_sqlite

    return open_sqlite(path, stamp, on_statement=on_statement)


@contextmanager
def temporary_database(stamp: EmbeddingStamp | None = None) -> Generator[Database]:
    """An empty database that is deleted at the end of the block."""
    with TemporaryDirectory(prefix="memgraph-core-") as folder:
        url = str(Path(folder, "memory.db"))
        with closing(open_database(StoreSettings(url=url), stamp)) as database:
            yield database


def check_url(url: str) -> None:
    """Raise ConfigError for a URL that is not of a database. A mistyped one would otherwise become the name of a new file."""
    scheme, mark, rest = url.partition("://")
    scheme = scheme.lower() if mark else ""
    if scheme in ("http", "https"):
        raise ConfigError(
            f"{masked_url(url)!r} is a server of memgraph-core, and this needs the database itself. Use the file or the Neo4j "
            "server that it serves, where it runs."
        )
    known = scheme in ("", "sqlite", *NEO4J_SCHEMES) and (not scheme or rest)
    mistyped = not scheme and (re.fullmatch(r"[\w.\-]+:\d+", url) or url.lower().startswith("neo4j:"))
    if not known or mistyped:
        raise ConfigError(
            f"the store {masked_url(url)!r} is neither a file nor a Neo4j URI. Give a path such as memory.db, or "
            "neo4j://localhost:7687."
        )
