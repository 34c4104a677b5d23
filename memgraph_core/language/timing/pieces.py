"""What a rule for times is, what it reads, and how rules are tried on a text.

A rule is tried only where one of its words stands, which makes a turn without times cheap. Rules come in the
order of their exactness: what an earlier one has read is taken.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import islice
from typing import Literal

from memgraph_core.language.pack import pack_of
from memgraph_core.language.timing.intervals import Interval, midnight, minute
from memgraph_core.language.timing.tenses import Tense, tense_near
from memgraph_core.records.kinds import Grain

TimeKind = Literal["date", "since", "until", "duration", "recurring", "vague"]

# One for one, so that offsets stay: signs of Chinese typing and typographic ones as a keyboard has them.
_FOLDED = str.maketrans(
    "０１２３４５６７８９：，．（）－～／！？；％＋　\u00a0\t’‘ʼ–—−‐‑",
    "0123456789:,.()-~/!?;%+   '''-----",
) | {c: c + 32 for c in range(65, 91)}
_ENGLISH_WORD = re.compile(r"[a-z]+|\d", re.ASCII)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day, of a day that the words around it tell. `is_sure`: morning or afternoon is said."""

    hour: int
    minute: int
    is_sure: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """What words for time mean: an interval, a recurrence, a length of time, or a time of day."""

    kind: TimeKind
    grain: Grain
    interval: Interval | None = None  # where it is known; of "since" and "until" the interval they speak of
    confidence: float = 0.9
    rule: str | None = None  # recurrence, as RRULE text
    clock: Clock | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A reading and where its words stand."""

    at: int
    end: int
    reading: Reading


@dataclass(frozen=True)
class Scene:
    """A text as rules see it: folded one for one, in small letters; `original` keeps the capitals."""

    original: str
    language: str
    now: datetime

    @cached_property
    def text(self) -> str:
        """The folded text, as long as the original."""
        folded = self.original.translate(_FOLDED)
        return pack_of(self.language).plain(folded)

    @cached_property
    def words(self) -> frozenset[str]:
        """What may trigger a rule: English words or Chinese characters, and "0" where a digit stands."""
        text = self.text
        found = set(_ENGLISH_WORD.findall(text)) if text.isascii() else {*_ENGLISH_WORD.findall(text), *text}
        return frozenset(found | {"0"}) if found & _DIGITS else frozenset(found)

    def tense(self, match: re.Match[str]) -> Tense | None:
        """The tense of the clause that a match stands in. What something has been so since is past."""
        at = match.start("t") if "t" in match.re.groupindex else match.start()
        if _SINCE.search(self.text[max(0, at - 12) : at]):
            return "past"
        tense = tense_near(self.text, at, match.end(), pack_of(self.language).tenses)
        if tense != "habit" and _BY.search(self.text[max(0, at - 20) : at]):
            return "past" if _REACHED.search(self.text[max(0, at - _CLAUSE) : at]) else "future"
        return tense

    def is_capital(self, at: int) -> bool:
        """Whether a capital stands at this place."""
        return self.original[at].isupper()


_SINCE = re.compile(r"(?:\bsince (?:the |last )?|自从|自)$", re.ASCII)
# A deadline lies ahead, "the plan by Friday", unless something was reached by then.
_BY = re.compile(r"\b(?:by|no later than) (?:the |this |next )?$", re.ASCII)
_REACHED = re.compile(
    r"\b(?:had|was|were|finished|completed|done|got|reached|managed|delivered|became|grew|rose|fell|dropped|arrived|made it)\b"
    r"[^.;!?\n]{0,40}$",
    re.ASCII,
)
_CLAUSE = 60  # characters before a deadline
_MOST = 4000  # words for time read in one text: more stand only in tables and in texts made to keep us busy
_DIGITS = frozenset("0123456789")
Reader = Callable[[re.Match[str], Scene], Reading | None]


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern, how its matches are read, and the words of which one must stand in the text."""

    pattern: re.Pattern[str]
    read: Reader
    words: frozenset[str]


def rule(pattern: str, read: Reader, words: Iterable[str]) -> Rule:
    """A rule; the pattern is for folded text in small letters. The group `t`, if any, is what was said."""
    return Rule(re.compile(pattern, re.ASCII), read, frozenset(words))


def group(match: re.Match[str], name: str) -> str | None:
    """What a group holds; None where it matched nothing or where this rule's pattern has no such group."""
    return match[name] if name in match.re.groupindex else None


def dated(interval: Interval | None, confidence: float = 0.9) -> Reading | None:
    """A reading of an interval; None of None."""
    return interval and Reading("date", interval.grain, interval, confidence)


def pieces_of(scene: Scene, rules: Iterable[Rule]) -> list[Piece]:
    """What the rules read, in order of appearance, without overlaps; of a text full of times the first few thousand."""
    found: list[Piece] = []
    taken = bytearray(len(scene.original))
    for read, match in islice(_matches(scene, rules), _MOST):
        at, end = match.span("t") if "t" in match.re.groupindex else match.span()
        if at < end and not any(taken[at:end]) and (reading := read_or_none(read, match, scene)):
            found.append(Piece(at, end, reading))
            taken[at:end] = b"\x01" * (end - at)
    return sorted(found, key=lambda piece: piece.at)


def _matches(scene: Scene, rules: Iterable[Rule]) -> Iterator[tuple[Reader, re.Match[str]]]:
    for one in rules:
        if not one.words.isdisjoint(scene.words):
            yield from ((one.read, match) for match in one.pattern.finditer(scene.text))


def read_or_none(read: Reader, match: re.Match[str], scene: Scene) -> Reading | None:
    """The reading, or None where the calendar has no such day or year."""
    try:
        return read(match, scene)
    except (ValueError, OverflowError):  # 31 February, year 0, ten thousand years ago
        return None


def on_the_clock(moment: datetime, clock: Clock) -> Interval:
    """A time of day of the day of a moment. "At three" without more is in the afternoon."""
    hour = clock.hour + (12 if not clock.is_sure and 1 <= clock.hour <= 6 else 0)
    return minute(midnight(moment) + timedelta(hours=hour, minutes=clock.minute))
