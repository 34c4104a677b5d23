"""Undo a decision. Refuse if later decisions depend on it. Write the plan that undoes it."""

from dataclasses import replace
from datetime import datetime

from memgraph_core.consolidate.decisions import KINDS
from memgraph_core.engine.archive import plan_undo_of_states
from memgraph_core.engine.commit import commit, repeat_while_stale
from memgraph_core.engine.correct import apply_correction
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.engine.merge import restate_split_facts
from memgraph_core.errors import ChangeError, InvalidInput
from memgraph_core.plan.corrections import UPDATE, corrected_turn_of, correction_number, correction_of
from memgraph_core.plan.evolution import restoring_revision
from memgraph_core.plan.index_text import text_of_note
from memgraph_core.plan.undo import change_to_undo, plan_undo, record_of_undo
from memgraph_core.records.changes import REQUESTED, Change, ChangeState
from memgraph_core.records.plan import NoteRevision, PlanningSnapshot, Stale, WritePlan
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.validation import utc
from memgraph_core.store.contract import Store


def undo(engine: MemoryEngine, store: Store, uid: str, reason: str, moment: datetime) -> Change:
    """Undo one decision. Returns the record of the undo. See `Memory.undo`.

    Raises InvalidInput for an unknown uid, ChangeError if the decision cannot be undone, and StoreUnavailable if other
    programs write all the time.
    """
    at, why = utc(moment, "now"), reason or REQUESTED
    if _change(store, uid).kind == UPDATE:
        return _undo_correction(engine, store, uid, why, at)

    def make_plan(snapshot: PlanningSnapshot) -> WritePlan:
        change = _change(store, uid)
        if (change.about.was or change.kind) in KINDS:
            return plan_undo_of_states(store, change, snapshot, at, why)
        if note := change.about.note:
            return _revert_note(engine, store, change, note, snapshot, at, why)
        fact = change.about.fact
        if fact is not None and all(each.uid != fact for each in store.facts(None, UNLIMITED)):
            raise _no_longer_exists(change)
        return plan_undo(change, snapshot, store.namespace, at, why)

    committed = commit(store, make_plan, attempts=engine.settings.ingest.attempts)
    assert committed is not None  # make_plan always returns a plan
    restate_split_facts(engine, store, committed.plan, at)
    return committed.plan.changes[0]


def _change(store: Store, uid: str) -> Change:
    """The decision that must be undone to undo this one; see `change_to_undo`."""
    changes = store.changes(UNLIMITED)
    change = next((each for each in changes if each.uid == uid), None)
    if change is None:
        raise InvalidInput(f"no change has the uid {uid!r:.80}. Give one that `changes` lists.")
    return change_to_undo(change, changes)


def _undo_correction(engine: MemoryEngine, store: Store, uid: str, reason: str, at: datetime) -> Change:
    """Give the turn the text that it had before the correction."""

    def attempt() -> Change | Stale:
        change = _change(store, uid)
        turns = store.turns([corrected_turn_of(change)])
        number = correction_number(change, turns[0]) if turns else None
        if number is None:
            raise _no_longer_exists(change)
        [turn] = turns
        correction = correction_of(
            turn,
            turn.corrections[number].before,
            store.namespace,
            at,
            note=change.about.note,
            reason=reason,
            undoes=change.uid,
        )
        outcome = apply_correction(engine, store, turn, correction, at)
        return outcome if isinstance(outcome, Stale) else correction.change

    return repeat_while_stale(store, attempt, attempts=engine.settings.ingest.attempts)


def _revert_note(
    engine: MemoryEngine,
    store: Store,
    change: Change,
    uid: str,
    snapshot: PlanningSnapshot,
    at: datetime,
    reason: str,
) -> WritePlan:
    """The plan that revises the note to the state that it had before the change.

    Raises ChangeError if the note does not exist any more, or was revised or derived again after the change.
    """
    notes, states = store.notes([uid]), store.history(uid)
    if not notes:
        raise _no_longer_exists(change)
    [note] = notes
    current, number = states[-1].number, change.before.number
    earlier = next((state for state in states if state.number == number), None)
    if earlier is None or current != change.after.number:
        raise ChangeError(
            f"change {change.uid} cannot be undone: note {uid} was derived again and has another state now."
        )
    turn = change.about.turn or note.turns[0]
    revision = _embedded(engine, restoring_revision(earlier, turn, note.language, note.said_at, at))
    state = ChangeState(note=uid, turn=turn, number=current)
    redoes = change.kind == "undo" and not change.before.again
    before, after = replace(state, again=redoes), replace(state, number=current + 1)
    record = record_of_undo(change, before, after, store.namespace, at, reason)
    return snapshot.plan(at, revisions=(revision,), changes=(record,))


def _embedded(engine: MemoryEngine, revision: NoteRevision) -> NoteRevision:
    keywords = (*revision.keywords, *revision.tags)
    [vector] = engine.embed([text_of_note(revision.text, revision.context, keywords)])
    return replace(revision, vector=vector)


def _no_longer_exists(change: Change) -> ChangeError:
    return ChangeError(
        f"change {change.uid} ({change.kind}) cannot be undone: the changed record was forgotten, or its source text "
        "corrected later."
    )
