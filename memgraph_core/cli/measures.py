"""Commands that measure: bench compare, knows, latency, answer."""

from pathlib import Path
from typing import Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli.opening import Given, Here, here
from memgraph_core.cli.trials import Cache, Cases

Results = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Adds the numbers to it, with commit, machine and settings."),
]
Run = Annotated[Path, typer.Argument(metavar="RUN", help="A run file that `bench recall` wrote.")]
Model = Annotated[
    bool, typer.Option("--llm", help="Read by the language model of the settings, not by rules.")
]


def compare(ctx: typer.Context, cases: Cases, run: Run, other: Run, results: Results = None) -> None:
    """What one run finds more than another, paired by question, with 95 % intervals over the cases."""
    from memgraph_core.cli.bench import Trial
    from memgraph_core.cli.measure import keep, run_compare

    place = here(ctx, Given())
    keep(
        results,
        f"compare {run.name} {other.name}",
        Trial(cases=cases),
        place.settings,
        run_compare(cases, run, other),
    )


def knows(
    ctx: typer.Context, cases: Cases, graph: o.Graph = True, cache: Cache = None, results: Results = None,
    store: o.Store = None, embedder: o.Embedder = None,
) -> None:  # fmt: skip
    """How often memory is right about what it knows, beside a threshold on the best score."""
    from memgraph_core.cli.bench import Trial
    from memgraph_core.cli.measure import keep, run_knows

    place, chosen = _opened(ctx, store, embedder)
    trial = Trial(cases=cases, graph=graph, cache=cache)
    keep(results, "knows", trial, place.settings, run_knows(trial, place.settings, chosen))


def latency(
    ctx: typer.Context, cases: Cases, graph: o.Graph = True, results: Results = None,
    store: o.Store = None, embedder: o.Embedder = None,
) -> None:  # fmt: skip
    """How long a search takes, beside a plain vector store in the same run."""
    from memgraph_core.cli.bench import Trial
    from memgraph_core.cli.measure import keep, run_latency

    place, chosen = _opened(ctx, store, embedder)
    trial = Trial(cases=cases, graph=graph)
    keep(results, "latency", trial, place.settings, run_latency(trial, place.settings, chosen))


def answer(
    ctx: typer.Context, cases: Cases, graph: o.Graph = True, llm: Model = False, cache: Cache = None,
    results: Results = None, store: o.Store = None, embedder: o.Embedder = None,
) -> None:  # fmt: skip
    """Token F1 of answers read from the contexts: by rules, or by the language model of the settings."""
    from memgraph_core.cli.bench import Trial
    from memgraph_core.cli.measure import keep, run_answer
    from memgraph_core.models.chat import chat_for

    place, chosen = _opened(ctx, store, embedder)
    trial = Trial(cases=cases, graph=graph, cache=cache)
    model = chat_for(place.settings.models) if llm else None
    keep(results, "answer", trial, place.settings, run_answer(trial, place.settings, chosen, model))


def _opened(ctx: typer.Context, store: str | None, embedder: str | None) -> tuple[Here, str | None]:
    place = here(ctx, Given(store=store, embedder=embedder))
    return place, store or (ctx.obj.store if isinstance(ctx.obj, Given) else None)
