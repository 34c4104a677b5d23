"""New changes of a memory for clients that keep a connection open, and the open streams of a server process."""

import threading
from collections import Counter
from collections.abc import Iterable
from datetime import datetime

from memgraph_core.errors import MemgraphError
from memgraph_core.memory import Memory
from memgraph_core.records.changes import Change

_MAX_OPEN = 5  # of one principal
# changes that are read at once; the large page only if more than `_PAGE` are new
_PAGE, _LARGE_PAGE = 100, 10_000


class TooManyStreams(MemgraphError):
    """A principal has too many open streams."""


class EventStreams:
    """The open streams of one server process. Threads may share it."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._lock = threading.Lock()
        self.is_closed = False

    def begin(self, principal: str) -> None:
        """Count a stream of this principal. Raises TooManyStreams if it has five that are open."""
        with self._lock:
            if self._open[principal] >= _MAX_OPEN:
                raise TooManyStreams(
                    f"you have {_MAX_OPEN} open streams of events. Close one of them, or wait until one ends."
                )
            self._open[principal] += 1

    def end(self, principal: str) -> None:
        """The end of a stream that was counted by `begin`."""
        with self._lock:
            self._open -= Counter({principal: 1})

    def count(self) -> int:
        """The number of open streams."""
        with self._lock:
            return self._open.total()

    def close(self) -> None:
        """Tell all streams to end. Each ends within about a second."""
        self.is_closed = True


class ChangeFeed:
    """The changes of a memory that are made after a given change, or after this object is created.

    A change is recognised by its uid, not by its time, because another process may commit a change with an earlier time.
    """

    def __init__(self, memory: Memory, after: str | None = None) -> None:
        """`after` is the uid of a change. `missed` is True if it is not among the newest 10,000: then the feed begins now."""
        self._memory = memory
        self.namespace = memory.namespace
        self.missed = False
        page = memory.changes(limit=_PAGE)
        limit = _PAGE
        if after is not None:
            if all(change.uid != after for change in page):
                page, limit = memory.changes(limit=_LARGE_PAGE), _LARGE_PAGE
            number = next((n for n, change in enumerate(page) if change.uid == after), None)
            self.missed = number is None
            page = page[number or 0 :]
        self._seen = {change.uid for change in page}
        # Changes up to this time are older than the first page. None: the page has all changes.
        self._floor: datetime | None = page[-1].at if page and len(page) >= limit else None

    def new(self) -> tuple[Change, ...]:
        """The changes since the last call, oldest first."""
        page = self._memory.changes(limit=_PAGE)
        if len(page) == _PAGE and all(change.uid not in self._seen for change in page):
            page = self._memory.changes(limit=_LARGE_PAGE)
        found = tuple(change for change in reversed(page) if self._is_new(change))
        self._seen |= {change.uid for change in found}
        return found

    def _is_new(self, change: Change) -> bool:
        return change.uid not in self._seen and (self._floor is None or change.at > self._floor)


def counts_of(change: Change) -> dict[str, int]:
    """The numbers of records that a change concerns, by kind; only those that are not 0."""
    about = change.about
    several: dict[str, Iterable[str | None]] = {
        "turns": {*about.turns, about.turn},
        "notes": {about.note},
        "facts": {*about.facts, about.fact},
        "entities": {about.entity, about.into},
        "items": about.items,
    }
    counts = {kind: sum(uid is not None for uid in uids) for kind, uids in several.items()}
    counts["count"] = about.count or 0
    return {kind: number for kind, number in counts.items() if number}
