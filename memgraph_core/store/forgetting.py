"""What both stores decide alike when turns are forgotten."""

from datetime import datetime

from memgraph_core.records.changes import Change, ChangeState
from memgraph_core.records.graph import uid_of

# Data derived from so many turns after a forgotten one may contain its words: a passage covers the two turns before, and a
# note may quote the turn before.
FOLLOWING_TURNS = 2


def forget_change(namespace: str, version: int, turns: int, at: datetime) -> Change:
    """The record of a forget. It has the number of turns and not their uids, which callers may have made from words."""
    return Change(
        uid=uid_of(namespace, "forget", version),
        kind="forget",
        by="user",
        at=at,
        reason="requested",
        before=ChangeState(count=turns),
    )
