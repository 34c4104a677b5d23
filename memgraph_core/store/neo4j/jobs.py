"""Reads and updates jobs. `write/finish` adds the requests of a plan."""

from collections.abc import Iterable

from memgraph_core.records.jobs import Decide, Job, JobRequest, JobUpdate, PendingTurns
from memgraph_core.statements import cypher
from memgraph_core.store.jobs import decided_update, jobs_of
from memgraph_core.store.neo4j.conversion import Row, properties, record_from, time_from, with_key
from memgraph_core.store.neo4j.namespace_state import lock_existing
from neo4j import ManagedTransaction


def jobs(tx: ManagedTransaction, namespace: str) -> tuple[Job, ...]:
    """See `Store.jobs`."""
    return jobs_of(namespace, *_read(tx, namespace))


def update(tx: ManagedTransaction, namespace: str, decide: Decide) -> JobUpdate:
    """See `Store.update_jobs`. At most three statements."""
    if not lock_existing(tx, namespace).exists:
        return decide(())
    decided, written = decided_update(namespace, *_read(tx, namespace), decide)
    if written.put or written.removed:
        plan = {"jobs": list(map(with_key, written.put)), "removed": list(written.removed)}
        tx.run(cypher("write/jobs"), namespace=namespace, plan=plan).consume()
    return decided


def request_rows(requests: Iterable[JobRequest]) -> list[Row]:
    """The requests of a plan as `$plan.jobs` of `write/finish`."""
    return [
        {
            "uid": each.uid,
            "count": each.count,
            "session_ended": each.session_ended,
            "properties": properties(Job(uid=each.uid, kind=each.kind, requested_at=each.at), "uid"),
        }
        for each in requests
    ]


def _read(tx: ManagedTransaction, namespace: str) -> tuple[list[Job], list[PendingTurns]]:
    record = tx.run(cypher("read/jobs"), namespace=namespace).single(strict=True)
    pending = [
        PendingTurns(row["session"], row["count"], time_from(row["last_at"])) for row in record["pending"]
    ]
    return [record_from(Job, row) for row in record["stored"]], pending
