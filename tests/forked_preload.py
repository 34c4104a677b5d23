"""What the server of the forked processes has imported before the first fork: the stores, the English pipeline, the server."""

from importlib import import_module
from importlib.util import find_spec

from memgraph_core.memory import Memory

for module in ("memgraph_core.cli.app", "memgraph_core.store.neo4j"):
    import_module(module)

if find_spec("fastapi"):
    import_module("memgraph_core.server.app")

with Memory.open(":memory:", namespace="preload", embedder="none") as memory:
    memory.add("I moved to Turin with Clara.", speaker="Ada")
