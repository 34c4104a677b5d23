"""Where a long sentence may be cut into clauses that stand alone.

Only before a subject of its own (I, we, my sister, a name with its verb; 我, 我妈妈, a new time word), and only
when either side says enough. A clause that begins with he, she or it leans on the name before it and stays with
it; what begins with if, when, because needs its main clause.
"""

import re
from bisect import bisect_left
from collections.abc import Callable

SEEN = 90  # characters on either side of a border that are looked at


def chosen_borders(
    sentence: str,
    borders: re.Pattern[str],
    units: list[int],
    least: int,
    stand_alone: Callable[[str, str, str], bool],
) -> list[int]:
    """The borders with enough units (content words, characters: where they stand) on either side."""
    chosen: list[int] = []
    start = before = 0  # before: units before the clause that begins at start
    for match in borders.finditer(sentence):
        here = bisect_left(units, match.end())
        if here - before < least or len(units) - here < least:
            continue
        opening, closing = (
            sentence[start : start + SEEN],
            sentence[max(start, match.start() - SEEN) : match.start()],
        )
        if stand_alone(opening, closing, sentence[match.end() : match.end() + SEEN]):
            chosen.append(match.end())
            start, before = match.end(), here
    return chosen
