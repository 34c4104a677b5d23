"""`consolidate`, `abstractions`, `archive`, `restore`: abstractions of several notes, and notes that searches leave out."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import decision_text, printing
from memgraph_core.cli import options as o
from memgraph_core.cli.batches import resumed_progress
from memgraph_core.cli.decision_commands import Reason, names_of
from memgraph_core.cli.invocation import (
    Invocation,
    open_memory,
    open_memory_with_models,
)
from memgraph_core.language.scripts import one_line
from memgraph_core.records.consolidation import Abstraction, Consolidated
from memgraph_core.verbs.unknown_names import hint_about

if TYPE_CHECKING:
    from memgraph_core.consolidate.runs import PresetName

DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")]
Diff = Annotated[bool, typer.Option("--diff", help="Show each abstraction before and after.")]
Preset = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The longest pause between events of a habit: balanced, topic, log, or a scenario. Default: the scenario of "
        "the settings, or the last preset.",
    ),
]
Entity = Annotated[
    str | None, typer.Argument(metavar="NAME", help="Only the abstractions about this entity.")
]
Instances = Annotated[bool, typer.Option("--instances", help="Show the notes that each represents.")]
Uids = Annotated[
    list[str], typer.Argument(metavar="UID...", help="Uids of notes; `search --json` shows them.")
]


def consolidate(
    dry_run: DryRun = False, diff: Diff = False, preset: Preset = None, *, invocation: o.WithEmbedder,
) -> None:  # fmt: skip
    """Derive habits, preferences, trajectories and episodes from the notes, and archive the notes that they represent.

    No language model is called, unless MEMGRAPH_CORE_WORDING is llm. A second run changes nothing, and an interrupted one
    is continued by the next.
    """
    with (
        open_memory_with_models(invocation) as memory,
        resumed_progress("consolidating", hidden=invocation.as_json) as progress,
    ):
        chosen = _preset(preset) if preset else None
        found = memory.consolidate(dry_run=dry_run, preset=chosen, progress=progress)
    printing.answer(invocation, found, lambda: "\n".join(_lines(found, dry_run=dry_run, diff=diff)))


def abstractions(
    entity: Entity = None, instances: Instances = False, limit: o.Limit = 50, *, invocation: o.OnMemory,
) -> None:  # fmt: skip
    """List the abstractions in use: what several notes state together, with their number and time."""
    with open_memory(invocation) as memory:
        found = memory.abstractions(entity, limit=limit)
        notes = {each.note.uid: memory.instances(each.note.uid) for each in found if instances}
        hint = "" if found else hint_about(memory, entity)
    if invocation.as_json:
        typer.echo(printing.in_json(found))
        return
    if not found:
        typer.echo(f"No abstractions.{hint}")
    for each in found:
        typer.echo("\n".join(_described(each)))
        for note in notes.get(each.note.uid, ()):
            typer.echo(f"    {printing.day_of(note.said_at)}  {note.state:<8}  {one_line(note.text)}")


def archive(uids: Uids, reason: Reason = "", *, invocation: o.OnMemory) -> None:
    """Archive notes: searches leave them out. Their turns are still found. `undo` and `restore` reverse it."""
    _set_archived(invocation, uids, reason, archived=True)


def restore(uids: Uids, reason: Reason = "", *, invocation: o.OnMemory) -> None:
    """Make archived notes active again. Consolidation does not archive them again."""
    _set_archived(invocation, uids, reason, archived=False)


def _set_archived(invocation: Invocation, uids: list[str], reason: str, *, archived: bool) -> None:
    with open_memory(invocation) as memory:
        verb = memory.archive if archived else memory.restore
        changes = verb(uids, reason=reason)
        names = {} if invocation.as_json else names_of(memory, invocation)
    nothing = "Nothing was changed: the notes have this state already."
    printing.answer(invocation, changes, lambda: decision_text.changes(changes, names), nothing)


def _preset(name: str) -> "PresetName":
    from memgraph_core.consolidate.runs import PRESETS

    for preset in PRESETS:
        if name == preset:
            return preset
    raise typer.BadParameter(f"the preset is {name!r}; give {', '.join(PRESETS)}")


def _lines(found: Consolidated, *, dry_run: bool, diff: bool) -> Iterator[str]:
    for step in found.steps if diff else ():
        yield f"{step.action}: {step.instances} notes, {len(step.archived)} archived, {len(step.restored)} restored"
        if step.before and step.before != step.after:
            yield f"  - {one_line(step.before)}"
        if step.after and step.before != step.after:
            yield f"  + {one_line(step.after)}"
    written = "would be " if dry_run else ""
    counted = [
        f"{found.count(action)} {written}{action}"
        for action in ("created", "revised", "retired")
        if found.count(action)
    ]
    read, used = printing.counted(found.notes, "note"), printing.counted(found.abstractions, "abstraction")
    yield f"{read} read; {used}: {', '.join(counted) or 'none changed'}."
    yield f"{printing.counted(found.active, 'note')} active, {found.archived} archived."
    if found.rejected:
        reasons = ", ".join(f"{count} for {reason}" for reason, count in found.rejected.items())
        yield f"Not written: {reasons}."


def _described(each: Abstraction) -> Iterator[str]:
    yield one_line(each.note.text)
    span = f"{printing.day_of(each.first)} to {printing.day_of(each.last)}"
    newer = f", {printing.counted(each.newer, 'newer note')} not considered" if each.newer else ""
    exceptions = f", {printing.counted(len(each.exceptions), 'exception')}" if each.exceptions else ""
    yield f"    {each.note.uid}  {each.kind}, {printing.counted(each.count, 'note')}, {span}{exceptions}{newer}"
