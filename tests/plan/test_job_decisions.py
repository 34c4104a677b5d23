"""Decisions about jobs: which one is due, leases, pauses after failures, and dead jobs, by an injected clock."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memgraph_core.errors import InvalidInput
from memgraph_core.plan import jobs as decisions
from memgraph_core.records.jobs import Job, JobUpdate, QuietHours

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
DERIVE = Job(uid="d", kind="derive", session="s", count=1, requested_at=NOW - timedelta(minutes=31))
CONSOLIDATE = Job(uid="c", kind="consolidate", count=50, requested_at=NOW)


class Jobs:
    """The jobs of a namespace, and a clock."""

    def __init__(self, *jobs):
        self.stored = {job.uid: job for job in jobs}
        self.now = NOW

    def update(self, found: JobUpdate) -> JobUpdate:
        for job in found.put:
            self.stored[job.uid] = job
        for uid in found.removed:
            del self.stored[uid]
        return found

    def lease(self, reader="ada", *, ended=(), kinds=("derive", "consolidate"), notes=100, quiet=False):
        conditions = decisions.Conditions(
            now=self.now, notes=notes, idle=timedelta(minutes=30), kinds=kinds, quiet=quiet
        )
        found = decisions.lease_next(
            tuple(self.stored.values()), conditions, reader, lambda one: one in ended
        )
        return next((job for job in self.update(found).put if job.reader == reader), None)

    def fail(self, job, error="it failed"):
        self.update(decisions.fail(tuple(self.stored.values()), job, error, self.now))

    def finish(self, job):
        return self.update(decisions.finish(tuple(self.stored.values()), job, self.now))


def test_turns_are_derived_before_a_consolidation_and_each_job_once():
    jobs = Jobs(CONSOLIDATE, DERIVE)
    first, second = jobs.lease("ada"), jobs.lease("ben")
    assert (first.uid, second.uid, jobs.lease("cleo")) == ("d", "c", None)
    assert first.attempts == 1
    jobs.finish(first)
    jobs.finish(second)
    assert jobs.stored == {}


def test_a_session_is_derived_when_no_turn_has_followed_for_a_time():
    jobs = Jobs(replace(DERIVE, requested_at=NOW))
    assert jobs.lease() is None
    jobs.now += timedelta(minutes=30)
    assert jobs.lease() is not None


@pytest.mark.parametrize(
    ("count", "notes", "ended", "quiet", "due"),
    [
        (49, 100, False, False, False),
        (50, 100, False, False, True),
        (99, 1_000, False, False, False),
        (100, 1_000, False, False, True),
        (9, 100, True, False, False),
        (10, 100, True, False, True),
        (19, 1_000, True, False, False),
        (20, 1_000, True, False, True),
        (1, 1_000, False, True, True),
    ],
)
def test_a_consolidation_is_due_when_enough_notes_are_new(count, notes, ended, quiet, due):
    jobs = Jobs(replace(CONSOLIDATE, count=count, session_ended=ended))
    assert (jobs.lease(notes=notes, quiet=quiet) is not None) == due


def test_a_lease_expires_or_ends_with_its_process():
    jobs = Jobs(DERIVE)
    jobs.lease("ada")
    jobs.now += decisions.LEASE - timedelta(seconds=1)
    assert jobs.lease("ben") is None
    assert jobs.lease("ben", ended=("ada",)).attempts == 2
    jobs.now += decisions.LEASE
    assert jobs.lease("cleo").attempts == 3


def test_a_renewed_lease_lasts_longer_and_only_its_owner_renews_it():
    jobs = Jobs(DERIVE)
    mine = jobs.lease("ada")
    jobs.now += decisions.LEASE / 2
    jobs.update(decisions.renew(tuple(jobs.stored.values()), mine, jobs.now))
    jobs.now += decisions.LEASE / 2
    assert jobs.lease("ben") is None
    assert decisions.renew(tuple(jobs.stored.values()), replace(mine, reader="ben"), jobs.now) == JobUpdate()


def test_pauses_double_until_the_job_is_dead_and_a_person_queues_it_again():
    jobs = Jobs(DERIVE)
    pauses = []
    while (job := jobs.lease()) is not None:
        jobs.fail(job)
        assert jobs.lease() is None
        left = jobs.stored["d"]
        if left.state == "dead":
            break
        pauses.append((left.due_at - jobs.now) // timedelta(minutes=1))
        jobs.now = left.due_at
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256]
    assert (left.attempts, left.error) == (decisions.ATTEMPTS, "it failed")
    jobs.now += timedelta(days=9)
    assert jobs.lease() is None
    jobs.update(decisions.queue_again(tuple(jobs.stored.values()), (), jobs.now))
    assert jobs.lease().attempts == 1


def test_a_job_whose_workers_always_end_is_dead():
    jobs = Jobs(DERIVE)
    for _ in range(decisions.ATTEMPTS):
        assert jobs.lease("ada", ended=("ada",)) is not None
    assert jobs.lease("ada", ended=("ada",)) is None
    assert (jobs.stored["d"].state, bool(jobs.stored["d"].error)) == ("dead", True)


def test_a_request_during_a_job_stays_queued():
    jobs = Jobs(CONSOLIDATE)
    job = jobs.lease()
    jobs.stored["c"] = replace(jobs.stored["c"], count=57)
    jobs.finish(job)
    assert (jobs.stored["c"].count, jobs.stored["c"].reader, jobs.stored["c"].attempts) == (7, None, 0)


def test_the_end_of_a_session_counts_for_one_consolidation():
    jobs = Jobs(replace(CONSOLIDATE, session_ended=True))
    job = jobs.lease()
    jobs.stored["c"] = replace(jobs.stored["c"], count=57)
    jobs.finish(job)
    assert not jobs.stored["c"].session_ended
    jobs.stored["c"] = CONSOLIDATE
    job = jobs.lease()
    jobs.stored["c"] = replace(jobs.stored["c"], count=57, session_ended=True)  # during the consolidation
    jobs.finish(job)
    assert jobs.stored["c"].session_ended


def test_a_worker_that_lost_its_lease_changes_nothing():
    jobs = Jobs(CONSOLIDATE)
    lost = jobs.lease("ada")
    jobs.lease("ben", ended=("ada",))
    before = dict(jobs.stored)
    jobs.fail(lost)
    jobs.finish(lost)
    jobs.update(decisions.release(tuple(jobs.stored.values()), lost))
    assert jobs.stored == before


def test_an_interrupted_attempt_does_not_count():
    jobs = Jobs(CONSOLIDATE)
    job = jobs.lease()
    jobs.update(decisions.release(tuple(jobs.stored.values()), job))
    assert jobs.stored["c"] == CONSOLIDATE


def test_quiet_hours_may_contain_midnight():
    night = QuietHours.of("23:00-05:00")
    assert [night.contains(NOW.replace(hour=hour)) for hour in (22, 23, 4, 5)] == [False, True, True, False]
    assert QuietHours.of("02:00-05:00").contains(NOW.replace(hour=2))


@pytest.mark.parametrize(
    "text", ["2 to 5", "02:00", "02:00-02:00", "02:00+01:00-05:00+01:00", "02:00Z-05:00"]
)
def test_quiet_hours_are_two_different_times_without_a_zone(text):
    with pytest.raises(InvalidInput, match=re.escape(text)):
        QuietHours.of(text)
