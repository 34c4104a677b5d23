"""Metrics of a server for Prometheus. No label has a namespace, a principal or memory text."""

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest

from memgraph_core.server.audit import Outcome

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """Counts and times the requests of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "memgraph_core_requests",
            "Requests by verb and outcome (done, refused, failed).",
            ("verb", "outcome"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "memgraph_core_request_seconds",
            "Duration of the verb of a request, without the time in the queue.",
            ("verb",),
            buckets=_SECONDS,
            registry=self._registry,
        )

    def observe(self, verb: str, outcome: Outcome, seconds: float) -> None:
        """Count a request. A refused one has no duration."""
        self._requests.labels(verb, outcome).inc()
        if outcome != "refused":
            self._seconds.labels(verb).observe(seconds)

    def text(self) -> bytes:
        """All metrics in the text format of Prometheus."""
        return generate_latest(self._registry)
