"""Long verbs that run in the background of a server process, and their results for the principal that started them."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Literal
from uuid import uuid4

from memgraph_core.errors import InvalidInput, MemgraphError, StoreError, StoreUnavailable
from memgraph_core.records.progress import Progress

State = Literal["queued", "running", "done", "failed"]

# What an operation runs: it reports its progress as (done, all), and returns the JSON of its result.
Work = Callable[[Progress], object]

_log = logging.getLogger(__name__)

_THREADS = 2
_MAX_KEPT = 1_000  # operations that are known, unless more are unfinished
_MAX_UNFINISHED = 10  # of one principal


class TooManyOperations(MemgraphError):
    """A principal has too many operations that are not finished."""


@dataclass(slots=True)
class Operation:
    """One run of a verb. The fields after `created_at` change until it is finished; `done` of `total` is its progress."""

    id: str
    principal: str
    verb: str
    namespace: str
    created_at: datetime
    state: State = "queued"
    done: int = 0
    total: int = 0
    result: object = None
    error: MemgraphError | None = None
    finished: threading.Event = field(default_factory=threading.Event, repr=False)


class Operations:
    """The operations of one server process. Threads may share it."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._known: OrderedDict[tuple[str, str], Operation] = OrderedDict()
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(_THREADS, "operation")
        self._is_closed = False

    def start(
        self, principal: str, verb: str, namespace: str, work: Work, *, id: str | None = None
    ) -> Operation:
        """Run `work` when a thread is free. An operation of this principal with the same `id` is returned instead.

        Raises InvalidInput if that operation is another verb or in another namespace, and TooManyOperations if ten operations
        of the principal are not finished, and StoreUnavailable after `close`.
        """
        started = Operation(id or uuid4().hex, principal, verb, namespace, self._clock())
        key = principal, started.id
        with self._lock:
            if (known := self._known.get(key)) is not None:
                if (known.verb, known.namespace) != (verb, namespace):
                    raise InvalidInput(
                        f"the operation {id!r} is already in use for {known.verb}. Give another id."
                    )
                return known
            if self._is_closed:
                raise StoreUnavailable(
                    "the server is being stopped. Send the request again to a running server."
                )
            of_principal = [each for each in self._known.values() if each.principal == principal]
            if sum(not each.finished.is_set() for each in of_principal) >= _MAX_UNFINISHED:
                raise TooManyOperations(
                    f"you have {_MAX_UNFINISHED} operations that are not finished. Wait until one of them ends."
                )
            self._known[key] = started
            self._drop_oldest()
            future = self._threads.submit(self._run, started, work)
        future.add_done_callback(partial(self._end, started))
        return started

    def get(self, principal: str, id: str) -> Operation | None:
        """The operation of this principal with this id; None if there is none, or if another principal started it."""
        with self._lock:
            return self._known.get((principal, id))

    def of(self, principal: str) -> list[Operation]:
        """The operations of a principal, newest first."""
        with self._lock:
            return [each for each in reversed(self._known.values()) if each.principal == principal]

    def unfinished(self) -> int:
        """The number of operations that are queued or run."""
        with self._lock:
            return sum(not each.finished.is_set() for each in self._known.values())

    def close(self) -> None:
        """Wait for the operations that run. Those that are queued fail, and no further ones are accepted."""
        with self._lock:
            self._is_closed = True
        self._threads.shutdown(cancel_futures=True)

    def _run(self, operation: Operation, work: Work) -> None:
        def report(done: int, total: int) -> None:
            operation.done, operation.total = done, total

        operation.state = "running"
        try:
            operation.result = work(report)
        except MemgraphError as e:
            self._fail(operation, e)
        else:
            operation.state = "done"
            operation.finished.set()

    def _end(self, operation: Operation, future: Future[None]) -> None:
        """Called when `_run` has ended or was cancelled. Records an error that is not one of this package."""
        if future.cancelled():
            reason = "the server was stopped before the operation began. Start it again."
            self._fail(operation, StoreError(reason))
        elif (error := future.exception()) is not None:
            _log.error("the operation %s (%s) failed", operation.id, operation.verb, exc_info=error)
            reason = f"the operation failed with {type(error).__name__}, which is a bug. The log of the server shows where."
            self._fail(operation, StoreError(reason))

    def _fail(self, operation: Operation, error: MemgraphError) -> None:
        operation.error = error
        operation.state = "failed"
        operation.finished.set()

    def _drop_oldest(self) -> None:
        """Forget the oldest finished operations until at most `_MAX_KEPT` are known."""
        for key in [key for key, each in self._known.items() if each.finished.is_set()]:
            if len(self._known) <= _MAX_KEPT:
                return
            del self._known[key]
