"""Vectors from an endpoint that implements OpenAI's /embeddings, hosted or on your own server."""

from collections.abc import Sequence

import numpy as np
from pydantic import BaseModel, ValidationError

from memgraph_core.language.secrets import redacted
from memgraph_core.models.endpoint import Endpoint
from memgraph_core.records.kinds import Matrix
from memgraph_core.records.validation import without_surrogates

_BATCH = 64  # texts per request


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Answer(BaseModel):
    data: list[_Row]


class OpenAIEmbedder:
    """An embedding model behind an OpenAI-compatible endpoint. Threads may share it."""

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        dimension: int | None = None,
        timeout: float = 60.0,
        backoff: float = 0.5,
    ) -> None:
        """Sends nothing. Without a `dimension`, the first answer determines it.

        `timeout` and `backoff` are in seconds; see `Endpoint`. Raises ConfigError for an unusable `base_url`.
        """
        self._model = model
        self._dimension = dimension
        self._endpoint = Endpoint(
            *("embedding", model, "embeddings"),
            base_url=base_url,
            api_key=api_key,
            timeout=timeout,
            backoff=backoff,
        )

    @property
    def name(self) -> str:
        """The model's name, as the embedding stamp stores it."""
        return self._model

    @property
    def dimension(self) -> int:
        """Numbers per vector. Sends one request if it is not known yet. Raises ModelError."""
        if self._dimension is None:
            self.embed(["dimension"])
        assert self._dimension is not None
        return self._dimension

    def reads(self, text: str) -> bool:
        """True: the scripts that a model reads cannot be queried."""
        return True

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length, in the order of the texts.

        Secrets in the texts (passwords, keys, card numbers) are redacted first, because the texts leave this machine.
        Sends 64 texts per request. Raises ModelError with the model and the address, never the key, when there
        is no usable answer.
        """
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        readable = [without_surrogates(redacted(text)) or " " for text in texts]  # an empty text is refused
        batches = [readable[i : i + _BATCH] for i in range(0, len(readable), _BATCH)]
        request = {"model": self._model, "encoding_format": "float"}
        with self._endpoint.connect() as post:
            return np.concatenate([self._rows(post({**request, "input": b}), len(b)) for b in batches])

    def _rows(self, body: bytes, count: int) -> Matrix:
        """The vectors of an answer, in the order of the texts. Raises ModelError if any of them is unusable."""
        try:
            rows = sorted(_Answer.model_validate_json(body).data, key=lambda row: row.index)
        except ValidationError as e:
            problem = e.errors(include_input=False, include_url=False)[0]
            raise self._endpoint.error(
                f"gave no list of vectors: {problem['msg']} at {problem['loc']}"
            ) from e
        if [row.index for row in rows] != list(range(count)):
            raise self._endpoint.error(
                f"gave {len(rows)} vectors, too few or numbered wrongly, for {count} texts"
            )
        sizes = {len(row.embedding) for row in rows}
        if sizes != {self._dimension or len(rows[0].embedding)} or sizes == {0}:
            raise self._endpoint.error(
                f"gave vectors of size {sorted(sizes)}, expected {self._dimension or 'one size'}"
            )
        matrix = np.array([row.embedding for row in rows])
        with np.errstate(over="ignore"):  # absurd numbers give an infinite length, refused below
            lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or (lengths == 0).any():
            raise self._endpoint.error("gave a vector that is not finite or is all zeros")
        self._dimension = matrix.shape[1]
        return (matrix / lengths).astype(np.float32)
