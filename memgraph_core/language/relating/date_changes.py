"""Changes of dates that a statement states, in every language: what is moved, cancelled or given up, and to which day."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Literal

from memgraph_core.language.terms import terms_of
from memgraph_core.language.times import TimeSpan
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import word_set

Sort = Literal["moved", "corrected", "cancelled"]
# The speaker before the text of a note.
SPEAKER = re.compile(r"^(?P<speaker>[^:.!?]{1,40}): ")
_DAY_GRAINS = ("day", "hour", "minute")


@dataclass(frozen=True, slots=True)
class DateChange:
    """A statement that moves, corrects or cancels the date of something."""

    words: tuple[str, ...]  # that name it; empty if the statement does not name it: "moved to June 4th"
    sort: Sort
    day: TimeSpan | None = None  # the new date; None if it recurs or is cancelled
    former: TimeSpan | None = None  # the day or the period that it had before
    is_once: bool = False  # whether it leaves the other occasions of a recurrence
    event: str = ""  # a word for its kind, such as "trip", which other statements may leave out

    def concerns(self, text: str) -> bool:
        """Whether a text is about the same thing."""
        found = set(terms_of(simplified(text)))
        if not self.words or not all(found.issuperset(terms_of(word)) for word in self.words):
            return False
        events = _event_terms() & found
        return (
            not self.event
            or not events.difference(*map(terms_of, self.words))
            or events.issuperset(terms_of(self.event))
        )

    def is_former(self, moment: datetime) -> bool:
        """Whether a moment is on the day, or in the period, that the thing had before. The year of a day is left open."""
        if self.former is None or self.former.start is None or self.former.end is None:
            return False
        start, end = self.former.start, self.former.end
        return start <= moment < end or (start.month, start.day) == (moment.month, moment.day)


@cache
def _event_terms() -> frozenset[str]:
    """The terms of the English nouns for events."""
    return frozenset(term for word in word_set("appointments_en") for term in terms_of(word))


def last_day(deadline: TimeSpan, named: TimeSpan | None) -> TimeSpan | None:
    """The day of a deadline: the day that its words name, or the last day of a longer time."""
    if named is not None and named.grain in _DAY_GRAINS:
        return named
    end = named.end if named is not None else deadline.end
    if end is None:
        return None
    last = (end - timedelta(microseconds=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return replace(deadline, start=last, end=last + timedelta(days=1), grain="day", kind="date")
