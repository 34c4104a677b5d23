"""Adapters: LlamaIndex's models for this package, and this package's embedder for LlamaIndex."""

# pyright: basic, reportMissingImports=false
# LlamaIndex need not be installed where types are checked.

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from llama_index.core.base.llms.types import ChatMessage
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.llms import LLM
from pydantic import PrivateAttr

from memgraph_core.errors import ModelError
from memgraph_core.extract.llm.failures import model_error_of
from memgraph_core.models.protocol import ChatAnswer, Embedder, Messages, Schema
from memgraph_core.records.kinds import Matrix


class MemoryEmbedding(BaseEmbedding):
    """The embedder of a memory as a LlamaIndex embedding; a `PropertyGraphIndex` must embed its questions with it."""

    _embedder: Embedder = PrivateAttr()

    def __init__(self, embedder: Embedder) -> None:
        super().__init__(model_name=embedder.name)
        self._embedder = embedder

    @classmethod
    def class_name(cls) -> str:
        """The name of the class for LlamaIndex."""
        return "MemoryEmbedding"

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._get_text_embeddings([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return [[float(number) for number in row] for row in self._embedder.embed(texts)]

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_text_embedding(query)


class LlamaEmbedder:
    """A LlamaIndex embedding as embedder of a memory: `Memory.open(..., embedder=LlamaEmbedder(model))`."""

    def __init__(self, model: BaseEmbedding, *, name: str | None = None) -> None:
        """Calls the model once to get the dimension of its vectors. Raises ModelError if it does not answer."""
        self._model = model
        self._name = name or f"llama-index:{model.model_name}"
        self._dimension = len(self._asked(["dimension"])[0])

    @property
    def name(self) -> str:
        """The name of the model in the embedding stamp of a database."""
        return self._name

    @property
    def dimension(self) -> int:
        """The dimension of the vectors."""
        return self._dimension

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length. Raises ModelError."""
        rows = np.asarray(self._asked(texts), dtype=np.float32).reshape(len(texts), self._dimension)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return rows / np.maximum(lengths, np.float32(1e-12))

    def reads(self, text: str) -> bool:
        """True, because the supported scripts of the model cannot be queried."""
        return True

    def _asked(self, texts: Sequence[str]) -> list[list[float]]:
        try:
            return self._model.get_text_embedding_batch(list(texts))
        except Exception as e:  # LlamaIndex's embeddings have no common base for errors
            raise ModelError(f"{self._model.model_name} did not embed {len(texts)} texts: {e}") from e


class LlamaChat:
    """A LlamaIndex LLM as the model of an extractor: `LlmExtractor(LlamaChat(llm))`."""

    def __init__(self, llm: LLM) -> None:
        self._llm = llm

    @property
    def name(self) -> str:
        """The name of the model in the ledger."""
        return self._llm.metadata.model_name

    def answer(self, messages: Messages, schema: Schema | None = None) -> ChatAnswer:
        """One answer. The schema is part of the prompt, because not every LLM supports schemas. Raises ModelError."""
        chat = [ChatMessage(role=message["role"], content=message["content"]) for message in messages]
        if schema is not None:
            instruction = (
                f"Answer with one JSON object of this schema, and nothing else: {json.dumps(schema)}"
            )
            chat.append(ChatMessage(role="user", content=instruction))
        begun = time.monotonic()
        try:
            response: Any = self._llm.chat(chat)
        except Exception as e:  # as above: LlamaIndex's LLMs have no common base for errors
            raise model_error_of(e, self.name) from e
        given = [message["content"] for message in messages]
        return answer_of(response, given, seconds=time.monotonic() - begun)


def answer_of(response: Any, given: Sequence[str], seconds: float = 0.0) -> ChatAnswer:  # noqa: ANN401
    """The answer of a `ChatResponse`. Tokens are estimated from the texts if the model reports no `usage`."""
    text = response.message.content or ""
    raw = response.raw
    usage = raw.get("usage") if isinstance(raw, Mapping) else getattr(raw, "usage", None)
    reported = [
        usage.get(name) if isinstance(usage, Mapping) else getattr(usage, name, None)
        for name in ("prompt_tokens", "completion_tokens")
    ]
    counts = [count for count in reported if isinstance(count, int) and count >= 0]
    if len(counts) < len(reported):
        counts = [sum(map(len, given)) // 4, len(text) // 4]
    return ChatAnswer(text=text, tokens_in=counts[0], tokens_out=counts[1], seconds=round(seconds, 3))
