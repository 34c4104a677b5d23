"""All commands in one table, what stands before them, and how a run ends."""

import logging
import sys
from io import TextIOWrapper
from types import TracebackType
from typing import Any

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli.group import Group
from memgraph_core.cli.opening import INTERRUPTED, Given, refuse
from memgraph_core.errors import MemgraphError

REFUSED = 1

# Each command with its module here and its function there.
_ALL = {
    "add": "remember:add",
    "import": "remember:import_files",
    "chat": "chat:chat",
    "window": "trends:window",
    "themes": "trends:themes",
    "shifts": "trends:shifts",
    "search": "look:search",
    "context": "look:context",
    "knows": "look:knows",
    "entities": "look:entities",
    "stream": "look:stream",
    "timeline": "look:timeline",
    "show": "look:show",
    "history": "look:history",
    "facts": "past:facts",
    "diff": "past:diff",
    "changes": "past:changes",
    "update": "decide:update",
    "undo": "decide:undo",
    "check": "check:check",
    "stats": "look:stats",
    "export": "move:export",
    "move": "move:move",
    "explore": "explore:explore",
    "browser": "explore:browser",
    "explain": "explain:explain",
    "flush": "windows:flush",
    "retry": "remember:retry",
    "ledger": "windows:ledger",
    "rebuild": "rebuild:rebuild",
    "forget": "remember:forget",
    "merge": "decide:merge",
    "split": "decide:split",
    "demo": "trials:demo",
    "version": "version:version",
}
_BENCH = {
    "recall": "trials:recall",
    "compare": "measures:compare",
    "knows": "measures:knows",
    "latency": "measures:latency",
    "answer": "measures:answer",
    "ingest": "measures:ingest",
    "scale": "measures:scale",
    "cost": "measures:cost",
}
_PLOT = {
    "timeline": "plot:timeline",
    "entities": "plot:entities",
    "subgraph": "plot:subgraph",
    "shifts": "plot:shifts",
}


class Commands(Group):
    """The group of all commands. What they raise on purpose ends in one line and an exit code."""

    places = _ALL

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401  a Context, of click or of typer, as versions go
        """Run the command that was named."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (MemgraphError, OSError) as e:
            refuse(ctx, e)
            raise typer.Exit(REFUSED) from e
        except KeyboardInterrupt:
            typer.secho("Interrupted. What was reported as remembered is durable.", err=True, fg="yellow")
            raise typer.Exit(INTERRUPTED) from None


class Measures(Group):
    """The group of what measures."""

    places = _BENCH


class Plots(Group):
    """The group of what draws."""

    places = _PLOT


app = typer.Typer(
    name="memgraph-core",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)
bench = typer.Typer(cls=Measures, help="Measure the engine.", no_args_is_help=True, rich_markup_mode=None)
plot = typer.Typer(
    cls=Plots, help="Draw what a memory knows, as PNG or SVG.", no_args_is_help=True, rich_markup_mode=None
)


@app.callback()
def before(
    ctx: typer.Context, store: o.Store = None, namespace: o.Namespace = None,
    embedder: o.Embedder = None, extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Long-term memory for LLM agents as a graph: on Neo4j, or in one file.

    Options may stand before or after the command. Without --store: MEMGRAPH_CORE_STORE, else NEO4J_URI, else
    memory.db in this folder.

    Exit codes: 0 done, 1 refused, 2 wrong usage, 3 turns wait for retry, 4 knows says no, 130 interrupted.
    """
    ctx.obj = Given(store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json)


app.add_typer(bench, name="bench")
app.add_typer(plot, name="plot")


def run() -> None:
    """The program. Errors of ours are told by `Commands`; any other is a fault, told in one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a sign is no reason to fail
    logging.basicConfig(handlers=[logging.NullHandler()])  # commands say themselves what went wrong
    command = typer.main.get_command(app)
    if not sys.flags.dev_mode:
        sys.excepthook = _fault
    command()


def _fault(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    typer.secho(
        f"A fault of memgraph-core, please report it: {kind.__name__}: {error}. "
        "With PYTHONDEVMODE=1 it says where.",
        err=True,
        fg="red",
    )
