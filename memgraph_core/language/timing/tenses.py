"""The tense of a clause: past, present, future or habit.

The cue nearest to the time expression in the same clause decides. A clause without a cue has no tense.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Tense = Literal["past", "present", "future", "habit"]

# Appended to the text after a time expression: cues that must end at the end of the text then do not match.
_END_GUARD = "\0"
_REACH = 160  # characters on either side that are searched for the verb


@dataclass(frozen=True, slots=True)
class TenseRules:
    """The tense cues of a language. The name of the matching group is the tense; the group `none` is ignored."""

    cues: re.Pattern[str]
    breaks: re.Pattern[str]  # the end of a clause
    # Takes the text before and after a time expression; returns the parts that belong to the same clause.
    own_clause: Callable[[str, str], tuple[str, str]] | None = None


def tenses_of(text: str, rules: TenseRules) -> frozenset[str]:
    """All tenses that have a cue in a lower-case text."""
    return frozenset(name for cue in rules.cues.finditer(text) if (name := cue.lastgroup))


def tense_near(text: str, start: int, end: int, rules: TenseRules) -> Tense | None:
    """The tense of the clause around `text[start:end]`; the text is folded. None if there is no cue."""
    before = rules.breaks.split(text[max(0, start - _REACH) : start])[-1]
    after = rules.breaks.split(text[end : end + _REACH], maxsplit=1)[0]
    if rules.own_clause is not None:
        before, after = rules.own_clause(before, after)
    # Distances after the time count double: in "we met on Sunday when it rained" the verb before it decides.
    found = [(len(before) - cue.end(), cue.lastgroup) for cue in rules.cues.finditer(before)]
    found += [(2 * cue.start(), cue.lastgroup) for cue in rules.cues.finditer(after + _END_GUARD)]
    cues = [(distance, name) for distance, name in found if name != "none"]
    return _tense(min(cues)[1]) if cues else None


def _tense(name: str | None) -> Tense | None:
    return name if name in ("past", "present", "future", "habit") else None
