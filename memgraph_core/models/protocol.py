"""The protocols that the engine requires of embedders and chat models."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from memgraph_core.records.kinds import Matrix


class Embedder(Protocol):
    """Turns texts into unit vectors. Creation is cheap; the first text loads the weights."""

    @property
    def name(self) -> str:
        """The model's name, as the embedding stamp stores it."""
        ...

    @property
    def dimension(self) -> int:
        """Numbers per vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Matrix:
        """One row per text, of unit length, in the order of the texts. Raises ModelError."""
        ...

    def reads(self, text: str) -> bool:
        """Whether the model knows the script of this text. If not, its vector is meaningless."""
        ...


# Each message has `role` (system, user or assistant) and `content`: a text, or for models that read images a list of parts
# as in OpenAI's Chat Completions.
Messages = Sequence[Mapping[str, Any]]
Schema = Mapping[str, object]  # a JSON schema


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatAnswer:
    """The answer of a language model with its cost. Token numbers are estimated if the model reports none."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cut: bool = False  # ended at the token limit


class ChatModel(Protocol):
    """Turns messages into text. Creation is cheap; threads may share it.

    With a `schema`, the text should be a JSON object of that schema. The schema is enforced if the model supports
    that; otherwise only the messages describe it. Callers validate the answer in either case.
    """

    @property
    def name(self) -> str:
        """The model's name in the call ledger."""
        ...

    def answer(self, messages: Messages, schema: Schema | None = None) -> ChatAnswer:
        """One answer. Raises ModelRefused if the endpoint refuses, ModelError if there is no usable answer."""
        ...
