"""The Chinese patterns of the relation entries, compiled.

A pattern is a regular expression over the predicate of a clause, in which spans (names, kin, pronouns) are single signs.
`<kind>` is the object, `<s:kind>` a subject that the pattern contains itself, and `<n:kind>` the new object, in
patterns of a relation that only ends others; the kinds are described in `slots.py`. A pattern without `<s:…>` begins
right behind the subject of the clause, its adverbs, times and prepositional phrases. It ends where the clause ends, up
to particles, times and counts; with `…` at its end it may end anywhere. A pattern with `=` at its beginning has only
things as its subject, one with `+` only relatives, one with `&` only animals. A pattern of the kind `ends` may have no object:
it ends all facts of its type. `(?P<o>…)` is an object that the pattern describes itself.

`{name}` is a group of words of `words/groups_zh.txt`. Further groups are `{sign}`, somebody or something named; `{holder}`,
people for somebody (主治, 教练); `{grade}`, years of school; `{verb}`, the verbs of `words/open_zh.txt`; `{deed}`, those of
`words/deeds_zh.txt`; `{payment}`, those of `words/payments_zh.txt`; `{breaks}`, those of `words/faults_zh.txt`; `{identifier}` and
`{attribute}`, the words of `words/attributes_zh.txt`. The type of FAVORITE and OPEN follows from the group `kind`.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from memgraph_core.language.entries import PatternKind, patterns_of
from memgraph_core.language.relating.mask import SIGN
from memgraph_core.language.word_lists import groups_of, lines_of, word_set
from memgraph_core.language.zh.slots import MAX_LENGTH, REGULAR, WORDS

_SLOT = re.compile(r"(?<!P)<(?:(?P<role>[son]):)?(?P<kind>[a-z_]+)>")
_GROUP = re.compile(r"\{(?P<name>[a-z_]+)\}")
# Attributes with patterns of their own, and the names of their words in patterns.
_OWN = {"HAS_MEMBERS": "counted", "EXPIRES_ON": "expiry", "IN_GRADE": "grade"}
_IDENTIFIERS = ("HAS_ORDER", "HAS_ACCOUNT", "HAS_PLATE", "HAS_NUMBER")
_HOLDERS = (
    "HAS_DOCTOR", "HAS_DENTIST", "HAS_GP", "HAS_THERAPIST", "HAS_TEACHER", "HAS_COACH", "HAS_LANDLORD", "HAS_LAWYER", "HAS_AGENT",
    "HAS_NANNY",
)  # fmt: skip
_LEAF = 7  # patterns below one node of the tree, and nodes below another
_TEXT = rf"[^\s，。]{{1,{MAX_LENGTH}}}?"


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern of a relation type."""

    type: str
    kind: PatternKind
    regular: re.Pattern[str]
    greedy: re.Pattern[str]  # the same with the longest words in its slots
    object: str  # kind of the object; empty if the pattern has none
    subject: str  # kind of the subject; empty for that of the clause
    replacement: str  # kind of the new object; empty if the pattern names none
    of_things: bool  # only things are its subject
    of_kin: bool  # only relatives are its subject
    of_animals: bool  # only animals are its subject
    is_open: bool  # the clause may continue after it


@cache
def patterns() -> tuple[Pattern, ...]:
    """All patterns in the order of the entries."""
    return tuple(
        _pattern(type_, kind, text)
        for type_, kinds in patterns_of("zh").items()
        for kind, texts in kinds.items()
        for text in texts
    )


@lru_cache(maxsize=256)  # the readings of a clause share their predicates
def matching(text: str, begin: int, end: int, *, with_subject: bool) -> tuple[Pattern, ...]:
    """The patterns that match at an offset, in the order of the entries: those with a subject of their own, or the others."""
    return tuple(_matching(_tree(with_subject=with_subject), text, begin, end))


@dataclass(frozen=True, slots=True)
class _Node:
    """Patterns, and one regular expression that matches wherever one of them matches. Most patterns match nowhere in a clause,
    and a node excludes many of them at once.
    """

    any: re.Pattern[str]
    below: "tuple[_Node, ...] | tuple[Pattern, ...]"


def _matching(node: _Node, text: str, begin: int, end: int) -> Iterator[Pattern]:
    if node.any.match(text, begin, end) is None:
        return
    for one in node.below:
        if isinstance(one, _Node):
            yield from _matching(one, text, begin, end)
        elif one.regular.match(text, begin, end):
            yield one


@cache
def _tree(*, with_subject: bool) -> _Node:
    return _node([pattern for pattern in patterns() if bool(pattern.subject) == with_subject])


def _node(those: Sequence[Pattern]) -> _Node:
    bare = "|".join(re.sub(r"\(\?P<\w+>", "(?:", pattern.regular.pattern) for pattern in those)
    if len(those) <= _LEAF:
        return _Node(re.compile(bare or "(?!)"), tuple(those))
    size = -(-len(those) // _LEAF)
    below = tuple(_node(those[start : start + size]) for start in range(0, len(those), size))
    return _Node(re.compile(bare), below)


def _pattern(type_: str, kind: PatternKind, text: str) -> Pattern:
    slots = {match["role"] or "o": match["kind"] for match in _SLOT.finditer(text)}
    if "(?P<o>" in text:
        slots["o"] = WORDS
    mark, text = text[:1], text.lstrip("=+&")
    is_open = text.endswith("…")
    regular = _GROUP.sub(lambda match: f"(?:{_groups()[match['name']]})", text.removesuffix("…"))
    regular = _SLOT.sub(lambda match: rf"\s?(?P<{match['role'] or 'o'}>{_slot(match['kind'])})\s?", regular)
    if is_open and not regular.endswith(r"\s?"):
        regular += "[^，]*"  # the pattern does not end with a slot: the words that follow belong to it
    greedy = regular.replace(_TEXT, _TEXT.removesuffix("?"))
    return Pattern(
        type=type_,
        kind=kind,
        regular=re.compile(regular),
        greedy=re.compile(greedy),
        object=slots.get("o", ""),
        subject=slots.get("s", ""),
        replacement=slots.get("n", ""),
        of_things=mark == "=",
        of_kin=mark == "+",
        of_animals=mark == "&",
        is_open=is_open,
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
        "breaks": word_set("faults_zh"),
        "payment": [word for words in groups_of("payments_zh").values() for word in words],
        "deed": [word for words in groups_of("deeds_zh").values() for word in words],
        "verb": [
            word for type_, words in groups_of("open_zh").items() if type_ not in _HOLDERS for word in words
        ],
        "holder": [word for type_ in _HOLDERS for word in groups_of("open_zh")[type_]],
        "attribute": [
            word
            for type_, words in groups_of("attributes_zh").items()
            if type_ not in _OWN and type_ not in _IDENTIFIERS
            for word in words
        ],
        "identifier": [word for type_ in _IDENTIFIERS for word in groups_of("attributes_zh")[type_]],
        **{name: groups_of("attributes_zh")[type_] for type_, name in _OWN.items()},
    }
    named["sign"] = SIGN
    return named | {name: "|".join(sorted(words, key=len, reverse=True)) for name, words in listed.items()}
