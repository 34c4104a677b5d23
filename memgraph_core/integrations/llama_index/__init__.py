"""LlamaIndex: tools, a retriever, a memory block, a chat store, a property graph and models, over one `Memory`.

Needs `llama-index-core` (`pip install "memgraph-core[llamaindex]"`). This package does not read or set
LlamaIndex's global `Settings`: pass models as arguments.
"""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

try:
    import llama_index.core  # noqa: F401
except ModuleNotFoundError as e:
    raise ModuleNotFoundError(
        "memgraph_core.integrations.llama_index needs LlamaIndex: pip install 'memgraph-core[llamaindex]'",
        name=e.name,
    ) from e

from memgraph_core.integrations.llama_index.block import GraphMemoryBlock
from memgraph_core.integrations.llama_index.chat_store import GraphChatStore
from memgraph_core.integrations.llama_index.documents import turns_of_documents
from memgraph_core.integrations.llama_index.graph_store import GraphMemoryStore
from memgraph_core.integrations.llama_index.models import LlamaChat, LlamaEmbedder, MemoryEmbedding
from memgraph_core.integrations.llama_index.retriever import GraphMemoryRetriever
from memgraph_core.integrations.llama_index.runs import run_and_remember
from memgraph_core.integrations.llama_index.tools import MemoryToolSpec

__all__ = [
    "GraphChatStore",
    "GraphMemoryBlock",
    "GraphMemoryRetriever",
    "GraphMemoryStore",
    "LlamaChat",
    "LlamaEmbedder",
    "MemoryEmbedding",
    "MemoryToolSpec",
    "run_and_remember",
    "turns_of_documents",
]
