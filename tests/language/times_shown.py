"""How a time is written in the tables of the tests, seen from Wednesday, 15 May 2024, 14:30.

`2024-05-10` a day, `2024-05` a month, `2024` a year, `2024-05-10T17:00` a minute, `a/b` another interval (half-open);
`>a` since a, `<b` until b, `~` vague, `for week` a length by its unit, and a recurrence by its rule.
"""

from datetime import UTC, datetime, timedelta

from memgraph_core.language.times import times_in
from memgraph_core.language.timing.intervals import month, year

NOW = datetime(2024, 5, 15, 14, 30, tzinfo=UTC)


def shown(text, language="en", now=NOW):
    """What is read, in order, blank between."""
    return " ".join(_shown(span) for span in times_in(text, now, language))


def _shown(span):
    if span.kind == "recurring":
        return span.rule.removeprefix("FREQ=")
    if span.kind == "duration":
        return f"for_{span.grain}"
    if span.kind == "vague":
        return "~"
    if span.kind == "since":
        return f">{_moment(span.start)}"
    if span.kind == "until":
        return f"<{_moment(span.end)}"
    return _interval(span.start, span.end)


def _interval(start, end):
    if end - start == timedelta(days=1) and start.hour == 0:
        return str(start.date())
    if end - start == timedelta(minutes=1):
        return _moment(start)
    if (start, end) == (year(start, start.year).start, year(start, start.year).end):
        return str(start.year)
    if end == month(start, start.year, start.month).end and start.day == 1:
        return str(start.date())[:7]
    return f"{_moment(start)}/{_moment(end)}"


def _moment(moment):
    return str(moment.date()) if (moment.hour, moment.minute) == (0, 0) else moment.strftime("%Y-%m-%dT%H:%M")
