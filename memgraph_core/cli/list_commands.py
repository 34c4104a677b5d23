"""Commands that list records: list-turns, list-notes, get, count."""

from shlex import quote
from typing import Annotated, Any, cast, get_args

import typer
from rich.table import Table

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import NOT_KNOWN, Invocation, open_memory, print_note
from memgraph_core.engine.listing import Counted, TimeOrder
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.listing import Page
from memgraph_core.records.search import Filters

Uid = Annotated[str, typer.Argument(metavar="UID", help="Uid of a turn, note, entity or fact.")]
Of = Annotated[
    str,
    typer.Argument(
        parser=o.one_of(get_args(Counted)), metavar=o.among(get_args(Counted)), help="What to count."
    ),
]
InTime = Annotated[str, o.choice_option(get_args(TimeOrder), "--order")]
Cursor = Annotated[
    str | None, typer.Option(metavar="CURSOR", help="Continue after the page with this cursor.")
]


def list_turns(
    order: InTime = "newest", limit: o.Limit = 50, cursor: Cursor = None, *, filters: o.TurnFilters,
    scope: o.ScopeOptions, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """List turns in order of time, a page at a time."""
    chosen: Any = {"order": order, "limit": limit, "cursor": cursor, **scope}
    with open_memory(invocation) as memory:
        page = memory.list_turns(filters=filters, **chosen)
    table = _table("time", "speaker", "session", "text")
    for turn in page:
        _row(
            table, printing.day_of(turn.said_at), turn.speaker or turn.role, turn.session, turn.text, turn.uid
        )
    _print(invocation, page, table, "No turns.")


def list_notes(
    order: InTime = "newest", limit: o.Limit = 50, cursor: Cursor = None, *, filters: o.NoteFilters,
    scope: o.ScopeOptions, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """List active notes in order of time, a page at a time; sensitive ones only with --kind vault."""
    chosen: Any = {"order": order, "limit": limit, "cursor": cursor, **scope}
    with open_memory(invocation) as memory:
        page = memory.list_notes(filters=filters, **chosen)
    table = _table("time", "text", "kind")
    for note in page:
        _row(table, printing.day_of(note.said_at), note.text, note.kind, note.uid)
    _print(invocation, page, table, "No notes.")


def get(uid: Uid, *, invocation: o.OnMemory) -> None:
    """Show the turn, note, entity or fact with a uid. Exit code 4 if there is none."""
    with open_memory(invocation) as memory:
        found = memory.get(uid)
    if invocation.as_json:
        typer.echo(printing.in_json(found))
    elif found is None:
        typer.echo(f"No record has the uid {uid!r}.")
    else:
        fields = cast(dict[str, object], printing.jsonable(found))
        typer.echo(printing.plain_lines(f"{type(found).__name__.removeprefix('Named')}: {found}"))
        printing.console().print(printing.fields(fields))
    if found is None:
        raise typer.Exit(NOT_KNOWN)


def count(
    of: Of = "turns", *, filters: o.TurnFilters, scope: o.ScopeOptions, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Count turns, notes, entities or facts. Filters apply to turns and notes."""
    chosen: Any = {"of": of, **scope}
    with open_memory(invocation) as memory:
        number = memory.count(filters=None if filters == Filters() else filters, **chosen)
    printing.answer(invocation, {of: number}, lambda: str(number))


def _table(*columns: str) -> Table:
    """A table with these columns and one for uids, which are not broken, so that they can be copied."""
    table = printing.listing(*columns)
    table.add_column("uid", no_wrap=True)
    return table


def _row(table: Table, *values: str) -> None:
    table.add_row(*(printing.plain(value) for value in values))


def _print(invocation: Invocation, page: Page[Turn] | Page[Note], table: Table, nothing: str) -> None:
    if invocation.as_json:
        typer.echo(printing.in_json({"items": page.items, "cursor": page.cursor}))
    elif not page.items:
        typer.echo(nothing)
    else:
        printing.show(table)
        if page.cursor:
            print_note(invocation, f"More: --cursor {quote(page.cursor)}")
