"""Limits of each principal: how many requests it may send."""

import threading
from dataclasses import dataclass

_MAX_KNOWN = 10_000  # principals whose state is kept


@dataclass(slots=True)
class _Bucket:
    tokens: float
    at: float


class RateLimit:
    """At most `rate` requests per second for each principal over time, and twice as many at once (token bucket).

    Each server process has its own counters.
    """

    def __init__(self, rate: float) -> None:
        """`rate` is in requests per second."""
        self._rate = rate
        self._burst = max(2 * rate, 1.0)
        self._buckets: dict[str, _Bucket] = {}
        self._lock = threading.Lock()

    def wait_for(self, principal: str, now: float) -> float:
        """Seconds until the request is allowed; 0 allows it now and counts it. `now` is a monotonic time."""
        with self._lock:
            if len(self._buckets) >= _MAX_KNOWN and principal not in self._buckets:
                self._buckets = {name: b for name, b in self._buckets.items() if not self._is_full(b, now)}
            bucket = self._buckets.setdefault(principal, _Bucket(self._burst, now))
            bucket.tokens = min(self._burst, bucket.tokens + (now - bucket.at) * self._rate)
            bucket.at = now
            if bucket.tokens < 1:
                return (1 - bucket.tokens) / self._rate
            bucket.tokens -= 1
            return 0.0

    def _is_full(self, bucket: _Bucket, now: float) -> bool:
        return bucket.tokens + (now - bucket.at) * self._rate >= self._burst
