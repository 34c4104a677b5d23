"""What a window gives a model to speak of, and what of an answer does not come from there.

Forgetting must stay provable: what is derived from a turn holds no word that only an older note told. And what nobody
said is no memory: names, numbers and dates must stand in the window, or follow from what stands there.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache

from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key
from memgraph_core.language.naming.segment import words_of
from memgraph_core.language.scripts import CJK, folded, language_of
from memgraph_core.language.terms import asking_characters, terms_of
from memgraph_core.language.times import times_in
from memgraph_core.language.timing.intervals import Interval, day, minute, month, week, year
from memgraph_core.language.vocabulary import VOCABULARY
from memgraph_core.records.extraction import ExtractionWindow
from memgraph_core.records.graph import Note, Turn
from memgraph_core.records.kinds import Grain

_CHINESE = re.compile(rf"[{CJK}]+")
_DIGITS = re.compile(r"\d+")
_COUNTED = 12  # numbers up to this may have been written as words: three, 三
_SHARED = 1 / 3  # of the words of a statement that must stand in the window
# What the engine itself calls relations: whoever writes these words has them from us, not from an older note.
_OWN_ZH = frozenset(
    [
        "住",
        "住在",
        "搬",
        "搬到",
        "搬家",
        "喜欢",
        "工作",
        "上班",
        "认识",
        "结婚",
        "出生",
        "学习",
        "打算",
        "计划",
    ]
)
_PLACEHOLDER = re.compile(r"\[(?:[a-z]+ ){0,3}(?:number|account|key|password|code|detail)\]")


@dataclass(frozen=True, slots=True)
class Grounds:
    """The words, numbers and times that an answer may use. `foreign` are those that only the older notes have."""

    words: frozenset[str]
    text: str  # folded, all of it: Chinese words are looked up in it
    numbers: frozenset[str]
    times: tuple[Interval, ...]
    said: tuple[Interval, ...]  # the days on which the turns were said
    foreign: frozenset[str] = frozenset()
    foreign_text: str = ""
    names: Mapping[str, str] = field(default_factory=dict[str, str])  # known for sure: key → as it is written

    def foreign_in(self, text: str) -> frozenset[str]:
        """The words of a text that only older notes have."""
        latin = {term for term in terms_of(_CHINESE.sub(" ", text)) if term in self.foreign}
        return frozenset(latin) | {
            word
            for word in self._chinese_words(text)
            if word not in self.text and word in self.foreign_text and word not in _OWN_ZH
        }

    def has(self, name: str) -> bool:
        """Whether all words of a name stand in the window."""
        latin = terms_of(_CHINESE.sub(" ", name)) or _tokens(_CHINESE.sub(" ", name))
        chinese = [part for run in _CHINESE.findall(folded(name)) for part in run.split("的") if part]
        stands = all(word in self.words for word in latin) and all(run in self.text for run in chinese)
        return bool(latin or chinese) and stands and not _PLACEHOLDER.search(name)

    def allows(self, text: str) -> bool:
        """Whether a word or two may stand, said or not: no older note's, no secret, no name that nobody said."""
        named = all(self.has(name) for name in self._names(text))
        return not self.foreign_in(text) and not _PLACEHOLDER.search(text) and named

    def objection(self, text: str, now: datetime | None) -> str | None:
        """Why a text, said at a time, is not what the window says; None if nothing speaks against it."""
        if self.foreign_in(text):
            return "a word that only an older note has"
        if _PLACEHOLDER.search(text):
            return "a secret"
        if not self._is_about(text):
            return "hardly a word of what was said"
        if any(not self.has(name) for name in self._names(text)):
            return "a name that nobody said"
        if not self._numbers_stand(text, now):
            return "a number or a date that nobody told"
        return None

    def settled(self, claim: Interval) -> Interval | None:
        """The time that a claim means, as exactly as the window tells it; None where that tells no such time."""
        within = [time for time in self.times if time.start <= claim.start and claim.end <= time.end]
        if within:
            return min(within, key=lambda time: time.end - time.start)
        if any(claim.start <= time.start and time.end <= claim.end for time in self.times):
            return claim
        return None

    def _names(self, text: str) -> Iterable[str]:
        named = named_in(text, language_of(text), self.names)
        return (name.text for name in named if name_key(name.text))

    def _chinese_words(self, text: str) -> list[str]:
        """The Chinese words of a text without those that carry only grammar; a known name is one word."""
        written = "|".join(re.escape(folded(n)) for n in self.names.values() if _CHINESE.fullmatch(n))
        found: list[str] = []
        for run in _CHINESE.findall(folded(text)):
            whole = [match.span() for match in re.finditer(written, run)] if written else []
            found += [
                word.text
                for word in words_of(run, whole)
                if len(word.text) > 1 or word.text not in asking_characters()
            ]
        return found

    def _is_about(self, text: str) -> bool:
        latin = terms_of(_CHINESE.sub(" ", text))
        chinese = self._chinese_words(text)
        standing = sum(word in self.words for word in latin) + sum(word in self.text for word in chinese)
        return standing >= _SHARED * (len(latin) + len(chinese)) and standing > 0

    def _numbers_stand(self, text: str, now: datetime | None) -> bool:
        spans = _intervals(text, now)
        allowed = (*self.times, *self.said)
        if any(not any(_agree(span, time) for time in allowed) for span in spans):
            return False
        return all(
            number in self.numbers or int(number) <= _COUNTED for number in _DIGITS.findall(folded(text))
        )


def grounds_of(window: ExtractionWindow, candidates: Sequence[Note]) -> Grounds:
    """The grounds of a window; `candidates` are the older notes that a model is shown."""
    turns = (*window.preceding, *window.turns)
    text = "\n".join(_all_of(turn) for turn in turns)
    elsewhere = "\n".join(_words_of_note(note) for note in candidates)
    times = dict.fromkeys(time for turn in turns for time in _intervals(turn.text, turn.at))
    said = dict.fromkeys(day(turn.said_at) for turn in turns if turn.said_at)
    words = _words_in(text)
    return Grounds(
        words=words,
        text=folded(text),
        numbers=frozenset(_DIGITS.findall(folded(text))) | _numbers_of((*times, *said)),
        times=tuple(times),
        said=tuple(said),
        foreign=frozenset(terms_of(elsewhere)) - words - _own_words(),
        foreign_text=folded(elsewhere),
        names={name_key(turn.speaker): turn.speaker for turn in turns if turn.speaker},
    )


def grounds_beside(grounds: Grounds, note: Note, candidates: Sequence[Note]) -> Grounds:
    """The grounds of an older note that is to be improved: its own words, and those of the window."""
    own = _words_of_note(note)
    elsewhere = "\n".join(_words_of_note(other) for other in candidates if other.uid != note.uid)
    words = grounds.words | _words_in(own)
    return replace(
        grounds,
        words=words,
        text=f"{grounds.text}\n{folded(own)}",
        numbers=grounds.numbers | frozenset(_DIGITS.findall(folded(own))),
        foreign=frozenset(terms_of(elsewhere)) - words - _own_words(),
        foreign_text=folded(elsewhere),
    )


@cache
def _own_words() -> frozenset[str]:
    """Lives, works, likes …: the words of the relation types."""
    return frozenset(terms_of(" ".join(VOCABULARY).replace("_", " ")))


def _words_in(text: str) -> frozenset[str]:
    return frozenset(terms_of(text)) | frozenset(_tokens(text))


def _all_of(turn: Turn) -> str:
    who = turn.session if turn.is_document else turn.speaker or turn.role
    return f"{who}: {turn.text} {turn.caption or ''}"


def _words_of_note(note: Note) -> str:
    return " ".join([note.text, note.context, *note.keywords, *note.tags])


def _tokens(text: str) -> list[str]:
    """The words as they are written, stop words too: a band may be called The Who."""
    return re.findall(r"\w+", folded(text))


def _intervals(text: str, now: datetime | None) -> list[Interval]:
    """The times that a text tells, as intervals; what is open on one side is as long as its grain."""
    if now is None:
        return []
    found: list[Interval] = []
    for span in times_in(text, now, language_of(text)):
        if span.kind not in ("date", "since", "until"):
            continue
        if span.start and span.end:
            found.append(Interval(span.start, span.end, span.grain))
        elif span.start:
            found.append(unit(span.start, span.grain))
        elif span.end:
            found.append(unit(span.end - timedelta(microseconds=1), span.grain))
    return found


def unit(moment: datetime, grain: Grain) -> Interval:
    """The year, month … minute that a moment is in."""
    match grain:
        case "year":
            return year(moment, moment.year)
        case "month":
            return month(moment, moment.year, moment.month)
        case "week":
            return week(moment)
        case "day":
            return day(moment)
        case "hour":
            start = moment.replace(minute=0, second=0, microsecond=0)
            return Interval(start, start + timedelta(hours=1), "hour")
        case "minute":
            return minute(moment)


def _agree(told: Interval, allowed: Interval) -> bool:
    """Whether a date that is written out says no more than one that was told."""
    return told.start <= allowed.start and allowed.end <= told.end


def _numbers_of(times: Iterable[Interval]) -> frozenset[str]:
    """The numbers with which people write these times."""
    numbers: set[str] = set()
    for time in times:
        for moment in (time.start, time.end - timedelta(microseconds=1)):
            parts = (moment.year, moment.month, moment.day, moment.hour, moment.minute)
            numbers |= {str(part) for part in parts} | {f"{part:02}" for part in parts}
    return frozenset(numbers)
