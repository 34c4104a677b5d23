"""A worker: runs the due jobs of some or all namespaces of a database, repeatedly, until it is stopped."""

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import Event, Thread

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.jobs import Permissions, run_due
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.errors import MemgraphError
from memgraph_core.records.jobs import JobKind, JobRun, QuietHours

_log = logging.getLogger(__name__)

PAUSE = 5.0  # seconds until the worker looks for due jobs again
# Seconds after which the interpreter lets another thread run (5 ms by default). A search of another thread waits this long after
# each of its statements while a job computes.
_SWITCH_INTERVAL = 0.0005


@dataclass(slots=True)
class Worker:
    """Runs jobs. Any number of workers may share a database.

    `names` are the namespaces that it serves; without names it serves all, also those that are created later. With
    `quiet_hours` (times of day in the time zone of the settings) it runs each requested consolidation in these hours, and none
    outside them. Without them it runs a consolidation when enough notes are new. `max_cost` is an amount in the unit of the
    ledger: when the ledgers of its namespaces have grown by this amount, it extracts no more turns with a language model.
    Calls of other programs count too.
    """

    engine: MemoryEngine
    names: Sequence[str] = ()
    quiet_hours: QuietHours | None = None
    max_cost: float | None = None
    stopped: Event = field(default_factory=Event)
    _open: dict[str, OpenNamespace] = field(default_factory=dict[str, OpenNamespace])
    _cost_before: dict[str, float] = field(default_factory=dict[str, float])

    def run_once(self, clock: Callable[[], datetime] | None = None) -> Iterator[JobRun]:
        """Run all due jobs, one namespace after the other. Yields each attempt when it has ended. Raises StoreError."""
        for name in self._served():
            yield from self._run_in(name, clock or self.engine.clock)

    def run(self, report: Callable[[JobRun], None]) -> None:
        """Run jobs until `stopped` is set, and call `report` after each attempt.

        An error of a namespace is logged. The worker then serves the next namespace, and this one again after a pause.
        """

        def once() -> None:
            for name in self._served():
                for run in _until_error(self._run_in(name, self.engine.clock)):
                    report(run)

        _repeat(once, self.stopped)

    def _served(self) -> Sequence[str]:
        return self.names or self.engine.database.namespaces()

    def _run_in(self, name: str, clock: Callable[[], datetime]) -> Iterator[JobRun]:
        """Run the due jobs of a namespace. When `max_cost` is spent, only consolidations are left."""
        namespace = self._namespace(name)
        for run in run_due(namespace, clock, self._permissions(clock())):
            yield run
            if run.job.kind == "derive" and self._cost_is_spent():
                break
        else:
            return
        yield from run_due(namespace, clock, self._permissions(clock()))

    def _namespace(self, name: str) -> OpenNamespace:
        if name not in self._open:
            self._open[name] = OpenNamespace(self.engine, name)
            self._cost_before[name] = self._cost(name)
        return self._open[name]

    def _permissions(self, now: datetime) -> Permissions:
        kinds: list[JobKind] = []
        if not self._cost_is_spent():
            kinds.append("derive")
        quiet = self.quiet_hours is not None and self.quiet_hours.contains(
            now.astimezone(self.engine.settings.zone)
        )
        if quiet or self.quiet_hours is None:
            kinds.append("consolidate")
        return Permissions(kinds=tuple(kinds), quiet=quiet, is_stopped=self.stopped.is_set)

    def _cost_is_spent(self) -> bool:
        """Whether `max_cost` is spent, so that no language model may be called. Always false with the rules, which call none."""
        if self.max_cost is None or not self.engine.windowed:
            return False
        return sum(self._cost(name) - before for name, before in self._cost_before.items()) >= self.max_cost

    def _cost(self, name: str) -> float:
        return self._open[name].store.record_calls(()).cost


class BackgroundWorker:
    """A worker for one open namespace in a thread of this process.

    It shortens the switch interval of the interpreter, so that searches of other threads wait less.
    """

    def __init__(self, namespace: OpenNamespace) -> None:
        sys.setswitchinterval(min(sys.getswitchinterval(), _SWITCH_INTERVAL))
        self._namespace = namespace
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="memgraph-core worker", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop the thread after the current step of its job, and wait until it has ended."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        permissions = Permissions(is_stopped=self._stopped.is_set)

        def once() -> None:
            namespace = self._namespace
            for _ in run_due(namespace, namespace.engine.clock, permissions):
                pass

        _repeat(once, self._stopped)


def _repeat(once: Callable[[], None], stopped: Event) -> None:
    """Call `once` again after each `PAUSE`, until `stopped` is set. Errors of this package are logged."""
    while not stopped.is_set():
        try:
            once()
        except MemgraphError as e:
            _log_error(e)
        stopped.wait(PAUSE)


def _until_error(runs: Iterator[JobRun]) -> Iterator[JobRun]:
    """The attempts until an error of this package, which is logged."""
    try:
        yield from runs
    except MemgraphError as e:
        _log_error(e)


def _log_error(error: MemgraphError) -> None:
    """Log the class of an error. The message may contain text of a turn."""
    _log.warning("the worker continues after a pause: %s", type(error).__name__)
