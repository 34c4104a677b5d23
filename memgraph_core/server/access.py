"""Access of principals to memories: checks the grant, opens the namespace, and records the request."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sized
from typing import TypeVar

from starlette.exceptions import HTTPException

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import Forbidden, InvalidInput, MemgraphError
from memgraph_core.memory import Memory
from memgraph_core.records.jobs import Job
from memgraph_core.records.validation import checked_name
from memgraph_core.remote.verbs import Right
from memgraph_core.server.audit import AuditLog, AuditRecord, Outcome
from memgraph_core.server.event_streams import EventStreams
from memgraph_core.server.metrics import Metrics
from memgraph_core.server.operations import Operations
from memgraph_core.server.principals import Principal
from memgraph_core.server.problems import is_of_caller
from memgraph_core.server.request_log import note_verb

T = TypeVar("T")

_MAX_OPEN = 1_000  # namespaces whose handle is kept
_MAX_COUNTED = 1_000  # namespaces whose jobs the metrics count: each costs a read


class Access:
    """Runs verbs for principals on the memories of one engine. Threads may share it."""

    def __init__(self, engine: MemoryEngine, audit: AuditLog | None = None) -> None:
        self.engine = engine
        self.operations = Operations(engine.clock)
        self.streams = EventStreams()
        self.metrics = Metrics()
        self.metrics.show_jobs(self._jobs)
        self.metrics.show_state(engine.database.counts, self.operations.unfinished, self.streams.count)
        engine.observe(self.metrics.store_called)
        self._audit = audit
        self._memories: OrderedDict[str, Memory] = OrderedDict()
        self._lock = threading.Lock()

    def run(
        self,
        principal: Principal,
        right: Right,
        verb: str,
        work: Callable[[Memory], T],
        *,
        namespace: str | None = None,
        request: str = "",
    ) -> T:
        """Run a verb on a namespace, by default the only one that is granted to the principal by name.

        Raises Forbidden without a grant, InvalidInput without a namespace, and the errors of the verb.
        """
        name = self.check(principal, right, verb, namespace, request)
        return self.recorded(
            principal, verb, lambda: work(self._memory(name)), namespace=name, request=request
        )

    def recorded(
        self,
        principal: Principal,
        verb: str,
        work: Callable[[], T],
        *,
        namespace: str = "",
        request: str = "",
    ) -> T:
        """Run work that needs no further grant, and record it, also after an unexpected error."""
        note_verb(verb, namespace)
        started = time.perf_counter()
        outcome: Outcome = "failed"
        count = 0
        try:
            with self.metrics.in_progress():
                result = work()
            outcome, count = "done", len(result) if isinstance(result, Sized) else 1
            return result
        except (MemgraphError, HTTPException) as e:
            outcome = "invalid" if is_of_caller(e) else "failed"
            raise
        finally:
            self.metrics.observe(verb, outcome, time.perf_counter() - started)
            self._record(principal, verb, namespace, outcome, count, request)

    def check(
        self, principal: Principal, right: Right, verb: str, namespace: str | None, request: str = ""
    ) -> str:
        """The namespace of a request that is allowed. Raises and records as `run` does for one that is not."""
        name = namespace_for(principal, namespace)
        if not principal.may(right, name):
            note_verb(verb, name)
            self.metrics.observe(verb, "refused", 0.0)
            self._record(principal, verb, name, "refused", 0, request)
            raise Forbidden(
                f"{principal.name!r} may not {right} the namespace {name!r}. Use a token with the grant {name}:{right}."
            )
        return name

    def _jobs(self) -> Iterator[Job]:
        """The jobs of the first namespaces."""
        for name in self.engine.database.namespaces()[:_MAX_COUNTED]:
            yield from self.engine.database.store(name).jobs()

    def _memory(self, namespace: str) -> Memory:
        with self._lock:
            memory = self._memories.get(namespace)
            if memory is not None:
                self._memories.move_to_end(namespace)
                return memory
        memory = Memory(self.engine, namespace)  # reads from the store: not under the lock
        with self._lock:
            memory = self._memories.setdefault(namespace, memory)
            while len(self._memories) > _MAX_OPEN:
                self._memories.popitem(last=False)
        return memory

    def _record(
        self, principal: Principal, verb: str, namespace: str, outcome: Outcome, count: int, request: str
    ) -> None:
        if self._audit is not None:
            self._audit.write(
                AuditRecord(
                    at=self.engine.clock().isoformat(),
                    principal=principal.name,
                    verb=verb,
                    namespace=namespace,
                    outcome=outcome,
                    count=count,
                    request=request,
                )
            )


def namespace_for(principal: Principal, namespace: str | None) -> str:
    """The namespace of a request. Raises InvalidInput when the principal has several and the request names none."""
    name = principal.default_namespace if namespace is None else namespace
    if name is None:
        raise InvalidInput("no namespace is given, and your token is for several. Give `namespace`.")
    return checked_name(name, "namespace")
