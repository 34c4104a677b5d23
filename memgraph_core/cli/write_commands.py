"""Commands that write: add, import, retry, forget."""

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.batches import Tally, progress, remember
from memgraph_core.cli.files import Found, Reading, read_files, read_mapping
from memgraph_core.cli.invocation import (
    INTERRUPTED,
    Invocation,
    open_memories,
    open_memory_with_models,
    print_note,
    with_namespace_of_token,
)
from memgraph_core.cli.transfer_commands import import_export, read_export
from memgraph_core.config import masked_url
from memgraph_core.errors import InvalidInput, MemgraphError
from memgraph_core.language.scripts import one_line
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.forget import Forgotten
from memgraph_core.records.validation import zone_of
from memgraph_core.turns.documents import OVERLAP, SIZE
from memgraph_core.turns.formats.read import Format
from memgraph_core.turns.formats.whatsapp import DateOrder
from memgraph_core.turns.future import DATED_IN_FUTURE, future_warning
from memgraph_core.verbs.unknown_names import hint_about, hint_about_speaker

if TYPE_CHECKING:
    from memgraph_core.memory import Memory

SKIPPED = 1  # exit code if files of a folder, or rows, could not be read
PENDING = 3  # exit code if turns are pending after a failure
_MAX_SHOWN = 20  # reasons for skipped files and rows that are shown

Text = Annotated[str, typer.Argument(metavar="TEXT", help="The text of the turn; - reads it from stdin.")]
SaidRole = Annotated[str, o.choice_option(o.ROLES, "--role")]
Session = Annotated[
    str | None, typer.Option(metavar="NAME", help="The conversation of the turn. Default: default.")
]
Uid = Annotated[
    str | None,
    typer.Option(metavar="ID", help="Id of the turn. Adding the same turn again then changes nothing."),
]
Files = Annotated[
    list[str],
    typer.Argument(
        parser=o.file_name, metavar="FILE...", help="Conversations, documents, or folders of them."
    ),
]
FileFormat = Annotated[
    Format | None,
    typer.Option("--format", help="The format of all files. Default: recognised by name and content."),
]
MappingFile = Annotated[
    Path | None,
    typer.Option(
        "--mapping",
        metavar="FILE",
        help="What the columns of tables and JSON records state, as YAML: text, facts, types.",
    ),
]
OrderOfDates = Annotated[
    DateOrder | None,
    typer.Option(
        "--date-order",
        help="Order of day, month and year in WhatsApp chats. Default: derived from the dates.",
    ),
]
Turns = Annotated[list[str] | None, typer.Option("--turn", metavar="ID", help="This turn; repeatable.")]
OfSession = Annotated[
    str | None, typer.Option("--session", metavar="NAME", help="Every turn of this session.")
]
OfSpeaker = Annotated[
    str | None, typer.Option("--speaker", metavar="NAME", help="Every turn of this speaker.")
]
Notes = Annotated[
    list[str] | None,
    typer.Option("--note", metavar="ID", help="The turns from which this note was derived; repeatable."),
]
OfEntity = Annotated[
    str | None,
    typer.Option("--entity", metavar="NAME", help="Every turn that mentions this entity or was said by it."),
]
Everything = Annotated[bool, typer.Option("--everything", help="The whole namespace.")]
ChunkSize = Annotated[
    int, typer.Option("--chunk-size", min=50, metavar="N", help="Characters of a chunk of a document.")
]
ChunkOverlap = Annotated[
    int,
    typer.Option(
        "--chunk-overlap", min=0, metavar="N", help="Characters that a chunk repeats from the one before."
    ),
]
Keep = Annotated[
    bool,
    typer.Option("--keep", help="Keep the old version of an edited document instead of forgetting it."),
]
Force = Annotated[bool, typer.Option("--force", help="Also add turns that were forgotten before.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")]


def add(
    text: Text, speaker: o.Speaker = None, role: SaidRole = "user", said_at: o.SaidAt = None,
    session: Session = None, uid: Uid = None, metadata: o.Metadata = None, *, scope: o.ScopeOptions,
    force: Force = False, invocation: o.WithModels,
) -> None:  # fmt: skip
    """Add a turn."""
    content = _stdin() if text == "-" else text
    with open_memory_with_models(invocation, create=True) as memory:
        receipt = memory.add(
            content, speaker=speaker, role=role, said_at=said_at, session=session, uid=uid, metadata=metadata,
            force=force, **scope,
        )  # fmt: skip
    report(invocation, receipt)


def retry(limit: o.Limit = 1000, *, invocation: o.WithModels) -> None:
    """Extract pending turns."""
    with open_memory_with_models(invocation) as memory:
        receipt = memory.retry(limit)
    report_retry(invocation, receipt)


def import_files(
    files: Files, format: FileFormat = None, mapping: MappingFile = None,
    date_order: OrderOfDates = None, timezone: o.Timezone = None, batch: o.Batch = 32,
    chunk_size: ChunkSize = SIZE, chunk_overlap: ChunkOverlap = OVERLAP, keep: Keep = False,
    force: Force = False, *, invocation: o.WithModels,
) -> None:  # fmt: skip
    """Add files of conversations, documents, tables, calendars, contacts, exported chats, and folders of them.

    Conversations are cases, role/content messages, or `Speaker: text` lines. A conversation that names no session
    becomes a session with the name of its file. Documents are Markdown and text files, which are divided into chunks;
    the extra `documents` adds PDF and other formats. An edited document replaces its old version. Files of a folder
    that cannot be read are reported and skipped.

    Tables (CSV) and JSON records need a mapping, which declares their facts. Calendars (iCalendar) and contacts (vCard)
    need the extra `calendars`. Chats exported from WhatsApp, Telegram and Slack are recognised.

    Rows that cannot be read are reported with their position and skipped, and the exit code is 1.

    An export is loaded unchanged into the exported namespace, or into --namespace. Run the command again after an
    interruption; nothing is stored twice. Each case of a file with several cases gets a namespace with the name of the
    case, unless --namespace is given.
    """
    if invocation.is_remote and not invocation.namespace_given:
        invocation = with_namespace_of_token(invocation)
    paths = [Path(name) for name in files]
    exports = {path: archive for path in paths if (archive := read_export(path))}
    others = [path for path in paths if path not in exports]
    read = Reading(
        zone_of(timezone) if timezone else invocation.settings.zone, chunk_size, chunk_overlap, format=format,
        mapping=read_mapping(mapping) if mapping else None, date_order=date_order,
    )  # fmt: skip
    if others:
        read_files(others, read, invocation)
    for archive in exports.values():  # all files are read before anything is written
        import_export(invocation, archive)
    if others:
        _import_all(invocation, read, batch, keep=keep, force=force)


def _import_all(invocation: Invocation, read: Reading, batch: int, *, keep: bool, force: bool) -> None:
    tallies, warning = {found.namespace: Tally() for found in read.found}, _future(read)
    try:
        with open_memories(invocation) as memory_for:
            _import(memory_for, read, tallies, batch, keep=keep, force=force, quiet=invocation.as_json)
    except KeyboardInterrupt:
        _summary(invocation, read, tallies, warning)
        print_note(
            invocation, "Interrupted. The turns counted above are durable. Run the command again to continue."
        )
        raise typer.Exit(INTERRUPTED) from None
    except (MemgraphError, OSError):  # such as a full disk or a lost server; earlier batches are durable
        if any(tally.turns for tally in tallies.values()):
            _summary(invocation, read, tallies, warning)
        raise
    _summary(invocation, read, tallies, warning)
    if warning:
        _print_warning(invocation, warning)
    if read.not_carried:
        kinds = ", ".join(f"{name} ({count:,})" for name, count in sorted(read.not_carried.items()))
        print_note(invocation, f"Not carried over, because memory has no records of these kinds: {kinds}")
    for reason in read.refused[:_MAX_SHOWN]:
        print_note(invocation, f"Skipped: {one_line(reason)}")
    if len(read.refused) > _MAX_SHOWN:
        print_note(invocation, f"Skipped: {len(read.refused) - _MAX_SHOWN:,} more rows or files")
    if any(tally.pending for tally in tallies.values()):
        reasons = list(dict.fromkeys(reason for tally in tallies.values() for reason in tally.reasons))
        _still_pending(invocation, sum(tally.pending for tally in tallies.values()), reasons)
    if read.refused:
        raise typer.Exit(SKIPPED)


def forget(
    turn: Turns = None, note: Notes = None, session: OfSession = None, speaker: OfSpeaker = None,
    entity: OfEntity = None, *, scope: o.ScopeOptions, everything: Everything = False, yes: Yes = False,
    invocation: o.WithModels,
) -> None:  # fmt: skip
    """Delete turns and everything derived only from them, permanently. Asks for confirmation."""
    turns, notes = turn or [], note or []
    selected = _selected(
        {
            f"turn {', '.join(turns)}": bool(turns),
            f"note {', '.join(notes)}": bool(notes),
            f"session {session}": session is not None,
            f"every turn of {speaker}": speaker is not None,
            f"every turn that mentions {entity}": entity is not None,
            f"every turn with {', '.join(f'{name} {value}' for name, value in scope.items())}": bool(scope),
            "everything": everything,
        }
    )
    if not yes:
        _ask(invocation, selected)
    # The engine derives the remaining turns of the same windows again. This needs the embedder.
    with open_memory_with_models(invocation) as memory:
        forgotten = memory.forget(
            turns=turns,
            notes=notes,
            session=session,
            speaker=speaker,
            entity=entity,
            everything=everything,
            **scope,
        )
        hint = "" if forgotten.turns else hint_about(memory, entity) or hint_about_speaker(memory, speaker)
    _report_forgotten(invocation, forgotten, selected, hint)


def _report_forgotten(invocation: Invocation, forgotten: Forgotten, selected: str, hint: str) -> None:
    """Print what was forgotten. `selected` describes the selection, and `hint` names that are like an unknown one."""
    if invocation.as_json:
        typer.echo(printing.in_json(forgotten))
    elif forgotten.turns:
        typer.echo(printing.forgotten_line(forgotten))
    else:
        nothing = f"Nothing to forget. No turn matches the selection: {one_line(selected)}.{hint}"
        typer.echo("\n".join([nothing, *printing.left_lines(forgotten)]))


def _selected(choices: dict[str, bool]) -> str:
    """The only description whose options are given. Raises BadParameter if none or several are."""
    given = [description for description, is_given in choices.items() if is_given]
    if len(given) != 1:
        raise typer.BadParameter(
            "give exactly one of --turn, --note, --session, --speaker, --entity, --everything, or some of --user-id, "
            "--agent-id and --run-id"
        )
    return given[0]


def _ask(invocation: Invocation, what: str) -> None:
    """Ask for confirmation. Raises InvalidInput without a terminal, Abort if the answer is no."""
    if invocation.as_json or not sys.stdin.isatty():
        raise InvalidInput(
            "forgetting is permanent, and there is no terminal to ask for confirmation. Give --yes."
        )
    where = one_line(f"namespace {invocation.namespace} of {masked_url(invocation.url)}")
    typer.confirm(f"Forget {one_line(what)} in {where}, and everything derived only from it?", abort=True)


def _stdin() -> str:
    content = sys.stdin.buffer.read()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        raise InvalidInput(
            f"stdin, byte {e.start}: {content[e.start]:#04x} is not UTF-8. Send UTF-8 text."
        ) from e


def report(invocation: Invocation, receipt: Receipt) -> None:
    """Print a receipt. Exit with 3 if turns failed, but not if they are pending only because their window is open."""
    printing.answer(invocation, receipt, lambda: printing.receipt_line(receipt))
    for warning in receipt.warnings:
        if warning.startswith(("read by", DATED_IN_FUTURE)):
            _print_warning(invocation, warning)
    failed = [t.reason for t in receipt.turns if t.state == "pending" and not t.is_in_open_window]
    if failed:
        _still_pending(invocation, len(failed), list(dict.fromkeys(failed)))
    if receipt.pending:
        print_note(
            invocation,
            "The turn is searchable by words, and extracted when its window is complete. To extract it now: memgraph-core flush",
        )


def _print_warning(invocation: Invocation, warning: str) -> None:
    print_note(invocation, f"{one_line(warning[:1].upper() + warning[1:])}.")


def report_retry(invocation: Invocation, receipt: Receipt) -> None:
    """Print the receipt of turns that were pending, if there are any."""
    if receipt.turns or invocation.as_json:
        report(invocation, receipt)
    else:
        typer.echo("Nothing is pending.")


def _still_pending(invocation: Invocation, count: int, reasons: Sequence[str]) -> None:
    """Print how many turns are pending and why, and exit with 3."""
    print_note(
        invocation,
        f"{printing.counted(count, 'turn')} pending, durable and searchable by words: {'; '.join(reasons)}. "
        "To try again: memgraph-core retry",
    )
    raise typer.Exit(PENDING)


def _import(
    memory_for: "Callable[[str], Memory]", read: Reading, tallies: dict[str, Tally], batch: int, *, keep: bool, force: bool,
    quiet: bool,
) -> None:  # fmt: skip
    total = sum(len(each.case.turns) for each in read.found)
    with progress("importing", total, quiet=quiet) as advance:
        for each in read.found:
            memory, tally = memory_for(each.namespace), tallies[each.namespace]
            if each.is_document and not keep and not _forget_outdated(memory, each, read, tally):
                continue
            remember(memory, each.case.turns, tally, batch, advance, force=force)
            if tally.in_open_windows:  # no more turns of this file follow
                tally.settle(memory.flush())


def _forget_outdated(memory: "Memory", found: Found, read: Reading, tally: Tally) -> bool:
    """Forget the outdated chunks of a document. Returns False, with the reason in `refused`, if it is another document."""
    try:
        tally.replaced += len(memory.forget_outdated(found.case.turns).turns)
    except InvalidInput as e:
        read.refused.append(str(e))
        return False
    return True


def _future(read: Reading) -> str:
    """The warning about turns of the files that are dated in the future; empty without any."""
    return future_warning((turn for found in read.found for turn in found.case.turns), datetime.now(UTC))


def _summary(invocation: Invocation, read: Reading, tallies: dict[str, Tally], warning: str) -> None:
    counts = {
        "namespaces": {name: tally.as_dict() for name, tally in tallies.items()},
        "refused": read.refused,
        "warnings": [warning] if warning else [],
        "not_carried": read.not_carried,
    }
    printing.answer(invocation, counts, lambda: "\n".join(map(_tally_line, tallies, tallies.values())))


def _tally_line(name: str, tally: Tally) -> str:
    known = f", {tally.known:,} already known" if tally.known else ""
    forgotten = f", {printing.FORGOTTEN_BEFORE.format(tally.forgotten)}" if tally.forgotten else ""
    pending = f", {tally.pending:,} pending" if tally.pending else ""
    replaced = f", {tally.replaced:,} outdated forgotten" if tally.replaced else ""
    return (
        f"{one_line(name)}: {printing.counted(tally.new, 'new turn')}{known}{forgotten}{replaced}; "
        f"{printing.counted(tally.notes, 'note')}, {tally.skipped:,} skipped{pending}; "
        f"{printing.counted(round(tally.turns_per_second), 'turn')}/s"
    )
