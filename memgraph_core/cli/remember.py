"""Commands that write: add, import, retry, forget."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.bulk import Tally, progress, remember
from memgraph_core.cli.files import Found, Reading, read_files
from memgraph_core.cli.move import import_export, read_export
from memgraph_core.cli.opening import INTERRUPTED, Given, Here, here, memory_of, note, thinking
from memgraph_core.errors import InvalidInput, MemgraphError
from memgraph_core.language.scripts import one_line
from memgraph_core.plan.receipts import Receipt
from memgraph_core.turns.conversation_files import zone_of
from memgraph_core.turns.documents import OVERLAP, SIZE

if TYPE_CHECKING:
    from memgraph_core.engine.engine import MemoryEngine
    from memgraph_core.memory import Memory

LEFT_OUT = 1  # the exit code when files of a folder could not be read
PENDING = 3  # the exit code when turns wait for retry

Text = Annotated[str, typer.Argument(metavar="TEXT", help="What was said; - reads it from stdin.")]
Turns = Annotated[list[str] | None, typer.Option("--turn", metavar="ID", help="This turn; may be repeated.")]
OfSession = Annotated[str | None, typer.Option("--session", metavar="NAME", help="Every turn of it.")]
OfSpeaker = Annotated[
    str | None, typer.Option("--speaker", metavar="NAME", help="All that was said by them.")
]
Notes = Annotated[
    list[str] | None,
    typer.Option("--note", metavar="ID", help="The turns it was drawn from; may be given several times."),
]
OfEntity = Annotated[
    str | None, typer.Option("--entity", metavar="NAME", help="Every turn that names it or was said by it.")
]
Everything = Annotated[bool, typer.Option("--everything", help="All that the namespace holds.")]
ChunkSize = Annotated[
    int, typer.Option("--chunk-size", min=50, metavar="N", help="Characters of a document's chunk.")
]
ChunkOverlap = Annotated[
    int,
    typer.Option("--chunk-overlap", min=0, metavar="N", help="Characters that it repeats of the one before."),
]
Keep = Annotated[
    bool,
    typer.Option("--keep", help="Keep what a document said before it was edited; else that is forgotten."),
]
Again = Annotated[bool, typer.Option("--force", help="Also what was forgotten before.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


def add(
    ctx: typer.Context, text: Text, speaker: o.Speaker = None, role: o.SaidRole = "user",
    said_at: o.SaidAt = None, session: o.Session = "default", uid: o.Uid = None, again: Again = False,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None,
    extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Remember something that was said."""
    place = here(
        ctx,
        Given(store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json),
    )
    content = _stdin() if text == "-" else text
    with thinking(place, makes=True) as engine:
        receipt = memory_of(engine, place.namespace).add(
            content, speaker=speaker, role=role, said_at=said_at, session=session, uid=uid, force=again
        )
    told(place, receipt)


def retry(
    ctx: typer.Context, limit: o.Limit = 1000,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None,
    extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Extract turns that are still pending."""
    place = here(
        ctx,
        Given(store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json),
    )
    with thinking(place, makes=False) as engine:
        receipt = memory_of(engine, place.namespace).retry(limit)
    told_of_waiting(place, receipt)


def import_files(
    ctx: typer.Context, files: o.Files, timezone: o.Timezone = "UTC", batch: o.Batch = 32,
    chunk_size: ChunkSize = SIZE, chunk_overlap: ChunkOverlap = OVERLAP, keep: Keep = False,
    again: Again = False,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None,
    extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Remember files of conversations, documents, and folders of them.

    Conversations: cases, role/content messages, or `Speaker: text` lines; one that names no session is a session, called
    like its file. Documents: Markdown and text, cut in chunks; PDF and others with the extra `documents`. One that was
    edited takes the place of what it said before. What cannot be read in a folder is told and left out.

    Or what `export` wrote, as it was, into the namespace that it came from. May be interrupted and run again: nothing
    is added twice. A file of several cases fills a namespace for each, called like the case, unless --namespace is
    given.
    """
    place = here(
        ctx,
        Given(store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json),
    )
    exports = {path: archive for path in files if (archive := read_export(path))}
    others = [path for path in files if path not in exports]
    read = Reading(zone_of(timezone), chunk_size, chunk_overlap)
    if others:
        read_files(others, read, place)
    for archive in exports.values():  # all are read before anything is written
        import_export(place, archive)
    if others:
        _import_all(place, read, batch, keep=keep, again=again)


def _import_all(place: Here, read: Reading, batch: int, *, keep: bool, again: bool) -> None:
    tallies = {found.namespace: Tally() for found in read.found}
    try:
        with thinking(place, makes=True, bulk=True) as engine:
            _import(engine, read, tallies, batch, keep=keep, again=again, quiet=place.as_json)
    except KeyboardInterrupt:
        _summary(place, tallies)
        note(place, "Interrupted. What is counted here is durable; the same command goes on from there.")
        raise typer.Exit(INTERRUPTED) from None
    except (MemgraphError, OSError):  # a full disk, a server that is gone: what was done before stays
        if any(tally.turns for tally in tallies.values()):
            _summary(place, tallies)
        raise
    _summary(place, tallies)
    for reason in read.refused:
        note(place, f"Left out: {reason}")
    if any(tally.pending for tally in tallies.values()):
        reasons = list(dict.fromkeys(reason for tally in tallies.values() for reason in tally.reasons))
        _still_pending(place, sum(tally.pending for tally in tallies.values()), reasons)
    if read.refused:
        raise typer.Exit(LEFT_OUT)


def forget(
    ctx: typer.Context, turn: Turns = None, note: Notes = None, session: OfSession = None, speaker: OfSpeaker = None,
    entity: OfEntity = None, everything: Everything = False, yes: Yes = False,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None,
    extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Delete turns, and everything derived from them alone, for good. Asks first."""
    place = here(
        ctx,
        Given(store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json),
    )
    turns, notes = turn or [], note or []
    chosen = {
        f"turn {', '.join(turns)}": bool(turns),
        f"note {', '.join(notes)}": bool(notes),
        f"session {session}": session is not None,
        f"what {speaker} said": speaker is not None,
        f"every turn that names {entity}": entity is not None,
        "everything": everything,
    }
    given = [what for what, is_given in chosen.items() if is_given]
    if len(given) != 1:
        raise typer.BadParameter(
            "give exactly one of --turn, --note, --session, --speaker, --entity, --everything"
        )
    if not yes:
        _ask(place, given[0])
    with thinking(place, makes=False) as engine:  # what stood beside is derived again, with its vectors
        gone = memory_of(engine, place.namespace).forget(
            turns=turns, notes=notes, session=session, speaker=speaker, entity=entity, everything=everything
        )
    if place.as_json:
        typer.echo(printing.in_json(gone))
    else:
        typer.echo(
            printing.forgotten_line(gone)
            if gone.turns
            else f"Nothing to forget: {one_line(given[0])} matches no turn."
        )


def _ask(place: Here, what: str) -> None:
    """Let a person confirm. Raises InvalidInput where there is none, Abort when they do not."""
    if place.as_json or not sys.stdin.isatty():
        raise InvalidInput("forgetting is for good, and there is no terminal to ask on. Give --yes.")
    where = one_line(f"namespace {place.namespace} of {place.url}")
    typer.confirm(f"Forget {one_line(what)} in {where}, with all that was derived from it alone?", abort=True)


def _stdin() -> str:
    content = sys.stdin.buffer.read()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        raise InvalidInput(
            f"stdin, byte {e.start}: {content[e.start]:#04x} is no UTF-8. Send UTF-8 text."
        ) from e


def told(place: Here, receipt: Receipt) -> None:
    """Say what became of turns; end with 3 when some could not be read, not when they only wait for their window."""
    if place.as_json:
        typer.echo(printing.in_json(receipt))
    else:
        typer.echo(printing.receipt_line(receipt))
    for warning in receipt.warnings:
        if warning.startswith("read by"):
            note(place, one_line(warning[:1].upper() + warning[1:]) + ".")
    failed = [t.reason for t in receipt.turns if t.state == "pending" and not t.waits]
    if failed:
        _still_pending(place, len(failed), list(dict.fromkeys(failed)))
    if receipt.pending:
        note(
            place,
            "It waits until its window is closed, searchable by words. To read it now: memgraph-core flush",
        )


def told_of_waiting(place: Here, receipt: Receipt) -> None:
    """Say what became of turns that waited, of which there may be none."""
    if receipt.turns or place.as_json:
        told(place, receipt)
    else:
        typer.echo("Nothing is pending.")


def _still_pending(place: Here, count: int, reasons: Sequence[str]) -> None:
    """Say what waits and why, and end with 3."""
    waits = "waits" if count == 1 else "wait"
    note(
        place,
        f"{printing.counted(count, 'turn')} {waits}, durable and searchable by words: {'; '.join(reasons)}. "
        "To go on: memgraph-core retry",
    )
    raise typer.Exit(PENDING)


def _import(
    engine: "MemoryEngine", read: Reading, tallies: dict[str, Tally], batch: int, *, keep: bool, again: bool,
    quiet: bool,
) -> None:  # fmt: skip
    total = sum(len(each.case.turns) for each in read.found)
    with progress("importing", total, quiet=quiet) as advance:
        for each in read.found:
            memory, tally = memory_of(engine, each.namespace), tallies[each.namespace]
            if each.is_document and not keep and not _replaced(memory, each, read, tally):
                continue
            remember(memory, each.case.turns, tally, batch, advance, again=again)
            if engine.windowed:  # the file has come to its end, and so has what it tells
                tally.settle(memory.flush())


def _replaced(memory: "Memory", found: Found, read: Reading, tally: Tally) -> bool:
    """Forget what a document says no longer; False, and told, where it would take the place of another one."""
    try:
        tally.replaced += len(memory.forget_outdated(found.case.turns).turns)
    except InvalidInput as e:
        read.refused.append(str(e))
        return False
    return True


def _summary(place: Here, tallies: dict[str, Tally]) -> None:
    if place.as_json:
        typer.echo(printing.in_json({name: tally.as_dict() for name, tally in tallies.items()}))
        return
    for name, tally in tallies.items():
        typer.echo(_tally_line(name, tally))


def _tally_line(name: str, tally: Tally) -> str:
    known = f", {tally.known:,} known already" if tally.known else ""
    known += f", {printing.AGAIN.format(tally.forgotten)}" if tally.forgotten else ""
    pending = f", {tally.pending:,} pending" if tally.pending else ""
    replaced = f", {tally.replaced:,} outdated forgotten" if tally.replaced else ""
    return (
        f"{one_line(name)}: {printing.counted(tally.new, 'new turn')}{known}{replaced}; "
        f"{printing.counted(tally.notes, 'note')}, {tally.skipped:,} skipped{pending}; "
        f"{tally.turns_per_second:,.0f} turns/s"
    )
