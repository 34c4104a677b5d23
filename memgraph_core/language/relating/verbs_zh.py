"""Chinese predicates that word a relation: what stands after the subject and its adverbs.

The rows stand in `words/relations_zh.txt`, which says how they are written.
"""

import re
from dataclasses import dataclass
from functools import cache

from memgraph_core.language.relating.mask import SIGN, SOMEBODY
from memgraph_core.language.word_lists import lines_of

_SHORT = re.compile(r"\{([A-Z]+)\}")


@dataclass(frozen=True, slots=True)
class Row:
    """One way to word a relation."""

    type: str
    pattern: re.Pattern[str]
    takes: frozenset[str]
    flags: frozenset[str]


@cache
def rows() -> tuple[Row, ...]:
    """The rows in the order in which they are tried."""
    lines = lines_of("relations_zh")
    short = {"SIGN": SIGN, "SOMEBODY": SOMEBODY}
    for name, pattern in (line[1:].split(" ", 1) for line in lines if line.startswith("=")):
        short[name] = _SHORT.sub(lambda m: short[m[1]], pattern)
    return tuple(_row(line, short) for line in lines if line[0] != "=")


@cache
def any_row() -> re.Pattern[str]:
    """What matches wherever a row does: one look tells that most predicates word nothing."""
    return re.compile("|".join(re.sub(r"\(\?P<\w+>", "(?:", row.pattern.pattern) for row in rows()))


def _row(line: str, short: dict[str, str]) -> Row:
    type_, pattern, takes, flags = (column.strip() for column in line.split(" ;"))
    written_out = _SHORT.sub(lambda m: short[m[1]], pattern)
    return Row(type_, re.compile(written_out), frozenset(takes.split()), frozenset(flags.split()))
