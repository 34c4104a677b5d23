"""Derive a generation of a namespace from its log, and switch to it.

Turns are read in the order in which they were logged, in pages of `settings.ingest.batch`, as by an import. So the result
equals a fresh import of the same turns, including the uids. A fact counts as recorded when its turn was logged, not now.
Each page is durable: an interrupted rebuild continues where it stopped. Turns that are logged during the rebuild are
derived in the current generation, and the rebuild derives them too.
"""

from collections.abc import Sequence
from dataclasses import replace

from memgraph_core.engine.commit import commit
from memgraph_core.engine.derive import draft_page
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.extraction_run import CONTEXT_TURNS
from memgraph_core.engine.merge import repeat_decisions, user_decisions
from memgraph_core.errors import ConfigError
from memgraph_core.extract.protocol import WindowNotExtracted
from memgraph_core.plan.build import plan_writes
from memgraph_core.plan.draft import Draft, snapshot_request
from memgraph_core.records.changes import Change, ChangeState, decision_of_user
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Turn
from memgraph_core.records.log import CallTotals
from memgraph_core.records.plan import PlanningSnapshot, SnapshotRequest, Stale, WritePlan
from memgraph_core.records.progress import Progress
from memgraph_core.records.rebuild import GenerationBuild, LogPage
from memgraph_core.store.contract import Store
from memgraph_core.turns.content import keys_of, prepared_turn


def derive_and_switch(engine: MemoryEngine, store: Store, progress: Progress) -> str | None:
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
    extractor = engine.extractor_name
    build = store.begin_generation(extractor)
    if build is None:
        return None
    stamp = engine.database.stamp
    model = stamp.model if stamp else None
    if build.extractor not in ("", extractor):
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
    turns = tuple(prepared_turn(turn, at) for turn in page.turns)
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
    return decision_of_user(
        store.namespace,
        "rebuild",
        [space],
        at=engine.clock(),
        before=ChangeState(space=store.stats().space),
        after=ChangeState(space=space),
    )
