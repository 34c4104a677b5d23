"""Splits the text of a message that is too long for one turn."""

import re
from collections.abc import Iterator

from memgraph_core.records.graph import uid_of
from memgraph_core.records.validation import MAX_TEXT

# Where a part may end, best first: after a paragraph, a line, a sentence, a word.
_ENDS = tuple(map(re.compile, (r"\n\s*\n", r"\n", r"[.!?。！？][\"'”’」』)]*\s*", r"\s+")))
_SEARCH_LENGTH = 2_000  # characters before the limit that are searched for an end


def parts_of(text: str, limit: int = MAX_TEXT) -> Iterator[str]:
    """The text in consecutive parts of at most `limit` characters, none blank. Joined, they give the text.

    A text that fits is one part, also if it is blank. Runs of more than `limit` blanks are left out.
    """
    start = 0
    while len(text) - start > limit:
        end = _end(text, start, start + limit)
        if text[start:end].strip():
            yield text[start:end]
        start = end
    rest = text[start:]
    if rest.strip() or not start:
        yield rest


def part_uid(uid: str, number: int) -> str:
    """The uid of a part of a turn, by its number from 0. The first part keeps the uid of the turn."""
    return uid if number == 0 else uid_of(uid, "part", number)


def _end(text: str, start: int, limit: int) -> int:
    """The last paragraph, line, sentence or word end before `limit`, else `limit`."""
    first = max(start, limit - _SEARCH_LENGTH)
    for pattern in _ENDS:
        ends = [match.end() for match in pattern.finditer(text, first, limit)]
        if ends:
            return ends[-1]
    return limit
