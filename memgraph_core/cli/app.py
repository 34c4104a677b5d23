"""The table of all commands, the global options, and the handling of errors."""

import logging
import sys
from io import TextIOWrapper
from types import TracebackType
from typing import Any

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli.group import Group, group_of
from memgraph_core.cli.invocation import INTERRUPTED, GlobalOptions, print_error
from memgraph_core.errors import MemgraphError

REFUSED = 1

# Command → `module:function`, with a module of this package.
_ALL = {
    "add": "write_commands:add",
    "import": "write_commands:import_files",
    "chat": "chat:chat",
    "window": "agent_commands:window",
    "themes": "agent_commands:themes",
    "trends": "agent_commands:trends",
    "search": "inspect_commands:search",
    "context": "inspect_commands:context",
    "knows": "inspect_commands:knows",
    "entities": "inspect_commands:entities",
    "stream": "inspect_commands:stream",
    "timeline": "inspect_commands:timeline",
    "show": "inspect_commands:show",
    "list-turns": "list_commands:list_turns",
    "list-notes": "list_commands:list_notes",
    "get": "list_commands:get",
    "count": "list_commands:count",
    "history": "inspect_commands:history",
    "profile": "view_commands:profile",
    "summary": "view_commands:summary",
    "due": "view_commands:due",
    "brief": "view_commands:brief",
    "gaps": "view_commands:gaps",
    "acknowledge": "view_commands:acknowledge",
    "mood": "view_commands:mood",
    "relationship": "view_commands:relationship",
    "style": "view_commands:style",
    "working": "view_commands:working",
    "procedures": "view_commands:procedures",
    "facts": "time_commands:facts",
    "diff": "time_commands:diff",
    "changes": "time_commands:changes",
    "update": "decision_commands:update",
    "undo": "decision_commands:undo",
    "check": "check_command:check",
    "stats": "inspect_commands:stats",
    "export": "transfer_commands:export",
    "move": "transfer_commands:move",
    "backup": "backup_command:backup",
    "explore": "explore:explore",
    "browser": "explore:browser",
    "explain": "explain:explain",
    "flush": "extraction_commands:flush",
    "retry": "write_commands:retry",
    "ledger": "extraction_commands:ledger",
    "rebuild": "rebuild:rebuild",
    "forget": "write_commands:forget",
    "consolidate": "consolidation_commands:consolidate",
    "abstractions": "consolidation_commands:abstractions",
    "archive": "consolidation_commands:archive",
    "restore": "consolidation_commands:restore",
    "used": "retention_commands:used",
    "retention": "retention_commands:retention",
    "expire": "retention_commands:expire",
    "jobs": "job_commands:jobs",
    "worker": "job_commands:worker",
    "merge": "decision_commands:merge",
    "split": "decision_commands:split",
    "serve": "server_commands:serve",
    "mcp": "server_commands:mcp",
    "audit": "server_commands:audit",
    "demo": "demo:demo",
    "version": "version:version",
}
# Subgroup → what it is for, and its commands.
_GROUPS = {
    "bench": (
        "Measure the engine.",
        {
            "recall": "bench_commands:recall",
            "compare": "bench_commands:compare",
            "knows": "bench_commands:knows",
            "context": "bench_commands:context",
            "latency": "bench_commands:latency",
            "answer": "bench_commands:answer",
            "ingest": "bench_commands:ingest",
            "scale": "bench_commands:scale",
            "cost": "bench_commands:cost",
            "habits": "bench_commands:habits",
            "windows": "bench_commands:windows",
            "summaries": "bench_commands:summaries",
        },
    ),
    "plot": (
        "Draw a memory as PNG or SVG.",
        {
            "timeline": "plot:timeline",
            "entities": "plot:entities",
            "subgraph": "plot:subgraph",
            "trends": "plot:trends",
            "retention": "plot:retention",
            "mood": "plot:mood",
            "profile": "plot:profile",
        },
    ),
    "token": (
        "Create, list and revoke tokens of a server.",
        {
            "create": "server_commands:create",
            "list": "server_commands:list_tokens",
            "revoke": "server_commands:revoke",
        },
    ),
    "core": (
        "Show and edit core memory: blocks of text that every context window contains.",
        {
            "show": "core_commands:show",
            "append": "core_commands:append",
            "replace": "core_commands:replace",
            "history": "core_commands:history",
            "undo": "core_commands:undo",
            "forget": "core_commands:forget",
        },
    ),
    "hooks": (
        "Connect Claude Code with a memory.",
        {"install": "hook_commands:install", "uninstall": "hook_commands:uninstall"},
    ),
}


class Commands(Group):
    """The group of all commands. An error of this package becomes one line on stderr and an exit code."""

    modules = _ALL

    def invoke(self, ctx: Any) -> Any:  # noqa: ANN401  a Context, of click or of typer, as versions go
        """Run the command. Turns errors into exit codes."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except (MemgraphError, OSError) as e:
            print_error(ctx, e)
            raise typer.Exit(REFUSED) from e
        except KeyboardInterrupt:
            typer.secho(
                "Interrupted. All turns that were reported as remembered are durable.", err=True, fg="yellow"
            )
            raise typer.Exit(INTERRUPTED) from None


app = typer.Typer(
    name="memgraph-core",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)


@app.callback()
def global_options(
    ctx: typer.Context, store: o.Store = None, namespace: o.Namespace = None,
    embedder: o.Embedder = None, extractor: o.Extractor = None, token: o.Token = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Long-term memory for LLM agents as a graph: on Neo4j, or in one file.

    --store may be a server of `memgraph-core serve`, such as http://localhost:8765. Most commands then run on that server.

    Options may be given before or after the command, --token only before it. The default of --store is
    MEMGRAPH_CORE_STORE, then NEO4J_URI, then memory.db in the current folder.

    Exit codes: 0 success, 1 error, 2 wrong usage, 3 some turns are pending, 4 memory does not know, 130 interrupted.
    """
    ctx.obj = GlobalOptions(
        store=store, namespace=namespace, embedder=embedder, extractor=extractor, token=token, as_json=as_json
    )


for _name, (_help, _commands) in _GROUPS.items():
    app.add_typer(
        typer.Typer(cls=group_of(_commands), help=_help, no_args_is_help=True, rich_markup_mode=None),
        name=_name,
    )


def run() -> None:
    """Run the program. `Commands` reports the errors of this package; any other error is a bug, reported in one line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # no error for a character that the terminal lacks
    logging.basicConfig(handlers=[logging.NullHandler()])  # commands print their own errors
    command = typer.main.get_command(app)
    if not sys.flags.dev_mode:
        sys.excepthook = _print_bug
    command()


def _print_bug(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    typer.secho(
        f"This is a bug in memgraph-core, please report it: {kind.__name__}: {error}. "
        "Set PYTHONDEVMODE=1 to see the traceback.",
        err=True,
        fg="red",
    )
