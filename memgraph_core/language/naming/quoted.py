"""Titles in quotes: "The Old House" is a work, though every word of it is ordinary."""

import re
from collections.abc import Iterator

from memgraph_core.language.naming.named import Named
from memgraph_core.language.naming.types import is_a_group, is_a_work
from memgraph_core.language.terms import stop_words

_QUOTED = re.compile(r"[\"“]([^\"“”\n]{2,60})[\"”]|(?<![\w’'])['‘]([A-Z][^'‘’\n]{2,60})['’](?!\w)")


def quoted_titles(text: str) -> Iterator[Named]:
    """The titles that a text quotes, without their quotes, in order."""
    return (_title(text, start, end) for start, end in _titles(text))


def _titles(text: str) -> Iterator[tuple[int, int]]:
    """Where quoted titles stand: each word that means something has a capital."""
    if '"' not in text and "“" not in text and "'" not in text and "‘" not in text:
        return
    small = stop_words() | {"de", "la", "le", "el", "du", "der", "die", "das", "y", "et"}
    for match in _QUOTED.finditer(text):
        group = 1 if match[1] is not None else 2
        words = [w for w in match[group].split() if w.lower().strip(",") not in small]
        capitals = bool(words) and all(w[0].isupper() or w[0].isdigit() for w in words)
        if not capitals or match[group][-1] in ".?," or not match[group][0].isalnum():
            continue
        if len(match[group].split()) > 1 or is_a_work(text[max(0, match.start() - 40) : match.start()]):
            yield match.span(group)


def _title(text: str, start: int, end: int) -> Named:
    """What is quoted is a work, unless it is a group, a firm, a place by the words before or its last one."""
    before = text[max(0, start - 40) : start - 1].lower()
    return Named(text[start:end], "Organization" if is_a_group(before) else "Work", start, end)
