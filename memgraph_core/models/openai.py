"""Vectors from any endpoint that answers like OpenAI's /embeddings: hosted, or a server of one's own."""

import random
import ssl
import time
from collections.abc import Sequence
from functools import cached_property

import httpx
import numpy as np
from pydantic import BaseModel, ValidationError

from memgraph_core.errors import ModelError
from memgraph_core.models.endpoints import OPENAI, checked_base
from memgraph_core.records.kinds import Matrix

_BATCH = 64  # texts of one request
_TRIES = 3
_LONGEST_WAIT = 20.0  # seconds, whatever Retry-After asks for
_TRANSIENT = frozenset({408, 409, 429})  # and 500 to 599


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Answer(BaseModel):
    data: list[_Row]


class OpenAIEmbedder:
    """A model behind an OpenAI-compatible endpoint. Any number of threads may use one."""

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
        """Names the model; asks nothing yet.

        Without a `dimension` the first answer tells it. `timeout` is in seconds, for one request;
        `backoff` the wait before the second try, doubled before the third. Raises ConfigError for a
        `base_url` that is none.
        """
        self._model = model
        self._url = checked_base(base_url or OPENAI, "embedding") + "/embeddings"
        self._api_key = api_key or ""
        self._dimension = dimension
        self._timeout = timeout
        self._backoff = backoff

    @property
    def name(self) -> str:
        """The model, as it is stamped in a database."""
        return self._model

    @property
    def dimension(self) -> int:
        """How many numbers a vector has. Asks the endpoint once if that is not known. Raises ModelError."""
        if self._dimension is None:
            self.embed(["dimension"])
        assert self._dimension is not None
        return self._dimension

    def reads(self, text: str) -> bool:
        """True: which scripts a model knows cannot be asked of it."""
        return True

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length, in their order.

        Asks for 64 texts at a time, and up to three times where asking again may help. Raises ModelError
        with the model and the address (never the key) when there is no usable answer.
        """
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        # The endpoints refuse an empty text and lone surrogates.
        readable = [text.encode("utf-8", "replace").decode("utf-8") or " " for text in texts]
        batches = [readable[i : i + _BATCH] for i in range(0, len(readable), _BATCH)]
        with httpx.Client(timeout=self._timeout, verify=self._certificates) as client:
            return np.concatenate([self._rows(self._ask(client, batch), len(batch)) for batch in batches])

    @cached_property
    def _certificates(self) -> ssl.SSLContext:
        return httpx.create_ssl_context()  # 20 ms: once, not with every client

    def _ask(self, client: httpx.Client, texts: list[str]) -> bytes:
        """The body of the answer, after as many tries as are allowed."""
        headers = {"Authorization": f"Bearer {self._api_key}"} if self._api_key else {}
        body = {"model": self._model, "input": texts, "encoding_format": "float"}
        for tries_left in reversed(range(_TRIES)):
            try:
                response = client.post(self._url, json=body, headers=headers)
            except httpx.TransportError as e:
                if not tries_left:
                    raise self._error(f"did not answer: {type(e).__name__}: {e}") from e
                self._wait(tries_left)
                continue
            if response.is_success:
                return response.content
            if not tries_left or not _worth_another(response.status_code):
                raise self._error(f"answered {response.status_code}: {response.text[:300]}")
            self._wait(tries_left, response.headers.get("Retry-After"))
        raise AssertionError("the last try returns or raises")

    def _wait(self, tries_left: int, asked: str | None = None) -> None:
        """Sleep before the next try: as long as was asked for, else longer each time, never in step."""
        wait = self._backoff * 2 ** (_TRIES - 1 - tries_left) * random.uniform(0.75, 1.25)
        if asked and asked.strip().isdecimal():
            wait = float(asked)
        time.sleep(min(wait, _LONGEST_WAIT))

    def _rows(self, body: bytes, count: int) -> Matrix:
        """The vectors of an answer, in the order of the texts. Raises ModelError for any that is unusable."""
        try:
            rows = sorted(_Answer.model_validate_json(body).data, key=lambda row: row.index)
        except ValidationError as e:
            problem = e.errors(include_input=False, include_url=False)[0]
            raise self._error(f"gave no list of vectors: {problem['msg']} at {problem['loc']}") from e
        if [row.index for row in rows] != list(range(count)):
            raise self._error(f"gave {len(rows)} vectors, numbered wrongly or too few, for {count} texts")
        sizes = {len(row.embedding) for row in rows}
        if sizes != {self._dimension or len(rows[0].embedding)} or sizes == {0}:
            raise self._error(
                f"gave vectors of size {sorted(sizes)}, expected {self._dimension or 'one size'}"
            )
        matrix = np.array([row.embedding for row in rows])
        with np.errstate(over="ignore"):  # absurd numbers give an infinite length, refused below
            lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        if not np.isfinite(lengths).all() or (lengths == 0).any():
            raise self._error("gave a vector that is not finite or is all zeros")
        self._dimension = matrix.shape[1]
        return (matrix / lengths).astype(np.float32)

    def _error(self, what: str) -> ModelError:
        message = f"The embedding model {self._model!r} at {self._url} {what}"
        if self._api_key:  # some servers repeat it in what they answer
            message = message.replace(self._api_key, "…")
        return ModelError(f"{message}. Check the model's name, the address and the key.")


def _worth_another(status: int) -> bool:
    return status in _TRANSIENT or status >= 500
