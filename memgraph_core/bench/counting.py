"""Counts what an operation costs: transactions and statements of the database, calls and texts of the embedder."""

from collections.abc import Callable
from dataclasses import astuple, dataclass

from memgraph_core.engine.observed import ObservedCall, observed
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.models.protocol import Embedder


@dataclass(slots=True)
class Counts:
    """Running counts. Pass `statement` to the database as its callback, and wrap the embedder with `counted`."""

    transactions: int = 0
    statements: int = 0
    embeddings: int = 0  # calls of the embedder
    texts: int = 0  # in these calls
    tokens: int = 0  # of these texts, estimated

    def statement(self, text: str) -> None:
        """Count one statement: BEGIN counts as a transaction, COMMIT and ROLLBACK are not counted."""
        if text.startswith("BEGIN"):
            self.transactions += 1
        elif not text.startswith(("COMMIT", "ROLLBACK")):
            self.statements += 1

    def counted(self, embedder: Embedder) -> Embedder:
        """A proxy of the embedder that counts its calls here."""

        def count(call: ObservedCall) -> None:
            if call.method == "embed":
                texts: list[str] = call.arguments[0]
                self.embeddings += 1
                self.texts += len(texts)
                self.tokens += sum(map(estimated_tokens, texts))

        return observed(embedder, count)

    def of(self, work: Callable[[], object]) -> "Counts":
        """The counts of this work alone. Runs it."""
        before = astuple(self)
        work()
        return Counts(*(after - count for after, count in zip(astuple(self), before, strict=True)))
