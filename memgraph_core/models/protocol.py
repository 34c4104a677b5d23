"""What turns text into vectors, and messages into text, as the engine needs it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from memgraph_core.records.kinds import Matrix


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


Messages = Sequence[Mapping[str, str]]  # each with `role` (system, user, assistant) and `content`
Schema = Mapping[str, object]  # a JSON schema


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatAnswer:
    """What a language model answered, and what it took. Tokens that it did not count are estimated."""

    text: str
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    cut: bool = False  # it ended because it was too long


class ChatModel(Protocol):
    """Messages in, text out. Making one is cheap; threads may share it.

    With a `schema` the text should be a JSON object of that shape: a model that can be held to it is, and one that
    cannot is left to what the messages say. Who asks reads the answer with care all the same.
    """

    @property
    def name(self) -> str:
        """The model, as the ledger names it."""
        ...

    def answer(self, messages: Messages, schema: Schema | None = None) -> ChatAnswer:
        """One answer. Raises ModelRefused where the endpoint says no, ModelError where it says nothing of use."""
        ...
