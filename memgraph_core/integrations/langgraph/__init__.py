"""LangGraph and LangChain: a store of items, a chat message history and a retriever, over one `Memory`.

They need `langgraph` (`pip install "memgraph-core[langgraph]"`). They use only verbs of `Memory`, so the memory may be on a
server.
"""

# pyright: basic, reportMissingImports=false
# LangGraph need not be installed where types are checked.

try:
    import langgraph.store.base  # noqa: F401
except ModuleNotFoundError as e:
    raise ModuleNotFoundError(
        "memgraph_core.integrations.langgraph needs LangGraph: pip install 'memgraph-core[langgraph]'",
        name=e.name,
    ) from e

from memgraph_core.integrations.langgraph.history import GraphChatHistory
from memgraph_core.integrations.langgraph.retriever import GraphMemoryRetriever
from memgraph_core.integrations.langgraph.store import GraphItemStore

__all__ = ["GraphChatHistory", "GraphItemStore", "GraphMemoryRetriever"]
