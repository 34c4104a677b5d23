"""Pictures of a memory as PNG or SVG files. Needs the extra `plot`."""

from importlib.util import find_spec

if not (find_spec("matplotlib") and find_spec("networkx")):
    raise ModuleNotFoundError(
        "memgraph_core.plot needs matplotlib and networkx: pip install 'memgraph-core[plot]'"
    )
