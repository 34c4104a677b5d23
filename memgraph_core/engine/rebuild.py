"""Rebuild: derive notes, entities and facts again from the log, in a new generation, and compare it with the former one.

`generation` derives and switches, `rehearsal` makes the dry run.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memgraph_core.engine.archive import repeat_archiving
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.generation import derive_and_switch
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.rehearsal import contents_of, rehearsal
from memgraph_core.engine.search import Question, context
from memgraph_core.errors import ConfigError
from memgraph_core.models.protocol import Embedder
from memgraph_core.plan.difference import Difference, difference
from memgraph_core.records.progress import Progress, no_progress
from memgraph_core.store.contract import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """The number of records of a generation."""

    notes: int
    facts: int
    entities: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The turns in the context of a question before and after a rebuild: uids in the order of the context."""

    question: str
    kept: tuple[str, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]

    @property
    def changes(self) -> bool:
        """Whether the context of the question has other turns than before."""
        return bool(self.gained or self.lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """The result of a rebuild or of its dry run."""

    space: str  # the current generation
    turns: int  # in the log
    before: Counts
    after: Counts
    difference: Difference | None = None  # if it was requested
    answers: tuple[Evidence, ...] = ()  # one for each question


def rebuild_store(
    engine: MemoryEngine,
    store: Store,
    progress: Progress,
    *,
    diff: bool = False,
    without_vectors: bool = False,
) -> Rebuilt:
    """Derive the namespace again and switch to the result, or continue a rebuild that was interrupted.

    The model of this engine computes the vectors. It may differ from the model of the current generation, which is
    searched until the switch. If turns are forgotten during the rebuild, it starts again.

    Raises ConfigError if vectors would be lost because the engine has no model and `without_vectors` is false, or if an
    interrupted rebuild was begun with another model or extractor. Raises ExtractionError or ModelError if a turn cannot
    be extracted; the generation is then not switched, and the same call continues with that turn.
    """
    from memgraph_core.engine.consolidate import consolidate, last_preset  # on use, because it imports much

    stats = store.stats()
    if stats.model is not None and engine.embedder is None and not without_vectors:
        raise ConfigError(
            f"the vectors of namespace {store.namespace!r} were made by {stats.model!r}, and a rebuild without a model would "
            "lose them. Open the memory with that model, name another one (--embedder NAME, in Python "
            "rebuild(embedder=…)), remove the vectors (--embedder none), or use a dry run to see what would change."
        )
    before = counts_of(store)
    contents_before = contents_of(store, engine.settings.ingest.batch) if diff else None
    preset = last_preset(store)
    space = derive_and_switch(engine, store, progress)
    repeat_archiving(engine, store)
    if preset is not None:
        preset = engine.settings.scenario or preset
        consolidate(engine, store, no_progress, preset=preset, moment=engine.clock())
    contents_after = contents_of(store, engine.settings.ingest.batch) if diff else None
    return Rebuilt(
        space=space or stats.space,
        turns=store.stats().turns,
        before=before,
        after=counts_of(store),
        difference=difference(contents_before, contents_after)
        if contents_before and contents_after
        else None,
    )


def rebuild(
    namespace: OpenNamespace,
    *,
    embedder: Embedder | str | None = None,
    dry_run: bool = False,
    diff: bool = False,
    questions: Sequence[str] = (),
    progress: Progress = no_progress,
) -> Rebuilt:
    """Rebuild a namespace, or make a dry run. See `Memory.rebuild`."""
    engine, store = namespace.engine, namespace.store
    if embedder is not None:
        engine = engine.with_embedder(embedder)
        store = engine.database.store(store.namespace)
    before = _answered_from(namespace, questions)
    if dry_run:
        with rehearsal(engine, namespace.store, progress, with_vectors=bool(questions)) as trial:
            after = _answered_from(OpenNamespace(trial, store.namespace), questions)
            rebuilt = compare(engine, namespace.store, trial)
    else:
        rebuilt = rebuild_store(engine, store, progress, diff=diff, without_vectors=embedder is not None)
        namespace.engine, namespace.store = engine, store
        after = _answered_from(OpenNamespace(engine, store.namespace), questions)
    return replace(rebuilt, answers=compare_answers(questions, before, after))


def compare_answers(
    questions: Sequence[str], before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]
) -> tuple[Evidence, ...]:
    """Compare the turns (uids) in the context of each question before and after."""
    return tuple(
        Evidence(
            question=question,
            kept=tuple(uid for uid in old if uid in new),
            gained=tuple(uid for uid in new if uid not in old),
            lost=tuple(uid for uid in old if uid not in new),
        )
        for question, old, new in zip(questions, before, after, strict=True)
    )


def _answered_from(namespace: OpenNamespace, questions: Sequence[str]) -> list[tuple[str, ...]]:
    """The turns (uids) in the context of each question, in the order of the context."""
    return [context(namespace, Question(question)).turns for question in questions]


def compare(engine: MemoryEngine, store: Store, trial: MemoryEngine) -> Rebuilt:
    """What a rebuild would change, according to its dry run."""
    copy, batch = trial.database.store(store.namespace), engine.settings.ingest.batch
    return Rebuilt(
        space=store.stats().space,
        turns=copy.stats().turns,
        before=counts_of(store),
        after=counts_of(copy),
        difference=difference(contents_of(store, batch), contents_of(copy, batch)),
    )


def counts_of(store: Store) -> Counts:
    """The number of records of the current generation."""
    stats = store.stats()
    return Counts(notes=stats.notes, facts=stats.facts, entities=stats.entities)
