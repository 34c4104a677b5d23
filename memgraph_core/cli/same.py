"""Commands that say who is the same: merge, split."""

from typing import Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.opening import Given, here, reading
from memgraph_core.language.scripts import one_line

Name = Annotated[str, typer.Argument(metavar="NAME", help="As people call it.")]
Into = Annotated[str, typer.Argument(metavar="INTO", help="Whom it is one with, and known as from now on.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Kept with the change.")]


def merge(
    ctx: typer.Context, name: Name, into: Into, reason: Reason = "",
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Two names mean the same: what is known of NAME is known of INTO from now on. See split."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        found = memory.merge(name, into, reason=reason)
    if place.as_json:
        typer.echo(printing.in_json(found))
        return
    mentions = printing.counted(found.mentions, "mention")
    typer.echo(f"{one_line(name)} and {one_line(into)} are one: {one_line(found.name)}, {mentions}.")


def split(
    ctx: typer.Context, name: Name, reason: Reason = "",
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """NAME, which was merged into another, is on its own again, with all that was its own."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        found = memory.split(name, reason=reason)
    if place.as_json:
        typer.echo(printing.in_json(found))
        return
    typer.echo(f"{one_line(found.name)} is on its own again, {printing.counted(found.mentions, 'mention')}.")
