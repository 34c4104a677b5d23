"""Export a namespace as JSON lines, move it to another store: archives of records that any store loads.

Records come in batches, each small enough for one transaction, so at most one batch is in memory at a time. The log comes
first, in its order. The derived records follow as plans. Applying such a plan twice changes nothing, so an interrupted
load can be started again.

A rebuild that is in progress is not part of an archive.
"""
