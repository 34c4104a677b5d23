"""The errors that this package raises, and what the caller can do about them.

MemgraphError
  InvalidInput         a value is not accepted; the message contains the value and the remedy (also a ValueError)
  ConfigError          a setting is missing or contradicts another one; correct it and start again
  ModelError           an embedding or language model could not be loaded or did not answer
    ModelRefused       the endpoint refused the request: wrong key or name, or too many requests (see `retry_after`)
    BudgetSpent        a budget for calls of language models is spent, and no call was made
  ToolError            an external service of an agent's tool did not answer, or it does not know the answer
  ExtractionError      an extractor failed; the turns stay pending, and `retry` extracts them again
  Forbidden            the token of a server is not valid, or it does not grant the right that the call needs
  ChangeError          a decision cannot be undone; the message contains the reason and an alternative
  StoreError           the database reported an error, which is `__cause__`
    StoreUnavailable   the database did not answer or cannot be opened; a later attempt may succeed
    StoreMismatch      the data was written by another version or with another embedding model
    TurnConflict       a turn with this uid is already logged with another text
"""


class MemgraphError(Exception):
    """The base class of all errors of this package."""


class InvalidInput(MemgraphError, ValueError):
    """A value is not accepted. The message contains the value and the remedy."""


class ConfigError(MemgraphError):
    """A setting is missing or contradicts another one."""


class NeedsNeo4j(ConfigError):
    """The memory is a SQLite file, and this verb needs Neo4j."""


class ModelError(MemgraphError):
    """A model could not be loaded or did not answer."""


class ModelRefused(ModelError):
    """The endpoint of a model refused a request.

    `retry_after` is the number of seconds to wait, if the endpoint gave it. `of_message` is True if the content of this
    request was refused (too long, or filtered), so that other requests may succeed.
    """

    def __init__(self, message: str, retry_after: float | None = None, *, of_message: bool = False) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.of_message = of_message


class BudgetSpent(ModelError):
    """A budget for calls of language models is spent. No call was made."""


class ToolError(MemgraphError):
    """A tool of an agent failed. The agent goes on, and the result is not stored."""


class ExtractionError(MemgraphError):
    """An extractor failed. The turns stay pending."""


class ChangeError(MemgraphError):
    """A decision cannot be undone."""


class Forbidden(MemgraphError):
    """The token of a server is not valid, or it grants too little. The message does not show whether a namespace exists."""


class StoreError(MemgraphError):
    """The database reported an error."""


class StoreUnavailable(StoreError):
    """The database did not answer, or cannot be opened."""


class StoreMismatch(StoreError):
    """The data was written by another version or with another embedding model."""


class TurnConflict(StoreError):
    """A turn with this uid is already logged with another text."""

    @classmethod
    def of(cls, uid: str) -> "TurnConflict":
        """The error for a uid. The message does not contain the texts, because they are memory content."""
        return cls(
            f"turn {uid!r} is already logged with another text. Nothing was logged; give the new text its own uid."
        )
