"""Pictures of views: the mood of a period by day, and a profile over time."""

# matplotlib's types are too loose for strict mode, and the checks also run without matplotlib.
# pyright: basic, reportMissingImports=false

from datetime import datetime, timedelta

from matplotlib.axes import Axes
from matplotlib.dates import date2num
from matplotlib.figure import Figure

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
from memgraph_core.records.representation import as_date, last_date
from memgraph_core.views.mood import Mood
from memgraph_core.views.profile import SECTIONS, Profile, ProfileLine
from memgraph_core.views.words import WORDS

_GOOD, _BAD = COLOURS["Place"], FACT
_MAX_TRIGGERS, _MAX_LINES = 8, 30
_MIN_DRAWN = timedelta(days=4)  # the drawn length of a shorter period, so that it is visible


def mood(found: Mood) -> Picture:
    """Bars of the mean valence of each day, and below them the topics and entities with the largest change."""
    words = WORDS[found.language]
    title = words.mood_title.format(since=as_date(found.since), until=last_date(found.until))
    if not found.days:
        return empty(title)
    triggers = found.triggers[:_MAX_TRIGGERS]
    labels = labels_for([words.mood_days])

    def draw(figure: Figure, fit: Fit) -> None:
        above, *below = figure.subplots(
            1 + bool(triggers),
            1,
            squeeze=False,
            height_ratios=(2, 0.5 + 0.3 * len(triggers))[: 1 + bool(triggers)],
        )[:, 0]
        above.set_title(fit(title, 70))
        above.bar(
            date2num([day.day for day in found.days]),
            [day.valence for day in found.days],
            color=[_GOOD if day.valence >= 0 else _BAD for day in found.days],
        )
        above.set_ylim(-1, 1)
        above.axhline(0, color=INK, linewidth=0.8)
        above.set_ylabel(fit(words.mood_days, 30))
        date_axis(above, labels.phrases["months"])
        remove_frame(above)
        for axes in below:
            _triggers(axes, found, fit)

    return Picture(
        size=(9, 3.4 + 0.35 * len(triggers)),
        texts=(title, words.mood_days, words.mood_triggers, *labels.texts, *(each.name for each in triggers)),
        draw=draw,
    )


def _triggers(axes: Axes, found: Mood, fit: Fit) -> None:
    triggers = found.triggers[:_MAX_TRIGGERS]
    rows = range(len(triggers))
    axes.set_title(fit(WORDS[found.language].mood_triggers, 60), fontsize=10)
    axes.barh(
        rows,
        [trigger.change for trigger in triggers],
        color=[_GOOD if trigger.change >= 0 else _BAD for trigger in triggers],
        height=0.6,
    )
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.set_yticks(rows, [fit(trigger.name, 28) for trigger in triggers])
    axes.set_ylim(len(triggers) - 0.4, -0.6)
    remove_frame(axes)


def profile(found: Profile) -> Picture:
    """One bar for each line of a profile, from its start to its end or to today, by section.

    Former lines are pale, plans hollow, events short. A line without a known start is thin, over the whole time.
    Quotations are left out.
    """
    words = WORDS[found.language]
    title = words.profile_title.format(name=found.name)
    lines = [line for line in found.lines if line.state != "quoted"][:_MAX_LINES]
    if not lines:
        return empty(title)
    texts = [words.statement(line.relation, _other_subject(line, found), line.object) for line in lines]
    labels = labels_for(texts)
    starts = [line.fact.holds_from for line in lines if line.fact.holds_from]
    first = min(starts, default=found.at - timedelta(days=30))
    last = max(found.at, *(line.fact.holds_until or found.at for line in lines)) + _MIN_DRAWN

    def draw(figure: Figure, fit: Fit) -> None:
        axes = figure.subplots()
        axes.set_title(fit(title, 70))
        for row, line in enumerate(lines):
            _period(axes, row, line, first, found.at)
        axes.set_yticks(range(len(lines)), [fit(text, 44) for text in texts])
        axes.set_ylim(len(lines) - 0.4, -0.6)
        axes.set_xlim(_day(first - _MIN_DRAWN), _day(last))
        for row in range(1, len(lines)):
            if lines[row].section != lines[row - 1].section:
                axes.axhline(row - 0.5, color=FAINT, linewidth=0.8)
        date_axis(axes, labels.phrases["months"])
        remove_frame(axes)

    return Picture(size=(9, 1.4 + 0.32 * len(lines)), texts=(title, *labels.texts, *texts), draw=draw)


def _other_subject(line: ProfileLine, found: Profile) -> str | None:
    return line.subject if line.subject != found.name else None


def _period(axes: Axes, row: int, line: ProfileLine, first: datetime, today: datetime) -> None:
    colour = list(COLOURS.values())[SECTIONS.index(line.section) % len(COLOURS)]
    start, end = line.fact.holds_from, line.fact.holds_until or today
    if start is None:
        axes.hlines(row, _day(first), _day(end), color=colour, linewidth=1.2)
        return
    if line.section == "events":
        end = start  # it happened once; the fact has no end
    axes.barh(
        row,
        _day(max(end, start + _MIN_DRAWN)) - _day(start),
        left=_day(start),
        height=0.55,
        color="white" if line.state == "planned" else colour,
        edgecolor=colour,
        alpha=0.35 if line.state == "former" else 1.0,
    )


def _day(moment: datetime) -> float:
    """A moment on the axis of dates."""
    return float(date2num(moment))
