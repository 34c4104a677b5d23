"""Pictures of the memory stream: mentions over time, the most mentioned entities, and trends."""

# matplotlib's types are too loose for strict mode, and the checks also run without matplotlib.
# pyright: basic, reportMissingImports=false

import re
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta

from matplotlib.axes import Axes
from matplotlib.dates import date2num
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from memgraph_core.plot.labels import labels_for
from memgraph_core.plot.pictures import (
    COLOURS,
    FACT,
    FAINT,
    INK,
    Fit,
    Picture,
    date_axis,
    empty,
    remove_frame,
)
from memgraph_core.records.graph import Entity
from memgraph_core.records.inspect import StreamItem
from memgraph_core.retrieve.topics import Trend

# The object of a fact may be a date, which is a value and not an entity to draw.
_DATE = re.compile(r"\d{4}-\d\d(-\d\d)?")
_LANES, _BARS, _SLOPES = 10, 20, 12  # entities of `timeline` and of `entities`, and trends of `trends`
_MAX_DAILY_BARS = 70  # days; a longer time has one bar per week, because thinner bars are hard to read


def timeline(items: Sequence[StreamItem], namespace: str) -> Picture:
    """Bars of mentions per day (per week over a longer time), and below them the days of each most mentioned entity."""
    items = [item for item in items if not _DATE.fullmatch(item.name)]
    if not items:
        return empty(namespace)
    days = Counter(item.at.date() for item in items)
    step = 1 if (max(days) - min(days)).days <= _MAX_DAILY_BARS else 7
    names = {item.entity: item.name for item in items}
    top = [uid for uid, _ in Counter(item.entity for item in items).most_common(_LANES)]
    labels = labels_for(names.values())

    def draw(figure: Figure, fit: Fit) -> None:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(2, max(2, len(top) * 0.45)))
        above.set_title(fit(labels.phrase("mentions", name=namespace), 70))
        above.set_ylabel(labels.phrase("per day" if step == 1 else "per week"))
        _bars(above, days, step)
        for lane, uid in enumerate(top):
            _lane(below, lane, Counter(i.at.date() for i in items if i.entity == uid))
        below.set_yticks(range(len(top)), [fit(names[uid], 24) for uid in top])
        below.set_ylim(len(top) - 0.5, -0.5)
        date_axis(below, labels.phrases["months"])
        for axes in (above, below):
            remove_frame(axes)

    return Picture(
        size=(9, 3.2 + 0.35 * len(top)),
        texts=(namespace, *labels.texts, *(names[uid] for uid in top)),
        draw=draw,
    )


def _bars(axes: Axes, days: Counter[date], step: int) -> None:
    """One bar for every `step` days; a bar begins on a multiple of `step` days since year 1."""
    heights = Counter[date]()
    for day, count in days.items():
        heights[day - timedelta(days=(day - date.min).days % step)] += count
    axes.bar(
        date2num([*heights]), [*heights.values()], width=step * 0.8, align="edge", color=COLOURS["Person"]
    )
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))


def _lane(axes: Axes, lane: int, days: Counter[date]) -> None:
    axes.axhline(lane, color=FAINT, linewidth=0.8, zorder=0)
    sizes = [30 + 45 * (count - 1) for count in days.values()]
    axes.scatter(date2num([*days]), [lane] * len(days), s=sizes, color=FACT, alpha=0.8, linewidths=0)


def entities(listed: Sequence[Entity], namespace: str) -> Picture:
    """Bars of the most mentioned entities in the colours of their types, with the days of their last mentions."""
    listed = [entity for entity in listed if not _DATE.fullmatch(entity.name)]
    if not listed:
        return empty(namespace)
    shown = sorted(listed, key=lambda e: (-e.mentions, e.name, e.uid))[:_BARS]
    labels = labels_for(e.name for e in shown)

    def draw(figure: Figure, fit: Fit) -> None:
        axes = figure.subplots()
        axes.set_title(fit(labels.phrase("entities", name=namespace), 70))
        rows = range(len(shown))
        axes.barh(rows, [e.mentions for e in shown], color=[COLOURS[e.type] for e in shown], height=0.7)
        for row, entity in zip(rows, shown, strict=True):
            last = labels.phrase("last", day=f"{entity.last_at:%Y-%m-%d}") if entity.last_at else ""
            axes.text(entity.mentions, row, f" {entity.mentions}  {last}", va="center", fontsize=8, color=INK)
        axes.set_yticks(rows, [fit(e.name, 28) for e in shown])
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.set_xlim(0, max(1, shown[0].mentions) * 1.2)
        axes.xaxis.set_visible(False)
        remove_frame(axes)
        axes.spines["bottom"].set_visible(False)
        types = [(type, colour) for type, colour in COLOURS.items() if any(e.type == type for e in shown)]
        axes.legend(
            handles=[Patch(color=colour, label=labels.type(type)) for type, colour in types],
            loc="lower right",
            frameon=False,
        )

    return Picture(
        size=(8, 1.4 + 0.32 * len(shown)),
        texts=(namespace, *labels.texts, *(e.name for e in shown)),
        draw=draw,
    )


def trends(trends: Sequence[Trend], namespace: str) -> Picture:
    """The result of `Memory.trends`: shares before and after, with the largest rise at the top."""
    if not trends:
        return empty(namespace)
    shown = sorted(trends[:_SLOPES], key=lambda trend: (trend.change, trend.name))
    labels = labels_for(trend.name for trend in trends if trend.kind == "entity")
    names = [
        trend.name if trend.kind == "entity" else labels.phrase("topic", name=labels.topic(trend.name))
        for trend in shown
    ]

    def draw(figure: Figure, fit: Fit) -> None:
        axes = figure.subplots()
        axes.set_title(fit(labels.phrase("trends", name=namespace), 80))
        for row, trend in enumerate(shown):
            _arrow(axes, row, (100 * trend.before, 100 * trend.after))
        axes.set_yticks(range(len(shown)), [fit(name, 28) for name in names])
        axes.set_xlabel(labels.phrase("share"))
        axes.set_xlim(left=min(-0.3, axes.get_xlim()[0]))
        remove_frame(axes)
        axes.grid(axis="x", color=FAINT, linewidth=0.6)
        axes.set_axisbelow(True)

    return Picture(size=(8, 1.6 + 0.34 * len(shown)), texts=(namespace, *labels.texts, *names), draw=draw)


def _arrow(axes: Axes, row: int, share: tuple[float, float]) -> None:
    colour = COLOURS["Place"] if share[1] >= share[0] else FACT
    axes.plot(share, (row, row), color=colour, linewidth=2.5, solid_capstyle="round")
    axes.scatter(share[0], row, s=45, facecolor="white", edgecolor=colour, linewidth=1.8, zorder=3)
    axes.scatter(share[1], row, s=55, color=colour, zorder=3)
