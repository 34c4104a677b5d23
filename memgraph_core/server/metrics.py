"""Metrics of a server for Prometheus. No label has a namespace, a principal or memory text."""

import threading
from collections import Counter as Count
from collections.abc import Callable, Iterable, Iterator, Sequence
from time import monotonic
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from memgraph_core.engine.observed import ObservedCall
from memgraph_core.errors import MemgraphError
from memgraph_core.records.counts import StoreCounts
from memgraph_core.records.graph import Call
from memgraph_core.records.jobs import Job
from memgraph_core.records.plan import Applied, WritePlan
from memgraph_core.server.audit import Outcome
from memgraph_core.server.request_log import note_store_call

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
_STORE_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_JOBS_FOR = 15.0  # seconds after which jobs are counted again
_MAX_WAIT = 2.0  # seconds that a reader of the metrics waits for the counts


class Metrics:
    """Counts and times the requests, the calls of stores and the calls of language models of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = self._counter(
            "requests", "Requests by verb and outcome (done, refused, invalid, failed).", "verb", "outcome"
        )
        self._seconds = self._histogram(
            "request_seconds", "Duration of the verb of a request, without the time in the queue.", _SECONDS
        )
        self._in_progress = self._gauge("requests_in_progress", "Verbs that run now.")
        self._store_seconds = self._histogram(
            "store_seconds", "Duration of a call of the store, mostly one transaction.", _STORE_SECONDS
        )
        self._model_calls = self._counter(
            "model_calls", "Calls of a language model by purpose and outcome.", "kind", "outcome"
        )
        self._model_tokens = self._counter("model_tokens", "Tokens of these calls: in or out.", "direction")
        self._model_cost = self._counter("model_cost", "Cost of these calls, by the prices of the settings.")
        self._model_seconds = self._counter("model_seconds", "Duration of these calls.")

    def observe(self, verb: str, outcome: Outcome, seconds: float) -> None:
        """Count a request and its duration; the duration of a refused one is not recorded."""
        self._requests.labels(verb, outcome).inc()
        if outcome != "refused":
            self._seconds.labels(verb).observe(seconds)

    def in_progress(self) -> Any:  # noqa: ANN401  a context manager of prometheus_client
        """A context manager that counts a verb while it runs."""
        return self._in_progress.track_inprogress()

    def store_called(self, call: ObservedCall) -> None:
        """Record the duration of a call of the store, and count the calls of language models that it stores."""
        note_store_call(call.seconds)
        self._store_seconds.labels(call.method).observe(call.seconds)
        if call.method == "record_calls":
            self._count_calls(call.arguments[0])
        elif call.method == "apply" and isinstance(call.result, Applied):
            plan: WritePlan = call.arguments[0]
            self._count_calls(plan.calls)

    def show_jobs(self, jobs: Callable[[], Iterable[Job]]) -> None:
        """Add the numbers of the jobs, which are read when the metrics are read. Call it at most once."""
        self._registry.register(_Jobs(jobs))

    def show_state(
        self, counts: Callable[[], StoreCounts], operations: Callable[[], int], streams: Callable[[], int]
    ) -> None:
        """Add the counts of the database and the numbers of unfinished operations and open streams. Call it at most once."""
        self._registry.register(_Store(counts))
        self._gauge("operations", "Operations that are queued or run.").set_function(operations)
        self._gauge("event_streams", "Open streams of events.").set_function(streams)

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return generate_latest(self._registry)

    def _count_calls(self, calls: Sequence[Call]) -> None:
        for call in calls:
            self._model_calls.labels(call.kind, call.outcome).inc()
            self._model_tokens.labels("in").inc(call.tokens_in)
            self._model_tokens.labels("out").inc(call.tokens_out)
            self._model_cost.inc(call.cost)
            self._model_seconds.inc(call.seconds)

    def _counter(self, name: str, text: str, *labels: str) -> Counter:
        return Counter(f"memgraph_core_{name}", text, labels, registry=self._registry)

    def _gauge(self, name: str, text: str) -> Gauge:
        return Gauge(f"memgraph_core_{name}", text, registry=self._registry)

    def _histogram(self, name: str, text: str, buckets: Sequence[float]) -> Histogram:
        return Histogram(f"memgraph_core_{name}", text, ("verb",), buckets=buckets, registry=self._registry)


class _Store(Collector):
    """What the database of this process has counted."""

    def __init__(self, counts: Callable[[], StoreCounts]) -> None:
        self._counts = counts

    def collect(self) -> Iterator[CounterMetricFamily]:
        """The round trips and the lookups in caches."""
        counts = self._counts()
        trips = CounterMetricFamily(
            "memgraph_core_store_round_trips",
            "Statements and commits that were sent to a database server; 0 for a file.",
        )
        trips.add_metric((), counts.round_trips)
        lookups = CounterMetricFamily(
            "memgraph_core_cache_lookups",
            "Records that were looked up in the cache of a file (hit, miss); 0 for a database server.",
            labels=("result",),
        )
        lookups.add_metric(("hit",), counts.cache_hits)
        lookups.add_metric(("miss",), counts.cache_misses)
        yield from (trips, lookups)


class _Jobs(Collector):
    """Counts the jobs and the pending turns when the metrics are read, at most once in 15 seconds.

    While the database does not answer, the last known numbers are shown.
    """

    def __init__(self, jobs: Callable[[], Iterable[Job]]) -> None:
        self._jobs = jobs
        self._lock = threading.Lock()
        self._counted_at = -_JOBS_FOR
        self._counting: threading.Thread | None = None
        self._known: tuple[int, Count[tuple[str, str]]] | None = None  # pending turns, jobs by kind and state

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Nothing, so that registering this collector does not read the database."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The metrics of jobs, within two seconds; none if the database has not answered yet."""
        with self._lock:
            if self._counting is None and monotonic() - self._counted_at >= _JOBS_FOR:
                self._counting = threading.Thread(target=self._count, name="count-jobs", daemon=True)
                self._counting.start()
            counting = self._counting
        if counting is not None:
            counting.join(_MAX_WAIT)
        if self._known is None:
            return
        turns, states = self._known
        pending = GaugeMetricFamily(
            "memgraph_core_pending_turns", "Turns that are not extracted yet, of at most 1,000 namespaces."
        )
        pending.add_metric((), turns)
        jobs = GaugeMetricFamily(
            "memgraph_core_jobs", "Jobs by kind and state (queued, leased, dead).", labels=("kind", "state")
        )
        for (kind, state), number in sorted(states.items()):
            jobs.add_metric((kind, state), number)
        yield from (pending, jobs)

    def _count(self) -> None:
        try:
            jobs = list(self._jobs())
            states = Count((job.kind, "leased" if job.reader else job.state) for job in jobs)
            self._known = sum(job.count for job in jobs if job.kind == "derive"), states
            self._counted_at = monotonic()
        except MemgraphError:  # the next reader of the metrics tries again
            pass
        finally:
            with self._lock:
                self._counting = None
