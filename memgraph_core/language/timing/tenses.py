"""Past, present, future or habit: which signs of a tense stand near words for time.

The nearest sign of a tense in the same clause decides. Where no sign stands, there is no tense.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Tense = Literal["past", "present", "future", "habit"]

_MORE = "\0"  # after the text behind a time, where signs that must end directly before a time do not match
_REACH = 160  # characters on either side that may hold the verb


@dataclass(frozen=True, slots=True)
class TenseRules:
    """The signs of tenses in a language. The name of the matching group is the tense; `none` cancels a sign."""

    signs: re.Pattern[str]
    breaks: re.Pattern[str]  # what ends a clause
    own_clause: Callable[[str, str], tuple[str, str]] | None = (
        None  # narrows the text before and after a time
    )


def tenses_of(text: str, rules: TenseRules) -> frozenset[str]:
    """All tenses of which a sign stands in a text in small letters."""
    return frozenset(name for sign in rules.signs.finditer(text) if (name := sign.lastgroup))


def tense_near(text: str, start: int, end: int, rules: TenseRules) -> Tense | None:
    """The tense of the clause around `text[start:end]`, a folded text in small letters; None without a sign."""
    before = rules.breaks.split(text[max(0, start - _REACH) : start])[-1]
    after = rules.breaks.split(text[end : end + _REACH], maxsplit=1)[0]
    if rules.own_clause is not None:
        before, after = rules.own_clause(before, after)
    # A verb before the time is nearer to it than one as far behind: "we met on Sunday when it rained".
    found = [(len(before) - sign.end(), sign.lastgroup) for sign in rules.signs.finditer(before)]
    found += [(2 * sign.start(), sign.lastgroup) for sign in rules.signs.finditer(after + _MORE)]
    signs = [(distance, name) for distance, name in found if name != "none"]
    return _tense(min(signs)[1]) if signs else None


def _tense(name: str | None) -> Tense | None:
    return name if name in ("past", "present", "future", "habit") else None
