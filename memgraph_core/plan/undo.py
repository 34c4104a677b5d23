"""Decides which decisions can be undone, makes the plans that undo them, and lists what the engine must not repeat."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from memgraph_core.errors import ChangeError
from memgraph_core.records.changes import Change, ChangeState, decision_of_user
from memgraph_core.records.graph import uid_of
from memgraph_core.records.plan import (
    Invalidation,
    InvalidationWithdrawal,
    Merge,
    PlanningSnapshot,
    Split,
    WritePlan,
)

INVALIDATING = ("supersede", "end", "correct")  # kinds of change that end a fact
UNDOABLE = (
    *INVALIDATING, "merge", "split", "undo", "evolve", "update", "consolidate", "archive", "restore"
)  # fmt: skip
_NOT_UNDOABLE = {
    "forget": "forgotten turns are deleted; add them again with force",
    "rebuild": "the previous generation is deleted; rebuild again with other settings",
    "acknowledge": "nothing was changed; `acknowledged=True` shows what was seen",
    "conflict": "nothing was decided: both facts are kept. Correct or forget the wrong one",
}


def kept_facts(decisions: Iterable[Change]) -> frozenset[tuple[str, str, str, str]]:
    """(subject, type, object, turn) of invalidations that users undid: the turn does not end the fact again."""
    states = _undone(decisions)
    return frozenset((s.subject, s.type or "", s.object or "", s.turn or "") for s in states if s.subject)


def kept_notes(decisions: Iterable[Change]) -> frozenset[tuple[str, str]]:
    """(note, turn) of revisions that users undid: the turn does not revise the note again."""
    return frozenset((state.note, state.turn or "") for state in _undone(decisions) if state.note)


def entities_split(decisions: Iterable[Change]) -> frozenset[frozenset[str]]:
    """The pairs of entities that users split and did not merge again. A new generation has no other record of them."""
    pairs: set[frozenset[str]] = set()
    for change in decisions:
        pair = frozenset((change.about.entity or "", change.about.into or ""))
        if change.kind == "split":
            pairs.add(pair)
        elif change.kind == "merge":
            pairs.discard(pair)
    return frozenset(pairs)


def _undone(decisions: Iterable[Change]) -> list[ChangeState]:
    """The states (`Change.about`) of decisions that are undone and not redone.

    An undo of an undo contains the uid of the undo, so the order of `decisions` does not matter.
    """
    undos = {change.uid: change for change in decisions if change.kind == "undo"}
    undone_undos = {undo.before.change for undo in undos.values()}
    return [undo.about for uid, undo in undos.items() if uid not in undone_undos and not undo.before.again]


def last_decision(change: Change, changes: Iterable[Change]) -> tuple[Change, bool]:
    """The last decision of the chain change → its undo → the undo of the undo …, and whether the change is in effect."""
    undo_of = {other.before.change: other for other in changes}
    chain = [change]
    while (later := undo_of.get(chain[-1].uid)) is not None:
        chain.append(later)
    return chain[-1], len(chain) % 2 == 1


def change_to_undo(change: Change, changes: Sequence[Change]) -> Change:
    """The decision that must be undone to undo `change`: the change itself, or the last undo in its chain.

    `changes` are all changes of the namespace, newest first. Raises ChangeError, with the reason, if it cannot be undone.
    """
    if change.kind in _NOT_UNDOABLE:
        raise ChangeError(
            f"change {change.uid} ({change.kind}) cannot be undone: {_NOT_UNDOABLE[change.kind]}."
        )
    if change.kind not in UNDOABLE:
        raise ChangeError(f"change {change.uid} has the kind {change.kind!r}, which cannot be undone.")
    last, in_effect = last_decision(change, changes)
    if not in_effect:
        raise ChangeError(
            f"change {change.uid} is undone already, by {last.uid}. Undo {last.uid} to restore it."
        )
    for other in changes:
        if _depends_on(other, change) and last_decision(other, changes)[1]:
            raise ChangeError(
                f"change {change.uid} cannot be undone: the later change {other.uid} ({other.kind}) depends on it. "
                "Undo that one first."
            )
    return last


def plan_undo(
    change: Change, snapshot: PlanningSnapshot, namespace: str, at: datetime, reason: str
) -> WritePlan:
    """The plan that undoes an invalidation, a merge, a split, or the undo of an invalidation, and records it."""
    if change.kind in INVALIDATING or (change.kind == "undo" and change.before.again):
        return _withdraw_invalidation(change, snapshot, namespace, at, reason)
    if change.kind == "undo":
        return _repeat_invalidation(change, snapshot, namespace, at, reason)
    alias, into = change.about.entity or "", change.about.into or ""
    is_merge = change.kind == "merge"
    record = Change(
        uid=uid_of(namespace, "undo", change.uid),
        kind="split" if is_merge else "merge",
        by="user",
        at=at,
        reason=reason,
        before=ChangeState(change=change.uid, entity=alias, into=into if is_merge else None),
        after=ChangeState(entity=alias, into=None if is_merge else into),
    )
    return snapshot.plan(
        at,
        splits=(Split(alias=alias, into=into),) if is_merge else (),
        merges=() if is_merge else (Merge(alias=alias, into=into, reason=reason),),
        changes=(record,),
    )


def _withdraw_invalidation(
    change: Change, snapshot: PlanningSnapshot, namespace: str, at: datetime, reason: str
) -> WritePlan:
    """The plan after which the fact holds again. If another fact had corrected it, the other fact never held."""
    about = change.about
    was, until = about.was or change.kind, about.holds_until
    withdrawal = InvalidationWithdrawal(fact=about.fact or "", superseded_by=about.by, turn=about.turn)
    wrong = (
        Invalidation(
            fact=about.by,
            holds_until=until,
            retired_at=at,
            reason=reason,
            superseded_by=about.fact,
            corrects=True,
        )
        if was == "correct" and about.by and until
        else None
    )
    return snapshot.plan(
        at,
        withdrawals=(withdrawal,),
        invalidations=(wrong,) if wrong else (),
        changes=(_undo_of_invalidation(change, namespace, at, reason, again=False),),
    )


def _repeat_invalidation(
    change: Change, snapshot: PlanningSnapshot, namespace: str, at: datetime, reason: str
) -> WritePlan:
    """The plan that undoes an undo: the fact ends as before, and the fact that had corrected it holds again."""
    about = change.about
    fact, corrects = about.fact or "", about.was == "correct"
    assert about.holds_until is not None  # every undo of an invalidation records it
    invalidation = Invalidation(
        fact=fact,
        holds_until=about.holds_until,
        retired_at=at,
        reason=reason,
        superseded_by=about.by,
        turn=about.turn,
        corrects=corrects,
    )
    return snapshot.plan(
        at,
        withdrawals=(InvalidationWithdrawal(fact=about.by or "", superseded_by=fact),) if corrects else (),
        invalidations=(invalidation,),
        changes=(_undo_of_invalidation(change, namespace, at, reason, again=True),),
    )


def _undo_of_invalidation(
    change: Change, namespace: str, at: datetime, reason: str, *, again: bool
) -> Change:
    """The record of an undo; `again`: the fact ends again. Either way it keeps what a further undo needs."""
    about = change.about
    before = replace(about, again=again, was=about.was or change.kind)
    after = ChangeState(fact=about.fact, holds_until=about.holds_until if again else None)
    return record_of_undo(change, before, after, namespace, at, reason)


def record_of_undo(
    change: Change, before: ChangeState, after: ChangeState, namespace: str, at: datetime, reason: str
) -> Change:
    """The record of the undo of a decision, with the states before and after the undo."""
    before = replace(before, change=change.uid)
    return decision_of_user(namespace, "undo", [change.uid], at=at, reason=reason, before=before, after=after)


def _depends_on(other: Change, change: Change) -> bool:
    """Whether `other` is later and depends on the result of `change`.

    This is so in three cases: `change` ended a fact, and `other` ended the fact that superseded it; `change` merged an entity
    into another, and `other` merged the latter; `other` changed the text or the note state that `change` produced.
    """
    this, that = change.about, other.about
    if other.uid == change.uid or other.at < change.at:
        return False
    if change.kind in INVALIDATING:
        return other.kind in INVALIDATING and this.by is not None and that.fact == this.by
    if change.kind in ("evolve", "update"):
        same = this.note == that.note if change.kind == "evolve" else this.turn == that.turn
        later = (that.number or 0) > (this.number or 0)
        is_undo = that.change is not None  # an undo of another update; `last_decision` considers it
        return other.kind == change.kind and same and later and not is_undo
    return other.kind == "merge" and that.entity == this.into
