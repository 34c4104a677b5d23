"""What can go wrong, and what the caller can do about it.

MemgraphError
  InvalidInput         a value cannot be accepted; the message names it and what would be (a ValueError too)
  ConfigError          a setting is missing or contradicts another; fix it and start again
  ModelError           an embedding or language model could not be loaded or did not answer
    ModelRefused       it answered that it will not: a wrong key or name, too much at once (see `retry_after`)
  ExtractionError      an extractor could not read a turn; the turn stays pending, `retry` runs it again
  ChangeError          a decision cannot be undone; the message says why, and what can be done instead
  StoreError           the database refused; its own error is `__cause__`
    StoreUnavailable   it did not answer or cannot be opened; trying again later may help
    StoreMismatch      the data was written by another version or with another embedding model
    TurnConflict       a turn with this uid is already logged with other words
"""


class MemgraphError(Exception):
    """The base of every error this package raises on purpose."""


class InvalidInput(MemgraphError, ValueError):
    """A value cannot be accepted; the message names it and what would be."""


class ConfigError(MemgraphError):
    """A setting is missing or contradicts another."""


class ModelError(MemgraphError):
    """A model could not be loaded or did not answer."""


class ModelRefused(ModelError):
    """A model's endpoint answered that it will not.

    `retry_after` is in how many seconds it may, if it said so; `of_message` whether it was this message that it
    refused (too long, not to its taste), so that others may fare better.
    """

    def __init__(self, message: str, retry_after: float | None = None, *, of_message: bool = False) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.of_message = of_message


class ExtractionError(MemgraphError):
    """An extractor could not read a turn; the turn stays pending."""


class ChangeError(MemgraphError):
    """A decision cannot be undone."""


class StoreError(MemgraphError):
    """The database refused."""


class StoreUnavailable(StoreError):
    """The database did not answer, or cannot be opened."""


class StoreMismatch(StoreError):
    """The data was written by another version or with another embedding model."""


class TurnConflict(StoreError):
    """A turn with this uid is already logged with other words."""

    @classmethod
    def of(cls, uid: str) -> "TurnConflict":
        """The error as every store tells it: without the words, which are memory."""
        return cls(
            f"turn {uid!r} is already logged with other words. Nothing was logged; give the new words a uid of their own."
        )
