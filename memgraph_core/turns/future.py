"""Turns that are dated in the future: usually a mistake, but planned entries are imported, too."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from memgraph_core.records.graph import Turn

DATED_IN_FUTURE = "dated more than a day in the future"  # the beginning of the warning
_MARGIN = timedelta(days=1)  # clocks and time zones differ


def future_turns(turns: Iterable[Turn], now: datetime) -> list[Turn]:
    """The turns that were said more than a day after now, each once, the latest first."""
    late = {turn.uid: turn for turn in turns if turn.said_at is not None and turn.said_at > now + _MARGIN}
    return sorted(late.values(), key=lambda turn: (turn.said_at or now, turn.uid), reverse=True)


def future_warning(turns: Iterable[Turn], now: datetime) -> str:
    """The warning about such turns, with the remedy; empty without any."""
    late = future_turns(turns, now)
    if not late:
        return ""
    last = late[0]
    day = last.said_at.date().isoformat() if last.said_at else ""
    which = (
        f"turn {last.uid}, {day}" if len(late) == 1 else f"{len(late):,} turns, the last {last.uid}, {day}"
    )
    return f"{DATED_IN_FUTURE}: {which}. If that is a mistake, forget it and add it with another said_at"
