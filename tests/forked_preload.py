"""What the server of the forked processes has imported and loaded before the first fork."""

import sys


def load() -> None:
    """Import the command line and both stores, and load the English pipeline."""
    import memgraph_core.cli.app
    import memgraph_core.store.neo4j  # noqa: F401
    from memgraph_core.memory import Memory

    with Memory.open(":memory:", namespace="preload", embedder="none") as memory:
        memory.add("I moved to Turin with Clara.", speaker="Ada")


# spaCy imports torch if it is installed, which takes longer than everything else, and no forked process needs it.
sys.modules["torch"] = None  # type: ignore[assignment]
load()
del sys.modules["torch"]
