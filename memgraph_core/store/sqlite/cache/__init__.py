"""Caches of one process: vectors, records and the graph of a namespace."""
