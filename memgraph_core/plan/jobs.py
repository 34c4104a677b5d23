"""Decisions about jobs: which job a plan requests, which job a worker leases next, and what happens after an attempt.

A consolidation reads the whole memory. It runs only when enough notes are new in proportion to all notes, so the cost of
all consolidations together is linear in the number of notes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memgraph_core.plan.draft import Draft
from memgraph_core.records.jobs import Job, JobKind, JobRequest, JobUpdate, job_uid

ATTEMPTS = 10  # before a job is dead. With the pauses they take almost nine hours, longer than most outages of an endpoint
LEASE = timedelta(minutes=10)  # renewed while a worker makes progress
_FIRST_PAUSE = timedelta(minutes=1)  # after the first failure; each further failure doubles it
_ENDED = "the worker ended before the job was done"

# A consolidation runs when this many notes are new: the number, or the share of all notes, whichever is larger.
_NEW_NOTES, _NEW_SHARE = 50, 0.1
_NEW_NOTES_AFTER_SESSION, _NEW_SHARE_AFTER_SESSION = 10, 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What decides which jobs are due now."""

    now: datetime
    notes: int  # of the namespace
    idle: timedelta  # from the last pending turn of a session until a worker extracts its turns
    kinds: tuple[JobKind, ...]  # that the worker may do now
    quiet: bool = False  # in quiet hours each requested consolidation runs, also with few new notes


def job_requests(draft: Draft, version: int) -> tuple[JobRequest, ...]:
    """The request of a consolidation, if the draft has active notes. `version` is the version of the namespace before the plan.

    If the draft contains the first turn of a session, another session is considered as ended. The first plan of a namespace
    does not end a session, because there is no other one.
    """
    new = sum(note.state == "active" for note in draft.notes)
    if not new:
        return ()
    uid = job_uid(draft.namespace, "consolidate")
    begins = version > 0 and any(turn.position == 0 for turn in draft.window.turns)
    return (JobRequest(uid=uid, kind="consolidate", count=new, at=draft.at, session_ended=begins),)


def lease_next(
    jobs: Sequence[Job], conditions: Conditions, reader: str, has_ended: Callable[[str], bool]
) -> JobUpdate:
    """Lease the first due job, and mark each due job as dead whose last attempt has ended without a result.

    Jobs are considered by kind, in the order of `conditions.kinds`; within a kind in the given order. `has_ended`
    returns whether the process of a reader has ended; then its lease does not count.
    """
    now, leased, dead = conditions.now, list[Job](), list[Job]()
    for job in sorted(_permitted(jobs, conditions), key=lambda each: conditions.kinds.index(each.kind)):
        if job.state == "dead" or _is_leased(job, now, has_ended) or not _is_due(job, conditions):
            continue
        if job.attempts >= ATTEMPTS:
            dead.append(replace(_free(job), state="dead", error=job.error or _ENDED))
        elif not leased:
            until = now + LEASE
            leased.append(replace(job, attempts=job.attempts + 1, reader=reader, leased_until=until))
    return JobUpdate(put=(*leased, *dead))


def renew(jobs: Sequence[Job], job: Job, now: datetime) -> JobUpdate:
    """Extend the lease on a job to `LEASE` from now. Nothing changes if another worker has leased the job."""
    return JobUpdate(put=tuple(replace(each, leased_until=now + LEASE) for each in _own(jobs, job)))


def finish(jobs: Sequence[Job], job: Job, now: datetime) -> JobUpdate:
    """Remove a job that is done, or queue it again with the rest if more notes were added since it was leased.

    The end of a session before the lease no longer counts. If a second session ended during the job, it does not count either.
    """
    for each in _own(jobs, job):
        if job.kind == "derive" or each.count <= job.count:
            return JobUpdate(removed=(job.uid,))
        rest = replace(
            _free(each),
            attempts=0,
            error="",
            count=each.count - job.count,
            session_ended=each.session_ended and not job.session_ended,
            requested_at=now,
            due_at=None,
        )
        return JobUpdate(put=(rest,))
    return JobUpdate()


def fail(jobs: Sequence[Job], job: Job, error: str, now: datetime) -> JobUpdate:
    """Queue a job again after a pause that doubles with each attempt, or mark it as dead."""
    for each in _own(jobs, job):
        if each.attempts >= ATTEMPTS:
            return JobUpdate(put=(replace(_free(each), state="dead", error=error),))
        pause = _FIRST_PAUSE * 2 ** (each.attempts - 1)
        return JobUpdate(put=(replace(_free(each), error=error, due_at=now + pause),))
    return JobUpdate()


def release(jobs: Sequence[Job], job: Job) -> JobUpdate:
    """Release the lease on a job that was interrupted. The attempt does not count."""
    return JobUpdate(put=tuple(replace(_free(each), attempts=each.attempts - 1) for each in _own(jobs, job)))


def queue_again(jobs: Sequence[Job], uids: Sequence[str], now: datetime) -> JobUpdate:
    """Make these jobs due now with all their attempts; without uids, all dead jobs. Leased jobs are left out."""
    return JobUpdate(
        put=tuple(
            replace(_free(job), state="queued", attempts=0, due_at=now)
            for job in jobs
            if (job.uid in uids if uids else job.state == "dead")
            and (job.leased_until is None or job.leased_until <= now)
        )
    )


def _permitted(jobs: Sequence[Job], conditions: Conditions) -> list[Job]:
    return [job for job in jobs if job.kind in conditions.kinds]


def _own(jobs: Sequence[Job], job: Job) -> list[Job]:
    """The job as it is stored now. Empty if another worker has leased it, or if it was removed because turns were forgotten."""
    return [each for each in jobs if each.uid == job.uid and each.reader == job.reader]


def _free(job: Job) -> Job:
    return replace(job, reader=None, leased_until=None)


def _is_leased(job: Job, now: datetime, has_ended: Callable[[str], bool]) -> bool:
    return (
        job.reader is not None
        and job.leased_until is not None
        and job.leased_until > now
        and not has_ended(job.reader)
    )


def _is_due(job: Job, conditions: Conditions) -> bool:
    """Whether a job may begin. After a failure, or when a person has queued it again, `due_at` decides; else its kind."""
    if job.due_at is not None:
        return job.due_at <= conditions.now
    if job.kind == "derive":
        return conditions.now - job.requested_at >= conditions.idle
    if conditions.quiet:
        return True
    number, share = (
        (_NEW_NOTES_AFTER_SESSION, _NEW_SHARE_AFTER_SESSION)
        if job.session_ended
        else (_NEW_NOTES, _NEW_SHARE)
    )
    return job.count >= max(number, share * conditions.notes)
