"""Jobs: background work that the log and the plans request, and that workers do."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time
from typing import Literal

from memgraph_core.errors import InvalidInput
from memgraph_core.records.graph import uid_of

# derive: extract the pending turns of a session. consolidate: derive the abstractions of the namespace again.
JobKind = Literal["derive", "consolidate"]
JobState = Literal["queued", "dead"]  # a dead job has failed too often; only a person queues it again
JobOutcome = Literal["done", "failed", "dead"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work that is not done yet. A namespace has at most one job of each kind and session."""

    uid: str
    kind: JobKind
    session: str = ""  # of a job that derives; empty: the whole namespace
    count: int = 0  # pending turns of the session; new notes since the last consolidation
    requested_at: datetime  # when the first of them was requested; for pending turns the last one
    session_ended: bool = False  # since the last consolidation
    due_at: datetime | None = (
        None  # after a failure, or when a person queued it again; None: `plan.jobs` decides
    )
    attempts: int = 0  # since it was requested; a lease begins an attempt
    error: str = ""  # why the last attempt failed
    state: JobState = "queued"
    reader: str | None = None  # the worker that has leased it
    leased_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRequest:
    """Requests a consolidation with the plan that causes it. Requests of one job are added up."""

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
    """Jobs to write, and uids of jobs to remove."""

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
    """The uid of the job of this kind, which requests of all writers share."""
    return uid_of(namespace, "job", kind, session)


@dataclass(frozen=True, slots=True)
class QuietHours:
    """The hours of a day in which a worker consolidates. They may contain midnight."""

    start: time
    end: time

    @classmethod
    def of(cls, text: str) -> "QuietHours":
        """The hours of a text such as `02:00-05:00`. Raises InvalidInput."""
        try:
            start, end = map(time.fromisoformat, text.split("-"))
        except ValueError:
            raise InvalidInput(
                f"the quiet hours are {text!r:.80}; give two times such as 02:00-05:00."
            ) from None
        return cls(start, end)

    def contains(self, moment: datetime) -> bool:
        """Whether a moment, on the clock of its zone, is in these hours."""
        now = moment.time()
        if self.start <= self.end:
            return self.start <= now < self.end
        return now >= self.start or now < self.end
