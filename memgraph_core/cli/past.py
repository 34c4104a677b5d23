"""Commands about time: facts, diff, changes."""

from datetime import datetime
from typing import Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing, telling
from memgraph_core.cli.decide import names_of
from memgraph_core.cli.opening import Given, here, reading
from memgraph_core.retrieve.history import parse_moment

PerhapsName = Annotated[str | None, typer.Argument(metavar="ENTITY", help="As people call it.")]


def _asked(text: str) -> datetime:
    """`2026`, `2026-05`, `2026-05-01` or a full ISO time."""
    try:
        return parse_moment(text, "the date")
    except ValueError as e:
        raise typer.BadParameter(str(e)) from e


AsOf = Annotated[
    datetime | None,
    typer.Option(parser=_asked, metavar="DATE", help="Only what held then: 2026-05-01, 2026-05 …"),
]
KnownAt = Annotated[
    datetime | None, typer.Option(parser=_asked, metavar="DATE", help="As far as memory knew then.")
]
Since = Annotated[datetime, typer.Option(parser=_asked, metavar="DATE", help="From then on.")]
Until = Annotated[
    datetime | None, typer.Option(parser=_asked, metavar="DATE", help="Until then. Default: now.")
]
Learnt = Annotated[
    bool, typer.Option("--learnt", help="By when memory came to know it, not by when it was so.")
]


def facts(
    ctx: typer.Context, entity: PerhapsName = None, as_of: AsOf = None, known_at: KnownAt = None,
    limit: o.Limit = 100,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Facts about somebody or something, or all; newest first, ended ones included. See --as-of."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        found = memory.named(memory.facts(entity, as_of=as_of, known_at=known_at, limit=limit))
    if place.as_json:
        typer.echo(printing.in_json([telling.flat(fact) for fact in found]))
    elif found:
        printing.console().print(telling.facts(found))
    else:
        typer.echo("No facts yet." if entity is None else f"No facts about {entity!r}.")


def diff(
    ctx: typer.Context, since: Since, until: Until = None, learnt: Learnt = False,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """What began, ended, was corrected, merged and forgotten between two dates."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        found = memory.diff(since, until, transaction_time=learnt)
        if place.as_json:
            typer.echo(printing.in_json(found))
            return
        names = names_of(memory)
    lines = telling.diff_lines(found, names)
    typer.echo("\n".join(lines) if lines else "Nothing began, ended or was decided in that time.")


def changes(
    ctx: typer.Context, limit: o.Limit = 20,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """What was decided, newest first: each with its id, before and after, and why. See undo."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        found = memory.changes(limit=limit)
        names = {} if place.as_json else names_of(memory)
    if place.as_json:
        typer.echo(printing.in_json(found))
        return
    lines = [line for change in found for line in telling.change_lines(change, names)]
    typer.echo("\n".join(lines) if lines else "Nothing was decided yet.")
