"""What the changes of dates in all languages share: the relations of their phrases, the day of a deadline, and the speaker
before the text of a note.
"""

import re
from dataclasses import replace
from datetime import timedelta

from memgraph_core.language.times import TimeSpan
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.records.kinds import DAY_GRAINS

# The relations of phrases that end plans: by another date, or altogether.
RESCHEDULED, CANCELLED = "RESCHEDULED", "CANCELLED"
DAY_REPLACED = "DAY_REPLACED"  # the day of an event by which a text identifies it, and its new day
COURSE_ENDED = "COURSE_ENDED"  # a course that is over, and not only one occasion of it
CHANGES_OF_DATES = frozenset([RESCHEDULED, CANCELLED, COURSE_ENDED])
# The speaker before the text of a note.
SPEAKER = re.compile(r"^(?P<speaker>[^:.!?]{1,40}): ")


def without_label(text: str) -> str:
    """The text of a note without the speaker before it."""
    return SPEAKER.sub("", text)


def last_day(deadline: TimeSpan, named: TimeSpan | None) -> TimeSpan | None:
    """The day of a deadline: the day that its words name, or the last day of a longer time."""
    if named is not None and named.grain in DAY_GRAINS:
        return named
    end = named.end if named is not None else deadline.end
    if end is None:
        return None
    last = midnight(end - timedelta(microseconds=1))
    return replace(deadline, start=last, end=last + timedelta(days=1), grain="day", kind="date")
