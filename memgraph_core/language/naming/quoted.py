"""Titles in quotation marks: "The Old House" is a work, although all its words are ordinary."""

import re
from collections.abc import Iterator

from memgraph_core.language.naming.named import Named
from memgraph_core.language.naming.types import has_group_cue, has_work_cue
from memgraph_core.language.terms import stop_words

_QUOTED = re.compile(r"[\"“]([^\"“”\n]{2,60})[\"”]|(?<![\w’'])['‘]([A-Z][^'‘’\n]{2,60})['’](?!\w)")


def quoted_titles(text: str) -> Iterator[Named]:
    """The quoted titles in a text, in order, without their quotation marks."""
    return (_title(text, start, end) for start, end in _titles(text))


def _titles(text: str) -> Iterator[tuple[int, int]]:
    """The ranges of quoted titles: quotations in which every content word has a capital."""
    if '"' not in text and "“" not in text and "'" not in text and "‘" not in text:
        return
    uncapitalised = stop_words() | {"de", "la", "le", "el", "du", "der", "die", "das", "y", "et"}
    for match in _QUOTED.finditer(text):
        group = 1 if match[1] is not None else 2
        words = [w for w in match[group].split() if w.lower().strip(",") not in uncapitalised]
        is_capitalised = bool(words) and all(w[0].isupper() or w[0].isdigit() for w in words)
        if not is_capitalised or match[group][-1] in ".?," or not match[group][0].isalnum():
            continue
        if len(match[group].split()) > 1 or has_work_cue(text[max(0, match.start() - 40) : match.start()]):
            yield match.span(group)


def _title(text: str, start: int, end: int) -> Named:
    """A quoted title with its type: an organisation if the words before it name a group, otherwise a work."""
    before = text[max(0, start - 40) : start - 1].lower()
    return Named(text[start:end], "Organization" if has_group_cue(before) else "Work", start, end)
