"""Planned days and routines that a statement gives, and what later statements change of them, in every language."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Literal

from memgraph_core.language.relating.date_changes import event_terms
from memgraph_core.language.terms import is_light, term_set, terms_of_words
from memgraph_core.language.word_lists import groups_of, word_set
from memgraph_core.records.kinds import Grain

_YEARLY = re.compile(r"birthday|bday|b-day|anniversar|生日|大寿|周年|纪念日", re.IGNORECASE)
_MIN_STEM = 4  # characters of a shortened word that show which one it is: "derm" for "dermatologist"
ChangeSort = Literal["ended", "moved", "resumed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """A planned day that a statement gives, or the days of a routine. Times are stated times."""

    start: datetime | None = None  # of a routine: its first day, if it is stated
    end: datetime | None = None  # of a routine: when it ends, if that is stated
    grain: Grain = "day"
    rule: str | None = None  # RRULE of a routine
    is_deadline: bool = False
    words: str = ""  # the part of the statement that is about it


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleChange:
    """A statement that ends, moves or resumes something planned. It concerns what shares most words with it.

    It counts for the days from `since` until `until`.
    """

    sort: ChangeSort
    words: frozenset[str]  # terms of the clause that states it
    names: frozenset[str] = (
        frozenset()
    )  # terms of names in the clause; people do many things, so they are no sign alone
    refers: bool = False  # whether the clause only refers to its thing: "they come on Sunday now"
    wider: frozenset[str] = frozenset()  # then the terms of the statement and the one before
    days: tuple[datetime, ...] = ()  # former days that it names
    weekdays: frozenset[int] = frozenset()  # former weekdays that it names
    since: datetime
    until: datetime | None = None
    new_weekday: int | None = None  # the new day, which is one of each week if a routine is moved
    is_work: bool = False  # the speaker's job ends, and with it what belongs to it

    @property
    def is_once(self) -> bool:
        """Whether it leaves the later days of a routine."""
        return self.until is not None


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Days on which a routine does not take place."""

    since: datetime
    until: datetime | None
    weekdays: frozenset[int] = frozenset()  # only these; empty: all

    def is_former(self, moment: datetime) -> bool:
        """Whether a day of the routine is one of them."""
        is_within = self.since <= moment and (self.until is None or moment < self.until)
        return is_within and (not self.weekdays or moment.weekday() in self.weekdays)


def may_be_yearly(text: str) -> bool:
    """Whether a text may state a day of each year without a word for the recurrence: "her birthday is on 3 May"."""
    return _YEARLY.search(text) is not None


def naming_terms(text: str) -> frozenset[str]:
    """The terms of a text that may name a thing: not light words, numbers and names of days."""
    return frozenset(
        term
        for term in term_set(text)
        if not term[0].isdigit() and term not in _unnaming() and not is_light(term)
    )


def kind_terms(text: str) -> frozenset[str]:
    """The terms of a text that name only a kind of thing: "class"."""
    return term_set(text) & _kinds()


@cache
def _unnaming() -> frozenset[str]:
    """The terms of words that many planned things share, and of days and months."""
    words = word_set("calendar_en").union(*groups_of("unnaming_en").values())
    return terms_of_words(words)


@cache
def _kinds() -> frozenset[str]:
    return terms_of_words(groups_of("unnaming_en")["kind"])


def names_event(words: Collection[str]) -> bool:
    """Whether terms have one of an event: "meeting"."""
    return not event_terms().isdisjoint(words)


def shared(words: Collection[str], text: str) -> int:
    """How many of the terms a text shares; 0 if it is about another kind of event."""
    found = term_set(text)
    common = sum(any(_is_same(word, other) for other in found) for word in words)
    events, others = event_terms().intersection(words), event_terms() & found
    if events and others and events.isdisjoint(others) and common <= 1:
        return 0
    return common


def _is_same(word: str, other: str) -> bool:
    if word == other:
        return True
    short, long = sorted((word, other), key=len)
    return len(short) >= _MIN_STEM and long.startswith(short)


def is_of_work(text: str) -> bool:
    """Whether a routine belongs to a job: a shift, a team meeting."""
    return not _work_terms().isdisjoint(term_set(text))


@cache
def _work_terms() -> frozenset[str]:
    return terms_of_words(word_set("at_work_en"))
