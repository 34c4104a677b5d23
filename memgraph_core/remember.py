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
from memgraph_core.ingest.plan import plan_writes
from memgraph_core.ingest.receipt import Receipt, TurnReceipt, receipts, waiting
from memgraph_core.ingest.turns import keys_of, prepared
from memgraph_core.store.protocol import Store
from memgraph_core.types import Turn
from memgraph_core.writes import Applied, Logged, Window

_log = logging.getLogger(__name__)


def remember(engine: MemoryEngine, store: Store, turns: Sequence[Turn], moment: datetime) -> Receipt:
    """Log the turns, then extract those that nobody has extracted yet. One receipt per distinct turn.

    Raises TurnConflict or StoreError from the log; then nothing is logged.
    """
    rows = [prepared(turn, moment) for turn in turns]
    logged = store.log(rows, keys_of(rows), engine.settings.ingest.before)
    told = {t.uid: waiting(t, logged.new, "known already") for t in logged.turns}
    fresh = tuple(t for t in logged.turns if t.state == "pending")
    if fresh:
        told |= _extracted(engine, store, fresh, logged, moment)
    warnings = () if engine.embedder else (NO_EMBEDDER,)
    return Receipt(turns=tuple(told[t.uid] for t in logged.turns), warnings=warnings)


def retry(engine: MemoryEngine, store: Store, limit: int, moment: datetime) -> Receipt:
    """Extract turns that are pending, in batches. Logging them again is harmless and tells what is needed."""
    pending, batch = store.pending(limit), engine.settings.ingest.batch
    parts = [
        remember(engine, store, pending[start : start + batch], moment)
        for start in range(0, len(pending), batch)
    ]
    warnings = tuple(dict.fromkeys(w for part in parts for w in part.warnings))
    return Receipt(turns=tuple(t for part in parts for t in part.turns), warnings=warnings)


def _extracted(
    engine: MemoryEngine, store: Store, fresh: tuple[Turn, ...], logged: Logged, moment: datetime
) -> dict[str, TurnReceipt]:
    window = Window(turns=fresh, before=logged.before, entities=logged.entities)
    try:
        extraction = engine.extractor.extract(window)
        draft = draft_of(window, extraction, logged.space, moment)
        draft = with_vectors(draft, engine.embed(texts_to_embed(draft)))
    except (ExtractionError, ModelError) as e:
        _log.warning("%d turns stay pending: %s", len(fresh), type(e).__name__)
        return {t.uid: waiting(t, logged.new, f"{type(e).__name__}: {e}") for t in fresh}
    return _applied(engine, store, draft, logged)


def _applied(engine: MemoryEngine, store: Store, draft: Draft, logged: Logged) -> dict[str, TurnReceipt]:
    """Plan on fresh knowledge until no other writer is faster. No model is called again."""
    attempts = engine.settings.ingest.attempts
    for _ in range(attempts):
        known = store.known(probe_of(draft))
        if known.version != logged.version and (taken := _taken(store, draft)):
            return _left_over(engine, store, draft, logged, taken)
        plan = plan_writes(draft, known)
        if isinstance(store.apply(plan), Applied):
            return receipts(plan, draft.extraction.skipped, logged.new)
    raise StoreUnavailable(
        f"{attempts} plans in a row were overtaken by other writers of {store.namespace!r}. The turns are "
        "logged and pending; run retry when fewer write at once."
    )


def _left_over(
    engine: MemoryEngine, store: Store, draft: Draft, logged: Logged, taken: dict[str, Turn]
) -> dict[str, TurnReceipt]:
    """Leave what another writer took as it is, and extract the rest, if any, as if it were added anew."""
    told = {uid: waiting(turn, logged.new, "extracted by another writer") for uid, turn in taken.items()}
    if rest := [t for t in draft.window.turns if t.uid not in taken]:
        again = remember(engine, store, rest, draft.at).turns
        told |= {receipt.uid: replace(receipt, new=receipt.uid in logged.new) for receipt in again}
    return told


def _taken(store: Store, draft: Draft) -> dict[str, Turn]:
    """The turns of the draft that another writer has meanwhile extracted, by uid.

    Each turn is extracted once: deriving an older turn again after newer ones would tell facts in another
    order. Asked after `known`, so that a plan for what is pending here is stale if it changes.
    """
    return {t.uid: t for t in store.turns([t.uid for t in draft.window.turns]) if t.state != "pending"}
