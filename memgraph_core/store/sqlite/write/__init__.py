"""Writes to the file: the log, the plans, forgetting and rebuilds, with one module for each kind of record."""
