"""Rules for time expressions: their form, their input, and their application to a text.

A rule is applied only to a text that contains one of its trigger words; therefore a text without time expressions
costs little. Rules are ordered from the most exact to the least exact. A later rule cannot match characters that
an earlier rule has already interpreted.
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

# Full-width and typographic characters become ASCII, one character for one character, so that offsets stay valid.
_FOLDED = str.maketrans(
    "０１２３４５６７８９：，．（）－～／！？；％＋　\u00a0\t’‘ʼ–—−‐‑",
    "0123456789:,.()-~/!?;%+   '''-----",
) | {c: c + 32 for c in range(65, 91)}
_ENGLISH_WORD = re.compile(r"[a-z]+|\d", re.ASCII)


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day without its day. `is_unambiguous`: the words say whether it is before or after noon."""

    hour: int
    minute: int
    is_unambiguous: bool

    @property
    def likely_hour(self) -> int:
        """The hour of 24; an ambiguous one from 1 to 6 is in the afternoon."""
        return self.hour + (12 if not self.is_unambiguous and 1 <= self.hour <= 6 else 0)


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a time expression: an interval, a recurrence, a duration, a time or a part of the day."""

    kind: TimeKind
    grain: Grain
    interval: Interval | None = None  # for "since" and "until": the interval at the boundary, such as "March"
    confidence: float = 0.9
    rule: str | None = None  # the recurrence as RRULE text
    clock: Clock | None = None
    part: str | None = None  # a part of the day without a day


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """A time expression in a text: `text[at:end]` and its meaning."""

    at: int
    end: int
    meaning: Meaning


@dataclass(frozen=True)
class RuleInput:
    """What rules read: a text, its language, and the moment `now` to which relative times refer.

    `text` is folded: lower case, ASCII punctuation, simplified Chinese. `original` is the text as it was written.
    """

    original: str
    language: str
    now: datetime

    @cached_property
    def text(self) -> str:
        """The folded text. It has the same length as the original."""
        folded = self.original.translate(_FOLDED)
        return pack_of(self.language).plain(folded)

    @cached_property
    def words(self) -> frozenset[str]:
        """The possible trigger words: English words and Chinese characters, and "0" if the text has a digit."""
        text = self.text
        triggers = (
            set(_ENGLISH_WORD.findall(text)) if text.isascii() else {*_ENGLISH_WORD.findall(text), *text}
        )
        return frozenset(triggers | {"0"}) if triggers & _DIGITS else frozenset(triggers)

    def tense(self, match: re.Match[str]) -> Tense | None:
        """The tense of the clause that contains a match. A time after "since" is in the past."""
        at = match.start("t") if "t" in match.re.groupindex else match.start()
        if _SINCE.search(self.text[max(0, at - 12) : at]):
            return "past"
        tense = tense_near(self.text, at, match.end(), pack_of(self.language).tenses)
        if tense != "habit" and _BY.search(self.text[max(0, at - 20) : at]):
            return "past" if _REACHED.search(self.text[max(0, at - _CLAUSE) : at]) else "future"
        return tense

    def is_capital(self, at: int) -> bool:
        """Whether the original has a capital letter at this offset."""
        return self.original[at].isupper()


_SINCE = re.compile(r"(?:\bsince (?:the |last )?|自从|自)$", re.ASCII)
# A deadline is in the future ("the plan by Friday"), unless the clause says that something was completed by then.
_BY = re.compile(r"\b(?:by|no later than) (?:the |this |next )?$", re.ASCII)
_REACHED = re.compile(
    r"\b(?:had|was|were|finished|completed|done|got|reached|managed|delivered|became|grew|rose|fell|dropped|arrived|made it)\b"
    r"[^.;!?\n]{0,40}$",
    re.ASCII,
)
_CLAUSE = 60  # characters before a deadline
_MAX_EXPRESSIONS = 4000  # matches in one text; only tables and adversarial texts have more
_DIGITS = frozenset("0123456789")
Interpreter = Callable[[re.Match[str], RuleInput], Meaning | None]


@dataclass(frozen=True)
class Rule:
    """A regular expression, the function that interprets its matches, and its trigger words: the text must contain one."""

    expression: str
    interpret: Interpreter
    words: frozenset[str]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The compiled expression: most programs that import the rules read few times, or none."""
        return re.compile(self.expression, re.ASCII)


def rule(expression: str, interpret: Interpreter, words: Iterable[str]) -> Rule:
    """A rule. The expression is for folded text. If it has a group `t`, only this group is the time expression."""
    return Rule(expression, interpret, frozenset(words))


def group(match: re.Match[str], name: str) -> str | None:
    """The text of a group. None if the group did not match or if the pattern has no such group."""
    return match[name] if name in match.re.groupindex else None


def date_meaning(interval: Interval | None, confidence: float = 0.9) -> Meaning | None:
    """The meaning `date` with this interval. None if the interval is None."""
    return interval and Meaning("date", interval.grain, interval, confidence)


def find_expressions(source: RuleInput, rules: Iterable[Rule]) -> list[TimeExpression]:
    """The time expressions that the rules find, in the order of the text, without overlaps, at most `_MAX_EXPRESSIONS`."""
    found: list[TimeExpression] = []
    is_taken = bytearray(len(source.original))
    for interpret, match in islice(_matches(source, rules), _MAX_EXPRESSIONS):
        at, end = match.span("t") if "t" in match.re.groupindex else match.span()
        if (
            at < end
            and not any(is_taken[at:end])
            and (meaning := interpret_or_none(interpret, match, source))
        ):
            found.append(TimeExpression(at, end, meaning))
            is_taken[at:end] = b"\x01" * (end - at)
    return sorted(found, key=lambda expression: expression.at)


def _matches(source: RuleInput, rules: Iterable[Rule]) -> Iterator[tuple[Interpreter, re.Match[str]]]:
    for rule_ in rules:
        if not rule_.words.isdisjoint(source.words):
            yield from ((rule_.interpret, match) for match in rule_.pattern.finditer(source.text))


def interpret_or_none(interpret: Interpreter, match: re.Match[str], source: RuleInput) -> Meaning | None:
    """The meaning, or None if the calendar has no such day or year."""
    try:
        return interpret(match, source)
    except (ValueError, OverflowError):  # 31 February, year 0, ten thousand years ago
        return None


def minute_at(moment: datetime, clock: Clock) -> Interval:
    """The minute of a time of day on the day of `moment`."""
    return minute(midnight(moment) + timedelta(hours=clock.likely_hour, minutes=clock.minute))
