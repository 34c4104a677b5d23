"""Commands for background work: list the jobs, queue dead ones again, and run a worker."""

import json
import signal
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import (
    open_engine,
    open_memory,
)
from memgraph_core.language.scripts import one_line
from memgraph_core.records.jobs import Job, JobRun, QuietHours

if TYPE_CHECKING:
    from memgraph_core.engine.worker import Worker

_FAILED = 3  # exit code of `worker --once` when a job failed

Uids = Annotated[list[str] | None, typer.Argument(metavar="[UID...]", help="Uids of jobs, with --retry.")]
Retry = Annotated[
    bool, typer.Option("--retry", help="Make all dead jobs due now; with UIDs, only these jobs.")
]
Once = Annotated[bool, typer.Option("--once", help="Run the due jobs, then exit.")]
Quiet = Annotated[
    str | None,
    typer.Option(
        "--quiet-hours", metavar="FROM-TO", help="Consolidate only in these hours, such as 02:00-05:00."
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(
        "--max-cost", min=0, metavar="COST", help="Call no language model when the calls have cost this much."
    ),
]


def jobs(uids: Uids = None, retry: Retry = False, *, invocation: o.OnMemory) -> None:
    """List the jobs: sessions with pending turns, requested consolidations, and failed jobs."""
    if uids and not retry:
        raise typer.BadParameter("UIDs are accepted with --retry only")
    with open_memory(invocation) as memory:
        found = memory.retry_jobs(uids or ()) if retry else memory.jobs()
    nothing = "No job was dead." if retry else "No jobs."
    printing.answer(
        invocation, found, lambda: "\n".join(chain.from_iterable(map(_described, found))), nothing
    )


def worker(
    once: Once = False, quiet_hours: Quiet = None, max_cost: MaxCost = None, *, invocation: o.WithModels,
) -> None:  # fmt: skip
    """Run the jobs of all namespaces, or of one, until Ctrl-C. Several workers may share a store.

    With --once the exit code is 3 if a job failed.
    """
    from memgraph_core.engine.worker import Worker

    hours = QuietHours.of(quiet_hours) if quiet_hours else None
    names = [invocation.namespace] if invocation.namespace_given else []
    # A worker of all namespaces may start before the first one exists.
    with open_engine(invocation, create=not names) as engine:
        process = Worker(engine, names, hours, max_cost)
        if once:
            runs = list(_reported(process.run_once(), as_json=invocation.as_json))
            if any(run.outcome != "done" for run in runs):
                raise typer.Exit(_FAILED)
            return
        _stop_on_signals(process)
        process.run(lambda run: typer.echo(_line(run, as_json=invocation.as_json)))


def _stop_on_signals(process: "Worker") -> None:
    """On SIGINT or SIGTERM, end after the current step of a job, so that its lease is released."""

    def stop(_number: int, _frame: object) -> None:
        process.stopped.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def _reported(runs: Iterator[JobRun], *, as_json: bool) -> Iterator[JobRun]:
    for run in runs:
        typer.echo(_line(run, as_json=as_json))
        yield run


def _line(run: JobRun, *, as_json: bool) -> str:
    if as_json:
        return json.dumps(printing.jsonable(run), ensure_ascii=False)
    error = f": {one_line(run.error)}" if run.error else ""
    return f"{one_line(run.namespace)}: {_name(run.job)} {run.outcome} in {run.seconds:.1f} s{error}"


def _name(job: Job) -> str:
    return f"{job.kind} {one_line(job.session)}" if job.session else job.kind


def _described(job: Job) -> Iterator[str]:
    what = printing.counted(job.count, "pending turn" if job.kind == "derive" else "new note")
    yield f"{job.uid}  {_name(job)}: {', '.join((what, *_state(job)))}"
    if job.error:
        yield f"    {one_line(job.error)}"


def _state(job: Job) -> Sequence[str]:
    attempts = (printing.counted(job.attempts, "attempt"),) if job.attempts else ()
    if job.reader is not None:
        return (*attempts, "leased")
    if job.state == "dead":
        return (*attempts, "dead")
    return (*attempts, f"due {job.due_at:%Y-%m-%d %H:%M} UTC") if job.due_at else attempts
