"""Two embedding models in one vector space, chosen by the script of each text.

The two models use separate dimensions: a Latin text has numbers only in the first ones, other texts in the rest. So
texts of different models have cosine 0; texts of one model have that model's cosine. Stores hold one
kind of vector and need no change.
"""

from collections.abc import Sequence

import numpy as np

from memgraph_core.models.protocol import Embedder
from memgraph_core.models.scripts import reads_english
from memgraph_core.records.kinds import Matrix


class ByScript:
    """An embedder that gives Latin texts to one embedder and all others to another."""

    def __init__(self, latin: Embedder, other: Embedder) -> None:
        self._latin = latin
        self._other = other

    @property
    def name(self) -> str:
        """The names of both models, as the embedding stamp stores them."""
        return f"{self._latin.name}+{self._other.name}"

    @property
    def dimension(self) -> int:
        """Numbers per vector: those of both models together."""
        return self._latin.dimension + self._other.dimension

    def reads(self, text: str) -> bool:
        """Whether the model for its script can read this text."""
        return self._latin.reads(text) if reads_english(text) else self._other.reads(text)

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length, in the order of the texts. Raises ModelError."""
        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        is_latin = [reads_english(text) for text in texts]
        split = self._latin.dimension
        for model, columns, latin in (
            (self._latin, slice(0, split), True),
            (self._other, slice(split, None), False),
        ):
            rows = [row for row, found in enumerate(is_latin) if found == latin]
            if rows:
                vectors[rows, columns] = model.embed([texts[row] for row in rows])
        return vectors
