"""The facts that are news in a period: those that somebody stated first, or stated to be over, in this period.

An import records old conversations today. What they say is news of the days on which it was said. Memory knows these days from
the times of the turns; where a turn has none, the time counts at which memory recorded it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memgraph_core.engine.batches import turns_by_uid
from memgraph_core.engine.visible_records import VisibleRecords
from memgraph_core.language.lasting import is_ended
from memgraph_core.records.inspect import NamedFact
from memgraph_core.records.validation import EARLIEST


@dataclass(frozen=True, slots=True)
class News:
    """The facts of which the beginning or the end is news, oldest news first."""

    began: tuple[NamedFact, ...]
    ended: tuple[NamedFact, ...]


def news_said(visible: VisibleRecords, facts: Sequence[NamedFact], since: datetime, until: datetime) -> News:
    """The facts that were stated first, and those whose end was stated first, in a half-open interval.

    A fact, or an end, that memory recorded before the interval is no news: it had been said.
    """
    valid = [fact for fact in facts if not fact.never_held]
    began = [fact for fact in valid if _is_after(fact.recorded_at, since)]
    ended = [
        fact for fact in valid if is_ended(fact) and _is_after(fact.retired_at or fact.recorded_at, since)
    ]
    ends = visible.ends_of(ended)
    newer = {edge.superseded_by for edges in ends.values() for edge in edges}
    said = _first_said(visible, [*began, *ended, *(fact for fact in facts if fact.uid in newer)])
    turns = turns_by_uid(visible.store, {e.turn for edges in ends.values() for e in edges if e.turn})

    def end_said(fact: NamedFact) -> datetime | None:
        stated = [
            turn.at if (turn := turns.get(edge.turn or "")) else said.get(edge.superseded_by or "")
            for edge in ends[fact.uid]
        ]
        if not stated:  # its own sentence states the end
            return said[fact.uid] or fact.retired_at or fact.recorded_at
        return min(filter(None, stated), default=fact.retired_at)

    return News(
        began=_within(((said[fact.uid] or fact.recorded_at, fact) for fact in began), since, until),
        ended=_within(((end_said(fact), fact) for fact in ended), since, until),
    )


def _is_after(recorded_at: datetime | None, since: datetime) -> bool:
    return recorded_at is None or recorded_at >= since


def _first_said(visible: VisibleRecords, facts: Sequence[NamedFact]) -> Mapping[str, datetime | None]:
    """When each fact (uid) was stated first; None if no turn has a time."""
    said_at = {note.uid: note.said_at for note in visible.notes_stating(facts)}
    return {fact.uid: min(filter(None, map(said_at.get, fact.notes)), default=None) for fact in facts}


def _within(
    dated: Iterable[tuple[datetime | None, NamedFact]], since: datetime, until: datetime
) -> tuple[NamedFact, ...]:
    found = sorted(dated, key=lambda pair: (pair[0] or EARLIEST, pair[1].uid))
    return tuple(fact for at, fact in found if at is not None and since <= at < until)
