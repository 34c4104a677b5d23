"""Themes and trends: the topics and entities of a period of the memory stream, and their changes since the previous period."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memgraph_core.engine.batches import notes_of_turns
from memgraph_core.records.inspect import StreamItem, StreamQuery
from memgraph_core.records.search import UNLIMITED
from memgraph_core.records.validation import checked_period
from memgraph_core.retrieve.topics import Themes, Trend, themes_of, trends_between
from memgraph_core.store.contract import Store

_MAX_MENTIONS = 20_000  # the newest mentions of a period that are analysed
DAYS = 30.0
Visible = Callable[[Sequence[StreamItem]], Sequence[StreamItem]]  # the mentions that count


def _all_items(items: Sequence[StreamItem]) -> Sequence[StreamItem]:
    """The default of `visible`: every mention counts."""
    return items


def themes(
    store: Store, since: datetime | None, until: datetime | None, limit: int, visible: Visible = _all_items
) -> Themes:
    """The themes of a period. If it has more than `_MAX_MENTIONS` mentions, only the newest of them count.

    `visible` selects the mentions that count.
    """
    items = visible(store.stream(StreamQuery(since=since, until=until, limit=_MAX_MENTIONS)))
    turns = sorted({item.turn for item in items})
    return themes_of(items, notes_of_turns(store, turns), since=since, until=until, limit=limit)


def trends(
    store: Store,
    since: datetime | None,
    until: datetime | None,
    limit: int,
    visible: Visible = _all_items,
) -> tuple[Themes, Themes, tuple[Trend, ...]]:
    """The themes of the previous period of the same length, those of the period itself, and the trends between them.

    By default the period is the thirty days before the last mention. Raises InvalidInput for an empty period.
    """
    if until is None:
        last = store.stream(StreamQuery(limit=1))
        if not last:
            nothing = themes_of((), (), since=since, until=until)
            return nothing, nothing, ()
        until = last[0].at + timedelta(seconds=1)
    since = until - timedelta(days=DAYS) if since is None else since
    checked_period(since, until)
    before = themes(store, since - (until - since), since, UNLIMITED, visible)
    after = themes(store, since, until, UNLIMITED, visible)
    return _limited(before, limit), _limited(after, limit), trends_between(before, after, limit)


def _limited(period: Themes, limit: int) -> Themes:
    return replace(period, topics=period.topics[:limit], entities=period.entities[:limit])
