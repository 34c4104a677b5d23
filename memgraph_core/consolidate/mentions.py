"""Mentions of daily life: what the notes of a speaker name, on which day and at which time, in any words."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache

from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.occurrences import (
    is_stated,
    may_state_event,
    part_of_day,
    stated_part,
    time_of,
)
from memgraph_core.language.activities import general_names
from memgraph_core.language.derived_text import PartOfDay
from memgraph_core.language.naming.lists import calendar
from memgraph_core.language.pack import pack_of
from memgraph_core.records.graph import Note

_EXACT = ("minute", "hour")
_WEEKDAY = re.compile("(?:周|星期|礼拜)[一二三四五六日天末]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A note that names some topics at a time of day."""

    note: str  # uid
    subject: str  # entity uid of the speaker
    user: str = ""
    topics: frozenset[str]  # what it is about, in small letters
    day: date  # of the event
    moment: datetime
    minute: (
        int | None
    )  # of the day: the stated time, or else when it was said; None for an event of another time
    part: PartOfDay | None  # as stated, or else when it was said
    has_time: bool = False  # the minute is stated

    def names(self, topics: Iterable[str]) -> bool:
        """Whether it names one of these topics."""
        return not self.topics.isdisjoint(topics)


def mentions_in(material: Material) -> Iterator[Mention]:
    """The mentions of all notes that may state an event of their speaker, without events of later days."""
    for uid, note in material.notes.items():
        speaker = material.speakers.get(uid)
        if speaker is None or not may_state_event(note, material):
            continue
        topics = frozenset(_topics_of(note, material))
        if topics and (mention := _mention(note, speaker, topics, material)) is not None:
            yield mention


def words_of(note: Note, material: Material) -> list[str]:
    """The runs of words with a meaning in a note, without the names that it is about."""
    return pack_of(note.language).keywords(material.statement(note), names_in(note, material))


def names_in(note: Note, material: Material) -> list[str]:
    """The names of the entities that a note is about, without its speaker."""
    others = (uid for uid in material.about.get(note.uid, ()) if uid != material.speakers.get(note.uid))
    return [material.entities[uid].name for uid in others if uid in material.entities]


def _topics_of(note: Note, material: Material) -> Iterator[str]:
    """What a note may be about, in small letters: its words without verbs of the past such as `bought`, the names that
    it is about, and the general names of listed things: coffee for a latte.
    """
    for run in words_of(note, material):
        yield from (word for word in run.lower().split() if _may_name(word, note.language))
    yield from (name.lower() for name in names_in(note, material))
    yield from general_names(note.language, material.statement(note).lower())


@cache
def _may_name(word: str, language: str) -> bool:
    return (
        word not in calendar() and _WEEKDAY.fullmatch(word) is None and not pack_of(language).happened(word)
    )


def _mention(note: Note, speaker: str, topics: frozenset[str], material: Material) -> Mention | None:
    moment = time_of(note)
    assert moment is not None  # see may_state_event
    local = material.local(moment, stated=is_stated(note))
    said = material.local(note.said_at, stated=False) if note.said_at else local
    if local.date() > said.date():
        return None
    part = stated_part(note, local) if is_stated(note) else None
    has_time = is_stated(note) and note.grain in _EXACT
    clock = local if has_time else said if part is None and said.date() == local.date() else None
    minute = None if clock is None else 60 * clock.hour + clock.minute
    return Mention(
        note=note.uid,
        subject=speaker,
        user=material.users.get(note.uid, ""),
        topics=topics,
        day=local.date(),
        moment=moment,
        minute=minute,
        part=part or (None if minute is None else part_of_day(minute)),
        has_time=has_time,
    )
