"""Archives and restores notes on request, and undoes decisions about abstractions and archived notes."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memgraph_core.consolidate.decisions import ARCHIVE, CONSOLIDATE, RESTORE, decisions_of
from memgraph_core.engine.abstractions import citing, instances
from memgraph_core.engine.commit import commit
from memgraph_core.engine.engine import MemoryEngine
from memgraph_core.errors import ChangeError, InvalidInput
from memgraph_core.plan.undo import record_of_undo
from memgraph_core.records.changes import Change, ChangeState, decision_of_user
from memgraph_core.records.graph import Note
from memgraph_core.records.kinds import NoteState
from memgraph_core.records.plan import PlanningSnapshot, StateChange, WritePlan
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.validation import utc
from memgraph_core.store.contract import Store


def repeat_archiving(engine: MemoryEngine, store: Store) -> None:
    """Archive again the notes that people archived. A rebuild derives them as active."""
    uids = sorted(decisions_of(store.changes(UNLIMITED)).archived)
    if not uids:
        return

    def make_plan(snapshot: PlanningSnapshot) -> WritePlan | None:
        active = [note.uid for note in store.notes(uids) if note.state == "active"]
        states = tuple(StateChange(uid, "archived") for uid in active)
        return snapshot.plan(engine.clock(), states=states) if states else None

    commit(store, make_plan, attempts=engine.settings.ingest.attempts)


def set_archived(
    engine: MemoryEngine, store: Store, uids: Sequence[str], reason: str, moment: datetime, *, archived: bool
) -> tuple[Change, ...]:
    """Archive or restore notes on request. Returns the decisions; a note that already has the state needs none.

    Raises InvalidInput for an unknown note, an abstraction, or an agent-generated note.
    """
    at = utc(moment, "now")
    kind, state = ARCHIVE if archived else RESTORE, _state(archived)

    def make_plan(snapshot: PlanningSnapshot) -> WritePlan | None:
        notes = {note.uid: note for note in store.notes(uids)}
        _refuse_others(uids, notes)
        changes = tuple(
            decision_of_user(
                store.namespace,
                kind,
                (uid, snapshot.version),
                at=at,
                reason=reason,
                after=ChangeState(note=uid),
            )
            for uid in dict.fromkeys(uids)
            if notes[uid].state != state
        )
        if not changes:
            return None
        states = tuple(StateChange(change.after.note or "", state) for change in changes)
        return snapshot.plan(at, states=states, changes=changes)

    committed = commit(store, make_plan, attempts=engine.settings.ingest.attempts)
    return committed.plan.changes if committed else ()


def plan_undo_of_states(
    store: Store, change: Change, snapshot: PlanningSnapshot, at: datetime, reason: str
) -> WritePlan:
    """The plan that undoes a consolidation, an archiving or a restoring, or the undo of one.

    An undone consolidation retires its abstraction and the insights that cite it, and restores the instances. If the
    abstraction does not exist, as after a rebuild, only the decision is recorded, and the next consolidation follows it.
    Raises ChangeError if another note does not exist any more, and for the retirement of an abstraction.
    """
    uid, was = change.about.note or "", change.about.was or change.kind
    notes = store.notes([uid])
    if was == CONSOLIDATE and change.about.count == 0:
        raise ChangeError(
            f"change {change.uid} ({change.kind}) cannot be undone: no notes support the abstraction any more. Add turns "
            "that do and consolidate."
        )
    if not notes and was != CONSOLIDATE:
        raise ChangeError(
            f"change {change.uid} ({change.kind}) cannot be undone: its note does not exist any more."
        )
    redoes = change.kind == "undo" and not change.before.again
    states = _states_after_undo(store, notes[0], was, redoes=redoes) if notes else ()
    state = ChangeState(note=uid, was=was, count=change.about.count)
    record = record_of_undo(change, replace(state, again=redoes), state, store.namespace, at, reason)
    return snapshot.plan(at, states=states, changes=(record,))


def _states_after_undo(store: Store, note: Note, was: str, *, redoes: bool) -> tuple[StateChange, ...]:
    """The states of the notes that a decision was about, after it is undone, or after the undo is undone (`redoes`).

    If the undo of a consolidation is undone, nothing is archived at once; the next consolidation archives.
    """
    if was == CONSOLIDATE and redoes:
        return (StateChange(note.uid, "abstraction"),)
    if not note.is_abstraction:
        return (StateChange(note.uid, _state(archived=(was == ARCHIVE) == redoes)),)
    if redoes:
        return ()
    by_people = decisions_of(store.changes(UNLIMITED)).archived
    restored = (
        each.uid
        for each in instances(store, note.uid)
        if each.state == "archived" and each.uid not in by_people
    )
    gone = (note, *citing(store, note.uid)) if was == CONSOLIDATE else ()
    retired = (StateChange(each.uid, "retired") for each in gone)
    return (*retired, *(StateChange(uid, "active") for uid in restored))


def _state(archived: bool) -> NoteState:
    return "archived" if archived else "active"


def _refuse_others(uids: Sequence[str], notes: dict[str, Note]) -> None:
    for uid in uids:
        if uid not in notes:
            raise InvalidInput(f"no note has the uid {uid!r:.80}. Give the uid of a note.")
        if notes[uid].is_derived or notes[uid].state == "agent_generated":
            raise InvalidInput(
                f"note {uid!r:.80} is derived. Give the uid of a note that a person or a document stated; to remove an "
                "abstraction, undo the change that created it."
            )
