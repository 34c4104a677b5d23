"""`backup`: a copy of a memory file that other processes may use at the same time."""

from pathlib import Path
from typing import Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.batches import resumed_progress
from memgraph_core.cli.invocation import Invocation
from memgraph_core.config import file_of, masked_url
from memgraph_core.errors import InvalidInput
from memgraph_core.language.scripts import one_line

Target = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]
Replace = Annotated[bool, typer.Option("--replace", help="Replace FILE if it exists.")]


def backup(
    target: Target, replace: Replace = False, *,
    invocation: Annotated[Invocation, o.invoked_by("store", "as_json")],
) -> None:  # fmt: skip
    """Copy a memory file with all its namespaces, also while other programs write to it. The copy is checked.

    For a Neo4j server use neo4j-admin, or `export` a namespace.
    """
    from memgraph_core.store.sqlite.backup import back_up

    source = _file_of(invocation.url)
    if target.is_dir():
        raise InvalidInput(f"{str(target)!r} is a folder. Name a file in it.")
    if target.exists() and not replace:
        raise InvalidInput(f"{str(target)!r} exists. Give another name, or --replace.")
    with resumed_progress("copying", hidden=invocation.as_json) as report:
        size = back_up(source, target, report)
    copied = f"Copied {one_line(source)} to {one_line(str(target))}: {size:,} bytes, intact."
    printing.answer(invocation, {"file": str(target), "bytes": size}, lambda: copied)


def _file_of(url: str) -> str:
    """The path of a SQLite URL. Raises InvalidInput for a server and for a memory without a file."""
    path = file_of(url)
    if path is None:
        raise InvalidInput(
            f"{masked_url(url)!r} is not a file. Back up a memory where its database is: a Neo4j server with neo4j-admin database "
            "dump or backup, or a namespace with `memgraph-core export`."
        )
    if path == ":memory:":
        raise InvalidInput(
            "a memory without a file cannot be backed up. Export it with `memgraph-core export`."
        )
    return path
