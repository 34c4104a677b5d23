"""Turns that are given to `Store.append`: each uid once, with one text."""

from collections.abc import Iterable

from memgraph_core.errors import InvalidInput, TurnConflict
from memgraph_core.records.graph import Turn


def distinct_turns(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """The turns in their order, each uid once; the first of several with the same uid is kept.

    Raises InvalidInput for a turn without recorded_at, TurnConflict for a uid with two texts.
    """
    kept: dict[str, Turn] = {}
    for turn in turns:
        if turn.recorded_at is None:
            raise InvalidInput(f"turn {turn.uid!r}: recorded_at is None. Give the time of logging.")
        refuse_conflict(turn, kept.setdefault(turn.uid, turn))
    return tuple(kept.values())


def refuse_conflict(turn: Turn, logged: Turn) -> None:
    """Raise TurnConflict unless the text of the turn is the current or a former text of the logged turn."""
    if turn.text not in logged.all_texts:
        raise TurnConflict.of(turn.uid)
