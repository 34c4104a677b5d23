"""Jobs: background work. Pending turns and plans request it, and workers do it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time
from typing import Literal

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import uid_of

# derive: extract the pending turns of a session. consolidate: update the abstractions of the namespace.
JobKind = Literal["derive", "consolidate"]
JobState = Literal["queued", "dead"]  # a dead job has failed too often; only a person queues it again
JobOutcome = Literal["done", "failed", "dead"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work that is not done yet. A namespace has at most one job of each kind and session."""

    uid: str
    kind: JobKind
    session: str = ""  # of a job `derive`; empty for `consolidate`, which concerns the whole namespace
    # derive: pending turns of the session; consolidate: new notes since the last consolidation.
    count: int = 0
    # consolidate: time of the first request; derive: when the last pending turn was logged.
    requested_at: datetime
    session_ended: bool = False  # whether a session has ended since the last consolidation
    # After a failure, or when a person queued it again; None: `plan.jobs` decides.
    due_at: datetime | None = None
    attempts: int = 0  # since the request; an attempt counts from its lease
    error: str = ""  # why the last attempt failed
    state: JobState = "queued"
    reader: str | None = None  # the worker that has leased it
    leased_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRequest:
    """A request of a consolidation, written with the plan that causes it. The counts of all requests of a job are added."""

    uid: str
    kind: JobKind
    count: int
    at: datetime
    session_ended: bool = False


@dataclass(frozen=True, slots=True)
class PendingTurns:
    """The pending turns of a session: how many, and when the last one was logged."""

    session: str
    count: int
    last_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class JobUpdate:
    """Jobs to write, and uids of jobs to remove. Other jobs do not change."""

    put: tuple[Job, ...] = ()
    removed: tuple[str, ...] = ()


# Decides about the present jobs. It may be called twice, so it must have no side effects.
Decide = Callable[[tuple[Job, ...]], JobUpdate]


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRun:
    """One attempt of a worker."""

    namespace: str
    job: Job
    outcome: JobOutcome
    seconds: float
    error: str = ""


def job_uid(namespace: str, kind: JobKind, session: str = "") -> str:
    """The uid of the job of this kind and session. It is the same for the requests of all writers."""
    return uid_of(namespace, "job", kind, session)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The hours of a day in which a worker consolidates, from `start` until before `end`. They may contain midnight."""

    start: time
    end: time

    @classmethod
    def of(cls, text: str) -> "QuietHours":
        """The hours of a text such as `02:00-05:00`: two different times without a zone. Raises InvalidInput."""
        try:
            start, end = map(time.fromisoformat, text.split("-"))
        except ValueError:
            raise _refused(text) from None
        if start == end or start.tzinfo or end.tzinfo:
            raise _refused(text)
        return cls(start, end)

    def contains(self, moment: datetime) -> bool:
        """Whether the time of day of a moment, in its own zone, is in these hours."""
        now = moment.time()
        if self.start <= self.end:
            return self.start <= now < self.end
        return now >= self.start or now < self.end


def _refused(text: str) -> InvalidInput:
    return InvalidInput(
        f"the quiet hours are {text!r:.80}; give two different times without a zone, such as 02:00-05:00."
    )
