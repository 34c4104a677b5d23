"""The commands bench recall, compare, knows, context, latency, answer, ingest, scale and cost."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
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
Stored = Annotated[Invocation, o.invoked_by("store", "as_json")]
Embedded = Annotated[Invocation, o.invoked_by("store", "embedder", "as_json")]
Extracting = Annotated[Invocation, o.invoked_by("store", "embedder", "extractor", "as_json")]
Run = Annotated[Path, typer.Argument(metavar="RUN", help="Run file of `bench recall`.")]
Model = Annotated[
    bool, typer.Option("--llm", help="Answer by the language model of the settings instead of rules.")
]

Days = Annotated[int, typer.Option(min=30, metavar="N", help="Number of days of the life.")]
Seed = Annotated[int, typer.Option(metavar="N", help="Seed of the life.")]
Noise = Annotated[float, typer.Option(min=0, metavar="X", help="Number of other messages a day.")]
Sizes = Annotated[
    str, typer.Option(metavar="LIST", help="Numbers of notes, ascending: 10000,100000,1000000.")
]
Consolidate = Annotated[
    bool, typer.Option("--consolidate", help="Consolidate each case before its questions.")
]
Budgets = Annotated[str, typer.Option(metavar="LIST", help="Budgets in tokens: 100,200,300.")]
Small = Annotated[int, typer.Option(min=1, metavar="N", help="Number of notes of the small space.")]
Runs = Annotated[int, typer.Option(min=1, metavar="N", help="Number of measurements of each kind.")]
Turns = Annotated[
    int, typer.Option(min=1, metavar="N", help="Number of turns of each case, added one by one.")
]
ConversationTurns = Annotated[int, typer.Option("--turns", min=4, metavar="N", help="Number of turns.")]
Questions = Annotated[int, typer.Option(min=1, metavar="N", help="Number of questions of each case.")]


def recall(
    cases: Cases, out: Out, graph: o.Graph = True, limit: Depth = 50, plain: Plain = None,
    timezone: o.Timezone = None, batch: o.Batch = 32, cache: Cache = None, results: Results = None, *,
    invocation: OnStore,
) -> None:  # fmt: skip
    """Ask every question of the cases, print how much evidence was found, and write the ranked turns."""
    from memgraph_core.cli.bench_recall import Trial, run_recall

    trial = Trial(
        cases=cases,
        invocation=invocation,
        out=out,
        graph=graph,
        limit=limit,
        timezone=timezone or "UTC",
        batch=batch,
        cache=cache,
        plain=plain,
    )
    numbers = run_recall(trial)
    about = {"cases": cases.name, "method": trial.method}
    _add_result(results, "recall", invocation, numbers, **about)


def compare(
    cases: Cases, run: Run, other: Run, results: Results = None, *,
    invocation: Annotated[Invocation, o.invoked_by()],
) -> None:  # fmt: skip
    """Compare two runs, paired by question, with 95 % intervals over the cases."""
    from memgraph_core.bench.results import append_result
    from memgraph_core.cli.bench_quality import run_compare

    numbers = run_compare(cases, run, other)
    append_result(results, f"compare {run.name} {other.name}", invocation.settings, numbers, cases=cases.name)


def knows(
    cases: Cases, graph: o.Graph = True, cache: Cache = None, results: Results = None, *, invocation: OnStore,
) -> None:  # fmt: skip
    """Measure how often `knows` is right, compared with a threshold on the best score."""
    from memgraph_core.cli.bench_quality import run_knows
    from memgraph_core.cli.bench_recall import Trial

    trial = Trial(cases=cases, invocation=invocation, graph=graph, cache=cache)
    numbers = run_knows(trial)
    _add_result(results, "knows", invocation, numbers, cases=cases.name, graph=graph)


def context(
    cases: Cases, budgets: Budgets = "100,200,300,500,800,1000", graph: o.Graph = True,
    consolidate: Consolidate = False, cache: Cache = None, results: Results = None, *, invocation: OnStore,
) -> None:  # fmt: skip
    """Measure how much evidence contexts of several sizes contain, beside plain rankings of turns."""
    from memgraph_core.cli.bench_context import budgets_of, run_context
    from memgraph_core.cli.bench_recall import Trial

    trial = Trial(cases=cases, invocation=invocation, graph=graph, cache=cache, consolidate=consolidate)
    numbers = run_context(trial, budgets_of(budgets))
    _add_result(
        results, "context", invocation, numbers, cases=cases.name, graph=graph, consolidated=consolidate
    )


def habits(
    days: Days = 365, seed: Seed = 1, noise: Noise = 1.5, results: Results = None, *, invocation: OnStore,
) -> None:  # fmt: skip
    """Measure how well consolidation finds the habits of a generated life, in English and in Chinese."""
    from memgraph_core.bench.habits import measure
    from memgraph_core.cli.bench_recall import engine_for

    with engine_for(invocation) as engine:
        en = asdict(measure(engine, "en", days=days, seed=seed, noise=noise))
        zh = asdict(measure(engine, "zh", days=days, seed=seed, noise=noise))
    for name in en:
        typer.echo(f"{name:24}{en[name]:>12}{zh[name]:>12}")
    numbers = {"en": en, "zh": zh}
    _add_result(results, f"habits {days} {seed}", invocation, numbers, noise=noise)


def windows(turns: ConversationTurns = 100, results: Results = None, *, invocation: Embedded) -> None:
    """Measure how much of a context window repeats the window before, in a generated conversation."""
    from memgraph_core.bench.windows import measure
    from memgraph_core.cli.bench_recall import PREFIX, engine_for
    from memgraph_core.cli.invocation import memory_of

    with engine_for(invocation) as engine:
        numbers = asdict(measure(memory_of(engine, f"{PREFIX}windows-{turns}"), turns=turns))
    _add_result(results, f"windows {turns}", invocation, numbers)
    _print(invocation, {"windows": numbers})


def summaries(cases: Cases, results: Results = None, *, invocation: Stored) -> None:
    """Measure how many names, numbers and dates of the quoted notes stored summaries contain."""
    from memgraph_core.bench.summaries import measure
    from memgraph_core.cli.bench_recall import PREFIX, Trial, filled
    from memgraph_core.cli.invocation import memory_of

    models = replace(invocation.settings.models, embedder="none")
    invocation = replace(invocation, settings=replace(invocation.settings, models=models))
    with filled(Trial(cases=cases, invocation=invocation)) as (engine, read, _):
        numbers = {
            f"{case.name}, {kind}": scores
            for case in read
            for kind, scores in measure(memory_of(engine, PREFIX + case.name)).items()
        }
    _add_result(results, "summaries", invocation, numbers, cases=cases.name)
    _print(invocation, numbers)


def latency(cases: Cases, graph: o.Graph = True, results: Results = None, *, invocation: OnStore) -> None:
    """Measure the time of a search, compared with a plain vector store in the same run."""
    from memgraph_core.cli.bench_quality import run_latency
    from memgraph_core.cli.bench_recall import Trial

    trial = Trial(cases=cases, invocation=invocation, graph=graph)
    numbers = run_latency(trial)
    _add_result(results, "latency", invocation, numbers, cases=cases.name, graph=graph)


def answer(
    cases: Cases, graph: o.Graph = True, llm: Model = False, cache: Cache = None, results: Results = None, *,
    invocation: OnStore,
) -> None:  # fmt: skip
    """Measure the token F1 of answers from the contexts, by rules or by the language model of the settings."""
    from memgraph_core.cli.bench_quality import run_answer
    from memgraph_core.cli.bench_recall import Trial
    from memgraph_core.models.chat import chat_for

    trial = Trial(cases=cases, invocation=invocation, graph=graph, cache=cache)
    model = chat_for(invocation.settings.models) if llm else None
    numbers = run_answer(trial, model)
    _add_result(results, "answer", invocation, numbers, cases=cases.name, graph=graph)


def ingest(cases: Cases, batch: o.Batch = 32, results: Results = None, *, invocation: Extracting) -> None:
    """Measure the speed of adding turns, with and without an embedder, and the time of each part."""
    from memgraph_core.cli.bench_speed import run_ingest

    numbers = run_ingest(cases, invocation, batch)
    _add_result(results, "ingest", invocation, numbers, cases=cases.name, batch=batch)
    _print(invocation, numbers)


def scale(
    sizes: Sizes = "2000,10000", small: Small = 1000, runs: Runs = 100, results: Results = None, *,
    invocation: Stored,
) -> None:  # fmt: skip
    """Measure writes and searches as a database grows, in a large space and in a small one, with generated notes.

    With --store (use a separate database), the notes are kept and a larger run continues from them. Without
    it, the database is a temporary file.
    """
    from memgraph_core.cli.bench_speed import run_scale

    wanted = _numbers(sizes)
    numbers: dict[str, object] = {}
    for size in run_scale(wanted, small, runs, invocation):
        numbers[str(size.notes)] = asdict(size)
        if not invocation.as_json:
            typer.echo(
                f"{size.notes:,} notes"
                + (f", filled at {size.notes_a_second:,.0f} a second" if size.notes_a_second else "")
            )
            typer.echo(f"  write of one turn             {size.write}")
            typer.echo(f"  search                        {size.search}")
            typer.echo(f"  search, after several hundred {size.search_later}")
            typer.echo(f"  search in a space of {size.small:<9,}{size.small_search}")
    _add_result(results, "scale", invocation, numbers, runs=runs)
    if invocation.as_json:
        typer.echo(json.dumps(numbers, ensure_ascii=False))


def cost(
    cases: Cases, turns: Turns = 100, questions: Questions = 50, results: Results = None, *,
    invocation: Extracting,
) -> None:  # fmt: skip
    """Count transactions, statements, model calls and tokens of adding one turn, and of a search."""
    from memgraph_core.cli.bench_speed import run_cost

    numbers = run_cost(cases, invocation, turns, questions)
    _add_result(results, "cost", invocation, numbers, cases=cases.name)
    _print(invocation, numbers)


def _add_result(
    results: Path | None, what: str, invocation: Invocation, numbers: Mapping[str, object], **about: object
) -> None:
    """Add the numbers to the file of results, if there is one, with what they are about."""
    from memgraph_core.bench.results import append_result

    append_result(results, what, invocation.settings, numbers, store=invocation.store_given, **about)


def _numbers(text: str) -> list[int]:
    try:
        return [int(part.replace("_", "")) for part in text.split(",")]
    except ValueError as e:
        raise typer.BadParameter(f"{text!r} is not a list of sizes. Write 10000,100000") from e


def _print(invocation: Invocation, numbers: Mapping[str, Mapping[str, float]]) -> None:
    if invocation.as_json:
        typer.echo(json.dumps(numbers, ensure_ascii=False))
        return
    for name, row in numbers.items():
        typer.echo(name)
        for what, value in row.items():
            typer.echo(f"  {what:18}{value:>12,.10g}")
