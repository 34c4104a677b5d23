"""The SQLite store: the graph in one file, full text with FTS5, vectors in memory with numpy.

database         SqliteDatabase and SqliteStore: one short method for each verb of the store contract
connection       connections, transactions, the lock between writers
schema           schema.sql, and the check of a file before it is used
namespace_state  the row of a namespace
rows             columns of records, and records from rows
write/           the log, plans, forgetting, rebuilds; one module for each kind of record
read/            searches, planning snapshots, listings, exports
cache/           vectors, records and the graph in memory
"""

from memgraph_core.store.sqlite.database import SqliteDatabase, SqliteStore, open_sqlite

__all__ = ["SqliteDatabase", "SqliteStore", "open_sqlite"]
