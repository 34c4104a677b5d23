"""Commands `explore`, which runs a saved query, and `browser`, which writes the kit for Neo4j Browser."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, cast

import typer
from rich.console import RenderableType
from rich.table import Table

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import open_memory, print_note
from memgraph_core.records.inspect import QueryResult
from memgraph_core.store.saved_queries import SavedQuery, saved_queries
from memgraph_core.verbs.unknown_names import hint_about_parameters

Query = Annotated[
    str | None, typer.Argument(metavar="NAME", help="Name of the query. Without it, all queries are listed.")
]
Parameters = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter of the query; may be repeated."),
]
Folder = Annotated[
    Path, typer.Option("--out", metavar="FOLDER", help="Folder for the kit; created if missing.")
]
Seconds = Annotated[float, typer.Option(min=0.1, help="Time limit.")]


_INSTRUCTIONS = """\
Wrote the kit for Neo4j Browser:
{files}
1. Open Neo4j Browser, usually http://localhost:7474, and its drawer of saved scripts (the star).
2. Drop queries.zip on the drawer, then style.grass.
3. Run the script "0 · Run this first" in the folder memgraph-core, then any other script.
{out}/guide.html describes each script."""


def explore(
    name: Query = None, param: Parameters = None, limit: o.Limit = 200, seconds: Seconds = 10.0, *,
    invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Run a read-only saved query on Neo4j: explore entity --param name=Ada. Without a name, list the queries."""
    if name is None:
        queries = saved_queries()
        listed = [{"name": q.name, "title": q.title, "takes": q.takes, "returns": q.returns} for q in queries]
        printing.answer(invocation, listed, lambda: _listed(queries))
        return
    with open_memory(invocation) as memory:
        parameters = parameters_of(param or ())
        found = memory.explore(name, parameters, limit=limit, seconds=seconds)
        hint = "" if found.rows else hint_about_parameters(memory, parameters)
    if found.more:
        print_note(invocation, f"There are more rows than these {limit}: raise --limit to see them.")
    printing.answer(invocation, found, lambda: _rows(found) if found.rows else f"Nothing found.{hint}")


def parameters_of(given: Sequence[str]) -> dict[str, object]:
    """Parameters from texts such as `name=Ada`. Raises BadParameter for a text without `=`."""
    pairs = [text.partition("=") for text in given]
    if wrong := [name for name, mark, _ in pairs if not mark]:
        raise typer.BadParameter(f"{wrong[0]!r} has no value. Write {wrong[0]}=VALUE.")
    return {name.strip(): value for name, _, value in pairs}


def _listed(queries: Sequence[SavedQuery]) -> RenderableType:
    table = printing.listing("query", "parameters", "what it shows")
    for query in queries:
        takes = [f"[{name}]" if name in query.optional else name for name in query.takes]
        table.add_row(query.name, printing.plain(" ".join(takes)), printing.plain(query.title))
    return table


def _rows(found: QueryResult) -> Table:
    table = printing.listing(*found.columns)
    for row in found.rows:
        table.add_row(*(printing.plain(_cell(row[column])) for column in found.columns))
    return table


def _cell(value: object) -> str:
    """A value as text: a node by its name or text, a path as its nodes and relationship types."""
    if isinstance(value, Mapping):
        item = cast(Mapping[str, object], value)
        if "nodes" in item:
            return _path(item)
        keys = ("name", "text", "title", "type", "uid", "key")
        return next((str(item[key]) for key in keys if item.get(key)), "")
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(_cell(one) for one in cast(Sequence[object], value))
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    return "" if value is None else str(printing.jsonable(value))


def _path(path: Mapping[str, object]) -> str:
    """For example `Ada -LIVES_IN→ Turin`, with the arrow in its direction."""
    first, *nodes = cast(Sequence[Mapping[str, object]], path["nodes"])
    text = _cell(first)
    for edge, node in zip(cast(Sequence[Mapping[str, object]], path["relationships"]), nodes, strict=True):
        forward = edge["end"] in (node.get("uid"), node.get("key"))
        text += f" -{edge['type']}→ {_cell(node)}" if forward else f" ←{edge['type']}- {_cell(node)}"
    return text


def browser(out: Folder = Path("memgraph-browser"), *, invocation: o.OnMemory) -> None:
    """Write the kit for Neo4j Browser (saved queries, a style and a guide) and print how to use it."""
    from memgraph_core.browser.kit import example_values, kit

    with open_memory(invocation) as memory:
        files = kit(memory.namespace, example_values(memory))
    out.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (out / name).write_bytes(content)
    written = [str(out / name) for name in files]
    instructions = _INSTRUCTIONS.format(files="\n".join(f"  {name}" for name in written), out=out)
    kit_files = {"namespace": invocation.namespace, "written": written}
    printing.answer(invocation, kit_files, lambda: instructions)
