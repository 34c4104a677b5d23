"""Creates the schema of a new file, and refuses files of other programs and of other schema versions."""

from importlib import resources

import apsw

from memgraph_core.errors import StoreMismatch, StoreUnavailable
from memgraph_core.store.sqlite.connection import Connection, ConnectionPool, ForeignFile

SCHEMA_VERSION = 9  # PRAGMA user_version; to be raised with each change of schema.sql
_APPLICATION_ID = 0x4D454D47  # "MEMG": PRAGMA application_id of our files


def prepare(pool: ConnectionPool) -> None:
    """Make the file ready for use.

    Raises StoreUnavailable for a file of another program, StoreMismatch for another schema version.
    """
    is_new = _is_new(pool)
    pool.configure()
    if is_new:
        with pool.writing() as connection:
            if not connection.pragma("schema_version"):  # else another process has just created the schema
                connection.script(_schema())
                connection.script(
                    f"PRAGMA application_id = {_APPLICATION_ID}; PRAGMA user_version = {SCHEMA_VERSION}"
                )


def _is_new(pool: ConnectionPool) -> bool:
    """Whether the file is empty."""
    with pool.exclusive() as connection:
        if not connection.run("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'"):
            raise StoreUnavailable(
                f"the SQLite in use ({apsw.sqlite_lib_version()}) has no FTS5. Reinstall apsw."
            )
        if not connection.pragma("schema_version"):
            return True
        check_file(connection, pool.path)
    return False


def check_file(connection: Connection, path: str) -> None:
    """Check who wrote a file that is not empty, and with which schema. See `prepare` for the errors."""
    if connection.pragma("application_id") != _APPLICATION_ID:
        raise ForeignFile(f"{path} is a database of another program. Give another path.")
    if (version := connection.pragma("user_version")) != SCHEMA_VERSION:
        raise StoreMismatch(
            f"{path} has schema version {version}; this release needs version {SCHEMA_VERSION}. Export the memory with "
            "the release that wrote the file (memgraph-core export), then import it here into a new file "
            "(memgraph-core import)."
        )


def _schema() -> str:
    return resources.files("memgraph_core.store.sqlite").joinpath("schema.sql").read_text(encoding="utf-8")
