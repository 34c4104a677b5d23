"""The commands of `core`: blocks of text that every context window contains."""

from typing import Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.decision_commands import Reason
from memgraph_core.cli.invocation import Invocation, open_memory
from memgraph_core.records.core import CoreState

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the block.")]
Content = Annotated[str, typer.Argument(metavar="TEXT", help="The text.")]
Old = Annotated[
    str | None, typer.Option("--old", metavar="TEXT", help="Replace only this part, which must occur once.")
]
Tokens = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="Size limit of the block. Default for a new block: 300."),
]
BasedOn = Annotated[
    list[str] | None,
    typer.Option(
        "--turn", metavar="UID", help="A turn that the text is based on. Repeat the option for several turns."
    ),
]


def show(user_id: o.UserId = None, *, invocation: o.OnMemory) -> None:
    """Print the blocks of core memory."""
    with open_memory(invocation) as memory:
        found = memory.core(user_id=user_id)
    _print(invocation, found, nothing="No core memory.")


def append(
    name: Name, text: Content, tokens: Tokens = None, turn: BasedOn = None, reason: Reason = "",
    user_id: o.UserId = None, *, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Add a line at the end of a block. Creates the block."""
    with open_memory(invocation, create=True) as memory:
        written = memory.core_append(
            name, text, tokens=tokens, turns=turn or [], reason=reason, user_id=user_id
        )
    _print(invocation, (written,))


def replace(
    name: Name, text: Content, old: Old = None, tokens: Tokens = None, turn: BasedOn = None,
    reason: Reason = "", user_id: o.UserId = None, *, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """Replace the content of a block, or a part of it. An empty text removes the block."""
    with open_memory(invocation, create=True) as memory:
        written = memory.core_replace(
            name, text, old=old, tokens=tokens, turns=turn or [], reason=reason, user_id=user_id
        )
    _print(invocation, (written,))


def history(name: Name, user_id: o.UserId = None, *, invocation: o.OnMemory) -> None:
    """Print all states of a block, oldest first."""
    with open_memory(invocation) as memory:
        found = memory.core_history(name, user_id=user_id)
    _print(invocation, found, nothing=f"There is no core block {name!r}.", states=True)


def undo(name: Name, reason: Reason = "", user_id: o.UserId = None, *, invocation: o.OnMemory) -> None:
    """Restore the content of a block before its last edit."""
    with open_memory(invocation) as memory:
        written = memory.core_undo(name, reason=reason, user_id=user_id)
    _print(invocation, (written,))


def forget(
    name: Name, user_id: o.UserId = None, *,
    invocation: Annotated[Invocation, o.invoked_by("store", "namespace")],
) -> None:  # fmt: skip
    """Delete a block with its history."""
    with open_memory(invocation) as memory:
        memory.core_forget(name, user_id=user_id)
    typer.echo(f"The core block {name!r} and its history are deleted.")


def _print(
    invocation: Invocation, found: tuple[CoreState, ...], *, nothing: str = "", states: bool = False
) -> None:
    printing.answer(
        invocation, found, lambda: "\n".join(_described(state, numbered=states) for state in found), nothing
    )


def _described(state: CoreState, *, numbered: bool) -> str:
    number = f" {state.number} ({state.at:%Y-%m-%d %H:%M})" if numbered else ""
    owner = f" of {state.user}" if state.user else ""
    lines = [f"{state.name}{owner}{number}:", *(f"  {line}" for line in state.content.splitlines())]
    return printing.plain_lines("\n".join(lines if state.content else [*lines, "  (removed)"]))
