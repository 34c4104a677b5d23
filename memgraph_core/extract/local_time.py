"""Extraction in the local time of the speakers: "tomorrow", said in New York in the evening, is tomorrow there and not in UTC.

Stated days and times are local. They are stored with UTC as their zone, as the clock of the speaker shows them.
"""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import TypeVar

from memgraph_core.records.extraction import Extraction, ExtractionWindow
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.validation import clock_time

_Record = TypeVar("_Record", Turn, Note)


def extract_in_local_time(
    extract: Callable[[ExtractionWindow], Extraction], window: ExtractionWindow, zone: tzinfo
) -> Extraction:
    """What an extractor reads in a window whose turns and notes have the local time of the zone.

    A fact that the turn states to hold or to have ended now does so from the moment of the turn on, although its local day
    may begin later in UTC.
    """
    local = in_local_time(window, zone)
    if local is window:
        return extract(window)
    found = extract(local)
    said = {turn.uid: turn.said_at for turn in window.turns}
    clock = {turn.uid: turn.said_at for turn in local.turns}

    def now(turn: str, time: datetime | None) -> datetime | None:
        """The time, or the moment of the turn if the clock of its speaker shows the time as past, and the moment is earlier."""
        moment, shown = said.get(turn), clock.get(turn)
        if time is None or moment is None or shown is None or not moment < time <= shown:
            return time
        return moment

    return replace(
        found,
        facts=tuple(
            replace(
                fact, holds_from=now(fact.turn, fact.holds_from), holds_until=now(fact.turn, fact.holds_until)
            )
            for fact in found.facts
        ),
        ends=tuple(replace(end, holds_until=now(end.turn, end.holds_until)) for end in found.ends),
    )


def in_local_time(window: ExtractionWindow, zone: tzinfo) -> ExtractionWindow:
    """The window with local times; the same window if the zone has the time of UTC at these moments."""
    moments = [each.said_at for each in (*window.turns, *window.preceding, *window.candidates)]
    if all(moment is None or not moment.astimezone(zone).utcoffset() for moment in moments):
        return window
    return replace(
        window,
        turns=tuple(_local(turn, zone) for turn in window.turns),
        preceding=tuple(_local(turn, zone) for turn in window.preceding),
        candidates=tuple(_local(note, zone) for note in window.candidates),
    )


def _local(record: _Record, zone: tzinfo) -> _Record:
    if record.said_at is None:
        return record
    return replace(record, said_at=clock_time(record.said_at, zone))
