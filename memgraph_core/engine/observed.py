"""A database whose calls are traced, timed and reported."""

from collections.abc import Callable
from functools import wraps
from time import perf_counter
from typing import Any, cast

from memgraph_core.records.counts import StoreCounts
from memgraph_core.store.contract import Database, EmbeddingStamp, Store
from memgraph_core.tracing import span

# Called after each call of a store that succeeded: the verb, its duration in seconds, and its positional arguments.
Listener = Callable[[str, float, tuple[Any, ...]], None]


def ignore_calls(_verb: str, _seconds: float, _arguments: tuple[Any, ...]) -> None:
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
        return cast(Store, _ObservedStore(self._database.store(namespace), self._listener))

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


class _ObservedStore:
    """A store that reports each call. Its attributes are those of the given store."""

    def __init__(self, store: Store, listener: Listener) -> None:
        self._store = store
        self._listener = listener

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  as the attribute of the store
        value = getattr(self._store, name)
        if not callable(value):
            return value
        observed = self._observed(name, value)
        setattr(self, name, observed)  # the next access does not call __getattr__
        return observed

    def _observed(self, verb: str, method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def run(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  as the method
            started = perf_counter()
            with span(f"memgraph_core.store.{verb}"):
                result = method(*args, **kwargs)
            self._listener(verb, perf_counter() - started, args)
            return result

        return run
