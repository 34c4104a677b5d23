"""The command that derives a memory anew from its log, or says what that would change."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.opening import (
    INTERRUPTED,
    Given,
    Here,
    bytes_of,
    embedder_of,
    here,
    memory_of,
    namespaces,
    note,
    reading,
    thinking,
)
from memgraph_core.config import Settings
from memgraph_core.errors import ConfigError, InvalidInput, ModelError
from memgraph_core.language.scripts import one_line
from memgraph_core.language.secrets import redacted

if TYPE_CHECKING:
    from memgraph_core.engine.rebuild import Progress, Rebuilt
    from memgraph_core.memory import Memory
    from memgraph_core.models.protocol import Embedder
    from memgraph_core.plan.difference import Part


DryRun = Annotated[bool, typer.Option("--dry-run", help="Derive it aside; change nothing.")]
Diff = Annotated[bool, typer.Option("--diff", help="Say what is gained and lost, with examples.")]
Questions = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Questions, one a line: say which would be answered from other turns."),
]
All = Annotated[bool, typer.Option("--all", help="Every namespace, one after another.")]
Discard = Annotated[bool, typer.Option("--discard", help="Give up a rebuild that was interrupted.")]


def rebuild(
    ctx: typer.Context, dry_run: DryRun = False, diff: Diff = False, questions: Questions = None,
    discard: Discard = False, every: All = False,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None,
    extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Derive notes, entities and facts anew from all that was said.

    What is there is searched until the new is ready. May be interrupted and run again: it goes on from there. With
    --embedder all vectors are made anew by that model.
    """
    place = here(
        ctx,
        Given(store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json),
    )
    asked = _questions_in(questions) if questions else []
    if discard and (dry_run or diff or asked):
        raise typer.BadParameter("give --discard alone: it derives nothing")
    before = ctx.obj if isinstance(ctx.obj, Given) else Given()
    wanted = _Wanted(dry_run, diff, asked, named=embedder or before.embedder)
    for each in [replace(place, settings=settings) for settings in _settings(place, every=every)]:
        if discard:
            with reading(each) as memory:
                _discarded(each, memory.discard_rebuild())
        else:
            _rebuilt(each, wanted)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the options ask for."""

    dry_run: bool
    diff: bool
    questions: list[str]
    named: str | None  # an embedder, by an option: one that the environment names migrates nothing

    @property
    def needs_model(self) -> bool:
        """Whether vectors are made or searched by."""
        return not self.dry_run or bool(self.questions)


def _settings(place: Here, *, every: bool) -> list[Settings]:
    """Of each namespace that is meant."""
    if not every:
        return [place.settings]
    return [replace(place.settings, namespace=name) for name in namespaces(place)]


def _rebuilt(place: Here, wanted: _Wanted) -> None:
    with _opened(place, wanted) as (memory, model), _progress(place) as progress:
        before = memory.store.embedding_stamp()
        try:
            rebuilt = memory.rebuild(
                embedder=model,
                dry_run=wanted.dry_run,
                diff=wanted.diff,
                questions=wanted.questions,
                progress=progress,
            )
        except KeyboardInterrupt:
            _interrupted(place, dry_run=wanted.dry_run)
            raise typer.Exit(INTERRUPTED) from None
        quoted = {} if place.as_json else _quoted(memory, rebuilt)
        moved = memory.store.embedding_stamp() != before
    _told(place, rebuilt, dry_run=wanted.dry_run, diff=wanted.diff)
    if rebuilt.answers and not place.as_json:
        _answers_told(rebuilt, quoted, dry_run=wanted.dry_run)
    if moved and wanted.named:
        note(
            place,
            f"The vectors are of another model now: open {place.namespace} with --embedder {wanted.named}, or set "
            f"MEMGRAPH_CORE_EMBEDDER={wanted.named}.",
        )


def _questions_in(path: Path) -> list[str]:
    """The lines of a file; blank ones, and those that begin with #, are none."""
    try:
        lines = bytes_of(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as e:
        raise InvalidInput(f"{path}, byte {e.start}: no UTF-8. Save it as UTF-8 text.") from e
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _quoted(memory: "Memory", rebuilt: "Rebuilt") -> dict[str, str]:
    """The words of the turns by which answers differ."""
    uids = [uid for each in rebuilt.answers for uid in (*each.gained, *each.lost)]
    return {
        turn.uid: f"{turn.speaker or turn.session}: {one_line(redacted(turn.text))[:100]}"
        for turn in memory.turns(list(dict.fromkeys(uids)))
    }


def _answers_told(rebuilt: "Rebuilt", quoted: dict[str, str], *, dry_run: bool) -> None:
    changed = [each for each in rebuilt.answers if each.changes]
    would = "would be" if dry_run else "are"
    count = printing.counted(len(rebuilt.answers), "question")
    typer.echo(f"  answers: {len(changed)} of {count} {would} answered from other turns")
    for each in changed:
        typer.echo(f"    {one_line(each.question)}")
        for sign, uids in (("+", each.gained), ("-", each.lost)):
            for uid in uids:
                typer.echo(f"      {sign} {one_line(quoted.get(uid, ''))} [{uid}]")


@contextmanager
def _opened(place: Here, wanted: _Wanted) -> Generator[tuple["Memory", "Embedder | str | None"]]:
    """The memory as it is searched so far, and the model that is to make its vectors anew; None: the same."""
    if not wanted.needs_model:
        with reading(place) as memory:
            yield memory, None
    elif wanted.named is None:
        with thinking(place, makes=False, bulk=True) as engine:
            yield memory_of(engine, place.namespace), None
    else:
        model = embedder_of(place.settings, bulk=True)
        with reading(place) as memory:
            former = _former(place, memory, model) if wanted.questions else None
            if former is not None:
                memory = memory_of(memory.engine.with_embedder(former), place.namespace)
            yield memory, model or "none"


def _former(place: Here, memory: "Memory", model: "Embedder | None") -> "Embedder | None":
    """The model by which the memory is searched so far: the new one, or that of the environment, if either is it."""
    from memgraph_core.engine.engine import stamp_of

    stamp = memory.store.embedding_stamp()
    if stamp is None or stamp == stamp_of(model):
        return model if stamp else None
    try:
        usual = embedder_of(Settings.from_env())
    except (ConfigError, ModelError):
        usual = None
    if usual is not None and stamp_of(usual) == stamp:
        return usual
    note(
        place,
        f"{stamp.model}, of which the vectors are so far, is not what MEMGRAPH_CORE_EMBEDDER names: what questions are "
        "answered from before is found by words, names and the graph only.",
    )
    return None


@contextmanager
def _progress(place: Here) -> Generator["Progress"]:
    """A bar on stderr that may begin in the middle and grow; nothing where stderr is no terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    hidden = place.as_json or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as display:
        task = display.add_task("rebuilding", total=None)
        yield lambda done, turns: display.update(task, completed=done, total=turns)


def _discarded(place: Here, was_there: bool) -> None:
    if place.as_json:
        typer.echo(printing.in_json({"discarded": was_there}))
    else:
        typer.echo("Discarded." if was_there else "No rebuild was interrupted: there is nothing to discard.")


def _interrupted(place: Here, *, dry_run: bool) -> None:
    if dry_run:
        note(place, "Interrupted. Nothing has changed.")
    else:
        note(
            place,
            "Interrupted. What is searched has not changed; the same command goes on from there, "
            "and --discard gives it up.",
        )


def _told(place: Here, rebuilt: "Rebuilt", *, dry_run: bool, diff: bool) -> None:
    if place.as_json:
        typer.echo(printing.in_json(rebuilt))
        return
    begins = "Would derive" if dry_run else "Derived"
    typer.echo(f"{begins} {printing.counted(rebuilt.turns, 'turn')} of {one_line(place.namespace)} anew:")
    for what in ("notes", "facts", "entities"):
        before, after = getattr(rebuilt.before, what), getattr(rebuilt.after, what)
        part = getattr(rebuilt.difference, what) if rebuilt.difference else None
        typer.echo(_line(what, before, after, part))
        if part is not None and diff:
            for sign, lines in (("+", part.examples_gained), ("-", part.examples_lost)):
                for line in lines:
                    typer.echo(f"    {sign} {one_line(line)}")


def _line(what: str, before: int, after: int, part: "Part | None") -> str:
    counts = f"  {what}: {before:,} before, {after:,} after"
    return f"{counts}; {part.kept:,} kept, {part.gained:,} gained, {part.lost:,} lost" if part else counts
