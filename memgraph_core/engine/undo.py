"""Undo by the word of people: looked up, refused where something rests on it, planned and carried out."""

import json
from dataclasses import replace
from datetime import datetime

from memgraph_core.engine.correct import carry_out
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ChangeError, InvalidInput, StoreUnavailable
from memgraph_core.plan.corrections import UPDATE, correcting_of, place_of, turn_of
from memgraph_core.plan.evolution import restoring_revision
from memgraph_core.plan.index_text import text_of_note
from memgraph_core.plan.undo import plan_undo, to_undo, told
from memgraph_core.records.graph import Change, uid_of
from memgraph_core.records.plan import Applied, PlanningSnapshot, SnapshotRequest, WritePlan
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.validation import utc
from memgraph_core.store.contract import Store

_ASKED = "asked to undo"


def undo(engine: MemoryEngine, store: Store, uid: str, reason: str, moment: datetime) -> Change:
    """Take back one decision; the record of it. See `Memory.undo`.

    Raises InvalidInput for a change that there is not, ChangeError where it cannot be taken back, StoreUnavailable when
    others write all the time.
    """
    at = utc(moment, "now")
    for _ in range(engine.settings.ingest.attempts):
        known = store.snapshot(SnapshotRequest())
        changes = store.changes(UNLIMITED)
        change = next((each for each in changes if each.uid == uid), None)
        if change is None:
            raise InvalidInput(f"no change has the id {uid!r:.80}. Give one that `changes` lists.")
        change = to_undo(change, changes)
        record = (
            _reworded(engine, store, change, at, reason)
            if change.kind == UPDATE
            else _applied(store, _plan(engine, store, change, known, at, reason or _ASKED))
        )
        if record is not None:
            return record
    raise StoreUnavailable(
        f"{engine.settings.ingest.attempts} plans in a row were overtaken by other writers of {store.namespace!r}; "
        "nothing was undone. Try again when fewer write at once."
    )


def _applied(store: Store, plan: WritePlan) -> Change | None:
    return plan.changes[0] if isinstance(store.apply(plan), Applied) else None


def _reworded(engine: MemoryEngine, store: Store, change: Change, at: datetime, reason: str) -> Change | None:
    """The turn reads again as it did before; None when another writer was faster."""
    found = store.turns([turn_of(change)])
    place = place_of(change, found[0]) if found else None
    if not found or place is None:
        raise _gone(change)
    [turn] = found
    note = told(change).uid("note")
    before = turn.corrections[place].before
    correcting = correcting_of(
        turn, before, store.namespace, at, note=note, reason=reason or _ASKED, undoes=change.uid
    )
    return None if carry_out(engine, store, turn, correcting, at) is None else correcting.change


def _plan(
    engine: MemoryEngine, store: Store, change: Change, known: PlanningSnapshot, at: datetime, reason: str
) -> WritePlan:
    """The plan that takes it back. Raises ChangeError where what it is about is not there, or not as it left it."""
    words = told(change)
    if (note := words.uid("note")) is not None:
        return _state_of_before(engine, store, change, note, known, at, reason)
    fact = words.uid("fact")
    if fact is not None and all(each.uid != fact for each in store.facts(None, UNLIMITED)):
        raise _gone(change)
    return plan_undo(change, known, store.namespace, at, reason)


def _state_of_before(
    engine: MemoryEngine,
    store: Store,
    change: Change,
    uid: str,
    known: PlanningSnapshot,
    at: datetime,
    reason: str,
) -> WritePlan:
    """The note is in the state again that it was in before, as a further one."""
    words, found, states = told(change), store.notes([uid]), store.history(uid)
    if not found:
        raise _gone(change)
    present, number = states[-1].number, words.before.get("number")
    former = next((state for state in states if state.number == number), None)
    if former is None or present != words.after.get("number"):
        raise ChangeError(
            f"change {change.uid} cannot be undone: note {uid} is in another state since, for it was derived anew."
        )
    turn = words.uid("turn") or found[0].turns[0]
    again = restoring_revision(former, turn, found[0].language, found[0].said_at, at)
    [vector] = engine.embed([text_of_note(again.text, again.context, (*again.keywords, *again.tags))])
    about = {"note": uid, "turn": turn}
    record = Change(
        uid=uid_of(store.namespace, "undo", change.uid),
        kind="undo",
        by="user",
        at=at,
        reason=reason,
        before=json.dumps({"change": change.uid, **about, "number": present, "again": _does_again(change)}),
        after=json.dumps({**about, "number": present + 1}),
    )
    revised = replace(again, vector=vector)
    return WritePlan(space=known.space, version=known.version, at=at, revisions=(revised,), changes=(record,))


def _does_again(change: Change) -> bool:
    """Whether undoing this does again what was undone."""
    return change.kind == "undo" and not told(change).before.get("again")


def _gone(change: Change) -> ChangeError:
    return ChangeError(
        f"change {change.uid} ({change.kind}) cannot be undone: what it is about is gone. It was forgotten, or the words "
        "that told it were put right since."
    )
