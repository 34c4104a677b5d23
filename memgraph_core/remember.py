"""Remember: turns → log → extract → embed → known → plan → apply.

Three transactions when nobody else writes: what the log answers is what extraction needs, one read tells
all that a plan must know, one write carries it out. Whatever fails after the log leaves turns pending.
"""

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memgraph_core.engine import NO_EMBEDDER, MemoryEngine
from memgraph_core.errors import ExtractionError, ModelError, StoreUnavailable
from memgraph_core.ingest.draft import Draft, draft_of, probe_of, texts_to_embed, with_vectors
from memgraph_core.ingest.gate import gated, preset_of
from memgraph_core.ingest.plan import plan_writes
from memgraph_core.ingest.receipt import Receipt, TurnReceipt, receipts, waiting
from memgraph_core.ingest.turns import keys_of, prepared
from memgraph_core.ingest.windows import window_of
from memgraph_core.store.protocol import Store
from memgraph_core.types import Turn
from memgraph_core.writes import Applied, Logged, Selection, Window

_log = logging.getLogger(__name__)


def remember(engine: MemoryEngine, store: Store, turns: Sequence[Turn], moment: datetime) -> Receipt:
    """Log the turns, then extract those that nobody has extracted yet. One receipt per distinct turn.

    Raises TurnConflict or StoreError. What the log refuses is not logged at all; an error after it leaves
    the turns pending.
    """
    logged = _logged(engine, store, turns, moment)
    told = {t.uid: waiting(t, logged.new, "known already") for t in logged.turns}
    told |= _extracted(engine, store, logged, moment)
    warnings = () if engine.embedder else (NO_EMBEDDER,)
    return Receipt(turns=tuple(told[t.uid] for t in logged.turns if t.uid in told), warnings=warnings)


def retry(engine: MemoryEngine, store: Store, limit: int, moment: datetime) -> Receipt:
    """Extract turns that are pending, in batches; one that is forgotten meanwhile stays forgotten."""
    pending, batch = store.pending(limit), engine.settings.ingest.batch
    told: dict[str, TurnReceipt] = {}
    for start in range(0, len(pending), batch):
        told |= _again(engine, store, pending[start : start + batch], moment)
    warnings = () if engine.embedder else (NO_EMBEDDER,)
    return Receipt(turns=tuple(told.values()), warnings=warnings)


def _logged(engine: MemoryEngine, store: Store, turns: Sequence[Turn], moment: datetime) -> Logged:
    rows = [prepared(turn, moment) for turn in turns]
    return store.log(rows, keys_of(rows), engine.settings.ingest.before)


def _again(
    engine: MemoryEngine, store: Store, turns: Sequence[Turn], moment: datetime
) -> dict[str, TurnReceipt]:
    """Extract turns that are logged. Logging them again tells what extraction needs, and would bring back
    one that was forgotten a moment ago: what turns out to be new is forgotten again.
    """
    logged = _logged(engine, store, turns, moment)
    if logged.new:
        store.forget(Selection(turns=tuple(sorted(logged.new))))
        turns = [t for t in turns if t.uid not in logged.new]
        return _again(engine, store, turns, moment) if turns else {}
    told = {t.uid: waiting(t, logged.new, "extracted by another writer") for t in logged.turns}
    return told | _extracted(engine, store, logged, moment)


def _extracted(
    engine: MemoryEngine, store: Store, logged: Logged, moment: datetime
) -> dict[str, TurnReceipt]:
    window = window_of(logged)
    if not window.turns:
        return {}
    try:
        draft = read(engine, window, store.namespace, moment, logged.gate)
    except (ExtractionError, ModelError) as e:
        _log.warning("%d turns stay pending: %s", len(window.turns), type(e).__name__)
        return {t.uid: waiting(t, logged.new, f"{type(e).__name__}: {e}") for t in window.turns}
    return _applied(engine, store, draft, logged)


def read(engine: MemoryEngine, window: Window, namespace: str, moment: datetime, gate: str | None) -> Draft:
    """What a window says, with vectors, as far as the gate lets it pass; `gate` is what that remembers.

    Raises ExtractionError or ModelError, and ConfigError for a gate that there is not.
    """
    preset = preset_of(engine.settings.ingest.gate)
    draft = draft_of(window, engine.extractor.extract(window), namespace, moment)
    draft = with_vectors(draft, engine.embed(texts_to_embed(draft)))
    return draft if preset.is_open else gated(draft, preset, gate)


def _applied(engine: MemoryEngine, store: Store, draft: Draft, logged: Logged) -> dict[str, TurnReceipt]:
    """Plan on fresh knowledge until no other writer is faster. No model is called again."""
    settings = engine.settings.ingest
    for attempt in range(settings.attempts):
        known = store.known(probe_of(draft, settings.neighbours))
        moved = attempt > 0 or known.version != logged.version
        if moved and (there := _moved_on(store, draft)) is not None:
            return _left_over(engine, store, draft, logged, there)
        plan = plan_writes(draft, known)
        if isinstance(store.apply(plan), Applied):
            return receipts(plan, draft.extraction.skipped, logged.new)
    raise StoreUnavailable(
        f"{settings.attempts} plans in a row were overtaken by other writers of {store.namespace!r}. The turns "
        "are logged and pending; run retry when fewer write at once."
    )


def _moved_on(store: Store, draft: Draft) -> tuple[Turn, ...] | None:
    """The turns of the draft as they now stand, if another writer took or forgot any; else None.

    Each turn is extracted once: deriving an older turn again after newer ones would tell facts in another
    order. Asked after `known`, so that a plan for what is pending here is stale if it changes.
    """
    there = store.turns([t.uid for t in draft.window.turns])
    all_wait = len(there) == len(draft.window.turns) and all(t.state == "pending" for t in there)
    return None if all_wait else there


def _left_over(
    engine: MemoryEngine, store: Store, draft: Draft, logged: Logged, there: Sequence[Turn]
) -> dict[str, TurnReceipt]:
    """Leave what another writer took as it is, and extract the rest, if any. Forgotten turns have no receipt."""
    told = {t.uid: waiting(t, logged.new, "extracted by another writer") for t in there}
    if waits := [t for t in there if t.state == "pending"]:
        again = _again(engine, store, waits, draft.at)
        told |= {uid: replace(receipt, new=uid in logged.new) for uid, receipt in again.items()}
    return told
