"""Derives the jobs of a namespace from their stored rows and the pending turns.

A pending turn is itself the request to extract it, so appending turns writes no job. A job `derive` has a row only after a
lease or after `retry_jobs`: for the lease, the number of attempts, the error and the time when it is due.
"""

from collections.abc import Iterable
from dataclasses import replace

from memgraph_core.records.jobs import Decide, Job, JobUpdate, PendingTurns, job_uid


def jobs_of(namespace: str, stored: Iterable[Job], pending: Iterable[PendingTurns]) -> tuple[Job, ...]:
    """The jobs, by the time of their request, then by uid. A session without pending turns has no job `derive`."""
    rows = {job.uid: job for job in stored}
    jobs = [job for job in rows.values() if job.kind != "derive"]
    for turns in pending:
        uid = job_uid(namespace, "derive", turns.session)
        new = Job(uid=uid, kind="derive", session=turns.session, requested_at=turns.last_at)
        jobs.append(replace(rows.get(uid, new), count=turns.count))
    return tuple(sorted(jobs, key=lambda job: (job.requested_at, job.uid)))


def decided_update(
    namespace: str, stored: Iterable[Job], pending: Iterable[PendingTurns], decide: Decide
) -> tuple[JobUpdate, JobUpdate]:
    """The update that is decided, and the one to write, which also removes stored jobs whose turns are no longer pending."""
    rows = tuple(stored)
    present = jobs_of(namespace, rows, pending)
    decided = decide(present)
    outdated = {job.uid for job in rows} - {job.uid for job in present}
    return decided, replace(decided, removed=tuple(sorted({*decided.removed, *outdated})))
