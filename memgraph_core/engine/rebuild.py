"""Rebuild: the log → notes, entities and facts anew, in a generation beside the one that is read.

Turns are read again in the order in which they were logged, in windows of `settings.ingest.batch` as an import
reads them, so that what comes out is what a fresh import of the same turns gives, uids included. What a turn
tells was learnt when it was recorded then, not now. Every batch is durable: an interrupted rebuild goes on
where it was. Turns that come meanwhile go to the generation that is read, and the rebuild follows them up; it
switches when it has all of them. What people decided about who is the same is carried out anew before that.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from memgraph_core.config import StoreSettings
from memgraph_core.engine.derive import SEEN, read_page
from memgraph_core.engine.engine import MemoryEngine, stamp_of
from memgraph_core.engine.merge import decide_again, decisions
from memgraph_core.engine.remember import flush, remember
from memgraph_core.errors import ConfigError, ExtractionError
from memgraph_core.extract.protocol import WindowNotExtracted
from memgraph_core.plan.build import plan_writes
from memgraph_core.plan.difference import Contents, Difference, contents, difference
from memgraph_core.plan.draft import snapshot_request
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Change, Note, Turn, uid_of
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.log import CallTotals
from memgraph_core.records.plan import SnapshotRequest, Stale, WritePlan
from memgraph_core.records.rebuild import GenerationBuild, LogPage
from memgraph_core.records.search import UNLIMITED
from memgraph_core.store import open_database
from memgraph_core.store.contract import Store
from memgraph_core.turns.content import keys_of, prepared

Progress = Callable[[int, int], None]  # told how many turns are done, and how many there are


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """How much a space holds."""

    notes: int
    facts: int
    entities: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The turns that a question is answered from, before and after, as uids in the order of the context."""

    question: str
    kept: tuple[str, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]

    @property
    def changes(self) -> bool:
        """Whether it would be answered from other turns."""
        return bool(self.gained or self.lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """What a rebuild did, or would do."""

    space: str  # that is current now
    turns: int  # in the log
    before: Held
    after: Held
    difference: Difference | None = None  # where it was asked for
    answers: tuple[Evidence, ...] = ()  # one for each question that was given


Looking = Callable[[MemoryEngine], None]  # at what a rehearsal has derived, before it is gone


def evidence(
    questions: Sequence[str], before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]
) -> tuple[Evidence, ...]:
    """What became of the turns that each question rests on."""
    return tuple(
        Evidence(
            question=question,
            kept=tuple(uid for uid in then if uid in now),
            gained=tuple(uid for uid in now if uid not in then),
            lost=tuple(uid for uid in then if uid not in now),
        )
        for question, then, now in zip(questions, before, after, strict=True)
    )


def rebuild(
    engine: MemoryEngine,
    store: Store,
    progress: Progress,
    *,
    diff: bool = False,
    without_vectors: bool = False,
) -> Rebuilt:
    """Derive the namespace anew and switch to it, or go on with a rebuild that was interrupted.

    With the model of this engine and store, which may be another than made the vectors that are searched: they are
    until the switch. What was forgotten meanwhile makes it begin anew. Raises ConfigError where vectors would be lost
    for want of a model and nobody wants to be `without_vectors`, and where a rebuild was begun with another model or
    extractor; ExtractionError or ModelError when a turn cannot be read: then nothing is switched, and the same call
    goes on from there.
    """
    stats = store.stats()
    if stats.model is not None and engine.embedder is None and not without_vectors:
        raise ConfigError(
            f"the vectors of {store.namespace!r} are of {stats.model!r}, and a rebuild without a model would lose them. "
            "Open it with that model, name another (--embedder NAME, in Python rebuild(embedder=…)), say that you want "
            "none (--embedder none), or see with a dry run what would change."
        )
    held = _held(store)
    before = contents_of(store, engine.settings.ingest.batch) if diff else None
    space = _derived(engine, store, progress)
    after = contents_of(store, engine.settings.ingest.batch) if diff else None
    return Rebuilt(
        space=space or stats.space,
        turns=store.stats().turns,
        before=held,
        after=_held(store),
        difference=difference(before, after) if before and after else None,
    )


def rehearse(engine: MemoryEngine, store: Store, progress: Progress, look: Looking | None = None) -> Rebuilt:
    """What a rebuild would give, derived into a file that is gone afterwards; the store is only read.

    With vectors only where somebody is to `look` at it: they are searched by, and have no part in what is compared.
    Raises ExtractionError.
    """
    batch = engine.settings.ingest.batch
    with TemporaryDirectory(prefix="memgraph-core-") as folder:
        model = engine.embedder if look else None
        database = open_database(StoreSettings(url=str(Path(folder, "rehearsal.db"))), stamp_of(model))
        trial = MemoryEngine(
            database,
            embedder=model,
            extractor=engine.extractor,
            settings=engine.settings,
            clock=engine.clock,
        )
        with trial:
            copy = database.store(store.namespace)
            turns = store.stats().turns
            _take_back(store, copy, engine.clock())
            copy.record_calls(store.ledger(UNLIMITED))  # a budget is one, also for trying things out
            try:
                for done, page in _pages(store, batch):
                    _all_read(remember(trial, copy, page.turns, trial.clock()))
                    progress(done, max(done, turns))
                _all_read(flush(trial, copy, None, trial.clock()), waits=False)
            finally:
                if trial.windowed:
                    store.record_calls(copy.ledger(UNLIMITED))  # what was paid was paid
            decide_again(copy, decisions(store), engine.clock())
            if look is not None:
                look(trial)
            return Rebuilt(
                space=store.stats().space,
                turns=copy.stats().turns,
                before=_held(store),
                after=_held(copy),
                difference=difference(contents_of(store, batch), contents_of(copy, batch)),
            )


def _take_back(store: Store, copy: Store, at: datetime) -> None:
    """Let the copy know what people undid, before it decides anything."""
    undone, fresh = store.snapshot(SnapshotRequest()).user_decisions, copy.snapshot(SnapshotRequest())
    if undone:
        copy.apply(WritePlan(space=fresh.space, version=fresh.version, at=at, changes=undone))


def contents_of(store: Store, batch: int) -> Contents:
    """All that is derived of the log, to be compared."""
    notes: dict[str, Note] = {}
    for _, page in _pages(store, batch):
        notes |= {note.uid: note for note in store.notes_of([turn.uid for turn in page.turns])}
    facts = store.facts(None, UNLIMITED)
    return contents(notes.values(), facts, store.entities(EntityQuery(limit=UNLIMITED)))


def _pages(store: Store, batch: int) -> Iterator[tuple[int, LogPage]]:
    """The log in its order, with how many turns have been told so far."""
    done = last = 0
    while (page := store.log_page(last, batch, before=0)).turns:
        done, last = done + len(page.turns), page.last_position
        yield done, page


def _all_read(receipt: Receipt, *, waits: bool = True) -> None:
    """Raise ExtractionError when a turn could not be read; one may wait for its window to be closed."""
    for turn in (*receipt.turns, *receipt.closed):
        if turn.state == "pending" and not (waits and turn.waits):
            raise ExtractionError(f"turn {turn.uid!r} cannot be read: {turn.reason}")


def _derived(engine: MemoryEngine, store: Store, progress: Progress) -> str | None:
    """The space that is current in the end: ours, whoever switched to it. None where nothing is logged."""
    ours: str | None = None
    while (building := _going_on(engine, store, ours)) is not None:
        ours = building.space
        progress(building.turns_done, building.turns_total)
        if _derive(engine, store, building, progress):
            break
    return ours


def _going_on(engine: MemoryEngine, store: Store, ours: str | None) -> GenerationBuild | None:
    """What is to be derived; None when another process has just switched to what we were deriving.

    Raises ConfigError for one that was begun with another extractor or model: half of it would be of each.
    """
    if ours is not None and store.stats().space == ours:
        return None
    extractor = engine.reads_with
    building = store.begin_generation(extractor)
    if building is None:
        return None
    stamp = engine.database.stamp
    model = stamp.model if stamp else None
    # A generation begun by an earlier release knows the extractor, and of a model not which one.
    if building.extractor not in ("", extractor, engine.extractor.name):
        raise _begun_with("extractor", building.extractor, extractor)
    if building.model != model:
        raise _begun_with("embedder", building.model or "none", model or "none")
    return building


def _begun_with(what: str, begun: str, given: str) -> ConfigError:
    kind, _, model = begun.partition(":") if what == "extractor" else (begun, "", "")
    how = f"--extractor {kind} and MEMGRAPH_CORE_LLM={model}" if model else repr(begun)
    return ConfigError(
        f"a rebuild was begun with the {what} {begun!r} and interrupted; this one has {given!r}. Go on with {how}, or "
        "give up what was derived: memgraph-core rebuild --discard, in Python discard_rebuild()."
    )


def _derive(engine: MemoryEngine, store: Store, building: GenerationBuild, progress: Progress) -> bool:
    """Derive what it lacks, and switch to it; False when somebody else was faster, or forgot something."""
    settings, done, reached, gate = (
        engine.settings.ingest,
        building.turns_done,
        building.log_position,
        building.novelty_state,
    )
    spent, before = (store.record_calls(()), SEEN) if engine.windowed else (CallTotals(), settings.before)
    while (page := store.log_page(reached, settings.batch, before)).turns:
        plan = _plan(engine, store, replace(building, log_position=reached, novelty_state=gate), page, spent)
        if plan is None or isinstance(store.apply(plan), Stale):
            return False
        spent = spent.plus(plan.calls)
        done, reached, gate = done + len(page.turns), page.last_position, plan.novelty_state or gate
        progress(done, max(done, building.turns_total))
    at, told = engine.clock(), decisions(store)
    if not decide_again(store, told, at, building.space):
        return False
    change = _change(engine, store, building.space)
    if isinstance(store.switch_generation(building.space, change), Stale):
        return False
    _decide_late(engine, store, told, at)
    return True


def _decide_late(engine: MemoryEngine, store: Store, told: Sequence[Change], at: datetime) -> None:
    """Carry out what people decided about who is the same between the last look and the switch."""
    for _ in range(engine.settings.ingest.attempts):
        if decide_again(store, decisions(store)[len(told) :], at):
            return


def _plan(
    engine: MemoryEngine, store: Store, building: GenerationBuild, page: LogPage, spent: CallTotals
) -> WritePlan | None:
    """What these turns add to the space; None when it is not where the page begins any more."""
    at = max(turn.recorded_at or engine.clock() for turn in page.turns)
    turns = tuple(prepared(turn, at) for turn in page.turns)
    named = store.snapshot(_asking(engine, building, turns))
    window = ExtractionWindow(
        turns=turns,
        preceding=page.preceding,
        entities=named.entities,
        candidates=named.candidates,
        call_totals=spent,
    )
    try:
        draft = read_page(engine, window, store.namespace, at, building.novelty_state)
    except WindowNotExtracted as e:
        store.record_calls(e.calls)
        raise
    probe = replace(snapshot_request(draft, engine.settings.ingest.neighbours), space=building.space)
    known = store.snapshot(probe)
    if not named.version == known.version == building.log_position:
        return None
    plan = plan_writes(draft, known)
    terms = {turn.uid: turn.terms for turn in turns}
    return replace(plan, turns=tuple(replace(update, terms=terms[update.uid]) for update in plan.turns))


def _asking(engine: MemoryEngine, building: GenerationBuild, turns: Sequence[Turn]) -> SnapshotRequest:
    """What extraction needs to know of the space that is being derived."""
    keys = keys_of(turns)
    if not engine.windowed:
        return SnapshotRequest(space=building.space, name_keys=keys)
    terms = " ".join(turn.terms for turn in turns)
    candidates = engine.settings.ingest.candidates
    return SnapshotRequest(
        space=building.space, name_keys=keys, candidate_terms=terms, candidate_count=candidates
    )


def _change(engine: MemoryEngine, store: Store, space: str) -> Change:
    """That people decided to rebuild."""
    return Change(
        uid=uid_of(store.namespace, "rebuild", space),
        kind="rebuild",
        by="user",
        at=engine.clock(),
        reason="asked to derive everything anew",
        before=json.dumps({"space": store.stats().space}),
        after=json.dumps({"space": space}),
    )


def _held(store: Store) -> Held:
    stats = store.stats()
    return Held(notes=stats.notes, facts=stats.facts, entities=stats.entities)
