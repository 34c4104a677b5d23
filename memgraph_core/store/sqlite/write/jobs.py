"""Reads and updates jobs, and adds the requests of a plan."""

from collections.abc import Sequence
from typing import Any

from memgraph_core.records.jobs import Decide, Job, JobRequest, JobUpdate, PendingTurns
from memgraph_core.store.jobs import decided_update, jobs_of
from memgraph_core.store.sqlite import namespace_state
from memgraph_core.store.sqlite.connection import Connection
from memgraph_core.store.sqlite.rows import json_array
from memgraph_core.store.sqlite.times import moment, moment_or_none
from memgraph_core.store.sqlite.write.batch import values_of

_STORED = """
SELECT uid, kind, session, count, requested_at, session_ended, due_at, attempts, error, state, reader, leased_until FROM job
WHERE namespace = :namespace
"""
_PENDING = """
SELECT session, count(*), max(recorded_at) FROM turn WHERE namespace = :namespace AND state = 'pending' GROUP BY session
"""
_PUT = """
INSERT OR REPLACE INTO job (namespace, uid, kind, session, count, requested_at, session_ended, due_at, attempts, error,
  state, reader, leased_until)
VALUES (:namespace, :uid, :kind, :session, :count, :requested_at, :session_ended, :due_at, :attempts, :error, :state, :reader,
  :leased_until)
"""
_REMOVE = "DELETE FROM job WHERE namespace = :namespace AND uid IN (SELECT value FROM json_each(:uids))"
_REQUEST = """
INSERT INTO job (namespace, uid, kind, count, requested_at, session_ended)
VALUES (:namespace, :uid, :kind, :count, :at, :session_ended)
ON CONFLICT DO UPDATE SET count = count + excluded.count, session_ended = max(session_ended, excluded.session_ended)
"""


def jobs(connection: Connection, namespace: str) -> tuple[Job, ...]:
    """See `Store.jobs`."""
    state = namespace_state.find(connection, namespace)
    return jobs_of(namespace, *_read(connection, state.namespace)) if state else ()


def update(connection: Connection, namespace: str, decide: Decide) -> JobUpdate:
    """See `Store.update_jobs`."""
    state = namespace_state.find(connection, namespace)
    if state is None:
        return decide(())
    decided, written = decided_update(namespace, *_read(connection, state.namespace), decide)
    connection.run(_REMOVE, {"namespace": state.namespace, "uids": json_array(written.removed)})
    connection.run_many(_PUT, [values_of(job) | {"namespace": state.namespace} for job in written.put])
    return decided


def request(connection: Connection, namespace: int, requests: Sequence[JobRequest]) -> None:
    """Add the requests of a plan to the jobs of a namespace (id)."""
    connection.run_many(_REQUEST, [values_of(each) | {"namespace": namespace} for each in requests])


def _read(connection: Connection, namespace: int) -> tuple[list[Job], list[PendingTurns]]:
    values = {"namespace": namespace}
    stored = [_job_from(row) for row in connection.named_rows(_STORED, values)]
    pending = [
        PendingTurns(session, count, moment(last))
        for session, count, last in connection.run(_PENDING, values)
    ]
    return stored, pending


def _job_from(row: dict[str, Any]) -> Job:
    for name in ("requested_at", "due_at", "leased_until"):
        row[name] = moment_or_none(row[name])
    row["session_ended"] = bool(row["session_ended"])
    return Job(**row)
