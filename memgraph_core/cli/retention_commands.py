"""`used`, `retention`, `expire`: record uses, show how well records would be remembered, and find expired notes."""

from typing import TYPE_CHECKING, Annotated, cast

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import open_memory
from memgraph_core.records.kinds import NoteKind
from memgraph_core.records.retention import Expired, Retention
from memgraph_core.records.validation import checked_choice

if TYPE_CHECKING:
    from collections.abc import Iterator

Uids = Annotated[
    list[str], typer.Argument(metavar="UID...", help="Uids of notes or turns; `search --json` shows them.")
]
Records = Annotated[
    list[str], typer.Argument(metavar="UID...", help="Uids of notes, turns or entities; --json shows them.")
]
Policy = Annotated[
    list[str],
    typer.Argument(metavar="KIND=DAYS...", help="The time-to-live of a kind of notes: episodic=365."),
]
Forget = Annotated[
    bool, typer.Option("--forget", help="Forget the turns of the notes instead of archiving the notes.")
]
Apply = Annotated[
    bool, typer.Option("--apply", help="Change the memory. Without it the notes are only listed.")
]
Most = Annotated[int | None, typer.Option("--limit", min=1, metavar="N", help="At most N notes.")]


def used(uids: Uids, now: o.Now = None, *, invocation: o.OnMemory) -> None:
    """Record that an answer used these notes or turns. Each use strengthens them."""
    with open_memory(invocation) as memory:
        turns = memory.used(uids, now=now)
    recorded = f"A use of {printing.counted(len(turns), 'turn')} was recorded."
    printing.answer(invocation, turns, lambda: recorded)


def retention(uids: Records, now: o.Now = None, *, invocation: o.OnMemory) -> None:
    """Show how well notes, turns or entities would still be remembered."""
    with open_memory(invocation) as memory:
        found = memory.retention(uids, now=now)
    if invocation.as_json:
        typer.echo(printing.in_json(found))
        return
    for each in found:
        typer.echo(_retention_line(each))


def expire(
    policy: Policy, forget: Forget = False, apply: Apply = False, limit: Most = None, now: o.Now = None, *,
    invocation: o.OnMemory,
) -> None:  # fmt: skip
    """List the notes that are older than the time-to-live of their kind; with --apply archive or forget them."""
    days = dict(map(_kind_and_days, policy))
    with open_memory(invocation) as memory:
        found = memory.expire(
            days, action="forget" if forget else "archive", dry_run=not apply, limit=limit, now=now
        )
    printing.answer(invocation, found, lambda: "\n".join(_expired_lines(found)))


def _kind_and_days(text: str) -> tuple[NoteKind, float]:
    kind, _, days = text.partition("=")
    checked_choice(kind, NoteKind, "kind")
    try:
        return cast(NoteKind, kind), float(days)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a policy; give KIND=DAYS, such as episodic=365") from None


def _retention_line(each: Retention) -> str:
    uses = printing.counted(each.uses, "use")
    last = printing.day_of(each.last_at)
    return f"{each.uid}  {each.retention:>4.0%}  {uses}, last {last}, stability {each.stability:.1f} days"


def _expired_lines(found: Expired) -> "Iterator[str]":
    for each in found.notes:
        yield f"{each.uid}  {printing.day_of(each.said_at)}  {each.kind}  {each.retention:.0%}"
    done = {"archive": "archived", "forget": "forgotten"}[found.action]
    would_be = "would be " if found.dry_run else ""
    yield f"{printing.counted(len(found), 'note')} {would_be}{done}."
