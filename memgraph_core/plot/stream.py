"""Pictures of the memory stream and the entity store: when what came up, who comes up most, what shifted."""

# matplotlib's types are too open for the strict mode, and the checks run without it too.
# pyright: basic, reportMissingImports=false

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, timedelta

from matplotlib.axes import Axes
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, date2num
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from memgraph_core.plot.pictures import COLOURS, FACT, FAINT, INK, Picture, Say, bare, empty
from memgraph_core.records.graph import Entity
from memgraph_core.records.inspect import StreamItem
from memgraph_core.retrieve.topics import Trend

_LANES, _BARS, _SLOPES = 10, 20, 12
_DAYS_ONE_BY_ONE = 70  # a longer time is told in weeks, for bars thinner than this say nothing


def timeline(items: Sequence[StreamItem], namespace: str) -> Picture:
    """Mentions by day (by week, over a longer time), and below when each of the most mentioned came up."""
    if not items:
        return empty(f"Timeline of {namespace}")
    days = Counter(item.at.astimezone(UTC).date() for item in items)
    step = 1 if (max(days) - min(days)).days <= _DAYS_ONE_BY_ONE else 7
    names = {item.entity: item.name for item in items}
    top = [uid for uid, _ in Counter(item.entity for item in items).most_common(_LANES)]

    def draw(figure: Figure, say: Say) -> None:
        above, below = figure.subplots(2, 1, sharex=True, height_ratios=(2, max(2, len(top) * 0.45)))
        above.set_title(say(f"What came up in {namespace}, and when", 70))
        per_bar = Counter[date]()
        for day, count in days.items():
            per_bar[day - timedelta(days=(day - date.min).days % step)] += count
        above.bar(
            date2num([*per_bar]), [*per_bar.values()], width=step * 0.8, align="edge", color=COLOURS["Person"]
        )
        above.yaxis.set_major_locator(MaxNLocator(integer=True))
        above.set_ylabel("mentions a day" if step == 1 else "mentions a week")
        for lane, uid in enumerate(top):
            _lane(below, lane, Counter(i.at.astimezone(UTC).date() for i in items if i.entity == uid))
        below.set_yticks(range(len(top)), [say(names[uid], 24) for uid in top])
        below.set_ylim(len(top) - 0.5, -0.5)
        locator = AutoDateLocator()
        below.xaxis.set_major_locator(locator)
        below.xaxis.set_major_formatter(ConciseDateFormatter(locator))
        for axes in (above, below):
            bare(axes)

    return Picture(
        size=(9, 3.2 + 0.35 * len(top)), texts=(namespace, *(names[uid] for uid in top)), draw=draw
    )


def _lane(axes: Axes, lane: int, days: Counter[date]) -> None:
    axes.axhline(lane, color=FAINT, linewidth=0.8, zorder=0)
    sizes = [30 + 45 * (count - 1) for count in days.values()]
    axes.scatter(date2num([*days]), [lane] * len(days), s=sizes, color=FACT, alpha=0.8, linewidths=0)


def entities(found: Sequence[Entity], namespace: str) -> Picture:
    """The most mentioned, coloured by type, with when each came up last."""
    if not found:
        return empty(f"Entities of {namespace}")
    shown = sorted(found, key=lambda e: (-e.mentions, e.name, e.uid))[:_BARS]

    def draw(figure: Figure, say: Say) -> None:
        axes = figure.subplots()
        axes.set_title(say(f"Who and what {namespace} speaks of", 70))
        places = range(len(shown))
        axes.barh(places, [e.mentions for e in shown], color=[COLOURS[e.type] for e in shown], height=0.7)
        for place, entity in zip(places, shown, strict=True):
            last = f"  last {entity.last_at:%Y-%m-%d}" if entity.last_at else ""
            axes.text(entity.mentions, place, f" {entity.mentions}{last}", va="center", fontsize=8, color=INK)
        axes.set_yticks(places, [say(e.name, 28) for e in shown])
        axes.set_ylim(len(shown) - 0.4, -0.6)
        axes.set_xlim(0, max(1, shown[0].mentions) * 1.2)
        axes.xaxis.set_visible(False)
        bare(axes)
        axes.spines["bottom"].set_visible(False)
        types = [(type, colour) for type, colour in COLOURS.items() if any(e.type == type for e in shown)]
        axes.legend(
            handles=[Patch(color=colour, label=type) for type, colour in types],
            loc="lower right",
            frameon=False,
        )

    return Picture(size=(8, 1.4 + 0.32 * len(shown)), texts=(namespace, *(e.name for e in shown)), draw=draw)


def shifts(found: Sequence[Trend], namespace: str) -> Picture:
    """What is spoken of more, and less, than before: as `Memory.shifts` tells it, what rises most uppermost."""
    if not found:
        return empty(f"Shifts in {namespace}")
    shown = sorted(found[:_SLOPES], key=lambda shift: (shift.change, shift.name))
    names = [shift.name if shift.kind == "entity" else f"{shift.name} (topic)" for shift in shown]

    def draw(figure: Figure, say: Say) -> None:
        axes = figure.subplots()
        axes.set_title(say(f"What {namespace} speaks of more and less than before", 70))
        for place, shift in enumerate(shown):
            _shift(axes, place, (100 * shift.before, 100 * shift.after))
        axes.set_yticks(range(len(shown)), [say(name, 28) for name in names])
        axes.set_xlabel("share of all that came up, in per cent: before ○  since ●")
        axes.set_xlim(left=min(-0.3, axes.get_xlim()[0]))
        bare(axes)
        axes.grid(axis="x", color=FAINT, linewidth=0.6)
        axes.set_axisbelow(True)

    return Picture(size=(8, 1.6 + 0.34 * len(shown)), texts=(namespace, *names), draw=draw)


def _shift(axes: Axes, place: int, share: tuple[float, float]) -> None:
    colour = COLOURS["Place"] if share[1] >= share[0] else FACT
    axes.plot(share, (place, place), color=colour, linewidth=2.5, solid_capstyle="round")
    axes.scatter(share[0], place, s=45, facecolor="white", edgecolor=colour, linewidth=1.8, zorder=3)
    axes.scatter(share[1], place, s=55, color=colour, zorder=3)
