"""What undoing a decision does: which plan takes it back, what rests on it, and what people decided for good."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from memgraph_core.errors import ChangeError
from memgraph_core.types import Change, uid_of
from memgraph_core.writes import Closing, Known, Merge, Reopening, Split, WritePlan

CLOSED = ("supersede", "end", "correct")
_GONE = {
    "forget": "what was forgotten is gone: say it again to have it back",
    "rebuild": "the generation of before is gone; rebuild again with other settings",
    "undo": "an undo is not undone: tell what holds, and it is decided anew",
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
    found: set[tuple[str, str, str, str]] = set()
    for change in decided:
        if change.kind == "undo":
            words = told(change)
            found.add(tuple(words.uid(name) or "" for name in ("subject", "type", "object", "turn")))  # pyright: ignore[reportArgumentType]  four
    return frozenset(found)


def refuse(change: Change, changes: Sequence[Change]) -> None:
    """Raises ChangeError, with the reason, when the change cannot be undone; `changes` are all, newest first."""
    if change.kind in _GONE:
        raise ChangeError(f"change {change.uid} ({change.kind}) cannot be undone: {_GONE[change.kind]}.")
    if change.kind not in (*CLOSED, "merge", "split"):
        raise ChangeError(f"change {change.uid} is of the kind {change.kind!r}, which nothing undoes yet.")
    taken_back = {told(other).uid("change"): other for other in changes}
    if (by := taken_back.get(change.uid)) is not None:
        raise ChangeError(f"change {change.uid} is undone already, by {by.uid}.")
    for other in changes:
        if other.uid not in taken_back and _rests_on(other, change):
            raise ChangeError(
                f"change {change.uid} cannot be undone: the later change {other.uid} ({other.kind}) rests on it. "
                "Undo that one first."
            )


def plan_undo(change: Change, known: Known, namespace: str, at: datetime, reason: str) -> WritePlan:
    """The plan that takes the change back, and records it."""
    words = told(change)
    if change.kind in CLOSED:
        return _reopened(change, words, known, namespace, at, reason)
    ends = {"alias": words.uid("entity") or "", "into": words.uid("into") or ""}
    is_merge = change.kind == "merge"
    record = Change(
        uid=uid_of(namespace, "undo", change.uid),
        kind="split" if is_merge else "merge",
        by="user",
        at=at,
        reason=reason,
        before=json.dumps(
            {"change": change.uid, "entity": ends["alias"], "into": ends["into"] if is_merge else None}
        ),
        after=json.dumps({"entity": ends["alias"], "into": None if is_merge else ends["into"]}),
    )
    return WritePlan(
        space=known.space,
        version=known.version,
        at=at,
        splits=(Split(**ends),) if is_merge else (),
        merges=() if is_merge else (Merge(**ends, reason=reason),),
        changes=(record,),
    )


def _reopened(
    change: Change, words: Told, known: Known, namespace: str, at: datetime, reason: str
) -> WritePlan:
    """The fact holds again; what had corrected it never held in its turn."""
    fact, by, turn = words.uid("fact") or "", words.uid("by"), words.uid("turn")
    wrong = by if change.kind == "correct" else None
    ends = {name: words.uid(name) for name in ("fact", "subject", "type", "object", "by", "turn")}
    record = Change(
        uid=uid_of(namespace, "undo", change.uid),
        kind="undo",
        by="user",
        at=at,
        reason=reason,
        before=json.dumps({"change": change.uid, **ends, "holds_until": words.after.get("holds_until")}),
        after=json.dumps({"fact": fact, "holds_until": None}),
    )
    never = datetime.fromisoformat(str(words.after["holds_until"]))
    closing = Closing(
        fact=wrong or "", holds_until=never, retired_at=at, reason=reason, by=fact, corrects=True
    )
    return WritePlan(
        space=known.space,
        version=known.version,
        at=at,
        reopenings=(Reopening(fact=fact, by=by, turn=turn),),
        closings=(closing,) if wrong else (),
        changes=(record,),
    )


def _rests_on(other: Change, change: Change) -> bool:
    """Whether the other ended the fact that took the place of what this one ended, or merged what this one merged into."""
    this, that = told(change), told(other)
    if other.uid == change.uid or other.at < change.at:
        return False
    if change.kind in CLOSED:
        return other.kind in CLOSED and this.uid("by") is not None and that.uid("fact") == this.uid("by")
    return other.kind == "merge" and that.uid("entity") == this.uid("into")
