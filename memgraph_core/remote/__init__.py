"""A memory on a server: the verbs of `Memory` over HTTP, with the same arguments, records and errors."""
