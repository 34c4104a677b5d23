"""Commands that try the engine out: demo, bench recall."""

from pathlib import Path
from typing import Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli.opening import Given, here

Cases = Annotated[Path, typer.Argument(help="Conversation cases with questions, one case a line.")]
Out = Annotated[Path, typer.Option(metavar="RUN", help="The run file to write.")]
Cache = Annotated[Path | None, typer.Option(metavar="FILE", help="Keeps vectors for the next run.")]
Depth = Annotated[int, typer.Option("--limit", min=1, help="How many hits a question is ranked to.")]


def demo(ctx: typer.Context, store: o.Store = None, embedder: o.Embedder = None) -> None:
    """Remember two sample conversations and answer eight questions about them, offline."""
    from memgraph_core.cli.demo import run_demo

    place = here(ctx, Given(store=store, embedder=embedder))
    chosen = store or (ctx.obj.store if isinstance(ctx.obj, Given) else None)
    run_demo(place.settings, chosen)


def recall(
    ctx: typer.Context, cases: Cases, out: Out, graph: o.Graph = True, limit: Depth = 50,
    timezone: o.Timezone = "UTC", batch: o.Batch = 32, cache: Cache = None,
    store: o.Store = None, embedder: o.Embedder = None,
) -> None:  # fmt: skip
    """Ask every question of the cases and write which turns were found, for scoring."""
    from memgraph_core.cli.bench import Trial, run_recall

    place = here(ctx, Given(store=store, embedder=embedder))
    chosen = store or (ctx.obj.store if isinstance(ctx.obj, Given) else None)
    trial = Trial(cases=cases, out=out, graph=graph, limit=limit, timezone=timezone, batch=batch, cache=cache)
    run_recall(trial, place.settings, chosen)
