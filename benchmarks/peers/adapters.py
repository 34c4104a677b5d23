"""Memory libraries behind one small interface, without a language model. Each is imported when it is opened.

Every adapter gets the same texts (`speaker: text`) and the same embedder. A class is a memory in a folder; if it is
`persistent`, another instance for the same folder finds what the first one added.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol

import numpy as np

from memgraph_core.models.protocol import Embedder
from memgraph_core.records.graph import Turn


class Peer(Protocol):
    """A memory library."""

    persistent: ClassVar[bool]

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        """Open the memory in the folder."""

    def add(self, turns: Sequence[Turn]) -> None:
        """Store the turns."""

    def search(self, question: str, limit: int) -> list[str]:
        """The uids of the best turns, best first. A uid may occur several times."""
        ...

    def close(self) -> None:
        """Release files."""


class MemgraphCore:
    """memgraph-core in a file, with everything that it derives from a turn."""

    persistent = True

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        """Open the file."""
        from memgraph_core.config import Settings, StoreSettings
        from memgraph_core.engine.engine import MemoryEngine
        from memgraph_core.memory import Memory
        from memgraph_core.store import open_database
        from memgraph_core.store.contract import EmbeddingStamp

        stamp = EmbeddingStamp(embedder.name, embedder.dimension)
        database = open_database(StoreSettings(url=str(folder / "memory.db")), stamp)
        self._engine = MemoryEngine(database, embedder=embedder, settings=Settings())
        self._memory = Memory(self._engine, "peers")

    def add(self, turns: Sequence[Turn]) -> None:
        """Store and derive."""
        self._memory.add(list(turns))

    def search(self, question: str, limit: int) -> list[str]:
        """The source turns of the hits."""
        return [uid for hit in self._memory.search(question, limit=limit) for uid in hit.turns]

    def close(self) -> None:
        """Close the file."""
        self._engine.close()


class BruteForce:
    """The cosine with every turn, in numpy: what no index can be simpler than."""

    persistent = False

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        """An empty matrix."""
        self._embedder = embedder
        self._uids: list[str] = []
        self._rows = np.empty((0, embedder.dimension), dtype=np.float32)

    def add(self, turns: Sequence[Turn]) -> None:
        """Append rows."""
        self._uids += [turn.uid for turn in turns]
        self._rows = np.vstack([self._rows, self._embedder.embed([line_of(turn) for turn in turns])])

    def search(self, question: str, limit: int) -> list[str]:
        """The rows with the largest products."""
        scores = self._rows @ self._embedder.embed([question])[0]
        return [self._uids[index] for index in np.argsort(-scores, kind="stable")[:limit]]

    def close(self) -> None:
        """Nothing to release."""


class Chroma:
    """A Chroma collection in a folder, with cosine distance."""

    persistent = True

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        """Open the folder."""
        import chromadb

        self._embedder = embedder
        client = chromadb.PersistentClient(str(folder), chromadb.Settings(anonymized_telemetry=False))
        self._collection = client.get_or_create_collection(
            "turns", configuration={"hnsw": {"space": "cosine"}}
        )

    def add(self, turns: Sequence[Turn]) -> None:
        """Store texts with vectors."""
        texts = [line_of(turn) for turn in turns]
        self._collection.add([turn.uid for turn in turns], self._embedder.embed(texts), documents=texts)

    def search(self, question: str, limit: int) -> list[str]:
        """The nearest texts."""
        found = self._collection.query(self._embedder.embed([question]), n_results=limit)
        return list(found["ids"][0])

    def close(self) -> None:
        """Chroma has no close."""


class LlamaIndex:
    """LlamaIndex's VectorStoreIndex in memory."""

    persistent = False

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        """An empty index."""
        from llama_index.core import VectorStoreIndex

        from memgraph_core.integrations.llama_index.models import MemoryEmbedding

        self._index = VectorStoreIndex([], embed_model=MemoryEmbedding(embedder))

    def add(self, turns: Sequence[Turn]) -> None:
        """Store one node per turn."""
        from llama_index.core.schema import TextNode

        self._index.insert_nodes([TextNode(id_=turn.uid, text=line_of(turn)) for turn in turns])

    def search(self, question: str, limit: int) -> list[str]:
        """The nearest nodes."""
        found = self._index.as_retriever(similarity_top_k=limit).retrieve(question)
        return [scored.node.node_id for scored in found]

    def close(self) -> None:
        """Nothing to release."""


class LangGraph:
    """LangGraph's InMemoryStore with an index of texts."""

    persistent = False

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        """An empty store."""
        from langgraph.store.memory import InMemoryStore

        def embed(texts: Sequence[str]) -> list[list[float]]:
            return embedder.embed(list(texts)).tolist()

        self._store = InMemoryStore(index={"dims": embedder.dimension, "embed": embed, "fields": ["text"]})

    def add(self, turns: Sequence[Turn]) -> None:
        """Store the turns in one batch."""
        from langgraph.store.base import PutOp

        self._store.batch([PutOp(("peers",), turn.uid, {"text": line_of(turn)}) for turn in turns])

    def search(self, question: str, limit: int) -> list[str]:
        """The nearest texts."""
        return [item.key for item in self._store.search(("peers",), query=question, limit=limit)]

    def close(self) -> None:
        """Nothing to release."""


class Mem0:
    """Mem0 with `infer=False`, which stores texts as they are, over Qdrant in a folder."""

    persistent = True

    def __init__(self, folder: Path, embedder: Embedder) -> None:
        """Open the folder. The language model is configured, because Mem0 wants one, but is not called."""
        os.environ.setdefault("MEM0_TELEMETRY", "False")  # read on import
        from mem0 import Memory

        vectors = {
            "path": str(folder / "qdrant"),
            "on_disk": True,
            "embedding_model_dims": embedder.dimension,
        }
        self._memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": vectors},
                "embedder": {"provider": "langchain", "config": {"model": _langchain(embedder)}},
                "llm": {"provider": "openai", "config": {"api_key": "not used"}},
                "history_db_path": str(folder / "history.db"),
            }
        )

    def add(self, turns: Sequence[Turn]) -> None:
        """Store each turn; the API takes no batch with an identifier for each."""
        for turn in turns:
            self._memory.add(line_of(turn), user_id="peers", metadata={"uid": turn.uid}, infer=False)

    def search(self, question: str, limit: int) -> list[str]:
        """The best memories."""
        found = self._memory.search(question, top_k=limit, filters={"user_id": "peers"}, threshold=0.0)
        return [each["metadata"]["uid"] for each in found["results"]]

    def close(self) -> None:
        """Release the lock of Qdrant's folder."""
        self._memory.vector_store.client.close()


PEERS: dict[str, type[Peer]] = {
    "numpy": BruteForce,
    "memgraph-core": MemgraphCore,
    "chroma": Chroma,
    "llama-index": LlamaIndex,
    "langgraph": LangGraph,
    "mem0": Mem0,
}


def line_of(turn: Turn) -> str:
    """The text that every library gets."""
    return f"{turn.speaker}: {turn.text}" if turn.speaker else turn.text


def _langchain(embedder: Embedder) -> Any:  # noqa: ANN401  a class of an optional package
    from langchain_core.embeddings import Embeddings

    class _Embeddings(Embeddings):
        def embed_documents(self, texts: list[str]) -> list[list[float]]:
            return embedder.embed(texts).tolist()

        def embed_query(self, text: str) -> list[float]:
            return embedder.embed([text])[0].tolist()

    return _Embeddings()
