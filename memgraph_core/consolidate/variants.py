"""Variants: with which things a habit is done, such as a latte, a 5k run or a thriller, as its notes name them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from memgraph_core.consolidate.material import Material
from memgraph_core.consolidate.occurrences import Occurrence
from memgraph_core.consolidate.routines import Routine
from memgraph_core.language.actions import without_contrast
from memgraph_core.language.activities import has_variants, is_listed_kind, is_thing, thing_of
from memgraph_core.language.terms import terms_of

_LISTED = "listed"  # the sort of lengths, and of listed things that may vary, such as a latte
_MIN_NAMING = 2  # events that name a thing which is not listed
_ALWAYS = 0.95  # share of the events that name a thing which is no variant
_MIN_SHARE = 0.2  # of the events that name the most frequent thing, if it is not listed
_LENGTH = re.compile(
    r"(?<![\w.])\d+(?:\.\d+)?(?:k|km| ?km| miles?| laps| lengths)\b"
    r"|(?:\d+(?:\.\d+)?|[一二三四五六七八九十两半]+)(?:公里|千米)"
)


def variants_of(routine: Routine, material: Material) -> dict[str, str]:
    """Uid of a note → the variant that it names, in small letters. All of them go with the same verb, or are lengths."""
    texts = {
        each.note: without_contrast(material.statement(material.notes[each.note]), each.language).lower()
        for each in routine.events
    }
    sorts: dict[str, set[str]] = defaultdict(set)
    named: dict[str, set[str]] = {note: {*_LENGTH.findall(text)} for note, text in texts.items()}
    for lengths in named.values():
        for name in lengths:
            sorts[name].add(_LISTED)
    for name, sort in set(_things(routine)):
        sorts[name].add(sort)
        for note, text in texts.items():
            if _pattern(name).search(text):
                named[note].add(name)
    counts = Counter(name for names in named.values() for name in names)
    always = _ALWAYS * len(texts)
    usual = {
        name for name, number in counts.items() if _LISTED in sorts[name] or _MIN_NAMING <= number < always
    }
    if not usual:
        return {}
    main = max(usual, key=lambda name: (_LISTED in sorts[name], counts[name], name))
    if _LISTED not in sorts[main] and counts[main] < _MIN_SHARE * len(routine.events):
        return {}
    alike = {name for name in usual if sorts[name] & sorts[main]}
    return {
        note: max(chosen, key=lambda name: (counts[name], name))
        for note, names in named.items()
        if (chosen := _longest(names & alike))
    }


def _longest(names: set[str]) -> list[str]:
    """The names that are no part of another one: 流瑜伽, not 瑜伽."""
    return [name for name in names if not any(name != other and name in other for other in names)]


def _things(routine: Routine) -> Iterator[tuple[str, str]]:
    """What the actions are done with, and its sort, without what the habit is about."""
    names = [*routine.names]
    main = {term for name in names[:1] for term in terms_of(name)}
    for each in routine.events:
        phrase = each.action.phrase if each.action else ""
        # 喂猫 is no variant of 猫, but 流瑜伽 is one of 瑜伽.
        for name in names[:1]:
            longer = (word for word in each.words if word.endswith(name) and word not in (name, phrase))
            yield from ((word, name) for word in longer)
        if each.action is None:
            continue
        for name, sort in _named(each, joins_kinds=len(routine.kinds) > 1):
            if sort == _LISTED or not set(terms_of(name)) <= main:
                yield name, sort


def _named(event: Occurrence, *, joins_kinds: bool) -> Iterator[tuple[str, str]]:
    action, language = event.action, event.language
    assert action is not None  # see _things
    if not is_listed_kind(action.activity, action.kind):
        if len(action.kind) > 1:
            yield action.kind.lower(), action.activity
        return
    variant = action.variant.lower()
    if has_variants(action.activity):
        general = thing_of(language, action.activity, action.kind)
        if (variant and variant != general) or joins_kinds:
            yield variant or general, _LISTED
        return
    yield from ((word, action.kind) for word in variant.split() if not is_thing(language, word))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}s?\b" if name.isascii() else re.escape(name))


def by_number(variants: Mapping[str, str]) -> tuple[tuple[str, int], ...]:
    """The variants with the number of their notes, the most frequent first."""
    return tuple(sorted(Counter(variants.values()).items(), key=lambda item: (-item[1], item[0])))
