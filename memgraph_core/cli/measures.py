"""Commands that measure: bench compare, knows, latency, answer, ingest, scale, cost."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli.opening import Given, Here, here
from memgraph_core.cli.trials import Cache, Cases, Results, place_of

Run = Annotated[Path, typer.Argument(metavar="RUN", help="A run file that `bench recall` wrote.")]
Model = Annotated[
    bool, typer.Option("--llm", help="Read by the language model of the settings, not by rules.")
]

Sizes = Annotated[
    str, typer.Option(metavar="LIST", help="How many notes, one after the other: 10000,100000,1000000.")
]
Small = Annotated[int, typer.Option(min=1, metavar="N", help="Notes of the space that stays as it is.")]
Runs = Annotated[int, typer.Option(min=1, metavar="N", help="How often each is timed.")]
Turns = Annotated[
    int, typer.Option(min=1, metavar="N", help="How many turns of each case are remembered, one by one.")
]
Questions = Annotated[
    int, typer.Option(min=1, metavar="N", help="How many questions of each case are asked.")
]


def compare(ctx: typer.Context, cases: Cases, run: Run, other: Run, results: Results = None) -> None:
    """What one run finds more than another, paired by question, with 95 % intervals over the cases."""
    from memgraph_core.bench.results import keep
    from memgraph_core.cli.measure import run_compare

    settings = here(ctx, Given()).settings
    numbers = run_compare(cases, run, other)
    keep(results, f"compare {run.name} {other.name}", settings, numbers, cases=cases.name)


def knows(
    ctx: typer.Context, cases: Cases, graph: o.Graph = True, cache: Cache = None, results: Results = None,
    store: o.Store = None, embedder: o.Embedder = None,
) -> None:  # fmt: skip
    """How often memory is right about what it knows, beside a threshold on the best score."""
    from memgraph_core.bench.results import keep
    from memgraph_core.cli.bench import Trial
    from memgraph_core.cli.measure import run_knows

    place, chosen = place_of(ctx, store, embedder)
    trial = Trial(cases=cases, graph=graph, cache=cache)
    numbers = run_knows(trial, place.settings, chosen)
    keep(results, "knows", place.settings, numbers, store=chosen, cases=cases.name, graph=graph)


def latency(
    ctx: typer.Context, cases: Cases, graph: o.Graph = True, results: Results = None,
    store: o.Store = None, embedder: o.Embedder = None,
) -> None:  # fmt: skip
    """How long a search takes, beside a plain vector store in the same run."""
    from memgraph_core.bench.results import keep
    from memgraph_core.cli.bench import Trial
    from memgraph_core.cli.measure import run_latency

    place, chosen = place_of(ctx, store, embedder)
    trial = Trial(cases=cases, graph=graph)
    numbers = run_latency(trial, place.settings, chosen)
    keep(results, "latency", place.settings, numbers, store=chosen, cases=cases.name, graph=graph)


def answer(
    ctx: typer.Context, cases: Cases, graph: o.Graph = True, llm: Model = False, cache: Cache = None,
    results: Results = None, store: o.Store = None, embedder: o.Embedder = None,
) -> None:  # fmt: skip
    """Token F1 of answers read from the contexts: by rules, or by the language model of the settings."""
    from memgraph_core.bench.results import keep
    from memgraph_core.cli.bench import Trial
    from memgraph_core.cli.measure import run_answer
    from memgraph_core.models.chat import chat_for

    place, chosen = place_of(ctx, store, embedder)
    trial = Trial(cases=cases, graph=graph, cache=cache)
    model = chat_for(place.settings.models) if llm else None
    numbers = run_answer(trial, place.settings, chosen, model)
    keep(results, "answer", place.settings, numbers, store=chosen, cases=cases.name, graph=graph)


def ingest(
    ctx: typer.Context, cases: Cases, batch: o.Batch = 32, results: Results = None,
    store: o.Store = None, embedder: o.Embedder = None, extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """How fast turns become notes, with and without an embedder, and where the time goes."""
    from memgraph_core.bench.results import keep
    from memgraph_core.cli.sizing import run_ingest

    place, chosen = place_of(ctx, store, embedder, extractor, as_json)
    numbers = run_ingest(cases, place.settings, chosen, batch, quiet=place.as_json)
    keep(results, "ingest", place.settings, numbers, store=chosen, cases=cases.name, batch=batch)
    _tell(place, numbers)


def scale(
    ctx: typer.Context, sizes: Sizes = "2000,10000", small: Small = 1000, runs: Runs = 100, results: Results = None,
    store: o.Store = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Writes and searches as a database grows, in the big space and in a small one beside it, on made-up notes.

    On a --store the notes stay, so that a larger run goes on from there; a database of its own is needed. Without one
    it is a temporary file.
    """
    from dataclasses import asdict

    from memgraph_core.bench.results import keep
    from memgraph_core.cli.sizing import run_scale

    place, chosen = place_of(ctx, store, None, None, as_json)
    wanted = _numbers(sizes)
    numbers: dict[str, object] = {}
    for size in run_scale(wanted, small, runs, place.settings, chosen, quiet=place.as_json):
        numbers[str(size.notes)] = asdict(size)
        if not place.as_json:
            typer.echo(
                f"{size.notes:,} notes"
                + (f", filled at {size.notes_a_second:,.0f} a second" if size.notes_a_second else "")
            )
            typer.echo(f"  write of one turn             {size.write}")
            typer.echo(f"  search                        {size.search}")
            typer.echo(f"  search, some hundred later    {size.search_later}")
            typer.echo(f"  search in a space of {size.small:<9,}{size.small_search}")
    keep(results, "scale", place.settings, numbers, store=chosen, runs=runs)
    if place.as_json:
        typer.echo(json.dumps(numbers, ensure_ascii=False))


def cost(
    ctx: typer.Context, cases: Cases, turns: Turns = 100, questions: Questions = 50, results: Results = None,
    store: o.Store = None, embedder: o.Embedder = None, extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Transactions, statements, calls of models and tokens: of a turn remembered by itself, and of a search."""
    from memgraph_core.bench.results import keep
    from memgraph_core.cli.sizing import run_cost

    place, chosen = place_of(ctx, store, embedder, extractor, as_json)
    numbers = run_cost(cases, place.settings, chosen, turns, questions, quiet=place.as_json)
    keep(results, "cost", place.settings, numbers, store=chosen, cases=cases.name)
    _tell(place, numbers)


def _numbers(text: str) -> list[int]:
    try:
        return [int(part.replace("_", "")) for part in text.split(",")]
    except ValueError as e:
        raise typer.BadParameter(f"{text!r} is no list of sizes: write 10000,100000") from e


def _tell(place: Here, numbers: Mapping[str, Mapping[str, float]]) -> None:
    if place.as_json:
        typer.echo(json.dumps(numbers, ensure_ascii=False))
        return
    for name, row in numbers.items():
        typer.echo(name)
        for what, value in row.items():
            typer.echo(f"  {what:18}{value:>12,.10g}")
