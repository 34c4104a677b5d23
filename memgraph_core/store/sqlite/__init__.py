"""The embedded store: the graph in one SQLite file, full text with FTS5, vectors searched with numpy.

`open_sqlite` is the door. `connection` knows the file and its locks, `mirror` what is held in memory, and
every other module a few verbs of the store protocol, as SQL that reads like the sentence it carries out.
"""

from memgraph_core.store.sqlite.database import SqliteDatabase, SqliteStore, open_sqlite

__all__ = ["SqliteDatabase", "SqliteStore", "open_sqlite"]
