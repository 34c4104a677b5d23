"""Decisions of the user: merge, split, update, undo. Each is logged, and a rebuild keeps it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import decision_text, printing
from memgraph_core.cli import options as o
from memgraph_core.cli.invocation import (
    GlobalOptions,
    Invocation,
    invocation_of,
    open_memory,
    open_memory_with_models,
)
from memgraph_core.language.scripts import one_line
from memgraph_core.records.inspect import EntityQuery

if TYPE_CHECKING:
    from memgraph_core.memory import Memory

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the entity.")]
Into = Annotated[
    str, typer.Argument(metavar="INTO", help="The entity that it is merged into, whose name stays.")
]
ChangeUid = Annotated[str, typer.Argument(metavar="UID", help="Uid of the change; `changes` lists them.")]
Uid = Annotated[str, typer.Argument(metavar="UID", help="Uid of a note or a turn; `search --json` shows it.")]
CorrectText = Annotated[str, typer.Argument(metavar="TEXT", help="The correct text.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Reason; stored with the change.")]


def merge(
    ctx: typer.Context, name: Name, into: Into, reason: Reason = "",
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Merge two entities: NAME becomes another name of INTO. `split` undoes it."""
    invocation = invocation_of(ctx, GlobalOptions(store=store, namespace=namespace, as_json=as_json))
    with open_memory(invocation) as memory:
        found = memory.merge(name, into, reason=reason)
    one = f"{one_line(name)} and {one_line(into)} are now one entity: {one_line(found.name)}"
    _print(invocation, found, lambda: f"{one}, {printing.counted(found.mentions, 'mention')}.")


def split(
    ctx: typer.Context, name: Name, reason: Reason = "",
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Split NAME off the entity that it was merged into, with its own facts and mentions."""
    invocation = invocation_of(ctx, GlobalOptions(store=store, namespace=namespace, as_json=as_json))
    with open_memory(invocation) as memory:
        found = memory.split(name, reason=reason)
    mentions = printing.counted(found.mentions, "mention")
    _print(invocation, found, lambda: f"{one_line(found.name)} is a separate entity again, {mentions}.")


def update(
    ctx: typer.Context, uid: Uid, text: CorrectText, reason: Reason = "",
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None,
    extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Correct a note or a turn: its text becomes TEXT. The original text is kept. See changes, undo."""
    invocation = invocation_of(
        ctx,
        GlobalOptions(
            store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json
        ),
    )
    with open_memory_with_models(invocation, create=False) as memory:
        found = memory.update(uid, text, reason=reason)
    _print(invocation, found, lambda: "\n".join(decision_text.updated_lines(found)))


def undo(
    ctx: typer.Context, change: ChangeUid, reason: Reason = "",
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None,
    extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Undo a decision that `changes` lists. A rebuild keeps it undone."""
    invocation = invocation_of(
        ctx,
        GlobalOptions(
            store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json
        ),
    )
    with open_memory_with_models(invocation, create=False) as memory:
        record = memory.undo(change, reason=reason)
        names = {} if invocation.as_json else names_of(memory, invocation)
    _print(invocation, record, lambda: "\n".join(decision_text.change_lines(record, names)))


def names_of(memory: "Memory", invocation: Invocation) -> dict[str, str]:
    """Names of facts and entities by uid, which decisions refer to.

    From a database also the names of merged entities; from a server at most as many as one request returns.
    """
    limit = invocation.longest_list
    merged = () if invocation.is_remote else memory.store.entities(EntityQuery(limit=limit, merged=True))
    called = {entity.uid: entity.name for entity in (*memory.entities(limit=limit), *merged)}
    return called | {fact.uid: fact.triple for fact in memory.facts(limit=limit)}


def _print(invocation: Invocation, found: object, line: Callable[[], str]) -> None:
    typer.echo(printing.in_json(found) if invocation.as_json else line())
