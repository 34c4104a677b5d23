"""Pictures of what a memory knows, for people: PNG or SVG. Needs the extra `plot`."""

try:
    import matplotlib as mpl  # noqa: F401
    import networkx as nx  # noqa: F401
except ModuleNotFoundError as e:
    raise ModuleNotFoundError(
        "memgraph_core.plot needs matplotlib and networkx: pip install 'memgraph-core[plot]'", name=e.name
    ) from e
