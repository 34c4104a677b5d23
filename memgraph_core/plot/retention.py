"""A picture of retention: how well notes, turns or entities would be remembered, over time."""

# matplotlib's types are too loose for strict mode, and the checks also run without matplotlib.
# pyright: basic, reportMissingImports=false

from collections.abc import Mapping
from datetime import datetime, timedelta

from matplotlib.axes import Axes
from matplotlib.dates import AutoDateLocator, DateFormatter, date2num
from matplotlib.figure import Figure

from memgraph_core.plot.labels import labels_for
from memgraph_core.plot.pictures import COLOURS, FAINT, Fit, Picture, empty, remove_frame
from memgraph_core.records.retention import Retention
from memgraph_core.retrieve.retention import retention_of

_CURVES = len(COLOURS)  # that are drawn, each in a colour of its own
_POINTS = 200  # of a curve, besides its uses
_JUST_BEFORE = timedelta(minutes=1)  # a use, where the curve has its low point


def retention(found: Mapping[str, Retention], namespace: str, days: int) -> Picture:
    """The curves of records by their names, from when they were said until some days after the last use of any of them."""
    shown = dict(list(found.items())[:_CURVES])
    if not shown:
        return empty(namespace)
    labels = labels_for(shown)
    until = max(each.last_at for each in shown.values()) + timedelta(days=days)

    def draw(figure: Figure, fit: Fit) -> None:
        axes = figure.subplots()
        axes.set_title(fit(labels.phrase("retention", name=namespace), 80))
        for colour, (name, each) in zip(COLOURS.values(), shown.items(), strict=False):
            _draw_curve(axes, each, until, fit(name, 60), colour)
        axes.set_ylim(0, 103)
        axes.legend(frameon=False, loc="lower left")
        axes.grid(axis="y", color=FAINT, linewidth=0.6)
        axes.xaxis.set_major_locator(AutoDateLocator())
        axes.xaxis.set_major_formatter(DateFormatter("%Y-%m-%d"))
        figure.autofmt_xdate()
        remove_frame(axes)

    return Picture(size=(9, 4.5), texts=(namespace, *labels.texts, *shown), draw=draw)


def _draw_curve(axes: Axes, each: Retention, until: datetime, name: str, colour: str) -> None:
    step = max(until - each.first_at, _JUST_BEFORE) / _POINTS
    regular = (each.first_at + number * step for number in range(_POINTS + 1))
    around_uses = (moment for use in each.used_at for moment in (use - _JUST_BEFORE, use))
    moments = sorted({*regular, *around_uses})
    heights = [
        100 * retention_of(each.uid, each.first_at, each.used_at, at, each.curve).retention for at in moments
    ]
    axes.plot(date2num(moments), heights, color=colour, linewidth=1.8, label=name)
    axes.scatter(date2num(each.used_at), [100.0] * each.uses, color=colour, s=22, zorder=3)
