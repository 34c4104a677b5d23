"""The commands facts, diff and changes."""

from typing import Annotated

import typer

from memgraph_core.cli import decision_text, printing
from memgraph_core.cli import options as o
from memgraph_core.cli.decision_commands import names_of
from memgraph_core.cli.invocation import NOT_KNOWN, open_memory, print_note
from memgraph_core.verbs.first_facts import first_facts
from memgraph_core.verbs.unknown_names import unknown_name

PerhapsName = Annotated[str | None, typer.Argument(metavar="ENTITY", help="Name of the entity.")]


AsOf = Annotated[str | None, o.date_option("Only facts that held at this time: 2026-05-01, 2026-05 …")]
KnownAt = Annotated[str | None, o.date_option("Only what memory knew at this time.")]
Since = Annotated[str, o.date_option("Start of the period.")]
Until = Annotated[str | None, o.date_option("End of the period. Default: now.")]
TransactionTime = Annotated[
    bool,
    typer.Option("--transaction-time", help="Compare by when memory recorded it, not by when it was true."),
]


def facts(
    name: PerhapsName = None, as_of: AsOf = None, known_at: KnownAt = None, limit: o.Limit = 100, *,
    invocation: o.OnMemory,
) -> None:  # fmt: skip
    """List the facts of one entity, or all facts, newest first, including ended facts. See --as-of.

    Exit code 4 if memory does not know the entity.
    """
    unknown: str | None = None
    with open_memory(invocation) as memory:
        first = first_facts(memory, name, as_of=as_of, known_at=known_at, limit=limit)
        if name is not None and not first and memory.entity(name) is None:
            unknown = unknown_name(memory, name)
    nothing = unknown or ("No facts yet." if name is None else f"No facts about {name!r}.")
    printing.answer(invocation, first.facts, lambda: decision_text.facts(first.facts), nothing)
    if first.more:
        print_note(invocation, f"… {first.more:,} more; use --limit")
    if unknown:
        raise typer.Exit(NOT_KNOWN)


def diff(
    since: Since, until: Until = None, transaction_time: TransactionTime = False, *, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """List facts that began or ended, corrections, merges and deletions between two dates."""
    with open_memory(invocation) as memory:
        found = memory.diff(since, until, transaction_time=transaction_time)
        names = {} if invocation.as_json else names_of(memory, invocation)
    nothing = "Nothing began, ended or was decided in that time."
    printing.answer(invocation, found, lambda: "\n".join(decision_text.diff_lines(found, names)) or nothing)


def changes(limit: o.Limit = 20, *, invocation: o.OnMemory) -> None:
    """List decisions, newest first: id, before and after, reason. See undo."""
    with open_memory(invocation) as memory:
        found = memory.changes(limit=limit)
        names = {} if invocation.as_json else names_of(memory, invocation)
    printing.answer(invocation, found, lambda: decision_text.changes(found, names), "No decisions yet.")
