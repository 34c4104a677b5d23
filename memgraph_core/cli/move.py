"""Commands that take a memory elsewhere: export, move; and what `import` does with an export."""

import json
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.opening import INTERRUPTED, Given, Here, here, is_missing, note
from memgraph_core.config import StoreSettings
from memgraph_core.errors import InvalidInput, StoreError
from memgraph_core.language.scripts import one_line
from memgraph_core.store import open_database
from memgraph_core.store.contract import Database, EmbeddingStamp, Store
from memgraph_core.transfer.batches import Archive, Summary
from memgraph_core.transfer.jsonl import archive_in, lines_of
from memgraph_core.transfer.reading import archive_of
from memgraph_core.transfer.writing import load, summary_of

if TYPE_CHECKING:
    from memgraph_core.transfer.jsonl import Progress

_START = '{"memgraph_core":'  # of an export

Out = Annotated[str, typer.Argument(metavar="FILE", help="JSON lines; - writes them to stdout.")]
Source = Annotated[str, typer.Argument(metavar="SOURCE", help="A file or a server.")]
Target = Annotated[str, typer.Argument(metavar="TARGET", help="A file or a server.")]
All = Annotated[bool, typer.Option("--all", help="Every namespace, each under its name.")]


def export(
    ctx: typer.Context, out: Out,
    store: o.Store = None, namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Write all of a namespace, vectors and decisions too, as JSON lines. `import` reads them, into either store."""
    place = here(ctx, Given(store=store, namespace=namespace, as_json=as_json))
    with _opened(place.settings.store) as database:
        archive = archive_of(_with_vectors(database, place.namespace))
        if out == "-":
            for line in lines_of(archive):
                typer.echo(line)
            return
        end = _written(place, archive, out)
    _told(place, "Exported", place.namespace, end["end"], end["checksum"], out)


def _written(place: Here, archive: Archive, out: str) -> dict[str, Any]:
    """Write the lines; a file of that name is always whole, and the one before stays until it is. The last line."""
    unfinished, line = Path(f"{out}.part"), "{}"
    with unfinished.open("w", encoding="utf-8") as file, _bar(place, "exporting") as tell:
        for line in lines_of(archive, tell):
            file.write(f"{line}\n")
    unfinished.replace(out)
    return json.loads(line)


def move(
    ctx: typer.Context, source: Source, target: Target, every: All = False,
    namespace: o.Namespace = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Copy a namespace from one store to another, and compare the two. Interrupted: the same command goes on.

    What is in SOURCE stays there. The namespace in TARGET must be empty, or hold a part of the same. A rebuild that is
    in progress is not moved: begin it anew there.
    """
    place = here(ctx, Given(store=source, namespace=namespace, as_json=as_json))
    if source == target:
        raise InvalidInput(f"SOURCE and TARGET are both {source!r}. Name two places.")
    settings = place.settings.store
    with _opened(settings) as here_:
        for name in here_.namespaces() if every else (place.namespace,):
            archive = archive_of(_with_vectors(here_, name))
            with _opened(replace(settings, url=target), archive.stamp, makes=True) as there:
                moved = told_again(place, archive, there, name)
            _told(place, "Moved", name, moved.counts, moved.checksum, target)


def read_export(path: Path) -> Archive | None:
    """The export in a file; None for a file that is none. Raises InvalidInput for one that is not whole."""
    if not path.is_file():
        return None
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        if not file.read(len(_START)).startswith(_START):
            return None
    return archive_in(path)


def import_export(place: Here, archive: Archive) -> None:
    """Tell an export to the store and namespace of the command, or to the namespace that it came from."""
    name = place.namespace if place.namespace_given else archive.namespace
    with _opened(place.settings.store, archive.stamp, makes=True) as database:
        told = told_again(place, archive, database, name)
    _told(place, "Imported", name, told.counts, told.checksum, place.url)


def told_again(place: Here, archive: Archive, database: Database, name: str) -> Summary:
    """Load, and compare what is there now; what was counted. Raises StoreError when it is not the same."""
    store = database.store(name)
    try:
        with _bar(place, f"loading {name}") as tell:
            told = load(store, archive, tell)
        with _bar(place, f"comparing {name}") as tell:
            there = summary_of(archive_of(store), tell)
    except KeyboardInterrupt:
        note(place, "Interrupted. What is there is a part; the same command goes on from there.")
        raise typer.Exit(INTERRUPTED) from None
    if there.checksum != told.checksum:
        kinds = [kind for kind, count in told.counts.items() if there.counts[kind] != count]
        raise StoreError(
            f"namespace {name!r} in the target is not the same: {', '.join(kinds) or 'in content'}. Forget it there "
            "(forget --everything) and begin anew."
        )
    return told


@contextmanager
def _opened(
    settings: StoreSettings, stamp: EmbeddingStamp | None = None, *, makes: bool = False
) -> Generator[Database]:
    """The database for vectors of this stamp; no model is needed."""
    if not makes and is_missing(settings.url):
        raise InvalidInput(f"there is no file {settings.url!r}.")
    with closing(open_database(settings, stamp)) as database:
        yield database


def _with_vectors(database: Database, name: str) -> Store:
    """The namespace, opened for the vectors that it has."""
    return database.with_stamp(database.store(name).embedding_stamp()).store(name)


@contextmanager
def _bar(place: Here, what: str) -> Generator["Progress"]:
    from memgraph_core.cli.bulk import progress

    done = 0
    with progress(what, 100, quiet=place.as_json) as advance:

        def tell(now: int, all_of_it: int) -> None:
            nonlocal done
            percent = 100 * now // max(all_of_it, 1)
            advance(percent - done)
            done = percent

        yield tell


def _told(place: Here, what: str, name: str, counts: Mapping[str, int], checksum: str, where: str) -> None:
    if place.as_json:
        told = {"namespace": name, "to": where, "counts": counts, "checksum": checksum}
        typer.echo(printing.in_json(told))
        return
    held = ", ".join(printing.counted(counts[kind], kind, several) for kind, several in _SHOWN)
    typer.echo(f"{what} {one_line(name)} to {one_line(where)}: {held}; checksum {checksum[:12]}.")


_SHOWN = (
    ("turn", "turns"),
    ("note", "notes"),
    ("entity", "entities"),
    ("fact", "facts"),
    ("change", "changes"),
)
