"""A memory for agents of AutoGen (`pip install "memgraph-core[autogen]"`). The memory may be on a server."""

# pyright: basic, reportMissingImports=false
# AutoGen need not be installed where types are checked.

try:
    import autogen_core  # noqa: F401
except ModuleNotFoundError as e:
    raise ModuleNotFoundError(
        "memgraph_core.integrations.autogen needs AutoGen: pip install 'memgraph-core[autogen]'", name=e.name
    ) from e

from memgraph_core.integrations.autogen.memory import GraphMemory

__all__ = ["GraphMemory"]
