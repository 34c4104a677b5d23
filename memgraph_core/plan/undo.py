"""The decisions that can be undone, the plans that undo them, and the decisions that the engine must not repeat."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from memgraph_core.errors import ChangeError
from memgraph_core.records.graph import Change, uid_of
from memgraph_core.records.plan import (
    Invalidation,
    InvalidationWithdrawal,
    Merge,
    PlanningSnapshot,
    Split,
    WritePlan,
)

INVALIDATING = ("supersede", "end", "correct")  # kinds of change that end a fact
UNDOABLE = (*INVALIDATING, "merge", "split", "undo", "evolve", "update")
_NOT_UNDOABLE = {
    "forget": "forgotten turns are deleted; add them again with force",
    "rebuild": "the previous generation is deleted; rebuild again with other settings",
    "conflict": "nothing was decided: both facts are kept. Correct or forget the wrong one",
}


@dataclass(frozen=True, slots=True)
class ChangeDetails:
    """The `before` and `after` of a change, parsed."""

    before: dict[str, object]
    after: dict[str, object]

    def uid(self, name: str) -> str | None:
        """The uid under this name in `after`, or else in `before`."""
        value = self.after.get(name) or self.before.get(name)
        return value if isinstance(value, str) else None


def details_of(change: Change) -> ChangeDetails:
    """Parse the JSON of a change."""
    before, after = (cast(dict[str, object], json.loads(side)) for side in (change.before, change.after))
    return ChangeDetails(before, after)


def kept_facts(decisions: Iterable[Change]) -> frozenset[tuple[str, str, str, str]]:
    """(subject, type, object, turn) of invalidations that users undid: the turn does not end the fact again."""
    return frozenset(_undone(decisions, ("subject", "type", "object", "turn")))  # pyright: ignore[reportReturnType]  four


def kept_notes(decisions: Iterable[Change]) -> frozenset[tuple[str, str]]:
    """(note, turn) of revisions that users undid: the turn does not revise the note again."""
    return frozenset(_undone(decisions, ("note", "turn")))  # pyright: ignore[reportReturnType]  two


def _undone(decisions: Iterable[Change], names: Sequence[str]) -> set[tuple[str, ...]]:
    """The values of `names` for each decision that is undone and not redone. Decisions without the first are left out.

    An undo of an undo contains the uid of the undo, so the order of `decisions` does not matter.
    """
    undos = {change.uid: details_of(change) for change in decisions if change.kind == "undo"}
    undone_undos = {details.before.get("change") for details in undos.values()}
    effective = [
        details
        for uid, details in undos.items()
        if uid not in undone_undos and not details.before.get("again")
    ]
    keys = (tuple(details.uid(name) or "" for name in names) for details in effective)
    return {key for key in keys if key[0]}


def last_decision(change: Change, changes: Iterable[Change]) -> tuple[Change, bool]:
    """The last decision of the chain change → its undo → the undo of the undo …, and whether the change is in effect."""
    undo_of = {details_of(other).before.get("change"): other for other in changes}
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
    details = details_of(change)
    if change.kind in INVALIDATING or (change.kind == "undo" and details.before.get("again")):
        return _withdraw_invalidation(change, details, snapshot, namespace, at, reason)
    if change.kind == "undo":
        return _repeat_invalidation(change, details, snapshot, namespace, at, reason)
    alias, into = details.uid("entity") or "", details.uid("into") or ""
    is_merge = change.kind == "merge"
    record = Change(
        uid=uid_of(namespace, "undo", change.uid),
        kind="split" if is_merge else "merge",
        by="user",
        at=at,
        reason=reason,
        before=json.dumps({"change": change.uid, "entity": alias, "into": into if is_merge else None}),
        after=json.dumps({"entity": alias, "into": None if is_merge else into}),
    )
    return WritePlan(
        space=snapshot.space,
        version=snapshot.version,
        at=at,
        splits=(Split(alias=alias, into=into),) if is_merge else (),
        merges=() if is_merge else (Merge(alias=alias, into=into, reason=reason),),
        changes=(record,),
    )


def _withdraw_invalidation(
    change: Change,
    details: ChangeDetails,
    snapshot: PlanningSnapshot,
    namespace: str,
    at: datetime,
    reason: str,
) -> WritePlan:
    """The plan after which the fact holds again. If another fact had corrected it, the other fact never held."""
    fact, by, turn = details.uid("fact") or "", details.uid("by"), details.uid("turn")
    was = details.before.get("was", change.kind)
    wrong = by if was == "correct" else None
    until = details.after.get("holds_until") or details.before.get("holds_until")
    record = Change(
        uid=uid_of(namespace, "undo", change.uid),
        kind="undo",
        by="user",
        at=at,
        reason=reason,
        before=json.dumps({"change": change.uid, **_fact_uids(details), "was": was, "holds_until": until}),
        after=json.dumps({"fact": fact, "holds_until": None}),
    )
    invalidation = Invalidation(
        fact=wrong or "",
        holds_until=datetime.fromisoformat(str(until)),
        retired_at=at,
        reason=reason,
        superseded_by=fact,
        corrects=True,
    )
    return WritePlan(
        space=snapshot.space,
        version=snapshot.version,
        at=at,
        withdrawals=(InvalidationWithdrawal(fact=fact, superseded_by=by, turn=turn),),
        invalidations=(invalidation,) if wrong else (),
        changes=(record,),
    )


def _repeat_invalidation(
    change: Change,
    details: ChangeDetails,
    snapshot: PlanningSnapshot,
    namespace: str,
    at: datetime,
    reason: str,
) -> WritePlan:
    """The plan that undoes an undo: the fact ends as before, and the fact that had corrected it holds again."""
    fact, by, turn = details.uid("fact") or "", details.uid("by"), details.uid("turn")
    was = details.before.get("was")
    until, corrects = str(details.before["holds_until"]), was == "correct"
    before = {
        "change": change.uid,
        **_fact_uids(details),
        "was": was,
        "holds_until": until,
        "again": True,
    }
    record = Change(
        uid=uid_of(namespace, "undo", change.uid),
        kind="undo",
        by="user",
        at=at,
        reason=reason,
        before=json.dumps(before),
        after=json.dumps({"fact": fact, "holds_until": until}),
    )
    invalidation = Invalidation(
        fact=fact, holds_until=datetime.fromisoformat(until), retired_at=at, reason=reason, superseded_by=by, turn=turn,
        corrects=corrects,
    )  # fmt: skip
    return WritePlan(
        space=snapshot.space,
        version=snapshot.version,
        at=at,
        withdrawals=(InvalidationWithdrawal(fact=by or "", superseded_by=fact),) if corrects else (),
        invalidations=(invalidation,),
        changes=(record,),
    )


def _fact_uids(details: ChangeDetails) -> dict[str, str | None]:
    return {name: details.uid(name) for name in ("fact", "subject", "type", "object", "by", "turn")}


def _depends_on(other: Change, change: Change) -> bool:
    """Whether `other` is later and depends on the result of `change`.

    It depends on it if it ended the fact that superseded the one ended by `change`, if it merged the entity into which
    `change` had merged another, or if it changed the text or the note state that `change` produced.
    """
    this, that = details_of(change), details_of(other)
    if other.uid == change.uid or other.at < change.at:
        return False
    if change.kind in INVALIDATING:
        superseding = this.uid("by")
        return other.kind in INVALIDATING and superseding is not None and that.uid("fact") == superseding
    if change.kind in ("evolve", "update"):
        subject = "note" if change.kind == "evolve" else "turn"
        later = cast(int, that.after.get("number", 0)) > cast(int, this.after.get("number", 0))
        is_undo = "change" in that.before  # an undo of another update; `last_decision` considers it
        return other.kind == change.kind and that.uid(subject) == this.uid(subject) and later and not is_undo
    return other.kind == "merge" and that.uid("entity") == this.uid("into")
