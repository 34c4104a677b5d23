"""Rebuild: derive notes, entities and facts again from the log, in a new generation, and switch to it.

Turns are read in the order in which they were logged, in pages of `settings.ingest.batch`, as by an import. So the result
equals a fresh import of the same turns, including the uids. A fact counts as recorded when its turn was logged, not now.
Each page is durable: an interrupted rebuild continues where it stopped. Turns that are logged during the rebuild are
derived in the current generation, and the rebuild derives them too. When it has derived all turns, it repeats the merges
and splits of users, and switches to the new generation.
"""

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime

from memgraph_core.engine.commit import commit
from memgraph_core.engine.derive import draft_page
from memgraph_core.engine.engine import MemoryEngine, stamp_of
from memgraph_core.engine.extraction_run import CONTEXT_TURNS
from memgraph_core.engine.merge import repeat_decisions, user_decisions
from memgraph_core.engine.namespace import OpenNamespace
from memgraph_core.engine.remember import flush, remember
from memgraph_core.engine.search import Question, context
from memgraph_core.errors import ConfigError, ExtractionError
from memgraph_core.extract.protocol import WindowNotExtracted
from memgraph_core.models.protocol import Embedder
from memgraph_core.plan.build import plan_writes
from memgraph_core.plan.difference import Contents, Difference, contents, difference
from memgraph_core.plan.draft import Draft, snapshot_request
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Change, Note, Turn, uid_of
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.log import CallTotals
from memgraph_core.records.plan import PlanningSnapshot, SnapshotRequest, Stale, WritePlan
from memgraph_core.records.rebuild import GenerationBuild, LogPage
from memgraph_core.records.search import UNLIMITED
from memgraph_core.store import temporary_database
from memgraph_core.store.contract import Store
from memgraph_core.turns.content import keys_of, prepared

Progress = Callable[[int, int], None]  # called with the number of turns done, and of all turns


def no_progress(done: int, turns: int) -> None:
    """Default progress callback; does nothing."""


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
    stats = store.stats()
    if stats.model is not None and engine.embedder is None and not without_vectors:
        raise ConfigError(
            f"the vectors of namespace {store.namespace!r} were made by {stats.model!r}, and a rebuild without a model would "
            "lose them. Open the memory with that model, name another one (--embedder NAME, in Python "
            "rebuild(embedder=…)), remove the vectors (--embedder none), or use a dry run to see what would change."
        )
    before = counts_of(store)
    contents_before = contents_of(store, engine.settings.ingest.batch) if diff else None
    space = _derive_and_switch(engine, store, progress)
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


@contextmanager
def rehearsal(
    engine: MemoryEngine, store: Store, progress: Progress, *, with_vectors: bool
) -> Generator[MemoryEngine]:
    """Derive the log of the store in a temporary database; the engine on that database. Nothing is derived in the store.

    Only searches need vectors; comparing the contents does not. Calls of models are recorded in the ledger of the store.
    Raises ExtractionError if a turn cannot be extracted.
    """
    model = engine.embedder if with_vectors else None
    with temporary_database(stamp_of(model)) as database:
        trial = MemoryEngine(
            database,
            embedder=model,
            extractor=engine.extractor,
            settings=engine.settings,
            clock=engine.clock,
        )
        copy = database.store(store.namespace)
        _copy_undone_decisions(store, copy, engine.clock())
        copy.record_calls(store.ledger(UNLIMITED))  # the budget counts earlier calls, also in a dry run
        try:
            _import_log(trial, store, copy, progress)
        finally:
            if trial.windowed:
                store.record_calls(copy.ledger(UNLIMITED))
        repeat_decisions(copy, user_decisions(store), engine.clock())
        yield trial


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


def contents_of(store: Store, batch: int) -> Contents:
    """All notes, facts and entities, for comparison; read in batches of turns."""
    notes: dict[str, Note] = {}
    for page in _pages(store, batch):
        notes |= {note.uid: note for note in store.notes_of([turn.uid for turn in page.turns])}
    facts = store.facts(None, UNLIMITED)
    return contents(notes.values(), facts, store.entities(EntityQuery(limit=UNLIMITED)))


def counts_of(store: Store) -> Counts:
    """The number of records of the current generation."""
    stats = store.stats()
    return Counts(notes=stats.notes, facts=stats.facts, entities=stats.entities)


def _copy_undone_decisions(store: Store, copy: Store, at: datetime) -> None:
    """Copy the undos by users before anything is derived: the engine does not repeat decisions that were undone."""
    if undone := store.snapshot(SnapshotRequest()).user_decisions:
        commit(copy, lambda s: WritePlan(space=s.space, version=s.version, at=at, changes=undone))


def _import_log(trial: MemoryEngine, store: Store, copy: Store, progress: Progress) -> None:
    """Add all turns of the store to the copy. Raises ExtractionError."""
    done, turns = 0, store.stats().turns
    for page in _pages(store, trial.settings.ingest.batch):
        done += len(page.turns)
        _refuse_unread(remember(trial, copy, page.turns, trial.clock()))
        progress(done, max(done, turns))
    _refuse_unread(flush(trial, copy, None, trial.clock()), window_may_be_open=False)


def _pages(store: Store, batch: int) -> Iterator[LogPage]:
    """The log in its order, without preceding turns."""
    last = 0
    while (page := store.log_page(last, batch, before=0)).turns:
        last = page.last_position
        yield page


def _refuse_unread(receipt: Receipt, *, window_may_be_open: bool = True) -> None:
    """Raise ExtractionError for a pending turn, unless its extraction window may still be open."""
    for turn in (*receipt.turns, *receipt.earlier):
        if turn.state == "pending" and not (window_may_be_open and turn.is_in_open_window):
            raise ExtractionError(f"turn {turn.uid!r} cannot be read: {turn.reason}")


def _derive_and_switch(engine: MemoryEngine, store: Store, progress: Progress) -> str | None:
    """Derive a generation and switch to it. Returns its space, also if another process switched to it first.

    None if nothing is logged.
    """
    space: str | None = None
    while (build := _next_build(engine, store, space)) is not None:
        space = build.space
        progress(build.turns_done, build.turns_total)
        if _derive(engine, store, build, progress) and _switch(engine, store, build.space):
            break
    return space


def _next_build(engine: MemoryEngine, store: Store, space: str | None) -> GenerationBuild | None:
    """The generation to derive; None if nothing is logged, or if another process has just switched to `space`.

    Raises ConfigError if the generation was begun with another extractor or embedder.
    """
    if space is not None and store.stats().space == space:
        return None
    extractor = engine.reads_with
    build = store.begin_generation(extractor)
    if build is None:
        return None
    stamp = engine.database.stamp
    model = stamp.model if stamp else None
    # An earlier release stored the name of the extractor without its model.
    if build.extractor not in ("", extractor, engine.extractor.name):
        raise _begun_with("extractor", build.extractor, extractor)
    if build.model != model:
        raise _begun_with("embedder", build.model or "none", model or "none")
    return build


def _begun_with(what: str, begun: str, given: str) -> ConfigError:
    kind, _, model = begun.partition(":") if what == "extractor" else (begun, "", "")
    how = f"--extractor {kind} and MEMGRAPH_CORE_LLM={model}" if model else repr(begun)
    return ConfigError(
        f"an interrupted rebuild was begun with the {what} {begun!r}; this one has {given!r}. Continue with {how}, or "
        "discard the incomplete generation: memgraph-core rebuild --discard, in Python discard_rebuild()."
    )


def _derive(engine: MemoryEngine, store: Store, build: GenerationBuild, progress: Progress) -> bool:
    """Derive the turns that are missing in the generation. False if another process was faster or forgot a turn."""
    settings, done = engine.settings.ingest, build.turns_done
    spent, before = (
        (store.record_calls(()), CONTEXT_TURNS) if engine.windowed else (CallTotals(), settings.before)
    )
    while (page := store.log_page(build.log_position, settings.batch, before)).turns:
        plan = _derive_page(engine, store, build, page, spent)
        if plan is None:
            return False
        spent, done = spent.plus(plan.calls), done + len(page.turns)
        build = replace(
            build, log_position=page.last_position, novelty_state=plan.novelty_state or build.novelty_state
        )
        progress(done, max(done, build.turns_total))
    return True


def _derive_page(
    engine: MemoryEngine, store: Store, build: GenerationBuild, page: LogPage, spent: CallTotals
) -> WritePlan | None:
    """Derive the turns of a page and write the plan. None if another process has written to the generation."""
    at = max(turn.recorded_at or engine.clock() for turn in page.turns)
    turns = tuple(prepared(turn, at) for turn in page.turns)
    context_snapshot = store.snapshot(_extraction_request(engine, build, turns))
    if context_snapshot.version != build.log_position:
        return None
    window = ExtractionWindow(
        turns=turns,
        preceding=page.preceding,
        entities=context_snapshot.entities,
        candidates=context_snapshot.candidates,
        call_totals=spent,
    )
    try:
        draft = draft_page(engine, window, store.namespace, at, build.novelty_state)
    except WindowNotExtracted as e:
        store.record_calls(e.calls)
        raise
    committed = commit(
        store,
        lambda snapshot: _page_plan(draft, snapshot) if snapshot.version == build.log_position else None,
        request=replace(snapshot_request(draft, engine.settings.ingest.neighbours), space=build.space),
    )
    if committed is None:
        store.record_calls(draft.extraction.calls)
        return None
    return committed.plan


def _page_plan(draft: Draft, snapshot: PlanningSnapshot) -> WritePlan:
    """The plan of a page; its turns get the terms that this release computes."""
    plan = plan_writes(draft, snapshot)
    terms = {turn.uid: turn.terms for turn in draft.window.turns}
    return replace(plan, turns=tuple(replace(update, terms=terms[update.uid]) for update in plan.turns))


def _extraction_request(
    engine: MemoryEngine, build: GenerationBuild, turns: Sequence[Turn]
) -> SnapshotRequest:
    """The request for what the extractor needs from the generation that is being derived."""
    keys = keys_of(turns)
    if not engine.windowed:
        return SnapshotRequest(space=build.space, name_keys=keys)
    terms = " ".join(turn.terms for turn in turns)
    return SnapshotRequest(
        space=build.space,
        name_keys=keys,
        candidate_terms=terms,
        candidate_count=engine.settings.ingest.candidates,
    )


def _switch(engine: MemoryEngine, store: Store, space: str) -> bool:
    """Repeat the merges and splits of users in this generation, and make it the current one.

    False if turns are missing in it or it does not exist any more. Decisions that are made during the switch are
    repeated after it.
    """
    at, decisions = engine.clock(), user_decisions(store)
    if not repeat_decisions(store, decisions, at, space):
        return False
    if isinstance(store.switch_generation(space, _change(engine, store, space)), Stale):
        return False
    repeat_decisions(store, user_decisions(store)[len(decisions) :], at)
    return True


def _change(engine: MemoryEngine, store: Store, space: str) -> Change:
    """The record of the rebuild."""
    return Change(
        uid=uid_of(store.namespace, "rebuild", space),
        kind="rebuild",
        by="user",
        at=engine.clock(),
        reason="requested",
        before=json.dumps({"space": store.stats().space}),
        after=json.dumps({"space": space}),
    )
