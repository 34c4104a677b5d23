"""The commands demo and bench recall."""

from pathlib import Path
from typing import Annotated

import typer

from memgraph_core.bench.plain import PlainMethod
from memgraph_core.cli import options as o
from memgraph_core.cli.invocation import Invocation

OnStore = Annotated[Invocation, o.invoked_by("store", "embedder")]
Cases = Annotated[
    Path, typer.Argument(metavar="CASES", help="Conversation cases with questions, one case per line.")
]
Out = Annotated[Path, typer.Option(metavar="RUN", help="Run file to write.")]
Cache = Annotated[Path | None, typer.Option(metavar="FILE", help="Cache file of vectors, for later runs.")]
Results = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="File to which the numbers are added, with commit, machine and settings."
    ),
]
Plain = Annotated[
    PlainMethod | None,
    typer.Option(help="Rank whole turns by this plain method instead, as a baseline."),
]
Depth = Annotated[
    int, typer.Option("--limit", min=1, metavar="N", help="Number of ranked hits per question.")
]


def demo(*, invocation: OnStore) -> None:
    """Add two sample conversations and answer eight questions about them, offline."""
    from memgraph_core.cli.demo import run_demo

    run_demo(invocation.settings, invocation.store_given)


def recall(
    cases: Cases, out: Out, graph: o.Graph = True, limit: Depth = 50, plain: Plain = None,
    timezone: o.Timezone = None, batch: o.Batch = 32, cache: Cache = None, results: Results = None, *,
    invocation: OnStore,
) -> None:  # fmt: skip
    """Ask every question of the cases, print how much evidence was found, and write the ranked turns."""
    from memgraph_core.bench.results import append_result
    from memgraph_core.cli.bench_recall import Trial, run_recall

    trial = Trial(
        cases=cases,
        out=out,
        graph=graph,
        limit=limit,
        timezone=timezone or "UTC",
        batch=batch,
        cache=cache,
        plain=plain,
    )
    numbers = run_recall(trial, invocation.settings, invocation.store_given)
    about = {"cases": cases.name, "method": trial.method}
    append_result(results, "recall", invocation.settings, numbers, store=invocation.store_given, **about)
