"""Commands that try the engine out: demo, bench recall."""

from pathlib import Path
from typing import Annotated

import typer

from memgraph_core.bench.plain import PlainMethod
from memgraph_core.cli import options as o
from memgraph_core.cli.opening import Given, Here, here

Cases = Annotated[
    Path, typer.Argument(metavar="CASES", help="Conversation cases with questions, one case a line.")
]
Out = Annotated[Path, typer.Option(metavar="RUN", help="The run file to write.")]
Cache = Annotated[Path | None, typer.Option(metavar="FILE", help="Keeps vectors for the next run.")]
Results = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Adds the numbers to it, with commit, machine and settings."),
]
Plain = Annotated[
    PlainMethod | None,
    typer.Option(help="Rank whole turns by this plain method instead: what memory has to beat."),
]
Depth = Annotated[
    int, typer.Option("--limit", min=1, metavar="N", help="How many hits a question is ranked to.")
]


def place_of(
    ctx: typer.Context,
    store: str | None,
    embedder: str | None,
    extractor: str | None = None,
    as_json: bool = False,
) -> tuple[Here, str | None]:
    """The settings, and the store if one was named, after the command or before it: without one a file is made and removed."""
    place = here(ctx, Given(store=store, embedder=embedder, extractor=extractor, as_json=as_json))
    return place, store or (ctx.obj.store if isinstance(ctx.obj, Given) else None)


def demo(ctx: typer.Context, store: o.Store = None, embedder: o.Embedder = None) -> None:
    """Remember two sample conversations and answer eight questions about them, offline."""
    from memgraph_core.cli.demo import run_demo

    place, chosen = place_of(ctx, store, embedder)
    run_demo(place.settings, chosen)


def recall(
    ctx: typer.Context, cases: Cases, out: Out, graph: o.Graph = True, limit: Depth = 50,
    plain: Plain = None, timezone: o.Timezone = "UTC", batch: o.Batch = 32, cache: Cache = None,
    results: Results = None, store: o.Store = None, embedder: o.Embedder = None,
) -> None:  # fmt: skip
    """Ask every question of the cases, tell how much of the evidence was found, and write which turns."""
    from memgraph_core.bench.results import keep
    from memgraph_core.cli.bench import Trial, run_recall

    place, chosen = place_of(ctx, store, embedder)
    trial = Trial(
        cases=cases,
        out=out,
        graph=graph,
        limit=limit,
        timezone=timezone,
        batch=batch,
        cache=cache,
        plain=plain,
    )
    numbers = run_recall(trial, place.settings, chosen)
    about = {"cases": cases.name, "method": trial.method}
    keep(results, "recall", place.settings, numbers, store=chosen, **about)
