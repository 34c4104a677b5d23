"""Themes and shifts: what the memory stream of a stretch of time is about, and what changed against the one before."""

from dataclasses import replace
from datetime import datetime, timedelta

from memgraph_core.errors import InvalidInput
from memgraph_core.records.inspect import StreamQuery
from memgraph_core.retrieve.topics import Themes, Trend, themes_of, trends_between
from memgraph_core.store.contract import Store

_MAX_MENTIONS = 20_000  # the newest mentions of a period that are analysed
_BATCH = 500
_EVERY = 1_000_000
DAYS = 30.0


def themes(store: Store, since: datetime | None, until: datetime | None, limit: int) -> Themes:
    """What a stretch is about; the newest part of it, where more came up than can be looked at."""
    items = store.stream(StreamQuery(since=since, until=until, limit=_MAX_MENTIONS))
    turns = sorted({item.turn for item in items})
    notes = [
        note
        for start in range(0, len(turns), _BATCH)
        for note in store.notes_of(turns[start : start + _BATCH])
    ]
    return themes_of(items, notes, since=since, until=until, limit=limit)


def trends(
    store: Store, since: datetime | None, until: datetime | None, limit: int
) -> tuple[Themes, Themes, tuple[Trend, ...]]:
    """The stretch before, the stretch itself (as long), and what changed.

    Without bounds it is the last thirty days in which something came up. Raises InvalidInput for an empty stretch.
    """
    if until is None:
        last = store.stream(StreamQuery(limit=1))
        if not last:
            nothing = themes_of((), (), since=since, until=until)
            return nothing, nothing, ()
        until = last[0].at + timedelta(seconds=1)
    since = until - timedelta(days=DAYS) if since is None else since
    if since >= until:
        raise InvalidInput(f"since is {since.isoformat()} and until {until.isoformat()}; since comes first.")
    before = themes(store, since - (until - since), since, _EVERY)
    after = themes(store, since, until, _EVERY)
    return _cut(before, limit), _cut(after, limit), trends_between(before, after, limit)


def _cut(found: Themes, limit: int) -> Themes:
    return replace(found, topics=found.topics[:limit], entities=found.entities[:limit])
