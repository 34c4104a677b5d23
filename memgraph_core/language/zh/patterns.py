"""The Chinese patterns of the relation entries, compiled.

A pattern is a regular expression over the predicate of a clause, in which spans (names, kin, pronouns) are single signs.
`<kind>` is the object and `<s:kind>` a subject that the pattern contains itself; the kinds are described in
`slots.py`. A pattern without `<s:…>` begins right behind the subject of the clause, its adverbs, times and prepositional
phrases. It ends where the clause ends, up to particles, times and counts; with `…` at its end it may end anywhere.
A pattern of the kind `ends` may have no object: it ends all facts of its type. `(?P<o>…)` is an object that the pattern
describes itself, and `{name}` a group of words of `words/groups_zh.txt`; `{sign}` is somebody or something named,
`{holder}` are people for somebody (主治, 教练), `{grade}` years of school, `{verb}` the verbs of `words/open_zh.txt` and
`{attribute}` the words of `words/attributes_zh.txt`. The type of FAVORITE and OPEN follows from the group `kind`.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache

from memgraph_core.language.entries import PatternKind, patterns_of
from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.word_lists import groups_of, lines_of
from memgraph_core.language.zh.slots import LONGEST, REGULAR, WORDS

_SLOT = re.compile(r"(?<!P)<(?:(?P<role>[so]):)?(?P<kind>[a-z_]+)>")
_GROUP = re.compile(r"\{(?P<name>[a-z_]+)\}")
# Attributes with patterns of their own, and the names of their words in patterns.
_OWN = {"HAS_MEMBERS": "counted", "EXPIRES_ON": "expiry", "IN_GRADE": "grade"}
_HOLDERS = ("HAS_DOCTOR", "HAS_TEACHER", "HAS_COACH", "HAS_LANDLORD", "HAS_LAWYER", "HAS_AGENT", "HAS_NANNY")
_TEXT = rf"[^\s，。]{{1,{LONGEST}}}?"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern of a relation type."""

    type: str
    kind: PatternKind
    regular: re.Pattern[str]
    greedy: re.Pattern[str]  # the same with the longest words in its slots
    object: str  # kind of the object; empty if the pattern has none
    subject: str  # kind of the subject; empty for that of the clause
    is_open: bool  # the clause may go on behind it


@cache
def patterns() -> tuple[Pattern, ...]:
    """All patterns in the order of the entries."""
    return tuple(
        _pattern(type_, kind, text)
        for type_, kinds in patterns_of("zh").items()
        for kind, texts in kinds.items()
        for text in texts
    )


@cache
def any_pattern(*, with_subject: bool) -> re.Pattern[str]:
    """Whether one of the patterns matches; this takes much less time than trying each."""
    bare = "|".join(
        re.sub(r"\(\?P<\w+>", "(?:", pattern.regular.pattern)
        for pattern in patterns()
        if bool(pattern.subject) == with_subject
    )
    return re.compile(bare or "(?!)")


def _pattern(type_: str, kind: PatternKind, text: str) -> Pattern:
    slots = {match["role"] or "o": match["kind"] for match in _SLOT.finditer(text)}
    if "(?P<o>" in text:
        slots["o"] = WORDS
    is_open = text.endswith("…")
    regular = _GROUP.sub(lambda match: f"(?:{_groups()[match['name']]})", text.removesuffix("…"))
    regular = _SLOT.sub(lambda match: rf"\s?(?P<{match['role'] or 'o'}>{_slot(match['kind'])})\s?", regular)
    if is_open and not regular.endswith(r"\s?"):
        regular += "[^，]*"  # the last thing is no slot: whatever follows belongs to it
    greedy = regular.replace(_TEXT, _TEXT.removesuffix("?"))
    return Pattern(
        type_, kind, re.compile(regular), re.compile(greedy), slots.get("o", ""), slots.get("s", ""), is_open
    )


def _slot(kind: str) -> str:
    if kind in ("person", "name", "firm", "employer"):
        return SIGN
    return REGULAR.get(kind, _TEXT)


@cache
def _groups() -> dict[str, str]:
    rows = [line.partition(" ") for line in lines_of("groups_zh")]
    named = {name: "|".join(words.split()) for name, _, words in rows}
    listed: dict[str, Collection[str]] = {
        "verb": [
            word for type_, words in groups_of("open_zh").items() if type_ not in _HOLDERS for word in words
        ],
        "holder": [word for type_ in _HOLDERS for word in groups_of("open_zh")[type_]],
        "attribute": [
            word for type_, words in groups_of("attributes_zh").items() if type_ not in _OWN for word in words
        ],
        **{name: groups_of("attributes_zh")[type_] for type_, name in _OWN.items()},
    }
    named["sign"] = SIGN
    return named | {name: "|".join(sorted(words, key=len, reverse=True)) for name, words in listed.items()}
