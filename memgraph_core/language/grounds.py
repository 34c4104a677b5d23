"""Grounding: which words, numbers and times of a model's text its sources support.

Names, numbers and dates must occur in the sources or follow from them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache

from memgraph_core.language.entities import named_in
from memgraph_core.language.names import name_key
from memgraph_core.language.pack import language_of
from memgraph_core.language.scripts import CJK, folded
from memgraph_core.language.terms import asking_characters, terms_of
from memgraph_core.language.times import times_in
from memgraph_core.language.timing.intervals import Interval, day, minute, month, week, year
from memgraph_core.language.vocabulary import VOCABULARY
from memgraph_core.language.zh.words import words_of
from memgraph_core.records.kinds import Grain

_CHINESE = re.compile(rf"[{CJK}]+")
_DIGITS = re.compile(r"\d+")
_MAX_SPELLED = 12  # numbers up to this one may be spelled out in the sources: three, 三
_MIN_SHARE = 1 / 3  # share of the words of a statement that must occur in the sources
# Words for relation types. The instructions contain the types, so these words are always accepted.
_RELATION_WORDS_ZH = frozenset([
    "住", "住在", "搬", "搬到", "搬家", "喜欢", "工作", "上班", "认识", "结婚", "出生", "学习", "打算",
    "计划",
])  # fmt: skip
_PLACEHOLDER = re.compile(r"\[(?:[a-z]+ ){0,3}(?:number|account|key|password|code|detail)\]")


@dataclass(frozen=True, slots=True)
class Grounds:
    """The words, numbers and times that an answer may use."""

    words: frozenset[str]
    text: str  # folded text of the sources, in which Chinese words are looked up
    numbers: frozenset[str]
    times: tuple[Interval, ...]  # in the sources
    days: tuple[Interval, ...]  # the days on which the sources were said
    foreign: frozenset[str] = frozenset()  # words that an answer must not use
    foreign_text: str = ""  # folded text that contains them
    # name key → written form, of the speakers
    names: Mapping[str, str] = field(default_factory=dict[str, str])

    def extended(self, text: str, foreign_text: str) -> "Grounds":
        """The grounds with the words and numbers of a further text. `foreign_text` replaces the foreign words."""
        words = self.words | _words_in(text)
        return replace(
            self,
            words=words,
            text=f"{self.text}\n{folded(text)}",
            numbers=self.numbers | frozenset(_DIGITS.findall(folded(text))),
            foreign=_foreign_words(foreign_text, words),
            foreign_text=folded(foreign_text),
        )

    def foreign_in(self, text: str) -> frozenset[str]:
        """The foreign words of a text."""
        latin = {term for term in terms_of(_CHINESE.sub(" ", text)) if term in self.foreign}
        return frozenset(latin) | {
            word
            for word in self._chinese_words(text)
            if word not in self.text and word in self.foreign_text and word not in _RELATION_WORDS_ZH
        }

    def contains(self, name: str) -> bool:
        """Whether the sources contain all words of a name."""
        latin = terms_of(_CHINESE.sub(" ", name)) or _tokens(_CHINESE.sub(" ", name))
        chinese = [part for run in _CHINESE.findall(folded(name)) for part in run.split("的") if part]
        is_found = all(word in self.words for word in latin) and all(run in self.text for run in chinese)
        return bool(latin or chinese) and is_found and not _PLACEHOLDER.search(name)

    def allows(self, text: str) -> bool:
        """Whether a short text is acceptable although the sources may not contain it.

        It must have no foreign word, no placeholder of a secret, and no name that the sources do not contain.
        """
        named = all(self.contains(name) for name in self._names(text))
        return not self.foreign_in(text) and not _PLACEHOLDER.search(text) and named

    def rejection_reason(self, text: str, now: datetime | None) -> str | None:
        """Why the sources do not support a text; None if it does. `now` is the time for relative dates."""
        if self.foreign_in(text):
            return "a foreign word"
        if _PLACEHOLDER.search(text):
            return "a secret"
        if not self._is_about(text):
            return "too few words of the sources"
        if any(not self.contains(name) for name in self._names(text)):
            return "a name that is not in the sources"
        if not self._numbers_are_grounded(text, now):
            return "a number or date that is not in the sources"
        return None

    def grounded(self, claim: Interval) -> Interval | None:
        """The claimed time, as precise as the sources give it; None if the sources do not support it."""
        within = [time for time in self.times if _contains(time, claim)]
        if within:
            return min(within, key=lambda time: time.end - time.start)
        if any(_contains(claim, time) for time in self.times):
            return claim
        return None

    def _names(self, text: str) -> Iterable[str]:
        named = named_in(text, language_of(text), self.names)
        return (name.text for name in named if name_key(name.text))

    def _chinese_words(self, text: str) -> list[str]:
        """The Chinese words of a text without function words; a known name is one word."""
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
        found = sum(word in self.words for word in latin) + sum(word in self.text for word in chinese)
        return found >= _MIN_SHARE * (len(latin) + len(chinese)) and found > 0

    def _is_known(self, span: Interval) -> bool:
        """Whether a time is as the sources have it, or coarser. Of a range, the first and the last unit must be."""
        known = (*self.times, *self.days)
        ends = (
            unit_around(span.start, span.grain),
            unit_around(span.end - timedelta(microseconds=1), span.grain),
        )
        return span in known or all(any(_contains(end, time) for time in known) for end in ends)

    def _numbers_are_grounded(self, text: str, now: datetime | None) -> bool:
        if not all(self._is_known(span) for span in intervals_in(text, now)):
            return False
        return all(
            number in self.numbers or int(number) <= _MAX_SPELLED for number in _DIGITS.findall(folded(text))
        )


def grounds_in(
    text: str,
    *,
    times: Iterable[Interval] = (),
    days: Iterable[Interval] = (),
    speakers: Iterable[str] = (),
    foreign_text: str = "",
) -> Grounds:
    """The grounds that a text gives. `times` are those in it, and `days` those on which its parts were said.

    The words that occur only in `foreign_text` must not be used.
    """
    words, times, days = _words_in(text), tuple(dict.fromkeys(times)), tuple(dict.fromkeys(days))
    return Grounds(
        words=words,
        text=folded(text),
        numbers=frozenset(_DIGITS.findall(folded(text))) | _numbers_of((*times, *days)),
        times=times,
        days=days,
        foreign=_foreign_words(foreign_text, words),
        foreign_text=folded(foreign_text),
        names={name_key(speaker): speaker for speaker in speakers},
    )


def intervals_in(text: str, now: datetime | None) -> list[Interval]:
    """The times in a text as intervals. A time that is open on one side becomes one unit of its grain."""
    if now is None:
        return []
    found: list[Interval] = []
    for span in times_in(text, now, language_of(text)):
        if span.kind not in ("date", "since", "until"):
            continue
        if span.start and span.end:
            found.append(Interval(span.start, span.end, span.grain))
        elif span.start:
            found.append(unit_around(span.start, span.grain))
        elif span.end:
            found.append(unit_around(span.end - timedelta(microseconds=1), span.grain))
    return found


def unit_around(moment: datetime, grain: Grain) -> Interval:
    """The year, month, … or minute that contains the moment."""
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


def _foreign_words(text: str, words: frozenset[str]) -> frozenset[str]:
    return frozenset(terms_of(text)) - words - _relation_words()


@cache
def _relation_words() -> frozenset[str]:
    """The words of the relation types, such as lives, works, likes."""
    return frozenset(terms_of(" ".join(VOCABULARY).replace("_", " ")))


def _words_in(text: str) -> frozenset[str]:
    return frozenset(terms_of(text)) | frozenset(_tokens(text))


def _tokens(text: str) -> list[str]:
    """The words as they are written, including stop words: a band may be called The Who."""
    return re.findall(r"\w+", folded(text))


def _contains(outer: Interval, inner: Interval) -> bool:
    """Whether the inner interval is within the outer one."""
    return outer.start <= inner.start and inner.end <= outer.end


def _numbers_of(times: Iterable[Interval]) -> frozenset[str]:
    """The numbers that occur in written forms of these times."""
    numbers: set[str] = set()
    for time in times:
        for moment in (time.start, time.end - timedelta(microseconds=1)):
            parts = (moment.year, moment.month, moment.day, moment.hour, moment.minute)
            numbers |= {str(part) for part in parts} | {f"{part:02}" for part in parts}
    return frozenset(numbers)
