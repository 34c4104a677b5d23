"""Commands by which people decide: merge, split, update, undo. Each is on record, and a rebuild keeps it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing, telling
from memgraph_core.cli.opening import Given, Here, here, memory_of, reading, thinking
from memgraph_core.language.scripts import one_line
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.search import UNLIMITED

if TYPE_CHECKING:
    from memgraph_core.memory import Memory

Name = Annotated[str, typer.Argument(metavar="NAME", help="As people call it.")]
Into = Annotated[str, typer.Argument(metavar="INTO", help="Whom it is one with, and known as from now on.")]
ChangeUid = Annotated[str, typer.Argument(metavar="UID", help="As changes lists it.")]
Uid = Annotated[str, typer.Argument(metavar="UID", help="Of a note or a turn, as search --json tells it.")]
Right = Annotated[str, typer.Argument(metavar="TEXT", help="How it should read.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Kept with the change.")]


def merge(
    ctx: typer.Context, name: Name, into: Into, reason: Reason = "",
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Two names mean the same: what is known of NAME is known of INTO from now on. See split."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        found = memory.merge(name, into, reason=reason)
    one = f"{one_line(name)} and {one_line(into)} are one: {one_line(found.name)}"
    _tell(place, found, lambda: f"{one}, {printing.counted(found.mentions, 'mention')}.")


def split(
    ctx: typer.Context, name: Name, reason: Reason = "",
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """NAME, which was merged into another, is on its own again, with all that was its own."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with reading(place) as memory:
        found = memory.split(name, reason=reason)
    mentions = printing.counted(found.mentions, "mention")
    _tell(place, found, lambda: f"{one_line(found.name)} is on its own again, {mentions}.")


def update(
    ctx: typer.Context, uid: Uid, text: Right, reason: Reason = "",
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None,
    extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Put a note or a turn right: it reads as TEXT from now on. What was said is kept. See changes, undo."""
    place = here(
        ctx,
        Given(store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json),
    )
    with thinking(place, makes=False) as engine:
        found = memory_of(engine, place.namespace).update(uid, text, reason=reason)
    _tell(place, found, lambda: "\n".join(telling.updated_lines(found)))


def undo(
    ctx: typer.Context, change: ChangeUid, reason: Reason = "",
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None,
    extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Take back a decision that `changes` lists; a rebuild keeps that."""
    place = here(
        ctx,
        Given(store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json),
    )
    with thinking(place, makes=False) as engine:
        memory = memory_of(engine, place.namespace)
        record = memory.undo(change, reason=reason)
        names = {} if place.as_json else names_of(memory)
    _tell(place, record, lambda: "\n".join(telling.change_lines(record, names)))


def names_of(memory: "Memory") -> dict[str, str]:
    """What facts and entities are called, by uid; also those that are merged into others, of which decisions tell."""
    merged = memory.store.entities(EntityQuery(limit=UNLIMITED, merged=True))
    called = {entity.uid: entity.name for entity in (*memory.entities(limit=UNLIMITED), *merged)}
    return called | {each.fact.uid: str(each) for each in memory.named(memory.facts(limit=UNLIMITED))}


def _tell(place: Here, found: object, line: Callable[[], str]) -> None:
    typer.echo(printing.in_json(found) if place.as_json else line())
