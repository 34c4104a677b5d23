"""Decisions about forgotten turns that both stores share."""

from datetime import datetime

from memgraph_core.records.changes import Change, ChangeState, decision_of_user

# Data of this many turns after a forgotten one may contain its words: a passage covers two earlier turns, and a
# note may quote the turn before.
FOLLOWING_TURNS = 2


def forget_change(namespace: str, version: int, turns: int, at: datetime) -> Change:
    """The Change for a forget: the number of turns, not their uids, because a uid may contain text."""
    return decision_of_user(namespace, "forget", [version], at=at, before=ChangeState(count=turns))
