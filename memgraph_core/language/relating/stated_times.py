"""Stated times as notes store them, and the end of a routine whose number of occasions is stated."""

from datetime import UTC, datetime, timedelta

from dateutil.rrule import rrulestr

from memgraph_core.language.timing.intervals import midnight


def stored(moment: datetime | None) -> datetime | None:
    """A stated time as notes store it: with UTC as its zone."""
    return None if moment is None else moment.replace(tzinfo=UTC)


def end_of_count(rule: str, first: datetime, count: int) -> datetime | None:
    """The moment after the last day of a routine that has this number of occasions, counted from a day on."""
    begins = midnight(first).replace(tzinfo=None)
    days = list(rrulestr(f"{rule};COUNT={count}", dtstart=begins))
    return stored(days[-1] + timedelta(days=1)) if days else None
