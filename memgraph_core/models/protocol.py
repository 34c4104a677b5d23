"""What turns text into vectors, as the engine needs it."""

from collections.abc import Sequence
from typing import Protocol

from memgraph_core.types import Matrix


class Embedder(Protocol):
    """Text in, unit vectors out. Making one is cheap; weights are loaded with the first text."""

    @property
    def name(self) -> str:
        """The model, as it is stamped in a database."""
        ...

    @property
    def dimension(self) -> int:
        """How many numbers a vector has."""
        ...

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length, in their order. Raises ModelError."""
        ...

    def reads(self, text: str) -> bool:
        """Whether the model knows the script of this text; if not, its vector would mean nothing."""
        ...
