"""Planned days and routines that a statement gives, and what later statements change of them, in every language.

The language packs read statements into these records. `views/agenda.py` applies the changes to the occasions.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from typing import Literal

from memgraph_core.language.relating.same_words import has_words, shares_word
from memgraph_core.language.times import TimeSpan
from memgraph_core.records.kinds import Grain

# A pause ends by itself. What is ended may end only for some days, too: one occasion of a course is cancelled.
ChangeSort = Literal["ended", "paused", "moved", "corrected", "resumed"]
# What a routine belongs to. It ends when the speaker leaves the job, the school, or the town or employer that it names.
Scope = Literal["work", "school", "place"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """A planned day that a statement gives, or the days of a routine. Times are stated times."""

    start: datetime | None = None  # of a routine: its first day, if it is stated
    end: datetime | None = None  # of a routine: when it ends, if that is stated
    grain: Grain = "day"
    rule: str | None = None  # RRULE of a routine
    is_deadline: bool = False
    words: str = ""  # the part of the statement that is about it
    names: frozenset[str] = frozenset()  # the terms of this part that may name it
    kinds: frozenset[str] = frozenset()  # the terms for kinds of events: "meeting"
    scope: Scope | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleChange:
    """What a statement ends, moves, corrects or resumes of something planned.

    It concerns what has all its words, or else most of its hints. It counts for the days from `since` until `until`. If these
    are equal, it is about one occasion whose day is not known, and leaves routines as they are.
    """

    sort: ChangeSort
    since: datetime
    until: datetime | None = None
    # The words that name its thing; empty if the statement does not name it: "moved to June 4th".
    words: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()  # of which the words for the thing may have only some
    people: tuple[str, ...] = ()  # names, which count only beside a hint or the day: people do many things
    kinds: frozenset[str] = frozenset()  # the terms for the kind of event that it names
    refers: bool = False  # whether the statement only refers to its thing: "they come on Sunday now"
    follows: bool = False  # whether it may be about what was said directly before it, in other words
    former: tuple[TimeSpan, ...] = ()  # the days or the period that the thing had before
    weekdays: frozenset[int] = frozenset()  # the former weekdays
    # The new day; that of a routine is one of each week, if the change has no end.
    day: TimeSpan | None = None
    clock: time | None = None  # the new time of day, if the days stay
    shift: timedelta | None = None  # from the former day to the new one, if only this is stated
    left: int | None = None  # how many occasions are left
    # What the speaker leaves, with which the routines that belong to it end; the name of a place is a hint.
    scope: Scope | None = None
    deadline: str = ""  # the thing that must be done by the new day, if it has a deadline
    plan: str = ""  # the new plan with its day, if the thing is done by the speaker: 15号开业

    @property
    def is_once(self) -> bool:
        """Whether it leaves the later days of a routine."""
        return self.until is not None

    @property
    def new_weekday(self) -> int | None:
        """The new weekday of a routine that is moved for all weeks."""
        is_weekly = self.sort == "moved" and self.until is None and self.day is not None
        return self.day.start.weekday() if is_weekly and self.day and self.day.start else None

    def is_former(self, moment: datetime) -> bool:
        """Whether a moment is on a day, or in a period, that the thing had before. The year of a day is left open."""
        return any(_is_in(moment, span) for span in self.former)

    def has_words_in(self, text: str) -> bool:
        """Whether a text has all words that name the thing."""
        return has_words(text, self.words)

    def shared_with(self, text: str) -> tuple[int, int]:
        """How much of the hints a text has (a word of several characters counts twice), and how many of the people."""
        hints = sum(min(len(word), 2) for word in self.hints if shares_word(text, word))
        return hints, sum(shares_word(text, name) for name in self.people)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Days on which a routine does not take place."""

    since: datetime
    until: datetime | None
    weekdays: frozenset[int] = frozenset()  # only these; empty: all

    def includes(self, moment: datetime) -> bool:
        """Whether a day of the routine is one of them."""
        is_within = self.since <= moment and (self.until is None or moment < self.until)
        return is_within and (not self.weekdays or moment.weekday() in self.weekdays)


def whole_days(spans: Sequence[TimeSpan]) -> tuple[datetime, ...]:
    """The starts of the times that are one day or a part of it."""
    return tuple(
        span.start for span in spans if span.start and span.end and span.end - span.start <= timedelta(days=1)
    )


def _is_in(moment: datetime, span: TimeSpan) -> bool:
    start, end = span.start, span.end
    if start is None:
        return False
    is_within = end is not None and start <= moment < end
    return is_within or (start.month, start.day) == (moment.month, moment.day)
