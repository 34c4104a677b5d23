"""Adds pages to the documentation site that are not files in `docs/`.

Some pages are files elsewhere in the repository. The reference of the commands is generated from the command-line program.
MkDocs loads this file as a hook (see `mkdocs.yml`).
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]

# Page of the site → file of the repository that it shows.
MOUNTED = {
    "benchmarks/README.md": "benchmarks/README.md",
    "benchmarks/notes.md": "benchmarks/notes.md",
    "benchmarks/results.jsonl": "benchmarks/results.jsonl",
    "changelog.md": "CHANGELOG.md",
    "contributing.md": "CONTRIBUTING.md",
}
GENERATED = "reference/cli.md"

# These options have the same meaning for every command, so they are listed once.
_COMMON = ("store", "namespace", "embedder", "extractor", "as_json")


def on_files(files: Any, config: Any) -> Any:
    """Add the mounted and the generated pages. MkDocs calls this once per build."""
    from mkdocs.structure.files import File

    for page, source in MOUNTED.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    files.append(File.generated(config, GENERATED, content=command_reference()))
    return files


def command_reference() -> str:
    """The reference of all commands as Markdown: for each the help text, the usage, the arguments and the options."""
    from typer.main import get_command

    from memgraph_core.cli.app import app

    program = get_command(app)
    common = [param for param in program.params if param.name in _COMMON]
    parts = [
        "# Commands",
        "This page is generated from the program. `memgraph-core COMMAND --help` prints the same text.",
        _text(program.help),
        "## Options of every command",
        "A command accepts those of these options that apply to it, before or after its name.",
        _table(program, common),
    ]
    for name, command in _commands(program):
        parts += [f"## memgraph-core {name}", _text(command.help), f"```\n{_usage(name, command)}\n```"]
        own = [param for param in command.params if param.name not in _COMMON and param.name != "help"]
        parts += [_table(command, own)] if own else []
    return "\n\n".join(parts) + "\n"


def _commands(group: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Each command with its full name; the commands of a subgroup follow in place of the subgroup."""
    for name in group.commands:
        command = group.commands[name]
        if hasattr(command, "commands"):
            yield from _commands(command, f"{prefix}{name} ")
        else:
            yield prefix + name, command


def _usage(name: str, command: Any) -> str:
    context = command.make_context(f"memgraph-core {name}", [], resilient_parsing=True)
    pieces = [re.sub(r"[{}]", "", piece) for piece in command.collect_usage_pieces(context)]
    return " ".join([f"memgraph-core {name}", *pieces]).replace("......", "...")


def _text(text: str | None) -> str:
    """The help text as Markdown; `<` stays readable as it is."""
    return (text or "").replace("\f", "").replace("<", "&lt;").strip()


def _table(command: Any, params: Iterable[Any]) -> str:
    """One row per argument and option, in the words of `--help`."""
    context = command.make_context("memgraph-core", [], resilient_parsing=True)
    records = [record for param in params if (record := param.get_help_record(context))]
    rows = [f"| `{re.sub(r' <.*>$', '', names)}` | {_cell(_text(help))} |" for names, help in records]
    return "\n".join(["| argument or option | meaning |", "| --- | --- |", *rows])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
