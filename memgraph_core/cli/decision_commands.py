"""Decisions of the user: merge, split, update, undo. Each is logged, and a rebuild keeps it."""

from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import decision_text, printing
from memgraph_core.cli import options as o
from memgraph_core.cli.invocation import (
    Invocation,
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


def merge(name: Name, into: Into, reason: Reason = "", *, invocation: o.OnMemory) -> None:
    """Merge two entities: NAME becomes another name of INTO. `split` undoes it."""
    with open_memory(invocation) as memory:
        found = memory.merge(name, into, reason=reason)
    one = f"{one_line(name)} and {one_line(into)} are now one entity: {one_line(found.name)}"
    printing.answer(invocation, found, lambda: f"{one}, {printing.counted(found.mentions, 'mention')}.")


def split(name: Name, reason: Reason = "", *, invocation: o.OnMemory) -> None:
    """Split NAME off the entity that it was merged into, with its own facts and mentions."""
    with open_memory(invocation) as memory:
        found = memory.split(name, reason=reason)
    mentions = printing.counted(found.mentions, "mention")
    printing.answer(
        invocation, found, lambda: f"{one_line(found.name)} is a separate entity again, {mentions}."
    )


def update(uid: Uid, text: CorrectText, reason: Reason = "", *, invocation: o.WithModels) -> None:
    """Correct a note or a turn: its text becomes TEXT. The original text is kept. See changes, undo."""
    with open_memory_with_models(invocation) as memory:
        found = memory.update(uid, text, reason=reason)
    printing.answer(invocation, found, lambda: "\n".join(decision_text.updated_lines(found)))


def undo(change: ChangeUid, reason: Reason = "", *, invocation: o.WithModels) -> None:
    """Undo a decision that `changes` lists. A rebuild keeps it undone."""
    with open_memory_with_models(invocation) as memory:
        record = memory.undo(change, reason=reason)
        names = {} if invocation.as_json else names_of(memory, invocation)
    printing.answer(invocation, record, lambda: "\n".join(decision_text.change_lines(record, names)))


def names_of(memory: "Memory", invocation: Invocation) -> dict[str, str]:
    """Names of facts and entities by uid, which decisions refer to.

    From a database also the names of merged entities; from a server at most as many as one request returns.
    """
    limit = invocation.longest_list
    merged = () if invocation.is_remote else memory.store.entities(EntityQuery(limit=limit, merged=True))
    called = {entity.uid: entity.name for entity in (*memory.entities(limit=limit), *merged)}
    return called | {fact.uid: fact.triple for fact in memory.facts(limit=limit)}
