"""Saved queries: the statements of `cypher/explore/`, which people run in Neo4j Browser and agents run by name.

The header of a file describes the query: the first line is its title, and `takes` declares its parameters. A parameter that
may be null is optional. The caller never passes the namespace, because a store is bound to one namespace.
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

_FOLDER = "explore"
_TAKES = re.compile(r"^// takes: +(.*(?:\n// {8,}.*)*)", re.MULTILINE)
_RETURNS = re.compile(r"^// returns: +(.*(?:\n// {8,}.*)*)", re.MULTILINE)
_PARAMETER = re.compile(r"\$(\w+) \(([^)]*)\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedQuery:
    """A read-only statement with a name, and its description for people."""

    name: str
    title: str
    takes: Mapping[str, str]  # parameter → its type and meaning; without the namespace
    returns: str
    statement: LiteralString  # with its header

    @property
    def optional(self) -> frozenset[str]:
        """Names of the parameters that may be omitted."""
        return frozenset(name for name, description in self.takes.items() if "null" in description)

    @property
    def is_picture(self) -> bool:
        """Whether the query returns nodes and paths, which Neo4j Browser draws, and not a table."""
        return "as a picture" in self.returns


@cache
def saved_queries() -> tuple[SavedQuery, ...]:
    """All saved queries, by name. The statement of a hit is not one of them: `Hit.cypher()` returns it."""
    queries = (_read(name) for name in names_in(_FOLDER))
    return tuple(query for query in queries if "space" not in query.takes)


def saved_query(name: str) -> SavedQuery:
    """The saved query with this name. Raises InvalidInput for an unknown name; the message lists all names."""
    queries = {query.name: query for query in saved_queries()}
    if name not in queries:
        raise InvalidInput(
            f"there is no saved query {name!r:.80}. The saved queries are {', '.join(queries)}."
        )
    return queries[name]


def checked_parameters(query: SavedQuery, given: Mapping[str, object]) -> dict[str, object]:
    """Parameters as the statement needs them: names as keys, times as ISO text in UTC, null if omitted.

    Raises InvalidInput for an unknown or missing parameter, and for a value that is not a name or a time.
    """
    if unknown := sorted(given.keys() - query.takes.keys()):
        accepted = ", ".join(query.takes) or "none"
        raise InvalidInput(f"{query.name} takes no parameter {unknown[0]!r:.80}; it takes {accepted}.")
    missing = [name for name in query.takes if given.get(name) is None and name not in query.optional]
    if missing:
        raise InvalidInput(f"{query.name} needs {missing[0]}: {query.takes[missing[0]]}.")
    return {
        name: None if given.get(name) is None else _CONVERSIONS.get(name, checked_text)(name, given[name])
        for name in query.takes
    }


def checked_text(name: str, value: object) -> str:
    """A short text, unchanged. Raises InvalidInput for another value."""
    if not isinstance(value, str):
        raise InvalidInput(f"{name} must be text, but is {type(value).__name__}: {value!r:.80}")
    return checked_name(value, name)


def _key(name: str, value: object) -> str:
    return name_key(checked_text(name, value))


def _moment(name: str, value: object) -> str:
    """A time in UTC. Text without a zone is already in UTC."""
    try:
        given = value if isinstance(value, datetime) else datetime.fromisoformat(checked_text(name, value))
    except ValueError as e:
        raise InvalidInput(
            f"{name} is not a day or a time: {value!r:.80}. Write 2026-06-14 or 2026-06-14T09:00Z."
        ) from e
    zoned = given if given.tzinfo or isinstance(value, datetime) else given.replace(tzinfo=UTC)
    return utc(zoned, name).isoformat()


_CONVERSIONS: Mapping[str, Callable[[str, object], str]] = {
    "name": _key,
    "other": _key,
    "day": _moment,
    "since": _moment,
    "until": _moment,
}


def _read(path: str) -> SavedQuery:
    statement = cypher(path)
    takes = dict(_PARAMETER.findall(_header_entry(_TAKES, statement)))
    takes.pop("namespace", None)
    return SavedQuery(
        name=path.removeprefix(f"{_FOLDER}/"),
        title=statement.partition("\n")[0].removeprefix("// "),
        takes=MappingProxyType(takes),
        returns=_header_entry(_RETURNS, statement),
        statement=statement,
    )


def _header_entry(pattern: re.Pattern[str], statement: str) -> str:
    match = pattern.search(statement)
    return " ".join(match[1].replace("//", " ").split()) if match else ""
