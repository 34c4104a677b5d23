"""Records of merges and splits, and plans that repeat those that users decided."""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal

from memgraph_core.records.changes import Change, ChangeState, decision_of_user
from memgraph_core.records.graph import uid_of
from memgraph_core.records.plan import Merge, PlanningSnapshot, Split, WritePlan


def merge_change(
    merge: Merge, namespace: str, *, at: datetime, by: Literal["user", "engine"], version: int = 0
) -> Change:
    """The Change record of a merge, with uids but no text. Its uid depends on the version of the namespace."""
    return Change(
        uid=uid_of(namespace, "merge", merge.alias, merge.into, by, merge.turn, version),
        kind="merge",
        by=by,
        at=at,
        reason=merge.reason,
        before=ChangeState(entity=merge.alias),
        after=ChangeState(entity=merge.alias, into=merge.into),
    )


def split_change(split: Split, namespace: str, *, at: datetime, reason: str, version: int) -> Change:
    """The Change record of a split; see `merge_change`."""
    return decision_of_user(
        namespace,
        "split",
        (split.alias, split.into, version),
        at=at,
        reason=reason,
        before=ChangeState(entity=split.alias, into=split.into),
        after=ChangeState(entity=split.alias),
    )


def user_merges_and_splits(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The merges and splits that users decided, oldest first; `changes` come newest first."""
    decisions = [change for change in changes if change.by == "user" and change.kind in ("merge", "split")]
    return tuple(reversed(decisions))


def plan_repeat(change: Change, snapshot: PlanningSnapshot, at: datetime) -> WritePlan:
    """A plan that repeats a merge or split on this snapshot. It has no `Change`: the decision is recorded already."""
    alias, into = change.about.entity or "", change.about.into or ""
    is_merge = change.kind == "merge"
    return snapshot.plan(
        at,
        merges=(Merge(alias=alias, into=into, reason=change.reason),) if is_merge else (),
        splits=() if is_merge else (Split(alias=alias, into=into),),
    )
