"""What a piece of work costs: transactions and statements at the database, calls and texts at the models."""

from collections.abc import Callable
from dataclasses import dataclass

from memgraph_core.bench.clock import watched
from memgraph_core.language.sizes import estimated_tokens
from memgraph_core.models.protocol import Embedder


@dataclass(slots=True)
class Counts:
    """What was asked for so far. Hand `statement` to the database, and have the embedder `counted`."""

    transactions: int = 0
    statements: int = 0
    embeddings: int = 0  # calls of the embedder
    texts: int = 0  # that it was given
    tokens: int = 0  # in them, estimated

    def statement(self, text: str) -> None:
        """Count what is told of a database: BEGIN opens a transaction, COMMIT and ROLLBACK are no statements."""
        if text.startswith("BEGIN"):
            self.transactions += 1
        elif not text.startswith(("COMMIT", "ROLLBACK")):
            self.statements += 1

    def counted(self, embedder: Embedder) -> Embedder:
        """The same embedder, each call of which is counted here."""

        def count(name: str, _seconds: float, arguments: tuple[list[str], ...]) -> None:
            if name == "embed":
                self.embeddings += 1
                self.texts += len(arguments[0])
                self.tokens += sum(map(estimated_tokens, arguments[0]))

        return watched(embedder, count)

    def of(self, work: Callable[[], object]) -> "Counts":
        """What this work alone takes."""
        before = Counts(self.transactions, self.statements, self.embeddings, self.texts, self.tokens)
        work()
        return Counts(
            self.transactions - before.transactions,
            self.statements - before.statements,
            self.embeddings - before.embeddings,
            self.texts - before.texts,
            self.tokens - before.tokens,
        )
