"""`rebuild`: derive a memory again from its log, or show what that would change."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memgraph_core.cli import options as o
from memgraph_core.cli import printing
from memgraph_core.cli.batches import resumed_progress
from memgraph_core.cli.invocation import (
    INTERRUPTED,
    GlobalOptions,
    Invocation,
    embedder_of,
    invocation_of,
    memory_of,
    namespaces,
    open_engine,
    open_memory,
    print_note,
    read_bytes,
    with_namespace_of_token,
)
from memgraph_core.config import Settings
from memgraph_core.errors import ConfigError, InvalidInput, ModelError
from memgraph_core.language.scripts import one_line
from memgraph_core.language.secrets import redacted

if TYPE_CHECKING:
    from memgraph_core.engine.rebuild import Rebuilt
    from memgraph_core.memory import Memory
    from memgraph_core.models.protocol import Embedder
    from memgraph_core.plan.difference import Part
    from memgraph_core.store.contract import EmbeddingStamp


DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Show what a rebuild would change, and change nothing.")
]
Diff = Annotated[bool, typer.Option("--diff", help="Show what is gained and lost, with examples.")]
Questions = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Questions, one per line: show which are answered from other turns."),
]
All = Annotated[bool, typer.Option("--all", help="Rebuild every namespace.")]
Discard = Annotated[bool, typer.Option("--discard", help="Discard an interrupted rebuild.")]


def rebuild(
    ctx: typer.Context, dry_run: DryRun = False, diff: Diff = False, questions: Questions = None,
    discard: Discard = False, every: All = False,
    store: o.Store = None, namespace: o.Namespace = None, embedder: o.Embedder = None,
    extractor: o.Extractor = None, as_json: o.Json = False,
) -> None:  # fmt: skip
    """Derive notes, entities and facts again from the log.

    Searches use the old generation until the new one is complete. After an interruption, run the command again to
    continue. With --embedder all vectors are computed again with that model.
    """
    invocation = invocation_of(
        ctx,
        GlobalOptions(
            store=store, namespace=namespace, embedder=embedder, extractor=extractor, as_json=as_json
        ),
    )
    if invocation.is_remote:
        if embedder or extractor:
            raise InvalidInput("a server rebuilds with its own models. Leave out --embedder and --extractor.")
        if not every:
            invocation = with_namespace_of_token(invocation)
    asked = _questions_in(questions) if questions else []
    if discard and (dry_run or diff or asked):
        raise typer.BadParameter("give --discard alone: it derives nothing")
    before = ctx.obj if isinstance(ctx.obj, GlobalOptions) else GlobalOptions()
    options = _RebuildOptions(dry_run, diff, asked, named=embedder or before.embedder)
    for each in [replace(invocation, settings=settings) for settings in _settings(invocation, every=every)]:
        if discard:
            with open_memory(each) as memory:
                _discarded(each, memory.discard_rebuild())
        else:
            _rebuilt(each, options)


@dataclass(frozen=True, slots=True)
class _RebuildOptions:
    """The options of the command."""

    dry_run: bool
    diff: bool
    questions: list[str]
    named: str | None  # embedder of --embedder; the environment variable does not change the model

    @property
    def needs_model(self) -> bool:
        """Whether vectors are computed or searched."""
        return not self.dry_run or bool(self.questions)


def _settings(invocation: Invocation, *, every: bool) -> list[Settings]:
    """The settings of each namespace to rebuild."""
    if not every:
        return [invocation.settings]
    return [replace(invocation.settings, namespace=name) for name in namespaces(invocation)]


def _rebuilt(invocation: Invocation, options: _RebuildOptions) -> None:
    with (
        _opened(invocation, options) as (memory, model),
        resumed_progress("rebuilding", hidden=invocation.as_json) as progress,
    ):
        before = _stamp(invocation, memory)
        try:
            rebuilt = memory.rebuild(
                embedder=model,
                dry_run=options.dry_run,
                diff=options.diff,
                questions=options.questions,
                progress=progress,
            )
        except KeyboardInterrupt:
            _interrupted(invocation, dry_run=options.dry_run)
            raise typer.Exit(INTERRUPTED) from None
        quoted = {} if invocation.as_json else _quoted(memory, rebuilt)
        moved = _stamp(invocation, memory) != before
    _report(invocation, rebuilt, dry_run=options.dry_run, diff=options.diff)
    if rebuilt.answers and not invocation.as_json:
        _answer_lines(rebuilt, quoted, dry_run=options.dry_run)
    if moved and options.named:
        print_note(
            invocation,
            f"The vectors have another model now. Open {invocation.namespace} with --embedder {options.named}, or set "
            f"MEMGRAPH_CORE_EMBEDDER={options.named}.",
        )


def _stamp(invocation: Invocation, memory: "Memory") -> "EmbeddingStamp | None":
    """The model of the vectors; None on a server, which keeps its model."""
    return None if invocation.is_remote else memory.store.embedding_stamp()


def _questions_in(path: Path) -> list[str]:
    """The lines of a file, without blank lines and lines that begin with #."""
    try:
        lines = read_bytes(path).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as e:
        raise InvalidInput(f"{path}, byte {e.start}: not UTF-8. Save it as UTF-8 text.") from e
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def _quoted(memory: "Memory", rebuilt: "Rebuilt") -> dict[str, str]:
    """The texts of the turns that only one of the two answers uses, by uid."""
    uids = [uid for each in rebuilt.answers for uid in (*each.gained, *each.lost)]
    return {
        turn.uid: f"{turn.speaker or turn.session}: {one_line(redacted(turn.text))[:100]}"
        for turn in memory.turns(list(dict.fromkeys(uids)))
    }


def _answer_lines(rebuilt: "Rebuilt", quoted: dict[str, str], *, dry_run: bool) -> None:
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
def _opened(
    invocation: Invocation, options: _RebuildOptions
) -> Generator[tuple["Memory", "Embedder | str | None"]]:
    """The memory with its present embedder, and the embedder of the new vectors; None if it stays the same."""
    if invocation.is_remote or not options.needs_model:
        with open_memory(invocation) as memory:
            yield memory, None
    elif options.named is None:
        with open_engine(invocation, bulk=True) as engine:
            yield memory_of(engine, invocation.namespace), None
    else:
        model = embedder_of(invocation.settings, bulk=True)
        with open_memory(invocation) as memory:
            present = _present_embedder(invocation, memory, model) if options.questions else None
            if present is not None:
                memory = memory_of(memory.engine.with_embedder(present), invocation.namespace)
            yield memory, model or "none"


def _present_embedder(
    invocation: Invocation, memory: "Memory", model: "Embedder | None"
) -> "Embedder | None":
    """The embedder of the present vectors, if it is the new one or the one of the environment; else None with a note."""
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
    print_note(
        invocation,
        f"The present vectors are of {stamp.model}, which MEMGRAPH_CORE_EMBEDDER does not name. The answers before the "
        "rebuild are therefore found by words, names and the graph only.",
    )
    return None


def _discarded(invocation: Invocation, found: bool) -> None:
    text = "Discarded." if found else "Nothing to discard: no rebuild was interrupted."
    printing.answer(invocation, {"discarded": found}, lambda: text)


def _interrupted(invocation: Invocation, *, dry_run: bool) -> None:
    if dry_run:
        print_note(invocation, "Interrupted. Nothing has changed.")
    else:
        print_note(
            invocation,
            "Interrupted. Searches still use the old generation. Run the command again to continue, or with --discard "
            "to discard the rebuild.",
        )


def _report(invocation: Invocation, rebuilt: "Rebuilt", *, dry_run: bool, diff: bool) -> None:
    if invocation.as_json:
        typer.echo(printing.in_json(rebuilt))
        return
    verb = "Would derive" if dry_run else "Derived"
    typer.echo(f"{verb} {printing.counted(rebuilt.turns, 'turn')} of {one_line(invocation.namespace)} again:")
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
