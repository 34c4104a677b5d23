"""Changes of dates that a statement states, in every language: what is moved, cancelled or given up, and to which day."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Literal

from memgraph_core.language.terms import term_set, terms_of, terms_of_words
from memgraph_core.language.times import TimeSpan
from memgraph_core.language.timing.intervals import midnight
from memgraph_core.language.traditional import simplified
from memgraph_core.language.word_lists import lines_of, word_set
from memgraph_core.records.kinds import DAY_GRAINS

Sort = Literal["moved", "corrected", "cancelled"]
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


@dataclass(frozen=True, slots=True)
class DateChange:
    """A statement that moves, corrects or cancels the date of something."""

    words: tuple[str, ...]  # that name it; empty if the statement does not name it: "moved to June 4th"
    sort: Sort
    day: TimeSpan | None = None  # the new date; None if it recurs or is cancelled
    former: TimeSpan | None = None  # the day or the period that it had before
    is_once: bool = False  # whether it leaves the other occasions of a recurrence
    event: str = ""  # a word for its kind, such as "trip", which other statements may leave out
    is_named: bool = True  # False: the words are only of an earlier clause, which may be about something else
    deadline: str = ""  # the thing that must be done by the new day, if it has a deadline
    plan: str = ""  # the new plan with its day, if the thing is done by the speaker: 15号开业
    last: TimeSpan | None = None  # of what is cancelled: its last day, until which it goes on
    weekday: int | None = None  # of what is cancelled: the only weekday of a routine that is given up
    left: int | None = None  # of what is cancelled: how many occasions of it are left
    shift: timedelta | None = None  # from the former day to the new one, if only this is stated
    hints: tuple[str, ...] = ()  # words beside the change, of which the words for the thing may have only one
    follows: bool = False  # whether it may be about what was said directly before it, in other words

    def concerns(self, text: str) -> bool:
        """Whether a text is about the same thing."""
        if not has_words(text, self.words):
            return False
        events = event_terms() & term_set(simplified(text))
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


def has_words(text: str, words: Sequence[str]) -> bool:
    """Whether a text has all these words, or Chinese synonyms of them. False without words."""
    found = term_set(simplified(text))
    return bool(words) and all(
        any(found.issuperset(term_set(each)) for each in (word, *_synonyms().get(word, ()))) for word in words
    )


@cache
def _synonyms() -> dict[str, tuple[str, ...]]:
    groups = [line.split() for line in lines_of("same_zh")]
    return {word: tuple(group) for group in groups for word in group}


@cache
def event_terms() -> frozenset[str]:
    """The terms of the English nouns for events."""
    return terms_of_words(word_set("appointments_en"))


def last_day(deadline: TimeSpan, named: TimeSpan | None) -> TimeSpan | None:
    """The day of a deadline: the day that its words name, or the last day of a longer time."""
    if named is not None and named.grain in DAY_GRAINS:
        return named
    end = named.end if named is not None else deadline.end
    if end is None:
        return None
    last = midnight(end - timedelta(microseconds=1))
    return replace(deadline, start=last, end=last + timedelta(days=1), grain="day", kind="date")
