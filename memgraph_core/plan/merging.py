"""That two entities are one, or are two: what is recorded of it, and how what people decided is told again."""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from memgraph_core.records.graph import Change, uid_of
from memgraph_core.records.plan import Merge, PlanningSnapshot, Split, WritePlan


def merge_change(
    merge: Merge, namespace: str, *, at: datetime, by: Literal["user", "engine"], version: int = 0
) -> Change:
    """The record of a merge: uids, no words. At another version of the namespace it is another decision."""
    return Change(
        uid=uid_of(namespace, "merge", merge.alias, merge.into, by, merge.turn, version),
        kind="merge",
        by=by,
        at=at,
        reason=merge.reason,
        before=json.dumps({"entity": merge.alias, "into": None}),
        after=json.dumps({"entity": merge.alias, "into": merge.into}),
    )


def split_change(split: Split, namespace: str, *, at: datetime, reason: str, version: int) -> Change:
    """The record of a split; as that of a merge."""
    return Change(
        uid=uid_of(namespace, "split", split.alias, split.into, version),
        kind="split",
        by="user",
        at=at,
        reason=reason,
        before=json.dumps({"entity": split.alias, "into": split.into}),
        after=json.dumps({"entity": split.alias, "into": None}),
    )


def decided(changes: Iterable[Change]) -> tuple[Change, ...]:
    """What people decided about who is the same, of changes that are newest first; oldest first."""
    found = [change for change in changes if change.by == "user" and change.kind in ("merge", "split")]
    return tuple(reversed(found))


def plan_again(change: Change, known: PlanningSnapshot, at: datetime) -> WritePlan:
    """A plan that decides in a graph as `known` says what people once decided; the record of it is there already."""
    if change.kind == "merge":
        after = json.loads(change.after)
        merge = Merge(alias=after["entity"], into=after["into"], reason=change.reason)
        return WritePlan(space=known.space, version=known.version, at=at, merges=(merge,))
    before = json.loads(change.before)
    split = Split(alias=before["entity"], into=before["into"])
    return WritePlan(space=known.space, version=known.version, at=at, splits=(split,))
