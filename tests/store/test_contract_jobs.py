"""Contract of jobs: requested with the plan that causes them, read, and updated in one transaction."""

from dataclasses import replace
from datetime import timedelta

from factories import NOW, day, make_plan, make_turns, remember
from memgraph_core.records.forget import Selection
from memgraph_core.records.jobs import Job, JobRequest, JobUpdate, job_uid
from memgraph_core.records.plan import Applied, SnapshotRequest, Stale, TurnUpdate


def request(store, count=3, **fields):
    uid = job_uid(store.namespace, "consolidate")
    return JobRequest(uid=uid, kind="consolidate", count=count, at=NOW, **fields)


def apply(store, **rows):
    return store.apply(make_plan(store.snapshot(SnapshotRequest()), **rows))


def put(store, **values):
    """Give all jobs these values."""
    return store.update_jobs(lambda jobs: JobUpdate(put=tuple(replace(job, **values) for job in jobs)))


def test_a_session_with_pending_turns_is_a_job(store):
    store.append(make_turns("t1", "t2", recorded_at=day(1)))
    store.append(make_turns("t3", session="s2", recorded_at=day(2)))
    [first, second] = store.jobs()
    assert (first.kind, first.count, first.requested_at, first.attempts) == ("derive", 2, day(1), 0)
    assert (second.session, second.count) == ("s2", 1)
    assert first.uid != second.uid
    apply(store, turns=(TurnUpdate(uid="t3", state="extracted"),))
    assert store.jobs() == (first,)


def test_requests_of_a_job_are_added_up_with_their_plans(store):
    assert isinstance(apply(store, jobs=(request(store),)), Applied)
    apply(store, jobs=(request(store, count=2, session_ended=True),))
    apply(store, jobs=(request(store, count=1),))
    expected = Job(
        uid=job_uid(store.namespace, "consolidate"),
        kind="consolidate",
        count=6,
        session_ended=True,
        requested_at=NOW,
    )
    assert store.jobs() == (expected,)


def test_a_stale_plan_requests_nothing(store):
    store.append(make_turns("t1"))
    base = store.snapshot(SnapshotRequest())
    apply(store, turns=(TurnUpdate(uid="t1", state="extracted"),))
    assert isinstance(store.apply(make_plan(base, jobs=(request(store),))), Stale)
    assert store.jobs() == ()


def test_an_update_reads_and_writes_all_properties_and_not_the_version(store):
    apply(store, jobs=(request(store),))
    store.append(make_turns("t1", recorded_at=day(1)))
    before = store.stats().version
    values = {
        "attempts": 3,
        "error": "ModelError: the endpoint did not answer",
        "state": "dead",
        "due_at": NOW + timedelta(minutes=4),
        "reader": "ada",
        "leased_until": NOW + timedelta(microseconds=1),
    }
    jobs = store.jobs()
    returned = put(store, **values)
    assert returned.put == store.jobs() == tuple(replace(job, **values) for job in jobs)
    put(store, reader=None, leased_until=None, due_at=None)
    assert {(job.reader, job.leased_until, job.due_at) for job in store.jobs()} == {(None, None, None)}
    assert store.stats().version == before
    store.update_jobs(lambda jobs: JobUpdate(removed=tuple(job.uid for job in jobs)))
    assert [job.attempts for job in store.jobs()] == [0]  # the turn is still pending


def test_the_stored_attempts_are_removed_when_the_turns_are_no_longer_pending(store):
    store.append(make_turns("t1"))
    put(store, attempts=9, state="dead")
    apply(store, turns=(TurnUpdate(uid="t1", state="extracted"),))
    assert store.jobs() == ()
    store.update_jobs(lambda jobs: JobUpdate())
    store.append(make_turns("t2"))
    assert [(job.attempts, job.state) for job in store.jobs()] == [(0, "queued")]


def test_forgetting_leaves_no_word_in_a_job(store):
    store.append(make_turns("t1", "t2"))
    store.append(make_turns("t3", session="s2"))
    apply(store, jobs=(request(store),))
    put(store, error="the answer contains Turin", attempts=1)
    store.forget(Selection(turns=("t1",)))
    assert {job.error for job in store.jobs()} == {""}
    # Only the job of the session of the forgotten turn begins again.
    assert {(job.kind, job.session): job.attempts for job in store.jobs()} == {
        ("derive", "s1"): 0,
        ("derive", "s2"): 1,
        ("consolidate", ""): 1,
    }
    put(store, error="the answer contains Turin")
    store.forget(Selection(everything=True))
    assert store.jobs() == ()


def test_a_namespace_that_does_not_exist_has_no_jobs_and_is_not_created(database, store, other_store):
    assert store.update_jobs(lambda jobs: JobUpdate()) == JobUpdate()
    assert store.jobs() == ()
    assert store.namespace not in database.namespaces()
    remember(other_store)
    apply(other_store, jobs=(request(other_store),))
    assert store.jobs() == ()
