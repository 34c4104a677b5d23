"""What undoing a decision does: which plan takes it back, what rests on it, and what people decided for good."""

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

CLOSED = ("supersede", "end", "correct")
UNDOABLE = (*CLOSED, "merge", "split", "undo", "evolve", "update")
_GONE = {
    "forget": "what was forgotten is gone: say it again to have it back",
    "rebuild": "the generation of before is gone; rebuild again with other settings",
    "conflict": "nothing was decided: both facts are kept. Tell which of them holds",
}


@dataclass(frozen=True, slots=True)
class Told:
    """What a change tells of before and after."""

    before: dict[str, object]
    after: dict[str, object]

    def uid(self, name: str) -> str | None:
        """A uid under this name, of after or else of before."""
        value = self.after.get(name) or self.before.get(name)
        return value if isinstance(value, str) else None


def told(change: Change) -> Told:
    """The JSON of a change."""
    before, after = (cast(dict[str, object], json.loads(side)) for side in (change.before, change.after))
    return Told(before, after)


def upheld_by(decided: Iterable[Change]) -> frozenset[tuple[str, str, str, str]]:
    """Which facts (subject, type, object) people said are not ended by which turns: these do not end them again."""
    return frozenset(_undone(decided, ("subject", "type", "object", "turn")))  # pyright: ignore[reportReturnType]  four


def left_as_they_were(decided: Iterable[Change]) -> frozenset[tuple[str, str]]:
    """Which notes people said are not better understood through which turns: these leave them as they are."""
    return frozenset(_undone(decided, ("note", "turn")))  # pyright: ignore[reportReturnType]  two


def _undone(decided: Iterable[Change], names: Sequence[str]) -> set[tuple[str, ...]]:
    """What was undone and not done again, by these uids; of decisions that are about other things nothing.

    Who undoes an undo names it, so that the order in which they come does not matter: two may bear the same time.
    """
    undos = {change.uid: told(change) for change in decided if change.kind == "undo"}
    taken_back = {words.before.get("change") for words in undos.values()}
    standing = [
        words for uid, words in undos.items() if uid not in taken_back and not words.before.get("again")
    ]
    keys = (tuple(words.uid(name) or "" for name in names) for words in standing)
    return {key for key in keys if key[0]}


def last_word(change: Change, changes: Iterable[Change]) -> tuple[Change, bool]:
    """The last that people decided about a change (itself, its undo, the undo of that …), and whether it stands then."""
    taken_back = {told(other).before.get("change"): other for other in changes}
    chain = [change]
    while (later := taken_back.get(chain[-1].uid)) is not None:
        chain.append(later)
    return chain[-1], len(chain) % 2 == 1


def to_undo(change: Change, changes: Sequence[Change]) -> Change:
    """What is to be undone, so that the change is: itself, or what did it again. `changes` are all, newest first.

    Raises ChangeError, with the reason, when it cannot be.
    """
    if change.kind in _GONE:
        raise ChangeError(f"change {change.uid} ({change.kind}) cannot be undone: {_GONE[change.kind]}.")
    if change.kind not in UNDOABLE:
        raise ChangeError(f"change {change.uid} is of the kind {change.kind!r}, which nothing undoes yet.")
    last, stands = last_word(change, changes)
    if not stands:
        raise ChangeError(
            f"change {change.uid} is undone already, by {last.uid}. Undo that one to have it back."
        )
    for other in changes:
        if _rests_on(other, change) and last_word(other, changes)[1]:
            raise ChangeError(
                f"change {change.uid} cannot be undone: the later change {other.uid} ({other.kind}) rests on it. "
                "Undo that one first."
            )
    return last


def plan_undo(
    change: Change, known: PlanningSnapshot, namespace: str, at: datetime, reason: str
) -> WritePlan:
    """The plan that takes the change back, and records it."""
    words = told(change)
    if change.kind in CLOSED or (change.kind == "undo" and words.before.get("again")):
        return _reopened(change, words, known, namespace, at, reason)
    if change.kind == "undo":
        return _closed_again(change, words, known, namespace, at, reason)
    alias, into = words.uid("entity") or "", words.uid("into") or ""
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
        space=known.space,
        version=known.version,
        at=at,
        splits=(Split(alias=alias, into=into),) if is_merge else (),
        merges=() if is_merge else (Merge(alias=alias, into=into, reason=reason),),
        changes=(record,),
    )


def _reopened(
    change: Change, words: Told, known: PlanningSnapshot, namespace: str, at: datetime, reason: str
) -> WritePlan:
    """The fact holds again; what had corrected it never held in its turn."""
    fact, by, turn = words.uid("fact") or "", words.uid("by"), words.uid("turn")
    was = words.before.get("was", change.kind)
    wrong = by if was == "correct" else None
    until = words.after.get("holds_until") or words.before.get("holds_until")
    record = Change(
        uid=uid_of(namespace, "undo", change.uid),
        kind="undo",
        by="user",
        at=at,
        reason=reason,
        before=json.dumps({"change": change.uid, **_ends(words), "was": was, "holds_until": until}),
        after=json.dumps({"fact": fact, "holds_until": None}),
    )
    never = datetime.fromisoformat(str(until))
    closing = Invalidation(
        fact=wrong or "", holds_until=never, retired_at=at, reason=reason, superseded_by=fact, corrects=True
    )
    return WritePlan(
        space=known.space,
        version=known.version,
        at=at,
        withdrawals=(InvalidationWithdrawal(fact=fact, superseded_by=by, turn=turn),),
        invalidations=(closing,) if wrong else (),
        changes=(record,),
    )


def _closed_again(
    change: Change, words: Told, known: PlanningSnapshot, namespace: str, at: datetime, reason: str
) -> WritePlan:
    """What was undone is done again: the fact ends as it did, and what had corrected it holds."""
    fact, by, turn, was = words.uid("fact") or "", words.uid("by"), words.uid("turn"), words.before.get("was")
    until, corrects = str(words.before["holds_until"]), was == "correct"
    told_again = {"change": change.uid, **_ends(words), "was": was, "holds_until": until, "again": True}
    record = Change(
        uid=uid_of(namespace, "undo", change.uid),
        kind="undo",
        by="user",
        at=at,
        reason=reason,
        before=json.dumps(told_again),
        after=json.dumps({"fact": fact, "holds_until": until}),
    )
    closing = Invalidation(
        fact=fact,
        holds_until=datetime.fromisoformat(until),
        retired_at=at,
        reason=reason,
        superseded_by=by,
        turn=turn,
        corrects=corrects,
    )
    return WritePlan(
        space=known.space,
        version=known.version,
        at=at,
        withdrawals=(InvalidationWithdrawal(fact=by or "", superseded_by=fact),) if corrects else (),
        invalidations=(closing,),
        changes=(record,),
    )


def _ends(words: Told) -> dict[str, str | None]:
    return {name: words.uid(name) for name in ("fact", "subject", "type", "object", "by", "turn")}


def _rests_on(other: Change, change: Change) -> bool:
    """Whether the other ended the fact that took the place of what this one ended, merged what this one merged into, or
    went on from the words or the state that this one led to.
    """
    this, that = told(change), told(other)
    if other.uid == change.uid or other.at < change.at:
        return False
    if change.kind in CLOSED:
        return other.kind in CLOSED and this.uid("by") is not None and that.uid("fact") == this.uid("by")
    if change.kind in ("evolve", "update"):
        about = "note" if change.kind == "evolve" else "turn"
        later = cast(int, that.after.get("number", 0)) > cast(int, this.after.get("number", 0))
        is_undo = "change" in that.before  # it stands for no change of its own
        return other.kind == change.kind and that.uid(about) == this.uid(about) and later and not is_undo
    return other.kind == "merge" and that.uid("entity") == this.uid("into")
