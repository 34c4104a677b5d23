"""A namespace as records that any store can load: to keep them as JSON lines, or to move them to another store.

Records come in batches, each small enough for one transaction. The log comes first, in its order; then the derived
records, as plans that may be repeated harmlessly. Therefore no more than one batch is in memory at once, and an
interrupted load is simply started again.

A rebuild that is in progress is not part of an archive. It starts from the beginning where the archive was loaded.
"""
