"""What is talked about, and how that changes: topics, entities and peaks of a stretch of the memory stream."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from statistics import fmean, pstdev
from typing import Literal

from memgraph_core.records.graph import Note
from memgraph_core.records.inspect import StreamItem

TrendKind = Literal["topic", "entity"]

_PEAK = 1.5  # standard deviations above the mean of the days that a peak has at least
_FEWEST = 3  # mentions of a day that can be a peak
_CATEGORIES = 3  # topics told of one entity


@dataclass(frozen=True, slots=True)
class Theme:
    """A topic or an entity, with how often it came up, its share of all that did, and its rank from 1."""

    name: str
    count: int
    share: float
    rank: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Themes:
    """What a stretch of time was about. Most first; equals by name."""

    since: datetime | None
    until: datetime | None
    turns: int  # that named somebody or something
    topics: tuple[Theme, ...]  # by notes
    entities: tuple[Theme, ...]  # by mentions
    peaks: tuple[tuple[date, int], ...]  # days (UTC) that stand out, with their mentions, oldest first
    categories: Mapping[str, tuple[str, ...]]  # entity → how it comes up: its topics, most first


@dataclass(frozen=True, slots=True, kw_only=True)
class Trend:
    """A topic or an entity that comes up more or less than before; None for a rank where it did not come up."""

    kind: TrendKind
    name: str
    before: float  # share of what came up
    after: float
    rank_before: int | None
    rank_after: int | None

    @property
    def change(self) -> float:
        """By how much its share grew; negative where it fell."""
        return self.after - self.before


def themes_of(
    items: Sequence[StreamItem],
    notes: Iterable[Note],
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    limit: int = 10,
) -> Themes:
    """The themes of these mentions and of the notes of their turns."""
    topics_of: defaultdict[str, list[str]] = defaultdict(list)
    told = [note for note in notes if note.state == "active"]
    for note in told:
        for turn in note.turns:
            topics_of[turn] += note.tags
    entities = Counter(item.name for item in items)
    ranked = _ranked(entities)
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for item in items:
        kinds[item.name].update(topics_of.get(item.turn, ()))
    shown = ranked[:limit]
    return Themes(
        since=since,
        until=until,
        turns=len({item.turn for item in items}),
        topics=_ranked(Counter(tag for note in told for tag in note.tags))[:limit],
        entities=shown,
        peaks=_peaks(items),
        categories={
            theme.name: tuple(t.name for t in _ranked(kinds[theme.name])[:_CATEGORIES]) for theme in shown
        },
    )


def trends_between(before: Themes, after: Themes, limit: int = 10) -> tuple[Trend, ...]:
    """What changed most in its share, up or down, first; what did not change is left out."""
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
    changed = [shift for shift in found if abs(shift.change) > 1e-9 or shift.rank_before != shift.rank_after]
    return tuple(sorted(changed, key=lambda s: (-abs(s.change), s.kind, s.name))[:limit])


def _ranked(counts: Mapping[str, int]) -> tuple[Theme, ...]:
    total = sum(counts.values()) or 1
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Theme(name, count, count / total, place) for place, (name, count) in enumerate(ordered, 1))


def _peaks(items: Iterable[StreamItem]) -> tuple[tuple[date, int], ...]:
    days = Counter(item.at.date() for item in items)
    if len(days) < 2:
        return ()
    least = max(_FEWEST, fmean(days.values()) + _PEAK * pstdev(days.values()))
    return tuple((day, count) for day, count in sorted(days.items()) if count >= least)
