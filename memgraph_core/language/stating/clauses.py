"""Divide a long sentence into clauses that can be understood alone.

A border is only before a clause with its own subject (I, we, my sister, a name with its verb; 我, 我妈妈, a new time
word), and only if both sides have enough content. A clause that begins with he, she or it stays with the clause before
it. A clause that begins with if, when or because stays with its main clause.
"""

import re
from bisect import bisect_left
from collections.abc import Callable

CONTEXT_LENGTH = 90  # characters on either side of a border that `stand_alone` gets


def chosen_borders(
    sentence: str,
    borders: re.Pattern[str],
    units: list[int],
    min_units: int,
    stand_alone: Callable[[str, str, str], bool],
) -> list[int]:
    """The offsets at which a sentence is divided.

    `borders` matches the possible borders. `units` are the offsets of the content words or characters; each clause
    needs at least `min_units` of them. `stand_alone` gets the beginning and the end of the clause before a border, and the
    beginning of the text after it; it decides whether both can be understood alone.
    """
    chosen: list[int] = []
    start = units_before = 0  # units before the clause that begins at `start`
    for match in borders.finditer(sentence):
        units_so_far = bisect_left(units, match.end())
        if units_so_far - units_before < min_units or len(units) - units_so_far < min_units:
            continue
        opening, closing = (
            sentence[start : start + CONTEXT_LENGTH],
            sentence[max(start, match.start() - CONTEXT_LENGTH) : match.start()],
        )
        if stand_alone(opening, closing, sentence[match.end() : match.end() + CONTEXT_LENGTH]):
            chosen.append(match.end())
            start, units_before = match.end(), units_so_far
    return chosen
