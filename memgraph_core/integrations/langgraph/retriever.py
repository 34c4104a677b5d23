"""A memory as a LangChain retriever."""

# pyright: basic, reportMissingImports=false
# LangChain need not be installed where types are checked.

from typing import Any

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import ConfigDict

from memgraph_core.integrations.hit_metadata import metadata_of
from memgraph_core.records.search import Hit


class GraphMemoryRetriever(BaseRetriever):
    """Returns hits as documents: the text, and as metadata speaker, time, session, sources, trust, score and path.

    `memory` is a `Memory`, and `filters` are those of `Memory.search`. Returns at most `k` documents, best first (None: as many
    as `Memory.search` returns by default). `k` can also be given to `invoke`.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    memory: Any
    k: int | None = None
    filters: Any = None

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        hits = self.memory.search(query, limit=self.k if k is None else k, filters=self.filters)
        return [document_of(hit) for hit in hits]


def document_of(hit: Hit) -> Document:
    """A hit as a document of LangChain."""
    return Document(id=hit.uid, page_content=hit.text, metadata=metadata_of(hit) | {"score": hit.score})
