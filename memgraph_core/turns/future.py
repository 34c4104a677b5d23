"""Turns that are dated in the future: usually a mistake, but planned entries are imported, too."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from memgraph_core.records.graph import Turn

DATED_IN_FUTURE = "dated more than a day in the future"  # the beginning of the warning
_MARGIN = timedelta(days=1)  # clocks and time zones differ


def future_warning(turns: Iterable[Turn], now: datetime) -> str:
    """The warning about turns that were said more than a day after now, with the remedy; empty without any."""
    latest = now + _MARGIN
    late = {turn.uid: turn.said_at for turn in turns if turn.said_at is not None and turn.said_at > latest}
    if not late:
        return ""
    uid, day = max(late.items(), key=lambda item: (item[1], item[0]))
    which = f"turn {uid}" if len(late) == 1 else f"{len(late):,} turns, the last {uid}"
    remedy = "If that is a mistake, forget it and add it with another said_at"
    return f"{DATED_IN_FUTURE}: {which}, {day.date().isoformat()}. {remedy}"
