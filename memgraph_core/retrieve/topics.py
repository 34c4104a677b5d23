"""What a period of the memory stream is about, and trends between two periods: topics, entities and peaks."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from statistics import fmean, pstdev
from typing import Literal

from memgraph_core.records.graph import Note
from memgraph_core.records.inspect import StreamItem
from memgraph_core.records.representation import short_repr

TrendKind = Literal["topic", "entity"]

_PEAK_DEVIATIONS = 1.5  # standard deviations above the daily mean from which a day is a peak
_MIN_PEAK = 3  # mentions on a peak day
_MAX_CATEGORIES = 3  # topics listed per entity


@dataclass(frozen=True, slots=True)
class Theme:
    """A topic or an entity with its number of mentions, its share of all mentions, and its rank from 1."""

    name: str
    count: int
    share: float
    rank: int

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Themes:
    """What a period was about. Most mentioned first; equal counts by name."""

    since: datetime | None
    until: datetime | None
    turns: int  # with at least one mention
    topics: tuple[Theme, ...]  # counted by notes
    entities: tuple[Theme, ...]  # counted by mentions
    # days (UTC) with unusually many mentions, and their number; oldest first
    peaks: tuple[tuple[date, int], ...]
    # entity → topics of the notes that mention it, most frequent first
    categories: Mapping[str, tuple[str, ...]]

    __repr__ = short_repr


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """The rise or fall of a topic or an entity between two periods. A rank is None where it was not mentioned."""

    kind: TrendKind
    name: str
    before: float  # share of all mentions
    after: float
    rank_before: int | None
    rank_after: int | None

    __repr__ = short_repr

    @property
    def change(self) -> float:
        """Growth of its share; negative for a fall."""
        return self.after - self.before


def themes_of(
    items: Sequence[StreamItem],
    notes: Iterable[Note],
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int = 10,
) -> Themes:
    """The themes of these mentions and of the notes of their turns, at most `limit` topics and entities.

    Turns with a sensitive note do not count.
    """
    known = tuple(notes)
    sensitive = {turn for note in known if note.kind == "vault" for turn in note.turns}
    items = [item for item in items if item.turn not in sensitive]
    topics_of: defaultdict[str, list[str]] = defaultdict(list)
    active = [note for note in known if note.state == "active" and sensitive.isdisjoint(note.turns)]
    for note in active:
        for turn in note.turns:
            topics_of[turn] += note.tags
    topics_by_entity: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for item in items:
        topics_by_entity[item.name].update(topics_of.get(item.turn, ()))
    entities = _ranked(Counter(item.name for item in items))[:limit]
    return Themes(
        since=since,
        until=until,
        turns=len({item.turn for item in items}),
        topics=_ranked(Counter(tag for note in active for tag in note.tags))[:limit],
        entities=entities,
        peaks=_peaks(items),
        categories={
            entity.name: tuple(t.name for t in _ranked(topics_by_entity[entity.name])[:_MAX_CATEGORIES])
            for entity in entities
        },
    )


def trends_between(before: Themes, after: Themes, limit: int = 10) -> tuple[Trend, ...]:
    """The largest changes in share first, up or down. What did not change is left out."""
    found: list[Trend] = []
    kinds: tuple[tuple[TrendKind, tuple[Theme, ...], tuple[Theme, ...]], ...] = (
        ("topic", before.topics, after.topics),
        ("entity", before.entities, after.entities),
    )
    for kind, earlier, later in kinds:
        old, new = {t.name: t for t in earlier}, {t.name: t for t in later}
        for name in sorted(old.keys() | new.keys()):
            was, became = old.get(name), new.get(name)
            found.append(
                Trend(
                    kind=kind,
                    name=name,
                    before=was.share if was else 0.0,
                    after=became.share if became else 0.0,
                    rank_before=was.rank if was else None,
                    rank_after=became.rank if became else None,
                )
            )
    changed = [trend for trend in found if abs(trend.change) > 1e-9 or trend.rank_before != trend.rank_after]
    return tuple(sorted(changed, key=lambda trend: (-abs(trend.change), trend.kind, trend.name))[:limit])


def _ranked(counts: Mapping[str, int]) -> tuple[Theme, ...]:
    total = sum(counts.values()) or 1
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Theme(name, count, count / total, rank) for rank, (name, count) in enumerate(ordered, 1))


def _peaks(items: Iterable[StreamItem]) -> tuple[tuple[date, int], ...]:
    days = Counter(item.at.date() for item in items)
    if len(days) < 2:
        return ()
    minimum = max(_MIN_PEAK, fmean(days.values()) + _PEAK_DEVIATIONS * pstdev(days.values()))
    return tuple((day, count) for day, count in sorted(days.items()) if count >= minimum)
