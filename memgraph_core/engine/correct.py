"""Correct the text of a turn, or of the part of it that a note states, and derive the turn again.

Before the turn is derived again, at most four transactions find the turn and the note, log the correction, and remove what
was derived from the old text. An error after that leaves turns pending, and the correction is kept.
"""

from dataclasses import replace
from datetime import datetime

from memgraph_core.engine.commit import repeat_while_stale
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.merge import repeat_decisions, user_decisions
from memgraph_core.engine.remember import extract_pending
from memgraph_core.errors import InvalidInput
from memgraph_core.plan.corrections import (
    Updated,
    corrected_text,
    correction_of,
    pending_correction_of,
    span_of,
)
from memgraph_core.plan.receipts import Receipt
from memgraph_core.records.forget import Forgotten, TurnCorrection
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.inspect import EntityQuery
from memgraph_core.records.plan import Stale
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.validation import utc
from memgraph_core.store.contract import Store


def correct(
    engine: MemoryEngine, store: Store, uid: str, text: str, reason: str, moment: datetime
) -> Updated:
    """Replace the text of a note or a turn. See `Memory.update`.

    Raises InvalidInput for an unknown uid or a blank text, StoreUnavailable if all attempts were stale.
    """
    at = utc(moment, "now")

    def attempt() -> Updated | Stale:
        turn, note = _turn_and_note(store, uid)
        after = corrected_text(turn, note, text)
        if after == turn.text:
            return Updated(turn=turn.uid, before=turn.text, after=after)
        note_uid = uid if uid != turn.uid else None
        correction = correction_of(turn, after, store.namespace, at, note=note_uid, reason=reason)
        return apply_correction(engine, store, turn, correction, at)

    return repeat_while_stale(store, attempt, attempts=engine.settings.ingest.attempts)


def apply_correction(
    engine: MemoryEngine, store: Store, turn: Turn, correction: TurnCorrection, at: datetime
) -> Updated | Stale:
    """Log a correction and derive again what depended on the old text. Stale if the turn has changed since it was read.

    A turn in an incomplete extraction window stays pending.
    """
    outcome = store.correct(correction)
    if isinstance(outcome, Stale):
        return outcome
    in_open_window = turn.state == "pending" and engine.windowed
    receipt, removed = (
        (Receipt(), outcome.removed)
        if in_open_window
        else restore_derived(engine, store, outcome.removed, at)
    )
    return Updated(
        turn=turn.uid,
        before=turn.text,
        after=correction.text,
        change=correction.change.uid,
        removed=removed,
        receipt=receipt,
    )


def restore_derived(
    engine: MemoryEngine, store: Store, removed: Forgotten, at: datetime
) -> tuple[Receipt, Forgotten]:
    """Derive again the turns that lost their derived records, and repeat the merges and splits of users.

    Returns the receipt of those turns, and `removed` without the records that were derived again.
    """
    receipt = extract_pending(engine, store, removed.pending, at)
    repeat_decisions(store, user_decisions(store), at)
    return receipt, _not_derived_again(store, removed, receipt)


def _turn_and_note(store: Store, uid: str) -> tuple[Turn, Note | None]:
    """The turn with this uid; or the note with this uid, and the turn that states it."""
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
    # Another process may have just corrected the note, and its turn is not derived again yet.
    if pending := pending_correction_of(store.pending(UNLIMITED), uid):
        return pending
    raise InvalidInput(
        f"no note and no turn has the uid {uid!r:.80}. Give one that `search --json` or `show` prints."
    )


def _not_derived_again(store: Store, removed: Forgotten, receipt: Receipt) -> Forgotten:
    derived = (*receipt.turns, *receipt.earlier)
    notes, facts = {uid for t in derived for uid in t.notes}, {uid for t in derived for uid in t.facts}
    query = EntityQuery(uids=removed.entities, limit=UNLIMITED)
    entities = {entity.uid for entity in store.entities(query)} if removed.entities else set[str]()
    return replace(
        removed,
        notes=tuple(uid for uid in removed.notes if uid not in notes),
        facts=tuple(uid for uid in removed.facts if uid not in facts),
        entities=tuple(uid for uid in removed.entities if uid not in entities),
        pending=tuple(turn.uid for turn in derived if turn.state == "pending"),
    )
