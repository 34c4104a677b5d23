"""Pictures of what a memory knows, for people: PNG or SVG. Needs the extra `plot`."""

from importlib.util import find_spec

if not (find_spec("matplotlib") and find_spec("networkx")):
    raise ModuleNotFoundError(
        "memgraph_core.plot needs matplotlib and networkx: pip install 'memgraph-core[plot]'"
    )
