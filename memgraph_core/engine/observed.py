"""A database whose calls are traced, timed and reported."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from time import perf_counter
from typing import Any, TypeVar, cast

from memgraph_core.records.counts import StoreCounts
from memgraph_core.store.contract import Database, EmbeddingStamp, Store
from memgraph_core.tracing import span

Wrapped = TypeVar("Wrapped")


@dataclass(frozen=True, slots=True)
class ObservedCall:
    """A call of a method that succeeded, with its positional arguments."""

    method: str
    seconds: float
    arguments: tuple[Any, ...]
    result: Any


Listener = Callable[[ObservedCall], None]


def ignore_calls(_call: ObservedCall) -> None:
    """The listener of a database that is only traced."""


class ObservedDatabase:
    """A database with a span around each call of its stores. Most calls are one transaction."""

    def __init__(self, database: Database, listener: Listener = ignore_calls) -> None:
        self._database = database
        self._listener = listener

    @property
    def unobserved(self) -> Database:
        """The database without observation."""
        return self._database

    @property
    def stamp(self) -> EmbeddingStamp | None:
        """See `Database.stamp`."""
        return self._database.stamp

    def store(self, namespace: str) -> Store:
        """See `Database.store`."""
        return observed(self._database.store(namespace), self._listener, kind="store")

    def namespaces(self) -> tuple[str, ...]:
        """See `Database.namespaces`."""
        return self._database.namespaces()

    def with_stamp(self, stamp: EmbeddingStamp | None) -> Database:
        """See `Database.with_stamp`."""
        return ObservedDatabase(self._database.with_stamp(stamp), self._listener)

    def counts(self) -> StoreCounts:
        """See `Database.counts`."""
        return self._database.counts()

    def close(self) -> None:
        """See `Database.close`."""
        self._database.close()


class _Observed:
    """An object that reports each call of its methods. Its attributes are those of the wrapped object."""

    def __init__(self, wrapped: object, kind: str, listener: Listener) -> None:
        self._wrapped = wrapped
        self._kind = kind
        self._listener = listener

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  as the attribute of the wrapped object
        value = getattr(self._wrapped, name)
        if not callable(value):
            return value
        reported = self._reported(name, value)
        setattr(self, name, reported)  # the next access does not call __getattr__
        return reported

    def _reported(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def run(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  as the method
            started = perf_counter()
            with span(f"memgraph_core.{self._kind}.{name}"):
                result = method(*args, **kwargs)
            self._listener(ObservedCall(name, perf_counter() - started, args, result))
            return result

        return run


def observed(wrapped: Wrapped, listener: Listener, *, kind: str = "call") -> Wrapped:
    """A proxy of the object with a span around each call of a method. A call that succeeds is reported to the listener."""
    return cast(Wrapped, _Observed(wrapped, kind, listener))
