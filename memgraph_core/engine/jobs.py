"""Runs the due jobs of a namespace.

If a worker ends after the work of a job and before it removes the job, the job runs twice. Both kinds of jobs allow this:
a turn is extracted only once, and a second consolidation changes nothing.
"""

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from traceback import extract_tb

from memgraph_core.engine.leases import new_reader, reader_has_ended
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.errors import ExtractionError, InvalidInput, MemgraphError, StoreUnavailable
from memgraph_core.plan.jobs import LEASE, Conditions, fail, finish, lease_next, queue_again, release, renew
from memgraph_core.records.jobs import Job, JobKind, JobOutcome, JobRun
from memgraph_core.store.contract import Store

_log = logging.getLogger(__name__)

# The rules extract a turn while it is added, so a turn that is pending for longer was left by a program that ended.
_IDLE = timedelta(minutes=1)
_MAX_ERROR = 500  # characters


class Interrupted(Exception):
    """A worker was stopped during a job."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Permissions:
    """What a worker may do now."""

    kinds: tuple[JobKind, ...] = ("derive", "consolidate")  # in this order
    quiet: bool = False  # whether it is in its quiet hours
    is_stopped: Callable[[], bool] = lambda: False


def run_due(
    namespace: OpenNamespace, clock: Callable[[], datetime], permissions: Permissions
) -> Iterator[JobRun]:
    """Run the due jobs one after the other, until none is left or the worker is stopped. Yields each attempt when it has ended.

    A failed job is queued again, or is dead after its last attempt. Raises StoreError; the lease on the job then expires.
    """
    reader = new_reader()
    while not permissions.is_stopped() and (job := _lease(namespace, clock(), permissions, reader)):
        try:
            yield _run(namespace, job, clock, permissions)
        except Interrupted:
            namespace.store.update_jobs(partial(release, job=job))


def retry_jobs(store: Store, uids: tuple[str, ...], now: datetime) -> tuple[Job, ...]:
    """Make jobs due now, and return them. See `Memory.retry_jobs`."""
    unknown = set(uids) - {job.uid for job in store.jobs()}
    if unknown:
        raise InvalidInput(f"no job has the uid {min(unknown)!r:.80}. List the jobs.")
    return store.update_jobs(partial(queue_again, uids=uids, now=now)).put


def _lease(namespace: OpenNamespace, now: datetime, permissions: Permissions, reader: str) -> Job | None:
    """Lease the next due job; None if no job is due.

    The jobs are first read without a write lock, because most workers find no due job. The records are counted only if the number
    of new notes would be enough for a small namespace.
    """
    engine, store = namespace.engine, namespace.store
    jobs = store.jobs()
    conditions = Conditions(
        now=now,
        notes=0,
        idle=timedelta(minutes=engine.settings.ingest.idle) if engine.windowed else _IDLE,
        kinds=permissions.kinds,
        quiet=permissions.quiet,
    )
    decide = partial(lease_next, reader=reader, has_ended=reader_has_ended)
    if not decide(jobs, conditions).put:
        return None
    if any(job.kind == "consolidate" for job in jobs):
        conditions = replace(conditions, notes=store.stats().notes)
        if not decide(jobs, conditions).put:
            return None
    decide = partial(decide, conditions=conditions)
    return next((job for job in store.update_jobs(decide).put if job.reader == reader), None)


def _run(
    namespace: OpenNamespace, job: Job, clock: Callable[[], datetime], permissions: Permissions
) -> JobRun:
    """Run a job. Remove it when it is done; after an error of any class queue it again or mark it as dead.

    Raises Interrupted if the worker is stopped, and StoreError if the store does not accept the result.
    """
    began = time.monotonic()
    run = JobRun(namespace=namespace.store.namespace, job=job, outcome="done", seconds=0.0)
    try:
        if job.kind == "derive":
            _derive(namespace, job, clock())
        else:
            _consolidate(namespace, job, clock, permissions)
    except (Interrupted, StoreUnavailable):
        raise
    except MemgraphError as e:
        error, name = f"{type(e).__name__}: {e}"[:_MAX_ERROR], type(e).__name__
    # Jobs pass arbitrary text to parsers and models. An error in these must not end the worker, nor the next workers that lease
    # the job. Only the class and the position of the error are stored, because its message may contain text of a turn.
    except Exception as e:  # noqa: BLE001
        error, name = f"unexpected {type(e).__name__}", f"{type(e).__name__} at {_place(e)}"
    else:
        namespace.store.update_jobs(partial(finish, job=job, now=clock()))
        return replace(run, seconds=time.monotonic() - began)
    left = namespace.store.update_jobs(partial(fail, job=job, error=error, now=clock())).put
    outcome: JobOutcome = "dead" if any(each.state == "dead" for each in left) else "failed"
    _log.warning("job %s: %s, attempt %d: %s", job.uid, outcome, job.attempts, name)
    return replace(run, outcome=outcome, error=error, seconds=time.monotonic() - began)


def _place(error: Exception) -> str:
    """The file and the line where an error was raised."""
    frame = extract_tb(error.__traceback__)[-1]
    return f"{frame.filename}:{frame.lineno}"


def _derive(namespace: OpenNamespace, job: Job, now: datetime) -> None:
    """Extract the pending turns of a session. Raises ExtractionError if some stay pending."""
    receipt = namespace.flush(job.session, now)
    if pending := [turn.reason for turn in receipt.turns if turn.state == "pending"]:
        raise ExtractionError(pending[0])


def _consolidate(
    namespace: OpenNamespace, job: Job, clock: Callable[[], datetime], permissions: Permissions
) -> None:
    """Consolidate the namespace with its default preset.

    The lease is renewed whenever a third of it has passed. Raises Interrupted if the worker is stopped.
    """
    from memgraph_core.engine.consolidate import consolidate  # on use, because it imports much

    store, renewed = namespace.store, clock()

    def progress(_done: int, _notes: int) -> None:
        nonlocal renewed
        if permissions.is_stopped():
            raise Interrupted
        if clock() - renewed > LEASE / 3:
            renewed = clock()
            store.update_jobs(partial(renew, job=job, now=renewed))

    consolidate(namespace.engine, store, progress, moment=clock())
