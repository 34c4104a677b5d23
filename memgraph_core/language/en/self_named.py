"""How people give themselves a name in English: "My name is Dora", "everyone calls me Beth"."""

import re
from functools import cache

from memgraph_core.language.persons.given_names import is_given_name
from memgraph_core.language.persons.self_named import Sort
from memgraph_core.language.scripts import CAPITAL
from memgraph_core.language.timing.calendar import MONTHS, WEEKDAYS

_WORD = rf"(?!I['’])[{CAPITAL}][\w'’-]{{1,20}}"

_NAME = rf"(?P<name>{_WORD}(?: {_WORD}){{0,2}})"

_END = r"""(?=\s*(?:[,.!;:?()…—–\n"“”]|$|-\s)|\s+(?:but|and|from|by|so|nice|here|I)\b)"""

_ACTUALLY = r"(?: actually| just)?"

_GREETING = r"\b(?:[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|afternoon|evening))(?: there| all| everyone| everybody)?[,!.]?\s+"

_I_AM = r"I(?:['’]m| am)"

# "Dora here", at the beginning of a text
_HERE = (
    rf"^\s*(?:{_GREETING}|(?i:(?:hi|hey|hello|morning|evening)\b[\s,!]+))?"
    r"(?P<name>[A-Za-z][a-z'’-]{1,20}) here(?=\s*(?:[,.!;:–—-]|$)|\s+and\b)"
)

_ENGLISH: tuple[tuple[Sort, str], ...] = (
    (
        "name",
        rf"\b(?:[Mm]y (?:full |real |first |given )?name(?:['’]s| is)|{_I_AM} called){_ACTUALLY} {_NAME}{_END}",
    ),
    ("name", rf"\b[Mm]y name(?:['’]s| is) (?P<name>[a-z]{{2,20}}){_END}"),
    (
        "nickname",
        r"\b(?:(?:[Ee]veryone|[Ee]verybody|[Ff]riends|[Pp]eople|[Tt]hey all) calls? me|(?:[Yy]ou can|[Pp]lease|[Jj]ust) call me"
        rf"|I go by|{_I_AM} known as|[Mm]y nick ?name(?:['’]s| is)){_ACTUALLY} {_NAME}{_END}",
    ),
    (
        "being",
        rf"(?:(?:^|[.!?;\n]\s*|{_GREETING}){_I_AM}|{_GREETING}(?:[Tt]his is|[Ii]t['’]s)) {_NAME}{_END}",
    ),
    ("being", _HERE),
)

_NO_NAMES = frozenset(("sir", "crazy", "mom", "dad", "if", "when", *MONTHS, *WEEKDAYS))

# Given names that are also adjectives: "I'm Christian" need not state a name.
_ALSO_A_KIND = frozenset(("christian", "german", "roman"))


@cache
def self_naming() -> tuple[tuple[Sort, re.Pattern[str]], ...]:
    """The patterns, compiled with the first text that needs them."""
    return tuple((sort, re.compile(pattern)) for sort, pattern in _ENGLISH)


def self_name(written: str, sort: Sort) -> str | None:
    """The name as it is written; None if it is not a name."""
    if written.lower() in _NO_NAMES:
        return None
    if written[0].islower():  # "my name is dora"
        return written.capitalize() if is_given_name(written.capitalize()) else None
    first = written.split()[0]
    is_one = is_given_name(first) and first.lower() not in _ALSO_A_KIND and not first.endswith(("'s", "’s"))
    return written if sort != "being" or is_one else None
