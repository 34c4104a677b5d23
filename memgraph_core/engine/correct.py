"""Put right by the word of people: which turn is meant, how it reads then, and all of it derived anew.

Four transactions and those of deriving: the turn and the note are looked up, the correction is logged, what hung on the
old words is removed with it. Whatever fails after that leaves turns pending, and the correction stands.
"""

from dataclasses import replace
from datetime import datetime

from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.merge import decide_again, decisions
from memgraph_core.engine.remember import derive_again
from memgraph_core.errors import InvalidInput, StoreUnavailable
from memgraph_core.plan.corrections import Updated, corrected_text, correcting_of, span_of, waiting_for
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.forget import CorrectionResult, Forgotten, TurnCorrection
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.validation import utc
from memgraph_core.store.contract import Store


def correct(
    engine: MemoryEngine, store: Store, uid: str, text: str, reason: str, moment: datetime
) -> Updated:
    """Let a note, or a turn, read as this text. See `Memory.update`.

    Raises InvalidInput for a uid that there is not and for a blank text, StoreUnavailable when others write all the time.
    """
    at = utc(moment, "now")
    for _ in range(engine.settings.ingest.attempts):
        turn, note = _meant(store, uid)
        after = corrected_text(turn, note, text)
        if after == turn.text:
            return Updated(turn=turn.uid, before=turn.text, after=after)
        named = uid if uid != turn.uid else None
        correcting = correcting_of(turn, after, store.namespace, at, note=named, reason=reason)
        if (updated := carry_out(engine, store, turn, correcting, at)) is not None:
            return updated
    raise StoreUnavailable(
        f"{engine.settings.ingest.attempts} corrections in a row were overtaken by other writers of {store.namespace!r}; "
        "nothing was changed. Try again when fewer write at once."
    )


def carry_out(
    engine: MemoryEngine, store: Store, turn: Turn, correcting: TurnCorrection, at: datetime
) -> Updated | None:
    """Log the correction and derive anew what hung on the old words; None when another writer was faster."""
    outcome = store.correct(correcting)
    if not isinstance(outcome, CorrectionResult):
        return None
    waited = turn.state == "pending" and engine.windowed  # it waits for its window, as before
    receipt, gone = (Receipt(), outcome.removed) if waited else settle(engine, store, outcome.removed, at)
    return Updated(
        turn=turn.uid,
        before=turn.text,
        after=correcting.text,
        change=correcting.change.uid,
        gone=gone,
        receipt=receipt,
    )


def settle(engine: MemoryEngine, store: Store, removed: Forgotten, at: datetime) -> tuple[Receipt, Forgotten]:
    """Derive again what lost what was derived from it, and decide again who is the same, as people once did.

    What became of those turns, and of what was removed that which is gone for good: which was not derived again.
    """
    receipt = derive_again(engine, store, removed.pending, at)
    if told := decisions(store):
        for _ in range(engine.settings.ingest.attempts):
            if decide_again(store, told, at):
                break
    return receipt, _for_good(store, removed, receipt)


def _meant(store: Store, uid: str) -> tuple[Turn, Note | None]:
    """The turn, and the note of it that is meant, if it is not the whole turn."""
    if notes := store.notes([uid]):
        turns = store.turns(notes[0].turns)
        if len(turns) == 1:
            return turns[0], notes[0]
        for turn in turns:
            try:
                span_of(turn, notes[0])
            except InvalidInput:
                continue
            return turn, notes[0]
    if turns := store.turns([uid]):
        return turns[0], None
    # Another process may have just put it right, and it is not derived again yet.
    if waiting := waiting_for(store.pending(UNLIMITED), uid):
        return waiting
    raise InvalidInput(
        f"no note and no turn has the uid {uid!r:.80}. Give one that `search --json` or `show` tells."
    )


def _for_good(store: Store, removed: Forgotten, receipt: Receipt) -> Forgotten:
    told = (*receipt.turns, *receipt.closed)
    notes, facts = {uid for t in told for uid in t.notes}, {uid for t in told for uid in t.facts}
    query = EntityQuery(uids=removed.entities, limit=UNLIMITED)
    there = {entity.uid for entity in store.entities(query)} if removed.entities else set[str]()
    return replace(
        removed,
        notes=tuple(uid for uid in removed.notes if uid not in notes),
        facts=tuple(uid for uid in removed.facts if uid not in facts),
        entities=tuple(uid for uid in removed.entities if uid not in there),
        pending=tuple(turn.uid for turn in told if turn.state == "pending"),
    )
