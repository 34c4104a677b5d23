"""A memory as a LlamaIndex retriever, for query engines, fusion and rerankers."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

import asyncio

from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from memgraph_core.integrations.hit_metadata import metadata_of
from memgraph_core.memory import Memory
from memgraph_core.records.search import Filters, Hit


class GraphMemoryRetriever(BaseRetriever):
    """Returns hits as nodes: the text, and as metadata speaker, time, trust and path."""

    def __init__(self, memory: Memory, *, limit: int | None = None, filters: Filters | None = None) -> None:
        super().__init__()
        self._memory, self._limit, self._filters = memory, limit, filters

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        hits = self._memory.search(query_bundle.query_str, limit=self._limit, filters=self._filters)
        return [node_of(hit) for hit in hits]

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)


def node_of(hit: Hit) -> NodeWithScore:
    """A hit as a LlamaIndex node with its score."""
    metadata = metadata_of(hit)
    hidden = ["turns", "via"]  # from the model, which sees speaker, time, session and trust
    node = TextNode(
        id_=hit.uid,
        text=hit.text,
        metadata=metadata,
        excluded_embed_metadata_keys=list(metadata),
        excluded_llm_metadata_keys=hidden,
    )
    return NodeWithScore(node=node, score=hit.score)
