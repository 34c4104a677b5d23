"""Saved queries: the statements of `cypher/explore/`, which people run in Neo4j Browser and agents by name.

The header of a file says all there is to say of it: its first line is the title, `takes` declares the parameters, and
one that may be null may be left out. The namespace is never given: it is that of the store.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from types import MappingProxyType
from typing import LiteralString

from memgraph_core.errors import InvalidInput
from memgraph_core.language.names import name_key
from memgraph_core.records.validation import checked_name, utc
from memgraph_core.statements import cypher, names_in

_ROOM = "explore"
_TAKES = re.compile(r"^// takes: +(.*(?:\n// {8,}.*)*)", re.MULTILINE)
_RETURNS = re.compile(r"^// returns: +(.*(?:\n// {8,}.*)*)", re.MULTILINE)
_PARAMETER = re.compile(r"\$(\w+) \(([^)]*)\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedQuery:
    """A statement with a name, and what it is good for."""

    name: str
    title: str
    takes: Mapping[str, str]  # parameter → what it is; without the namespace
    returns: str
    statement: LiteralString  # with its header

    @property
    def optional(self) -> frozenset[str]:
        """Parameters that may be left out."""
        return frozenset(name for name, told in self.takes.items() if "null" in told)

    @property
    def is_picture(self) -> bool:
        """Whether it returns nodes and paths, which Neo4j Browser draws, instead of a table."""
        return "as a picture" in self.returns


@cache
def saved_queries() -> tuple[SavedQuery, ...]:
    """All of them, by name. What draws a hit is not among them: `Hit.cypher()` gives it with its parameters."""
    found = (_read(name) for name in names_in(_ROOM))
    return tuple(query for query in found if "space" not in query.takes)


def saved_query(name: str) -> SavedQuery:
    """The one of that name. Raises InvalidInput naming those there are."""
    named = {query.name: query for query in saved_queries()}
    if name not in named:
        raise InvalidInput(f"there is no saved query {name!r:.80}; there are {', '.join(named)}.")
    return named[name]


def checked_parameters(query: SavedQuery, given: Mapping[str, object]) -> dict[str, object]:
    """The parameters as the statement takes them: names as keys, times as ISO text, null for what was left out.

    Raises InvalidInput for one that it does not take, for one that is missing, and for what is no name or time.
    """
    if unknown := sorted(given.keys() - query.takes.keys()):
        accepted = ", ".join(query.takes) or "none"
        raise InvalidInput(f"{query.name} takes no parameter {unknown[0]!r:.80}; it takes {accepted}.")
    missing = [name for name in query.takes if given.get(name) is None and name not in query.optional]
    if missing:
        raise InvalidInput(f"{query.name} needs {missing[0]}: {query.takes[missing[0]]}.")
    return {
        name: None if given.get(name) is None else _TAKEN.get(name, checked_text)(name, given[name])
        for name in query.takes
    }


def checked_text(name: str, value: object) -> str:
    """A short text, as it is. Raises InvalidInput for another value."""
    if not isinstance(value, str):
        raise InvalidInput(f"{name} is {type(value).__name__}, not text: {value!r:.80}")
    return checked_name(value, name)


def _key(name: str, value: object) -> str:
    return name_key(checked_text(name, value))


def _moment(name: str, value: object) -> str:
    """A moment in UTC; of a text without a zone it is UTC already."""
    try:
        given = value if isinstance(value, datetime) else datetime.fromisoformat(checked_text(name, value))
    except ValueError as e:
        raise InvalidInput(
            f"{name} is no day or time: {value!r:.80}. Write 2026-06-14 or 2026-06-14T09:00Z."
        ) from e
    zoned = given if given.tzinfo or isinstance(value, datetime) else given.replace(tzinfo=UTC)
    return utc(zoned, name).isoformat()


_TAKEN: Mapping[str, Callable[[str, object], str]] = {
    "name": _key,
    "other": _key,
    "day": _moment,
    "since": _moment,
    "until": _moment,
}


def _read(path: str) -> SavedQuery:
    statement = cypher(path)
    takes = dict(_PARAMETER.findall(_declared(_TAKES, statement)))
    takes.pop("namespace", None)
    return SavedQuery(
        name=path.removeprefix(f"{_ROOM}/"),
        title=statement.partition("\n")[0].removeprefix("// "),
        takes=MappingProxyType(takes),
        returns=_declared(_RETURNS, statement),
        statement=statement,
    )


def _declared(pattern: re.Pattern[str], statement: str) -> str:
    found = pattern.search(statement)
    return " ".join(found[1].replace("//", " ").split()) if found else ""
