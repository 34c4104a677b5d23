"""`export` and `move`, and the import of an export."""

import json
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.invocation import (
    INTERRUPTED,
    GlobalOptions,
    Invocation,
    invocation_of,
    is_missing,
    print_note,
    refuse_unknown_namespace,
)
from memgraph_core.config import StoreSettings, masked_url
from memgraph_core.errors import InvalidInput, StoreError
from memgraph_core.language.scripts import one_line
from memgraph_core.store import open_database
from memgraph_core.store.contract import Database, EmbeddingStamp, Store
from memgraph_core.transfer.batches import Archive, Summary
from memgraph_core.transfer.jsonl import archive_in, lines_of
from memgraph_core.transfer.reading import archive_of
from memgraph_core.transfer.writing import load, summary_of

if TYPE_CHECKING:
    from memgraph_core.records.progress import Progress

_START = '{"memgraph_core":'  # the first characters of an export

Out = Annotated[
    str, typer.Argument(parser=o.file_name, metavar="FILE", help="File of JSON lines; - is stdout.")
]
Source = Annotated[str, typer.Argument(metavar="SOURCE", help="SQLite file or server.")]
Target = Annotated[str, typer.Argument(metavar="TARGET", help="SQLite file or server.")]
All = Annotated[bool, typer.Option("--all", help="Move every namespace, each under its name.")]


def export(out: Out, *, invocation: o.OnMemory) -> None:
    """Write a whole namespace, with vectors and decisions, as JSON lines. `import` reads them into either store."""
    with _open(invocation.settings.store) as database:
        refuse_unknown_namespace(invocation, database)
        archive = archive_of(_with_vectors(database, invocation.namespace))
        if out == "-":
            for line in lines_of(archive):
                typer.echo(line)
            return
        end = _write(invocation, archive, out)
    _report(invocation, "Exported", invocation.namespace, end["end"], end["checksum"], out)


def _write(invocation: Invocation, archive: Archive, out: str) -> dict[str, Any]:
    """Write the lines to a temporary file, then replace the target. Returns the last line, with counts and checksum."""
    if not (folder := Path(out).parent).is_dir():
        raise InvalidInput(
            f"the folder {str(folder)!r} does not exist. Create it, or export into another one."
        )
    unfinished, line = Path(f"{out}.part"), "{}"
    with unfinished.open("w", encoding="utf-8") as file, _bar(invocation, "exporting") as report:
        for line in lines_of(archive, report):
            file.write(f"{line}\n")
    unfinished.replace(out)
    return json.loads(line)


def move(
    ctx: typer.Context, source: Source, target: Target, every: All = False,
    namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Copy a namespace from one store to another, and compare the two. Run it again to continue after an interruption.

    SOURCE is not changed. The namespace in TARGET must be empty, or contain a part of the same memory. A rebuild in
    progress is not moved: start it again in TARGET.
    """
    invocation = invocation_of(ctx, GlobalOptions(store=source, namespace=namespace, as_json=as_json))
    if source == target:
        raise InvalidInput(f"SOURCE and TARGET are both {masked_url(source)!r}. Name two different stores.")
    settings = invocation.settings.store
    with _open(settings) as origin:
        if not every:
            refuse_unknown_namespace(invocation, origin)
        for name in origin.namespaces() if every else (invocation.namespace,):
            archive = archive_of(_with_vectors(origin, name))
            with _open(replace(settings, url=target), archive.stamp, create=True) as copy:
                moved = load_export(invocation, archive, copy, name)
            _report(invocation, "Moved", name, moved.counts, moved.checksum(), masked_url(target))


def read_export(path: Path) -> Archive | None:
    """The export in a file; None if the file is not an export. Raises InvalidInput for an incomplete one."""
    if not path.is_file():
        return None
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        if not file.read(len(_START)).startswith(_START):
            return None
    return archive_in(path)


def import_export(invocation: Invocation, archive: Archive) -> None:
    """Load an export into --namespace, by default into the namespace that was exported."""
    name = invocation.namespace if invocation.namespace_given else archive.namespace
    with _open(invocation.settings.store, archive.stamp, create=True) as database:
        loaded = load_export(invocation, archive, database, name)
    _report(invocation, "Imported", name, loaded.counts, loaded.checksum(), masked_url(invocation.url))


def load_export(invocation: Invocation, archive: Archive, database: Database, name: str) -> Summary:
    """Load an export and compare the result with it. Returns the counts. Raises StoreError if they differ."""
    store = database.store(name)
    try:
        with _bar(invocation, f"loading {name}") as report:
            loaded = load(store, archive, report)
        with _bar(invocation, f"comparing {name}") as report:
            stored = summary_of(archive_of(store), report)
    except KeyboardInterrupt:
        print_note(invocation, "Interrupted. The target contains a part. Run the command again to continue.")
        raise typer.Exit(INTERRUPTED) from None
    if stored.checksum() != loaded.checksum():
        kinds = [kind for kind, count in loaded.counts.items() if stored.counts[kind] != count]
        raise StoreError(
            f"namespace {name!r} in the target differs from the source: {', '.join(kinds) or 'in content'}. Delete it in the "
            "target (forget --everything) and start again."
        )
    return loaded


@contextmanager
def _open(
    settings: StoreSettings, stamp: EmbeddingStamp | None = None, *, create: bool = False
) -> Generator[Database]:
    """Open a database for vectors with this stamp, without a model."""
    if not create and is_missing(settings.url):
        raise InvalidInput(f"the file {settings.url!r} does not exist.")
    with closing(open_database(settings, stamp)) as database:
        yield database


def _with_vectors(database: Database, name: str) -> Store:
    """The namespace, opened with the embedding stamp of its vectors."""
    return database.with_stamp(database.store(name).embedding_stamp()).store(name)


@contextmanager
def _bar(invocation: Invocation, what: str) -> Generator["Progress"]:
    from memgraph_core.cli.batches import progress

    done = 0
    with progress(what, 100, quiet=invocation.as_json) as advance:

        def report(done_now: int, total: int) -> None:
            nonlocal done
            percent = 100 * done_now // max(total, 1)
            advance(percent - done)
            done = percent

        yield report


def _report(
    invocation: Invocation, what: str, name: str, counts: Mapping[str, int], checksum: str, where: str
) -> None:
    if invocation.as_json:
        report = {"namespace": name, "to": where, "counts": counts, "checksum": checksum}
        typer.echo(printing.in_json(report))
        return
    contents = ", ".join(printing.counted(counts[kind], kind, several) for kind, several in _SHOWN)
    typer.echo(f"{what} {one_line(name)} to {one_line(where)}: {contents}; checksum {checksum[:12]}.")


_SHOWN = (
    ("turn", "turns"),
    ("note", "notes"),
    ("entity", "entities"),
    ("fact", "facts"),
    ("change", "changes"),
)
